"""The hooks of Claude Code around a compaction: what the summary is told to keep, what it lost, and what is over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import stillso
from stillso import App, Refused, Session
from stillso.adapters.claude_code import hooks
from stillso.adapters.claude_code.hooks import Here, Told
from stillso.core import names
from stillso.errors import Code
from stillso.services import windows
from stillso.services.access import Caller
from stillso.services.windows import Entry
from stillso.testing import FixedClock
from stillso.texts import Texts

RULE = "Run unit tests only, no e2e"
NEW = "Run the e2e tests after every change"
KEPT = "Never touch the migrations folder"
ID = "00000000-0000-4000-8000-000000000001"


def summary(*lines: str) -> str:
    """What the model wrote: its analysis, and the summary."""
    said = "\n".join(f"   - {line}" for line in lines)
    analysis = f"<analysis>\nThe user said: {KEPT}\n</analysis>"
    return f"{analysis}\n\n<summary>\n1. Primary Request and Intent:\n{said}\n</summary>"


def row(kind: str, content: object, **more: object) -> str:
    """A row of a transcript."""
    return json.dumps({"type": kind, "message": {"role": kind, "content": content}, "isSidechain": False, **more})


class Client:
    """Claude Code in one repository, for mei, with a transcript."""

    def __init__(self, app: App, clock: FixedClock, folder: Path) -> None:
        self.app, self.clock, self.transcript = app, clock, folder / "t.jsonl"
        self.texts = app.texts
        self.mei = app.owner("mei")
        self.mei.create_base("shop")
        app.add_agent("claude-code")
        self.mei.grant("claude-code", "shop", "write")

    def told(self, event: str, **fields: Any) -> Told | None:
        """What a hook says."""
        here = Here(
            workspace=self.app.workspace,
            texts=self.texts,
            person=self.mei.caller.principal,
            channel="cli",
            base=lambda made: "shop",
        )
        given = {"hook_event_name": event, "session_id": ID, "transcript_path": str(self.transcript), **fields}
        return hooks.answer(here, given)

    def hook(self, event: str, **fields: Any) -> Told:
        """The same of a hook that says something, and nothing that is refused."""
        told = self.told(event, **fields)
        assert told is not None
        assert told.refused is None
        return told

    def says(self, prompt: str) -> str:
        """The person types something; what the model is told beside it."""
        told = self.told("UserPromptSubmit", prompt=prompt)
        return told.context if told else ""

    def before(self, trigger: str = "manual") -> str:
        """What is put into the request for the summary."""
        return self.hook("PreCompact", trigger=trigger, custom_instructions=None).plain

    def after(self, written: str, trigger: str = "manual") -> str:
        """The summary is there; what the person is told."""
        told = self.told("PostCompact", trigger=trigger, compact_summary=written)
        return told.plain if told else ""

    def start(self, source: str = "compact") -> str:
        """What a session begins with."""
        return self.hook("SessionStart", source=source).context

    def compacted(self, written: str) -> tuple[str, str, str]:
        """A compaction, as the client reports it: what each event is told."""
        return self.before(), self.start(), self.after(written)

    @property
    def session(self) -> Session:
        """The session of the conversation."""
        (row,) = self.app.sessions()
        with self.app.workspace.view() as view:
            agent = view.principal(row.agent)
        assert agent is not None
        return Session(self.app.workspace, self.app.texts, Caller(principal=agent, session=row))

    def ledger(self) -> list[Entry]:
        """What is on record of the window."""
        found = windows.ledger(self.app.workspace, self.session.caller)
        assert not isinstance(found, Refused)
        return found

    def write(self, *rows: str) -> None:
        """What stands in the transcript."""
        self.transcript.write_text("\n".join(rows), "utf-8")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """A client on a store in a file."""
    clock = FixedClock(names.moment("2026-06-22T03:10:00Z"))
    app = stillso.open(tmp_path / "memory.db", clock=clock)
    yield Client(app, clock, tmp_path)
    app.close()


# --- before --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "kinds"),
    [("en", ["Constraints", "Decisions", "Lessons", "Leads"]), ("zh-Hant", ["約束", "結論", "教訓", "線索"])],
)
def test_the_summary_is_told_which_four_kinds_to_keep(client: Client, language: str, kinds: list[str]):
    """As plain text, since the client takes no other answer here."""
    client.texts = Texts(language)
    client.start("startup")
    told = client.hook("PreCompact", trigger="manual", custom_instructions="keep my rules")
    assert [] == [kind for kind in kinds if kind not in told.plain]
    assert told.given() is None
    assert not told.plain.startswith("{")


def test_what_is_over_is_named_so_that_it_does_not_come_back(client: Client):
    """What was replaced with what holds now, what was retracted, and nothing that holds."""
    for content in (RULE, KEPT, "Use tabs in Python files"):
        client.mei.remember(content, base="shop")
    client.start("startup")
    client.mei.supersede(1, NEW, base="shop")
    client.mei.retract(3, base="shop")
    told = client.before()
    assert f"- #1 “{RULE}”: replaced by #4: {NEW}\n- #3 “Use tabs in Python files”: not to be used any more" in told
    assert KEPT not in told


def test_it_may_come_twice(client: Client):
    """A first try that fails is tried again: both are told the same, and nothing is written."""
    client.mei.remember(RULE, base="shop")
    client.start("startup")
    assert client.before("auto") == client.before("auto")
    assert [] == client.ledger()


def test_it_stays_below_what_the_client_takes_whole(client: Client):
    """What finds no room is counted."""
    for n in range(150):
        client.mei.remember(f"rule {n}: " + "word " * 40, base="shop", beside=0)
    client.start("startup")
    client.says("look around")
    acting = client.session
    for no in range(1, 151):
        acting.show(no)
        client.mei.retract(no, base="shop")
    told = client.before()
    assert 8_000 < len(told) <= hooks.TAKEN_CHARS
    assert "more: the tool news" in told.splitlines()[-1]


def test_a_repository_without_a_base_is_told_nothing(client: Client):
    """And gets none."""
    here = Here(
        workspace=client.app.workspace,
        texts=client.texts,
        person=client.mei.caller.principal,
        channel="cli",
        base=lambda made: None,
    )
    for event in ("PreCompact", "PostCompact"):
        given = {"hook_event_name": event, "session_id": "another", "compact_summary": summary("x")}
        assert hooks.answer(here, given) is None
    assert [] == client.app.sessions()


@pytest.mark.parametrize("event", ["PreCompact", "PostCompact"])
def test_the_compaction_of_a_subagent_is_not_that_of_the_conversation(client: Client, event: str):
    """Its window is another."""
    client.start("startup")
    assert client.told(event, agent_id="a1", compact_summary=summary("x")) is None
    assert [] == client.ledger()


# --- after ---------------------------------------------------------------------------------------------------


def test_the_lines_stand_there_again_and_what_is_over_beside_them(client: Client):
    """Before anybody has seen the summary: an automatic one is followed by no prompt."""
    client.mei.remember(RULE, base="shop")
    client.start("startup")
    client.mei.supersede(1, NEW, base="shop")
    _, started, _ = client.compacted(summary("Fix the coupon"))
    assert f"#2 {NEW} | condition: none" in started
    assert f"These no longer hold, whatever the summary says:\n- #1 “{RULE}”: replaced by #2: {NEW}" in started


def test_what_the_summary_carries_is_corrected_with_the_next_prompt(client: Client):
    """In words that fit it, until a later prompt followed."""
    client.mei.remember(RULE, base="shop")
    client.start("startup")
    client.mei.supersede(1, NEW, base="shop")
    client.says("fix the coupon")
    client.compacted(summary(RULE))
    told = [client.says(f"go on {n}") for n in range(2)]
    assert f"Your summary carries #1 (“{RULE}”); replaced by #2 on 2026-06-22. What holds now: {NEW}" in told[0]
    assert "" == told[1]


def test_the_analysis_of_the_model_is_no_summary(client: Client):
    """The client throws it away."""
    client.mei.remember(KEPT, base="shop")
    client.start("startup")
    assert "stillso: the summary lost 1 rule or lead; the agent is told it again" == client.compacted(summary("x"))[2]


def test_what_the_summary_lost_is_told_with_the_next_prompt(client: Client):
    """Word for word, once; the person has one line of it."""
    client.mei.remember(KEPT, base="shop")
    client.mei.remember("Use tabs in Python files", base="shop")
    client.start("startup")
    client.says("fix the coupon")
    notice = client.after(summary("Be careful with migrations"))
    told = [client.says(f"go on {n}") for n in range(2)]
    assert "stillso: the summary lost 2 rules or leads; the agent is told them again" == notice
    assert KEPT in told[0]
    assert "" == told[1]


def test_what_the_lines_give_again_is_not_told_twice(client: Client):
    """The session begins anew with them before the summary is there; the person is told that it was lost."""
    client.mei.remember(KEPT, base="shop")
    client.start("startup")
    client.says("fix the coupon")
    _, started, notice = client.compacted(summary("Be careful with migrations"))
    assert KEPT in started
    assert "stillso: the summary lost 1 rule or lead; the agent is told it again" == notice
    assert "" == client.says("go on")


def test_nothing_is_told_of_a_summary_that_holds_all(client: Client):
    """Neither the person nor the agent."""
    client.mei.remember(KEPT, base="shop")
    client.start("startup")
    assert "" == client.compacted(summary(KEPT))[2]
    assert "" == client.says("go on")


def test_one_compaction_is_one_record_however_often_it_is_reported(client: Client):
    """CP-08: two tries before, three reports after; the person is told once."""
    client.mei.remember(KEPT, base="shop")
    client.start("startup")
    client.before("auto")
    client.before("auto")
    client.start()
    told = [client.after(summary("x"), "auto") for _ in range(3)]
    assert [True, False, False] == [bool(each) for each in told]
    assert 1 == len(client.ledger())


def test_a_compaction_that_came_to_nothing_leaves_no_record(client: Client):
    """CP-08: it was asked for, and there is no summary."""
    client.start("startup")
    client.before()
    assert [] == client.ledger()


@pytest.mark.parametrize("written", [None, 7, ["x"], {}])
def test_a_summary_that_is_none_is_passed_over(client: Client, written: object):
    """Whatever a client sends."""
    client.start("startup")
    assert client.told("PostCompact", compact_summary=written) is None


@pytest.mark.parametrize("written", ["", "<summary>\n</summary>"])
def test_an_empty_summary_is_noted_in_the_log_only(client: Client, written: str):
    """The session sees none of it."""
    client.start("startup")
    told = client.told("PostCompact", compact_summary=written)
    assert told is not None
    assert told.refused is not None
    assert (Code.NOT_TEXT, "", None) == (told.refused.code, told.plain, told.given())
    assert [] == client.ledger()


def test_the_receipt_says_how_much_the_summary_stands_for(client: Client):
    """The messages since the compaction before, with that one's summary; nothing of a subagent, nothing twice."""
    client.start("startup")
    client.write(
        row("user", "before the last compaction"),
        json.dumps({"type": "system", "subtype": "compact_boundary"}),
        row("user", "earlier summary", isCompactSummary=True),
        row("user", "fix the coupon"),
        row("assistant", [{"type": "text", "text": "Reading"}]),
        row("assistant", [{"type": "tool_use", "id": "t1", "name": "Read", "input": {"file_path": "a.py"}}]),
        row("user", [{"type": "tool_result", "tool_use_id": "t1", "content": "RATE = 0.1"}], toolUseResult={}),
        row("assistant", [{"type": "text", "text": "in a subagent"}], isSidechain=True),
        row("user", "<local-command-stdout>x</local-command-stdout>"),
        row("user", "a reminder", isMeta=True),
        '{"type": "assis',
    )
    client.after(summary("x"))
    (entry,) = client.ledger()
    size = len("earlier summary" + "fix the coupon" + "Reading" + "RATE = 0.1")
    assert ("5 messages", size, "summaries/000001") == (entry.receipt.what, entry.receipt.chars, entry.receipt.held)


