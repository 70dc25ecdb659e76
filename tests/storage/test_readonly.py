"""Where nobody may write, what is there can be read, and what cannot is said: real processes, held to permissions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import stillso
from stillso.storage.disk import files
from stillso.testing.mishaps import like_anybody

READING = [["list"], ["lines"], ["show", "1"], ["why", "e2e"], ["log"], ["base", "list"], ["inbox", "list"]]


def run(store: Path, *words: str, person: str = "mei") -> tuple[int, dict[str, Any]]:
    """A command on a store, by somebody whom permissions bind: its exit code and its answer."""
    based = [] if words[0] in ("base", "inbox") else ["--base", "shop"]
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(Path(stillso.__file__).parents[1]),
        "HOME": str(store.parent),
        "STILLSO_PERSON": person,
        "STILLSO_STORE": str(store),
    }
    ended = subprocess.run(
        [sys.executable, "-B", "-m", "stillso", *words, *based, "--json"],
        env=environment,
        cwd="/",
        preexec_fn=like_anybody,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in ended.stderr, ended.stderr
    return ended.returncode, json.loads(ended.stdout)


@pytest.fixture
def shut(store: Path) -> Iterator[Callable[[int, int], None]]:
    """Sets the permissions of the files of a store and of its folder; the folder is opened again afterwards."""
    folder = store.parent

    def shut(file_mode: int, folder_mode: int) -> None:
        for each in folder.iterdir():
            each.chmod(file_mode)
        folder.chmod(folder_mode)

    yield shut
    folder.chmod(0o700)


MODES = {
    "the file is read-only": (0o400, 0o700),
    "the folder is read-only": (0o600, 0o500),
    "both are read-only": (0o400, 0o500),
}


def test_every_reading_command_answers_where_nobody_can_write(store: Path, shut: Callable[[int, int], None]):
    """What SQLite can read, is read."""
    shut(0o400, 0o500)
    assert [0] * len(READING) == [run(store, *words)[0] for words in READING]


@pytest.mark.parametrize("modes", MODES)
def test_what_would_write_there_says_what_is_read_only(store: Path, shut: Callable[[int, int], None], modes: str):
    """The words name the file or the folder; the store can be read all the same, and nothing is made beside it."""
    there = sorted(store.parent.iterdir())
    shut(*MODES[modes])
    code, answer = run(store, "remember", "x")
    where = store.parent if MODES[modes][0] & 0o200 else store
    assert (1, "read-only") == (code, answer["lost"])
    assert f"{where} is read-only" in answer["message"]
    assert ["always run e2e"] == [line["content"] for line in run(store, "list")[1]["lines"]]
    assert there == sorted(store.parent.iterdir())


def test_somebody_new_reads_a_store_that_nobody_can_write_to(store: Path, shut: Callable[[int, int], None]):
    """A person that the store does not know yet is not kept, and reads all the same."""
    shut(0o400, 0o500)
    code, answer = run(store, "list", person="lee")
    assert (0, ["always run e2e"]) == (code, [line["content"] for line in answer["lines"]])


@pytest.mark.parametrize("modes", MODES)
def test_a_store_that_another_writes_to_is_read(store: Path, shut: Callable[[int, int], None], modes: str):
    """Who may only read sees what a writer has just done, while it has the store open."""
    app = stillso.open(store)
    app.owner("mei").remember("one more", base="shop")
    shut(*MODES[modes])
    code, answer = run(store, "list")
    store.parent.chmod(0o700)
    app.close()
    assert (0, {"always run e2e", "one more"}) == (code, {line["content"] for line in answer["lines"]})


@pytest.fixture
def crashed(store: Path) -> Path:
    """The store with changes that wait in its -wal, and nobody has it open."""
    code = f"""
import os, signal, stillso
app = stillso.open({str(store)!r})
app.owner("mei").remember("one more", base="shop")
os.kill(os.getpid(), signal.SIGKILL)"""
    environment = {**os.environ, "PYTHONPATH": str(Path(stillso.__file__).parents[1])}
    subprocess.run([sys.executable, "-c", code], env=environment, check=False)
    assert files.has_wal(store)
    return store


@pytest.mark.parametrize("modes", MODES)
def test_changes_that_wait_are_read_where_nobody_can_write(crashed: Path, shut: Callable[[int, int], None], modes: str):
    """What readers share still lies beside the file, so the engine can."""
    shut(*MODES[modes])
    code, answer = run(crashed, "list")
    assert (0, {"always run e2e", "one more"}) == (code, {line["content"] for line in answer["lines"]})


def test_changes_that_cannot_be_read_are_named(crashed: Path, shut: Callable[[int, int], None]):
    """A -wal without what readers share, in a read-only folder: the words say to copy both files."""
    files.side(crashed, "-shm").unlink()
    shut(0o400, 0o500)
    code, answer = run(crashed, "list")
    assert (1, "wal-unread") == (code, answer["lost"])
    assert f"{crashed}-wal holds changes" in answer["message"]


@pytest.mark.parametrize("part", ["", "-wal", ".key"])
def test_a_file_that_may_not_be_read_is_named(crashed: Path, part: str):
    """Whichever of the files it is."""
    files.side(crashed, part).chmod(0)
    code, answer = run(crashed, "list")
    assert (1, "no-access", True) == (code, answer["lost"], f"You may not read {crashed}{part}." in answer["message"])


def test_a_folder_that_may_not_be_entered_is_named(store: Path, shut: Callable[[int, int], None]):
    """And nothing is said about what is in it."""
    shut(0o600, 0)
    code, answer = run(store, "list")
    store.parent.chmod(0o700)
    assert (1, "no-access") == (code, answer["lost"])
    assert f"You may not read {store.parent}." in answer["message"]


def test_where_nobody_can_write_no_store_is_made(tmp_path: Path):
    """The words name the folder, and nothing is left in it."""
    (tmp_path / "here").mkdir(mode=0o500)
    code, answer = run(tmp_path / "here" / "memory.db", "list")
    (tmp_path / "here").chmod(0o700)
    assert (1, "read-only") == (code, answer["lost"])
    assert f"{tmp_path / 'here'} is read-only" in answer["message"]
    assert [] == list((tmp_path / "here").iterdir())
