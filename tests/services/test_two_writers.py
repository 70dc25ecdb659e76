"""Two agents and a person on the same records, in any interleaving: who has not seen what is there changes nothing."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import stillso
from stillso import Done, FileChange, Owner, Refused, Session, Status, Waiting
from stillso.core.records import Indexed
from stillso.services.files import FileRead
from stillso.testing import FixedClock, faults

AT = datetime(2026, 6, 22, 3, 10, tzinfo=UTC)
FILE = "notes/shared.md"
agents = st.sampled_from(["claude", "codex"])
anybody = st.sampled_from(["claude", "codex", "mei"])
picks = st.integers(0, 99)
quoted = st.sampled_from([True, True, False])


class Writers(RuleBasedStateMachine):
    """What each session was shown is noted beside it; every outcome is foretold from that alone."""

    address = "memory:"

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = FixedClock(AT)
        self.app = stillso.open(self.address.format(folder=self.folder.name), clock=self.clock)
        self.mei = self.app.owner("mei")
        self.mei.create_base("shop")
        self.actors: dict[str, Owner | Session] = {"mei": self.mei}
        self.seen: dict[str, dict[str, int]] = {}
        self.said = 0
        for agent in ("claude", "codex"):
            self.app.add_agent(agent)
            self.mei.grant(agent, "shop", "write")
            session = self.app.session(agent, ["shop"], person="mei")
            assert isinstance(session, Session)
            self.actors[agent], self.seen[agent] = session, {}

    def teardown(self) -> None:
        verified = self.app.verify()
        self.app.close()
        self.folder.cleanup()
        assert not isinstance(verified, Refused)
        assert () == verified.findings

    # what is there
    def rows(self) -> dict[int, Indexed]:
        """Every record, by number."""
        shown = self.mei.list(*Status, base="shop")
        assert not isinstance(shown, Refused)
        return {row.record.no: row for row in shown.rows}

    def everything(self) -> list[object]:
        """All that an operation could leave behind."""
        with self.app.workspace.view() as view:
            space = view.space("shop")
            assert space is not None
            items, rows = view.items(space.id), view.records(space.id, list(Status))
            marks = [self.app.workspace.fingerprint(row.record.content) or b"" for row in rows]
            return [
                space,
                view.operations(space.id),
                [(item, view.revisions(space.id, item.key)) for item in items],
                rows,
                [view.evidence(space.id, version) for version in range(space.head + 2)],
                [view.tombstone(mark) for mark in marks],
            ]

    def hear(self, actor: Owner | Session) -> str | None:
        """Fresh words about any of the records, heard by the session of an agent; a person's own act takes none."""
        words = f"fresh words number {self.said} about this rule"
        if not isinstance(actor, Session):
            return None
        actor.hear(words)
        return words

    # doing
    def act(self, by: str, row: Indexed, verb: str, quoted: bool, **fields: Any) -> Any:
        """Do it with fresh words or without any, and check the outcome against what was seen."""
        actor, record = self.actors[by], row.record
        self.said += 1
        words = self.hear(actor) if quoted else None
        before = self.everything()
        outcome = getattr(actor, verb)(record.no, base="shop", quote=words, **fields)
        seen = self.seen[by].get(record.path) if by in self.seen else row.revision
        expected = (
            "not-seen"
            if seen is None
            else "stale"
            if seen != row.revision or record.status is not Status.ACTIVE
            else "waiting"
            if by != "mei" and not quoted
            else "done"
        )
        assert (expected, record.no) == (self.kind(outcome), record.no)
        self.nothing_is_left_unless_done(outcome, before)
        return outcome

    def kind(self, outcome: Any) -> str:
        """The outcome in one word: done, waiting, or the code of a refusal."""
        return outcome.code.value if isinstance(outcome, Refused) else type(outcome).__name__.lower()

    def nothing_is_left_unless_done(self, outcome: Any, before: list[object]) -> None:
        if isinstance(outcome, Refused | Waiting):
            assert before == self.everything()

    def note_own(self, by: str, *numbers: int | None) -> None:
        """What a session wrote it has seen."""
        if by in self.seen:
            rows = self.rows()
            self.seen[by].update({rows[no].record.path: rows[no].revision for no in numbers if no})

    def some(self, pick: int, wanted: Callable[[Indexed], bool] = lambda row: True) -> Indexed:
        """One of the records."""
        rows = [row for row in self.rows().values() if wanted(row)]
        return rows[pick % len(rows)]

    @initialize()
    def begin(self) -> None:
        for content in ("for docs", "for tests", "for builds"):
            self.mei.remember(f"rule {content}", base="shop")
        self.mei.write(FileChange(path=FILE, mode="create", content="0\n"), base="shop")
        self.lines("claude")
        self.read_file("claude")

    @rule(by=agents)
    def open_lines(self, by):
        self.lines(by)

    @rule(by=anybody)
    def read(self, by):
        self.read_file(by)

    def lines(self, by):
        """The lines show every active record whole, and nothing else."""
        found = self.actors[by].opening("shop")
        assert not isinstance(found, Refused)
        active = {row.record.path: row.revision for row in self.rows().values() if row.record.status is Status.ACTIVE}
        assert active == {self.rows()[entry.no].record.path: entry.revision for entry in found.assembled.entries}
        self.seen[by].update(active)

    @rule(by=agents, pick=picks)
    def show(self, by, pick):
        row = self.some(pick)
        self.actors[by].show(row.record.no, base="shop")
        self.seen[by][row.record.path] = row.revision

    @rule(by=agents, pick=picks)
    def list_and_search_are_no_sights(self, by, pick):
        self.actors[by].list(base="shop")
        self.actors[by].history(self.some(pick).record.no, base="shop")

    @rule(by=anybody, pick=picks, quoted=quoted)
    def supersede(self, by, pick, quoted):
        outcome = self.act(by, self.some(pick), "supersede", quoted, content=f"rule {self.said}")
        if isinstance(outcome, Done):
            self.note_own(by, outcome.no, outcome.replaces)

    @rule(by=anybody, pick=picks, quoted=quoted)
    def confirm(self, by, pick, quoted):
        self.clock.advance(minutes=1)
        outcome = self.act(by, self.some(pick), "confirm", quoted)
        if isinstance(outcome, Done):
            assert not outcome.unchanged
            self.note_own(by, outcome.no)

    @rule(by=anybody, pick=picks, quoted=quoted)
    def retract(self, by, pick, quoted):
        outcome = self.act(by, self.some(pick), "retract", quoted)
        if isinstance(outcome, Done):
            self.note_own(by, outcome.no)

    @precondition(lambda self: any(undoable(row) for row in self.rows().values()))
    @rule(by=anybody, pick=picks)
    def restore(self, by, pick):
        """Both the record and the one in force in its chain must have been seen, and be next to each other."""
        self.said += 1
        actor, row, rows = self.actors[by], self.some(pick, undoable), self.rows()
        words = self.hear(actor)
        living = living_beside(row, rows)
        ends = [row, *([living] if living else [])]
        knew = by == "mei" or all(self.seen[by].get(each.record.path) == each.revision for each in ends)
        near = living is None or living.record.no in (row.record.superseded_by, row.record.supersedes)
        before = self.everything()
        outcome = actor.restore(row.record.no, base="shop", quote=words)
        assert (knew and near) == isinstance(outcome, Done)
        assert self.kind(outcome) in ("done", "stale", "not-seen")
        self.nothing_is_left_unless_done(outcome, before)
        if isinstance(outcome, Done):
            self.note_own(by, outcome.no, outcome.replaces)

    def read_file(self, by):
        """A whole reading shows the head."""
        found = self.actors[by].read(FILE, base="shop")
        assert isinstance(found, FileRead)
        self.seen.get(by, {})[FILE] = self.head()

    def head(self) -> int:
        files = self.mei.files(FILE, base="shop")
        assert not isinstance(files, Refused)
        return files[0].head

    @rule(by=anybody)
    def overwrite(self, by):
        self.said += 1
        head, before = self.head(), self.everything()
        file = FileChange(path=FILE, mode="overwrite", content=f"{self.said}\n")
        outcome = self.actors[by].write(file, base="shop")
        seen = self.seen[by].get(FILE) if by in self.seen else head
        expected = "not-seen" if seen is None else "done" if seen == head else "stale"
        assert expected == self.kind(outcome)
        self.nothing_is_left_unless_done(outcome, before)
        if isinstance(outcome, Done):
            self.seen.get(by, {})[FILE] = self.head()

    # what always holds
    @invariant()
    def the_log_is_whole(self):
        with self.app.workspace.view() as view:
            space = view.space("shop")
            assert space is not None
            assert [] == faults(view, space)

    @invariant()
    def a_chain_holds_one_living_record(self):
        """Who was superseded and who took its place name each other; of all in one chain at most one is in force."""
        rows = {no: row.record for no, row in self.rows().items()}
        for record in rows.values():
            newer = rows.get(record.superseded_by or 0)
            assert (record.status is Status.SUPERSEDED) == (newer is not None)
            if newer:
                assert (record.no, record.id) == (newer.supersedes, newer.supersedes_id)
                assert newer.id == record.superseded_by_id
        active = [record for record in rows.values() if record.status is Status.ACTIVE]
        first = [first_of(record.no, {no: other.supersedes for no, other in rows.items()}) for record in active]
        assert len(set(first)) == len(first)

    @invariant()
    def only_what_is_in_force_is_in_the_lines(self):
        found = self.mei.opening("shop")
        assert not isinstance(found, Refused)
        active = sorted(no for no, row in self.rows().items() if row.record.status is Status.ACTIVE)
        assert active == sorted(entry.no for entry in found.assembled.entries)


