"""The SQLite store: how it opens a file, which files it leaves alone, and what it promises about the disk."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import apsw
import pytest

import stillso
from stillso.errors import BrokenData, LostStorage
from stillso.storage import migrate, queries, sqlite
from stillso.storage.disk.opening import open_store
from stillso.storage.sqlite import SqliteDriver
from stillso.testing.builders import a_commit, a_principal, a_space
from stillso.testing.given import W, append_in, save_in

NEWEST = queries.migrations("sqlite")[-1][0]


def other_programs(path: Path, version: int) -> bytes:
    """A database that another program made, and its bytes."""
    connection = apsw.Connection(str(path))
    connection.execute(f"CREATE TABLE songs (title TEXT); PRAGMA user_version = {version}")
    connection.close()
    return path.read_bytes()


def refusal(path: Path) -> str:
    """What is said when this store is opened."""
    with pytest.raises(LostStorage) as lost:
        stillso.open(path)
    return str(lost.value)


def test_what_was_acknowledged_is_there_after_opening_again(tmp_path: Path):
    """A closed store opens with all that it was given."""
    store = open_store(tmp_path / "memory.db")
    save_in(store, a_space(), a_principal("a", "ann"))
    append_in(store, a_commit(1))
    store.close()
    store = open_store(tmp_path / "memory.db")
    with store.view(W) as view:
        assert (a_space(head=1), [a_principal("a", "ann")]) == (view.space("B"), view.principals())
    store.close()


def test_connections_work_as_they_must(tmp_path: Path):
    """A write-ahead log; keys between tables are checked."""
    driver = SqliteDriver(tmp_path / "memory.db")
    migrate.bring_up(driver, "sqlite")
    asked = {"journal_mode": "wal", "synchronous": 1 if sqlite.SYNCS_LOG else 2, "foreign_keys": 1, "trusted_schema": 0}
    with driver.reading() as link:
        assert asked == {name: link.rows(f"PRAGMA {name}", {})[1][0][0] for name in asked}
    driver.close()


def test_what_is_put_into_the_file_is_in_a_copy_of_it_alone(tmp_path: Path):
    """As after a migration: until then a copy without its -wal would be of the schema before."""
    driver = SqliteDriver(tmp_path / "memory.db")
    migrate.bring_up(driver, "sqlite")
    driver.fold()
    copy = tmp_path / "copy.db"
    subprocess.run(["cp", str(tmp_path / "memory.db"), str(copy)], check=True)
    driver.close()
    driver = SqliteDriver(copy)
    with driver.reading() as link:
        assert NEWEST == link.version()
    driver.close()


@pytest.mark.skipif(not sqlite.SYNCS_LOG, reason="SQLite syncs the log on this system")
def test_writes_are_on_the_disk_before_they_are_acknowledged(tmp_path: Path):
    """The log is synchronised after each commit and before it is told; what is rolled back need not be."""
    driver = SqliteDriver(tmp_path / "memory.db")
    migrate.bring_up(driver, "sqlite")
    told: list[str] = []

    def watch(_frame: FrameType, event: str, called: Any) -> None:
        told.extend(["synced"] * (event == "c_return" and called is sqlite._sync))

    sys.setprofile(watch)
    try:
        with driver.writing():
            told.append("written")
        told.append("acknowledged")
        with suppress(KeyError), driver.writing():
            raise KeyError
    finally:
        sys.setprofile(None)
    assert ["written", "synced", "acknowledged"] == told
    driver.close()


@pytest.mark.skipif(not sqlite.SYNCS_LOG, reason="SQLite syncs the log on this system")
def test_it_is_the_log_of_the_store_that_is_synchronised(tmp_path: Path):
    """The one that SQLite writes, by whatever name the store is opened; closing the store lets go of it."""
    (tmp_path / "link").symlink_to("memory.db")
    driver = SqliteDriver(tmp_path / "link")
    with driver.writing() as link:
        assert link._log is not None
    assert os.path.samestat((tmp_path / "memory.db-wal").stat(), os.fstat(link._log))
    driver.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(link._log)


def test_a_new_store_bears_the_number_of_the_newest_schema(tmp_path: Path):
    """So that no migration runs over it later."""
    open_store(tmp_path / "memory.db").close()
    driver = SqliteDriver(tmp_path / "memory.db")
    with driver.reading() as link:
        assert NEWEST == link.version()
    driver.close()


def test_the_folder_of_a_new_store_is_made(tmp_path: Path):
    """Folders that are missing are made on the way."""
    stillso.open(tmp_path / "a" / "b" / "memory.db").close()
    assert (tmp_path / "a" / "b" / "memory.db").is_file()


def test_the_database_of_another_program_is_refused(tmp_path: Path):
    """The words name the file and say to give another path; no tables of ours are put in."""
    other_programs(tmp_path / "songs.db", version=0)
    said = refusal(tmp_path / "songs.db")
    assert "songs.db" in said
    assert "holds the tables of another program: give another path" in said
    connection = apsw.Connection(str(tmp_path / "songs.db"))
    assert [("songs",)] == list(connection.execute("SELECT name FROM sqlite_schema"))
    connection.close()


def test_the_database_of_another_program_is_not_touched(tmp_path: Path):
    """After the refusal every byte is as it was."""
    before = other_programs(tmp_path / "songs.db", version=0)
    refusal(tmp_path / "songs.db")
    assert before == (tmp_path / "songs.db").read_bytes()


def test_the_number_of_another_programs_schema_is_not_taken_for_ours(tmp_path: Path):
    """Many programs count their schema in the same place: the tables decide whose file it is."""
    other_programs(tmp_path / "songs.db", version=NEWEST)
    assert "another program" in refusal(tmp_path / "songs.db")


def test_a_file_that_is_no_database_is_refused_and_not_touched(tmp_path: Path):
    """The words are the engine's; the bytes are as they were."""
    path = tmp_path / "notes.md"
    path.write_text("# Notes\n" * 200)
    assert "file is not a database" in refusal(path)
    assert "# Notes\n" * 200 == path.read_text()


