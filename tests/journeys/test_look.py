"""``stillso look`` as people run it: before anything is installed, in a home with an agent's memory."""

from __future__ import annotations

import hashlib
import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.journeys.conftest import Printed, Shell

SEPTEMBER = "2026-09-24T03:10:00Z"
SAID = "這陣子 staging 很不穩，e2e 先別跑，跑 unit test 就好"


def key_of(path: Path) -> str:
    """The name of a folder's place under ``projects``."""
    return "".join(char if char.isascii() and char.isalnum() else "-" for char in str(path))


def line(**fields: object) -> str:
    """A line of a transcript."""
    return json.dumps({"timestamp": "2026-06-22T03:09:00.000Z", "sessionId": "s1", **fields}, ensure_ascii=False) + "\n"


@pytest.fixture
def remembered(shell: Shell) -> Path:
    """The memory folder of the repository ``shop``, in which the terminal stands: one rule that lost its condition."""
    shop = shell.home / "shop"
    (shop / ".git").mkdir(parents=True)
    (shop / "web").mkdir()
    project = shell.home / ".claude" / "projects" / key_of(shop.resolve())
    folder = project / "memory"
    folder.mkdir(parents=True)
    file = folder / "testing-unit-only.md"
    file.write_text(
        "---\nname: testing-unit-only\ndescription: Run unit tests only after a change\nmetadata:\n  type: feedback\n"
        "  originSessionId: s1\n  modified: 2026-06-22T03:10:00.000Z\n---\n\nRun the unit tests only, no e2e.\n",
        "utf-8",
    )
    (folder / "MEMORY.md").write_text("- [Unit tests only](testing-unit-only.md) — no e2e after a change\n", "utf-8")
    typed = {"type": "user", "message": {"role": "user", "content": SAID}, "cwd": str(shop.resolve())}
    write = {"type": "tool_use", "id": "t", "name": "Write", "input": {"file_path": str(file)}}
    answer = {"type": "assistant", "message": {"role": "assistant", "content": [write]}}
    (project / "s1.jsonl").write_text(line(**typed) + line(**answer), "utf-8")
    shell.folder = shop
    return folder


def looked(shell: Shell, *words: str, **environment: str) -> Printed:
    """``stillso look`` in September."""
    return shell.plain("look", *words, "--now", SEPTEMBER, environment=environment)


def test_a_person_sees_what_was_lost_and_what_it_would_be(shell: Shell, remembered: Path) -> None:
    """The memory, the sum, then the worst one before and after."""
    found = looked(shell)
    assert (0, "") == (found.code, found.err)
    assert (
        f"What your coding agent remembers, in {remembered.resolve()}\n\n"
        "testing-unit-only  feedback  94 days old  LOST ITS CONDITION\n"
        f"  you, 2026-06-22: “{SAID}” (transcript)\n\n"
        "Memories: 1; over 60 days old: 1; your own words found for: 1. Lost their condition: 1."
    ) == found.out.partition(" For 1 ")[0]
    assert (
        "What an agent reads today:\n"
        "  - [Unit tests only](testing-unit-only.md) — no e2e after a change\n"
        "What it would read with stillso:\n"
        "  [needs confirming] #1 Run unit tests only after a change | condition: 這陣子 staging 很不穩，e2e 先別跑 | "
        f"stated 2026-06-22: “{SAID}” | last confirmed 2026-06-22 (94 days ago)\n"
    ) in found.out


def test_it_speaks_chinese(shell: Shell, remembered: Path) -> None:
    """The same page."""
    found = looked(shell, "--lang", "zh-Hant")
    assert "testing-unit-only  feedback  94 天前  條件遺失\n" in found.out
    assert "記憶 1 筆，超過 60 天的有 1 筆；找到你原話的有 1 筆。遺失條件的有 1 筆。" in found.out


def test_a_program_gets_one_object(shell: Shell, remembered: Path) -> None:
    """With all of the message, and where it stands."""
    (found,) = looked(shell, "--json").json["looked"]
    (memory,) = found["memories"]
    assert ("lost", SAID, "2026-06-22T03:09:00.000Z", "s1", "transcript", 1) == (
        memory["state"],
        *(memory["suggestion"][name] for name in ("sentence", "typed_at", "session", "where", "line")),
    )


def test_a_folder_below_and_a_path_lead_to_the_same(shell: Shell, remembered: Path) -> None:
    """The repository decides; the folder itself can be named as well."""
    shop = shell.folder
    shell.folder = shop / "web"
    below = looked(shell)
    shell.folder = shell.home
    assert below.out == looked(shell, str(shop)).out == looked(shell, str(remembered)).out == looked(shell, "--all").out


def test_the_environment_of_the_client_is_heeded(shell: Shell, remembered: Path) -> None:
    """Its folder may be elsewhere, and so may its memory."""
    elsewhere = shell.home / "elsewhere"
    (shell.home / ".claude").rename(elsewhere)
    assert "has no memory folder yet" in looked(shell).out
    assert "LOST ITS CONDITION" in looked(shell, CLAUDE_CONFIG_DIR=str(elsewhere)).out
    moved = elsewhere / "projects" / remembered.parent.name / "memory"
    assert "testing-unit-only" in looked(shell, CLAUDE_COWORK_MEMORY_PATH_OVERRIDE=str(moved)).out


def test_no_folder_and_an_empty_one_are_no_failures(shell: Shell) -> None:
    """A sentence each, and exit code 0."""
    nothing, none = looked(shell), looked(shell, "--all")
    assert (0, True) == (nothing.code, "has no memory folder yet" in nothing.out)
    assert (0, True) == (none.code, "No project in" in none.out)
    empty = shell.home / "memory"
    empty.mkdir()
    assert (0, True) == (looked(shell, str(empty)).code, "The folder is empty." in looked(shell, str(empty)).out)


