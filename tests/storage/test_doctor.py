"""``diagnose``: each way a store can be in is found by the check that it belongs to, and nothing is written."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw
import pytest

import stillso
from stillso.care import diagnose
from stillso.core.checks import State
from stillso.errors import Misuse
from stillso.services import checkups
from stillso.storage.disk import checks, files, mounts
from stillso.testing.mishaps import like_anybody, overwrite

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(stillso.__file__).parents[1])}


def found(store: Path) -> dict[str, tuple[str, str]]:
    """What a look finds: state and case by check. A file system of this machine is not looked at here."""
    return {each.check: (each.state.value, each.case) for each in diagnose(store) if each.check != "place"}


SOUND = dict.fromkeys("store engine journal access privacy disk clock contents".split(), ("ok", "ok"))


def everything(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file of a folder with its bytes and when it was changed."""
    return {each.name: (each.read_bytes(), each.stat().st_mtime_ns) for each in folder.iterdir()}


def test_a_sound_store_has_no_problem(store: Path):
    """Each check says so; the key knows what was rejected."""
    assert SOUND | {"key": ("ok", "fits")} == found(store)


def test_a_look_leaves_no_trace(store: Path):
    """Not one byte, not one file, not one date."""
    before = everything(store.parent)
    diagnose(store)
    assert before == everything(store.parent)


def test_a_store_that_is_not_there_is_not_made(tmp_path: Path):
    """It is told as such, and is no problem."""
    assert ("note", "none-yet") == found(tmp_path / "memory.db")["store"]
    assert ("note", "none-yet") == found(tmp_path / "no" / "folder" / "memory.db")["store"]
    assert [] == list(tmp_path.iterdir())


def test_a_store_that_left_its_key_behind_is_a_problem(store: Path):
    """It was there: somebody moved or deleted it."""
    store.unlink()
    assert ("problem", "gone") == found(store)["store"]


def test_a_store_in_memory_has_no_file_to_look_at():
    """The address is a mistake."""
    with pytest.raises(Misuse, match="in memory"):
        diagnose("memory:")


# --- the store itself -------------------------------------------------------------------------------------------


def emptied(store: Path) -> None:
    """A file of no bytes."""
    os.truncate(store, 0)


def cut(store: Path) -> None:
    """The end is missing."""
    os.truncate(store, 8192)


def garbled(store: Path) -> None:
    """The header is gone."""
    overwrite(store, 0, bytes(100))


def torn(store: Path) -> None:
    """A page that is no page."""
    overwrite(store, 4096 * 3, bytes(range(256)) * 16)


def newer(store: Path) -> None:
    """The schema of a release to come."""
    connection = apsw.Connection(str(store))
    connection.pragma("user_version", 1000)
    connection.close()


def foreign(store: Path) -> None:
    """The database of another program."""
    store.unlink()
    connection = apsw.Connection(str(store))
    connection.execute("CREATE TABLE songs (title)")
    connection.close()


def foldered(store: Path) -> None:
    """A folder of that name."""
    store.unlink()
    store.mkdir()


def alone(store: Path) -> None:
    """A -wal without its file."""
    store.unlink()
    files.side(store, "-wal").write_bytes(bytes(5000))


def unheaded(store: Path) -> None:
    """A -wal whose header is gone."""
    files.side(store, "-wal").write_bytes(bytes(5000))


BROKEN: dict[Callable[[Path], None], str] = {
    emptied: "empty",
    cut: "cut-off",
    garbled: "not-a-database",
    torn: "damaged",
    newer: "newer",
    foreign: "foreign",
    foldered: "is-folder",
    alone: "wal-alone",
    unheaded: "wal-damaged",
}


@pytest.mark.parametrize("break_it", BROKEN, ids=lambda each: each.__name__)
def test_why_a_store_cannot_be_opened_is_found(store: Path, break_it: Callable[[Path], None]):
    """As the code that opening it gives; the other checks are made all the same, and nothing is written."""
    break_it(store)
    before = {each.name for each in store.parent.iterdir()}
    seen = found(store)
    assert ("problem", BROKEN[break_it]) == seen["store"]
    assert {"engine", "privacy", "disk"} <= set(seen)
    assert before == {each.name for each in store.parent.iterdir()}


