"""The contract of a store: the vectors of texts, which never outlive them."""

# ruff: noqa: SIM300 - in tests the expected value stands on the left

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from stillso.core.findable import Part, Worded
from stillso.core.records import Indexed, Status
from stillso.core.values import replace
from stillso.storage.contract import Store, TextKey
from stillso.testing.builders import a_change, a_commit, a_row, a_space
from stillso.testing.given import Given, W, append_in, save_in
from stillso.testing.searching import a_record, read_in, sought, worded

FILE = (Part.FILE, 8)


class Pointing(Given):
    """Vectors: kept, read in reach, missed, and gone with their text."""

    @contextmanager
    def pointed(self, *keys: TextKey, rows: Sequence[Indexed] = ()) -> Iterator[Store]:
        """A store whose base B holds records 1 to 3 and a file, with vectors of these texts by the embedder e."""
        known = {row.record.no: row for row in rows}
        changes = [replace(a_record(no), indexed=known.get(no, a_row(no))) for no in (1, 2, 3)]
        words = [worded(no, f"a w{no}") for no in (1, 2, 3)]
        with self.store(commits=[a_commit(1, *changes, a_change(8, "notes/8.md", "text"), worded=words)]) as store:
            read_in(store, worded(8, "a", Part.FILE))
            store.run(W, "B", lambda tx: tx.point("B", "e", [(*key, bytes([key[1]])) for key in keys]))
            yield store

    def numbers(self, store: Store, embedder: str = "e", **fields: str) -> list[int]:
        """The numbers of the texts that have a vector, as a search of base B reaches them."""
        with store.view(W) as view:
            return [n for _, n, _ in view.vectors(sought("a", **fields), embedder)]

    def lacking(self, store: Store, embedder: str = "e", limit: int = 9) -> tuple[list[int], int]:
        """The numbers of the texts that have none."""
        with store.view(W) as view:
            keys, count = view.without_vector("B", embedder, limit)
        return [n for _, n in keys], count

    def test_vectors_come_by_part_and_number(self) -> None:
        """As they were given; a second one takes the place of the first, whoever made it."""
        with self.pointed(FILE, (Part.ACTIVE, 2), (Part.ACTIVE, 1)) as store:
            store.run(W, "B", lambda tx: tx.point("B", "e", [(Part.ACTIVE, 1, b"new")]))
            with store.view(W) as view:
                assert [
                    (Part.ACTIVE, 1, b"new"),
                    (Part.ACTIVE, 2, b"\2"),
                    (Part.FILE, 8, b"\10"),
                ] == view.vectors(sought("a"), "e")
            store.run(W, "B", lambda tx: tx.point("B", "f", [(Part.ACTIVE, 1, b"x")]))
            assert ([2, 8], [1]) == (self.numbers(store), self.numbers(store, "f"))

    def test_place_and_audience_bound_the_reach(self) -> None:
        """As for words: files have neither."""
        rows = [a_row(1, scope="a/b"), a_row(2, scope="c"), a_row(3, audience="anyone")]
        with self.pointed(*((Part.ACTIVE, no) for no in (1, 2, 3)), FILE, rows=rows) as store:
            assert [1, 3, 8] == self.numbers(store, place="a/b/c")
            assert [3, 8] == self.numbers(store, audience="anyone")
            assert [1, 2, 3, 8] == self.numbers(store, audience="user")

    def test_other_spaces_and_workspaces_have_none_of_it(self) -> None:
        """The same number in another base is another text."""
        with self.pointed((Part.ACTIVE, 1)) as store:
            save_in(store, a_space("C"))
            assert [] == self.numbers(store, space="C")
            with store.view("two") as view:
                assert [] == view.vectors(sought("a"), "e")

    def test_what_lacks_a_vector_comes_with_the_newest_record_first(self) -> None:
        """Then files; the limit cuts the texts and not the count, and another embedder lacks its own."""
        with self.pointed((Part.ACTIVE, 2)) as store:
            assert ([3, 1, 8], 3) == self.lacking(store)
            assert ([3], 3) == self.lacking(store, limit=1)
            assert ([3, 2, 1, 8], 4) == self.lacking(store, "f")

    def test_a_record_that_ended_lacks_none(self) -> None:
        """Nor has it one: what was worded anew, ended or deleted loses its vector in that commit."""
        with self.pointed(*((Part.ACTIVE, no) for no in (1, 2, 3)), FILE) as store:
            change = replace(
                a_change(1, "records/0001-n.md", "text", n=2, no=1), indexed=a_row(1, status=Status.RETRACTED)
            )
            words = (
                worded(1, "a", Part.ENDED, is_new=False),
                worded(2, "b", is_new=False),
                Worded(part=Part.FILE, n=8, terms=None),
            )
            append_in(store, a_commit(2, change, worded=words))
            assert [3] == self.numbers(store)
            assert 1 not in self.lacking(store)[0]

    def test_a_file_that_changed_has_no_vector(self) -> None:
        """It is lost in the commit of the other text."""
        with self.pointed(FILE) as store:
            append_in(store, a_commit(2, a_change(8, "notes/8.md", "2", n=2, version=2)))
            assert ([], [3, 2, 1, 8]) == (self.numbers(store), self.lacking(store)[0])

    def test_rewording_a_space_drops_its_vectors(self) -> None:
        """They are made anew from the texts."""
        with self.pointed((Part.ACTIVE, 1)) as store:
            store.run(W, "B", lambda tx: tx.reword("B", [worded(1, "a")]))
            assert [] == self.numbers(store)

    def test_a_text_is_rated_by_its_terms_and_without_any_by_nothing(self) -> None:
        """By part and number; the score is that of a search."""
        with self.pointed() as store, store.view(W) as view:
            found = view.rated(sought("w2"), [FILE, (Part.ACTIVE, 2), (Part.ACTIVE, 1)])
            (searched,) = view.search(sought("w2"))
        assert ["records/0001-n.md", "records/0002-n.md", "notes/8.md"] == [match.path for match in found]
        assert [0.0, searched.score, 0.0] == [match.score for match in found]
        assert searched == found[1]
