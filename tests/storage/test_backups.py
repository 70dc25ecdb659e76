"""Backups: one moment of a store while others write, whole or not at all, and the way back."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import apsw
import pytest

import stillso
from stillso import Done, Refused
from stillso.care import Restored, restore_store
from stillso.core.heads import Head
from stillso.errors import Loss, LostStorage, Misuse
from stillso.services.heads import Backup
from stillso.storage.disk import files
from stillso.storage.sqlite import SqliteDriver
from stillso.testing.mishaps import overwrite

WRITER = Path(__file__).with_name("writer.py")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(stillso.__file__).parents[1])}
AT = datetime(2026, 12, 1, 12, tzinfo=UTC)


def backed_up(store: Path, target: Path, *, over: bool = False) -> Backup:
    """A backup of a closed store."""
    app = stillso.open(store)
    try:
        made = app.backup(target, over=over)
    finally:
        app.close()
    assert isinstance(made, Backup), made
    return made


def names(folder: Path) -> set[str]:
    """What lies in a folder."""
    return {each.name for each in folder.iterdir()}


# --- making one -------------------------------------------------------------------------------------------------


def test_a_backup_is_a_store_with_its_key_and_its_heads(
    store: Path, tmp_path: Path, contents: Callable[[Path], list[str]], assert_whole: Callable[[Path], None]
):
    """Opened where it lies, it holds what the store held; only its owner can read its files."""
    (tmp_path / "kept").mkdir()
    target = tmp_path / "kept" / "backup.db"
    backed_up(store, target)
    assert {"backup.db", "backup.db.key", "backup.db.heads"} == names(target.parent)
    assert {0o600} == {stat.S_IMODE(each.stat().st_mode) for each in target.parent.iterdir()}
    assert files.side(store, ".key").read_bytes() == files.side(target, ".key").read_bytes()
    assert ["always run e2e"] == contents(target)
    assert_whole(target)


def test_the_heads_are_those_of_the_copy(store: Path, tmp_path: Path):
    """Answer and file name each space, its newest version and the hash of that, as the log of the copy has them."""
    made = backed_up(store, tmp_path / "backup.db")
    app = stillso.open(tmp_path / "backup.db")
    with app.workspace.view() as view:
        shop = view.bases()[0]
        newest = view.operations(shop.id, limit=1)[0]
    app.close()
    head = {"space": shop.id, "name": "shop", "version": newest.n, "hash": newest.hash.hex()}
    noted = json.loads(files.side(tmp_path / "backup.db", ".heads").read_text())
    assert ([head], ["at", "heads", "stillso_anchor"]) == (noted["heads"], sorted(noted))
    assert [Head(space=shop.id, name="shop", version=newest.n, hash=newest.hash)] == list(made.heads)


def test_the_window_of_a_session_has_a_head(store: Path, tmp_path: Path):
    """What was noted for this time only is a version of its session's window."""
    app = stillso.open(store)
    session = app.resume(app.sessions()[0].id, "mei")
    assert isinstance(session, stillso.Session)
    session.show(3)
    session.hear("this time only, skip e2e")
    assert isinstance(session.once(3, quote="this time only, skip e2e"), Done)
    made = app.backup(tmp_path / "backup.db")
    assert isinstance(made, Backup)
    assert [("shop", 5), (app.sessions()[0].id, 1)] == [(head.name, head.version) for head in made.heads]
    app.close()


def test_a_backup_lies_still(store: Path, tmp_path: Path):
    """It is a file by itself, not in WAL mode: it can be read where nothing can be written."""
    backed_up(store, tmp_path / "backup.db")
    header = files.header(tmp_path / "backup.db")
    assert header is not None
    assert (False, header.size_bytes) == (header.is_wal, (tmp_path / "backup.db").stat().st_size)


def test_a_backup_of_an_idle_store_leaves_the_store_as_it_was(store: Path, tmp_path: Path):
    """Not one byte of it changes."""
    before = store.read_bytes()
    backed_up(store, tmp_path / "backup.db")
    assert before == store.read_bytes()