def test_a_store_of_a_newer_release_is_refused_and_not_touched(tmp_path: Path):
    """The words say which schema it has, which one is known, and to use a newer release."""
    path = tmp_path / "memory.db"
    stillso.open(path).close()
    connection = apsw.Connection(str(path))
    connection.pragma("user_version", NEWEST + 1)
    connection.close()
    before = path.read_bytes()
    assert f"has schema {NEWEST + 1}; this release knows {NEWEST}: use a newer release" in refusal(path)
    assert before == path.read_bytes()


def test_a_folder_is_no_store(tmp_path: Path):
    """The words name it, and nothing is put in or beside it."""
    (tmp_path / "memory").mkdir()
    assert str(tmp_path / "memory") in refusal(tmp_path / "memory")
    assert [tmp_path / "memory"] == list(tmp_path.rglob("*"))


def test_a_path_below_a_file_is_no_store(tmp_path: Path):
    """The words are the system's."""
    (tmp_path / "file").write_text("x")
    assert "file" in refusal(tmp_path / "file" / "memory.db")
    assert "x" == (tmp_path / "file").read_text()


def test_a_store_that_is_gone_while_it_is_open_is_lost_storage(tmp_path: Path):
    """What the engine says comes out as LostStorage, and names the store."""
    store = open_store(tmp_path / "memory.db")
    connection = apsw.Connection(str(tmp_path / "memory.db"))
    connection.execute("DROP TABLE principal")
    connection.close()
    with pytest.raises(LostStorage, match=r"memory\.db failed: .*no such table: principal"), store.view(W) as view:
        view.principals()
    store.close()


BROKEN = {
    "a word that is none": "UPDATE operation SET verb = 'forget'",
    "bytes that are no text": "UPDATE operation SET actor = CAST(x'ff61' AS TEXT)",
    "a moment beyond the calendar": "UPDATE operation SET at = 9000000000000000000",
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_row_that_is_no_value_of_its_kind_is_broken_data(tmp_path: Path, what: str):
    """The words name the kind of row; rows of other kinds are read as ever."""
    store = open_store(tmp_path / "memory.db")
    save_in(store, a_space())
    append_in(store, a_commit(1))
    connection = apsw.Connection(str(tmp_path / "memory.db"))
    connection.execute(BROKEN[what])
    connection.close()
    with store.view(W) as view:
        with pytest.raises(BrokenData, match=r"a row of operations? does not read"):
            view.operations("B")
        assert a_space(head=1) == view.space("B")
    store.close()
