"""The heads of a store's spaces as a backup keeps them: by them anybody can tell later that nothing was changed."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from stillso.core.heads import Head
from stillso.core.items import Space, SpaceKind
from stillso.core.values import dataclass
from stillso.storage.contract import View


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
    name = space.slug if space.kind is SpaceKind.BASE else space.name
    return Head(space=space.id, name=name, version=space.head, hash=view.tip(space.id) or b"")
