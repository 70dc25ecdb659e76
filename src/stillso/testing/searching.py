"""The contract of a store: what texts are found by, and by what they are no more."""

# ruff: noqa: SIM300 - in tests the expected value stands on the left

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from stillso.core.findable import Part, Terms, Worded
from stillso.core.items import ItemKind
from stillso.core.operations import Change
from stillso.core.records import Indexed, Status
from stillso.core.values import replace
from stillso.storage.contract import Sharing, Sought, Store, View
from stillso.testing.builders import a_change, a_commit, a_row, a_space
from stillso.testing.given import Given, W, append_in, raises, save_in


def worded(n: int, own: str, part: Part = Part.ACTIVE, *, is_new: bool = True, **fields: str) -> Worded:
    """The words of record ``n``, or of a file of this key."""
    return Worded(part=part, n=n, terms=Terms(own=own, **fields), is_new=is_new)


def sought(*terms: str, **fields: Any) -> Sought:
    """A search of base B for one of these terms."""
    wanted: dict[str, Any] = {"space": "B", "terms": terms, "every": False, "limit": 10}
    return Sought(**wanted | fields)


def a_record(no: int, **fields: Any) -> Change:
    """The first revision of record ``no``."""
    change = a_change(no, f"records/{no:04d}-n.md", "text", kind=ItemKind.RECORD, no=no)
    return replace(change, indexed=a_row(no, **fields))


def read_in(store: Store, *words: Worded) -> None:
    """Note that all files of base B were read, and are found by these words."""
    store.run(W, "B", lambda tx: tx.word("B", tx.unread("B", 99), words))


