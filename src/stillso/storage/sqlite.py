"""The SQLite driver, on APSW: one file in WAL mode, every acknowledged write on the disk.

A write transaction takes the lock at its first moment (BEGIN IMMEDIATE): one that reads first and writes later fails at
once when another has committed in between, whatever the timeout. Before that it queues, since SQLite lets writers
overtake each other (``turns``). The engine inside APSW is used, not Python's own, which is old enough on many machines
to damage a file that several processes write (SQLite below 3.51.3).

A commit is in the log before the next writer's turn, and on the disk before its own writer is told: the writer syncs
the log itself, after its turn, while the next one writes. A sync takes the whole log with it, so whatever was read and
built upon is on the disk with what was built.
"""

from __future__ import annotations

import os
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any

import apsw

from stillso.core import late
from stillso.core.folding import is_cjk_letter
from stillso.errors import Loss, LostStorage
from stillso.storage import queries
from stillso.storage.disk import files, losses, turns
from stillso.storage.disk.files import APPLICATION_ID
from stillso.storage.disk.turns import Turns
from stillso.storage.rows import Sql

#: How long a writer waits for SQLite's lock, in milliseconds. Our choice: far above any single write.
BUSY_MILLISECONDS = 60_000

#: Whether a writer syncs the log itself. Elsewhere a file that is open here as well could not be removed by SQLite.
SYNCS_LOG = os.name == "posix"

#: How long to wait before a new file is asked again to become WAL, while others read it.
WAL_SECONDS = 0.001

#: Put on the disk what was written to a file, without the times of it where the system lets those be.
_sync: Callable[[int], None] = getattr(os, "fdatasync", files.sync_past_cache)

_PARAMETER = late.pattern(r"(?<!:):(\w+)")


@cache
def in_order(sql: str) -> Callable[[Mapping[str, Sql]], Sequence[Sql]]:
    """Takes the parameters of a statement out of named values, in the order in which the engine counts them.

    Given a mapping the engine asks for the name of each of them, every time.
    """
    names = list(dict.fromkeys(_PARAMETER.findall(sql)))
    if len(names) > 1:
        return itemgetter(*names)
    return lambda values: [values[name] for name in names]


def _wanted(term: str) -> str:
    """A term in the syntax of FTS5; no term holds a quotation mark."""
    if " " in term:
        return f"({' AND '.join(map(_wanted, term.split()))})"
    return f'"{term}"*' if len(term) == 1 and is_cjk_letter(term) else f'"{term}"'


class SqliteLink:
    """One connection."""

    engine = "sqlite"

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
        self._cursor = self._connection.cursor()
        self._columns: dict[str, tuple[str, ...]] = {}
        self.numbers: dict[tuple[str, str], int] = {}
        self._log: int | None = None
        self._end: Callable[[], object] = lambda: None

    def rows(self, sql: str, values: Mapping[str, Sql]) -> tuple[Sequence[str], list[Sequence[Sql]]]:
        cursor = self._cursor.execute(sql, in_order(sql)(values))
        known = self._columns.get(sql)
        rows: list[Any] = cursor.fetchall() if known is not None else []
        if known is not None:
            return known, rows
        for row in cursor:
            # Only while a row is there, the engine tells what its columns are called.
            self._columns[sql] = tuple(column[0] for column in cursor.get_description())
            rows = [row, *cursor.fetchall()]
        return self._columns.get(sql, ()), rows

    def match(self, terms: Sequence[str], *, every: bool, columns: Sequence[str] = ()) -> str:
        wanted = (" AND " if every else " OR ").join(map(_wanted, terms))
        return f"{{{' '.join(columns)}}} : ({wanted})" if columns else wanted

    def is_empty(self) -> bool:
        return not self._cursor.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()

    def version(self) -> int:
        ours = self._connection.pragma("application_id") == APPLICATION_ID
        return int(self._connection.pragma("user_version")) if ours else 0

    def script(self, sql: str, version: int) -> None:
        self._connection.execute(sql)
        self._connection.pragma("application_id", APPLICATION_ID)
        self._connection.pragma("user_version", version)

    def is_wal(self) -> bool:
        return bool(self._connection.pragma("journal_mode") == "wal")

    def use_wal(self) -> None:
        """Make the file a WAL one, once it is known to be ours. The engine waits for nobody who has it open."""
        until = time.monotonic() + BUSY_MILLISECONDS / 1000
        mode = None
        while mode is None:
            try:
                mode = self._connection.pragma("journal_mode", "wal")
            except apsw.BusyError:
                if time.monotonic() >= until:
                    raise
                time.sleep(WAL_SECONDS)
        if mode != "wal":
            raise losses.lost(self._path, Loss.NO_WAL)

    def prepare(self) -> None:
        """Set how this connection works."""
        self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, False)
        synchronous = "normal" if SYNCS_LOG else "full"
        for pragma in ("fullfsync = on", f"synchronous = {synchronous}", "foreign_keys = on", "trusted_schema = off"):
            self._connection.execute(f"PRAGMA {pragma}")

    def open_log(self) -> None:
        """Open the log, for ``sync``; while this connection is open, it is the same file."""
        if self._log is None and SYNCS_LOG:
            self.is_empty()  # the first read opens it, and makes it when missing
            self._log = os.open(self._connection.filename_wal, os.O_RDONLY)
            self._end = weakref.finalize(self, os.close, self._log)

    def sync(self) -> None:
        """Put on the disk what was committed."""
        if self._log is not None:
            _sync(self._log)

    @contextmanager
    def transaction(self, begin: str) -> Iterator[None]:
        """One transaction; rolled back when left by an error."""
        try:
            self._cursor.execute(begin)
            yield
            self._cursor.execute("COMMIT")
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
                self.numbers.clear()  # what was numbered within it is not

    def begin(self) -> None:
        """Take a snapshot: the first read takes it, so there is one now."""
        self._cursor.execute("BEGIN DEFERRED")
        self.is_empty()

    def end(self) -> None:
        """Let go of the snapshot."""
        if self._connection.in_transaction:
            self._cursor.execute("ROLLBACK")

    def sign(self) -> None:
        """Have page 1 in the -wal, once for each connection: by it is known whose it is (``soundness``)."""
        if not self.is_signed:
            self._connection.pragma("user_version", self._connection.pragma("user_version"))

    @property
    def file(self) -> object:
        """Which file it is, whatever its name."""
        return self._file

    def is_moved(self) -> bool:
        """Whether the name leads to another file by now, or to none: what is written here would be lost."""
        return files.identity(self._path) != self._file

    def quick_check(self) -> list[str]:
        """What the engine finds wrong in the structure of the file, the first ten; empty when it is sound.

        What stands in the index of terms is no part of that (``is_index_sound``).
        """
        try:
            found = [str(row[0]) for row in self._connection.execute("PRAGMA quick_check(10)")]
        except apsw.SQLError:  # the index cannot even be opened
            names = [str(row[0]) for row in self._connection.execute("SELECT name FROM pragma_table_list")]
            checks = (f'PRAGMA quick_check("{name}")' for name in names if name != "term")
            found = [str(row[0]) for check in checks for row in self._connection.execute(check)]
        return [each for each in found if each != "ok" and not each.startswith("fts5:")][:10]

    def is_index_sound(self) -> bool:
        """Whether the index of terms is there and can be read."""
        try:
            found = self._connection.execute("PRAGMA quick_check(term)").fetchall()
            self._connection.execute("SELECT 1 FROM searched LIMIT 1").fetchall()
        except (apsw.SQLError, apsw.CorruptError):
            return False
        return found == [("ok",)]

    def make_index(self) -> None:
        """Make the index of terms anew, without a term in it."""
        if self._connection.table_exists(None, "term"):  # without its settings it could not even be dropped
            self._connection.execute(
                "CREATE TABLE IF NOT EXISTS term_config (k PRIMARY KEY, v) WITHOUT ROWID;"
                "INSERT OR REPLACE INTO term_config VALUES ('version', 4)"
            )
        for table in ("term", "term_data", "term_idx", "term_docsize", "term_config"):
            self._connection.execute(f"DROP TABLE IF EXISTS {table}")
        self._connection.execute(queries.terms(self.engine))

    @property
    def connection(self) -> apsw.Connection:
        """The engine's own connection, for what concerns the file as a whole."""
        return self._connection

    def close(self) -> None:
        self._end()
        self._connection.close()


