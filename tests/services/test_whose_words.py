"""Law 1 under any sequence of agents' calls: no record and no change of one without heard words or a person's act.

What an agent may send is drawn freely: quotes that were said, said elsewhere, said in part, or never. After every step
each operation is judged from the stored messages alone.
"""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime
from functools import partial
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

import stillso
from stillso import Done, FileChange, Refused, Session, Status, Waiting
from stillso.core.authority import Basis
from stillso.core.operations import Operation, Verb
from stillso.core.records import Source
from stillso.services.inbox import Pending
from stillso.storage.contract import View
from stillso.testing import FixedClock

AT = datetime(2026, 6, 22, 3, 10, tzinfo=UTC)
SAID = (
    "改完程式只跑單元測試就好",
    "以後不要再跑整合測試了",
    "staging 修好之前先不要跑 e2e，跑 unit test 就好",
    "write commit messages in English",
    "Don't deploy on Fridays. Actually scratch that",
    "should we deploy on Fridays?",
    "這次先不用 code review",
    "還沒",
    "yes",
    "好",
    "#2 no",
)
#: What an agent offers as words: said as a whole or in part, or never said.
QUOTES = (*SAID, "單元測試就好", "deploy on Fridays", "跑 e2e，跑 unit test", "退款一律核准", "", "  ", "yes, always")
CONTENTS = (
    *SAID,
    "改完跑單元測試",
    "Deploy on Fridays",
    "commit messages in English",
    "不跑整合測試",
    "send it to a@b.example",
)
ASKED = (None, "#1: is it still so?", "#2: drop it?", "#1 and #3?", "單元測試還要跑嗎？", "shall I keep {}?")

sessions = st.integers(0, 4)
numbers = st.integers(1, 6)
quotes = st.none() | st.sampled_from(QUOTES)
contents = st.sampled_from(CONTENTS)
verbs = st.sampled_from(["confirm", "retract", "restore"])
conditions = st.sampled_from([None, "", "staging 修好之前"])


class Agents(RuleBasedStateMachine):
    """Five sessions of three agents, one of them on a channel where anybody may speak."""

    address = "memory:"

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = FixedClock(AT)
        self.app = stillso.open(self.address.format(folder=self.folder.name), clock=self.clock)
        self.mei = self.app.owner("mei")
        self.mei.create_base("shop")
        for agent, level in (("claude", "write"), ("codex", "ask"), ("reader", "read")):
            self.app.add_agent(agent)
            self.mei.grant(agent, "shop", level)
        opened = [
            self.app.session(agent, ["shop"], person="mei", channel=channel)
            for agent, channel in (
                ("claude", "cli"),
                ("claude", "web-chat"),
                ("claude", "webhook"),
                ("codex", "cli"),
                ("reader", "cli"),
            )
        ]
        self.sessions = [each for each in opened if isinstance(each, Session)]
        self.candidates = ["p00000000"]
        #: The versions that mei made herself, or approved at the inbox.
        self.hers: set[int] = set()
        for content in ("改完程式只跑單元測試", "write commit messages in English", "Deploy on Fridays"):
            self.by_mei(self.mei.remember(content, base="shop"))

    def teardown(self) -> None:
        self.app.close()
        self.folder.cleanup()

    def by_mei(self, outcome: Any) -> None:
        """Note what mei did."""
        self.hers |= {outcome.version} if isinstance(outcome, Done) and not outcome.unchanged else set()

    def note(self, outcome: Any) -> None:
        """Note a candidate."""
        self.candidates += [outcome.proposal] if isinstance(outcome, Waiting) else []

    # what the harness and the person do
    @rule(by=sessions, text=st.sampled_from(SAID), asked=st.sampled_from(ASKED), said_by=st.sampled_from([None, "eve"]))
    def hear(self, by, text, asked, said_by):
        self.sessions[by].hear(text, asked=asked and asked.format(self.candidates[-1]), said_by=said_by)

    @rule(pick=st.integers(0, 99), content=st.none() | contents)
    def mei_approves(self, pick, content):
        for pending in self.waiting(pick):
            worded = content if pending.proposal.verb in (Verb.REMEMBER, Verb.SUPERSEDE) else None
            self.by_mei(self.mei.approve(pending.proposal.id, content=worded))

    @rule(pick=st.integers(0, 99))
    def mei_refuses(self, pick):
        for pending in self.waiting(pick):
            self.mei.refuse(pending.proposal.id)

    def waiting(self, pick: int) -> list[Pending]:
        """One candidate, if there is any."""
        inbox = self.app.inbox("shop")
        assert not isinstance(inbox, Refused)
        return inbox[pick % max(1, len(inbox)) :][:1]

    @rule(days=st.integers(0, 20))
    def wait(self, days):
        self.clock.advance(days=days, minutes=1)

    # what agents may call
    @rule(by=sessions, content=contents, quote=quotes, condition=conditions)
    def remember(self, by, content, quote, condition):
        self.note(self.sessions[by].remember(content, quote=quote, condition=condition, beside=0))

    @rule(by=sessions, text=st.sampled_from(SAID), said_by=st.sampled_from([None, "eve"]), no=st.none() | numbers)
    def claim_what_was_just_said(self, by, text, said_by, no):
        """The likeliest road to a record: shown, said, quoted whole and taken down as it was said."""
        session = self.sessions[by]
        session.lines()
        session.hear(text, said_by=said_by)
        claim = partial(session.remember, text, beside=0) if no is None else partial(session.supersede, no, text)
        self.note(claim(quote=text))

    @rule(by=sessions, text=st.sampled_from(SAID), asked=st.sampled_from(ASKED), no=numbers, verb=verbs)
    def decide_by_what_was_just_answered(self, by, text, asked, no, verb):
        session = self.sessions[by]
        session.show(no)
        session.hear(text, asked=asked and asked.format(self.candidates[-1]))
        self.note(getattr(session, verb)(no, quote=text))
        session.approve(self.candidates[-1], quote=text)

    @rule(by=sessions, no=numbers, content=contents, quote=quotes, condition=conditions)
    def supersede(self, by, no, content, quote, condition):
        self.note(self.sessions[by].supersede(no, content, quote=quote, condition=condition))

    @rule(by=sessions, no=numbers, quote=quotes, verb=verbs)
    def decide(self, by, no, quote, verb):
        self.note(getattr(self.sessions[by], verb)(no, quote=quote))

    @rule(by=sessions, no=numbers, quote=quotes, condition=conditions, scope=st.sampled_from([None, "", "docs"]))
    def amend(self, by, no, quote, condition, scope):
        self.note(self.sessions[by].amend(no, quote=quote, condition=condition, scope=scope))

    @rule(by=sessions, no=numbers, quote=quotes)
    def once(self, by, no, quote):
        self.sessions[by].once(no, quote=quote)

    @rule(
        by=sessions,
        path=st.sampled_from(["notes/a.md", "records/0001-x.md", "records/0009-y.md", "README.md"]),
        mode=st.sampled_from(["create", "overwrite", "append", "delete"]),
        content=contents,
    )
    def write(self, by, path, mode, content):
        text = None if mode == "delete" else content
        self.note(self.sessions[by].write(FileChange(path=path, mode=mode, content=text)))

    @rule(by=sessions, pick=st.integers(0, 99))
    def approve_without_words_is_refused(self, by, pick):
        outcome = self.sessions[by].approve(self.candidates[pick % len(self.candidates)])
        assert isinstance(outcome, Refused)
        assert "not-a-person" == outcome.code.value

    @rule(by=sessions, pick=st.integers(0, 99), quote=st.sampled_from(QUOTES))
    def approve_with_words(self, by, pick, quote):
        self.sessions[by].approve(self.candidates[-1 - pick % len(self.candidates)], quote=quote)

    @rule(by=sessions, no=numbers)
    def read(self, by, no):
        session = self.sessions[by]
        session.lines()
        session.show(no)
        session.list(*Status)
        session.history(no)
        session.due()
        session.news()

    # what always holds
    @invariant()
    def every_change_of_a_record_rests_on_heard_words_or_on_mei(self):
        with self.app.workspace.view() as view:
            space = view.space("shop")
            assert space is not None
            operations = [each for each in view.operations(space.id) if each.n not in self.hers]
            assert [] == [each for each in operations if not rests_on_words(view, each)]

    @invariant()
    def a_source_is_what_its_first_version_rests_on(self):
        with self.app.workspace.view() as view:
            space = view.space("shop")
            assert space is not None
            wrong = [
                row.record
                for row in view.records(space.id, list(Status))
                if not vouched_for(view, space.id, row.record, self.hers)
            ]
            assert [] == wrong

    @invariant()
    def no_agent_acts_as_a_person(self):
        with self.app.workspace.view() as view:
            assert ["mei"] == [each.name for each in view.principals() if each.kind.value == "person"]
            assert 1 == len(view.bases())


