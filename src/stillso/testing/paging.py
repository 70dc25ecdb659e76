"""The contract of a store: all that there is, a page at a time; and what is broken."""

# ruff: noqa: SIM300 - in tests the expected value stands on the left

from __future__ import annotations

from stillso.core.items import Item, Revision, SpaceKind
from stillso.core.operations import Evidence, Operation, Tombstone
from stillso.core.records import Indexed
from stillso.storage.contract import P, View
from stillso.testing.builders import a_change, a_commit, a_row, a_space, a_tombstone, an_evidence
from stillso.testing.given import Given


def paged(view: View, kind: type[P], space: str, size: int) -> list[P]:
    """The rows of all pages, one after the other."""
    rows: list[P] = []
    while page := view.page(kind, space, rows[-1] if rows else None, size):
        assert len(page) <= size
        rows += page
    return rows


class Paging(Given):
    """Every row of a space is on one page, in the order of its kind, however long the pages are."""

    def test_operations_come_by_number(self) -> None:
        """Oldest first."""
        commits = [a_commit(n) for n in (1, 2, 3, 4, 5)]
        with self.view(commits=commits) as view:
            for size in (1, 2, 5, 9):
                assert [commit.operation for commit in commits] == paged(view, Operation, "B", size)
            assert [] == view.page(Operation, "C", None, 9)

    def test_revisions_come_by_version_key_and_number(self) -> None:
        """Also where a page ends within a version, and where an older item is written again later."""
        first = [a_change(key, f"{key}.md", "1") for key in (1, 2, 3)]
        later = [a_change(3, "3.md", "2", n=2, version=2), a_change(1, "1.md", None, n=2, version=3)]
        with self.view(commits=[a_commit(1, *first[::-1]), a_commit(2, later[0]), a_commit(3, later[1])]) as view:
            for size in (1, 2, 3, 9):
                assert [change.revision for change in first + later] == paged(view, Revision, "B", size)

    def test_evidence_comes_by_version(self) -> None:
        """Of operations that rest on none there is none."""
        commits = [a_commit(n, evidence=(an_evidence(n),) if n != 2 else ()) for n in (1, 2, 3)]
        with self.view(commits=commits) as view:
            assert [an_evidence(1), an_evidence(3)] == paged(view, Evidence, "B", 1)

    def test_tombstones_come_by_version_and_fingerprint(self) -> None:
        """Several decisions of one version, also of version 0, and none of another space."""
        stones = [a_tombstone(bytes([mark]), version=version) for version, mark in ((0, 9), (2, 1), (2, 7), (3, 5))]
        with self.view(*stones[::-1], a_tombstone(b"z", space="C")) as view:
            for size in (1, 2, 9):
                assert stones == paged(view, Tombstone, "B", size)

    def test_items_come_by_key_and_index_rows_by_number(self) -> None:
        """Deleted items and ended records included."""
        changes = [a_change(key, f"{key}.md", None if key == 2 else "x") for key in (1, 2, 3)]
        index = [a_row(2), a_row(1), a_row(3)]
        with self.view(commits=[a_commit(1, *changes)], index=index) as view:
            for size in (1, 2, 9):
                assert [change.item for change in changes] == paged(view, Item, "B", size)
                assert [a_row(1), a_row(2), a_row(3)] == paged(view, Indexed, "B", size)

    def test_spaces_come_by_id(self) -> None:
        """Bases and windows alike."""
        window = a_space("W", kind=SpaceKind.WINDOW, slug="W")
        with self.view(window, a_space("A")) as view:
            assert (["A", "B"], ["W"], []) == (view.space_ids("", 2), view.space_ids("B", 2), view.space_ids("W", 2))

    def test_an_item_is_found_by_its_key_and_a_revision_by_its_number(self) -> None:
        """Of a revision only the version is told."""
        change = a_change(7, "a.md", "x", version=1)
        with self.view(commits=[a_commit(1, change)]) as view:
            assert (change.item, None) == (view.item_of("B", 7), view.item_of("B", 1))
            assert (1, None, None) == (
                view.written_by("B", 7, 1),
                view.written_by("B", 7, 2),
                view.written_by("C", 7, 1),
            )

    def test_rows_of_a_space_that_is_not_there_are_told(self) -> None:
        """Each such space once, in order."""
        rows = [a_tombstone(b"t", space="Z"), a_tombstone(b"u", space="D"), a_tombstone(b"v", space="Z")]
        with self.view(*rows, commits=[a_commit(1)]) as view:
            assert ["D", "Z"] == view.unplaced()
        with self.view(commits=[a_commit(1)]) as view:
            assert [] == view.unplaced()