def undoable(row: Indexed) -> bool:
    """A record to restore."""
    return row.record.status is not Status.ACTIVE


def living_beside(row: Indexed, rows: dict[int, Indexed]) -> Indexed | None:
    """The record in force in the same chain, which restoring this one would end."""
    supersedes = {no: other.record.supersedes for no, other in rows.items()}
    first = first_of(row.record.no, supersedes)
    chain = (other for no, other in rows.items() if first_of(no, supersedes) == first)
    return next((other for other in chain if other.record.status is Status.ACTIVE), None)


def first_of(no: int, supersedes: dict[int, int | None]) -> int:
    """Where a chain of replacements began."""
    while (older := supersedes[no]) is not None:
        no = older
    return no


class WritersInFile(Writers):
    """The same on an SQLite store."""

    address = "{folder}/memory.db"


ordinary = settings.get_profile(settings.get_current_profile_name())
TestWriters = Writers.TestCase
TestWriters.settings = settings(ordinary, stateful_step_count=30)
TestWritersInFile = WritersInFile.TestCase
TestWritersInFile.settings = settings(ordinary, max_examples=ordinary.max_examples // 3, stateful_step_count=30)


def test_a_replacement_that_was_undone_does_not_come_back_beside_what_it_replaced():
    """Restoring the new record again ends the old one, or is refused: they contradict each other."""
    app = stillso.open("memory:", clock=FixedClock(AT))
    mei = app.owner("mei")
    mei.create_base("shop")
    mei.remember("run everything", base="shop")
    mei.supersede(1, "run unit tests only", base="shop")
    mei.restore(1, base="shop")
    mei.restore(2, base="shop")
    shown = mei.list(base="shop")
    assert not isinstance(shown, Refused)
    assert 1 == len(shown.rows)
