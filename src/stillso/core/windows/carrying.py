"""Which records a summary carries: those whose words stand in it, or that it names by number.

Summaries are written by models, so words are compared more loosely than a quote is (``quotes``): case and emphasis do
not count. A paraphrase without a number is not found: nothing here guesses. Guards law 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from stillso.core import escapes, late, policy, quotes
from stillso.core.folding import Folded, fold

#: What a summary may write around words without changing them, and what it may leave out at their end.
_EMPHASIS = str.maketrans("", "", "*`")
_ENDS = " .。!！?？;；,，、…"

#: A number of a record; not that of somebody else's list, such as "PR #7" or "owner/repo#7".
_NUMBER = late.pattern(
    r"(?<![a-z0-9_/#&])(?<!pr )(?<!mr )(?<!issue )(?<!issues )(?<!request )(?<!ticket )(?<!bug )(?<!step )"
    r"(?<!工單)(?<!工單 )(?<!議題)(?<!議題 )#(\d{1,9})(?![a-z0-9_#])"
)


#: Where a sentence of a summary ends.
_PIECE = late.pattern(r"[\n。！？!?；;]|\.(?=\s)")


class Known(NamedTuple):
    """A record that a summary may carry: its item and newest revision, its words, and whether it is in force.

    ``named``: its number was shown in this window, so that naming it there means this record.
    """

    key: int
    head: int
    no: int
    content: str
    quote: str | None
    active: bool
    named: bool


class Summary:
    """A summary, to look for words in. ``text`` is what the window holds of it."""

    def __init__(self, text: str) -> None:
        self._text = text.lower().translate(_EMPHASIS)

    @cached_property
    def _folded(self) -> Folded:
        return fold(self._text)

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The numbers of records that it names."""
        return frozenset(int(found[1]) for found in _NUMBER.finditer(self._text))

    def holds(self, words: str) -> bool:
        """Whether these words stand in it, as a whole and at the edges of words."""
        return next(self.spans(words), None) is not None

    def spans(self, words: str) -> Iterator[tuple[int, int]]:
        """Where these words stand in it, first to last; none for words that say too little to be known again."""
        for wanted in _forms(words):
            yield from self._folded.places(wanted)


@lru_cache(maxsize=4096)
def _forms(words: str) -> tuple[str, ...]:
    """Words as they are looked for: as they are, and as a line shows them; none that say too little."""
    said = dict.fromkeys((words, escapes.field(words)))
    forms = (fold(form.lower().translate(_EMPHASIS)).text.rstrip(_ENDS) for form in said)
    return tuple(form for form in forms if quotes.thickness(form) >= policy.QUOTE_THICKNESS)


def pieces(text: str, records: Iterable[Known], most: int) -> list[str]:
    """The sentences of a summary, in order and at most so many, in which none of these records stands."""
    forms = [form for record in records for words in (record.content, record.quote or "") for form in _forms(words)]
    found: list[str] = []
    for piece in dict.fromkeys(_PIECE.split(text)):
        said = fold(piece.lower().translate(_EMPHASIS)).text
        if said and not any(form in said or said in form for form in forms):
            found.append(piece)
        if len(found) == most:
            break
    return found


def carried(summary: Summary, records: Iterable[Known]) -> dict[int, int]:
    """Of these records those that the summary carries: item key to the revision that it carries.

    Of a record in force that is the newest. One that ended is carried as it was before it ended, unless its words
    stand there only as part of what a record in force says.
    """
    found: dict[int, int] = {}
    ended: list[tuple[Known, list[tuple[int, int]]]] = []
    standing: list[tuple[int, int]] = []
    for record in records:
        spans = [span for words in (record.content, record.quote) if words for span in summary.spans(words)]
        named = record.named and record.no in summary.numbers
        if record.active:
            standing += spans
            if spans or named:
                found[record.key] = record.head
        elif named:
            found[record.key] = record.head - 1
        elif spans:
            ended.append((record, spans))
    for record, spans in ended:
        if any(not _lies_in(span, standing) for span in spans):
            found[record.key] = record.head - 1
    return found


def _lies_in(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in others)