def test_a_backup_while_another_process_writes_is_one_moment(
    store: Path, tmp_path: Path, assert_whole: Callable[[Path], None]
):
    """Each of several is whole; its newest version is between those before and after; the writer loses nothing."""
    command = [sys.executable, str(WRITER), str(store), "mei"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=ENVIRONMENT) as writer:
        assert writer.stdin
        assert writer.stdout
        calls = [json.dumps(["remember", {"content": f"rule {n}", "base": "shop"}]) for n in range(150)]
        writer.stdin.write("\n".join(["", *calls, ""]))
        writer.stdin.close()
        assert ['"ready"\n', '"open"\n'] == [writer.stdout.readline() for _ in range(2)]
        app = stillso.open(store)
        versions = []
        for number in range(3):
            written = json.loads(writer.stdout.readline())["done"]["version"]
            made = app.backup(tmp_path / f"{number}.db")
            assert isinstance(made, Backup)
            versions.append((written, made.heads[0].version, app.bases()[0].head))
        app.close()
        answers = [json.loads(line) for line in writer.stdout]
    assert 147 == sum("done" in answer for answer in answers)
    assert versions == [tuple(sorted(each)) for each in versions]
    for number in range(3):
        assert_whole(tmp_path / f"{number}.db")


def test_progress_is_told_to_the_end(store: Path, tmp_path: Path):
    """Pages done rise to all pages."""
    told: list[tuple[int, int]] = []
    app = stillso.open(store)
    app.backup(tmp_path / "backup.db", progress=lambda done, pages: told.append((done, pages)))
    app.close()
    assert told == sorted(told)
    assert told[-1] == (told[-1][1], told[-1][1])
    assert told[-1][1] * 4096 == (tmp_path / "backup.db").stat().st_size


def test_who_stops_a_backup_leaves_nothing(store: Path, tmp_path: Path):
    """An interruption in the middle takes away what was copied so far."""

    def stop(done: int, pages: int) -> None:
        raise KeyboardInterrupt

    (tmp_path / "kept").mkdir()
    app = stillso.open(store)
    with pytest.raises(KeyboardInterrupt):
        app.backup(tmp_path / "kept" / "backup.db", progress=stop)
    app.close()
    assert set() == names(tmp_path / "kept")


# --- what is not overwritten ------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["", ".key", ".heads"])
def test_a_file_that_is_there_is_not_overwritten(store: Path, tmp_path: Path, suffix: str):
    """Any of the three is refused with its name, and none of them is written."""
    (tmp_path / "kept").mkdir()
    there = tmp_path / "kept" / f"backup.db{suffix}"
    there.write_text("mine")
    app = stillso.open(store)
    refused = app.backup(tmp_path / "kept" / "backup.db")
    app.close()
    assert isinstance(refused, Refused)
    assert ("exists", str(there)) == (refused.code.value, refused.facts["path"])
    assert ({there.name}, "mine") == (names(there.parent), there.read_text())


def test_with_over_it_is(store: Path, tmp_path: Path, contents: Callable[[Path], list[str]]):
    """The newer backup takes the place of the older one, with its heads."""
    backed_up(store, tmp_path / "backup.db")
    app = stillso.open(store)
    app.owner("mei").remember("one more", base="shop")
    app.close()
    made = backed_up(store, tmp_path / "backup.db", over=True)
    noted = json.loads(files.side(tmp_path / "backup.db", ".heads").read_text())
    assert made.heads[0].version == noted["heads"][0]["version"]
    assert ["always run e2e", "one more"] == contents(tmp_path / "backup.db")


@pytest.mark.parametrize("suffix", ["", ".key", "-wal", "-shm"])
def test_a_store_is_not_overwritten_by_its_own_backup(store: Path, suffix: str):
    """Whichever of its files is named, and by whatever path."""
    (store.parent / "link").symlink_to(store.parent)
    app = stillso.open(store)
    for folder in (store.parent, store.parent / "link"):
        with pytest.raises(Misuse, match="give another name"):
            app.backup(folder / f"memory.db{suffix}", over=True)
    assert isinstance(app.owner("mei").remember("still whole", base="shop"), Done)
    app.close()


def test_a_folder_or_a_device_is_not_overwritten(store: Path, tmp_path: Path):
    """A backup is a file; the name of anything else is a mistake."""
    app = stillso.open(store)
    for target in (tmp_path, Path("/dev/null")):
        with pytest.raises(Misuse, match="is not a file"):
            app.backup(target, over=True)
    app.close()


