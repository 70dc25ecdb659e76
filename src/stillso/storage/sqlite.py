"""The SQLite driver, on APSW: one file in WAL mode, every acknowledged write on the disk.

A write transaction takes the lock at its first moment (BEGIN IMMEDIATE): one that reads first and writes later fails at
once when another has committed in between, whatever the timeout. The engine inside APSW is used, not Python's own,
which is old enough on many machines to damage a file that several processes write (SQLite below 3.51.3).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from stillso.errors import Loss
from stillso.storage import files, losses
from stillso.storage.files import APPLICATION_ID
from stillso.storage.rows import Sql

#: How often a new file is asked to become WAL while other processes ask the same.
WAL_ATTEMPTS = 100

#: How long a writer waits for another, in milliseconds. Our choice: far above any single write.
BUSY_MILLISECONDS = 60_000


class SqliteLink:
    """One connection."""

    def __init__(self, path: Path, *, reading: str | None = None) -> None:
        """``reading``: never write, and tell the engine this about the file (``sqlite.org/uri.html``)."""
        if reading is None:
            self._connection = apsw.Connection(str(path))
        else:
            flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
            self._connection = apsw.Connection(f"{path.absolute().as_uri()}?{reading}", flags=flags)
        self._connection.set_busy_timeout(BUSY_MILLISECONDS)
        if files.has_wal(path):  # it may be another program's: until ``prepare`` its changes stay where they are
            self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, True)
        self._path, self._file = path, files.identity(path)
        self.is_signed = False
        self._columns: dict[str, tuple[str, ...]] = {}
        self._durable = True

    def rows(self, sql: str, values: Mapping[str, Sql]) -> tuple[Sequence[str], list[Sequence[Sql]]]:
        cursor = self._connection.execute(sql, values)
        known = self._columns.get(sql)
        rows: list[Any] = cursor.fetchall() if known is not None else []
        if known is not None:
            return known, rows
        for row in cursor:
            # Only while a row is there, the engine tells what its columns are called.
            self._columns[sql] = tuple(column[0] for column in cursor.get_description())
            rows = [row, *cursor.fetchall()]
        return self._columns.get(sql, ()), rows

    def wait_for_disk(self, durable: bool) -> None:
        """Whether the next transactions are on the disk when they return."""
        if durable != self._durable:
            self._connection.execute(f"PRAGMA synchronous = {'full' if durable else 'normal'}")
            self._durable = durable

    def is_empty(self) -> bool:
        return not list(self._connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1"))

    def version(self) -> int:
        ours = self._connection.pragma("application_id") == APPLICATION_ID
        return int(self._connection.pragma("user_version")) if ours else 0

    def script(self, sql: str, version: int) -> None:
        self._connection.execute(sql)
        self._connection.pragma("application_id", APPLICATION_ID)
        self._connection.pragma("user_version", version)

    def prepare(self) -> None:
        """Set how this connection works. Called once the file is known to be ours: WAL mode is written into it."""
        self._use_wal()
        self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, False)
        for pragma in ("synchronous = full", "fullfsync = on", "foreign_keys = on", "trusted_schema = off"):
            self._connection.execute(f"PRAGMA {pragma}")

    def _use_wal(self) -> None:
        for _ in range(WAL_ATTEMPTS):
            try:
                if self._connection.pragma("journal_mode", "wal") == "wal":
                    return
            except apsw.BusyError:
                # Of two who convert a new file at once the engine sends one away without waiting. This one waits for
                # the write lock, which does queue, and then looks again.
                with self.transaction("BEGIN IMMEDIATE"):
                    pass
        raise losses.lost(self._path, Loss.NO_WAL)

    @contextmanager
    def transaction(self, begin: str) -> Iterator[None]:
        """One transaction; rolled back when left by an error."""
        try:
            self._connection.execute(begin)
            yield
            self._connection.execute("COMMIT")
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def sign(self) -> None:
        """Have page 1 in the -wal, once for each connection: by it is known whose it is (``soundness``)."""
        if not self.is_signed:
            self._connection.pragma("user_version", self._connection.pragma("user_version"))

    def is_moved(self) -> bool:
        """Whether the name leads to another file by now, or to none: what is written here would be lost."""
        return files.identity(self._path) != self._file

    def quick_check(self) -> list[str]:
        """What the engine finds wrong in the structure of the file, the first ten; empty when it is sound."""
        found = [str(row[0]) for row in self._connection.execute("PRAGMA quick_check(10)")]
        return [] if found == ["ok"] else found

    @property
    def connection(self) -> apsw.Connection:
        """The engine's own connection, for what concerns the file as a whole."""
        return self._connection

    def close(self) -> None:
        self._connection.close()


class SqliteDriver:
    """Connections to one file: as many as there are transactions at a time, kept for the next ones."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._free: deque[SqliteLink] = deque()

    @contextmanager
    def writing(self, *, durable: bool = True) -> Iterator[SqliteLink]:
        with self._link() as link:
            link.wait_for_disk(durable)
            with link.transaction("BEGIN IMMEDIATE"):
                link.sign()
                yield link
            link.is_signed = True

    @contextmanager
    def reading(self) -> Iterator[SqliteLink]:
        with self._link() as link, link.transaction("BEGIN DEFERRED"):
            link.is_empty()  # the snapshot is taken by the first read: now
            yield link

    @contextmanager
    def _link(self) -> Iterator[SqliteLink]:
        try:
            link = self._free.pop()
        except IndexError:
            link = self._connect()
        try:
            if link.is_moved():
                raise losses.lost(self._path, Loss.MOVED)
            yield link
        except apsw.Error as problem:
            raise losses.explained(self._path, problem, link.connection.system_errno) from problem
        finally:
            self._free.append(link)

    def _connect(self) -> SqliteLink:
        try:
            link = SqliteLink(self._path)
            try:
                with link.transaction("BEGIN DEFERRED"):
                    foreign = not link.is_empty() and link.version() == 0
                if foreign:
                    raise losses.lost(self._path, Loss.FOREIGN)
                link.prepare()
            except BaseException:
                link.close()
                raise
        except apsw.Error as problem:
            raise losses.explained(self._path, problem) from problem
        return link

    def fold(self) -> None:
        """Put what is in the -wal into the file itself, as far as readers let it."""
        with self._link() as link:
            link.rows("PRAGMA wal_checkpoint(PASSIVE)", {})

    def close(self) -> None:
        while self._free:
            self._free.pop().close()
