"""Summaries: what must survive a compaction, and whether it did.

The four kinds of document C: constraints, decisions with their reasons, lessons, and leads. What they are is worked out
from the window and the records in force, without a model (``survivors``); a summary is held against them word for word,
after ``folding``. In doubt a line counts as lost: said twice it costs a line, lost it costs the rule.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence

from stillso.core import late, meanings
from stillso.core.clauses import Span, clauses, sentences
from stillso.core.folding import Folded, fold
from stillso.core.vocabulary import plain, retelling
from stillso.core.windows.inventions import invented
from stillso.core.windows.kept import Checked, Kept, Softened, Sort, masked, on_one_line, spoken_key
from stillso.core.windows.put_backs import Labels, PutBack, parse_put_back, put_back, without_put_back
from stillso.core.windows.sayings import SENTENCE_CHARS, is_rule, without_mark

#: What others call, in one place.
__all__ = [
    "Checked",
    "Kept",
    "Labels",
    "PutBack",
    "Softened",
    "Sort",
    "check",
    "missing",
    "parse_put_back",
    "put_back",
    "softened",
]


def check(summary: str, kept: Sequence[Kept], said: Iterable[str], restored: Collection[str] = ()) -> Checked:
    """What a summary lost, softened and invented, of what must survive and of all that was said.

    ``said`` are all texts, inputs and results of the window (``survivors.said``). A path that a harness restores by
    itself (``restored``) is not missing, nor is a line that was put back behind the summary, where both are handed in
    as one text.
    """
    back = frozenset(map(_key, parse_put_back(summary)))
    own = without_put_back(summary)
    lost = missing(own, (each for each in kept if _key(each) not in back), restored)
    soft = softened(own, lost)
    paraphrases = frozenset(each.instead for each in soft)
    made_up = (masked(each) for each in invented(own, [*said, *(each.text for each in kept)]))
    return Checked(missing=lost, softened=soft, invented=tuple(each for each in made_up if each not in paraphrases))


def _key(kept: Kept) -> tuple[Sort, str, bool]:
    return kept.sort, spoken_key(kept.text), kept.condition


def missing(summary: str, kept: Iterable[Kept], restored: Collection[str] = ()) -> tuple[Kept, ...]:
    """Those of these lines that a summary does not hold word for word, nor a harness restores, in their order."""
    page = _Page(summary)
    back = frozenset(map(spoken_key, restored))
    return tuple(each for each in kept if not (_is_back(each, back) or page.holds(each)))


def _is_back(kept: Kept, restored: Collection[str]) -> bool:
    return kept.sort is Sort.LEAD and spoken_key(kept.text) in restored


def softened(summary: str, lost: Iterable[Kept]) -> tuple[Softened, ...]:
    """For lines that a summary lost what it says of the same thing in other words, where it does; leads have none."""
    told = [(sentence, frozenset(meanings.meanings_of(sentence))) for sentence in _lines(summary)]
    found = []
    for each in lost:
        instead = _nearest(each.text, told) if each.sort is not Sort.LEAD else None
        if instead:
            found.append(Softened(kept=each, instead=masked(instead)))
    return tuple(found)


# --- word for word -------------------------------------------------------------------------------------------

#: What a path or a command is made of: beside one of these a name goes on.
_PATH_CHARS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./@+~-\\")
_ENDS = " \t\r\n\u3000。．.！!？?，,；;、：:…)）]】」』”\"'’*_`~"
_MARKUP = " \t\r\n\u3000*_`#>\"'“”‘’「」『』[]()（）【】-–—•·→:：."
_CLAUSE = "，,；;。.!！?？：:、\n"
_GOES_ON = late.pattern(
    r"\s*(?:[。．.！!，,；;、：:…)）\]】」』”\"'’*_`~\n]|$|(?:and|but|because|since|so)\b|因為|但是?|而且|並且)"
)
_ASKED = late.pattern(r"[\s)）\]】」』”\"'’*_`~]*[?？]")


class _Page:
    """A summary as it is searched: folded, with its sentences."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._plain = plain(text)
        self._folded: Folded = fold(text)
        self._sentences: Sequence[Span] = sentences(text)
        self._begins = [each.start for each in self._sentences]

    def holds(self, kept: Kept) -> bool:
        """Whether the line stands in it as it was said."""
        if kept.sort is Sort.LEAD:
            return any(self._is_whole_name(*span) for span in self._spans(spoken_key(kept.text)))
        return any(self._is_said(*span) for span in self._spans(essence(kept.text)))

    def _spans(self, wanted: str) -> Iterator[tuple[int, int]]:
        """Where the folded words stand, as spans of the original text."""
        return (self._folded.span(*place) for place in self._folded.places(wanted))

    def _is_whole_name(self, start: int, end: int) -> bool:
        """Whether no name goes on at either end: a full stop is the end of a sentence, a slash that of a folder."""
        before = self._text[max(0, start - 3) : start]
        before = before[:-2] if before.endswith("./") else before
        after = self._text[end : end + 4]
        for sign in ("/.", "/", "."):
            rest = after.removeprefix(sign)
            if rest != after and rest[:1] not in _PATH_CHARS:
                after = rest
        if self._text[start:end].count(" ") and after.startswith((" -", " |", " &", " >")):
            return False
        return before[-1:] not in _PATH_CHARS and after[:1] not in _PATH_CHARS

    def _is_said(self, start: int, end: int) -> bool:
        """Whether the words are said as a statement of their own: nothing in their clause turns them."""
        sentence = self._sentence(start, end)
        if start - sentence.start > SENTENCE_CHARS:  # nobody wrote such a sentence: in doubt the line is lost
            return False
        before, after = self._plain[sentence.start : start], self._plain[end : min(sentence.end, end + SENTENCE_CHARS)]
        clause = before[max((before.rfind(mark) for mark in _CLAUSE), default=-1) + 1 :].strip(_MARKUP)
        if clause and not retelling.NEUTRAL.fits(clause):
            return False
        if before.strip(_MARKUP) in retelling.CONDITIONAL or _ASKED.match(after):
            return False
        return _GOES_ON.match(after) is not None and after not in retelling.CANCELS

    def _sentence(self, start: int, end: int) -> Span:
        """The sentences that the span touches, as one; the span itself where none does."""
        first = max(bisect_right(self._begins, start) - 1, 0)
        last = max(bisect_right(self._begins, end - 1) - 1, first)
        if not self._sentences:
            return Span(start, end)
        return Span(min(self._sentences[first].start, start), max(self._sentences[last].end, end))


