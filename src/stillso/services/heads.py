"""The heads of a store's spaces, noted beside a backup: by them anybody can tell later that nothing was changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from stillso.core.items import Space, SpaceKind
from stillso.core.names import written
from stillso.storage.contract import View

#: The number of the form of a file of heads.
FORM = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Head:
    """The newest version of a space and its hash. ``name`` is for people: a base's slug, or a session's id."""

    space: str
    name: str
    version: int
    hash: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class Backup:
    """A backup that was made. ``key`` is None where the store has none."""

    file: Path
    key: Path | None
    heads_file: Path
    made_at: datetime
    heads: tuple[Head, ...]


def heads_of(view: View) -> tuple[Head, ...]:
    """The heads of all spaces that have a version, in the order of their ids."""
    windows = [view.space(session.window_id) for session in view.sessions()]
    spaces = [space for space in (*view.bases(), *windows) if space is not None and space.head]
    return tuple(_head(view, space) for space in sorted(spaces, key=lambda space: space.id))


def _head(view: View, space: Space) -> Head:
    (newest,) = view.operations(space.id, limit=1)
    name = space.slug if space.kind is SpaceKind.BASE else space.name
    return Head(space=space.id, name=name, version=newest.n, hash=newest.hash)


def given(head: Head) -> dict[str, object]:
    """A head as JSON gives it."""
    return {"space": head.space, "name": head.name, "version": head.version, "hash": head.hash.hex()}


def noted(found: Sequence[Head], at: datetime) -> bytes:
    """Heads as the file beside a backup holds them, one a line, and when they were read."""
    lines = ",\n  ".join(json.dumps(given(head), ensure_ascii=False) for head in found)
    return f'{{"stillso_anchor": {FORM}, "at": {json.dumps(written(at))}, "heads": [\n  {lines}\n]}}\n'.encode()
