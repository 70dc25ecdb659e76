"""A driver that only reads: for a store where nobody can write, for a backup, and for a look at one in a bad way.

Where no changes wait in a -wal the file is read as it lies there, and nothing is made beside it. The engine is then
told that nothing changes, so this looks itself: a snapshot of a file that changed under it is none. Beside a -wal the
engine needs what writers and readers share, the -shm.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from stillso.errors import Loss
from stillso.storage.disk import files, losses
from stillso.storage.sqlite import SqliteLink


class ReadOnlyDriver:
    """Each snapshot is a connection of its own."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def writing(self, *, durable: bool = True) -> Iterator[SqliteLink]:
        raise losses.read_only(self._path)
        yield  # type: ignore[unreachable]

    @contextmanager
    def reading(self) -> Iterator[SqliteLink]:
        before = self._state()
        alone = not files.has_wal(self._path)
        try:
            link = SqliteLink(self._path, reading="immutable=1" if alone else "mode=ro")
            try:
                with link.transaction("BEGIN DEFERRED"):
                    if not link.is_empty() and link.version() == 0:
                        raise losses.lost(self._path, Loss.FOREIGN)
                    yield link
            finally:
                link.close()
        except apsw.Error as problem:
            raise losses.explained(self._path, problem) from problem
        if alone and self._state() != before:
            raise losses.lost(self._path, Loss.CHANGED)

    def _state(self) -> tuple[int, int, bool]:
        try:
            there = self._path.stat()
        except OSError as problem:
            raise losses.explained(self._path, problem) from problem
        return there.st_size, there.st_mtime_ns, files.has_wal(self._path)

    def fold(self) -> None:
        """Whoever may write does that."""

    def close(self) -> None:
        """Nothing is held."""
