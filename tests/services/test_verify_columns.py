"""Verifying: whichever column of whichever row is changed, it is found, but for those that the docs name."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import stillso
from stillso.services.verifying import Verified

if TYPE_CHECKING:
    from tests.services.conftest import Kept

#: The tables that a log accounts for. In the history every message that is kept has an operation that rests on it.
ACCOUNTED = (
    "operation",
    "revision",
    "item",
    "record",
    "evidence",
    "message",
    "tombstone",
    "space",
    "manifest",
    "shelf",
)
#: Tables that none does: who there is and who may do what, who ran and was shown what, what waits.
BESIDE = {"principal", "grant_", "session", "call", "sight", "proposal"}

#: The index of search: verifying tells when a text is not in it, or what is not there is.
SEARCH = {"term", "term_data", "term_idx", "term_docsize", "term_config", "searched", "vector"}

#: Columns of accounted tables that can be changed unseen: in all rows, or in those for which this holds.
UNSEEN = {
    ("space", "slug"): "1",
    ("space", "name"): "1",
    ("space", "description"): "1",
    ("space", "created_at"): "1",
    ("space", "settings"): "1",
    ("space", "workspace"): "head = 0",
    ("space", "id"): "head = 0",
    ("item", "id"): "no IS NULL",
    ("revision", "leans_on"): "1",
    ("shelf", "newest"): "1",
    ("tombstone", "workspace"): "1",
    ("tombstone", "version"): "no IS NULL",
    ("tombstone", "fingerprint"): "no IS NULL",
}
#: Whether, not how much: any number but 0 is read as 1.
FLAGS = {"deleted", "known", "plain"}

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "verify-a-store.md"


class Table:
    """One table of the history: its columns, and where a change of each would have to be found."""

    def __init__(self, connection: apsw.Connection, name: str) -> None:
        info = list(connection.execute(f"PRAGMA table_info({name})"))
        self.name = name
        self.kinds = {str(row[1]): str(row[2]) for row in info}
        self.keys = [str(row[1]) for row in info if row[5]]
        self.rows = {
            column: list(
                connection.execute(
                    f"SELECT {', '.join(self.kinds)} FROM {name}"
                    f" WHERE NOT ({UNSEEN.get((name, column), '0')}) ORDER BY {', '.join(self.keys)}"
                )
            )
            for column in self.kinds
        }

    @property
    def columns(self) -> list[str]:
        """The columns of which some row is accounted for."""
        return [column for column, rows in self.rows.items() if rows]


@pytest.fixture(scope="module")
def tables(written: Path) -> list[Table]:
    """All tables that a log accounts for."""
    connection = apsw.Connection(str(written))
    found = [Table(connection, name) for name in ACCOUNTED]
    connection.close()
    return found


def copied(written: Path, folder: Path) -> Path:
    """The history and its key, in the place of what was there."""
    path = folder / "memory.db"
    for suffix in ("", ".key"):
        shutil.copy(f"{written}{suffix}", f"{path}{suffix}")
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    return path


def moved(column: str, kind: str, value: Any) -> Any:
    """Another value for a column, far from any that there is."""
    if column in FLAGS:
        return 1 - value
    if kind == "INTEGER":
        return (value or 0) + 1_000_003
    return (value.encode() if isinstance(value, str) else value or b"") + b"x"


def changed(data: st.DataObject, column: str, value: Any) -> Any:
    """Another value for a column: a flag turned over, a number moved, a byte of a text, or the end of one."""
    if column in FLAGS:
        return 1 - value
    if value is None:
        return data.draw(st.integers(0, 2**40) | st.binary(min_size=1, max_size=3))
    if isinstance(value, int):
        return value + data.draw(st.integers(-(2**40), 2**40).filter(bool))
    whole = value.encode() if isinstance(value, str) else value
    if not whole or data.draw(st.booleans()):
        return whole + data.draw(st.binary(min_size=1, max_size=2))
    at, bit = data.draw(st.integers(0, len(whole) - 1)), data.draw(st.integers(0, 7))
    return whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :]


def change(path: Path, table: Table, column: str, row: tuple[Any, ...], value: Any) -> bool:
    """Whether the engine took the change: a key that is there already, and a null that must not be, it refuses."""
    given = dict(zip(table.kinds, row, strict=True))
    place = "CAST(? AS TEXT)" if table.kinds[column] == "TEXT" else "?"
    where = " AND ".join(f"{key} = ?" for key in table.keys)
    connection = apsw.Connection(str(path))
    try:
        connection.execute(
            f"UPDATE {table.name} SET {column} = {place} WHERE {where}", (value, *(given[key] for key in table.keys))
        )
    except (apsw.ConstraintError, apsw.MismatchError):
        return False
    finally:
        connection.close()
    return True


def verified(path: Path) -> Verified:
    """What verifying gives."""
    app = stillso.open(path)
    found = app.verify()
    app.close()
    assert isinstance(found, Verified)
    return found


@pytest.mark.parametrize("name", ACCOUNTED)
def test_a_change_of_each_accounted_column_is_found(written: Path, tmp_path: Path, tables: list[Table], name: str):
    """Every one of them at least once, in the last row that is accounted for."""
    (table,) = (each for each in tables if each.name == name)
    unseen = []
    for place, column in enumerate(table.kinds):
        for row in table.rows[column][-1:]:
            path = copied(written, tmp_path)
            assert change(path, table, column, row, moved(column, table.kinds[column], row[place]))
            unseen += [] if verified(path).findings else [column]
    assert [] == unseen


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_any_change_of_any_accounted_column_is_found(written: Path, tmp_path: Path, tables: list[Table], data):
    """One value of one row is another one: verifying says so, and never fails."""
    table = data.draw(st.sampled_from(tables))
    column = data.draw(st.sampled_from(table.columns))
    row = data.draw(st.sampled_from(table.rows[column]))
    value = changed(data, column, row[list(table.kinds).index(column)])
    path = copied(written, tmp_path)
    assume(change(path, table, column, row, value))
    assert verified(path).findings


def test_every_table_is_accounted_for_or_known_not_to_be(kept: Kept):
    """A new table needs a decision: what says how its rows must be?"""
    names = {name for (name,) in kept.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    assert {*ACCOUNTED, *BESIDE, *SEARCH} == {name for name in names if not name.startswith("sqlite_")}


@pytest.mark.parametrize(("table", "column"), UNSEEN)
def test_what_can_be_changed_unseen_is_told(table: str, column: str):
    """The page about verifying names each such column; a row that vanishes is told in words."""
    told = re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert column in {"workspace", "id"} or (table, column) in {
        (name, each) for name, columns in told for each in re.findall(r"`(\w+)`", columns)
    }


def test_only_what_can_be_changed_unseen_is_told(kept: Kept):
    """The page names no column that is watched, and every table that is not."""
    told = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE.read_text("utf-8"), re.MULTILINE))
    named = {(name, each) for name, columns in told.items() for each in re.findall(r"`(\w+)`", columns)}
    assert named <= set(UNSEEN)
    assert BESIDE <= set(told)
