"""What became of a text between two states of it: line by line, and of a record field by field.

Texts are divided at LF only, and what a reader would not see is written with a backslash: a difference is what a person
decides by.
"""

from __future__ import annotations

import difflib
from datetime import datetime

from stillso.core import escapes
from stillso.core.names import written
from stillso.core.records import Record
from stillso.core.values import dataclass, fields_of

#: Fields of a record that say which revision it is, and nothing of what holds.
_OF_THE_REVISION = frozenset({"version", "modified_at", "id", "name", "no", "supersedes_id", "superseded_by_id"})

#: What a difference calls an absent file. Source: the unified format, as ``diff -u`` prints it.
_ABSENT = "/dev/null"


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldChange:
    """One field of a record on both sides, as texts; None where it has no value."""

    name: str
    before: str | None
    after: str | None


def unified(before: str | None, after: str | None, path: str) -> str:
    """The difference of two texts in the unified format, a row a line; None is no text, '' when they are equal."""
    old, new = _rows(before), _rows(after)
    names = (path if before is not None else _ABSENT, path if after is not None else _ABSENT)
    rows = list(difflib.unified_diff(old, new, *names, lineterm=""))
    return "".join(escapes.visible(row) + "\n" for row in rows)


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
