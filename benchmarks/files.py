"""Files with versions, one command: ``python -m benchmarks.files [VERSIONS …]``. See README.md beside this file."""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import apsw
from benchmarks.run import compare, row
from benchmarks.sides import connection_to, undurable

import stillso
from stillso.core.names import folded
from stillso.core.verbs import FileChange
from stillso.storage import packing, queries
from stillso.storage.rows import encode

FILES = 1_000
#: The lines of a text; with what makes each line its own, 200 of them are 4 KB.
LINES = ("staging 修好之前先別跑 e2e", "run unit tests only", "折扣計算在 checkout 模組", "owner confirmed in review")
SIZE_BYTES = 4_070


def path_of(number: int) -> str:
    """Where a file lies: ten folders with a hundred each."""
    return f"notes/d{number % 10}/f{number % FILES:04d}.md"


def text_of(number: int, version: int = 0) -> str:
    """What a file says: 4 KB, its own but for the words; from one version to the next the last line changes."""
    chance = random.Random(number % FILES)
    lines = "".join(f"{chance.choice(LINES)} {chance.getrandbits(40):x}\n" for _ in range(150))
    return f"{lines.encode()[:SIZE_BYTES].decode('utf-8', 'ignore')}\nv{version}\n"


def changed(text: str, times: int) -> str:
    """The text with a heading put in at three quarters of it, and as much cut off at its end."""
    data = text.encode()
    new = data[:3000] + f"\n## change {times}\n".encode() + data[3000:SIZE_BYTES]
    return new[: SIZE_BYTES + 20].decode("utf-8", "ignore")


class Ours:
    """The library on a store file; a person writes."""

    def __init__(self, path: Path, versions: int) -> None:
        self.path = path
        self.app = stillso.open(path)
        self.owner = self.app.owner("mei")
        self.owner.create_base("shop")
        with undurable(self.app):
            for start in range(0, FILES, 20):
                files = range(start, start + 20)
                made = [FileChange(path=path_of(n), mode="create", content=text_of(n)) for n in files]
                self._done(self.owner.write(*made, base="shop"))
            for version in range(2, versions + 1):
                self.overwrite(path_of(version), text_of(version, version))
        self.texts = {n: self.read(n) for n in range(FILES)}

    def _done(self, outcome: stillso.Outcome) -> None:
        assert isinstance(outcome, stillso.Done), outcome

    def overwrite(self, path: str, text: str) -> None:
        """Another text for a file, durable when the call returns; the person saw the one that is there."""
        self._done(self.owner.write(FileChange(path=path, mode="overwrite", content=text), base="shop"))

    def write(self, number: int) -> None:
        """A change in the text of a file."""
        self.overwrite(path_of(number), changed(self.texts[number % FILES], number))

    def read(self, number: int) -> str:
        """A file as it is now."""
        read = self.owner.read(path_of(number), base="shop")
        assert not isinstance(read, stillso.Refused)
        return read.content

    def list(self) -> int:
        """All files, with who changed each and when."""
        listed = self.owner.files(base="shop")
        assert not isinstance(listed, stillso.Refused)
        return len(listed)

    def revert(self, number: int) -> None:
        """Take back what the newest version changed: a version like any other."""
        space = self.app.base("shop")
        assert not isinstance(space, stillso.Refused)
        self._done(self.owner.revert(space.head - 1, base="shop"))

    def lists_after_writes(self) -> Iterator[float]:
        """How long a listing takes that nobody asked for yet, in milliseconds."""
        for number in range(20):
            self.write(number)
            begin = time.perf_counter()
            self.list()
            yield (time.perf_counter() - begin) * 1000


