"""The contract of a store: the rows that are saved one by one, absent things, workspaces."""

# ruff: noqa: SIM300 - in tests the expected value stands on the left

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from stillso.core.authority import Grant, Level, PrincipalKind
from stillso.core.items import SpaceKind
from stillso.core.operations import Decision
from stillso.core.records import Status
from stillso.core.sights import How
from stillso.errors import Why
from stillso.storage.contract import Transaction, Wanted
from stillso.testing.builders import (
    AT,
    DAY,
    ODD,
    a_call,
    a_change,
    a_commit,
    a_message,
    a_principal,
    a_proposal,
    a_row,
    a_session,
    a_sight,
    a_space,
    a_tombstone,
)
from stillso.testing.given import Given, W


class Saving(Given):
    """What a store keeps beside the log, and what it keeps apart."""

    # saving
    def test_principals_are_found_by_name_or_id_and_listed_by_name(self) -> None:
        """A second save of the same id replaces the name, and whether it records by itself."""
        ann, bob = (
            replace(a_principal("2", "ann"), auto_record=True),
            a_principal("1", "bob", kind=PrincipalKind.PERSON),
        )
        with self.view(bob, a_principal("2", "amy"), ann) as view:
            assert [ann, bob] == view.principals()
            assert (ann, ann, None) == (view.principal("2"), view.principal("ann"), view.principal("amy"))

    def test_grants_come_by_principal(self) -> None:
        """A second grant to the same agent replaces the first."""
        grants = [Grant(space="B", principal=id, level=Level.READ, at=AT) for id in "ba"]
        raised = replace(grants[0], level=Level.ASK, at=AT + DAY)
        with self.view(*grants, raised, replace(raised, space="C")) as view:
            assert [grants[1], raised] == view.grants("B")

    def test_a_grant_that_is_taken_out_is_gone(self) -> None:
        """That of others, and to other bases, stays; where there is none, nothing happens."""
        grants = [Grant(space=space, principal=id, level=Level.READ, at=AT) for space in "BC" for id in "ab"]

        def work(tx: Transaction) -> None:
            tx.unlink("B", "a")
            tx.unlink("B", "z")

        with self.store(*grants) as store:
            store.run(W, None, work)
            with store.view(W) as view:
                assert (grants[1:2], grants[2:]) == (view.grants("B"), view.grants("C"))

    def test_bases_come_by_slug_and_are_found_by_it(self) -> None:
        """Windows are no bases; a second save changes the words of a base and not its counters."""
        settings = {"limits": {"feedback": 3, ODD: None}}
        window = a_space("W", kind=SpaceKind.WINDOW, slug="W")
        named = a_space("A", slug="z", name=ODD, description=ODD, settings=settings)
        with self.view(a_space("A", slug="y"), window, named, commits=[a_commit(1)]) as view:
            assert [a_space(head=1), named] == view.bases()
            assert (named, named, None) == (view.space("A"), view.space("z"), view.space("y"))
            assert window == view.space("W")

    def test_sessions_come_newest_first(self) -> None:
        """A second save of a session replaces its channel and bases, what it heard, when it began and
        ended, and what was asked last; never whose it is."""
        later = a_session("s0", opened_at=AT + DAY, person=None, bases=(), channel="webhook")
        ended = a_session("s1", closed_at=AT + DAY, heard=3, bases=("B", "C"), asking=ODD, client="c")
        first = replace(ended, channel="automation", heard=0, closed_at=None, opened_at=AT - DAY, bases=(), asking=None)
        stolen = replace(ended, agent="b", person="q", client="d", parent="s2", window_id="V")
        with self.view(first, later, a_session("s2"), stolen) as view:
            assert [later, a_session("s2"), ended] == view.sessions()
            assert ended == view.session("s1")

    def test_a_conversation_is_its_newest_session(self) -> None:
        """By the client's own name for it."""
        first, second = (a_session(f"s{n}", client=ODD, opened_at=AT + n * DAY) for n in (1, 2))
        with self.view(second, first, a_session("s3"), a_session("s4", client="d", opened_at=AT + 3 * DAY)) as view:
            assert second == view.conversation(ODD)
            assert view.conversation("e") is None

    def test_a_call_stays_with_the_session_that_it_came_from(self) -> None:
        """Nobody can move it to another one; it is forgotten with its session."""
        calls = [a_call("c1"), a_call("c1", session="s2", at=AT + DAY), a_call(ODD, session="s2")]
        with self.store(*calls) as store:
            with store.view(W) as view:
                assert [calls[0], calls[2], None] == [view.call("c1"), view.call(ODD), view.call("c2")]
            store.run(W, None, lambda tx: tx.forget("s1", []))
            with store.view(W) as view:
                assert [None, calls[2]] == [view.call("c1"), view.call(ODD)]

    def test_messages_and_sights_come_oldest_first(self) -> None:
        """Of one session; sights of one space, or of all. Of a message its text may change, and whether it proves."""
        messages = [a_message(2, text=ODD, asked=ODD, known=False), a_message(10), a_message(1)]
        sights = [a_sight(10), a_sight(2, space="C", how=How.NEWS, turn=3, packed=bytes(range(256))), a_sight(1)]
        first = replace(messages[0], text="so", known=True)
        later = replace(messages[0], said_by="bob", delivered_by="g", at=AT + DAY, asked=None)
        with self.view(first, *messages, later, a_message(1, session="s2"), *sights, a_sight(3, session="s2")) as view:
            assert [messages[2], messages[0], messages[1]] == view.messages("s1")
            assert [sights[2], sights[1], sights[0]] == view.sights("s1")
            assert [sights[2], sights[0]] == view.sights("s1", "B")
            assert (10, 3, 0) == tuple(view.showings(session) for session in ("s1", "s2", "s3"))

    def test_open_proposals_come_oldest_first(self) -> None:
        """Of one space or of all; a decided one is found by its id only."""
        full = a_proposal(
            "p2", asked={"content": ODD, "n": None}, seen={"#1": 2}, shown={"files": [{"path": ODD}]},
            flags=(Why.OLD_WORDS, Why.ASK_FIRST), session="s1", evidence={"slice": ODD},
        )  # fmt: skip
        rows = [a_proposal("p1", opened_at=AT + DAY), full, a_proposal("p3", space="C")]
        decided = replace(full, outcome=Decision.APPROVED, decided_by="p", decided_at=AT + DAY, version=3)
        with self.view(*rows) as view:
            assert [full, rows[2], rows[0]] == view.proposals()
            assert [full, rows[0]] == view.proposals("B")
        with self.view(*rows, decided) as view:
            assert [rows[2], rows[0]] == view.proposals()
            assert decided == view.proposal("p2")

    def test_a_draft_changes_what_it_asks_for(self) -> None:
        """A proposal that is saved again asks for the newer thing, against what was there then."""
        first = a_proposal("p1", asked={"content": "one"}, seen={"#1": 1}, shown={"files": []})
        later = replace(first, asked={"content": ODD}, seen={"#1": 2, "a.md": 0}, shown={"files": [{"path": ODD}]})
        with self.view(first, later) as view:
            assert [later] == view.proposals()
            assert later == view.proposal("p1")

    def test_a_fingerprint_has_one_decision(self) -> None:
        """The newest one stands."""
        newest = a_tombstone(b"t", space="C", version=2, no=5, decision="refused")
        with self.view(a_tombstone(b"t"), newest) as view:
            assert newest == view.tombstone(b"t")
            assert view.has_tombstones()

    def test_rejected_contents_of_records_come_newest_first(self) -> None:
        """Those of candidates that were refused are of no record and left out; a limit cuts the oldest."""
        marks = [a_tombstone(bytes([n]), version=n, no=None if n == 4 else n) for n in (2, 1, 5, 4, 3)]
        with self.view(*marks) as view:
            assert ([5, 3, 2, 1], [5, 3], []) == tuple([m.version for m in view.rejected(n)] for n in (9, 2, 0))

    def test_absent_things_are_none_or_nothing(self) -> None:
        """Reading what is not there is no error, in a workspace that nobody ever wrote to either."""
        with self.empty() as store, store.view("nobody's") as view:
            one = [
                view.principal("x"),
                view.space("x"),
                view.item("x", "x"),
                view.record("x", 1),
                view.evidence("x", 1),
            ]
            assert [None] * 10 == [
                *one,
                view.revision("x", 1, 1),
                view.head("x", "x"),
                view.tombstone(b"x"),
                view.session("x"),
                view.proposal("x"),
            ]
            many = [view.principals(), view.grants("x"), view.bases(), view.records("x", list(Status)), view.items("x")]
            many += [view.files("x", ""), view.revisions("x", 1), view.operations("x"), view.standing_at("x", 1)]
            many += [view.changed_by("x", 1), view.sessions(), view.messages("x"), view.sights("x"), view.proposals()]
            many += [view.changed_since("x", 0)]
            assert [[]] * 15 == many
            assert (0, ([], 0)) == (view.version_at("x", AT), view.wanted(Wanted(space="x", now=AT, limit=9)))
            assert not view.has_tombstones()

    def test_workspaces_are_kept_apart(self) -> None:
        """The same ids in two workspaces are two things; what one writes the other never sees."""

        def fill(name: str) -> Callable[[Transaction], None]:
            def work(tx: Transaction) -> None:
                for row in (a_space(name=name), a_principal("a", name), a_session(agent=name), a_message(1, text=name)):
                    tx.save(row)
                tx.append(a_commit(1, a_change(1, "a.md", name), rejected=(a_tombstone(name.encode()),)))
                tx.reindex("B", [a_row(1, content=name)])

            return work

        with self.empty() as store:
            store.run("one", "B", fill("ann"))
            store.run("two", "B", fill("bob"))
            store.run("two", "B", lambda tx: tx.reindex("B", []))
            with store.view("one") as view:
                assert [a_space(name="ann", head=1, items=1)] == view.bases()
                assert [a_principal("a", "ann")] == view.principals()
                assert [a_message(1, text="ann")] == view.messages("s1")
                assert [a_session(agent="ann")] == view.sessions()
                assert [b"ann"] == [revision.data for revision in view.revisions("B", 1)]
                assert [a_row(1, content="ann")] == view.records("B", list(Status))
                assert ([1], None) == ([operation.n for operation in view.operations("B")], view.tombstone(b"bob"))