def test_a_backup_that_is_in_use_as_a_store_is_not_replaced(store: Path, tmp_path: Path):
    """Its -wal would be played into the new one."""
    backed_up(store, tmp_path / "backup.db")
    other = stillso.open(tmp_path / "backup.db")
    other.owner("lee")
    app = stillso.open(store)
    with pytest.raises(LostStorage) as lost:
        app.backup(tmp_path / "backup.db", over=True)
    assert Loss.IN_USE is lost.value.loss
    app.close()
    other.close()


def test_a_folder_that_is_not_there_is_named(store: Path, tmp_path: Path):
    """Folders are not made on the way: a disk that is not plugged in is no place."""
    app = stillso.open(store)
    with pytest.raises(LostStorage, match="there is no such file") as lost:
        app.backup(tmp_path / "usb" / "backup.db")
    app.close()
    assert str(tmp_path / "usb") == lost.value.facts["where"]


def test_a_store_in_memory_has_no_backup(tmp_path: Path):
    """There is no file to copy."""
    with pytest.raises(Misuse, match="in memory"):
        stillso.open("memory:").backup(tmp_path / "backup.db")


def test_a_damaged_store_gives_no_backup(store: Path, tmp_path: Path):
    """The copy is looked at before it gets its name; the words are about the store."""
    (tmp_path / "kept").mkdir()
    app = stillso.open(store)
    app.owner("mei")
    app.close()
    overwrite(store, 4096 * 3, bytes(range(256)) * 16)
    app = stillso.open(store)
    with pytest.raises(LostStorage) as lost:
        app.backup(tmp_path / "kept" / "backup.db")
    app.close()
    assert (Loss.DAMAGED, str(store)) == (lost.value.loss, lost.value.facts["path"])
    assert set() == names(tmp_path / "kept")


# --- the way back -----------------------------------------------------------------------------------------------


def restored(file: Path, store: Path) -> Restored:
    """A backup where no store was."""
    made = restore_store(file, store)
    assert isinstance(made, Restored), made
    return made


def test_a_backup_is_put_where_no_store_is(
    store: Path, tmp_path: Path, contents: Callable[[Path], list[str]], assert_whole: Callable[[Path], None]
):
    """With its key; the backup itself stays as it was, and can be put back again."""
    backed_up(store, tmp_path / "backup.db")
    before = (tmp_path / "backup.db").read_bytes()
    made = restored(tmp_path / "backup.db", tmp_path / "new" / "memory.db")
    assert made.has_key
    assert {"memory.db", "memory.db.key"} == names(tmp_path / "new")
    assert before == (tmp_path / "backup.db").read_bytes()
    assert_whole(tmp_path / "new" / "memory.db")
    assert ["always run e2e"] == contents(tmp_path / "new" / "memory.db")


@pytest.mark.parametrize("suffix", ["", ".key", "-wal", "-shm", "-journal"])
def test_nothing_of_a_store_is_replaced(store: Path, tmp_path: Path, suffix: str):
    """Neither a store, open or not, nor what one left: refused with its name, and not one byte changes."""
    backed_up(store, tmp_path / "backup.db")
    files.side(tmp_path / "other.db", suffix).write_bytes(b"what is left")
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    refused = restore_store(tmp_path / "backup.db", tmp_path / "other.db")
    assert isinstance(refused, Refused)
    assert ("exists", "store") == (refused.code.value, refused.facts["reason"])
    assert str(files.side(tmp_path / "other.db", suffix)) == refused.facts["path"]
    assert before == {each.name: each.read_bytes() for each in tmp_path.iterdir()}


def test_a_store_that_is_made_meanwhile_stays(store: Path, tmp_path: Path, contents: Callable[[Path], list[str]]):
    """Whoever was told that something is remembered finds it again; the restore is refused."""
    backed_up(store, tmp_path / "backup.db")
    other = tmp_path / "other.db"

    def meanwhile(done: int, pages: int) -> None:
        if done == pages:
            app = stillso.open(other)
            app.owner("mei").create_base("shop")
            app.owner("mei").remember("made meanwhile", base="shop")
            app.close()

    assert isinstance(restore_store(tmp_path / "backup.db", other, progress=meanwhile), Refused)
    assert ["made meanwhile"] == contents(other)
    assert not [name for name in names(tmp_path) if name.endswith(".new")]


