"""verify at the command line: what is printed, how it ends, and what becomes of an anchor."""

from __future__ import annotations

import os
import pty
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from stillso.texts import Texts

if TYPE_CHECKING:
    from pathlib import Path

    from tests.journeys.conftest import House, Shell


@pytest.fixture
def told(house: House, shell: Shell) -> Shell:
    """A terminal with a base of three versions, one of them quoted, and a session that noted an exception."""
    session = house.session("先不要跑 e2e，等 staging 修好", "這次跑一下 e2e")
    session.remember("先不要跑 e2e", quote="先不要跑 e2e，等 staging 修好")
    session.once(1, quote="這次跑一下 e2e")
    house.mei.remember("Answer in Chinese", base="shop")
    house.mei.retract(2, base="shop", reason="no longer")
    house.app.close()
    return shell


def tamper(shell: Shell, sql: str) -> None:
    """Change the file of the store past stillso."""
    with closing(sqlite3.connect(shell.store)) as connection:
        connection.execute(sql)
        connection.commit()


REASON = "UPDATE operation SET reason = 'nobody knows' WHERE reason IS NOT NULL"


def test_nothing_wrong_ends_with_0(told: Shell) -> None:
    """The counts are told, as values and in a sentence of either language."""
    found = told("verify")
    counts = {"spaces": 2, "operations": 4, "revisions": 4}
    assert (0, {"verified": counts, "findings": [], "left_out": 0, "anchor": None}) == (found.code, found.json)
    values = {"operations": 4, "revisions": 4, "bases": 1, "sessions": 1}
    for language in ("en", "zh-Hant"):
        said = Texts(language).say("cli.say.verified", **values)
        assert (0, f"{said}\n", "") == tuple(vars(told.plain("verify", "--lang", language)).values())


def test_what_is_found_ends_with_1(told: Shell) -> None:
    """Each finding has its code, its place and its sentence; there is no answer on standard error."""
    tamper(told, REASON)
    found = told("verify")
    (finding,) = found.json["findings"]
    text = "shop: The reason of version 3, or the words that it rests on, are not those that were recorded."
    assert {"finding": "grounds-differ", "base": "shop", "version": 3, "text": text} == finding
    assert (1, "") == (found.code, found.err)
    plain = told.plain("verify", "--lang", "zh-Hant")
    assert (1, "") == (plain.code, plain.err)
    assert "shop：第 3 版的原因，或它依據的原話，和當初記錄的不同。" == plain.out.splitlines()[0]


def test_one_base_by_itself(told: Shell) -> None:
    """Sessions are left out then; a base that there is not is refused like anywhere."""
    assert {"spaces": 1, "operations": 3, "revisions": 3} == told("verify", "--base", "shop").json["verified"]
    assert (3, "unknown") == ((found := told("verify", "--base", "nowhere")).code, found.json["refused"])


def test_a_reindex_mends_the_index(told: Shell) -> None:
    """The sentence names the command, and after it nothing is wrong."""
    tamper(told, "UPDATE record SET content = 'Answer in French' WHERE no = 2")
    assert (1, True) == ((found := told.plain("verify")).code, "stillso reindex" in found.out)
    told("reindex")
    assert 0 == told("verify").code


# --- the anchor -----------------------------------------------------------------------------------------------------


def test_an_anchor_is_written_moved_and_kept(told: Shell, tmp_path: Path) -> None:
    """What became of it is told; after a finding it stays as it was."""
    anchor = tmp_path / "shop.anchor"
    ask = ("verify", "--anchor", str(anchor))
    assert (0, "written") == ((found := told(*ask)).code, found.json["anchor"])
    assert 0o600 == anchor.stat().st_mode & 0o777
    told("remember", "One more", "--base", "shop")
    assert f"The anchor {anchor} is moved forward." == told.plain(*ask).out.splitlines()[-1]
    before = anchor.read_bytes()
    tamper(told, REASON)
    assert f"The anchor {anchor} stays as it was." == told.plain(*ask).out.splitlines()[-1]
    assert (None, before) == (told(*ask).json["anchor"], anchor.read_bytes())


def test_a_store_that_was_set_back_is_found_by_its_anchor(told: Shell, tmp_path: Path) -> None:
    """An older copy in the place of the store is whole by itself."""
    older = told.store.read_bytes()
    ask = ("verify", "--anchor", str(tmp_path / "shop.anchor"))
    told("remember", "One more", "--base", "shop")
    assert 0 == told(*ask).code
    told.store.write_bytes(older)
    assert 0 == told("verify").code
    found = told(*ask)
    assert (1, ["anchor-cut"]) == (found.code, [each["finding"] for each in found.json["findings"]])


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_a_file_that_is_no_anchor_is_misuse_and_left_alone(told: Shell, tmp_path: Path, language: str) -> None:
    """The sentence names the file and why; nothing is written."""
    notes = tmp_path / "notes.md"
    notes.write_text("# Notes\n")
    found = told.plain("verify", "--anchor", str(notes), "--lang", language)
    assert (2, "", "# Notes\n") == (found.code, found.out, notes.read_text())
    assert Texts(language).say("cli.mistake.anchor", path=notes, reason="it is not JSON") in found.err


def test_the_store_itself_is_no_anchor(told: Shell) -> None:
    """Whoever names it by mistake loses nothing."""
    before = told.store.read_bytes()
    assert 2 == told("verify", "--anchor", str(told.store)).code
    assert before == told.store.read_bytes()


# --- who and where ----------------------------------------------------------------------------------------------------


def test_an_agents_shell_verifies_nothing(told: Shell) -> None:
    """It would read every base."""
    found = told.plain("verify", "--json", environment={"CLAUDECODE": "1"})
    assert (3, "not-a-person") == (found.code, found.json["refused"])


def watched(shell: Shell, *words: str) -> str:
    """What a command prints on a terminal that stands behind its standard error."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "stillso", *words]
    ended = subprocess.run(
        command, env=shell.environment, cwd=shell.folder, stdout=subprocess.DEVNULL, stderr=theirs, timeout=60
    )
    os.close(theirs)
    shown = os.read(ours, 65_536)
    os.close(ours)
    assert 0 == ended.returncode
    return shown.decode()


def test_somebody_who_watches_sees_how_far_it_is(house: House, shell: Shell) -> None:
    """On a terminal, of a long log; on standard error alone, so that output stays what was asked for."""
    for number in range(501):
        house.mei.remember(f"rule {number}", base="shop")
    house.app.close()
    assert "shop: version 500 of 501" in watched(shell, "verify", "--json")
    assert ("", 501) == ((found := shell("verify")).err, found.json["verified"]["operations"])


@pytest.mark.parametrize("suffix", ["", ".key", "-wal", "-journal", ".heads"])
def test_the_stores_own_files_are_no_anchor(shell: Shell, suffix: str) -> None:
    """Nothing is written over the store, its key, or what the engine puts beside it."""
    shell("base", "create", "shop")
    shell("verify")
    before = {each.name: each.read_bytes() for each in shell.store.parent.iterdir() if each.is_file()}
    found = shell("verify", "--anchor", f"{shell.store}{suffix}")
    assert 2 == found.code
    assert before == {each.name: each.read_bytes() for each in shell.store.parent.iterdir() if each.is_file()}