class Searching(Given):
    """Search, and the records that share a mark."""

    @contextmanager
    def texts(self, *words: Worded, rows: Sequence[Indexed] = (), **fields: Any) -> Iterator[Store]:
        """A store whose base B holds records 1 to 4, as these rows where given, found by these words."""
        known = {row.record.no: row for row in rows}
        changes = [replace(a_record(no), indexed=known.get(no, a_row(no))) for no in (1, 2, 3, 4)]
        files = [a_change(key, f"notes/{key}.md", "text") for key in (8, 9)]
        mine = [each for each in words if each.part is not Part.FILE]
        with self.store(commits=[a_commit(1, *changes, *files, worded=mine)], **fields) as store:
            read_in(store, *(each for each in words if each.part is Part.FILE))
            yield store

    def found(self, store: Store, *terms: str, **fields: Any) -> list[str]:
        """The paths of what is found."""
        with store.view(W) as view:
            return [match.path for match in view.search(sought(*terms, **fields))]

    def test_a_text_is_found_by_each_of_its_terms(self) -> None:
        """Also by what it was said in and by its families; by nothing else, and by no mark."""
        words = worded(1, "pnpm c++ 部署 -o2", asked="tool", near="later", family="=package", marks="m1")
        with self.texts(words) as store:
            for term in ("pnpm", "c++", "部署", "-o2", "tool", "later", "=package"):
                assert ["records/0001-n.md"] == self.found(store, term)
            assert [] == self.found(store, "pn") + self.found(store, "署") + self.found(store, "pnpm's")

    def test_a_single_cjk_character_finds_what_begins_with_it(self) -> None:
        """A term of one such character is a beginning; one of another script is a whole."""
        with self.texts(worded(1, "部署 署"), worded(2, "上線 線")) as store:
            assert (["records/0001-n.md"], ["records/0002-n.md"]) == (self.found(store, "部"), self.found(store, "線"))
            assert [] == self.found(store, "署線")

    def test_every_term_must_be_the_texts_own(self) -> None:
        """What stands around it is not enough then."""
        with self.texts(worded(1, "a b"), worded(2, "a", near="b"), worded(3, "b")) as store:
            assert ["records/0001-n.md"] == self.found(store, "a", "b", every=True)
            assert {"records/0001-n.md", "records/0002-n.md", "records/0003-n.md"} == set(self.found(store, "a", "b"))

    def test_a_term_with_white_space_wants_all_of_its_parts(self) -> None:
        """Alone, beside another one, and with every."""
        with self.texts(worded(1, "read file"), worded(2, "read"), worded(3, "x")) as store:
            assert ["records/0001-n.md"] == self.found(store, "read file")
            assert {"records/0001-n.md", "records/0003-n.md"} == set(self.found(store, "read file", "x"))
            assert ["records/0001-n.md"] == self.found(store, "read file", "read", every=True)

    def test_parts_count_where_all_of_their_term_is(self) -> None:
        """A text that holds one part of a term, and another term, is found by that alone."""
        with self.texts(worded(1, "x read y"), worded(2, "x z y"), worded(3, "read file")) as store:
            with store.view(W) as view:
                scores = {match.path: match.score for match in view.search(sought("read file", "x"))}
            assert scores["records/0001-n.md"] == scores["records/0002-n.md"] < scores["records/0003-n.md"]

    def test_more_and_rarer_terms_come_first_and_of_equal_ones_the_highest_number(self) -> None:
        """The order of a search; a limit keeps the first."""
        words = [worded(1, "a b"), worded(2, "a c"), worded(3, "a c"), worded(4, "c c")]
        with self.texts(*words) as store:
            assert "records/0001-n.md" == self.found(store, "a", "b")[0]
            assert ["records/0003-n.md", "records/0002-n.md"] == self.found(store, "a", "c", every=True)
            assert ["records/0003-n.md"] == self.found(store, "a", "c", every=True, limit=1)

    def test_a_term_counts_the_less_the_farther_it_is(self) -> None:
        """Its own, the question it answered, what stood near, its family; of the same length each."""
        pad = "x y z"
        words = [
            worded(1, f"a {pad}"),
            worded(2, pad, asked="a"),
            worded(3, pad, near="a"),
            worded(4, pad, family="a"),
            *(worded(n, f"{pad} q", Part.FILE) for n in (8, 9)),
        ]
        with self.texts(*words) as store:
            assert [f"records/000{no}-n.md" for no in (1, 2, 3, 4)] == self.found(store, "a")

    def test_parts_are_searched_as_wanted(self) -> None:
        """Active records and files; records that ended only when they are asked for."""
        rows = [a_row(2, status=Status.RETRACTED)]
        words = [worded(1, "a"), worded(2, "a", Part.ENDED), worded(8, "a", Part.FILE)]
        with self.texts(*words, rows=rows) as store:
            assert {"records/0001-n.md", "notes/8.md"} == set(self.found(store, "a"))
            assert ["records/0001-n.md"] == self.found(store, "a", last=Part.ACTIVE)
            assert 3 == len(self.found(store, "a", first=Part.ENDED))
            with store.view(W) as view:
                found = view.search(sought("a", first=Part.ENDED, last=Part.ENDED))
            assert [("retracted", 2)] == [(match.status, match.entry[0]) for match in found if match.entry]

    def test_place_and_audience_come_before_the_limit(self) -> None:
        """Records of other places and for other readers take no room; files have neither."""
        rows = [a_row(1, scope="a/b"), a_row(2, scope="c"), a_row(3, audience="anyone"), a_row(4, scope="a/bc")]
        words = [*(worded(no, "a") for no in (1, 2, 3, 4)), worded(8, "a b c d e f", Part.FILE)]
        with self.texts(*words, rows=rows) as store:
            inside = self.found(store, "a", place="a/b/d", limit=2, last=Part.ACTIVE)
            assert ["records/0003-n.md", "records/0001-n.md"] == inside
            assert ["records/0003-n.md", "notes/8.md"] == self.found(store, "a", audience="anyone")
            assert 5 == len(self.found(store, "a", audience="user"))

    def test_other_spaces_and_workspaces_find_nothing_of_it(self) -> None:
        """The same number in another base is another text."""
        with self.texts(worded(1, "a")) as store:
            save_in(store, a_space("C"))
            assert [] == self.found(store, "a", space="C") == self.found(store, "a", space="x")
            with store.view("two") as view:
                assert [] == view.search(sought("a"))

    def test_new_words_replace_the_old_ones(self) -> None:
        """A record that ends moves, one that is worded anew is found by that alone, and None takes a text out."""
        with self.texts(worded(1, "a"), worded(2, "a"), worded(8, "a", Part.FILE)) as store:
            ended = worded(1, "a", Part.ENDED, is_new=False)
            other = worded(2, "b", is_new=False)
            gone = Worded(part=Part.FILE, n=8, terms=None)
            append_in(store, a_commit(2, worded=(ended, other, gone)))
            assert ([], ["records/0002-n.md"]) == (self.found(store, "a"), self.found(store, "b"))
            assert ["records/0001-n.md"] == self.found(store, "a", first=Part.ENDED)

    def test_a_file_that_changed_is_unread_until_it_is_worded(self) -> None:
        """Nothing finds it meanwhile, by old words or new; files come by the version that wrote them, then by key."""
        with self.texts(worded(8, "a", Part.FILE), worded(9, "a", Part.FILE)) as store:
            assert ["notes/9.md", "notes/8.md"] == self.found(store, "a")
            append_in(store, a_commit(2, a_change(9, "notes/9.md", "2", n=2, version=2)))
            append_in(store, a_commit(3, a_change(8, "notes/8.md", "2", n=2, version=3), worded=[worded(1, "a")]))
            assert ["records/0001-n.md"] == self.found(store, "a")
            with store.view(W) as view:
                assert ((1, 6), (3, 6), ((2, 9, 2), (3, 8, 2))) == view.unread("B", 9)
                assert ((1, 6), (2, 9), ((2, 9, 2),)) == view.unread("B", 1)
            store.run(W, "B", lambda tx: tx.word("B", tx.unread("B", 1), [worded(9, "b", Part.FILE, is_new=False)]))
            assert (["records/0001-n.md"], ["notes/9.md"]) == (self.found(store, "a"), self.found(store, "b"))
            read_in(store, worded(8, "b", Part.FILE, is_new=False))
            assert ["notes/9.md", "notes/8.md"] == self.found(store, "b")
            with store.view(W) as view:
                assert ((3, 6), (3, 6), ()) == view.unread("B", 9)
                assert ((0, 0), (0, 0), ()) == view.unread("x", 9)

    def test_only_one_reader_words_what_both_read(self) -> None:
        """The second finds that it was done; a file that was deleted meanwhile is not found again."""
        with self.texts() as store:
            append_in(store, a_commit(2, a_change(8, "notes/8.md", "2", n=2, version=2)))
            with store.view(W) as view:
                both = view.unread("B", 9)
            gone = a_change(8, "notes/8.md", None, n=3, version=3)
            append_in(store, a_commit(3, gone, worded=[Worded(part=Part.FILE, n=8, terms=None)]))
            for own in ("a", "b"):
                words = [worded(8, own, Part.FILE, is_new=False), worded(9, own, Part.FILE, is_new=False)]
                store.run(W, "B", lambda tx, words=words: tx.word("B", both, words))  # type: ignore[misc]
            assert (["notes/9.md"], []) == (self.found(store, "a"), self.found(store, "b"))

    def test_a_file_that_is_not_read_is_rated_by_nothing(self) -> None:
        """Its old words say nothing of it."""
        with self.texts(worded(8, "a", Part.FILE)) as store:
            append_in(store, a_commit(2, a_change(8, "notes/8.md", "2", n=2, version=2)))
            with store.view(W) as view:
                assert [0.0] == [match.score for match in view.rated(sought("a"), [(Part.FILE, 8)])]

    def test_rewording_a_space_reads_all_of_it(self) -> None:
        """Nothing is unread afterwards."""
        with self.texts() as store:
            append_in(store, a_commit(2, a_change(8, "notes/8.md", "2", n=2, version=2)))
            store.run(W, "B", lambda tx: tx.reword("B", [worded(8, "b", Part.FILE)]))
            assert ["notes/8.md"] == self.found(store, "b")

    def test_reword_replaces_all_words_of_a_space(self) -> None:
        """What is not given again is not found; another space keeps its own."""
        with self.texts(worded(1, "a"), worded(8, "a", Part.FILE)) as store:
            store.run(W, "B", lambda tx: tx.reword("B", iter([worded(2, "b")])))
            assert ([], ["records/0002-n.md"]) == (self.found(store, "a"), self.found(store, "b"))
            store.run(W, "B", lambda tx: tx.reword("C", []))
            assert ["records/0002-n.md"] == self.found(store, "b")

    def test_what_was_undone_is_not_found(self) -> None:
        """Words are written in the transaction of their commit."""

        def work(tx: Any) -> None:
            tx.append(a_commit(2, worded=(worded(2, "b"),)))
            raise KeyError

        with self.texts(worded(1, "a")) as store:
            assert raises(KeyError, lambda: store.run(W, "B", work))
            assert [] == self.found(store, "b")

    def test_records_that_share_a_mark_come_by_number(self) -> None:
        """The highest first; only active ones, by their marks alone."""
        rows = [a_row(no, content=f"text {no}", scope="s") for no in (1, 2, 3)]
        words = [
            worded(1, "x", marks="m1 m2"),
            worded(2, "x", marks="m1"),
            worded(3, "m1", marks="m2"),
            worded(4, "x", Part.ENDED, marks="m1 m2"),
        ]
        with self.texts(*words, rows=rows) as store, store.view(W) as view:
            assert [Sharing(no, f"text {no}", "s", "user") for no in (3, 2, 1)] == view.sharing("B", ["m1", "m2"], 10)
            assert [2, 1] == self.shared(view, "m1")
            assert [] == self.shared(view, "m3") == self.shared(view)

    def test_a_mark_that_many_bear_takes_no_room_from_another(self) -> None:
        """Of each mark the newest are given."""
        words = [worded(1, "x", marks="m1"), *(worded(no, "x", marks="m2") for no in (2, 3, 4))]
        with self.texts(*words) as store, store.view(W) as view:
            assert [4, 3, 1] == self.shared(view, "m1", "m2", limit=2)
            assert [4] == self.shared(view, "m2", limit=1)

    def shared(self, view: View, *marks: str, limit: int = 10) -> list[int]:
        """The numbers of the records that share one of these."""
        return [each.no for each in view.sharing("B", marks, limit)]

    def test_settling_changes_nothing_that_is_found(self) -> None:
        """After many commits, each of a text of its own, and again without need."""
        with self.texts() as store:
            append_in(store, *(a_commit(n, worded=(worded(n % 4 + 1, f"a w{n}", is_new=False),)) for n in range(2, 40)))
            before = self.found(store, "a")
            for _ in range(2):
                store.settle(W)
                assert before == self.found(store, "a") != []
