"""A full disk: nothing acknowledged is lost, nothing is half done, the words are plain, and with room it goes on."""

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
from stillso.testing import mishaps

FILLING = Path(__file__).with_name("filling.py")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(stillso.__file__).parents[1])}
MEGABYTE = 2**20


def filled(*before: str, store: Path, out: Path, limit: Callable[[], None] | None = None) -> dict[str, Any]:
    """What a process says that filled its disk."""
    command = [*before, sys.executable, str(FILLING), str(store), str(store.with_name("room")), str(out)]
    ended = subprocess.run(command, env=ENVIRONMENT, preexec_fn=limit, capture_output=True, text=True, check=False)
    assert 0 == ended.returncode, ended.stderr
    told: dict[str, Any] = json.loads(ended.stdout)
    return told


@pytest.fixture(scope="module", params=["a limit", "a small disk"])
def disk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict]]:
    """Where the copies lie, and what was said, on a disk that is really small and under a limit that acts like one."""
    folder, out = tmp_path_factory.mktemp("disk"), tmp_path_factory.mktemp("out")
    if request.param == "a limit":
        yield out, filled(store=folder / "memory.db", out=out, limit=mishaps.no_file_above(MEGABYTE))
        return
    before = mishaps.small_disk(folder, 4 * MEGABYTE)
    if before is None:
        pytest.skip("nobody may mount a disk here")
    room = f'head -c {MEGABYTE} /dev/zero > "$0/room" && exec "$@"'
    yield out, filled(*before, "sh", "-c", room, str(folder), store=folder / "memory.db", out=out)


def test_the_words_say_that_the_disk_is_full(disk: tuple[Path, dict]):
    """For a write, and for a backup."""
    _, told = disk
    assert ("disk-full", "disk-full") == (told["loss"], told["backup"])
    assert "memory.db failed: the disk is full" in told["message"]


def test_what_was_acknowledged_is_there_and_no_more(disk: tuple[Path, dict], assert_whole: Callable[[Path], None]):
    """At the moment of the failure the files, copied as they lie, hold every acknowledged write and nothing half."""
    out, told = disk
    assert told["failed"] > 3
    assert told["acknowledged"][: told["failed"]] == told["read"]
    assert told["read"] == paths(out / "full.db")
    assert_whole(out / "full.db")


def test_with_room_again_it_goes_on(disk: tuple[Path, dict], assert_whole: Callable[[Path], None]):
    """The same process writes on; what had failed is done now, once."""
    out, told = disk
    assert told["failed"] + 3 == len(told["acknowledged"])
    assert told["acknowledged"] == paths(out / "after.db")
    assert_whole(out / "after.db")


def test_a_backup_that_finds_no_room_leaves_nothing(disk: tuple[Path, dict]):
    """No file under its name, and none under another."""
    _, told = disk
    assert ["memory.db", "memory.db.key"] == told["left"]


def paths(store: Path) -> list[str]:
    """The files of the base shop."""
    app = stillso.open(store)
    found = app.owner("mei").files(base="shop")
    app.close()
    assert not isinstance(found, stillso.Refused)
    return [item.path for item in found]


def test_no_store_is_made_on_a_full_disk(tmp_path: Path):
    """The words say so, nothing is left but the key, and with room the store is made."""
    code = f"""
import stillso
from stillso.testing import mishaps
mishaps.no_file_above(20_000)()
try:
    stillso.open({str(tmp_path / "memory.db")!r})
except stillso.LostStorage as lost:
    print(lost.loss)
mishaps.lift_limit()
stillso.open({str(tmp_path / "memory.db")!r}).close()"""
    ended = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert ("disk-full\n", "") == (ended.stdout, ended.stderr)
    assert {"memory.db", "memory.db.key"} == {each.name for each in tmp_path.iterdir()}
    assert (tmp_path / "memory.db").stat().st_size == files.header(tmp_path / "memory.db").size_bytes  # type: ignore[union-attr]
