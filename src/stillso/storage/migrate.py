"""Brings a store to the schema of this release: plain SQL files, forward only, each once, under the write lock.

A new store gets ``schema.sql`` and is marked with the newest number; a test proves that both roads end in the same
schema. A store from a newer release, and a file with another program's tables, is refused and never touched.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from stillso.errors import Loss, LostStorage
from stillso.storage import queries


class Link(Protocol):
    """One connection in a transaction, as far as migrations need it."""

    def version(self) -> int:
        """The number of the newest migration applied, 0 for none."""

    def script(self, sql: str, version: int) -> None:
        """Run these statements and mark the store with this number."""


class Migratable(Protocol):
    """A driver, as far as migrations need it. It connects to a store of ours, or to nothing yet."""

    def writing(self) -> AbstractContextManager[Link]:
        """A durable transaction that holds the write lock from its first moment."""

    def reading(self) -> AbstractContextManager[Link]:
        """A snapshot."""


def bring_up(driver: Migratable, engine: str) -> bool:
    """Make or migrate the schema; False when there was nothing to do. Raises LostStorage for one of a newer release."""
    newest = queries.newest(engine)
    with driver.reading() as link:
        if link.version() == newest:
            return False
    with driver.writing() as link:
        version = link.version()  # another process may have been here while this one waited for the lock
        if version > newest:
            told = f"the store has schema {version}; this release knows {newest}: use a newer release"
            raise LostStorage(told, Loss.NEWER, schema=version, known=newest)
        if version == 0:
            link.script(queries.schema(engine), newest)
            return True
        for number, sql in queries.migrations(engine):
            if number > version:
                link.script(sql, number)
    return True
