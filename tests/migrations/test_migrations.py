"""Both roads lead to the same schema: a new store at once, an old one step by step."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import apsw

from stillso.storage import migrate, queries
from stillso.storage.sqlite import SqliteDriver


def schema_after(*scripts: str) -> list[tuple[str, str, str]]:
    """What the engine keeps of these scripts: kind, name, and the statement with its white space evened out."""
    connection = apsw.Connection(":memory:")
    for script in scripts:
        connection.execute(script)
    rows = list(connection.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_schema"))
    connection.close()
    return sorted((kind, name, re.sub(r"\s+", " ", re.sub(r"--[^\n]*", "", sql))) for kind, name, sql in rows)


def test_migrations_end_in_the_schema_of_a_new_store():
    """schema.sql is what all migrations, applied in order, give."""
    assert schema_after(queries.schema("sqlite")) == schema_after(*(sql for _, sql in queries.migrations("sqlite")))


def test_migrations_are_numbered_without_a_gap():
    """From 1 on, in the names of their files, which say what they do."""
    folder = files(queries.__name__) / "sqlite" / "migrations"
    names = sorted(path.name for path in folder.iterdir() if path.name.endswith(".sql"))
    assert [f"{number:04d}" for number in range(1, len(names) + 1)] == [name[:4] for name in names]
    assert [] == [name for name in names if not re.fullmatch(r"\d{4}_[a-z]+(_[a-z]+)*\.sql", name)]
    assert list(range(1, len(names) + 1)) == [number for number, _ in queries.migrations("sqlite")]


def test_opening_a_store_twice_changes_nothing(tmp_path: Path):
    """The second time there is nothing to bring up: same schema, same number."""
    driver = SqliteDriver(tmp_path / "memory.db")
    migrate.bring_up(driver, "sqlite")
    with driver.reading() as link:
        before = link.rows("SELECT * FROM sqlite_schema", {}), link.version()
    migrate.bring_up(driver, "sqlite")
    with driver.reading() as link:
        assert before == (link.rows("SELECT * FROM sqlite_schema", {}), link.version())
    driver.close()
