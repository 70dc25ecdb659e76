"""Two real processes on one store at the same moment: nobody is overwritten and nobody fails for the other's sake."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.journeys.conftest import House, Shell

JUNE = ("--json", "--now", "2026-06-22T03:10:00Z")


def at_once(shell: Shell, commands: Sequence[Sequence[str]]) -> list[tuple[int, dict[str, Any]]]:
    """Exit code and answer of several commands that run at the same time."""
    running = [shell.begin(*words, *JUNE) for words in commands]
    ended = [each.communicate(b"", timeout=60) for each in running]
    return [(each.returncode, json.loads(out)) for each, (out, _) in zip(running, ended, strict=True)]


def test_of_two_that_replace_from_one_reading_one_is_done_and_one_is_stale(house: House, shell: Shell) -> None:
    """Four rounds: each time one process is done with 0, the other is refused with 3 and told what holds."""
    for n in range(4):
        old = f"#{2 * n + 1}"
        house.mei.remember(f"舊的做法 {n}", base="shop", scope=f"round-{n}")
        texts = (f"以後用新甲 {n}", f"以後用新乙 {n}")
        sessions = [house.session(text) for text in texts]
        for session in sessions:
            session.lines()
        commands = [
            ("supersede", old, text, "--session", session.id, "--quote", text)
            for text, session in zip(texts, sessions, strict=True)
        ]
        (won, done), (lost, refused) = sorted(at_once(shell, commands), key=lambda each: each[0])
        assert (0, 3, "stale") == (won, lost, refused["refused"])
        assert done["done"]["no"] == refused["now"]["no"]


def test_what_two_processes_remember_at_once_is_all_kept(house: House, shell: Shell) -> None:
    """Six processes, six records, six versions without a gap."""
    commands = [("remember", f"規則 {n}", "--base", "shop", "--scope", f"part-{n}") for n in range(6)]
    answers = at_once(shell, commands)
    assert [1, 2, 3, 4, 5, 6] == sorted(answer["done"]["version"] for _, answer in answers)
    assert 6 == len(shell("list", "--base", "shop").json["lines"])


def test_two_first_memories_at_once_in_one_folder_are_both_kept(shell: Shell) -> None:
    """On a store that is not there yet, two processes make the base of the folder together and keep both texts."""
    shell.folder = shell.home / "app"
    shell.folder.mkdir()
    answers = at_once(shell, [("remember", "eins"), ("remember", "zwei")])
    assert [0, 0] == [code for code, _ in answers]
    assert ["eins", "zwei"] == sorted(line["content"] for line in shell("list").json["lines"])
