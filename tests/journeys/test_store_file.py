"""backup, restore FILE and doctor from the command line, and what is said in both languages when a store is lost."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from stillso.errors import Loss

if TYPE_CHECKING:
    from tests.journeys.conftest import House, Shell


@pytest.fixture
def kept(house: House, shell: Shell) -> None:
    """One memory, and a backup of it at kept.db."""
    house.mei.remember("run unit tests only", base="shop")
    assert 0 == shell("backup", "kept.db").code


def test_a_backup_says_where_it_is_and_its_heads(house: House, shell: Shell) -> None:
    """The three files, when it was made, and for each base its newest version with the hash."""
    house.mei.remember("run unit tests only", base="shop")
    found = shell("backup", "kept.db").json["backup"]
    noted = json.loads((shell.home / "kept.db.heads").read_text())
    assert ("kept.db", "kept.db.key", "kept.db.heads") == (found["file"], found["key"], found["heads_file"])
    assert {"stillso_anchor": 1, "at": "2026-06-22T03:10:00.000Z", "heads": found["heads"]} == noted
    assert [("shop", 1, 64)] == [(head["name"], head["version"], len(head["hash"])) for head in found["heads"]]


def test_a_person_reads_where_the_backup_is(house: House, shell: Shell) -> None:
    """And who can read what with it; a line for each base."""
    house.mei.remember("run unit tests only", base="shop")
    said, head = shell.plain("backup", "kept.db").out.splitlines()
    assert said.startswith("Backed up to kept.db, with its key in kept.db.key and its heads in kept.db.heads.")
    assert head.startswith("shop  version 1  ")


def test_a_backup_refuses_a_file_that_is_there(kept: None, shell: Shell) -> None:
    """With the way on; --over replaces it."""
    found = shell("backup", "kept.db")
    assert (3, "exists") == (found.code, found.json["refused"])
    assert "kept.db is there already. Choose another name, or replace it with --over." == found.json["message"]
    assert 0 == shell("backup", "kept.db", "--over").code


def test_a_backup_is_put_back(kept: None, shell: Shell) -> None:
    """Refused where a store is, with what is in the way; elsewhere it is the store as it was."""
    shell("remember", "one more", "--base", "shop")
    refused = shell("restore", "kept.db")
    assert (3, "exists") == (refused.code, refused.json["refused"])
    assert str(shell.store) in refused.json["message"]
    said = shell.plain("restore", "kept.db", "--store", "other.db").out
    assert ["other.db is now what kept.db holds."] == said.splitlines()
    found = shell("list", "--base", "shop", "--store", "other.db").json["lines"]
    assert ["run unit tests only"] == [line["content"] for line in found]
    assert 2 == len(shell("list", "--base", "shop").json["lines"])


@pytest.mark.parametrize(
    "words",
    [
        ("restore", "nothing.db"),
        ("backup", ""),
        ("restore", "kept.db", "--session", "s123"),
        ("restore", "kept.db", "--base", "shop"),
        ("backup", "memory.db", "--over"),
        ("backup", ".", "--over"),
        ("backup", "other.db", "--store", "memory:"),
        ("restore", "kept.db", "--store", "memory:"),
        ("doctor", "--store", "memory:"),
    ],
    ids=" ".join,
)
def test_what_makes_no_sense_is_misuse(kept: None, shell: Shell, words: tuple[str, ...]) -> None:
    """No such file, an option that belongs to the other kind, the store itself, a folder, a store in memory."""
    found = shell(*words)
    assert (2, 2) == (found.code, found.json["failed"])
    assert "{" not in found.json["message"]


def test_a_number_is_a_number_also_where_a_file_has_its_name(kept: None, shell: Shell) -> None:
    """What was always a memory stays one."""
    (shell.home / "1").write_text("x")
    shell("retract", "#1", "--base", "shop")
    assert "restore" == shell("restore", "1", "--base", "shop").json["done"]["verb"]


def test_a_sound_store_ends_doctor_with_0(kept: None, shell: Shell) -> None:
    """One line a check, and that there is no problem."""
    found = shell.plain("doctor")
    assert (0, "No problems.") == (found.code, found.out.splitlines()[-1])
    assert f"ok  store: {shell.store} opens, and its structure is sound (schema 1)." == found.out.splitlines()[0]


def test_a_problem_ends_doctor_with_1(kept: None, shell: Shell, house: House) -> None:
    """Which check, in which case, and what to do, on one line of JSON."""
    house.app.close()
    (shell.home / "memory.db.key").unlink()
    found = shell("doctor")
    (problem,) = (each for each in found.json["checks"] if each["state"] == "problem")
    assert (1, 1, "key", "missing") == (found.code, found.json["problems"], problem["check"], problem["case"])
    assert f"The key {shell.store}.key is missing" in problem["message"]


def test_doctor_makes_no_store(shell: Shell) -> None:
    """A look is no first command."""
    found = shell("doctor")
    assert (0, "none-yet", []) == (found.code, found.json["checks"][0]["case"], list(shell.home.iterdir()))


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_doctor_speaks_the_language(kept: None, shell: Shell, language: str) -> None:
    """The names of the checks as well."""
    first = {"en": "ok  store: ", "zh-Hant": "正常  資料庫："}
    assert shell.plain("doctor", "--lang", language).out.startswith(first[language])


@pytest.mark.parametrize(("language", "words"), [("en", "is empty (0 bytes)"), ("zh-Hant", "是空的（0 位元組）")])
def test_why_a_store_is_lost_is_said_in_the_language(shell: Shell, language: str, words: str) -> None:
    """With the code, which is the same in both; to a person on standard error."""
    shell.store.touch()
    found = shell("list", "--lang", language)
    assert (1, Loss.EMPTY) == (found.code, found.json["lost"])
    assert words in found.json["message"]
    assert words in shell.plain("list", "--lang", language).err
    assert 0 == shell.store.stat().st_size
    assert [shell.store] == list(shell.home.iterdir())


def test_a_terminal_is_told_how_far_a_large_copy_is(kept: None, house: House, shell: Shell) -> None:
    """On a terminal alone, and only where it takes a while: from 40 MB on."""
    with house.app.workspace.store._driver.writing() as link:  # type: ignore[attr-defined]
        link.rows("CREATE TABLE large (data)", {})
        link.rows("INSERT INTO large VALUES (zeroblob(45000000))", {})
    main, side = pty.openpty()
    command = [sys.executable, "-m", "stillso", "backup", "large.db"]
    subprocess.run(command, cwd=shell.home, env=shell.environment, stderr=side, check=True)
    os.close(side)
    told = os.read(main, 100_000).decode().split("\r")
    os.close(main)
    assert ["100 %"] == [each.strip() for each in told if "100" in each]
    assert "" == shell.plain("backup", "again.db").err


@pytest.mark.parametrize("words", [("verify",), ("backup", "kept.db")], ids=" ".join)
def test_what_is_not_there_is_neither_checked_nor_copied(shell: Shell, words: tuple[str, ...]) -> None:
    """A slip in a path would else pass for a sound backup of nothing; and no store is made of it."""
    found = shell(*words, "--store", "slip.db")
    assert (1, "missing") == (found.code, found.json["lost"])
    assert not [each for each in shell.home.iterdir() if "slip" in each.name or "kept" in each.name]