def essence(text: str) -> str:
    """What of a sentence must stand in a summary, folded: all but what leads into it and the mark at its end.

    「好，那就定案：快取放在服務層。」 is kept where 「快取放在服務層」 stands.
    """
    line = without_mark(on_one_line(text))
    lead = retelling.PREFACE.pattern.match(plain(line))
    rest = line[lead.end() :] if lead else line
    kept = rest.rstrip(_ENDS)
    return fold(kept or line).text


# --- in other words ------------------------------------------------------------------------------------------

#: How much of what a sentence speaks of must be shared for it to speak of the same, and how much at least. Our choice.
_SHARE = 0.3
_LEAST = 1.0
#: Meanings that stand with anything: they say little of what a sentence is about. Our choice.
_WEAK = frozenset("use run make test file code change new work do add write read always never before after".split())


def _nearest(text: str, told: Sequence[tuple[str, frozenset[str]]]) -> str | None:
    """The sentence that shares most with the text; None where none shares enough.

    One that speaks of the rule's own thing goes before one that speaks of the task beside which the rule was said.
    """
    wanted = frozenset(meanings.meanings_of(text))
    own = _of_rule(text) or wanted
    best, found = (0.0, 0.0), None
    for sentence, means in told:
        shared, share = _shared(wanted, means)
        own_shared, own_share = _shared(own, means)
        rank = (own_shared * own_share if own_shared >= _LEAST else 0.0, shared * share)
        if shared >= _LEAST and share >= _SHARE and rank > best:
            best, found = rank, sentence
    return found


def _of_rule(text: str) -> frozenset[str]:
    """What the clauses speak of that are a rule by themselves; empty where none is."""
    spans = [each for sentence in sentences(text) for each in clauses(text, sentence)]
    return frozenset(
        mean for each in spans if is_rule(text, *each) for mean in meanings.meanings_of(text[each.start : each.end])
    )


def _shared(wanted: frozenset[str], means: frozenset[str]) -> tuple[float, float]:
    """How much of what is wanted a sentence speaks of, and which share of the one that speaks of less."""
    shared = _weight(wanted & means)
    return shared, shared / max(1.0, min(_weight(wanted), _weight(means)))


def _weight(means: Iterable[str]) -> float:
    return sum(0.35 if each in _WEAK else 0.5 if each.startswith(":") else 1.0 for each in means)


def _lines(summary: str) -> Iterator[str]:
    """The sentences of a summary, each on one line, without marks of lists and headings."""
    for start, end in sentences(summary):
        yield without_mark(on_one_line(summary[start:end]).lstrip("#>*-• "))
