"""What became of a text between two states of it: line by line, and of a record field by field.

Texts are divided at LF only, and what a reader would not see is written with a backslash: a difference is what a person
decides by.
"""

from __future__ import annotations

import difflib
from collections import Counter
from datetime import datetime

from stillso.core import escapes, late
from stillso.core.names import written
from stillso.core.records import Record
from stillso.core.values import dataclass, fields_of

#: Fields of a record that say which revision it is, and nothing of what holds.
_OF_THE_REVISION = frozenset({"version", "modified_at", "id", "name", "no", "supersedes_id", "superseded_by_id"})

#: How many equal lines are shown around a change, as ``diff -u`` does.
_AROUND = 3
#: Up to how many pairs of equal lines two texts are compared: some tenths of a second. Our choice.
_COMPARED = 500_000
_PLACE = late.pattern(r"([-+])([0-9]+)")

#: What a difference calls an absent file. Source: the unified format, as ``diff -u`` prints it.
_ABSENT = "/dev/null"


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldChange:
    """One field of a record on both sides, as texts; None where it has no value."""

    name: str
    before: str | None
    after: str | None


def unified(before: str | None, after: str | None, path: str) -> str:
    """The difference of two texts in the unified format, a row a line; None is no text, '' when they are equal.

    Long texts of which the same few lines stand everywhere are given whole, the old one and then the new one.
    """
    old, new = _rows(before), _rows(after)
    if old == new and (before is None) == (after is None):
        return ""
    start, end = _shared(old, new)
    old_part, new_part = old[start : len(old) - end], new[start : len(new) - end]
    rows = _whole(old_part, new_part) if _pairs(old_part, new_part) > _COMPARED else _hunks(old_part, new_part)
    names = (f"--- {path if before is not None else _ABSENT}", f"+++ {path if after is not None else _ABSENT}")
    told = [*names, *(_moved(row, start) if row.startswith("@@") else row for row in rows)]
    return "".join(escapes.visible(row) + "\n" for row in told)


def _shared(old: list[str], new: list[str]) -> tuple[int, int]:
    """How many lines at the beginning and at the end are the same and stand too far from a change to be shown."""
    most = min(len(old), len(new))
    start = next((n for n in range(most) if old[n] != new[n]), most)
    end = next((n for n in range(most - start) if old[-1 - n] != new[-1 - n]), most - start)
    return max(start - _AROUND, 0), max(end - _AROUND, 0)


def _pairs(old: list[str], new: list[str]) -> int:
    """How many pairs of equal lines a comparison would look at."""
    there = Counter(old)
    return sum(there[line] * count for line, count in Counter(new).items())


def _hunks(old: list[str], new: list[str]) -> list[str]:
    return list(difflib.unified_diff(old, new, lineterm="", n=_AROUND))[2:]


def _whole(old: list[str], new: list[str]) -> list[str]:
    """One hunk that takes away every old line and adds every new one."""
    head = f"@@ -{min(len(old), 1)},{len(old)} +{min(len(new), 1)},{len(new)} @@"
    return [head, *(f"-{line}" for line in old), *(f"+{line}" for line in new)]


def _moved(head: str, lines: int) -> str:
    """The head of a hunk that stands so many lines further down."""
    return _PLACE.sub(lambda place: f"{place[1]}{int(place[2]) + lines}", head)


def _rows(text: str | None) -> list[str]:
    """The lines of a text, divided at LF only; a last line without one is followed by a row that says so."""
    if not text:
        return []
    rows = text.split("\n")
    return rows[:-1] if rows[-1] == "" else [*rows, "\\ no line end"]


def of_fields(before: Record | None, after: Record | None) -> tuple[FieldChange, ...]:
    """The fields in which two states of a record differ, in the order of the record; None is a record that is not."""
    old, new = (_texts(each) for each in (before, after))
    names = dict.fromkeys((*old, *new))
    return tuple(
        FieldChange(name=name, before=old.get(name), after=new.get(name))
        for name in names
        if old.get(name) != new.get(name)
    )


def _texts(record: Record | None) -> dict[str, str]:
    if record is None:
        return {}
    kept = {name: value for name, value in fields_of(record).items() if name not in _OF_THE_REVISION}
    return {name: _text(value) for name, value in kept.items() if value is not None}


def _text(value: object) -> str:
    return written(value) if isinstance(value, datetime) else str(value)