def rests_on_words(view: View, operation: Operation) -> bool:
    """Whether an agent's operation is of plain files, or rests on a slice of a message that a member typed."""
    if operation.verb is Verb.WRITE:
        changed = [item.path for item, _ in view.changed_by(operation.space, operation.n)]
        return operation.authority == Basis.GRANTED and not any(path.startswith("records/") for path in changed)
    evidence = view.evidence(operation.space, operation.n)
    return evidence is not None and is_in_a_heard_message(view, evidence, None)


def is_in_a_heard_message(view: View, evidence: Any, words: str | None) -> bool:
    """Whether the evidence is a slice of a message of a known speaker, and (when given) these words."""
    found = [each for each in view.messages(evidence.session) if each.n == evidence.message and each.known]
    slices = [each.text[evidence.begins : evidence.ends] for each in found]
    return any(piece.strip() and words in (None, piece) for piece in slices)


def vouched_for(view: View, space: str, record: Any, hers: set[int]) -> bool:
    """Whether the version that made a record gives it the source that it bears, and the quote is that evidence."""
    made = min(
        revision.version
        for item in view.items(space)
        if item.no == record.no
        for revision in view.revisions(space, item.key)
    )
    evidence = view.evidence(space, made)
    heard = evidence is not None and is_in_a_heard_message(view, evidence, record.quote)
    by_words = record.source is not Source.OWNER and record.quote is not None and heard
    return (made in hers and record.source is not Source.STATED) or by_words


class AgentsInFile(Agents):
    """The same on an SQLite store."""

    address = "{folder}/memory.db"


ordinary = settings.get_profile(settings.get_current_profile_name())
TestAgents = Agents.TestCase
TestAgents.settings = settings(ordinary, stateful_step_count=40)
TestAgentsInFile = AgentsInFile.TestCase
TestAgentsInFile.settings = settings(ordinary, max_examples=max(1, ordinary.max_examples // 5), stateful_step_count=30)


def test_quoted_words_are_done_and_judged_as_resting_on_words() -> None:
    """The positive control: the judge above lets a stated record pass, and it is one."""
    machine = Agents()
    machine.sessions[0].hear(SAID[0])
    machine.remember(by=0, content=SAID[0], quote=SAID[0], condition=None)
    shown = machine.mei.show(4, base="shop")
    assert not isinstance(shown, Refused)
    assert Source.STATED is shown.rows[0].record.source
    machine.every_change_of_a_record_rests_on_heard_words_or_on_mei()
    machine.a_source_is_what_its_first_version_rests_on()
    machine.teardown()
