"""Brings a store to the schema of this release: plain SQL files, forward only, each once, under the write lock.

A new store gets ``schema.sql`` and is marked with the newest number; a test proves that both roads end in the same
schema. A store from a newer release, and a file with another program's tables, is refused and never touched.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from stillso.errors import LostStorage
from stillso.storage import queries


class Migratable(Protocol):
    """A driver, as far as migrations need it."""

    def writing(self) -> AbstractContextManager[None]:
        """A durable transaction that holds the write lock from its first moment."""

    def version(self) -> int:
        """The number of the newest migration applied, 0 for none."""

    def is_empty(self) -> bool:
        """Whether there is no table at all."""

    def script(self, sql: str, version: int) -> None:
        """Run these statements and mark the store with this number."""


def bring_up(driver: Migratable, engine: str) -> None:
    """Make or migrate the schema. Raises LostStorage for a store that is not this release's to touch."""
    steps = queries.migrations(engine)
    newest = steps[-1][0]
    if driver.version() == newest:
        return
    with driver.writing():
        version = driver.version()  # another process may have been here while this one waited for the lock
        if version > newest:
            raise LostStorage(f"the store has schema {version}; this release knows {newest}: use a newer release")
        if version == 0:
            if not driver.is_empty():
                raise LostStorage("the file holds the tables of another program: give another path")
            driver.script(queries.schema(engine), newest)
            return
        for number, sql in steps:
            if number > version:
                driver.script(sql, number)
