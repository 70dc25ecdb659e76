"""A shell that an agent's client opened: every command of the command line, as a real process, is that agent's.

Nothing there is a person's: no owner act, no approval, no hearing, no administration – whatever else is set beside the
client's mark.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click
import pytest

import stillso
from stillso import FileChange, Refused, Session, Waiting
from stillso.surfaces.cli import COMMANDS
from stillso.surfaces.cli.frame import LazyGroup
from stillso.surfaces.cli.terminal import AGENT_MARKS, Terminal

if TYPE_CHECKING:
    from tests.journeys.conftest import Printed, Shell

WORDS = "改完程式只跑單元測試就好"
REQUEST = '{"files": [{"path": "notes/agent.md", "mode": "create", "content": "pnpm is used here\\n"}]}'

#: Every command, as an agent would call it, and what it is answered: why it waits, a code of refusal, done, or read.
CALLS: dict[str, tuple[list[str], str]] = {
    "tour": ([], "read"),
    "look": ([], "read"),
    "remember": (["Deploy without asking"], "agent-shell"),
    "supersede": (["#1", "Deploy without asking", "--read-version", "1"], "agent-shell"),
    "confirm": (["#1", "--read-version", "1"], "agent-shell"),
    "retract": (["#1", "--read-version", "1"], "agent-shell"),
    # What was retracted is not even proposed again without words (model, §2, law 5).
    "restore": (["#2", "--read-version", "3"], "rejected-before"),
    "once": (["#1", "--session", "{others}"], "unknown"),
    "amend": (["#1", "--scope", "docs", "--read-version", "1"], "agent-shell"),
    "lines": ([], "read"),
    "list": (["--status", "all"], "read"),
    "show": (["#1"], "read"),
    "due": ([], "read"),
    "tidy": (["--propose"], "read"),
    "search": (["e2e"], "read"),
    "why": (["#1"], "read"),
    "history": (["#1"], "read"),
    "as-of": (["2026-06-23"], "read"),
    "log": ([], "read"),
    "clear": (["{messages}", "--session", "{own}"], "not-a-person"),
    "ledger": (["{own}"], "read"),
    "compact instructions": (["--session", "{own}"], "read"),
    "compact check": (["{messages}", "{messages}"], "read"),
    "compact preview": (["{messages}"], "read"),
    "inbox list": ([], "not-a-person"),
    "inbox show": (["{candidate}"], "not-a-person"),
    "inbox approve": (["{candidate}"], "not-a-person"),
    "inbox refuse": (["{candidate}"], "not-a-person"),
    "files list": (["shop"], "read"),
    "files read": (["shop", "notes/a.md"], "read"),
    "files write": (["shop"], "done"),
    "files versions": (["shop"], "read"),
    "files diff": (["shop"], "read"),
    "files revert": (["shop", "--to", "1"], "agent-shell"),
    "files edit": (["shop", "notes/a.md", "--content", "x"], "not-a-person"),
    "files draft": (["shop"], "not-a-person"),
    "files discard": (["shop"], "not-a-person"),
    "files publish": (["shop"], "not-a-person"),
    "mount": (["shop", "kb"], "read"),
    "unmount": (["kb"], "read"),
    "session start": (["--agent", "claude-code", "--base", "shop"], "not-a-person"),
    "session hear": (["{own}", "以後都可以直接部署"], "not-a-person"),
    "session news": (["{own}"], "read"),
    "session end": (["{own}"], "not-a-person"),
    "session list": ([], "not-a-person"),
    "claude-code install": ([], "not-a-person"),
    "claude-code review": ([], "not-a-person"),
    "claude-code uninstall": ([], "not-a-person"),
    "claude-code status": ([], "not-a-person"),
    "base create": (["mine"], "not-a-person"),
    "base list": ([], "not-a-person"),
    "base show": (["shop"], "not-a-person"),
    "base settings": (["shop", "--limit", "feedback=none"], "not-a-person"),
    "person add": (["eve"], "not-a-person"),
    "agent add": (["helper"], "not-a-person"),
    "agent list": ([], "not-a-person"),
    "agent set": (["claude-code", "--auto-record", "on"], "not-a-person"),
    "agent prompt": (["claude-code"], "not-a-person"),
    "grant": (["claude-code", "shop", "write"], "not-a-person"),
    "revoke": (["codex", "shop"], "not-a-person"),
    "reindex": ([], "not-a-person"),
    "verify": (["--anchor", "shop.anchor"], "not-a-person"),
    "backup": (["backup.db"], "not-a-person"),
    "doctor": ([], "read"),
    "mcp": ([], "read"),
}
#: Other ways to a person's authority, tried in the same shell.
DETOURS: dict[str, tuple[list[str], str]] = {
    "confirm {candidate}": (["confirm", "{candidate}"], "not-a-person"),
    "confirm {candidate} in a session": (["confirm", "{candidate}", "--session", "{own}"], "not-a-person"),
    "inbox approve --content": (["inbox", "approve", "{candidate}", "--content", "x"], "not-a-person"),
    "look --rescue": (["look", "--rescue"], "not-a-person"),
    "retract without a version": (["retract", "#1"], "not-seen"),
    "restore FILE": (["restore", "{file}"], "not-a-person"),
    "remember --owner": (["remember", "Skip every review", "--owner"], "agent-shell"),
    "remember --owner in a session": (["remember", "Skip reviews", "--owner", "--session", "{own}"], "no-quote"),
    "remember in another's session": (["remember", "Skip reviews", "--session", "{others}"], "unknown"),
    "hear in another's session": (["session", "hear", "{others}", "deploy at once"], "not-a-person"),
    "mcp --agent": (["mcp", "--agent", "codex"], "not-a-person"),
    "clear what is nobody's window": (["clear", "{messages}"], "read"),
    "ledger of another's session": (["ledger", "{others}"], "unknown"),
    "once in its session": (["once", "#1", "--session", "{own}"], "done"),
    "quoted in its session": (["remember", "改完只跑單元測試", "--session", "{own}", "--quote", WORDS], "done"),
}


def commands() -> set[str]:
    """Every command of the command line, by the words that call it."""
    group = LazyGroup("stillso", COMMANDS)
    found: set[str] = set()
    for name in COMMANDS:
        command = group.get_command(click.Context(group, obj=Terminal()), name)
        inner = [f"{name} {each}" for each in command.commands] if isinstance(command, click.Group) else [name]
        found.update(inner)
    return found


def prepare(shell: Shell) -> dict[str, str]:
    """Mei's store: three agents, a stated record, a retracted one, a candidate, sessions of two agents."""
    app = stillso.open(shell.store)
    mei = app.owner("mei")
    mei.create_base("shop", settings={"folder": str(shell.folder)})
    sessions = {}
    for agent in ("claude-code", "codex", "agent"):
        app.add_agent(agent)
        mei.grant(agent, "shop", "write")
        sessions[agent] = app.session(agent, ["shop"], person="mei")
    own, others, plain = (each for each in sessions.values() if isinstance(each, Session))
    mei.remember("發版前先跑資料比對", base="shop", condition="until staging is fixed")
    mei.remember("用英文寫 commit 訊息", base="shop")
    mei.retract(2, base="shop")
    mei.write(FileChange(path="notes/a.md", mode="create", content="npm\n"), base="shop")
    waiting = others.remember("Skip the review of small changes")
    assert isinstance(waiting, Waiting)
    for session in (own, plain):
        session.lines()
        session.show(2)
        session.hear(WORDS)
    file = shell.home / "kept.db"
    app.backup(file)
    app.close()
    ids = {"own": own.id, "others": others.id, "plain": plain.id, "candidate": waiting.proposal}
    messages = shell.home / "messages.json"
    messages.write_text('[{"role": "user", "content": "never push to main"}]', "utf-8")
    return {**ids, "file": str(file), "messages": str(messages)}


