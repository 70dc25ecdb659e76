"""The heads of a store's spaces, noted beside a backup: by them anybody can tell later that nothing was changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from stillso.core.names import written
from stillso.storage.contract import View


@dataclass(frozen=True, kw_only=True, slots=True)
class Head:
    """The newest version of a space, and the hash of its operation in hexadecimal digits."""

    space: str
    slug: str
    version: int
    hash: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Backup:
    """A backup that was made. ``key`` is None where the store has none."""

    file: Path
    key: Path | None
    heads_file: Path
    made_at: datetime
    heads: tuple[Head, ...]


def heads_of(view: View) -> tuple[Head, ...]:
    """The heads of all spaces that have a version: bases by slug, then the windows of sessions, oldest first."""
    windows = [view.space(session.window_id) for session in reversed(view.sessions())]
    spaces = [*view.bases(), *(each for each in windows if each)]
    found = [(space, view.operations(space.id, limit=1)) for space in spaces if space.head]
    return tuple(
        Head(space=space.id, slug=space.slug, version=newest.n, hash=newest.hash.hex()) for space, (newest,) in found
    )


def noted(made_at: datetime, found: Sequence[Head]) -> bytes:
    """Heads as the file beside a backup holds them: one JSON object."""
    values = {"made_at": written(made_at), "heads": [asdict(head) for head in found]}
    return json.dumps(values, indent=1).encode() + b"\n"
