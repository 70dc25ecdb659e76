"""Opening what is left of a store: it opens with all it was told, or says exactly why not and touches nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

import stillso
from stillso.care import diagnose
from stillso.errors import BrokenData, Loss, LostStorage
from stillso.storage.disk import files
from stillso.storage.sqlite import SqliteDriver
from stillso.testing.mishaps import overwrite


def lost(path: Path) -> LostStorage:
    """What is said when this store is opened."""
    with pytest.raises(LostStorage) as found:
        stillso.open(path)
    return found.value


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder but for what the engine keeps of readers."""
    lasting = (each for each in folder.iterdir() if each.is_file() and not each.name.endswith("-shm"))
    return {each.name: each.read_bytes() for each in lasting}


@pytest.fixture
def crashed(store: Path) -> Path:
    """The store as a process left it that was killed after it had remembered one thing more: with a -wal."""
    killed(store, 'app.owner("mei").remember("one more", base="shop")')
    assert files.has_wal(store)
    return store


def killed(store: Path, *statements: str) -> None:
    """Act on a store in a process that is then killed with the store open."""
    lines = ["import os, signal, stillso", f"app = stillso.open({str(store)!r})", *statements]
    code = "\n".join([*lines, "os.kill(os.getpid(), signal.SIGKILL)"])
    environment = {**os.environ, "PYTHONPATH": str(Path(stillso.__file__).parents[1])}
    subprocess.run([sys.executable, "-c", code], env=environment, check=False)


# --- a new store ------------------------------------------------------------------------------------------------


