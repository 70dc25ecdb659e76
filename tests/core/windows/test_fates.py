"""What becomes of a result is decided by whether it can be had again: by its tool, its name, its command."""

from __future__ import annotations

import pytest

from stillso.core.windows.commands import only_looks
from stillso.core.windows.fates import Fate, fate_of, folded

CLEAR = (
    "Read read_file Glob Grep WebFetch web_search mcp__github__get_issue"
    " getWeather list_files recall LS 讀取檔案 查詢訂單"
).split()
STAY = (
    "run_once_migration deploy send_email create_ticket search_and_replace get_or_create Task"
    " polish x 移轉 刪除訂單 查詢並更新 BashOutput"
).split()
ASK = "AskUserQuestion ask_user request_approval mcp__chat__confirm_with_user elicitInput 詢問使用者".split()


@pytest.mark.parametrize("name", CLEAR)
def test_what_can_be_had_again_is_cleared(name: str) -> None:
    """Tools that only read, whoever serves them."""
    assert Fate.CLEAR is fate_of(name, {}, {})


@pytest.mark.parametrize("name", STAY)
def test_what_cannot_be_had_again_waits_for_the_summary(name: str) -> None:
    """Tools that change something, also where they read as well, and those whose name says nothing."""
    assert Fate.COMPACT is fate_of(name, {}, {})


@pytest.mark.parametrize("name", ASK)
def test_what_a_person_answered_is_remembered_first(name: str) -> None:
    """An answer cannot be fetched."""
    assert Fate.REMEMBER is fate_of(name, {}, {})


def test_a_table_goes_before_what_is_known() -> None:
    """By the folded name: case, signs and the server do not matter."""
    assert Fate.KEEP is fate_of("mcp__fs__read_file", {}, {folded("Read-File"): Fate.KEEP})


LOOKS = [
    "ls -la",
    "cat src/refund.py | head -20",
    "git -C repo log --oneline -5",
    "cd app && npm test 2>&1 | tail -5",
    "rg 'a|b > c; rm' src",
    "CI=1 pytest -q tests > /dev/null",
    "sed -n 1,40p a.py",
    "python -m pytest -x",
    'grep "x\\"y" a.py',
    "uv run pytest -q",
    "npx tsc --noEmit",
    "poetry run mypy src",
    "gh pr view 12 --json title",
    "gh issue list",
]
ACTS = [
    "rm -rf build",
    "ls; rm a",
    "echo x > a",
    "echo x >> a",
    "cat a | tee b",
    "git push",
    "git",
    "find . -delete",
    "sed -i s/a/b/ c",
    "cat $(make migrate)",
    "cat `make migrate`",
    "sleep 5 & rm a",
    "python migrate.py",
    "npm run deploy",
    "ruff check --fix",
    "cat <<E\nx\nE",
    "curl -X POST example.org",
    "",
    "   ",
    '"$(rm a)"',
    "uv run python migrate.py",
    "echo (Remove-Item a)",
    "bash -c 'rm a'",
    "uv run",
    "npx prettier .",
    "gh pr merge 12",
    "gh api -X POST repos/x",
]


@pytest.mark.parametrize("command", LOOKS)
def test_a_command_that_only_looks_can_be_run_again(command: str) -> None:
    """Also several of them, piped or one after another, and checks that run again by design."""
    assert Fate.CLEAR is fate_of("Bash", {"command": command}, {})


@pytest.mark.parametrize("command", ACTS)
def test_a_command_that_acts_cannot(command: str) -> None:
    """When in doubt its output stays."""
    assert Fate.COMPACT is fate_of("Bash", {"command": command}, {})


@pytest.mark.parametrize("given", [None, 3, [], "not JSON", '{"command": 3}', '["ls"]', {"other": "ls"}])
def test_an_input_that_is_no_command_does_not_look(given: object) -> None:
    """Whatever a model sends."""
    assert not only_looks(given)


def test_a_command_comes_as_json_or_as_words_too() -> None:
    """As OpenAI's functions have it, and as a list."""
    assert only_looks('{"command": "ls"}')
    assert only_looks({"command": ["git", "status"]})
    assert only_looks({"command": ["cat", "a b; rm c"]})
    assert only_looks({"command": ["bash", "-lc", "cat a | head"]})
    assert not only_looks({"command": ["bash", "-lc", "cat a; rm a"]})


@pytest.mark.parametrize("name", ["run_shell", "bash_tool", "powershell", "local_shell"])
def test_a_shell_has_many_names(name: str) -> None:
    """What it runs decides."""
    assert [Fate.CLEAR, Fate.COMPACT] == [fate_of(name, {"command": each}, {}) for each in ("ls", "rm a")]


@pytest.mark.parametrize("name", ["str_replace_based_edit_tool", "str_replace_editor"])
def test_an_editor_that_shows_a_file_can_show_it_again(name: str) -> None:
    """Its other commands change one."""
    given = [{"command": "view", "path": "a"}, '{"command": "view"}', {"command": "create", "path": "a"}, {}]
    assert [Fate.CLEAR, Fate.CLEAR, Fate.COMPACT, Fate.COMPACT] == [fate_of(name, each, {}) for each in given]