class SameRows:
    """The rows of our own writes in a copy of the store; and our rows, read by one statement each."""

    def __init__(self, path: Path, model: Ours) -> None:
        model.write(0)
        with connection_to(path) as copy, copy.backup("main", connection_to(model.path), "main") as backup:
            backup.step()
        self.connection = connection_to(path)
        sql = queries.load("sqlite")
        self._statements = [(sql[name], values) for name, values in self._written(model)]
        self.space = self._statements[0][1]["id"]
        self.head = self._statements[0][1]["head"]
        self.heads = dict(self.connection.execute("SELECT key, head FROM item"))
        self._read = (
            "SELECT i.deleted, r.data, r.leans_on, l.data, r.sha256, o.n, p.name, p.kind FROM item i"
            " JOIN revision r ON r.workspace = 'local' AND r.space = i.space AND r.key = i.key AND r.n = i.head"
            " LEFT JOIN revision l"
            " ON l.workspace = 'local' AND l.space = r.space AND l.key = r.key AND l.n = r.leans_on"
            " JOIN operation o ON o.workspace = 'local' AND o.space = r.space AND o.n = r.version"
            " JOIN principal p ON p.workspace = 'local' AND p.id = o.actor"
            " WHERE i.workspace = 'local' AND i.space = ? AND i.path = ?"
        )
        self._list = sql["files"]
        # What is written here leans on nothing that is there: reading is done beside the library, in its store.
        self.reading = connection_to(model.path)

    def _written(self, model: Ours) -> Iterator[tuple[str, dict[str, Any]]]:
        """The statements of the newest operation, with their values."""
        with model.app.workspace.view() as view:
            space = view.space("shop")
            assert space is not None
            (operation,) = view.operations(space.id, limit=1)
            ((item, _),) = view.changed_by(space.id, operation.n)
            (listed,) = [each for each in view.files(space.id, item.path) if each.key == item.key]
        yield "advance_space", {"workspace": "local", "id": space.id, "head": space.head, "items": 0, "records": 0}
        yield "add_operation", encode("local", operation)
        yield "save_item", encode("local", item)
        yield "list_item", encode("local", listed) | {"space": space.id, "fold": folded(item.path)}
        query = "SELECT * FROM revision WHERE space = ? AND version = ?"
        cursor = self.connection.execute(query, (space.id, operation.n))
        yield "add_revision", dict(zip([name for name, *_ in cursor.get_description()], next(cursor), strict=True))

    def write(self, number: int) -> None:
        """The rows of one change of a file."""
        self.head += 1
        key = number % FILES + 1
        n = self.heads[key] = self.heads[key] + 1
        path = path_of(number)
        of_file = {"key": key, "path": path, "fold": path, "version": self.head, "head": n, "n": n, "id": str(key)}
        in_log = {"head": self.head, "n": self.head, "id": str(self.head)}
        self.connection.execute("BEGIN IMMEDIATE")
        for at, (sql, values) in enumerate(self._statements):
            moved = {"head": self.head} if at == 0 else in_log if at == 1 else of_file
            self.connection.execute(sql, {**values, **{name: moved[name] for name in moved if name in values}})
        self.connection.execute("COMMIT")

    def revert(self, number: int) -> None:
        """The rows of a revert are those of a change."""
        self.write(number)

    def read(self, number: int) -> str:
        """The newest text of a file, and who wrote it."""
        rows = self.reading.execute(self._read, (self.space, path_of(number))).fetchall()
        _, data, leans_on, leant_on, *_ = rows[0]
        against = packing.unpacked(leant_on) if leans_on else None
        return (data if leans_on is None else packing.unpacked(data, against)).decode()

    def list(self) -> int:
        """The rows of the listing."""
        given = {"workspace": "local", "space": self.space, "prefix": "", "beyond": "\U0010ffff"}
        return len(self.reading.execute(self._list, given).fetchall())


