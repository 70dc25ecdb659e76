"""Sentences and clauses: where what a person typed begins and ends.

Only cutting lives here. What a clause does – ask, deny, set a condition – is decided by ``assertions`` and
``conditions``. Spans are offsets in the original text. Rules for English and Chinese at once, since people mix
them; a soft wrap is no end, a full stop inside a number, a version, a file name or an address is none either.
"""

from __future__ import annotations

from typing import NamedTuple

from stillso.core import late
from stillso.core.folding import is_cjk
from stillso.core.vocabulary.asking import ABBREVIATIONS, LIST_MARK, OPEN_ABBREVIATIONS


class Span(NamedTuple):
    """A stretch of a text, from ``start`` up to, not including, ``end``."""

    start: int
    end: int


_BLANK_LINE = late.pattern(r"\n[^\S\n]*\n")
_CLOSERS = "」』”’\"')）]】*_`"
_END = late.pattern(r"[.!?…。！？｡]+[」』”’\"')）\]】*_`]*|\n")
_CLAUSE_END = late.pattern("[，,；;、：:]")
_WORD_BEFORE = late.pattern(r"[A-Za-z][A-Za-z.]*$")
_NUMBERED = late.pattern(r"(?:^|\n)[^\S\n]*\d{1,3}$")

# A line that begins a block of its own: list item, quotation, heading, fence, tag.
_BLOCK = late.pattern(rf"[^\S\n]*(?:{LIST_MARK}|>|```|~~~|#{{1,6}}\s|</?[A-Za-z])")
# A line that is a block by itself: what follows does not continue it.
_LINE_BLOCK = late.pattern(
    r"[^\S\n]*(?:>|```|~~~|#{1,6}\s|</?[A-Za-z][^<>\n]*>[^\S\n]*$)|[^\n]*</[A-Za-z][\w-]*>[^\S\n]*$"
)
_CAPITALISED = late.pattern(r"[^\S\n]*[A-Z][a-z]")

#: A line shorter than this was not wrapped for its length: a capital letter on the next line begins a sentence.
#: In characters; our choice, half of a common line.
_SHORT_LINE = 40

#: How far around a span its sentences are read: a page of code has no end marks. In characters; our choice.
_SENTENCE_CHARS = 2_000


def sentences(text: str) -> list[Span]:
    """The sentences of a text in order, with their end marks and without white space around; may be empty.

    They end at 。！？!?… and at a full stop that is one, at blank lines, and at a line break that ends a paragraph,
    a list item, a heading or a quoted line.
    """
    return _sentences(text, 0, len(text))


def sentence_at(text: str, start: int, end: int) -> Span:
    """The sentence that holds a span, or all of them from the first it touches to the last."""
    return _around(_sentences(text, *paragraph_at(text, start, end)), start, end)


def sentences_at(text: str, start: int, end: int) -> list[Span]:
    """The sentences that a span touches, in order; of an endless one only what stands near the span."""
    found = _sentences(text, *paragraph_at(text, start, end))
    low, high = start - _SENTENCE_CHARS, end + _SENTENCE_CHARS
    touched = [each for each in found if each.start < end and start < each.end] or [Span(start, end)]
    return [Span(max(each.start, low), min(each.end, high)) for each in touched]


def clauses(text: str, sentence: Span, *, joining: str = "") -> list[Span]:
    """The clauses of a sentence in order, each with the mark that ends it and without white space around.

    They end at ，,；;、 and at a colon before a space or CJK, never inside a number. Marks in ``joining`` end none.
    """
    found: list[Span] = []
    at = sentence.start
    for mark in _CLAUSE_END.finditer(text, sentence.start, sentence.end):
        if mark[0] not in joining and _divides(text, mark.start()):
            found.extend(_trimmed(text, at, mark.end()))
            at = mark.end()
    found.extend(_trimmed(text, at, sentence.end))
    return found


def clause_at(text: str, start: int, end: int) -> Span:
    """The clause that holds a span, or all of them from the first it touches to the last."""
    return _around(clauses(text, sentence_at(text, start, end)), start, end)


def paragraph_at(text: str, start: int, end: int) -> Span:
    """The paragraph that holds a span: up to the blank lines around it."""
    first = 0
    for blank in _BLANK_LINE.finditer(text, 0, start):
        first = blank.end()
    after = _BLANK_LINE.search(text, end)
    return Span(first, after.start() if after else len(text))


def _sentences(text: str, start: int, end: int) -> list[Span]:
    found: list[Span] = []
    at = start
    for mark in _END.finditer(text, start, end):
        if _line_ends(text, mark.start()) if mark[0] == "\n" else _stops(text, mark.start(), mark.end()):
            found.extend(_trimmed(text, at, mark.end()))
            at = mark.end()
    found.extend(_trimmed(text, at, end))
    return found


def _around(spans: list[Span], start: int, end: int) -> Span:
    """From the first span that the given one touches to the last; the given one itself where there is none."""
    touched = [span for span in spans if span.start < end and start < span.end]
    return Span(min(touched[0].start, start), max(touched[-1].end, end)) if touched else Span(start, end)


def _trimmed(text: str, start: int, end: int) -> list[Span]:
    """The span without white space around, in a list; none when nothing is left."""
    piece = text[start:end]
    kept = piece.strip()
    first = start + len(piece) - len(piece.lstrip())
    return [Span(first, first + len(kept))] if kept else []


def _stops(text: str, start: int, end: int) -> bool:
    """Whether this run of end marks, closing marks included, ends a sentence."""
    signs = text[start:end].rstrip(_CLOSERS)
    if not signs.isascii():
        return True
    after = text[end : end + 1]
    if after in "，、；：" and after:
        return False
    if after and not after.isspace() and not is_cjk(after) and (after.isalnum() or after.isascii()):
        return False
    return signs != "." or _full_stop(text, start, text[end : end + 2].strip()[:1])


def _full_stop(text: str, at: int, follows: str) -> bool:
    """Whether the lone dot at this place ends a sentence, and no abbreviation or list number."""
    if at == 0 or text[at - 1].isspace():
        return False
    before = text[max(0, at - 16) : at]
    if _NUMBERED.search(before):
        return False
    word = _WORD_BEFORE.search(before)
    if word is None or not follows:
        return True
    said = word[0].lower()
    if said == "no":
        return not follows.isdigit()
    return said not in ABBREVIATIONS and (said not in OPEN_ABBREVIATIONS or follows.isupper() or is_cjk(follows))


def _line_ends(text: str, at: int) -> bool:
    """Whether the line break at this place ends a sentence, and is not a wrap."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    stop = text.find("\n", at + 1)
    follows = text[at + 1 : len(text) if stop < 0 else stop]
    if not follows.strip() or _BLOCK.match(follows) or _LINE_BLOCK.match(line):
        return True
    ended = line.rstrip()[-1:]
    return len(line) < _SHORT_LINE and ended.isalnum() and _CAPITALISED.match(follows) is not None


def _divides(text: str, at: int) -> bool:
    """Whether the mark at this place ends a clause: not in 1,000 or 10:30, and no colon in an address."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if before.isdigit() and after.isdigit() and text[at] in ",:":
        return False
    return text[at] != ":" or not after or after.isspace() or is_cjk(after)
