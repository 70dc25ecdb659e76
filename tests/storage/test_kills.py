"""Processes that are killed in the middle of anything: what they acknowledged is there, and nothing is half done.

Two at a time write to one store, as a person and as agents in sessions. They are killed at points that a seed chooses:
after so many bytes of what they acknowledged, and a random while of busy waiting, so that any instruction may be the
last. The seed of a failure is in its message.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

import stillso
from stillso.core.names import digest
from stillso.storage.contract import View

MIXING = Path(__file__).with_name("mixing.py")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(stillso.__file__).parents[1])}

#: How many times two processes are killed on one store, before the next store is begun.
KILLS_A_STORE = 3


def begun(folder: Path) -> Path:
    """A store with the base shop and a record, to which codex may write."""
    store = folder / "memory.db"
    app = stillso.open(store)
    mei = app.owner("mei")
    mei.create_base("shop")
    app.add_agent("codex")
    mei.grant("codex", "shop", "write")
    mei.remember("the first", base="shop")
    app.close()
    return store


def killed(store: Path, chance: random.Random) -> list[list[Any]]:
    """Two processes on a store, both killed in the middle; what they acknowledged."""
    command = [sys.executable, str(MIXING), str(store)]
    writers = [
        subprocess.Popen(
            [*command, str(chance.randrange(10**9)), str(store.parent)],
            stdout=subprocess.PIPE,
            bufsize=0,
            env=ENVIRONMENT,
        )
        for _ in range(2)
    ]
    heard = [b"", b""]
    for place in chance.sample(range(2), 2):
        heard[place] = heard_from(writers[place], chance.choice([1, 1, 300, 1000, 2500]))
    for _ in range(chance.randrange(200_000)):
        pass
    for writer in chance.sample(writers, 2):
        writer.kill()
    for place, writer in enumerate(writers):
        heard[place] += writer.communicate(timeout=60)[0]
        assert -9 == writer.returncode
    return [json.loads(line) for each in heard for line in each.split(b"\n")[:-1]]


def heard_from(writer: subprocess.Popen[bytes], size: int) -> bytes:
    """The first bytes that a process writes."""
    assert writer.stdout is not None
    heard = b""
    while len(heard) < size and (more := writer.stdout.read(size - len(heard))):
        heard += more
    return heard


def missing(store: Path, acknowledged: list[list[Any]]) -> list[list[Any]]:
    """What was acknowledged and is not there as it was, of a store that opens."""
    app = stillso.open(store)
    with app.workspace.view() as view:
        found = [each for each in acknowledged if not CHECKS[each[0]](view, view.bases()[0].id, *each[1:])]
    app.close()
    return found


def record_is_there(view: View, shop: str, no: int, version: int, content: str, source: str) -> bool:
    """A record, written by that version, with exactly its content."""
    row = view.record(shop, no)
    written = row and (row.record.content, row.record.source, view.revisions(shop, row.key)[0].version)
    return written == (content, source, version)


def message_is_there(view: View, shop: str, session: str, n: int, text: str) -> bool:
    """A message, exactly as it was heard."""
    message = view.message(session, n)
    return message is not None and message.text == text


def files_are_there(view: View, shop: str, version: int, digests: dict[str, str]) -> bool:
    """Both files of one version, whole."""
    written = {item.path: digest(revision.data or b"") for item, revision in view.changed_by(shop, version)}
    return written == digests


def approved_is_there(view: View, shop: str, id: str, no: int, version: int, content: str) -> bool:
    """A candidate that was decided, and the record that it became."""
    proposal = view.proposal(id)
    decided = proposal is not None and (proposal.outcome, proposal.version) == ("approved", version)
    return decided and record_is_there(view, shop, no, version, content, "confirmed")


def replaced_is_there(view: View, shop: str, old: int, no: int, version: int, content: str) -> bool:
    """The new record, and the old one that names it."""
    row = view.record(shop, old)
    linked = row is not None and (row.record.status, row.record.superseded_by) == ("superseded", no)
    return linked and record_is_there(view, shop, no, version, content, "owner")


def retracted_is_there(view: View, shop: str, no: int, version: int) -> bool:
    """A record out of use, by that version."""
    row = view.record(shop, no)
    return row is not None and (row.record.status, row.record.version) == ("retracted", version)


def backup_is_there(view: View, shop: str, name: str, version: int) -> bool:
    """A backup is looked at by itself."""
    return True


CHECKS: dict[str, Callable[..., bool]] = {
    "record": record_is_there,
    "message": message_is_there,
    "files": files_are_there,
    "approved": approved_is_there,
    "replaced": replaced_is_there,
    "retracted": retracted_is_there,
    "backup": backup_is_there,
}


def half_backups(folder: Path, acknowledged: list[list[Any]]) -> list[str]:
    """The backups that are not whole, or not there though they were acknowledged; takes the others away."""
    wrong = [each[1] for each in acknowledged if each[0] == "backup" and not (folder / each[1]).exists()]
    for file in sorted(folder.glob("* *.db")):
        connection = apsw.Connection(str(file))
        heads = json.loads(file.with_name(f"{file.name}.heads").read_text())["heads"]
        newest = connection.execute("SELECT max(n) FROM operation WHERE space = ?", (heads[0]["space"],)).get
        if connection.pragma("integrity_check") != "ok" or newest != heads[0]["version"]:
            wrong.append(file.name)
        connection.close()
    for file in folder.glob("* *"):
        file.unlink()
    return wrong


def kill_and_look(folder: Path, seed: int, assert_whole: Callable[[Path], None]) -> None:
    """Kill several times on one store, and look at it after each."""
    chance = random.Random(seed)
    store = begun(folder)
    acknowledged: list[list[Any]] = []
    for _ in range(KILLS_A_STORE):
        new = killed(store, chance)
        acknowledged += [each for each in new if each[0] != "backup"]
        overtaken = {each[1] for each in acknowledged if each[0] == "replaced"}
        standing = [each for each in acknowledged if each[0] != "retracted" or each[1] not in overtaken]
        assert ([], []) == (half_backups(folder, new), missing(store, standing)), f"seed {seed}"
        assert_whole(store)


def killed_while(code: str, chance: random.Random) -> None:
    """Run a program that says one line when it begins, and kill it at some instruction after that."""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, bufsize=0, env=ENVIRONMENT) as process:
        heard_from(process, 1)
        for _ in range(chance.randrange(chance.choice([1000, 50_000, 400_000]))):
            pass
        process.kill()


def test_a_store_whose_maker_is_killed_is_made_by_the_next_one(tmp_path: Path):
    """Whatever was done when it ended: nothing, the key, a draft, or all of it."""
    seed = random.SystemRandom().randrange(10**9)
    chance = random.Random(seed)
    for number in range(12):
        store = tmp_path / f"{number}.db"
        killed_while(f"import stillso; print(flush=True); app = stillso.open({str(store)!r})", chance)
        app = stillso.open(store)
        assert (32, []) == (len(app.workspace.key or b""), app.bases()), f"seed {seed}"
        app.close()


def test_who_is_killed_while_putting_a_backup_back_leaves_a_store_or_none(
    store: Path, tmp_path: Path, contents: Callable[[Path], list[str]], assert_whole: Callable[[Path], None]
):
    """All of it or nothing of it; at most its key came before it, which is what a new store would begin with."""
    seed = random.SystemRandom().randrange(10**9)
    chance = random.Random(seed)
    app = stillso.open(store)
    app.backup(tmp_path / "backup.db")
    app.close()
    for number in range(8):
        folder = tmp_path / str(number)
        code = f"""
from stillso.care import restore_store
print(flush=True)
for number in range(1000):
    restore_store({str(tmp_path / "backup.db")!r}, {str(folder)!r} + f"/{{number}}.db")"""
        killed_while(code, chance)
        made = sorted(folder.glob("*.db"), key=lambda each: int(each.stem)) if folder.exists() else []
        for each in made[-2:]:
            assert_whole(each)
            assert ["always run e2e"] == contents(each), f"seed {seed}"


@pytest.mark.parametrize("round_", range(5))
def test_what_killed_processes_acknowledged_is_there(tmp_path: Path, assert_whole: Callable[[Path], None], round_: int):
    """Thirty processes in all, killed two at a time."""
    kill_and_look(tmp_path, random.SystemRandom().randrange(10**9), assert_whole)


@pytest.mark.nightly
@pytest.mark.parametrize("round_", range(34))
def test_what_many_killed_processes_acknowledged_is_there(
    tmp_path: Path, assert_whole: Callable[[Path], None], round_: int
):
    """Two hundred and four, every night."""
    kill_and_look(tmp_path, random.SystemRandom().randrange(10**9), assert_whole)
