"""What the benchmarks compare: ours, the rows that ours writes written by hand, and one plain table.

``SameRows`` is the limit for a store of this shape: the same statements with values made beforehand, nothing read,
nothing checked, no hash computed. ``Raw`` is what an engine does at all: one row of the same text in one table.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw

import stillso
from stillso.storage import queries
from stillso.storage.rows import encode
from stillso.storage.shelves import lag_of

NOW = datetime(2026, 9, 24, tzinfo=UTC)
CONTENT = "改完只跑 unit test，不跑 e2e; run the unit tests only, record number {}"
CONDITION = "staging 修好之前"
SCOPE = "checkout"


class Ours:
    """The library on a store file, a person acting, and an agent with write access."""

    def __init__(self, path: Path, now: datetime = NOW) -> None:
        self.path = path
        self.app = stillso.open(path, clock=lambda: now)
        self.owner = self.app.owner("mei")
        self.owner.create_base("shop")
        self.app.add_agent("claude-code")
        self.owner.grant("claude-code", "shop", "write")

    def add(self, number: int) -> None:
        """One record, durable when the call returns."""
        self.owner.remember(CONTENT.format(number), base="shop", condition=CONDITION, scope=SCOPE)

    def session(self) -> stillso.Session:
        """A session of the agent, for the person."""
        found = self.app.session("claude-code", ["shop"], person="mei")
        assert isinstance(found, stillso.Session)
        return found

    def close(self) -> None:
        self.app.close()


def connection_to(path: Path) -> apsw.Connection:
    """A connection that writes as durably as ours."""
    connection = apsw.Connection(str(path))
    connection.set_busy_timeout(60_000)
    connection.execute("PRAGMA journal_mode = wal")
    connection.execute("PRAGMA synchronous = full")
    return connection


class SameRows:
    """The rows of our own operations, taken from a store of ours and written again under new numbers."""

    def __init__(self, path: Path, model: Ours) -> None:
        model.add(0)
        self._sql = queries.load()
        self._statements = [(self._sql[name], values) for name, values in _written(model)]
        self.connection = connection_to(path)
        if not list(self.connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1")):
            self.connection.execute(queries.schema("sqlite"))
            self.connection.execute(*_first_space(model, self._sql))
        self.number = 0

    def add(self, number: int) -> None:
        """The rows of one remembered record."""
        self.number = number = self.number + 1
        self.connection.execute("BEGIN IMMEDIATE")
        for sql, values in self._statements:
            self.connection.execute(sql, _renumbered(values, number))
        self.connection.execute("COMMIT")


def _first_space(model: Ours, sql: dict[str, str]) -> tuple[str, dict[str, Any]]:
    with model.app.workspace.view() as view:
        space = view.space("shop")
    return sql["save_space"], {**encode("local", space), "head": 0, "items": 0, "records": 0}


def _written(model: Ours) -> Iterator[tuple[str, dict[str, Any]]]:
    """The statements of the newest operation of a base, with their values."""
    with model.app.workspace.view() as view:
        space = view.space("shop")
        assert space is not None
        (operation,) = view.operations(space.id, limit=1)
        ((item, _),) = view.changed_by(space.id, operation.n)
        row = view.record(space.id, item.no or 0)
        assert row is not None
    yield "advance_space", {"workspace": "local", "id": space.id, "head": 0, "items": 1, "records": 1}
    yield "add_operation", encode("local", operation)
    yield "save_item", encode("local", item)
    newest = "SELECT * FROM revision WHERE space = ? AND version = ?"
    cursor = connection_to(model.path).execute(newest, (space.id, operation.n))
    columns = [column[0] for column in cursor.get_description()]
    yield "add_revision", dict(zip(columns, next(cursor), strict=True))
    values = encode("local", row) | {"lag": lag_of(row)}
    yield "save_record", values
    yield "shelve", {**values, "scope": row.record.scope or ""}
    yield "lift_tombstone", {"workspace": "local", "fingerprint": bytes(32)}


#: The columns that count.
_COUNTED = ("n", "no", "key", "head", "version")


def _renumbered(values: dict[str, Any], number: int) -> dict[str, Any]:
    changed = {name: number for name in _COUNTED if values.get(name) is not None}
    if "revision" in values:
        changed["revision"] = 1
    if "parent" not in values and "salt" in values:
        changed["n"] = 1
    if "path" in values:
        changed |= {"path": f"{values['path']}-{number}", "head": 1}
    return {**values, **changed}


class Raw:
    """One table, one row a record."""

    def __init__(self, path: Path) -> None:
        self.connection = connection_to(path)
        self.connection.execute(
            "CREATE TABLE IF NOT EXISTS r"
            " (no INTEGER PRIMARY KEY, content TEXT, condition TEXT, scope TEXT, quote TEXT, at INTEGER, status TEXT)"
        )
        self.connection.execute("CREATE INDEX IF NOT EXISTS r_at ON r (status, at DESC)")

    def add(self, number: int) -> None:
        """One row."""
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute(
            "INSERT INTO r (content, condition, scope, at, status) VALUES (?, ?, ?, ?, 'active')",
            (CONTENT.format(number), CONDITION, SCOPE, number),
        )
        self.connection.execute("COMMIT")