def test_a_boundary_that_stands_there_already_is_this_compactions_own(client: Client):
    """The client may write it before it runs the hook."""
    client.start("startup")
    client.write(
        row("user", "fix the coupon"),
        json.dumps({"type": "system", "subtype": "compact_boundary"}),
        row("user", "this summary", isCompactSummary=True),
    )
    client.after(summary("x"))
    (entry,) = client.ledger()
    assert ("1 message", len("fix the coupon")) == (entry.receipt.what, entry.receipt.chars)


def test_without_a_transcript_the_summary_is_kept_all_the_same(client: Client):
    """How much it stands for is not known then."""
    client.start("startup")
    client.after(summary("x"))
    assert ["0 messages"] == [each.receipt.what for each in client.ledger()]


def test_five_compactions_in_a_row_lose_nothing(client: Client):
    """Each summary says less than the one before; what was lost is told after each."""
    client.mei.remember(KEPT, base="shop")
    client.start("startup")
    client.says("fix the coupon")
    told = []
    for n in range(5):
        client.after(summary(f"round {n}"))
        told.append(client.says(f"go on {n}"))
    assert [True] * 5 == [KEPT in each for each in told]
    assert 5 == len(client.ledger())


@pytest.mark.parametrize(
    ("said", "summed_up"),
    [(f"{KEPT}, please.", "Be careful with migrations"), ("不要動 migration，這是規定。", "migration 要小心")],
)
def test_what_the_user_said_and_nobody_kept_is_told_again(client: Client, said: str, summed_up: str):
    """After every compaction, also when only the first one could still read it."""
    client.start("startup")
    client.says(said)
    told = []
    for n in range(5):
        client.write(row("user", said if n == 0 else f"go on {n}"))
        client.compacted(summary(f"{summed_up}, round {n}"))
        told.append(client.says(f"go on {n}"))
    assert [True] * 5 == [said.rstrip(".。").split("，")[0] in each for each in told]


def test_what_was_lost_and_what_changed_fit_beside_a_prompt(client: Client):
    """In portions, over as many prompts as it takes: nothing is cut, and nothing is left out."""
    contents = [f"rule {n}: " + "word " * 60 for n in range(60)]
    for content in contents:
        client.mei.remember(content, base="shop", beside=0)
    client.says("look around")
    acting = client.session
    for no in range(1, 61):
        acting.show(no)
    client.after(summary(*contents[:30]))
    for no in range(1, 31):
        client.mei.supersede(no, f"another rule {no}: " + "word " * 60, base="shop")
    told = [client.says(f"go on {n}") for n in range(8)]
    everything = "\n".join(told)
    assert hooks.TAKEN_CHARS >= max(map(len, told))
    assert [] == [n for n in range(1, 31) if f"Your summary carries #{n} (" not in everything]
    assert [] == [n for n in range(30, 60) if f"rule {n}: word" not in everything]
    assert "" == told[-1]