def test_a_store_in_use_is_looked_at(store: Path):
    """While another writes, its -wal is told, and there is no problem."""
    app = stillso.open(store)
    app.owner("lee")
    assert SOUND | {"key": ("ok", "fits"), "wal": ("ok", "ok")} == found(store)
    app.close()


def test_a_store_of_an_older_schema_is_worth_a_note(store: Path):
    """The next command brings it up."""
    seen = checks.judged(store, 0, [])
    assert (State.NOTE, "older", 0) == (seen.state, seen.case, seen.facts["schema"])


def test_a_backup_is_worth_a_note(store: Path):
    """It is not in WAL mode until it is used."""
    app = stillso.open(store)
    app.backup(store.with_name("backup.db"))
    app.close()
    assert SOUND | {"key": ("ok", "fits"), "journal": ("note", "rollback")} == found(store.with_name("backup.db"))


# --- the key ----------------------------------------------------------------------------------------------------


def test_a_store_whose_key_is_gone_is_a_problem(store: Path):
    """What was rejected with it is not known again."""
    files.side(store, ".key").unlink()
    assert ("problem", "rejections") == found(store)["key"]


def test_a_new_store_whose_key_is_gone_is_a_problem(tmp_path: Path):
    """Nothing was rejected, and nothing can be kept as a candidate."""
    stillso.open(tmp_path / "memory.db").close()
    assert ("ok", "ok") == found(tmp_path / "memory.db")["key"]
    (tmp_path / "memory.db.key").unlink()
    assert ("problem", "missing") == found(tmp_path / "memory.db")["key"]


def test_the_key_of_another_store_is_a_problem(store: Path, tmp_path: Path):
    """It knows none of what was rejected."""
    stillso.open(tmp_path / "other.db").close()
    shutil.copy(tmp_path / "other.db.key", files.side(store, ".key"))
    assert ("problem", "other") == found(store)["key"]


def test_a_key_of_another_length_is_a_problem(store: Path):
    """It is no key."""
    files.side(store, ".key").write_bytes(b"short")
    assert ("problem", "length") == found(store)["key"]


# --- what is around it ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["", ".key"])
def test_files_that_others_can_read_are_a_problem(store: Path, suffix: str):
    """All text lies in the store as it is."""
    files.side(store, suffix).chmod(0o640)
    assert ("problem", "open") == found(store)["privacy"]


def test_a_folder_that_others_can_write_to_is_a_problem(store: Path):
    """They could put another store in its place; where only owners may remove files, they cannot."""
    store.parent.chmod(0o777)
    assert ("problem", "folder") == found(store)["privacy"]
    store.parent.chmod(0o1777)
    assert ("ok", "ok") == found(store)["privacy"]


@pytest.mark.parametrize(
    ("shut", "case"), [("file", "read-only"), ("folder", "read-only"), ("key", "unreadable"), ("all", "no-access")]
)
def test_what_we_may_not_do_is_a_problem(store: Path, shut: str, case: str):
    """A file or folder that is read-only, a key that cannot be read, a folder that cannot be entered."""
    changed, mode = {
        "file": (store, 0o400),
        "folder": (store.parent, 0o500),
        "key": (files.side(store, ".key"), 0),
        "all": (store.parent, 0),
    }[shut]
    before = changed.stat().st_mode
    changed.chmod(mode)
    code = f"""
from stillso.care import diagnose
print(*(each.case for each in diagnose({str(store)!r}) if each.state == "problem"))"""
    command = [sys.executable, "-B", "-c", code]
    ended = subprocess.run(
        command, env=ENVIRONMENT, cwd="/", preexec_fn=like_anybody, capture_output=True, text=True, check=False
    )
    changed.chmod(before)
    assert "" == ended.stderr
    assert case in ended.stdout.split()