def test_a_backup_without_its_key_says_so(store: Path, tmp_path: Path):
    """What was turned down is not known again."""
    backed_up(store, tmp_path / "backup.db")
    files.side(tmp_path / "backup.db", ".key").unlink()
    assert not restored(tmp_path / "backup.db", tmp_path / "other.db").has_key


def test_a_backup_that_was_copied_over_a_killed_store_is_not_mixed_with_it(store: Path, tmp_path: Path):
    """The usual slip: the old -wal still lies there. Nothing is touched, and without it the backup opens."""
    backed_up(store, tmp_path / "backup.db")
    killed_after_a_change(store)
    shutil.copy(tmp_path / "backup.db", store)
    before = (store.read_bytes(), files.side(store, "-wal").read_bytes())
    with pytest.raises(LostStorage) as lost:
        stillso.open(store)
    assert Loss.WAL_OF_ANOTHER is lost.value.loss
    assert before == (store.read_bytes(), files.side(store, "-wal").read_bytes())
    files.side(store, "-wal").unlink()
    stillso.open(store).close()


def killed_after_a_change(store: Path) -> None:
    """A process remembers something and is killed: the change waits in the -wal."""
    code = f"""
import os, signal, stillso
app = stillso.open({str(store)!r})
app.owner("mei").remember("after the backup", base="shop")
os.kill(os.getpid(), signal.SIGKILL)"""
    subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, check=False)
    assert files.has_wal(store)


@pytest.mark.parametrize("what", ["songs", "notes", "newer", "damaged", "nothing"])
def test_what_is_no_sound_backup_replaces_nothing(store: Path, tmp_path: Path, what: str):
    """A database of another program, another file, a store of a newer release, a damaged one, no file at all."""
    file = tmp_path / "backup.db"
    backed_up(store, file)
    expected = MISTAKEN[what](file)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    with pytest.raises(LostStorage) as lost:
        restore_store(file, tmp_path / "other.db")
    assert (expected, str(file)) == (lost.value.loss, lost.value.facts["path"])
    assert before == {each.name: each.read_bytes() for each in tmp_path.iterdir()}


def songs(file: Path) -> Loss:
    """The database of another program."""
    file.unlink()
    connection = apsw.Connection(str(file))
    connection.execute("CREATE TABLE songs (title)")
    connection.close()
    return Loss.FOREIGN


def notes(file: Path) -> Loss:
    """A text."""
    file.write_text("# Notes\n" * 200)
    return Loss.NOT_A_DATABASE


def newer(file: Path) -> Loss:
    """A store with a schema that this release does not know."""
    connection = apsw.Connection(str(file))
    connection.pragma("user_version", 1000)
    connection.close()
    return Loss.NEWER


def damaged(file: Path) -> Loss:
    """A page that is no page."""
    overwrite(file, 4096 * 3, bytes(range(256)) * 16)
    return Loss.DAMAGED


def nothing(file: Path) -> Loss:
    """No file."""
    file.unlink()
    return Loss.MISSING


MISTAKEN = {each.__name__: each for each in (songs, notes, newer, damaged, nothing)}


def test_a_copied_pair_is_a_backup_too(store: Path, tmp_path: Path, contents: Callable[[Path], list[str]]):
    """A file and its -wal, copied by hand, are put back with what is in both; neither is changed."""
    driver = SqliteDriver(store)
    app = stillso.open(store)
    app.owner("mei").remember("one more", base="shop")
    for suffix in ("", "-wal", ".key"):
        command = ["cp", str(files.side(store, suffix)), str(files.side(tmp_path / "copy.db", suffix))]
        subprocess.run(command, check=True)
    app.close()
    driver.close()
    before = (tmp_path / "copy.db").read_bytes()
    restored(tmp_path / "copy.db", tmp_path / "new.db")
    assert before == (tmp_path / "copy.db").read_bytes()
    assert ["always run e2e", "one more"] == contents(tmp_path / "new.db")
