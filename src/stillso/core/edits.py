"""The five modes on one text: create, append, edit, overwrite, delete.

Texts are decoded UTF-8 with every character kept: a byte order mark, CRLF, a missing last line end. What an
edit does not name stays as it is. Nothing here knows paths, versions or grants; it guards the rule that an
edit replaces exactly one place, and that a file keeps its line ends.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from typing import Literal, TypeAlias, assert_never

from stillso.core import late
from stillso.core.values import dataclass, field
from stillso.errors import Notice

_MARK = "\ufeff"
_BARE_LF = late.pattern(r"(?<!\r)\n")

# Our choice: enough to find the places, and no work that grows with the square of the text.
_LINES_NAMED = 20
_COUNTED = 1000


@dataclass(frozen=True, kw_only=True, slots=True)
class Create:
    """A new text where there is none."""

    content: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Append:
    """More text after what is there, from the beginning of a line on."""

    content: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Replace:
    """New text for old text that occurs exactly once (mode ``edit``)."""

    old: str
    new: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Overwrite:
    """Another text for all that is there."""

    content: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Delete:
    """No text any more."""


Edit: TypeAlias = Create | Append | Replace | Overwrite | Delete

LINE_ENDS_KEPT = Notice.LINE_ENDS_KEPT.value
LINE_END_ADDED = Notice.LINE_END_ADDED.value


@dataclass(frozen=True, kw_only=True, slots=True)
class Edited:
    """The text afterwards (None: deleted), whether it is the same as before, and what was done unasked."""

    text: str | None
    unchanged: bool = False
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """Why an edit cannot be applied.

    ``no-match`` details ``count`` 0 and, for an empty old text, ``reason`` ``empty-old``; ``not-unique``
    details ``count`` (counting stops at 1,000) and ``lines``, from 1, of the first 20 places.
    """

    code: Literal["exists", "missing", "no-match", "not-unique"]
    detail: Mapping[str, str | int | list[int]] = field(default_factory=dict)


def apply(change: Edit, current: str | None) -> Edited | Problem:
    """The text after the change; ``current`` is None where there is no file.

    Problems: ``exists`` for create, ``missing`` for all others, ``no-match`` and ``not-unique`` for edit.
    Source: document B for the modes, cases ED-01 to ED-10 and CC-10 for the rest.
    """
    if isinstance(change, Create):
        return Problem(code="exists") if current is not None else Edited(text=change.content)
    if current is None:
        return Problem(code="missing")
    match change:
        case Append():
            return _append(change.content, current)
        case Replace():
            return _replace(change.old, change.new, current)
        case Overwrite():
            return Edited(text=change.content, unchanged=change.content == current)
        case Delete():
            return Edited(text=None)
        case _:
            assert_never(change)


def _append(content: str, current: str) -> Edited:
    """Appended text begins on a line of its own and takes the line ends of a file that has only CRLF."""
    whole = current.removeprefix(_MARK)
    added = content.removeprefix(_MARK) if current else content
    if not added:
        return Edited(text=current, unchanged=True)
    notices: list[str] = []
    if "\r\n" in whole and not _BARE_LF.search(whole) and _BARE_LF.search(added):
        added = _with_crlf(added)
        notices.append(LINE_ENDS_KEPT)
    if whole and not whole.endswith(("\n", "\r")):
        current += _dominant(whole) or _dominant(added) or "\n"
        notices.append(LINE_END_ADDED)
    return Edited(text=current + added, notices=tuple(notices))


# --- edit ---------------------------------------------------------------------------------------------------


def _replace(old: str, new: str, current: str) -> Edited | Problem:
    """One place replaced; a byte order mark before the text is neither matched nor lost."""
    mark = _MARK if current.startswith(_MARK) else ""
    whole, old = current.removeprefix(_MARK), old.removeprefix(mark)
    if not old:
        return Problem(code="no-match", detail={"count": 0, "reason": "empty-old"})
    spans, adapted = _places(old, whole)
    if not spans:
        return Problem(code="no-match", detail={"count": 0})
    if len(spans) > 1:
        lines = sorted({whole.count("\n", 0, start) + 1 for start, _ in spans[:_LINES_NAMED]})
        return Problem(code="not-unique", detail={"count": len(spans), "lines": lines})
    start, end = spans[0]
    put = _fitting(new.removeprefix(mark), whole[start:end], whole, adapted)
    text = mark + whole[:start] + put + whole[end:]
    kept = adapted or put != new.removeprefix(mark)
    return Edited(text=text, unchanged=text == current, notices=(LINE_ENDS_KEPT,) if kept else ())


def _places(old: str, whole: str) -> tuple[list[tuple[int, int]], bool]:
    """The spans of the old text; where there is none, those that differ in line ends only, and then True."""
    exact = [(at, at + len(old)) for at in _occurrences(old, whole)]
    # Half of a CRLF is no line end: "\n# Notes" is found in "\r\n# Notes" with all of it.
    exact = [span for span in exact if not any(whole[edge - 1 : edge + 1] == "\r\n" for edge in span if edge)]
    if exact or "\n" not in old or "\r\n" not in whole + old:
        return exact, False
    # In the text with LF only, every CRLF before a place moved it by one.
    plain_old, plain = old.replace("\r\n", "\n"), whole.replace("\r\n", "\n")
    moved = [found.start() - nth for nth, found in enumerate(re.finditer("\r\n", whole))]
    loose = [(at, at + len(plain_old)) for at in _occurrences(plain_old, plain)]
    return [(start + bisect_left(moved, start), end + bisect_left(moved, end)) for start, end in loose], True


def _occurrences(old: str, whole: str) -> list[int]:
    """Where the old text begins; overlapping occurrences count each, since either may be meant."""
    places: list[int] = []
    at = whole.find(old)
    while at >= 0 and len(places) < _COUNTED:
        places.append(at)
        at = whole.find(old, at + 1)
    return places


def _fitting(new: str, replaced: str, whole: str, adapted: bool) -> str:
    """The new text with the line ends of the part it replaces, else those that most of the file has."""
    first = re.search("\r?\n", replaced)
    line_end = first[0] if first else _dominant(whole)
    if line_end == "\r\n":
        return _with_crlf(new)
    return new.replace("\r\n", "\n") if adapted else new


# --- line ends ----------------------------------------------------------------------------------------------


def _with_crlf(text: str) -> str:
    return _BARE_LF.sub("\r\n", text)


def _dominant(text: str) -> str | None:
    """The line end that most lines have, the first one when they are even; None without any."""
    crlf = text.count("\r\n")
    bare = text.count("\n") - crlf
    if crlf == bare:
        first = re.search("\r?\n", text)
        return first[0] if first else None
    return "\r\n" if crlf > bare else "\n"