def test_changes_that_are_dated_ahead_of_the_clock_are_a_problem(store: Path):
    """The file was changed an hour from now: the clock is wrong, or was."""
    ahead = time.time() + 3600
    os.utime(store, (ahead, ahead))
    assert ("problem", "files") == next((e.state.value, e.case) for e in diagnose(store) if e.check == "clock")


def test_a_clock_before_what_was_recorded_is_a_problem(store: Path):
    """What is recorded next would be dated before it."""
    early = datetime.now(UTC) - timedelta(days=2)
    assert ("problem", "records") == clock_found(store, early)
    assert ("ok", "ok") == clock_found(store, datetime.now(UTC) - timedelta(seconds=30))


def clock_found(store: Path, recorder: datetime) -> tuple[str, str]:
    """What is found of the clock when it says this."""
    app = stillso.open(store)
    workspace = replace(app.workspace, recorder=lambda: recorder)
    seen = checkups.look(workspace, store)
    app.close()
    return next((each.state.value, each.case) for each in seen if each.check == "clock")


def test_a_wal_that_grows_without_end_is_worth_a_note(store: Path):
    """A reader that never ends keeps the engine from putting it into the file."""
    app = stillso.open(store)
    app.owner("lee")
    os.truncate(files.side(store, "-wal"), checks.LARGE_WAL_BYTES + 1)
    assert ("note", "large") == found(store)["wal"]
    app.close()


def test_what_a_copy_left_when_it_was_ended_is_worth_a_note(store: Path):
    """It is named, and left."""
    store.with_name("memory.db.a1b2.new").write_bytes(b"half")
    seen = next(each for each in diagnose(store) if each.check == "drafts")
    assert (State.NOTE, "memory.db.a1b2.new") == (seen.state, seen.facts["names"])


def test_the_numbers_are_those_of_the_store(store: Path):
    """Bases, memories, what needs confirming, sessions, candidates."""
    counted = {"bases": 1, "records": 3, "sessions": 1, "proposals": 1, "due": 0}
    assert counted == next(each for each in diagnose(store) if each.check == "contents").facts


def test_what_does_not_read_as_it_must_is_a_problem(store: Path):
    """The structure is sound, and a value in it is none."""
    connection = apsw.Connection(str(store))
    connection.execute("UPDATE session SET bases = 'no list'")
    connection.close()
    assert ("problem", "unreadable") == found(store)["contents"]


# --- where it lies ----------------------------------------------------------------------------------------------

MOUNTINFO = r"""
22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 22 0:40 / /mnt/my\040share rw,relatime shared:2 - cifs //server/share rw
31 22 0:41 / /tmp rw shared:3 - tmpfs none rw
32 31 254:1 / /tmp/disk rw - xfs /dev/vdb rw
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [("/home/mei", "ext4"), ("/mnt/my share/a", "cifs"), ("/tmp", "tmpfs"), ("/tmp/disk/a", "xfs"), ("/tmpx", "ext4")],
)
def test_the_innermost_mount_says_what_kind_it_is(folder: str, kind: str):
    """Longer points win, and escaped names are read."""
    assert kind == mounts.kind_in(MOUNTINFO.strip(), Path(folder))


@pytest.mark.parametrize(
    ("kind", "state", "case"),
    [
        ("ext4", "ok", "ok"),
        ("overlay", "ok", "ok"),
        ("nfs4", "problem", "network"),
        ("fuse.sshfs", "problem", "network"),
        ("tmpfs", "note", "memory"),
        ("9p", "note", "odd"),
        ("fuse.other", "note", "odd"),
    ],
)
def test_a_place_that_can_damage_a_store_is_told(kind: str, state: str, case: str):
    """Where several machines may write, it is a problem; where it may be gone tomorrow, worth a note."""
    seen = checks.placed(kind, None)
    assert seen is not None
    assert (state, case) == (seen.state.value, seen.case)


def test_a_folder_that_a_service_copies_is_worth_a_note(tmp_path: Path):
    """By its name."""
    folder = tmp_path / "My Dropbox" / "x"
    folder.mkdir(parents=True)
    seen = next(each for each in diagnose(folder / "memory.db") if each.check == "place")
    assert ("synced", "My Dropbox") == (seen.case, seen.facts["service"])
