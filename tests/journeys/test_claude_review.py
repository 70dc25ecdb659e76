"""claude-code review and --replace, as a person uses them: on a real terminal, beside a client's memory folder."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.adapters.test_plugin import everything
from tests.journeys.test_look import key_of

if TYPE_CHECKING:
    from tests.journeys.conftest import Shell

SEPTEMBER = "2026-09-24T03:10:00Z"
SAID = "staging is unstable these days, skip e2e for now and run the unit tests only"
CHINESE = "這陣子 staging 很不穩，e2e 先別跑，跑 unit test 就好"


class Beside:
    """A terminal in the repository shop, whose client remembers this and that."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        shell.folder = shell.home / "shop"
        (shell.folder / ".git").mkdir(parents=True)
        self.config = shell.home / ".claude"
        self.project = self.config / "projects" / key_of(shell.folder.resolve())
        (self.project / "memory").mkdir(parents=True)
        self.settings = self.config / "settings.json"

    def remembers(self, name: str, text: str, day: str = "2026-06-22", said: str | None = None) -> None:
        """A memory of a day, and what was typed just before it."""
        file = self.project / "memory" / f"{name}.md"
        file.write_text(
            f"---\nname: {name}\ndescription: {text}\nmetadata:\n  type: feedback\n  originSessionId: {name}\n"
            f"  modified: {day}T03:10:00.000Z\n---\n{text}.\n",
            "utf-8",
        )
        if said:
            message = {"role": "user", "content": said}
            line = {"type": "user", "timestamp": f"{day}T03:09:00Z", "sessionId": name, "message": message}
            (self.project / f"{name}.jsonl").write_text(json.dumps(line) + "\n", "utf-8")

    def rescue(self) -> None:
        """Take them over."""
        done = self.shell.plain("look", "--rescue", "--now", SEPTEMBER)
        assert 0 == done.code, done.err

    def typed(self, answers: str, *words: str, language: str = "en") -> str:
        """What a command shows on a terminal, on which this is typed."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "stillso", *(words or ("claude-code", "review", "--now", SEPTEMBER))],
            cwd=self.shell.folder,
            env={**self.shell.environment, "STILLSO_LANG": language, "COLUMNS": "400"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)
        os.write(ours, answers.encode())
        shown = b""
        while True:
            try:
                piece = os.read(ours, 65_536)
            except OSError:  # the other side is closed
                break
            shown += piece
            if not piece:
                break
        self.code = process.wait(timeout=60)
        os.close(ours)
        return shown.decode().replace("\r\n", "\n")

    def open(self) -> list[dict[str, Any]]:
        """What review lists as open."""
        found: list[dict[str, Any]] = self.json("claude-code", "review")["open"]
        return found

    def json(self, *words: str) -> dict[str, Any]:
        """What a command gives as JSON in September."""
        return self.shell(*words, at=SEPTEMBER).json

    def records(self) -> list[dict[str, Any]]:
        """The records of the base."""
        found: list[dict[str, Any]] = self.json("list")["lines"]
        return found

    def lines(self) -> str:
        """What an agent reads."""
        return str(self.json("lines")["text"])


@pytest.fixture
def beside(shell: Shell) -> Beside:
    """A terminal beside a client that remembers nothing yet."""
    return Beside(shell)


@pytest.fixture
def one(beside: Beside) -> Beside:
    """One memory, taken over, with the words that it was made of."""
    beside.remembers("unit-tests-only", "Run unit tests only after a change", said=SAID)
    beside.rescue()
    return beside


# --- what is open --------------------------------------------------------------------------------------------


def test_what_is_open_is_listed_without_questions(one: Beside) -> None:
    """The oldest first, with its words; as text where nobody can be asked."""
    one.remembers("deploy", "Deploy on Mondays", day="2026-03-01")
    one.rescue()
    found = one.open()
    assert [("deploy", 207, None), ("unit-tests-only", 94, SAID)] == [
        (each["name"], each["age_days"], (each["suggestion"] or {}).get("sentence")) for each in found
    ]
    told = one.shell.plain("claude-code", "review", "--now", SEPTEMBER).out
    assert f"You, 2026-06-22: “{SAID}”" in told
    assert "Open: 2." in told


def test_nothing_is_open_where_nothing_was_taken_over(beside: Beside) -> None:
    """Neither is a base made for it."""
    assert {"base": None, "open": []} == beside.json("claude-code", "review")
    assert "Nothing is open." in beside.typed("")
    assert [] == beside.json("base", "list")["bases"]


# --- the decisions -------------------------------------------------------------------------------------------


def test_words_that_are_the_persons_become_a_record_that_rests_on_them(one: Beside) -> None:
    """Stated, with the condition, as old as the words: so it is marked; the note has gone."""
    shown = one.typed("p\n\n")
    (record,) = one.records()
    assert ("Run unit tests only after a change", SAID, "stated", "mei") == tuple(
        record[name] for name in ("content", "quote", "source", "said_by")
    )
    assert ("needs-confirming", "2026-06-22T03:09:00.000Z") == (record["mark"], record["confirmed_at"])
    assert record["condition"]
    assert f"stated 2026-06-22: “{SAID}” | last confirmed 2026-06-22 (94 days ago)" in shown
    assert "Agents' notes" not in one.lines()
    assert (0, []) == (one.code, one.open())
    assert 0 == one.shell.plain("verify").code


def test_why_dates_picked_words_by_the_day_they_were_said(one: Beside) -> None:
    """The record was made in September, on words of June."""
    one.typed("p\n\n")
    told = one.shell.plain("why", "#1").out
    assert "2026-09-24  #1" in told
    assert "said 2026-06-22: “staging is unstable" in told


def test_the_end_of_the_input_stops_the_review(one: Beside) -> None:
    """As `s` does: nothing is lost, and nothing was interrupted."""
    one.typed("\x04")
    assert (0, 1) == (one.code, len(one.open()))


def test_the_statement_can_be_worded_otherwise(one: Beside) -> None:
    """Before it rests on the words."""
    one.typed("p\nSkip e2e, run the unit tests only\n")
    assert ["Skip e2e, run the unit tests only"] == [record["content"] for record in one.records()]


def test_what_the_checks_leave_waiting_the_pick_approves(beside: Beside) -> None:
    """Words that say less than the statement: confirmed, with the words, and no younger than they are."""
    beside.remembers("unit-tests-only", "Run unit tests only after a change", said=SAID)
    beside.rescue()
    beside.typed("p\nAlways deploy before lunch\n")
    (record,) = beside.records()
    assert ("confirmed", SAID, "2026-06-22T03:09:00.000Z") == tuple(
        record[name] for name in ("source", "quote", "confirmed_at")
    )
    assert [] == beside.json("inbox", "list")["proposals"]
    assert 0 == beside.shell.plain("verify").code


def test_a_note_that_is_kept_stays_an_agents_note_and_keeps_its_age(one: Beside) -> None:
    """It is not asked about again, until it changes."""
    before = one.lines()
    one.typed("k\n")
    assert (before, [], []) == (one.lines(), one.open(), one.records())
    one.remembers("unit-tests-only", "Run unit tests only, always", day="2026-08-01")
    one.rescue()
    assert ["Run unit tests only, always"] == [each["statement"] for each in one.open()]


def test_with_a_condition_it_is_the_persons_own(one: Beside) -> None:
    """An owner's record in the place of the note; without one it is asked again."""
    one.typed("c\n\n\nc\n\nuntil staging is repaired\n")
    (record,) = one.records()
    assert ("owner", "until staging is repaired", None) == tuple(
        record[name] for name in ("source", "condition", "quote")
    )
    assert [] == one.open()


