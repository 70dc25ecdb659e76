"""Where things live: spaces, the items in them, and the revisions of an item, which never change.

A space is a *base* (long-lived; grants hang here) or a *window* (one session). Version *n* of a space is its *n*-th
operation (``core.operations``); a revision says which version made it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from stillso.core.authority import Basis
from stillso.core.values import dataclass, field


class SpaceKind(StrEnum):
    """What a space is."""

    BASE = "base"
    WINDOW = "window"


class ItemKind(StrEnum):
    """What an item is: a record or a file in a base, a block in a window."""

    RECORD = "record"
    FILE = "file"
    BLOCK = "block"


@dataclass(frozen=True, kw_only=True, slots=True)
class Space:
    """A base or a window, with what it has given out so far. ``head`` is its newest version, 0 when untouched."""

    id: str
    kind: SpaceKind
    slug: str
    name: str
    description: str
    created_at: datetime
    settings: Mapping[str, object] = field(default_factory=dict)
    head: int = 0
    items: int = 0
    records: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """An addressed text in a space.

    ``key`` counts the items of the space and is never reused; ``no`` is a record's number (``#3``); ``head`` is the
    newest revision; ``summary`` is the one line that listings show, an index of the text.
    """

    space: str
    key: int
    id: str
    kind: ItemKind
    path: str
    head: int
    no: int | None = None
    deleted: bool = False
    summary: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Revision:
    """Revision ``n`` of an item, written by version ``version`` of its space.

    ``data`` is UTF-8 text as bytes; None where the item was deleted. ``commitment`` binds the operation chain to the
    bytes through ``salt``: once a text is erased with its salt, the chain still verifies and nothing can be guessed.
    """

    space: str
    key: int
    n: int
    version: int
    data: bytes | None
    size_bytes: int
    sha256: str | None
    salt: bytes
    commitment: bytes

    @property
    def text(self) -> str | None:
        """The text of the revision, None where the item was deleted."""
        return None if self.data is None else self.data.decode()


@dataclass(frozen=True, kw_only=True, slots=True)
class Listed:
    """A living item as listings show it: its newest revision without the bytes, and who wrote that when."""

    path: str
    kind: ItemKind
    key: int
    head: int
    version: int
    size_bytes: int
    sha256: str | None
    summary: str | None
    actor: str
    authority: Basis
    at: datetime