def test_a_new_store_is_whole_in_its_file(tmp_path: Path):
    """A copy of the file alone, taken as soon as it is there, has its tables; nothing else lies about."""
    app = stillso.open(tmp_path / "memory.db")
    shutil.copy(tmp_path / "memory.db", tmp_path / "copy.db")
    app.close()
    connection = apsw.Connection(str(tmp_path / "copy.db"))
    assert files.APPLICATION_ID == connection.pragma("application_id")
    assert {"record", "term"} <= {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    assert 23 == connection.execute("SELECT count(*) FROM sqlite_schema WHERE type = 'table'").get
    connection.close()


def test_of_two_stores_each_has_a_cookie_of_its_own(tmp_path: Path):
    """By it the -wal of one is known beside the other."""
    cookies = set()
    for name in "ab":
        stillso.open(tmp_path / name).close()
        header = files.header(tmp_path / name)
        assert header is not None
        cookies.add(header.cookie // 1_000_000)
    assert 2 == len(cookies)


def test_what_a_draft_of_a_store_left_behind_does_no_harm(tmp_path: Path):
    """A process that was killed while it made a store leaves a file of another name; the store is made anew."""
    (tmp_path / "memory.db.x1y2.new").write_bytes(b"half")
    app = stillso.open(tmp_path / "memory.db")
    assert [] == app.bases()
    app.close()
    assert b"half" == (tmp_path / "memory.db.x1y2.new").read_bytes()


# --- nothing is missing -----------------------------------------------------------------------------------------


def test_after_a_kill_all_is_there(crashed: Path, contents: Callable[[Path], list[str]]):
    """What a killed process was told is done, and waits in the -wal, is there."""
    assert ["always run e2e", "one more"] == contents(crashed)


def test_a_file_that_is_copied_with_its_wal_has_all(
    crashed: Path, tmp_path: Path, contents: Callable[[Path], list[str]]
):
    """Both files make the store; what readers shared is not needed."""
    for suffix in ("", "-wal"):
        shutil.copy(files.side(crashed, suffix), files.side(tmp_path / "copy.db", suffix))
    assert ["always run e2e", "one more"] == contents(tmp_path / "copy.db")


def test_a_store_behind_a_link_is_the_same_store(crashed: Path, contents: Callable[[Path], list[str]]):
    """Its -wal and its key lie beside the real file."""
    link = crashed.parent / "link.db"
    link.symlink_to(crashed)
    assert ["always run e2e", "one more"] == contents(link)
    assert not files.side(link, ".key").exists()


def test_a_wal_that_was_cut_off_is_an_older_state(
    crashed: Path, contents: Callable[[Path], list[str]], assert_whole: Callable[[Path], None]
):
    """Nothing of a commit whose end is missing is there; what was before it is, and all is whole."""
    wal = files.side(crashed, "-wal")
    os.truncate(wal, wal.stat().st_size - 100)
    files.side(crashed, "-shm").unlink()
    assert ["always run e2e"] == contents(crashed)
    assert_whole(crashed)


# --- what is said, and not touched ------------------------------------------------------------------------------


def test_an_empty_file_is_no_store(store: Path):
    """A store of no bytes is one that lost them: it is not begun anew."""
    os.truncate(store, 0)
    said = lost(store)
    assert (Loss.EMPTY, "the file is empty, and a store never is") == (said.loss, str(said).partition("failed: ")[2])
    assert 0 == store.stat().st_size


@pytest.mark.parametrize("gone", [lambda path: os.truncate(path, 0), Path.unlink], ids=["empty", "missing"])
def test_changes_beside_no_file_are_kept(crashed: Path, gone: Callable[[Path], None]):
    """The engine would delete the -wal of an empty file; it is left as it is, and named."""
    gone(crashed)
    before = bytes_of(crashed.parent)
    said = lost(crashed)
    assert (Loss.WAL_ALONE, f"{crashed}-wal") == (said.loss, said.facts["where"])
    assert before == bytes_of(crashed.parent)


def test_a_copy_without_the_wal_that_holds_the_tables_is_no_store(tmp_path: Path):
    """As an earlier release left a new file: the tables are in the -wal alone, and the copy has none."""
    driver = SqliteDriver(tmp_path / "old.db")
    with driver.writing() as link:
        link.script("CREATE TABLE principal (id)", 1)
        shutil.copy(tmp_path / "old.db", tmp_path / "copy.db")
    driver.close()
    assert 0 < (tmp_path / "copy.db").stat().st_size
    assert Loss.NO_TABLES is lost(tmp_path / "copy.db").loss


@pytest.mark.parametrize("size", [50, 1000, 4096, 20_001])
def test_a_file_that_was_cut_off_says_so(store: Path, size: int):
    """The words give both sizes, where the header is whole; the bytes stay."""
    whole = store.stat().st_size
    os.truncate(store, size)
    before = bytes_of(store.parent)
    said = lost(store)
    expected = {"size": size, "expected": whole} if size > 100 else {}
    assert Loss.CUT_OFF if size > 100 else Loss.NOT_A_DATABASE is said.loss
    assert expected == {name: said.facts[name] for name in expected}
    assert before == bytes_of(store.parent)


def test_a_file_whose_header_is_garbled_says_so(store: Path):
    """It is no database any more; the bytes stay."""
    overwrite(store, 0, bytes(range(100)))
    before = bytes_of(store.parent)
    said = lost(store)
    assert Loss.NOT_A_DATABASE is said.loss
    assert "file is not a database" in str(said)
    assert before == bytes_of(store.parent)


def test_a_file_whose_pages_are_garbled_says_so(store: Path):
    """The first page tells what the tables are: without it the file is damaged, and the engine's words are given."""
    overwrite(store, 100, bytes(range(256)) * 15)
    said = lost(store)
    assert Loss.DAMAGED is said.loss
    assert "database disk image is malformed" in str(said)


def test_a_wal_whose_header_is_garbled_is_not_thrown_away(crashed: Path):
    """The engine would read over it, and the newest changes would be gone."""
    overwrite(files.side(crashed, "-wal"), 0, bytes(range(32)))
    before = bytes_of(crashed.parent)
    assert Loss.WAL_DAMAGED is lost(crashed).loss
    assert before == bytes_of(crashed.parent)


def test_the_wal_of_another_store_is_not_played_in(crashed: Path, tmp_path: Path):
    """The engine would mix both; nothing is touched."""
    other = tmp_path / "other" / "memory.db"
    stillso.open(other).close()
    killed(other, 'app.owner("lee")')
    shutil.copy(files.side(other, "-wal"), files.side(crashed, "-wal"))
    files.side(crashed, "-shm").unlink()
    before = bytes_of(crashed.parent)
    assert Loss.WAL_OF_ANOTHER is lost(crashed).loss
    assert before == bytes_of(crashed.parent)


def test_the_wal_of_another_program_is_not_played_in(crashed: Path, tmp_path: Path):
    """A -wal of another page size, or beside a file that is not in WAL mode, is never the file's own."""
    driver = SqliteDriver(tmp_path / "songs.db")
    with driver.writing() as link:
        link.connection.pragma("user_version", 7)
    header = bytearray(files.side(tmp_path / "songs.db", "-wal").read_bytes())
    driver.close()
    files.side(crashed, "-wal").write_bytes(header)
    files.side(crashed, "-shm").unlink()
    assert Loss.WAL_OF_ANOTHER is lost(crashed).loss


def test_without_its_key_a_store_opens(store: Path):
    """What needs the key says so; everything else works."""
    files.side(store, ".key").unlink()
    app = stillso.open(store)
    assert isinstance(app.owner("mei").remember("still works", base="shop"), stillso.Done)
    app.close()


def test_looking_at_a_store_drops_no_lock_of_this_process(store: Path):
    """While one connection writes, the same file is opened again in this process: no other process can write then."""
    driver = SqliteDriver(store)
    with driver.writing():
        stillso.open(store).close()
        code = f"import apsw; c = apsw.Connection({str(store)!r}); c.execute('BEGIN IMMEDIATE')"
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    driver.close()
    assert "BusyError" in other.stderr


def test_a_foreign_database_with_changes_waiting_is_not_touched(tmp_path: Path):
    """Not even put in order: its -wal stays what it is."""
    path = tmp_path / "songs.db"
    code = f"""
import apsw, os, signal
c = apsw.Connection({str(path)!r}); c.pragma("journal_mode", "wal"); c.execute("CREATE TABLE songs (title)")
os.kill(os.getpid(), signal.SIGKILL)"""
    subprocess.run([sys.executable, "-c", code], check=False)
    before = bytes_of(tmp_path)
    assert Loss.FOREIGN is lost(path).loss
    assert before == bytes_of(tmp_path)


# --- while it is open -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gone", ["deleted", "replaced"])
def test_a_store_that_is_gone_while_it_is_open_takes_no_writes(store: Path, tmp_path: Path, gone: str):
    """The engine would write on into a file that nobody finds any more; back in its place, it goes on."""
    app = stillso.open(store)
    mei = app.owner("mei")
    os.link(store, tmp_path / "kept")
    store.unlink()
    {"deleted": lambda: None, "replaced": store.touch}[gone]()
    for act in (lambda: mei.remember("lost", base="shop"), app.bases):
        with pytest.raises(LostStorage) as found:
            act()
        assert Loss.MOVED is found.value.loss
    os.replace(tmp_path / "kept", store)
    assert isinstance(mei.remember("not lost", base="shop"), stillso.Done)
    app.close()


def test_a_store_that_was_put_aside_is_not_read_beside_the_new_one(store: Path, tmp_path: Path):
    """A view that is open keeps its connection; the next one would be to another file, of which nothing is known."""
    app = stillso.open(store)
    with app.workspace.view():
        for part in (store, *tmp_path.glob("*-wal"), *tmp_path.glob("*-shm")):
            os.replace(part, tmp_path / f"aside-{part.name}")
        stillso.open(store).close()
        with pytest.raises(LostStorage) as found:
            app.bases()
        assert Loss.MOVED is found.value.loss
    app.close()
    with pytest.raises(LostStorage) as found:
        app.bases()
    assert Loss.MOVED is found.value.loss


@pytest.mark.parametrize("cut", [1, 100, 4095, 4096, 9000])
def test_a_file_without_its_end_is_told(store: Path, cut: int):
    """However little is missing: nothing is opened, and nothing is changed."""
    whole = store.read_bytes()
    store.write_bytes(whole[:-cut])
    found = lost(store)
    assert (Loss.CUT_OFF, len(whole)) == (found.loss, found.facts["expected"])
    assert whole[:-cut] == store.read_bytes()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names on this system")
def test_a_pipe_is_no_store_and_no_key(store: Path, tmp_path: Path):
    """Nobody waits for what will never come through it."""
    os.mkfifo(tmp_path / "pipe.db")
    assert [("store", "not-a-database")] == [(each.check, each.case) for each in diagnose(tmp_path / "pipe.db")]
    files.side(store, ".key").unlink()
    os.mkfifo(files.side(store, ".key"))
    with pytest.raises(BrokenData, match="no file"):
        stillso.open(store)
