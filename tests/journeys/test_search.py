"""Searching from a shell, and being led to the memory that a new statement replaces."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.journeys.conftest import Shell


def test_a_search_shows_lines_and_files(shell: Shell) -> None:
    """A memory as its line, a file with the piece that fits."""
    shell("remember", "Use pnpm, not npm")
    change = {"path": "notes/tools.md", "mode": "create", "content": "pnpm is used here"}
    (base,) = shell("base", "list").json["bases"]
    shell("files", "write", base["base"], stdin=json.dumps({"files": [change]}))
    told = shell.plain("search", "pnpm").out
    assert "#1 Use pnpm, not npm | condition: none" in told
    assert "notes/tools.md (a file): pnpm is used here" in told


def test_what_was_replaced_is_found_with_ended_and_says_so(shell: Shell) -> None:
    """By default only what holds."""
    shell("remember", "Use pnpm for installs")
    shell("supersede", "#1", "Use bun for installs")
    assert "pnpm" not in shell.plain("search", "installs").out
    (old,) = [line for line in shell.plain("search", "installs", "--ended").out.splitlines() if "#1" in line]
    assert old.startswith("(replaced) #1")


def test_nothing_found_and_nothing_asked_are_told_apart(shell: Shell) -> None:
    """In both languages; both are no errors."""
    shell("remember", "Use pnpm")
    assert "Nothing fits “red apples”." in shell.plain("search", "red apples").out
    assert "There is nothing to look for" in shell.plain("search", "!?").out
    assert "沒有可以找的東西" in shell.plain("search", "！", "--lang", "zh-Hant").out
    assert len(shell.plain("search", "x" * 100_000).out) < 200
    assert "沒有符合「甜甜圈」的" in shell.plain("search", "甜甜圈", "--lang", "zh-Hant").out


def test_where_no_base_is_yet_nothing_is_made(shell: Shell) -> None:
    """Searching makes no base."""
    assert {"hits": []} == shell("search", "pnpm").json
    assert [] == shell("base", "list").json["bases"]


def test_a_new_statement_is_led_to_the_memory_it_replaces(shell: Shell) -> None:
    """Refused with the number and the ways on; replacing it is one more command."""
    shell("remember", "Use pnpm for installs")
    told = shell("remember", "Use npm for installs")
    refused = told.json
    assert 3 == told.code
    assert ("similar-exists", 1) == (refused["refused"], refused["now"]["no"])
    assert [{"no": 1, "kind": "other", "content": "Use pnpm for installs"}] == refused["now"]["similar"]
    assert "supersede" in refused["next"]
    assert 1 == shell("supersede", "#1", "Use npm for installs").json["done"]["replaces"]


def test_both_hold_when_the_person_says_so(shell: Shell) -> None:
    """With the number, or without one for any; an unknown number is refused."""
    shell("remember", "部署時間是每週五下午三點")
    assert "similar-exists" == shell("remember", "部署時間改成每週四").json["refused"]
    assert "unknown" == shell("remember", "部署時間改成每週四", "--beside", "#9").json["refused"]
    assert 2 == shell("remember", "部署時間改成每週四", "--beside", "#1").json["done"]["no"]
    assert 3 == shell("remember", "部署時間改成每週三", "--beside").json["done"]["no"]


def test_the_same_statement_is_led_to_confirming(shell: Shell) -> None:
    """It says so in the language of the screen."""
    shell("remember", "commit 訊息用英文寫")
    told = shell.plain("remember", "commit 訊息用英文寫。", "--lang", "zh-Hant").err
    assert "#1 已經這樣說了" in told
    assert "確認" in told
