"""Put back: the text that stands behind a summary and holds, word for word, what the summary lost.

An element of its own (``<stillso-kept>``), which no agent takes for the user's own words; in it the four kinds by their
numbers, a line each, and what the summary made up. It reads back to what it was made of, whatever its language, so that
the next compaction knows what the last one kept. Labels come in from the texts of a language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from stillso.core import escapes, late, policy
from stillso.core.values import dataclass
from stillso.core.windows.kept import Checked, Kept, Softened, Sort, on_one_line

NAME = "stillso-kept"
_OPENS, _CLOSES = f"<{NAME}>", f"</{NAME}>"
_NUMBERS = {sort: number for number, sort in enumerate(Sort, 1)}
_INVENTED = len(Sort) + 1

_BEGIN = late.pattern(rf"{_OPENS}\r?\n")
_END = late.pattern(rf"^{_CLOSES}[ \t\r]*$\n?", re.MULTILINE)
_HEADING = late.pattern(r"(\d)\. ")
_ENTRY = late.pattern(r"- (?:\[#(\d{1,18})( [^\]]+)?\] )?(.*)")
#: What would end the element early, and what reads like an escape of it.
_CLOSING = late.pattern(rf"<(\\*)/{NAME}")
_ESCAPED = late.pattern(rf"<\\(\\*)/{NAME}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Labels:
    """The words of a language around the lines; each but the headings and ``condition`` is a format string.

    ``condition`` stands behind the number of a record, and has no closing square bracket; ``instead`` has ``{text}``,
    ``too_large`` ``{sort}``, ``{chars}`` and ``{begins}``, ``left_out`` ``{count}``.
    """

    opening: str
    constraint: str
    decision: str
    lesson: str
    lead: str
    condition: str
    invented: str
    instead: str
    too_large: str
    left_out: str

    def of(self, sort: Sort) -> str:
        """The heading of a kind."""
        return {
            Sort.CONSTRAINT: self.constraint,
            Sort.DECISION: self.decision,
            Sort.LESSON: self.lesson,
            Sort.LEAD: self.lead,
        }[sort]


@dataclass(frozen=True, kw_only=True, slots=True)
class PutBack:
    """The text, '' where there is nothing to say or room for no line of it; what found no room in it, and what is too
    large for any."""

    text: str
    left_out: tuple[Kept, ...] = ()
    too_large: tuple[Kept, ...] = ()


def put_back(what: Checked | Iterable[Kept], labels: Labels, budget_chars: int = policy.PUT_BACK_CHARS) -> PutBack:
    """What a summary lost (or these lines), word for word, a line each, within so many characters.

    Constraints come first and leads last; a line that does not fit is left out whole, later ones are tried, and the
    last line counts them. One that alone is longer than the budget is named by how it begins and how long it is.
    """
    checked = what if isinstance(what, Checked) else Checked(missing=tuple(what))
    if not checked.missing and not checked.invented:
        return PutBack(text="")
    room = _Room(labels, budget_chars)
    large, left = [], []
    for sort in Sort:
        wanted = [each for each in checked.missing if each.sort is sort]
        too_large = [each for each in wanted if len(_entry(each, labels)) + room.fixed > budget_chars]
        large += too_large
        fitting = [each for each in wanted if each not in too_large]
        instead = {soft.kept: soft for soft in checked.softened}
        blocks = [(_lines(each, instead.get(each), labels), each) for each in fitting]
        blocks += [([_named(each, labels)], each) for each in too_large]
        left += room.take(f"{_NUMBERS[sort]}. {labels.of(sort)}", blocks)
    room.take(
        f"{_INVENTED}. {labels.invented}", [([f"- {_safe(on_one_line(each))}"], None) for each in checked.invented]
    )
    return PutBack(text=room.text(len(left)), left_out=tuple(left), too_large=tuple(large))


class _Room:
    """The lines taken so far, and what is left for others; one line is always kept for the count of what was not."""

    def __init__(self, labels: Labels, budget: int) -> None:
        self._frame = [_OPENS, labels.opening]
        self._lines: list[str] = []
        self._left_out = labels.left_out
        last = labels.left_out.format(count=10**9)
        self.fixed = sum(len(line) + 1 for line in (*self._frame, labels.constraint, last, _CLOSES)) + len("1. ")
        self._chars = budget - sum(len(line) + 1 for line in (*self._frame, last, _CLOSES))

    def take(self, heading: str, blocks: Sequence[tuple[list[str], Kept | None]]) -> list[Kept]:
        """Take as many of these as fit, below the heading; those that do not."""
        left: list[Kept] = []
        above = [heading]
        for lines, kept in blocks:
            wanted = [*above, *lines]
            chars = sum(map(len, wanted)) + len(wanted)
            if chars <= self._chars:
                self._lines += wanted
                self._chars -= chars
                above = []
            elif kept is not None:
                left.append(kept)
        return left

    def text(self, left_out: int) -> str:
        if not self._lines:
            return ""
        last = [self._left_out.format(count=left_out)] if left_out else []
        return "".join(f"{line}\n" for line in (*self._frame, *self._lines, *last, _CLOSES))


def _lines(kept: Kept, soft: Softened | None, labels: Labels) -> list[str]:
    said = escapes.cut(soft.instead, policy.INSTEAD_CHARS) if soft else ""
    return [_entry(kept, labels), *([f"  {_safe(labels.instead.format(text=on_one_line(said)))}"] if said else [])]


def _entry(kept: Kept, labels: Labels) -> str:
    """The line of one: a text that could pass for a number or an escape gets a backslash."""
    text = _safe(on_one_line(kept.text))
    text = f"\\{text}" if text.startswith(("[#", "\\")) else text
    if kept.no is None:
        return f"- {text}"
    return f"- [#{kept.no}{f' {labels.condition}' if kept.condition else ''}] {text}"


def _named(kept: Kept, labels: Labels) -> str:
    """What is said of a line that is too large for any text. No entry: it does not read back."""
    text = on_one_line(kept.text)
    begins = _safe(escapes.cut(text, policy.BEGINS_CHARS))
    return f"  {labels.too_large.format(sort=labels.of(kept.sort), chars=len(text), begins=begins)}"


def _safe(text: str) -> str:
    return _CLOSING.sub(lambda found: f"<\\{found[1]}/{NAME}", text)


# --- and back ------------------------------------------------------------------------------------------------


def parse_put_back(text: str) -> tuple[Kept, ...]:
    """The lines that texts of ``put_back`` in this text hold, in their order, each once; in any language.

    Exactly those that were put in, but for line breaks within them, and ``at``.
    """
    found: dict[tuple[Sort, str, int | None, bool], Kept] = {}
    for begin, end in _elements(text):
        for kept in _read(text[begin.end() : end.start()]):
            found.setdefault((kept.sort, kept.text, kept.no, kept.condition), kept)
    return tuple(found.values())


def without_put_back(text: str) -> str:
    """A text without what was put back behind it."""
    pieces, after = [], 0
    for begin, end in _elements(text):
        pieces.append(text[after : begin.start()])
        after = end.end()
    return "".join([*pieces, text[after:]]) if after else text


def behind_put_back(text: str) -> str:
    """What of a text stands behind all that was put back in it; the text itself where nothing was."""
    last = max((end.end() for _, end in _elements(text)), default=0)
    return text[last:]


def _elements(text: str) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    """Where each begins and ends. One pattern for both would look to the end of the text from each beginning."""
    begin = _BEGIN.search(text) if _OPENS in text else None
    while begin:
        end = _END.search(text, begin.end())
        if end is None:
            return
        yield begin, end
        begin = _BEGIN.search(text, end.end())


def _read(body: str) -> Iterator[Kept]:
    sort: Sort | None = None
    sorts = {str(number): sort for sort, number in _NUMBERS.items()}
    for line in body.split("\n"):
        line = line.removesuffix("\r")
        heading = _HEADING.match(line)
        if heading:
            sort = sorts.get(heading[1])
            continue
        entry = _ENTRY.fullmatch(line)
        if entry and sort is not None:
            text = entry[3].removeprefix("\\") if entry[3].startswith(("\\[#", "\\\\")) else entry[3]
            text = _ESCAPED.sub(lambda found: f"<{found[1]}/{NAME}", text)
            yield Kept(sort=sort, text=text, no=int(entry[1]) if entry[1] else None, condition=bool(entry[2]))