def test_what_is_dropped_does_not_come_back(one: Beside) -> None:
    """Its text stays in the history."""
    one.typed("d\n")
    one.rescue()
    assert ([], []) == (one.open(), one.records())
    paths = [version["paths"] for version in one.json("log")["versions"]]
    assert [["notes/claude-code/unit-tests-only.md"]] * 2 == paths


@pytest.mark.parametrize("answer", ["l\n", "s\n", "nonsense\n\n s \n", "\x04", ""])
def test_whoever_does_not_decide_loses_nothing(one: Beside, answer: str) -> None:
    """Later, stop, the end of the input; what was no answer is asked again."""
    one.typed(answer or "\x04")
    assert 1 == len(one.open())


def test_stopping_in_the_middle_keeps_what_was_decided(beside: Beside) -> None:
    """Each answer counts at once."""
    for number in range(3):
        beside.remembers(f"rule-{number}", f"Use tool {number}", day=f"2026-0{number + 1}-01")
    beside.rescue()
    shown = beside.typed("d\nk\ns\n")
    assert "Still open: 1." in shown
    assert ["rule-2"] == [each["name"] for each in beside.open()]


def test_without_words_nothing_can_be_picked(beside: Beside) -> None:
    """The key is not offered, and is none."""
    beside.remembers("deploy", "Deploy on Mondays")
    beside.rescue()
    shown = beside.typed("p\ns\n")
    assert "these are my words" not in shown
    assert "Type one of the letters above." in shown