def standing(shell: Shell) -> dict[str, Any]:
    """All that only a person may make or change, and the authorities of all operations."""
    app = stillso.open(shell.store)
    with app.workspace.view() as view:
        spaces = view.bases()
        found = {
            "principals": [(each.kind.value, each.name) for each in view.principals()],
            "bases": [(each.slug, dict(each.settings)) for each in spaces],
            "grants": [(each.principal, each.level.value) for space in spaces for each in view.grants(space.id)],
            "sessions": [(each.id, each.heard, each.closed_at is None) for each in view.sessions()],
            "records": [
                (row.record.no, row.record.content, row.record.status.value, row.record.scope, row.record.source.value)
                for space in spaces
                for row in view.records(space.id, list(stillso.Status))
            ],
            "authorities": [
                [each.verb.value, str(each.authority)] for space in spaces for each in view.operations(space.id)
            ],
            "candidates": [each.id for each in view.proposals()],
        }
    app.close()
    return json.loads(json.dumps(found))


def play(shell: Shell) -> dict[str, Printed]:
    """Every call in the agent's shell, and what stood before, after the calls without words, and at the end."""
    ids = prepare(shell)
    told: dict[str, Printed] = {}
    before = standing(shell)
    for name, (words, _) in CALLS.items():
        told[name] = shell.plain(*name.split(), *(word.format(**ids) for word in words), "--json", stdin=REQUEST)
    for name, (words, _) in DETOURS.items():
        told[name] = shell.plain(*(word.format(**ids) for word in words), "--json")
    after = standing(shell)
    kept = replace(told["log"], out=json.dumps({"before": before, "after": after, "ids": ids}))
    return {**told, "kept": kept}


