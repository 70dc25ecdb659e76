"""Values to rows of a table and back, by their fields: one rule for every kind of row.

Moments become whole microseconds, days ISO text, flags 0 and 1, mappings and tuples JSON text. A row also carries the
workspace, which the value does not know. An ``Indexed`` is kept flat, beside the fields of its record.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import date, datetime
from enum import Enum
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

from stillso.core.names import from_micros, micros
from stillso.core.records import Indexed, Record
from stillso.core.values import names_of

#: From how many rows on it pays to write out how they are read. Our choice.
_MANY = 64

Sql = str | int | float | bytes | None
R = TypeVar("R")


def encode(workspace: str, row: Any) -> dict[str, Sql]:
    """The columns of a value, with its workspace."""
    columns: dict[str, Sql] = {"workspace": workspace}
    parts: tuple[Any, ...] = (row, row.record) if isinstance(row, Indexed) else (row,)
    for part in parts:
        form = _form(part.__class__)
        columns.update(zip(form.names, form.fields(part), strict=True))
        for name, codec in form.coded:
            value = columns[name]
            if value is not None:
                columns[name] = codec.to_sql(value)
    return columns


def decode(kind: type[R], columns: Sequence[str], values: Sequence[Sql]) -> R:
    """The value that a row keeps; columns that are no field of it are passed over."""
    if kind is Indexed:
        record = Record(**_fields(Record, columns, values))
        return cast(R, Indexed(record=record, **_fields(Indexed, columns, values)))
    return kind(**_fields(kind, columns, values))


def decode_all(kind: type[R], columns: Sequence[str], rows: Sequence[Sequence[Sql]]) -> list[R]:
    """The values that rows keep."""
    if len(rows) < _MANY or kind is Indexed:
        return [decode(kind, columns, row) for row in rows]
    return list(map(_reader(cast(Any, kind), tuple(columns)), rows))


def column_names(kind: type) -> tuple[str, ...]:
    """The columns of a kind of value, without the workspace."""
    own = _form(kind).names
    return own + column_names(Record) if kind is Indexed else own


def _fields(kind: type, columns: Sequence[str], values: Sequence[Sql]) -> dict[str, Any]:
    return {
        name: value if (value := values[at]) is None or read is None else read(value)
        for name, at, read in _places(kind, tuple(columns))
    }


@cache
def _places(kind: type, columns: tuple[str, ...]) -> list[tuple[str, int, Callable[[Any], Any] | None]]:
    """Where the fields of a kind of value stand among these columns, and how they are read."""
    form = _form(kind)
    read = {name: codec.from_sql for name, codec in form.coded}
    return [(name, columns.index(name), read.get(name)) for name in form.names]


@cache
def _reader(kind: Any, columns: tuple[str, ...]) -> Callable[[Sequence[Sql]], Any]:
    """What ``decode`` does, written out for these columns: it takes a third of the time, and some to be made."""
    known = {f"__read_{name}": read for name, _, read in _places(kind, columns) if read} | {"__kind": kind}
    takes = [
        f"{name}=None if row[{at}] is None else __read_{name}(row[{at}])" if read else f"{name}=row[{at}]"
        for name, at, read in _places(kind, columns)
    ]
    made: Callable[[Sequence[Sql]], Any] = eval(f"lambda row: __kind({', '.join(takes)})", known)
    return made


class _Codec(NamedTuple):
    """How a field is kept and read; None stays None."""

    to_sql: Callable[[Any], Sql]
    from_sql: Callable[[Any], Any]


class _Form(NamedTuple):
    """How a kind of value is kept: its fields that are columns, how to get at them, and those kept in another form."""

    names: tuple[str, ...]
    fields: Callable[[Any], tuple[Any, ...]]
    coded: list[tuple[str, _Codec]]


@cache
def _form(kind: Any) -> _Form:
    hints = get_type_hints(kind)
    names = tuple(name for name in names_of(kind) if hints[name] is not Record)
    coded = [(name, codec) for name in names if (codec := _codec(hints[name]))]
    return _Form(names=names, fields=attrgetter(*names), coded=coded)


def _codec(hint: Any) -> _Codec | None:
    if get_origin(hint) is UnionType:
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    if hint is datetime:
        return _Codec(micros, from_micros)
    if hint is date:
        return _Codec(date.isoformat, date.fromisoformat)
    if hint is bool:
        return _Codec(int, bool)
    if get_origin(hint) is tuple:
        inner = get_args(hint)[0]
        make = inner if isinstance(inner, type) and issubclass(inner, Enum) else str
        return _Codec(_to_json, lambda text: tuple(make(each) for each in json.loads(text)))
    if get_origin(hint) is not None:
        return _Codec(_to_json, json.loads)
    if issubclass(hint, Enum):
        members: dict[Any, Any] = hint._value2member_map_
        return _Codec(attrgetter("_value_"), lambda value: members.get(value) or hint(value))
    return None


def _to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
