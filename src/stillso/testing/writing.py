"""The contract of a store: transactions, snapshots, commits."""

# ruff: noqa: SIM300 - in tests the expected value stands on the left

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

from stillso.core.authority import Basis, Principal
from stillso.core.items import ItemKind
from stillso.core.operations import Verb
from stillso.core.records import Status
from stillso.errors import BrokenData
from stillso.storage.contract import Transaction
from stillso.testing.builders import (
    AT,
    DAY,
    ODD,
    a_change,
    a_commit,
    a_listed,
    a_principal,
    a_row,
    a_space,
    a_tombstone,
    an_evidence,
)
from stillso.testing.given import Given, Stop, W, append_in, elsewhere, raises, save_in


class Writing(Given):
    """How a store writes, and what its readers see of that."""

    # writing
    def test_run_gives_what_work_gives_and_keeps_what_it_wrote(self) -> None:
        """The result of the work comes back, and its writes are there for whoever comes next."""

        def work(tx: Transaction) -> int:
            tx.save(a_principal("a", "ann"))
            return 7

        with self.store() as store:
            assert 7 == store.run(W, "B", work)
            with store.view(W) as view:
                assert [a_principal("a", "ann")] == view.principals()

    def test_nothing_stays_of_work_that_raises(self) -> None:
        """When work raises, its error comes out and nothing that it wrote is there."""

        def work(tx: Transaction) -> None:
            tx.append(a_commit(1, a_change(1, "a.md", "a"), evidence=(an_evidence(1),), rejected=(a_tombstone(b"t"),)))
            tx.save(a_principal("a", "ann"))
            tx.reindex("B", [a_row(1)])
            raise Stop

        with self.store() as store:
            assert raises(Stop, lambda: store.run(W, "B", work))
            with store.view(W) as view:
                assert a_space() == view.space("B")
                assert ([], [], [], []) == (
                    view.operations("B"),
                    view.items("B"),
                    view.revisions("B", 1),
                    view.bases()[1:],
                )
                assert ([], [], None) == (view.principals(), view.records("B", list(Status)), view.evidence("B", 1))
                assert None is view.tombstone(b"t")
            append_in(store, a_commit(1))

    def test_a_transaction_reads_what_it_wrote(self) -> None:
        """Inside the work what was written is there already."""

        def work(tx: Transaction) -> tuple[int, str | None]:
            tx.append(a_commit(1, a_change(1, "a.md", "甲")))
            revision, space = tx.revision("B", 1, 1), tx.space("B")
            assert revision is not None
            assert space is not None
            return space.head, revision.text

        for durable in (True, False):
            with self.store() as store:
                assert (1, "甲") == store.run(W, "B", work, durable=durable)
                with store.view(W) as view:
                    assert ["甲"] == [revision.text for revision in view.revisions("B", 1)]

    def test_writers_of_one_space_come_one_after_another(self) -> None:
        """Of twenty writers in four threads each sees the head that the one before left."""

        def work(tx: Transaction) -> int:
            space = tx.space("B")
            assert space is not None
            tx.append(a_commit(space.head + 1))
            return space.head

        with self.store() as store:
            with ThreadPoolExecutor(4) as pool:
                heads = sorted(pool.map(lambda _: store.run(W, "B", work), range(20)))
            assert list(range(20)) == heads
            with store.view(W) as view:
                assert list(range(20, 0, -1)) == [operation.n for operation in view.operations("B")]

    # reading
    def test_a_snapshot_does_not_move(self) -> None:
        """What is written while a view is open is not in that view."""
        with self.store() as store:
            with store.view(W) as view:
                assert [] == view.principals()
                elsewhere(lambda: save_in(store, a_principal("a", "ann")))
                elsewhere(lambda: append_in(store, a_commit(1)))
                assert [] == view.principals()
                assert [] == view.operations("B")
            with store.view(W) as later:
                assert [1] == [operation.n for operation in later.operations("B")]

    def test_a_snapshot_is_taken_when_the_view_opens(self) -> None:
        """A write that comes after the view was opened and before its first reading is not in it."""
        with self.store() as store, store.view(W) as view:
            elsewhere(lambda: save_in(store, a_principal("a", "ann")))
            assert [] == view.principals()

    def test_readers_are_not_blocked_by_a_writer(self) -> None:
        """While work holds the lock another thread reads what was there before."""
        with self.store() as store:

            def read() -> list[Principal]:
                with store.view(W) as view:
                    return view.principals()

            def work(tx: Transaction) -> Any:
                tx.save(a_principal("a", "ann"))
                return elsewhere(read)

            assert [] == store.run(W, "B", work)

    # appending
    def test_only_the_next_version_is_appended(self) -> None:
        """Any other number than head plus one is broken data, and nothing of it stays."""
        with self.store(commits=[a_commit(1), a_commit(2)]) as store:
            for n in (0, 1, 2, 4):
                commit = a_commit(n, a_change(1, "a.md", "a"))
                assert raises(BrokenData, partial(append_in, store, commit))
            with store.view(W) as view:
                assert a_space(head=2) == view.space("B")
                assert [] == view.items("B")

    def test_the_head_and_the_counters_move_with_the_operations(self) -> None:
        """A space counts its versions, its items, and among these its records; a new revision is no new item."""
        record = replace(a_change(2, "records/0001-n.md", "r", no=1, kind=ItemKind.RECORD), indexed=a_row(1))
        commits = [
            a_commit(1, a_change(1, "a.md", "a"), record),
            a_commit(2, a_change(1, "a.md", None, n=2, version=2)),
            a_commit(3, a_change(1, "a.md", "b", n=3, version=3)),
        ]
        with self.view(commits=commits) as view:
            assert a_space(head=3, items=2, records=1) == view.space("B")
            assert a_row(1) == view.record("B", 1)

    def test_a_whole_commit_comes_back(self) -> None:
        """Every field of the operation, items, revisions, index rows and evidence is as it was given."""
        row = a_row(1, content=ODD, condition=ODD, quote=ODD, scope="漢/b", said_by="梅", session="s1", supersedes=2,
                   supersedes_id="x", superseded_by=3, superseded_by_id="y", due_at=AT + DAY)  # fmt: skip
        first = replace(a_change(1, ODD, ODD, id="I", no=1, kind=ItemKind.RECORD, summary=ODD), indexed=row)
        commit = a_commit(1, first, evidence=(an_evidence(1, delivered_by=ODD),))
        quoted = {"verb": Verb.REMEMBER, "authority": Basis.QUOTED, "session": "s1", "person": "p", "reason": ODD}
        told = replace(commit.operation, **quoted)  # type: ignore[arg-type]
        with self.view(commits=[replace(commit, operation=told)]) as view:
            assert [told] == view.operations("B")
            assert first.item == view.item("B", ODD)
            assert [first.revision] == view.revisions("B", 1)
            assert row == view.record("B", 1)
            assert an_evidence(1, delivered_by=ODD) == view.evidence("B", 1)
            assert [a_listed(first, told)] == view.files("B", "")

    def test_rejected_contents_are_known_until_they_are_lifted(self) -> None:
        """A commit brings fingerprints and takes others away."""
        commits = [
            a_commit(1, rejected=(a_tombstone(b"t"), a_tombstone(b"u", no=3))),
            a_commit(2, lifted=(b"t", b"none")),
        ]
        with self.view(commits=commits) as view:
            assert None is view.tombstone(b"t")
            assert a_tombstone(b"u", no=3) == view.tombstone(b"u")
            assert view.has_tombstones()
        with self.view(commits=[*commits, a_commit(3, lifted=(b"u",))]) as view:
            assert not view.has_tombstones()
