"""The SQLite driver, on APSW: one file in WAL mode, every acknowledged write on the disk.

A write transaction takes the lock at its first moment (BEGIN IMMEDIATE): one that reads first and writes later fails at
once when another has committed in between, whatever the timeout. The engine inside APSW is used, not Python's own,
which is old enough on many machines to damage a file that several processes write (SQLite below 3.51.3).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from stillso.errors import LostStorage
from stillso.storage import migrate
from stillso.storage.rows import Sql
from stillso.storage.sql import SqlStore

#: How long a writer waits for another, in milliseconds. Our choice: far above any single write.
BUSY_MILLISECONDS = 60_000


def open_store(path: Path) -> SqlStore:
    """The store in this file, made when missing. Raises LostStorage with the engine's words when that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        driver = SqliteDriver(path)
        migrate.bring_up(driver, "sqlite")
    except (OSError, apsw.Error) as problem:
        raise LostStorage(f"the store {path} cannot be opened: {problem}") from problem
    return SqlStore(driver)


class SqliteDriver:
    """Connections to one file, one for each thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = threading.local()
        self._connections: list[apsw.Connection] = []
        self._columns: dict[str, tuple[str, ...]] = {}

    @property
    def _connection(self) -> apsw.Connection:
        connection: apsw.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = self._connect()
            self._connections.append(connection)
        return connection

    def _connect(self) -> apsw.Connection:
        connection = apsw.Connection(str(self._path))
        connection.set_busy_timeout(BUSY_MILLISECONDS)
        for pragma in ("journal_mode = wal", "synchronous = full", "foreign_keys = on", "trusted_schema = off"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    @contextmanager
    def writing(self) -> Iterator[None]:
        with self._transaction("BEGIN IMMEDIATE"):
            yield

    @contextmanager
    def reading(self) -> Iterator[None]:
        with self._transaction("BEGIN DEFERRED"):
            yield

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        connection = self._connection
        try:
            connection.execute(begin)
            yield
            connection.execute("COMMIT")
        except apsw.Error as problem:
            raise LostStorage(f"the store {self._path} failed: {problem}") from problem
        finally:
            # Still inside a transaction here means that the block was left by an error: nothing of it stays.
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def rows(self, sql: str, values: Mapping[str, Sql]) -> tuple[Sequence[str], list[Sequence[Sql]]]:
        cursor = self._connection.execute(sql, dict(values))
        rows: list[Any] = []
        for row in cursor:
            if sql not in self._columns:
                self._columns[sql] = tuple(column[0] for column in cursor.get_description())
            rows.append(row)
        return self._columns.get(sql, ()), rows

    def version(self) -> int:
        return int(self._connection.pragma("user_version"))

    def is_empty(self) -> bool:
        return not list(self._connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1"))

    def script(self, sql: str, version: int) -> None:
        self._connection.execute(sql)
        self._connection.pragma("user_version", version)

    def close(self) -> None:
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._local = threading.local()
