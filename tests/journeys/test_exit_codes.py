"""How a command ends: 0 done or waiting, 3 refused, 2 misuse, 1 lost storage; and what it reads as text."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.journeys.conftest import House, Shell

MISUSE = {
    "an unknown command": ("recollect", "x"),
    "a missing text": ("remember", "--base", "shop"),
    "an empty text": ("remember", "  ", "--base", "shop"),
    "no number": ("show", "three", "--base", "shop"),
    "a quote without a session": ("remember", "x", "--base", "shop", "--quote", "words"),
    "a bad scope": ("remember", "x", "--base", "shop", "--scope", "a//b"),
    "a bad channel": ("session", "start", "--agent", "claude-code", "--base", "shop", "--channel", "fax"),
    "a bad day": ("as-of", "yesterday", "--base", "shop"),
    "a store of no kind": ("list", "--base", "shop", "--store", "mysql://x/y"),
}


@pytest.mark.parametrize("mistake", MISUSE)
def test_misuse_ends_with_2_and_one_json_object(house: House, shell: Shell, mistake: str) -> None:
    """A mistaken call says what is wrong in one JSON object on standard output, and nothing is kept."""
    found = shell(*MISUSE[mistake])
    assert (2, 2, 1) == (found.code, found.json["failed"], len(found.out.splitlines()))
    assert found.json["message"]
    assert "Traceback" not in found.err


@pytest.mark.parametrize("now", ["2026-06-22T03:10:00", "noon"])
def test_a_naive_now_is_misuse(house: House, shell: Shell, now: str) -> None:
    """A moment without a zone is not guessed at."""
    found = shell.plain("list", "--base", "shop", "--json", "--now", now)
    assert (2, 2) == (found.code, found.json["failed"])


def test_without_json_a_mistake_is_told_on_standard_error(shell: Shell) -> None:
    """Nothing is printed where output would be read."""
    found = shell.plain("remember", "x", "--base", "shop", "--loud")
    assert (2, "") == (found.code, found.out)
    assert "--loud" in found.err


REFUSED = {
    "an unknown base": (("list", "--base", "nowhere"), "unknown"),
    "an unknown record": (("show", "#9", "--base", "shop"), "unknown"),
    "an unknown session": (("session", "hear", "snobody00", "x"), "unknown"),
    "a taken slug": (("base", "create", "shop", "--name", "x"), "exists"),
    "a missing file": (("files", "read", "shop", "a.md"), "missing"),
}


@pytest.mark.parametrize("asked", REFUSED)
def test_a_refusal_ends_with_3_and_its_code(house: House, shell: Shell, asked: str) -> None:
    """What is refused says the stable code, a sentence and, where there is one, what to do next."""
    words, code = REFUSED[asked]
    found = shell(*words)
    assert (3, code, "") == (found.code, found.json["refused"], found.err)
    assert found.json["message"]


def test_what_waits_ends_with_0(house: House, shell: Shell) -> None:
    """A candidate is an answer like another."""
    found = shell("remember", "x y z", "--session", house.session().id)
    assert (0, True) == (found.code, "waiting" in found.json)


def test_another_persons_session_is_unknown(house: House, shell: Shell) -> None:
    """A session belongs to who opened it: to another person its id says nothing."""
    id = house.session().id
    shell.environment["STILLSO_PERSON"] = "lee"
    assert (3, "unknown") == ((found := shell("session", "hear", id, "x")).code, found.json["refused"])


# --- lost storage -----------------------------------------------------------------------------------------------


def test_a_folder_is_no_store(shell: Shell) -> None:
    """An address that is a folder ends with 1 and says so."""
    shell.environment["STILLSO_STORE"] = str(shell.home)
    found = shell("list", "--base", "shop")
    assert (1, 1) == (found.code, found.json["failed"])
    assert "Traceback" not in found.err


def test_a_foreign_database_ends_with_1_and_is_not_touched(shell: Shell) -> None:
    """A database of somebody else is neither read nor written: not one byte of it changes."""
    with closing(sqlite3.connect(shell.store)) as foreign:
        foreign.execute("CREATE TABLE customer (name TEXT)")
        foreign.commit()
    before = shell.store.read_bytes()
    found = shell("remember", "x", "--base", "shop")
    assert (1, 1) == (found.code, found.json["failed"])
    assert before == shell.store.read_bytes()


def test_a_file_that_is_no_database_ends_with_1_and_is_not_touched(shell: Shell) -> None:
    """A text file at the address of the store stays what it is."""
    shell.store.write_text("not a database\n" * 100)
    before = shell.store.read_bytes()
    found = shell("remember", "x", "--base", "shop")
    assert (1, 1) == (found.code, found.json["failed"])
    assert before == shell.store.read_bytes()


# --- texts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kept"),
    [("--no e2e on staging", "--no e2e on staging"), ("- first point", "- first point"), ("-", "from standard input")],
)
def test_a_text_that_begins_with_a_dash_follows_two(house: House, shell: Shell, text: str, kept: str) -> None:
    """After -- a text stands as it is; a dash alone still means standard input."""
    shell("remember", "--base", "shop", "--", text, stdin="from standard input")
    (line,) = shell("list", "--base", "shop").json["lines"]
    assert kept == line["content"]


def test_a_dash_reads_standard_input(house: House, shell: Shell) -> None:
    """A longer text comes in over standard input, with its lines and without its last line end."""
    shell("remember", "-", "--base", "shop", stdin="第一行\n第二行 “x”\n")
    (line,) = shell("list", "--base", "shop").json["lines"]
    assert "第一行\n第二行 “x”" == line["content"]


def test_heard_text_comes_over_standard_input_too(house: House, shell: Shell) -> None:
    """A message of several lines is heard as typed, and a quote over its wrap is found."""
    id = house.session().id
    heard = shell("session", "hear", id, "-", stdin="發版前\n一定要先跑資料比對\n").json["heard"]
    assert 1 == heard["message"]
    found = shell("remember", "發版前先跑資料比對", "--session", id, "--quote", "發版前一定要先跑資料比對")
    assert 1 == found.json["done"]["no"]
    (line,) = shell("list", "--base", "shop").json["lines"]
    assert "發版前\n一定要先跑資料比對" == line["quote"]


def test_standard_input_that_is_no_text_is_misuse(house: House, shell: Shell) -> None:
    """Bytes that are not UTF-8 are not guessed at."""
    assert 2 == shell("remember", "-", "--base", "shop", stdin=b"\xff\xfe\x00").code