class _Snapshot:
    """A reading transaction. A class, since every call of the product opens one: generators take twice the time."""

    def __init__(self, driver: SqliteDriver) -> None:
        self._driver = driver

    def __enter__(self) -> SqliteLink:
        self._link = self._driver.take()
        try:
            self._link.begin()
        except BaseException as problem:
            self.__exit__(type(problem), problem, None)
            raise
        return self._link

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> None:
        link = self._link
        try:
            link.end()
        except apsw.Error as failed:
            raise self._driver.explained(link, failed) from failed
        finally:
            self._driver.give(link)
        if isinstance(problem, apsw.Error):
            raise self._driver.explained(link, problem) from problem


class SqliteDriver:
    """Connections to one file: as many as there are transactions at a time, kept for the next ones."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._free: deque[SqliteLink] = deque()
        self._turns: Turns | None = None
        self._file: object = None

    @contextmanager
    def writing(self, *, durable: bool = True) -> Iterator[SqliteLink]:
        with self._link() as link:
            self._save(link.open_log)
            with self._turn(), link.transaction("BEGIN IMMEDIATE"):
                link.sign()
                yield link
            link.is_signed = True
            if durable:
                self._save(link.sync)

    def _save(self, step: Callable[[], None]) -> None:
        try:
            step()
        except OSError as problem:
            raise losses.explained(self._path, problem) from problem

    def _turn(self) -> AbstractContextManager[None]:
        """This writer's turn, where writers can queue."""
        if self._turns is None:
            self._turns = turns.beside(self._path)
        return nullcontext() if self._turns is None else self._turns.turn()

    def reading(self) -> _Snapshot:
        return _Snapshot(self)

    @contextmanager
    def _link(self) -> Iterator[SqliteLink]:
        link = self.take()
        try:
            yield link
        except apsw.Error as problem:
            raise self.explained(link, problem) from problem
        finally:
            self.give(link)

    def take(self) -> SqliteLink:
        """A connection that is free, or a new one. Raises LostStorage when its file is no longer where it was."""
        try:
            link = self._free.pop()
        except IndexError:
            link = self._connect()
        self._file = self._file or link.file
        if link.is_moved() or link.file != self._file:  # what is remembered is of the first file that was opened
            self.give(link)
            raise losses.lost(self._path, Loss.MOVED)
        return link

    def give(self, link: SqliteLink) -> None:
        """Keep a connection for the next one."""
        self._free.append(link)

    def explained(self, link: SqliteLink, problem: apsw.Error) -> LostStorage:
        """Why the store is lost."""
        return losses.explained(self._path, problem, link.connection.system_errno)

    def _connect(self) -> SqliteLink:
        try:
            link = SqliteLink(self._path)
            try:
                with link.transaction("BEGIN DEFERRED"):
                    foreign = not link.is_empty() and link.version() == 0
                if foreign:
                    raise losses.lost(self._path, Loss.FOREIGN)
                if not link.is_wal():
                    with self._turn():
                        link.use_wal()
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
        self._turns = None