def test_a_folder_that_cannot_be_opened_ends_with_1(shell: Shell, remembered: Path) -> None:
    """It says why."""
    aside = remembered.rename(remembered.parent / "aside")
    remembered.symlink_to(remembered)
    found = looked(shell)
    assert (1, True, True) == (found.code, "cannot be opened" in found.out, aside.is_dir())


def test_a_path_that_is_not_there_is_a_mistake(shell: Shell) -> None:
    """And so is a path beside ``--all``."""
    assert (2, 2) == (looked(shell, "nowhere").code, looked(shell, str(shell.home), "--all").code)


def test_it_needs_no_store_and_makes_none(shell: Shell, remembered: Path) -> None:
    """Not even where one would be."""
    looked(shell)
    assert [] == [path.name for path in shell.home.rglob("*") if path.name.startswith(("memory.db", "stillso"))]


def state(folder: Path) -> dict[str, tuple[str, int, int]]:
    """Every file and folder with its content, date of change and mode."""
    return {
        str(path): (
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "",
            path.lstat().st_mtime_ns,
            path.lstat().st_mode,
        )
        for path in sorted([folder, *folder.rglob("*")])
    }


@pytest.mark.parametrize("words", [(), ("--all",), ("--json",)])
def test_it_changes_no_byte(words: tuple[str, ...], shell: Shell, remembered: Path) -> None:
    """Every file is as it was, with its date, and nothing is new."""
    before = state(shell.home)
    assert 0 == looked(shell, *words).code
    assert before == state(shell.home)


def test_it_runs_in_an_agents_shell(shell: Shell, remembered: Path) -> None:
    """It only reads what is the agent's already."""
    assert 0 == shell.plain("look", environment={"CLAUDECODE": "1"}).code


@pytest.fixture
def on_a_terminal(shell: Shell) -> Callable[..., str]:
    """Runs a command on a terminal of so many columns, and gives what is on it."""

    def run(*words: str, columns: int) -> str:
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "stillso", *words],
            cwd=shell.folder,
            env={**shell.environment, "COLUMNS": str(columns)},
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
        )
        os.close(theirs)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 65_536)
            except OSError:  # the other side is closed
                break
            if not piece:
                break
            shown += piece
        _, said = process.communicate(timeout=60)
        os.close(ours)
        assert (0, b"") == (process.returncode, said)
        return shown.decode().replace("\r\n", "\n")

    return run


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_lines_fit_a_narrow_terminal(
    language: str, shell: Shell, remembered: Path, on_a_terminal: Callable[..., str]
) -> None:
    """A Chinese character takes two columns; only a path that has no blank is longer."""
    shown = on_a_terminal("look", "--lang", language, "--now", SEPTEMBER, columns=44)
    wide = [each for each in shown.splitlines() if sum(2 if char > "\u2e80" else 1 for char in each) > 44]
    assert [] == [each for each in wide if " " in each.strip()]
    assert "\n    " in shown


# --- keeping what was found ----------------------------------------------------------------------------------


def test_rescue_keeps_the_words_when_the_transcripts_are_gone(shell: Shell, remembered: Path) -> None:
    """It makes the base of the repository, links the agent, and leaves the folder as it was."""
    before = state(shell.home / ".claude")
    told = looked(shell, "--rescue")
    assert (0, before) == (told.code, state(shell.home / ".claude"))
    assert "1 new, 0 brought up to date" in told.out
    (remembered.parent / "s1.jsonl").unlink()
    again = looked(shell, "--rescue", "--json").json["rescued"]
    assert ("shop", 1, ["same"]) == (again["base"], again["words_kept"], [each["became"] for each in again["notes"]])
    read = shell.plain("files", "read", "shop", "notes/claude-code/testing-unit-only.md").out
    assert SAID in read
    listed = shell.plain("lines", "--now", SEPTEMBER).out
    assert "claude-code, 2026-06-22 (94 days ago)" in listed


def test_rescue_finds_the_base_of_another_repository(shell: Shell, remembered: Path) -> None:
    """With a path the notes go to the repository of that path, from wherever it is run."""
    shop, shell.folder = shell.folder, shell.home
    assert [0, 0] == [looked(shell, str(path), "--rescue").code for path in (shop, remembered)]
    assert ["shop"] == [base["base"] for base in shell("base", "list").json["bases"]]


def test_rescue_is_a_persons(shell: Shell, remembered: Path) -> None:
    """An agent looks, and keeps nothing in somebody's store."""
    found = looked(shell, "--rescue", "--json", CLAUDECODE="1")
    assert (3, "not-a-person", False) == (found.code, found.json["refused"], shell.store.exists())


def test_without_memories_rescue_makes_nothing(shell: Shell) -> None:
    """And says so; of every repository at once it is a mistake."""
    nothing, every = looked(shell, "--rescue"), looked(shell, "--rescue", "--all")
    assert (0, 2, False) == (nothing.code, every.code, shell.store.exists())


def test_secrets_that_were_typed_are_masked(shell: Shell, remembered: Path) -> None:
    """On the page and in JSON, in the sentence and in the whole message."""
    secret = "AKIAIOSFODNN7EXAMPLQ"
    typed = {"type": "user", "message": {"role": "user", "content": f"{SAID}，金鑰是 {secret}。{secret} 別外流"}}
    transcript = remembered.parent / "s1.jsonl"
    transcript.write_text(line(**typed) + transcript.read_text("utf-8").splitlines()[1] + "\n", "utf-8")
    page, values = looked(shell).out, looked(shell, "--json").out
    assert ["[secret: aws-key]" in each for each in (page, values)] == [True, True]
    assert not [each for each in (page, values) if secret in each]