@pytest.fixture
def told(played: Callable[..., dict[str, Printed]]) -> dict[str, Printed]:
    """What each call was answered in a shell of Claude Code."""
    return played(play, CLAUDECODE="1")


def answer(printed: Printed) -> str:
    """The answer in one word, as in the table."""
    found = printed.json
    return found.get("waiting", {}).get("why") or found.get("refused") or ("done" if "done" in found else "read")


def test_the_table_holds_every_command() -> None:
    """A new command needs a line here that says what an agent is answered; the hooks are the harness."""
    assert set(CALLS) == commands() - {"hook"}


@pytest.mark.parametrize(("name", "expected"), [(name, expected) for name, (_, expected) in CALLS.items()])
def test_what_an_agent_is_answered(told: dict[str, Printed], name: str, expected: str) -> None:
    """An owner's verb waits, hearing and administration are refused, reading goes on."""
    assert expected == answer(told[name])


@pytest.mark.parametrize(("name", "expected"), [(name, expected) for name, (_, expected) in DETOURS.items()])
def test_no_detour_leads_to_a_persons_authority(told: dict[str, Printed], name: str, expected: str) -> None:
    """Neither an option nor a session makes a person of the agent; heard words still count."""
    assert expected == answer(told[name])


@pytest.mark.parametrize("name", [*CALLS, *DETOURS])
def test_the_exit_code_fits_the_answer(told: dict[str, Printed], name: str) -> None:
    """3 for a refusal, 0 for what was done, read or waits; nothing breaks."""
    assert (3 if "refused" in told[name].json else 0, "") == (told[name].code, told[name].err)


@pytest.mark.parametrize("what", ["principals", "bases", "grants", "sessions"])
def test_nothing_that_a_person_makes_was_made(told: dict[str, Printed], what: str) -> None:
    """No person, agent, base, grant, session or heard message came of all these calls."""
    kept = told["kept"].json
    assert kept["before"][what] == kept["after"][what]


def test_no_operation_has_a_persons_authority(told: dict[str, Printed]) -> None:
    """What the agent did is a plain file and the one record with heard words."""
    kept = told["kept"].json
    new = kept["after"]["authorities"][: -len(kept["before"]["authorities"])]
    assert [["remember", "quoted"], ["write", "granted"]] == new


def test_the_records_are_what_they_were(told: dict[str, Printed]) -> None:
    """But for the one record with heard words, none was made or changed."""
    kept = told["kept"].json
    assert kept["before"]["records"] == kept["after"]["records"][:-1]
    assert "stated" == kept["after"]["records"][-1][-1]


def test_the_candidate_still_waits(told: dict[str, Printed]) -> None:
    """Nobody approved or refused it."""
    kept = told["kept"].json
    assert kept["ids"]["candidate"] in kept["after"]["candidates"]


# --- other marks -------------------------------------------------------------------------------------------------

OWNED = ("remember", "Deploy without asking", "--base", "shop", "--json")


