"""Revisions to rows and back: packed when they are written, unpacked when they are read.

A row says by ``base`` how its data is packed: null not at all, 0 against what records repeat, *n* against revision *n*
of the same item, which itself leans on none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stillso.core.items import Item, ItemKind, Revision
from stillso.storage import packing
from stillso.storage.rows import Sql, decode

#: Asks for the row of one revision: space, item key, number.
Ask = Callable[[str, int, int], dict[str, Sql] | None]


def read(ask: Ask, columns: Sequence[str], rows: Sequence[Sequence[Sql]]) -> list[Revision]:
    """The revisions of these rows. Raises BrokenData for one that cannot be unpacked."""
    bases: dict[tuple[Any, ...], bytes] = {}
    found = []
    for row in rows:
        given = dict(zip(columns, row, strict=True))
        data = _data(ask, given, bases)
        found.append(decode(Revision, [*given], [*(given | {"data": data}).values()]))
    return found


def _data(ask: Ask, row: dict[str, Any], bases: dict[tuple[Any, ...], bytes]) -> bytes | None:
    data, base = row["data"], row["base"]
    if data is None or base is None:
        return None if data is None else bytes(data)
    if base == packing.ALONE:
        return packing.unpacked(data)
    place = (row["space"], row["key"], base)
    if place not in bases:
        leant_on = ask(*place)
        bases[place] = (leant_on and _data(ask, leant_on, bases)) or b""
    return packing.unpacked(data, bases[place])


def written(ask: Ask, item: Item, revision: Revision) -> dict[str, Sql]:
    """The data and base of the row of a new revision."""
    data = revision.data
    if data is None:
        return {"data": None, "base": None}
    before = (
        ask(revision.space, revision.key, revision.n - 1) if item.kind is ItemKind.FILE and revision.n > 1 else None
    )
    if before is not None:
        base = int(before["base"] or 0) or revision.n - 1
        bases: dict[tuple[Any, ...], bytes] = {}
        leant_on = before if base == revision.n - 1 else ask(revision.space, revision.key, base)
        against = _data(ask, leant_on, bases) if leant_on and revision.n - base <= packing.LEANING else None
        leaning = packing.packed(data, against) if against else None
        if leaning is not None and len(leaning) * packing.WORTH <= len(data):
            return {"data": leaning, "base": base}
    alone = packing.packed(data)
    return {"data": alone, "base": packing.ALONE} if len(alone) < len(data) else {"data": data, "base": None}
