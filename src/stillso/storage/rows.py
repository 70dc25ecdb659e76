"""Values to rows of a table and back, by their fields: one rule for every kind of row.

Moments become whole microseconds, days ISO text, flags 0 and 1, mappings and tuples JSON text. A row also carries the
workspace, which the value does not know. An ``Indexed`` is kept flat, beside the fields of its record.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from datetime import date, datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from stillso.core.names import from_micros, micros
from stillso.core.records import Indexed, Record

Sql = str | int | bytes | None
R = TypeVar("R")


def encode(workspace: str, row: Any) -> dict[str, Sql]:
    """The columns of a value, with its workspace."""
    columns: dict[str, Sql] = {"workspace": workspace}
    parts: tuple[Any, ...] = (row, row.record) if isinstance(row, Indexed) else (row,)
    for part in parts:
        columns.update({name: to_sql(getattr(part, name)) for name, (to_sql, _) in _codecs(part.__class__).items()})
    return columns


def decode(kind: type[R], columns: Sequence[str], values: Sequence[Sql]) -> R:
    """The value that a row keeps; columns that are no field of it are passed over."""
    given = dict(zip(columns, values, strict=True))
    if kind is Indexed:
        record = decode(Record, columns, values)
        return cast(R, Indexed(record=record, **_fields(Indexed, given)))
    return kind(**_fields(kind, given))


def column_names(kind: type) -> tuple[str, ...]:
    """The columns of a kind of value, without the workspace."""
    own = tuple(_codecs(kind))
    return own + tuple(_codecs(Record)) if kind is Indexed else own


def _fields(kind: type, given: Mapping[str, Sql]) -> dict[str, Any]:
    return {name: from_sql(given[name]) for name, (_, from_sql) in _codecs(kind).items()}


@cache
def _codecs(kind: Any) -> dict[str, tuple[Callable[[Any], Sql], Callable[[Sql], Any]]]:
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    return {name: _codec(hints[name]) for name in names if hints[name] is not Record}


def _codec(hint: Any) -> tuple[Callable[[Any], Sql], Callable[[Any], Any]]:
    if get_origin(hint) is UnionType:
        (plain,) = (each for each in get_args(hint) if each is not NoneType)
        to_sql, from_sql = _codec(plain)
        return (
            lambda value: None if value is None else to_sql(value),
            lambda value: None if value is None else from_sql(value),
        )
    if hint is datetime:
        return micros, from_micros
    if hint is date:
        return date.isoformat, date.fromisoformat
    if hint is bool:
        return int, bool
    if get_origin(hint) is tuple:
        inner = get_args(hint)[0]
        make = inner if isinstance(inner, type) and issubclass(inner, Enum) else str
        return _to_json, lambda text: tuple(make(each) for each in json.loads(text))
    if get_origin(hint) is not None:
        return _to_json, json.loads
    if issubclass(hint, Enum):
        return lambda value: value.value, hint
    return _same, _same


def _to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _same(value: Any) -> Any:
    return value
