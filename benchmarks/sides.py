"""What the benchmarks compare: ours, the rows that ours writes written by hand, and one plain table.

``SameRows`` is the limit for a store of this shape: the same statements with values made beforehand, nothing checked,
no hash computed; and the same ranges read in the same order, each row formatted once. ``Raw`` is what an engine does
at all: one row of the same text in one table.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import apsw

import stillso
from stillso.core.names import micros
from stillso.core.values import fields_of
from stillso.services import wording
from stillso.storage import queries
from stillso.storage.rows import encode
from stillso.storage.shelves import lag_of

NOW = datetime(2026, 9, 24, tzinfo=UTC)
CONTENT = "The tests of {0} run before a merge; {0} 的測試要先跑過"
CONDITION = "staging 修好之前"
SCOPES = ("checkout", "billing", "search", "mobile")
#: The records of a base were confirmed over the last so many days: some are due, most are not.
DAYS = 45


def content(number: int) -> str:
    """A statement about a thing of its own: compared with the others, and like none of them."""
    letters = "".join("bcdfghjklmnprstvwz"[number // 18**at % 18] + "aeiou"[number // 18**at % 5] for at in range(4))
    return CONTENT.format(letters.capitalize())


class Ours:
    """The library on a store file, with a person who acts and an agent that may write."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.now = NOW
        self.app = stillso.open(path, clock=lambda: self.now)
        self.owner = self.app.owner("mei")
        if not self.app.bases():
            self.owner.create_base("shop")
            self.app.add_agent("claude-code")
            self.owner.grant("claude-code", "shop", "write")

    def add(self, number: int) -> None:
        """One record, durable when the call returns."""
        scope = SCOPES[number % len(SCOPES)]
        done = self.owner.remember(content(number), base="shop", condition=CONDITION, scope=scope)
        assert isinstance(done, stillso.Done), done

    def session(self) -> stillso.Session:
        """A session of the agent, for the person."""
        found = self.app.session("claude-code", ["shop"], person="mei")
        assert isinstance(found, stillso.Session)
        return found

    def close(self) -> None:
        """Let go of the store."""
        self.app.close()


def filled(path: Path, count: int) -> None:
    """A store with so many records, made without waiting for the disk, which is not what is measured."""
    ours = Ours(path)
    with undurable(ours.app):
        for number in range(count):
            ours.now = NOW - timedelta(days=DAYS) * (count - number) / count
            ours.add(number)
    ours.close()


@contextmanager
def undurable(app: stillso.App) -> Iterator[None]:
    """Within it writes of ours do not wait for the disk."""
    store: Any = app.workspace.store
    run = store.run
    store.run = lambda *given, durable=True: run(*given, durable=False)
    yield
    del store.run


def connection_to(path: Path) -> apsw.Connection:
    """A connection that writes as durably as ours."""
    connection = apsw.Connection(str(path))
    connection.set_busy_timeout(60_000)
    connection.execute("PRAGMA journal_mode = wal")
    connection.execute("PRAGMA synchronous = full")
    return connection


