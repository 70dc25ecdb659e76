"""The contract of a store: the log, the past, files and records."""

# ruff: noqa: SIM300 - in tests the expected value stands on the left

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from stillso.core import names
from stillso.core.authority import Basis
from stillso.core.operations import Verb
from stillso.core.records import Indexed, Source, Status
from stillso.core.values import replace
from stillso.storage.contract import Store, Transaction, Wanted, Written
from stillso.testing.builders import (
    AT,
    DAY,
    a_change,
    a_commit,
    a_principal,
    a_row,
    a_space,
)
from stillso.testing.given import Given, Stop, W, append_in, raises, save_in


class Reading(Given):
    """What a store gives back of what was committed."""

    # the log and the past
    def test_operations_come_newest_first(self) -> None:
        """All of a space, those below a version, the first few, or none."""
        with self.view(commits=[a_commit(n) for n in (1, 2, 3, 4)]) as view:
            assert [4, 3, 2, 1] == [operation.n for operation in view.operations("B")]
            assert [2, 1] == [operation.n for operation in view.operations("B", before=3)]
            assert [3, 2] == [operation.n for operation in view.operations("B", before=4, limit=2)]
            assert [] == view.operations("B", before=1)

    def test_no_operation_is_below_version_0_and_a_limit_of_0_gives_none(self) -> None:
        """Nought is a number like any other."""
        with self.view(commits=[a_commit(1)]) as view:
            assert [] == view.operations("B", limit=0)
            assert [] == view.operations("B", before=0)

    def test_the_tip_is_the_hash_of_the_newest_operation(self) -> None:
        """None before the first."""
        newest = a_commit(2)
        with self.view(commits=[a_commit(1), newest]) as view:
            assert newest.operation.hash == view.tip("B")
            assert view.tip("x") is None

    def test_the_version_at_a_moment_is_the_newest_that_had_happened(self) -> None:
        """At the moment itself it counts; before the first there is 0; a clock that went back hides nothing.

        A plain file that is dated back changes nothing.
        """
        moments = [AT, AT + 2 * DAY, AT + DAY]
        commits = [a_commit(n, at=at, verb=Verb.REMEMBER) for n, at in enumerate(moments, 1)]
        commits.append(a_commit(4, at=AT - DAY))
        with self.view(commits=commits) as view:
            asked = [AT - DAY, AT, AT + DAY, AT + 2 * DAY]
            assert [0, 1, 3, 3] == [view.version_at("B", at) for at in asked]

    def test_the_past_is_read_by_version(self) -> None:
        """What stood at a version, and what one version changed, by key and with the item as it is now."""
        first, other = a_change(1, "b.md", "1"), a_change(2, "a.md", "1")
        second, third = a_change(1, "b.md", "2", n=2, version=2), a_change(2, "a.md", None, n=2, version=3)
        now = {1: second.item, 2: third.item}
        with self.view(commits=[a_commit(1, other, first), a_commit(2, second), a_commit(3, third)]) as view:
            assert [] == view.standing_at("B", 0)
            assert [(now[1], first.revision), (now[2], other.revision)] == view.standing_at("B", 1)
            assert [(now[1], second.revision), (now[2], other.revision)] == view.standing_at("B", 2)
            assert [(now[1], second.revision), (now[2], third.revision)] == view.standing_at("B", 9)
            assert [(now[1], first.revision), (now[2], other.revision)] == view.changed_by("B", 1)
            assert [(now[2], third.revision)] == view.changed_by("B", 3)
            assert [(1, 0), (2, 0)] == view.changed_since("B", 0)
            assert [(1, 1), (2, 1)] == view.changed_since("B", 1)
            assert ([(2, 1)], []) == (view.changed_since("B", 2), view.changed_since("B", 3))
            assert [first.revision, second.revision] == view.revisions("B", 1)
            assert first.revision == view.revision("B", 1, 1)

    # files
    def test_notes_are_what_agents_wrote_last_the_newest_first(self) -> None:
        """Below the prefix, by the moment and the path, at most so many; all of them are counted."""
        granted = [Basis.GRANTED, Basis.APPROVED, Basis.OWNER, Basis.GRANTED, Basis.OWNER]
        paths = ["notes/a.md", "notes/b.md", "notes/c.md", "other.md", "notes/d.md"]
        moments = [AT + DAY, AT, AT, AT, AT + DAY]
        verbs = [Verb.WRITE, Verb.WRITE, Verb.WRITE, Verb.WRITE, Verb.REVERT]
        made = [
            a_commit(n, a_change(n, path, "x\n", version=n), at=at, verb=verb)
            for n, (path, at, verb) in enumerate(zip(paths, moments, verbs, strict=True), 1)
        ]
        commits = [
            replace(each, operation=replace(each.operation, authority=basis))
            for each, basis in zip(made, granted, strict=True)
        ]
        with self.view(commits=commits) as view:
            for limit in (0, 1, 2, 3, 9):
                notes, count = view.notes("B", "notes/", limit)
                assert (["notes/d.md", "notes/a.md", "notes/b.md"][:limit], 3) == ([note.path for note in notes], count)
            assert ([], 0) == view.notes("C", "notes/", 9)

    def test_what_stands_at_a_path_comes_with_who_wrote_it(self) -> None:
        """The newest text, by the name of its writer, by the id of one whom nobody knows; nothing once deleted."""
        mei = a_principal("a", "mei")
        with self.store(commits=[a_commit(1, a_change(1, "a.md", "一"), a_change(2, "b.md", "1"))]) as store:
            sha256 = names.digest("一".encode())
            assert Written(1, 1, 1, "一", sha256, "a", None) == self.head(store, "a.md")
            save_in(store, mei)
            assert Written(1, 1, 1, "一", sha256, "mei", mei.kind) == self.head(store, "a.md")
            append_in(store, a_commit(2, a_change(1, "a.md", "2", n=2, version=2)))
            append_in(store, a_commit(3, a_change(2, "b.md", None, n=2, version=3)))
            assert Written(1, 2, 2, "2", names.digest(b"2"), "mei", mei.kind) == self.head(store, "a.md")
            assert [None, None] == [self.head(store, "b.md"), self.head(store, "c.md")]

    def head(self, store: Store, path: str) -> Written | None:
        """What stands at a path."""
        with store.view(W) as view:
            return view.head("B", path)

    def test_what_was_read_in_a_transaction_that_failed_is_not_remembered(self) -> None:
        """Another text takes the number of the revision, and another listing that of the version."""

        def work(tx: Transaction) -> None:
            tx.append(a_commit(2, a_change(1, "a.md", "lost", n=2, version=2)))
            read.extend([tx.head("B", "a.md"), tx.files("B", "")[0].version])
            raise Stop

        read = list[Any]()
        with self.store(commits=[a_commit(1, a_change(1, "a.md", "1"))]) as store:
            assert raises(Stop, lambda: store.run(W, "B", work))
            append_in(
                store, a_commit(2, a_change(1, "a.md", "kept", n=2, version=2), a_change(2, "b.md", "x", version=2))
            )
            found = self.head(store, "a.md")
            assert found is not None
            assert ("lost", 2, "kept") == (read[0].text, read[1], found.text)
            with store.view(W) as view:
                assert ["a.md", "b.md"] == [file.path for file in view.files("B", "")]

    def test_a_listing_follows_every_change(self) -> None:
        """Whatever was listed before: of all, of a prefix, in a view that is older, in another space."""
        with self.store(
            a_space("C"), commits=[a_commit(1, *(a_change(n, f"{n}.md", "1") for n in (1, 2, 3)))]
        ) as store:
            with store.view(W) as old:
                assert [1, 1, 1] == [file.head for file in old.files("B", "")]
                append_in(store, a_commit(2, a_change(2, "2.md", None, n=2, version=2)))
                append_in(
                    store, a_commit(3, a_change(3, "3.md", "2", n=2, version=3), a_change(4, "0.md", "1", version=3))
                )
                with store.view(W) as new:
                    assert ["0.md", "1.md", "3.md"] == [file.path for file in new.files("B", "")]
                    assert [("3.md", 2)] == [(file.path, file.head) for file in new.files("B", "3")]
                    assert [] == new.files("C", "")
                assert ["1.md", "2.md", "3.md"] == [file.path for file in old.files("B", "")]
            append_in(store, a_commit(4, a_change(2, "2.md", "back", n=3, version=4)))
            with store.view(W) as view:
                listed = view.files("B", "")
                listed.clear()
                assert ["0.md", "1.md", "2.md", "3.md"] == [file.path for file in view.files("B", "")]

    def test_a_deleted_item_keeps_its_path_and_leaves_the_files(self) -> None:
        """Items by key, deleted ones included; files by path, living ones only."""
        gone = a_change(1, "b.md", None, n=2, version=2)
        commits = [
            a_commit(1, *(a_change(key, f"{path}.md", "x") for key, path in enumerate("bca", 1))),
            a_commit(2, gone),
        ]
        with self.view(commits=commits) as view:
            assert gone.item == view.item("B", "b.md")
            assert [1, 2, 3] == [item.key for item in view.items("B")]
            assert ["a.md", "c.md"] == [file.path for file in view.files("B", "")]

    def test_a_prefix_of_paths_is_taken_literally(self) -> None:
        """Signs that are wildcards somewhere stand for themselves, and letters differ by case (case MU-03)."""
        paths = [
            "%/a",
            "a.c/b",
            "abc/b",
            "kai-lin/a",
            "kaiXlin/a",
            "kai_lin/a",
            "zeta/a",
            "zeta-lab/a",
            "甲/a",
            "甲乙/a",
        ]
        changes = [a_change(key, path, "x") for key, path in enumerate(paths, 1)]
        with self.view(commits=[a_commit(1, *changes)]) as view:
            for prefix in ("%", "_", "a.c/", "kai_lin/", "zeta/", "ZETA", "甲/", "甲", "", "[a-z]", "*"):
                expected = sorted(path for path in paths if path.startswith(prefix))
                assert expected == [file.path for file in view.files("B", prefix)]

    def test_what_is_alike_but_for_case_is_found(self) -> None:
        """A living path in any letters, and what lies in a folder of that name; no other beginning, nothing gone."""
        paths = ["Docs/b.md", "Docs/A.md", "docs-old/x.md", "Docs0", "STRASSE.md", "gone/a.md", "甲/乙.md"]
        changes = [a_change(key, path, "x") for key, path in enumerate(paths, 1)]
        gone = a_commit(2, a_change(6, "gone/a.md", None, n=2, version=2))
        with self.view(commits=[a_commit(1, *changes), gone]) as view:
            assert ["Docs/A.md", "Docs/b.md"] == view.alike("B", "docs", 9)
            assert ["Docs/A.md"] == view.alike("B", "docs", 1)
            assert ["Docs/b.md"] == view.alike("B", "docs/b.md", 9)
            assert ["STRASSE.md"] == view.alike("B", "strasse.md", 9)
            assert ["甲/乙.md"] == view.alike("B", "甲", 9)
            assert [] == [*view.alike("B", "gone", 9), *view.alike("B", "doc", 9), *view.alike("C", "docs", 9)]

    # records
    def test_records_come_by_number(self) -> None:
        """Those of the statuses that are asked for, in one order."""
        statuses = {3: Status.ACTIVE, 1: Status.RETRACTED, 2: Status.SUPERSEDED, 4: Status.ACTIVE}
        with self.view(index=[a_row(no, status=status) for no, status in statuses.items()]) as view:
            assert [1, 2, 3, 4] == [row.record.no for row in view.records("B", list(Status))]
            assert [1, 3, 4] == [row.record.no for row in view.records("B", [Status.ACTIVE, Status.RETRACTED])]
            assert [] == view.records("B", [])

    def test_reindex_replaces_the_index_of_one_space(self) -> None:
        """Rows that are not given are gone; another space keeps its own."""
        other = a_row(1, space="C")
        changed = a_row(2, content="new", name="m", written_by="v")
        with self.store(a_space("C"), index=[a_row(1), a_row(2)]) as store:
            store.run(W, "C", lambda tx: tx.reindex("C", [other]))
            store.run(W, "B", lambda tx: tx.reindex("B", iter([changed])))
            with store.view(W) as view:
                assert [changed] == view.records("B", list(Status))
                assert [other] == view.records("C", list(Status))

    def wanted(self, index: Sequence[Indexed], **fields: Any) -> tuple[list[int], int]:
        with self.view(index=index) as view:
            rows, count = view.wanted(Wanted(**{"space": "B", "now": AT + DAY, "limit": 99, **fields}))
            return [no for no, *_ in rows], count

    def test_wanted_records_come_in_the_order_of_lines(self) -> None:
        """Marked first, narrower scope, stated before confirmed, last confirmed, newest number."""
        index = [
            a_row(1, source=Source.OWNER),
            a_row(2),
            a_row(3, confirmed_at=AT + timedelta(microseconds=1)),
            a_row(4),
            a_row(5, scope="a", source=Source.CONFIRMED),
            a_row(6, due_at=AT + DAY),  # on the last instant: not yet marked
            a_row(7, due_at=AT + DAY - timedelta(microseconds=1)),
            a_row(8, confirmed_at=AT + DAY + timedelta(microseconds=1)),  # ahead of the clock
            a_row(9, scope="a/b", due_at=AT),
        ]  # fmt: skip
        assert ([9, 8, 7, 5, 3, 6, 4, 2, 1], 9) == self.wanted(index)

    def test_wanted_records_are_ordered_to_the_microsecond(self) -> None:
        """In any century: a record dated far ahead of the clock as well."""
        far = AT.replace(year=9000)
        index = [a_row(1, confirmed_at=far + timedelta(microseconds=1)), a_row(2, confirmed_at=far)]
        assert ([1, 2], 2) == self.wanted(index)

    def test_what_is_ahead_of_the_reading_is_marked(self) -> None:
        """Limits count from one moment, and what is dated after the moment of reading is marked as well."""
        index = [
            a_row(1, confirmed_at=AT + 3 * DAY),
            a_row(2, confirmed_at=AT + 5 * DAY),
            a_row(3, due_at=AT + 2 * DAY),
            a_row(4, due_at=AT),
        ]
        assert ([2, 4, 1, 3], 4) == self.wanted(index, now=AT + DAY, read_at=AT + 4 * DAY)
        assert ([2, 1, 4, 3], 4) == self.wanted(index, now=AT + DAY)

    def test_wanted_records_are_active_ones(self) -> None:
        """What was superseded or retracted is neither given nor counted."""
        index = [a_row(1), a_row(2, status=Status.SUPERSEDED), a_row(3, status=Status.RETRACTED)]
        assert ([1], 1) == self.wanted(index)
        assert ([], 0) == self.wanted(index, space="C")

    def test_a_scope_covers_places_label_by_label(self) -> None:
        """A scope of checkout covers checkout/e2e and not checkout2; without a place every scope is wanted."""
        scopes = [None, "checkout", "checkout/e2e", "check_ut", "%", "Checkout", "結帳"]
        index = [a_row(no, scope=scope) for no, scope in enumerate(scopes, 1)]
        expected = {None: [3, 7, 6, 5, 4, 2, 1], "checkout": [2, 1], "checkout/e2e/x": [3, 2, 1], "checkout2": [1]}
        assert expected == {place: self.wanted(index, place=place)[0] for place in expected}
        assert ([7, 1], 2) == self.wanted(index, place="結帳/甲")

    def test_readers_of_texts_for_others_see_what_is_for_anyone(self) -> None:
        """The user's own agent sees both kinds."""
        index = [a_row(1), a_row(2, audience="anyone")]
        expected = {"anyone": ([2], 1), "user": ([2, 1], 2), None: ([2, 1], 2)}
        assert expected == {audience: self.wanted(index, audience=audience) for audience in expected}

    def test_a_limit_cuts_the_rows_and_not_the_count(self) -> None:
        """The first ones in the order of lines, over marked and unmarked, and how many there are in all."""
        index = [a_row(no, due_at=AT if no > 2 else None) for no in (1, 2, 3, 4)]
        expected = {0: ([], 4), 1: ([4], 4), 2: ([4, 3], 4), 3: ([4, 3, 2], 4), 9: ([4, 3, 2, 1], 4)}
        assert expected == {limit: self.wanted(index, limit=limit) for limit in expected}