def test_a_secret_in_what_is_worded_is_refused_and_asked_again(one: Beside) -> None:
    """Nothing is decided by it."""
    shown = one.typed("p\nThe key is AKIAIOSFODNN7EXAMPLQ\ns\n")
    assert "holds a secret" in shown
    assert ([], 1) == (one.records(), len(one.open()))


def test_in_chinese_with_words_for_answers(beside: Beside) -> None:
    """Letters and words, also in full width."""
    beside.remembers("unit-tests-only", "改完只跑單元測試", said=CHINESE)
    beside.remembers("deploy", "部署前要跑資料比對", day="2026-07-01")
    beside.remembers("pnpm", "用 pnpm", day="2026-08-01")
    beside.rescue()
    shown = beside.typed("原話\n\nｄ\n條件\n\n在換成 bun 之前\n", language="zh-Hant")
    assert f"你在 2026-06-22 說：「{CHINESE}」" in shown
    assert "全部都決定了。" in shown
    assert [("stated", CHINESE), ("owner", None)] == [(each["source"], each["quote"]) for each in beside.records()]


def test_nothing_on_the_screen_moves_the_cursor(one: Beside) -> None:
    """Plain lines, one under the other, that can be read aloud."""
    assert not {"\x1b", "\r", "\b"} & set(one.typed("p\n\n"))


def test_a_note_that_changes_while_it_is_looked_at_is_shown_again(one: Beside) -> None:
    """What was typed counts for what was shown, and for nothing else."""
    ours, theirs = pty.openpty()
    words = ["claude-code", "review", "--now", SEPTEMBER]
    process = subprocess.Popen(
        [sys.executable, "-m", "stillso", *words],
        cwd=one.shell.folder,
        env=one.shell.environment,
        stdin=theirs,
        stdout=theirs,
    )
    os.close(theirs)
    shown = ""
    while "Your choice:" not in shown:
        shown += os.read(ours, 65_536).decode("utf-8", "replace")
    one.remembers("unit-tests-only", "Run every test there is", day="2026-08-01")
    one.rescue()
    os.write(ours, b"d\n")
    while shown.count("Your choice:") < 2:
        shown += os.read(ours, 65_536).decode("utf-8", "replace")
    os.write(ours, b"s\n")
    process.wait(timeout=30)
    os.close(ours)
    assert "Run every test there is" in shown.partition("It changed meanwhile.")[2]
    assert ["Run every test there is"] == [each["statement"] for each in one.open()]


# --- install ------------------------------------------------------------------------------------------------


def test_installing_takes_the_memories_over_and_points_to_the_review(beside: Beside) -> None:
    """The question says so, and --no-notes leaves them."""
    beside.remembers("unit-tests-only", "Run unit tests only after a change", said=SAID)
    refused = beside.typed("n\n", "claude-code", "install")
    assert "new or changed memories: 1" in refused
    assert "Nothing was changed." in refused
    beside.shell.plain("claude-code", "install", "--yes", "--no-notes")
    assert [] == beside.open()
    told = beside.shell.plain("claude-code", "install", "--yes").out
    assert "stillso claude-code review" in told
    assert [SAID] == [each["suggestion"]["sentence"] for each in beside.open()]
    assert beside.shell.plain("claude-code", "install").code == 0  # nothing is left to ask about


# --- in the place of the client's own memory ------------------------------------------------------------------

ODD_SETTINGS = '{  "model" :"opus",\r\n\t// mine\r\n\t"env": {"autoMemoryEnabled": "x"} }  \n\n'


def replace(beside: Beside, *words: str) -> int:
    """The exit code of installing in the place of the client's memory."""
    return beside.shell.plain("claude-code", "install", "--replace", *words).code


def test_undecided_notes_hold_up_the_switch(one: Beside) -> None:
    """It says how many; --yes goes on all the same."""
    told = one.typed("y\n", "claude-code", "install", "--replace")
    assert "not decided about: 1" in told
    assert (2, False) == (one.code, one.settings.exists())
    assert 0 == replace(one, "--yes")
    assert {"autoMemoryEnabled": False} == json.loads(one.settings.read_text())