class SameRows:
    """The rows of our own operations, in a copy of a store of ours."""

    def __init__(self, path: Path, model: Ours, number: int) -> None:
        model.add(-1)
        self._sql = queries.load("sqlite")
        self._statements = [(self._sql[name], values) for name, values in _written(model)]
        self._space = self._statements[0][1]["id"]
        with connection_to(path) as copy, copy.backup("main", connection_to(model.path), "main") as backup:
            backup.step()
        self.connection = connection_to(path)
        self.number = number + 1

    def add(self, number: int) -> None:
        """The rows of one remembered record."""
        self.number += 1
        self.connection.execute("BEGIN IMMEDIATE")
        for sql, values in self._statements:
            self.connection.execute(sql, _renumbered(values, self.number))
        self.connection.execute("COMMIT")

    def lines(self, scope: str | None = None) -> str:
        """The 200 first rows in the order of lines, each as one line of text."""
        name = "entries_by_depth" if scope is None else "entries_by_scope"
        lag, now = 30 * 86_400_000_000, micros(NOW)
        given = {"workspace": "local", "space": self._space, "audience": "user", "depth": 1, "scope": scope, "rank": 2}
        given |= {"lag": lag, "due_low": -(2**62), "due_high": 2**62}
        marked = given | {"low": -(2**62), "high": now - lag - 1, "limit": 200}
        rows = self.connection.execute(self._sql[name], marked).fetchall()
        if len(rows) < 200:
            plain = given | {"low": now - lag, "high": now, "limit": 200 - len(rows)}
            rows += self.connection.execute(self._sql[name], plain).fetchall()
        return "\n".join(
            f"#{row[0]} ({row[1]}) {row[2]} | condition: {row[3]} | written {row[7]} by {row[6]} | last {row[8]}"
            for row in rows
        )


def _written(model: Ours) -> Iterator[tuple[str, dict[str, Any]]]:
    """The statements of the newest operation of a base, with their values."""
    with model.app.workspace.view() as view:
        space = view.space("shop")
        assert space is not None
        (operation,) = view.operations(space.id, limit=1)
        ((item, _),) = view.changed_by(space.id, operation.n)
        (listed,) = [each for each in view.files(space.id, item.path) if each.key == item.key]
        row = view.record(space.id, item.no or 0)
        assert row is not None
    yield "advance_space", {"workspace": "local", "id": space.id, "head": 0, "items": 1, "records": 1}
    yield "add_operation", encode("local", operation)
    yield "save_item", encode("local", item)
    yield "list_item", encode("local", listed) | {"space": space.id}
    query = "SELECT * FROM revision WHERE space = ? AND version = ?"
    cursor = connection_to(model.path).execute(query, (space.id, operation.n))
    yield "add_revision", dict(zip([name for name, *_ in cursor.get_description()], next(cursor), strict=True))
    values = encode("local", row) | {"lag": lag_of(row)}
    yield "save_record", values
    yield "shelve", {**values, "scope": row.record.scope or ""}
    words = wording.of_record(model.app.workspace, row.record, wording.Around()).terms
    assert words is not None
    named = {"workspace": "local", "space": space.id, "part": 1, "n": row.record.no}
    yield "add_words", named | fields_of(words)
    yield "lift_tombstone", {"workspace": "local", "fingerprint": bytes(32)}


#: The columns that count up with each operation.
_COUNTED = ("n", "no", "key", "head", "version")


def _renumbered(values: dict[str, Any], number: int) -> dict[str, Any]:
    changed = {name: number for name in _COUNTED if values.get(name) is not None}
    if "revision" in values:
        changed["revision"] = 1
    if "leans_on" in values:
        changed["n"] = 1
    if "path" in values:
        changed |= {"path": f"{values['path']}-{number}", "head": 1}
    return {**values, **changed}


class Raw:
    """One table, one row a record."""

    def __init__(self, path: Path, count: int = 0) -> None:
        self.connection = connection_to(path)
        self.connection.execute(
            "CREATE TABLE r"
            " (no INTEGER PRIMARY KEY, content TEXT, condition TEXT, scope TEXT, quote TEXT, at INTEGER, status TEXT)"
        )
        self.connection.execute("CREATE INDEX r_at ON r (status, at DESC)")
        with self.connection:
            for number in range(count):
                self._insert(number)

    def _insert(self, number: int) -> None:
        self.connection.execute(
            "INSERT INTO r (content, condition, scope, at, status) VALUES (?, ?, ?, ?, 'active')",
            (content(number), CONDITION, SCOPES[number % len(SCOPES)], number),
        )

    def add(self, number: int) -> None:
        """One row."""
        self.connection.execute("BEGIN IMMEDIATE")
        self._insert(number)
        self.connection.execute("COMMIT")
