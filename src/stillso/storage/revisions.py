"""Revisions to rows and back: packed when they are written, unpacked when they are read.

A row says by ``leans_on`` how its data is packed: null not at all, 0 against what records repeat, *n* against revision
*n* of the same item, which itself leans on none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stillso.core.items import Item, ItemKind, Revision
from stillso.errors import BrokenData
from stillso.storage import packing
from stillso.storage.rows import Sql, decode

#: Asks for the row of one revision: space, item key, number.
Ask = Callable[[str, int, int], dict[str, Sql] | None]


def read(ask: Ask, columns: Sequence[str], rows: Sequence[Sequence[Sql]]) -> list[Revision]:
    """The revisions of these rows. Raises BrokenData for one that cannot be unpacked."""
    unpacked: dict[tuple[Any, ...], bytes] = {}
    found = []
    for row in rows:
        given = dict(zip(columns, row, strict=True))
        data = _data(ask, given, unpacked)
        found.append(decode(Revision, [*given], [*(given | {"data": data}).values()]))
    return found


def text_of(data: bytes | None, leans_on: int | None, against: bytes | None, against_on: int | None) -> str | None:
    """The text of a revision that leans on another, which is given as it is packed. Raises BrokenData."""
    if data is not None and leans_on:
        whole = b"" if against is None else against if against_on is None else packing.unpacked(against)
        data = packing.unpacked(data, whole)
    elif data is not None and leans_on == packing.ALONE:
        data = packing.unpacked(data)
    try:
        return None if data is None else data.decode()
    except UnicodeDecodeError as problem:
        raise BrokenData(f"a revision does not read: {problem}") from problem


def _data(ask: Ask, row: dict[str, Any], unpacked: dict[tuple[Any, ...], bytes]) -> bytes | None:
    data, leans_on = row["data"], row["leans_on"]
    if data is None or leans_on is None:
        return None if data is None else bytes(data)
    if leans_on == packing.ALONE:
        return packing.unpacked(data)
    place = (row["space"], row["key"], leans_on)
    if place not in unpacked:
        leant_on = ask(*place)
        unpacked[place] = (leant_on and _data(ask, leant_on, unpacked)) or b""
    return packing.unpacked(data, unpacked[place])


def written(ask: Ask, item: Item, revision: Revision) -> dict[str, Sql]:
    """The data of the row of a new revision, and what it leans on."""
    data = revision.data
    if data is None:
        return {"data": None, "leans_on": None}
    before = (
        ask(revision.space, revision.key, revision.n - 1) if item.kind is ItemKind.FILE and revision.n > 1 else None
    )
    if before is not None:
        earlier = int(before["leans_on"] or 0) or revision.n - 1
        unpacked: dict[tuple[Any, ...], bytes] = {}
        leant_on = before if earlier == revision.n - 1 else ask(revision.space, revision.key, earlier)
        against = _data(ask, leant_on, unpacked) if leant_on and revision.n - earlier <= packing.LEANING else None
        leaning = packing.packed(data, against) if against else None
        if leaning is not None and len(leaning) * packing.WORTH <= len(data):
            return {"data": leaning, "leans_on": earlier}
    alone = packing.packed(data)
    return {"data": alone, "leans_on": packing.ALONE} if len(alone) < len(data) else {"data": data, "leans_on": None}
