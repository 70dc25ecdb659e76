"""The outline of a Markdown text: its lines, which of them mean what they look like, and its headings.

As CommonMark has it, as far as headings, fences, comments, raw HTML and front matter go. Where it is in doubt a line is
opaque: nothing begins or ends there. What an outline is good for is not decided here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from operator import attrgetter

from stillso.core import late
from stillso.core.values import dataclass

MARK = "\ufeff"

_LINE = late.pattern(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_ATX = late.pattern(r" {0,3}(#{1,6})(?=[ \t]|$)")
_UNDER = late.pattern(r" {0,3}(=+|-+)[ \t]*")
_RULE = late.pattern(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})")
_ITEM = late.pattern(r"([ \t]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")
_CODE = late.pattern(r"\t| {4}")
#: A fence opens behind the signs of lists and quotations as well.
_FENCE = late.pattern(r"(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})")
#: A block of HTML that a blank line does not end, and what ends it.
_RAW = late.pattern(r" {0,3}<(!--|\?|!\[CDATA\[|![a-z]|(?:script|pre|style|textarea)(?=[\s>]|$))", re.IGNORECASE)
_ENDS = {"!--": "-->", "?": "?>", "![cdata[": "]]>"}
_RAW_ENDS = ("</script>", "</pre>", "</style>", "</textarea>")

_Closes = Callable[[str], bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class Heading:
    """A heading over the lines ``first`` to ``last``; the title is folded, without the signs around it."""

    first: int
    last: int
    level: int
    title: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Outline:
    """``lines`` with their ends, which are ``opaque``, the headings in their order, the lines where each begins and
    those where each ends."""

    lines: tuple[str, ...]
    opaque: tuple[bool, ...]
    headings: tuple[Heading, ...]
    begins: frozenset[int]
    ends: frozenset[int]


def outline(text: str) -> Outline:
    """The outline of a text, in one walk; its lines joined are the text."""
    lines = tuple(found[0] for found in _LINE.finditer(text))
    bare = [line.rstrip("\r\n") for line in lines]
    if bare:
        bare[0] = bare[0].removeprefix(MARK)
    opaque = _opaque(bare)
    headings = tuple(_headings(bare, opaque))
    begins, ends = (frozenset(map(attrgetter(edge), headings)) for edge in ("first", "last"))
    return Outline(lines=lines, opaque=tuple(opaque), headings=headings, begins=begins, ends=ends)


def item_indent(line: str) -> int | None:
    """How far the item of a list that begins on this line is indented; None where none does."""
    found = _ITEM.match(line)
    return None if found is None or _RULE.fullmatch(line) else len(found[1].expandtabs(4))


def is_rule(line: str) -> bool:
    """Whether this line is one drawn across the page."""
    return _RULE.fullmatch(line) is not None


# --- what is opaque ------------------------------------------------------------------------------------------


def _opaque(bare: Sequence[str]) -> list[bool]:
    """Which lines stand in front matter, a fence, a comment or raw HTML, those that open and close it included."""
    found = [True] * _front_matter(bare)
    closes: _Closes | None = None
    for line in bare[len(found) :]:
        if closes is None:
            closes, rest = _opening(line)
            found.append(closes is not None)
        else:
            found.append(True)
            rest = line
        if closes is not None and rest is not None and closes(rest):
            closes = None
    return found


def _front_matter(bare: Sequence[str]) -> int:
    """How many lines of front matter a text begins with."""
    if not bare or bare[0].rstrip() != "---":
        return 0
    ends = (nth for nth, line in enumerate(bare) if nth and line.rstrip() in ("---", "..."))
    return next(ends, -1) + 1


def _opening(line: str) -> tuple[_Closes | None, str | None]:
    """What closes that which this line opens, and the rest of the line, where it may be closed at once."""
    fence = _FENCE.match(line)
    if fence:
        sign, length = fence[1][0], len(fence[1])
        return (lambda each: _closes_fence(each.strip(" \t>"), sign, length)), None
    raw = _RAW.match(line)
    if raw is None:
        return None, None
    kind = raw[1].lower()
    ends = _RAW_ENDS if kind[0].isalpha() else (_ENDS.get(kind, ">"),)
    return (lambda each: any(end in each.lower() for end in ends)), line[raw.end() :]


def _closes_fence(line: str, sign: str, length: int) -> bool:
    return len(line) >= length and line == sign * len(line)


# --- headings ------------------------------------------------------------------------------------------------


def _headings(bare: Sequence[str], opaque: Sequence[bool]) -> list[Heading]:
    found: list[Heading] = []
    begins: int | None = None  # the paragraph that a line under it would make a heading
    listed = False
    for nth, line in enumerate(bare):
        atx = _ATX.match(line)
        under = _UNDER.fullmatch(line) if begins is not None else None
        if opaque[nth] or not line.strip():
            begins, listed = None, False
        elif atx:
            title = _title(_without_closing(line[atx.end() :]))
            found.append(Heading(first=nth, last=nth, level=len(atx[1]), title=title))
            begins, listed = None, False
        elif under and begins is not None:
            title = _title(" ".join(bare[begins:nth]))
            found.append(Heading(first=begins, last=nth, level=1 if under[1][0] == "=" else 2, title=title))
            begins = None
        elif is_rule(line):
            begins, listed = None, False
        elif _ITEM.match(line) or line.lstrip().startswith(">"):
            begins, listed = None, True  # what follows without a blank line belongs to it
        elif begins is None and not listed and not _CODE.match(line):
            begins = nth
    return found


def _without_closing(title: str) -> str:
    """A title without the signs that may close it."""
    title = title.strip(" \t")
    opened = title.rstrip("#")
    return opened if opened[-1:] in ("", " ", "\t") else title


def _title(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).strip().strip("*_`~:").strip()
    return " ".join(plain.lower().split())