class Raw:
    """Whole texts by their hash, a row for each change, and which text each path has; a check of the hash."""

    def __init__(self, path: Path, versions: int) -> None:
        self.connection = connection_to(path)
        self.connection.execute(
            "CREATE TABLE blob (k INTEGER PRIMARY KEY, sha TEXT UNIQUE, data BLOB);"
            "CREATE TABLE head (path TEXT PRIMARY KEY, bk INT, ver INT) WITHOUT ROWID;"
            "CREATE TABLE ver (v INTEGER PRIMARY KEY, at INT, author TEXT);"
            "CREATE TABLE chg (v INT, path TEXT, old INT, new INT, PRIMARY KEY (v, path)) WITHOUT ROWID"
        )
        with self.connection:
            for number in range(FILES):
                self._put(path_of(number), text_of(number).encode(), None)
            for version in range(2, versions + 1):
                self._put(path_of(version), text_of(version, version).encode(), None)
        self.texts = {n: self.read(n).decode() for n in range(FILES)}

    def _rows(self, sql: str, *values: Any) -> list[Any]:
        return self.connection.execute(sql, values).fetchall()

    def _put(self, path: str, data: bytes, seen: str | None) -> None:
        there = self._rows("SELECT bk, sha FROM head JOIN blob ON k = bk WHERE path = ?", path)
        assert seen is None or there[0][1] == seen
        digest = sha256(data).hexdigest()
        self._rows("INSERT OR IGNORE INTO blob (sha, data) VALUES (?, ?)", digest, data)
        ((blob,),) = self._rows("SELECT k FROM blob WHERE sha = ?", digest)
        self._rows("INSERT INTO ver (at, author) VALUES (0, 'mei')")
        version = self.connection.last_insert_rowid()
        self._rows("INSERT INTO chg VALUES (?, ?, ?, ?)", version, path, there[0][0] if there else None, blob)
        self._rows("INSERT OR REPLACE INTO head VALUES (?, ?, ?)", path, blob, version)

    def write(self, number: int) -> None:
        """A change in the text of a file."""
        path = path_of(number)
        data = changed(self.texts[number % FILES], number).encode()
        self.connection.execute("BEGIN IMMEDIATE")
        self._put(path, data, self._rows("SELECT sha FROM head JOIN blob ON k = bk WHERE path = ?", path)[0][0])
        self.connection.execute("COMMIT")

    def read(self, number: int) -> bytes:
        """A file as it is now."""
        found: bytes = self._rows("SELECT data FROM head JOIN blob ON k = bk WHERE path = ?", path_of(number))[0][0]
        return found

    def revert(self, number: int) -> None:
        """What the newest version replaced is put back."""
        self.connection.execute("BEGIN IMMEDIATE")
        replaced = self._rows(
            "SELECT path, data FROM chg JOIN blob ON k = old WHERE v = (SELECT max(v) FROM ver)",
        )
        for path, data in replaced:
            self._put(path, data, None)
        self.connection.execute("COMMIT")

    def list(self) -> int:
        """All paths, with the hash and the version of each."""
        return len(self._rows("SELECT path, sha, ver FROM head JOIN blob ON k = bk ORDER BY path"))


def measure(versions: int, folder: Path) -> None:
    """Every row for one number of versions."""
    begin = time.perf_counter()
    ours = Ours(folder / f"{versions}.db", versions)
    same, raw = SameRows(folder / f"{versions}.same.db", ours), Raw(folder / f"{versions}.raw.db", versions)
    for side in (same.connection, raw.connection):
        side.pragma("wal_checkpoint(truncate)")
    row("write", versions, compare(20, ours.write, same.write, raw.write))
    row("revert", versions, compare(20, ours.revert, same.revert, raw.revert))
    row("read, few files", versions, compare(50, *(_few(side.read) for side in (ours, same, raw))))
    row("read, all files", versions, compare(100, ours.read, same.read, raw.read))
    row("list", versions, compare(5, *(_called(side.list) for side in (ours, same, raw))))
    print(f"{'list after a write':<24}{versions:>8}{statistics.median(ours.lists_after_writes()):>10.3f}")
    ours.owner.search("staging", base="shop")  # which has what was written read by the index
    ours.app.close()
    print(f"{'list, cold':<24}{versions:>8}{statistics.median(_cold(ours.path)):>10.3f}")
    size = sum(each.stat().st_size for each in folder.glob(f"{versions}.db"))
    print(
        f"{'megabytes':<24}{versions:>8}{size / 1e6:>10.1f}   made in {time.perf_counter() - begin:.0f} s", flush=True
    )


def _cold(path: Path) -> Iterator[float]:
    """How long the first listing of an opened store takes, in milliseconds."""
    for _ in range(10):
        app = stillso.open(path)
        owner = app.owner("mei")
        owner.read(path_of(0), base="shop")
        begin = time.perf_counter()
        owner.files(base="shop")
        yield (time.perf_counter() - begin) * 1000
        app.close()


def _few(work: Any) -> Any:
    return lambda number: work(number % 50)


def _called(work: Any) -> Any:
    return lambda number: work()


def main(counts: list[int]) -> None:
    """A table for each number of versions."""
    print(f"CPython {sys.version.split()[0]}, SQLite {apsw.sqlite_lib_version()}, {os.cpu_count()} processors")
    print(f"{'what':<24}{'versions':>8}{'ours ms':>10}{'same rows':>10}{'ratio':>7}{'raw':>10}{'ratio':>7}")
    with tempfile.TemporaryDirectory(prefix="stillso-bench-") as folder:
        for count in counts:
            measure(count, Path(folder))


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [1, 1_000, 10_000])
