"""``stillso hook`` as Claude Code runs it: a real process, which always ends well, and quickly."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import apsw
import pytest
from tests.journeys.conftest import Printed

from stillso.adapters.claude_code import plugin
from stillso.texts import Texts

if TYPE_CHECKING:
    from tests.journeys.conftest import Shell

STORY = "staging is unstable these days, skip e2e for now"
#: A person sits at the client, whose mark stands in the environment as well.
ATTENDED = {"CLAUDE_CODE_SESSION_ATTENDED": "1", "CLAUDE_CODE_ENTRYPOINT": "cli", "CLAUDECODE": "1"}
EVENTS = ("SessionStart", "UserPromptSubmit", "PreCompact", "PostCompact", "Stop", "SessionEnd")


def hook(shell: Shell, event: str, **fields: Any) -> Printed:
    """Run a hook with its event."""
    given = {"hook_event_name": event, "session_id": "one", "cwd": str(shell.folder), **fields}
    return shell.plain("hook", event, stdin=json.dumps(given), environment=ATTENDED)


def given(printed: Printed) -> dict[str, Any]:
    """What a hook told the client; nothing went wrong on the way."""
    assert (0, "") == (printed.code, printed.err)
    found: dict[str, Any] = json.loads(printed.out) if printed.out else {}
    return found


def noted(shell: Shell) -> list[str]:
    """The lines of the hooks' log."""
    log = shell.store.with_name(f"{shell.store.name}.hooks.log")
    return log.read_text("utf-8").splitlines() if log.exists() else []


# --- one conversation ----------------------------------------------------------------------------------------


def test_a_prompt_makes_the_base_and_links_the_agent(shell: Shell):
    """Nobody sets anything up: the first words in a repository do. Looking at it had made nothing."""
    given(hook(shell, "SessionStart", source="startup"))
    assert [] == shell("base", "list").json["bases"]
    given(hook(shell, "UserPromptSubmit", prompt=STORY))
    (session,) = shell("session", "list").json["sessions"]
    assert ("claude-code", "mei", "cli", 1) == tuple(session[name] for name in ("agent", "person", "channel", "heard"))


