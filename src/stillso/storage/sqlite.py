"""The SQLite driver, on APSW: one file in WAL mode, every acknowledged write on the disk.

A write transaction takes the lock at its first moment (BEGIN IMMEDIATE): one that reads first and writes later fails at
once when another has committed in between, whatever the timeout. The engine inside APSW is used, not Python's own,
which is old enough on many machines to damage a file that several processes write (SQLite below 3.51.3).
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import apsw

from stillso.errors import LostStorage
from stillso.storage import migrate
from stillso.storage.rows import Sql
from stillso.storage.sql import SqlStore

#: Marks a file as a store of ours ("stil").
APPLICATION_ID = 0x7374696C

#: How often a new file is asked to become WAL while other processes ask the same.
WAL_ATTEMPTS = 100

#: How long a writer waits for another, in milliseconds. Our choice: far above any single write.
BUSY_MILLISECONDS = 60_000


def open_store(path: Path) -> SqlStore:
    """The store in this file, made when missing. Raises LostStorage with the engine's words when that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _make_private(path)
        driver = SqliteDriver(path)
        migrate.bring_up(driver, "sqlite")
    except LostStorage:
        raise
    except (OSError, apsw.Error) as problem:
        raise LostStorage(f"the store {path} cannot be opened: {problem}") from problem
    return SqlStore(driver)


def _make_private(path: Path) -> None:
    """Make the file, for its owner only, unless it is there; an empty file is an empty database."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


class SqliteLink:
    """One connection."""

    def __init__(self, path: Path) -> None:
        self._connection = apsw.Connection(str(path))
        self._connection.set_busy_timeout(BUSY_MILLISECONDS)
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
        for pragma in ("synchronous = full", "foreign_keys = on", "trusted_schema = off"):
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
        raise LostStorage("the file cannot be put into WAL mode; is it on a network drive?")

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
                yield link

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
            yield link
        except apsw.Error as problem:
            raise self._lost(problem) from problem
        finally:
            self._free.append(link)

    def _connect(self) -> SqliteLink:
        try:
            link = SqliteLink(self._path)
            with link.transaction("BEGIN DEFERRED"):
                foreign = not link.is_empty() and link.version() == 0
            if foreign:
                raise LostStorage(f"{self._path} holds the tables of another program: give another path")
            link.prepare()
        except apsw.Error as problem:
            raise self._lost(problem) from problem
        return link

    def _lost(self, problem: apsw.Error) -> LostStorage:
        return LostStorage(f"the store {self._path} failed: {problem}")

    def close(self) -> None:
        while self._free:
            self._free.pop().close()