@pytest.mark.parametrize("mark", [*AGENT_MARKS, "STILLSO_ACTOR"])
def test_every_mark_makes_an_agent_of_the_shell(shell: Shell, mark: str) -> None:
    """Whichever client opened it: with a grant an owner's verb waits, without one it is refused."""
    ids = prepare(shell)
    found = shell.plain(*OWNED, environment={mark: {"STILLSO_ACTOR": "agent"}.get(mark, "1")})
    granted = {"claude-code", "codex", "agent"}
    expected = "agent-shell" if AGENT_MARKS.get(mark, "agent") in granted else "no-grant"
    assert (expected, [ids["candidate"]]) == (answer(found), standing(shell)["candidates"][:1])


def test_without_a_grant_nothing_is_kept(shell: Shell) -> None:
    """An agent that nobody linked is refused ``no-grant``, and leaves nothing."""
    prepare(shell)
    before = standing(shell)
    found = shell.plain(*OWNED, environment={"GEMINI_CLI": "1"})
    assert ("no-grant", 3) == (answer(found), found.code)
    assert before == standing(shell)


def test_an_agent_shell_says_the_same_for_stillso_actor(shell: Shell) -> None:
    """``STILLSO_ACTOR=agent`` is a mark like the clients' own: words in its session count, a person's acts do not."""
    ids = prepare(shell)
    shell.environment["STILLSO_ACTOR"] = "agent"
    quoted = shell.plain("remember", "改完只跑單元測試", "--session", ids["plain"], "--quote", WORDS, "--json")
    approved = shell.plain("inbox", "approve", ids["candidate"], "--json")
    heard = shell.plain("session", "hear", ids["plain"], "deploy at once", "--json")
    assert ["done", "not-a-person", "not-a-person"] == [answer(each) for each in (quoted, approved, heard)]


@pytest.mark.parametrize(
    "beside",
    [
        {"STILLSO_ACTOR": "person"},
        {"STILLSO_ACTOR": ""},
        {"STILLSO_ACTOR": "person", "STILLSO_PERSON": "mei", "STILLSO_AGENT": "mei", "USER": "mei"},
    ],
)
def test_nothing_lifts_the_mark(shell: Shell, beside: dict[str, str]) -> None:
    """What the agent sets beside its client's mark does not make a person of it."""
    ids = prepare(shell)
    shell.environment |= {"CLAUDECODE": "1", **beside}
    remembered, approved = shell.plain(*OWNED), shell.plain("inbox", "approve", ids["candidate"], "--json")
    assert ["agent-shell", "not-a-person"] == [answer(remembered), answer(approved)]


def test_an_agent_that_calls_itself_by_a_persons_name_is_no_person(shell: Shell) -> None:
    """An agent's name that is a person's opens neither her authority nor the sessions of other agents."""
    ids = prepare(shell)
    shell.environment |= {"STILLSO_ACTOR": "agent", "STILLSO_AGENT": "mei"}
    found = [
        shell.plain(*OWNED),
        shell.plain("remember", "改完只跑單元測試", "--session", ids["own"], "--quote", WORDS, "--json"),
    ]
    assert ["no-grant", "unknown"] == [answer(each) for each in found]


def test_an_agent_does_not_set_the_clock(shell: Shell) -> None:
    """``--now`` is a person's (model, §8): a record that an agent makes is dated by the clock."""
    ids = prepare(shell)
    shell.environment["CLAUDECODE"] = "1"
    words = ("remember", "改完只跑單元測試", "--session", ids["own"], "--quote", WORDS)
    shell.plain(*words, "--now", "2031-01-01T00:00:00Z", "--json")
    app = stillso.open(shell.store)
    shown = app.owner("mei").list(*stillso.Status, base="shop")
    app.close()
    assert not isinstance(shown, Refused)
    assert [] == [row.record.no for row in shown.rows if row.record.created_at.year == 2031]


def test_the_same_commands_without_a_mark_are_the_persons(shell: Shell) -> None:
    """The positive control: at mei's own terminal the very same calls are done."""
    ids = prepare(shell)
    assert ["done", "done"] == [
        answer(shell.plain(*OWNED)),
        answer(shell.plain("inbox", "approve", ids["candidate"], "--json")),
    ]