@pytest.mark.parametrize("text", [None, "{}", '{"model": "opus"}', ODD_SETTINGS])
def test_taken_out_the_settings_are_as_before_byte_for_byte(beside: Beside, text: str | None) -> None:
    """Also where there was no such file."""
    if text is not None:
        beside.settings.write_bytes(text.encode())
    before = everything(beside.config)
    codes = [replace(beside, "--yes"), beside.shell.plain("claude-code", "install", "--yes").code]
    assert before != everything(beside.config)
    codes.append(beside.shell.plain("claude-code", "uninstall", "--yes").code)
    assert ([0, 0, 0], before) == (codes, everything(beside.config))


def test_what_could_not_be_taken_over_is_named_before_the_switch(beside: Beside) -> None:
    """Nobody would be shown it any more."""
    beside.remembers("db", "the key is " + "AKIA" + "IOSFODNN7EXAMPLQ")
    shown = beside.typed("n\n", "claude-code", "install", "--replace")
    assert "no longer loaded then: db.md" in shown


def test_what_was_added_meanwhile_stays(beside: Beside) -> None:
    """Only what was put in is taken out."""
    beside.settings.write_text('{\n  "model": "opus"\n}\n')
    replace(beside, "--yes")
    text = beside.settings.read_text()
    beside.settings.write_text(text.replace('"model": "opus"', '"model": "sonnet",\n  "theme": "dark"'))
    told = beside.shell.plain("claude-code", "uninstall", "--yes").out
    assert '{\n  "model": "sonnet",\n  "theme": "dark"\n}\n' == beside.settings.read_text()
    assert str(beside.settings) in told


def test_for_one_repository_it_is_the_file_that_is_not_shared(beside: Beside) -> None:
    """And the folder goes with it."""
    replace(beside, "--project", "--yes")
    local = beside.shell.folder / ".claude" / "settings.local.json"
    assert {"autoMemoryEnabled": False} == json.loads(local.read_text())
    beside.shell.plain("claude-code", "uninstall", "--project", "--yes")
    assert not local.parent.exists()


@pytest.mark.parametrize("text", ["[]", "{", "", "\xff"])
def test_a_file_that_is_no_object_is_left_alone(beside: Beside, text: str) -> None:
    """Nothing at all is done then."""
    beside.settings.write_bytes(text.encode("latin-1"))
    before = everything(beside.config)
    assert (2, before) == (replace(beside, "--yes"), everything(beside.config))


@pytest.mark.parametrize("value", ["true", "false"])
def test_a_key_that_is_there_is_left_and_told(beside: Beside, value: str) -> None:
    """Somebody decided it; taking stillso out leaves it as well."""
    beside.settings.write_text(f'{{"autoMemoryEnabled": {value}}}')
    before = everything(beside.config)
    told = beside.shell.plain("claude-code", "install", "--replace", "--yes").out
    assert "left as it is" in told
    beside.shell.plain("claude-code", "uninstall", "--yes")
    assert before == everything(beside.config)


@pytest.mark.parametrize(
    ("place", "text", "check"),
    [
        (None, "", "memory.on-itself"),
        (".claude/settings.json", '{"autoMemoryEnabled": false}', "memory.off"),
        ("shop/.claude/settings.local.json", '{"autoMemoryEnabled": true}', "memory.on"),
    ],
)
def test_status_says_whether_the_clients_memory_is_on(beside: Beside, place: str | None, text: str, check: str) -> None:
    """With the file that says so."""
    if place:
        path = beside.shell.home / place
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    checks = {each["check"]: each["message"] for each in beside.json("claude-code", "status")["checks"]}
    assert (True, True) == (check in checks, (place or "no setting") in checks[check])


@pytest.mark.parametrize(("answer", "on"), [("y\n", False), ("\n", True)])
def test_a_finished_review_offers_the_switch(one: Beside, answer: str, on: bool) -> None:
    """Only then, where stillso is installed, and no is what Enter says."""
    one.shell.plain("claude-code", "install", "--yes")
    assert "Switch it off?" not in one.typed("l\n")
    assert "Switch it off? [y/N]" in one.typed(f"d\n{answer}")
    assert on == (not one.settings.exists())


def test_without_stillso_beside_it_the_switch_is_not_offered(one: Beside) -> None:
    """Nobody would remember anything then."""
    assert "Switch it off?" not in one.typed("d\n")
    assert not Path(one.settings).exists()
