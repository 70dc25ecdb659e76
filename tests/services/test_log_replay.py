"""Whatever was done, by whom and in which order: the log replayed gives the heads, the index, and every hash."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

import stillso
from stillso import FileChange, Owner, Refused, Session
from stillso.core.records import Status
from stillso.testing import FixedClock, faults

odd = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)
words = st.sampled_from(["", "e2e ", "漢字 ", "e\u0301 ", "“x” "]).map(lambda text: f"run unit tests {text}only")
said = st.one_of(words, words, st.none())
scopes = st.sampled_from([None, "", "checkout", "checkout/e2e", "結帳"])
picks = st.integers(0, 99)
who = st.integers(0, 2)
paths = st.sampled_from(["notes/a.md", "b.md"])


class Replay(RuleBasedStateMachine):
    """A person and two agents on one base, each with every verb; an agent's words are heard before it acts."""

    address = "memory:"

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = FixedClock(datetime(2026, 6, 22, 3, 10, tzinfo=UTC))
        self.app = stillso.open(self.address.format(folder=self.folder.name), clock=self.clock)
        mei = self.app.owner("mei")
        mei.create_base("shop", readme="# Shop\n")
        self.actors: list[Owner | Session] = [mei]
        for agent in ("claude", "codex"):
            self.app.add_agent(agent)
            mei.grant(agent, "shop", "write")
            session = self.app.session(agent, ["shop"], person="mei")
            assert isinstance(session, Session)
            session.read("README.md")
            self.actors.append(session)
        for content in ("one", "two", "three"):
            mei.remember(content, base="shop", condition="until staging is fixed")
        mei.write(FileChange(path="b.md", mode="create", content="begun\n"), base="shop")

    def teardown(self) -> None:
        """Whatever was done through stillso, verifying finds nothing wrong in it."""
        verified = self.app.verify()
        self.app.close()
        self.folder.cleanup()
        assert not isinstance(verified, Refused)
        assert () == verified.findings

    def hear(self, actor: Owner | Session, words: str | None) -> str | None:
        """The words, after the session of an agent has heard them; a person's own act needs none."""
        if words is None or not isinstance(actor, Session):
            return None
        actor.hear(words)
        return words

    def some(self, pick: int) -> int:
        """The number of a record."""
        with self.app.workspace.view() as view:
            space = view.space("shop")
            assert space is not None
            return 1 + pick % space.records

    @rule(by=who, content=odd.filter(str.strip), words=said, scope=scopes, condition=st.none() | odd)
    def remember(self, by, content, words, scope, condition):
        actor = self.actors[by]
        quote = self.hear(actor, words)
        actor.remember(f"{words} {content}", base="shop", scope=scope, condition=condition, quote=quote)

    @rule(by=who, pick=picks, content=odd.filter(str.strip), words=said, condition=st.none() | odd)
    def supersede(self, by, pick, content, words, condition):
        actor = self.actors[by]
        no = self.some(pick)
        actor.show(no, base="shop")
        quote = self.hear(actor, words)
        actor.supersede(no, f"{words} {content}", base="shop", quote=quote, condition=condition)

    @rule(by=who, pick=picks, words=said, verb=st.sampled_from(["confirm", "retract", "restore"]))
    def decide(self, by, pick, words, verb):
        actor = self.actors[by]
        no = self.some(pick)
        actor.show(no, base="shop")
        quote = self.hear(actor, words)
        getattr(actor, verb)(no, base="shop", quote=quote)

    @rule(
        by=who,
        pick=picks,
        words=said,
        scope=scopes,
        condition=st.none() | odd,
        audience=st.sampled_from(["user", "anyone"]),
    )
    def amend(self, by, pick, words, scope, condition, audience):
        actor = self.actors[by]
        no = self.some(pick)
        actor.show(no, base="shop")
        quote = self.hear(actor, words)
        actor.amend(no, base="shop", scope=scope, condition=condition, audience=audience, quote=quote)

    @rule(
        by=who,
        path=paths,
        mode=st.sampled_from(["create", "append", "overwrite", "delete"]),
        content=odd,
        reason=st.none() | odd,
    )
    def write(self, by, path, mode, content, reason):
        actor = self.actors[by]
        actor.read(path, base="shop")
        text = None if mode == "delete" else content
        actor.write(FileChange(path=path, mode=mode, content=text), base="shop", reason=reason)

    @rule(by=who, path=paths, old=st.sampled_from(["begun", "\n", "x"]), new=odd)
    def edit(self, by, path, old, new):
        self.actors[by].write(FileChange(path=path, mode="edit", old=old, new=new), base="shop")

    @rule(approve=st.booleans())
    def decide_first_proposal(self, approve):
        mei = self.app.owner("mei")
        inbox = self.app.inbox("shop")
        assert not isinstance(inbox, Refused)
        for pending in inbox[:1]:
            (mei.approve if approve else mei.refuse)(pending.proposal.id)

    @rule(days=st.integers(1, 40))
    def wait(self, days):
        self.clock.advance(days=days)

    @rule(days=st.none() | st.integers(1, 99))
    def settle(self, days):
        self.app.owner("mei").settle("shop", limits=days and {"feedback": days})

    @invariant()
    def the_laws_hold(self):
        """Gapless versions, the log replayed, the chain made again, and the index, which reindexing leaves as it is."""
        with self.app.workspace.view() as view:
            space = view.space("shop")
            assert space is not None
            assert [] == faults(view, space)
            before = view.records(space.id, list(Status))
        assert len(before) == self.app.reindex("shop")
        with self.app.workspace.view() as view:
            assert before == view.records(space.id, list(Status))

    @invariant()
    def quoted_operations_have_their_evidence(self):
        """Where the authority is the user's words, they stand in a heard message at the span that is kept."""
        with self.app.workspace.view() as view:
            space = view.space("shop")
            assert space is not None
            quoted = [operation for operation in view.operations(space.id) if operation.authority == "quoted"]
            for operation in quoted:
                evidence = view.evidence(space.id, operation.n)
                assert evidence is not None
                assert operation.session == evidence.session
                message = view.messages(evidence.session)[evidence.message - 1]
                assert "run unit tests" in message.text[evidence.begins : evidence.ends]


class ReplayInFile(Replay):
    """The same on an SQLite store."""

    address = "{folder}/memory.db"


ordinary = settings.get_profile(settings.get_current_profile_name())
TestReplay = Replay.TestCase
TestReplay.settings = settings(ordinary, stateful_step_count=25)
TestReplayInFile = ReplayInFile.TestCase
TestReplayInFile.settings = settings(ordinary, max_examples=ordinary.max_examples // 3, stateful_step_count=25)