@pytest.mark.parametrize(
    ("environment", "channel"),
    [
        ({"CLAUDE_CODE_SESSION_ATTENDED": "1"}, "cli"),
        ({"CLAUDE_CODE_ENTRYPOINT": "cli"}, "cli"),
        ({"CLAUDE_CODE_ENTRYPOINT": "cli", "CLAUDE_CODE_SESSION_ATTENDED": "0"}, "automation"),
        ({"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}, "automation"),
        ({}, "automation"),
        ({"CLAUDE_CODE_ENTRYPOINT": "sdk-cli", "STILLSO_CHANNEL": "web-chat"}, "web-chat"),
        ({"STILLSO_CHANNEL": "nowhere"}, "automation"),
    ],
)
def test_the_channel_is_what_the_client_says(shell: Shell, environment: dict[str, str], channel: str):
    """Where nobody is known to sit, nobody does."""
    event = {"hook_event_name": "UserPromptSubmit", "session_id": "s", "cwd": str(shell.folder), "prompt": STORY}
    given(shell.plain("hook", "UserPromptSubmit", stdin=json.dumps(event), environment=environment))
    assert [channel] == [each["channel"] for each in shell("session", "list").json["sessions"]]


def test_a_folder_of_the_project_serves_its_repository(shell: Shell):
    """The agent may change its folder; the project stays what the client says it is."""
    elsewhere = shell.home / "elsewhere"
    elsewhere.mkdir()
    event = {"hook_event_name": "UserPromptSubmit", "session_id": "s", "cwd": str(elsewhere), "prompt": STORY}
    environment = {**ATTENDED, "CLAUDE_PROJECT_DIR": str(shell.folder)}
    given(shell.plain("hook", "UserPromptSubmit", stdin=json.dumps(event), environment=environment))
    assert [str(shell.folder)] == [
        shell("base", "show", each["base"]).json["settings"]["folder"] for each in shell("base", "list").json["bases"]
    ]


def test_a_folder_behind_a_link_is_the_same_repository(shell: Shell):
    """The client names it as it was opened; a command that runs there has it without links."""
    shell.folder = shell.home / "shop"
    (shell.folder / ".git").mkdir(parents=True)
    shell("remember", "--", "answer in English")
    (shell.home / "link").symlink_to(shell.folder)
    environment = {**ATTENDED, "CLAUDE_PROJECT_DIR": str(shell.home / "link")}
    event = {"hook_event_name": "UserPromptSubmit", "session_id": "s", "prompt": STORY}
    given(shell.plain("hook", "UserPromptSubmit", stdin=json.dumps(event), environment=environment))
    assert ["shop"] == [each["base"] for each in shell("base", "list").json["bases"]]


def test_what_is_told_is_in_the_language(shell: Shell):
    """Chinese works as English does."""
    shell("remember", "--condition", "staging 修好之前", "--", "改完只跑 unit test", at="2026-01-01T00:00:00Z")
    event = {"hook_event_name": "SessionStart", "session_id": "s", "cwd": str(shell.folder), "source": "startup"}
    told = given(
        shell.plain("hook", "SessionStart", "--lang", "zh-Hant", stdin=json.dumps(event), environment=ATTENDED)
    )
    assert "stillso：1 條待確認（/stillso:due）" == told["systemMessage"]
    assert "[待確認] #1" in told["hookSpecificOutput"]["additionalContext"]


# --- cases ---------------------------------------------------------------------------------------------------

ODD = {
    "empty": "",
    "notjson": '✅ Shell ready\n{"session_id":"s1"',
    "unknown": '{"hook_event_name": "SomethingNew", "session_id": "s1", "x": {"y": [1]}}',
    "minimal": '{"hook_event_name": "SessionStart"}',
    "list": "[1, 2]",
    "number": '{"hook_event_name": 7, "session_id": {}}',
    "deep": "[" * 100_000,
    "bytes": b"\xff\xfe{}",
    "surrogate": '{"hook_event_name": "UserPromptSubmit", "session_id": "s", "prompt": "\\ud800", "cwd": "/"}',
    "nul": '{"hook_event_name": "UserPromptSubmit", "session_id": "s\\u0000", "prompt": "x", "cwd": "/\\u0000"}',
}


@pytest.mark.parametrize("stdin", ODD.values(), ids=list(ODD))
@pytest.mark.parametrize("event", [*plugin.HOOKS, "SomethingNew"])
def test_hk_01_a_hook_ends_well_whatever_it_is_given(shell: Shell, event: str, stdin: str | bytes):
    """HK-01: nothing, no JSON, an unknown event, fields missing: exit 0, and not a word."""
    assert Printed(0, "", "") == shell.plain("hook", event, stdin=stdin, environment=ATTENDED)


@pytest.mark.parametrize("words", [[], ["SessionStart", "--store"], ["SessionStart", "--lang", "xx"], ["--person"]])
def test_hk_01_a_hook_ends_well_however_it_is_called(shell: Shell, words: list[str]):
    """HK-01: also when the command line that runs it is not as it was written."""
    assert (0, "") == ((found := shell.plain("hook", *words, stdin="{}", environment=ATTENDED)).code, found.err)


def test_hk_02_context_is_given_where_the_event_takes_it(shell: Shell):
    """HK-02: at a start (also after a compaction) and with a prompt, under the event's name; elsewhere nothing but what
    is printed plainly."""
    shell("remember", "--", "answer in English")
    told: dict[tuple[str, str | None], Any] = {}
    for event, source in (
        ("SessionStart", "startup"),
        ("SessionStart", "compact"),
        *((each, None) for each in EVENTS[1:]),
    ):
        fields = {
            "source": source,
            "trigger": "auto",
            "compact_summary": "摘要",
            "prompt": "hello",
            "custom_instructions": "",
        }
        printed = hook(shell, event, **fields)
        told[event, source] = printed.out if printed.out[:1] not in ("", "{") else given(printed)
    starts = [told.pop(("SessionStart", source)) for source in ("startup", "compact")]
    assert ["SessionStart"] * 2 == [each["hookSpecificOutput"]["hookEventName"] for each in starts]
    assert "1. Constraints" in told.pop(("PreCompact", None))
    assert "the summary lost 1 rule" in told.pop(("PostCompact", None))
    assert [{}] * 3 == list(told.values())


DIRS = ["home/Wei Lin/專案 甲/repo", "home/o'brien/it's", "home/a&b;c/$HOME", "home/ｗ/café", 'home/"quoted"/`x`']


@pytest.mark.parametrize("folder", DIRS)
def test_hk_04_a_hook_runs_in_folders_of_any_name(shell: Shell, folder: str):
    """HK-04: blanks, quotes, signs of a shell, CJK: as the client runs it, and through a shell."""
    place = shell.home / folder
    place.mkdir(parents=True)
    shell.folder, shell.store = place, place / "memory.db"
    options = ["--store", str(shell.store)]
    files = plugin.contents([sys.executable, "-P", "-m", "stillso"], options, "mei", "1", Texts("en"))
    (run,) = json.loads(files["hooks/hooks.json"])["hooks"]["UserPromptSubmit"][0]["hooks"]
    words = [run["command"], *run["args"]]
    event = {"hook_event_name": "UserPromptSubmit", "session_id": "s", "cwd": str(place), "prompt": STORY}
    environment = {**shell.environment, **ATTENDED}
    for command in (words, ["sh", "-c", shlex.join(words)]):
        subprocess.run(command, input=json.dumps(event), text=True, env=environment, cwd=place, check=True)
    sessions = shell("session", "list", "--store", str(shell.store)).json["sessions"]
    assert [2] == [each["heard"] for each in sessions]


def test_a_folder_of_the_repository_is_not_run_in_our_place(shell: Shell):
    """A repository may hold modules of the names that we load; none of them is."""
    for name in ("stillso", "json", "apsw"):
        (shell.folder / f"{name}.py").write_text("raise SystemExit('mine')\n")
    words = [sys.executable, "-P", "-m", "stillso", "hook", "SessionStart"]
    ended = subprocess.run(
        words, input="{}", text=True, env=shell.environment, cwd=shell.folder, capture_output=True, check=False
    )
    assert (0, "", "") == (ended.returncode, ended.stdout, ended.stderr)


def _locked(shell: Shell) -> None:
    holder = apsw.Connection(str(shell.store))
    holder.execute("BEGIN IMMEDIATE")
    shell.held = holder  # type: ignore[attr-defined]


def _missing(shell: Shell) -> None:
    shell.store.unlink()


def _folder(shell: Shell) -> None:
    shell.store.unlink()
    shell.store.mkdir()


def _no_database(shell: Shell) -> None:
    shell.store.write_bytes(b"something else " * 1000)


def _newer(shell: Shell) -> None:
    connection = apsw.Connection(str(shell.store))
    connection.execute("PRAGMA user_version = 999")
    connection.close()


BROKEN = [_locked, _missing, _folder, _no_database, _newer]


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("broken", BROKEN, ids=[each.__name__.strip("_") for each in BROKEN])
def test_hk_08_a_broken_store_holds_nobody_up(shell: Shell, broken: Any, event: str):
    """HK-08: within five seconds, exit 0 and not a word; the log says what failed, where the store was needed."""
    shell("remember", "--", "answer in English")
    given(hook(shell, "UserPromptSubmit", prompt="hello"))
    broken(shell)
    begun = time.monotonic()
    printed = hook(shell, event, source="startup", prompt=STORY, last_assistant_message="so?", reason="other")
    took = time.monotonic() - begun
    assert (0, "") == (printed.code, printed.err)
    assert 5 > took


def test_hk_08_the_log_names_what_failed(shell: Shell):
    """HK-08: that the words were not heard is told by doctor, without the words."""
    shell("remember", "--", "answer in English")
    _locked(shell)
    hook(shell, "UserPromptSubmit", prompt=STORY)
    (line,) = noted(shell)
    assert "UserPromptSubmit" in line
    assert "gave up after 3 s" in line
    assert STORY not in line
    shell.held.close()  # type: ignore[attr-defined]
    told = shell.plain("doctor").out
    assert "gave up after 3 s" in told


def test_a_host_that_keeps_its_end_open_is_not_waited_for(shell: Shell):
    """The event is whole, so the hook answers and ends."""
    shell("remember", "--", "answer in English")
    event = {"hook_event_name": "SessionStart", "session_id": "s", "cwd": str(shell.folder), "source": "startup"}
    with shell.begin("hook", "SessionStart", environment=ATTENDED) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(event).encode())
        process.stdin.flush()
        assert 0 == process.wait(timeout=10)
        assert b"answer in English" in process.stdout.read()


def test_what_is_handed_over_in_pieces_is_put_together(shell: Shell):
    """A long prompt does not come at once."""
    prompt = "log line }\n" * 30_000 + "\n\n" + STORY
    given(hook(shell, "UserPromptSubmit", prompt=prompt))
    assert [1] == [each["heard"] for each in shell("session", "list").json["sessions"]]


def test_two_hooks_at_once_open_one_session(shell: Shell):
    """The client runs hooks side by side: a conversation stays one."""
    shell("remember", "--", "answer in English")
    events = [("UserPromptSubmit", {"prompt": f"hello {n}"}) for n in range(4)]
    running = []
    for event, fields in events:
        process = shell.begin("hook", event, environment=ATTENDED)
        told = {"hook_event_name": event, "session_id": "s", "cwd": str(shell.folder), **fields}
        running.append((process, json.dumps(told).encode()))
    for process, given_over in running:
        process.communicate(given_over, timeout=30)
    assert [4] == [each["heard"] for each in shell("session", "list").json["sessions"]]


def test_the_log_does_not_grow_without_end(shell: Shell):
    """At a quarter of a megabyte its older half is dropped; the last line stays whole."""
    log = shell.store.with_name(f"{shell.store.name}.hooks.log")
    log.write_text("an old line\n" * 30_000)
    shell.store.mkdir()
    hook(shell, "SessionStart", source="startup")
    text = log.read_text()
    assert len(text) < 256 * 1024
    assert "LostStorage" in text.splitlines()[-1]
    assert 0o600 == os.stat(log).st_mode & 0o600
