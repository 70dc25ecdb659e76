"""One store over named queries, for every engine that a driver speaks to.

The driver connects, begins and ends transactions and runs statements; what is read stands in ``views``, what is
written here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

from stillso.core.authority import Grant, Principal
from stillso.core.findable import Part, Worded
from stillso.core.items import ItemKind, Revision, Space, SpaceKind
from stillso.core.names import folded
from stillso.core.operations import Commit, Proposal, Tombstone
from stillso.core.records import Indexed, Status
from stillso.core.sights import Call, Message, Session, Sight
from stillso.core.values import fields_of, replace
from stillso.errors import BrokenData
from stillso.storage import revisions, shelves
from stillso.storage.cache import Cache
from stillso.storage.contract import Row, T, Unread
from stillso.storage.rows import Sql, encode
from stillso.storage.searching import Link
from stillso.storage.views import SqlView

if TYPE_CHECKING:
    from stillso.core.vectors import Vector

_SAVE: dict[type[Any], str] = {
    Principal: "save_principal",
    Space: "save_space",
    Grant: "save_grant",
    Session: "save_session",
    Message: "save_message",
    Call: "save_call",
    Sight: "save_sight",
    Proposal: "save_proposal",
    Tombstone: "save_tombstone",
}


#: From how many pieces on the index of terms is put in order. Our choice: a search looks into each, for 5 microseconds.
_PIECES = 6


class Driver(Protocol):
    """What an engine must do for the store."""

    def writing(self, *, durable: bool = True) -> AbstractContextManager[Link]:
        """A transaction that holds the write lock from its first moment; rolled back when left by an error."""

    def reading(self) -> AbstractContextManager[Link]:
        """A snapshot, taken at once, that later writes do not move."""

    def close(self) -> None:
        """Let go of the engine."""


class _Viewing:
    """A view for as long as the context lasts."""

    def __init__(self, reading: AbstractContextManager[Link], workspace: str, cache: Cache) -> None:
        self._reading = reading
        self._workspace = workspace
        self._cache = cache

    def __enter__(self) -> SqlView:
        return SqlView(self._reading.__enter__(), self._workspace, self._cache)

    def __exit__(self, *problem: Any) -> bool | None:
        return self._reading.__exit__(*problem)


class SqlStore:
    """Workspaces in a database."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._cache = Cache()

    def run(self, workspace: str, space: str | None, work: Callable[[SqlTransaction], T], *, durable: bool = True) -> T:
        with self._driver.writing(durable=durable) as link:
            tx = SqlTransaction(link, workspace)
            result = work(tx)
        for actor, files in tx.saved:
            self._cache.keep_written(workspace, actor, files)
        return result

    def view(self, workspace: str) -> _Viewing:
        return _Viewing(self._driver.reading(), workspace, self._cache)

    def settle(self, workspace: str) -> None:
        with self._driver.reading() as link:
            settled = SqlView(link, workspace).pieces() < _PIECES
        if not settled:
            self.run(workspace, None, lambda tx: tx.join_pieces(), durable=False)

    def close(self) -> None:
        self._driver.close()


class SqlTransaction(SqlView):
    """One workspace, to read and to write. ``saved`` are revisions of files, with who writes them."""

    def __init__(self, link: Link, workspace: str) -> None:
        super().__init__(link, workspace)
        self.saved: list[tuple[str, list[Revision]]] = []

    def _write(self, name: str, columns: Mapping[str, Sql]) -> None:
        self._link.rows(self._sql[name], columns)

    def append(self, commit: Commit) -> None:
        operation = commit.operation
        fresh = [change for change in commit.changes if change.revision.n == 1]
        records = sum(change.item.no is not None for change in fresh)
        counted = {"head": operation.n, "items": len(fresh), "records": records}
        _, moved = self._rows("advance_space", id=operation.space, **counted)
        if not moved:
            raise BrokenData(f"version {operation.n} is not the next one of space {operation.space}")
        logged = encode(self._workspace, operation)
        self._write("add_operation", logged)
        for change in commit.changes:
            item, revision = encode(self._workspace, change.item), encode(self._workspace, change.revision)
            self._write("save_item", item)
            # The listing of a space keeps in step: a row of it is made of columns of these three.
            if change.item.deleted:
                self._write("unlist_item", item)
            else:
                self._write("list_item", {**logged, **revision, **item, "fold": folded(change.item.path)})
            if change.item.kind is ItemKind.FILE:
                self._hidden.pop(operation.space, None)
                if revision["n"] != 1:  # what it meant before; its words are dropped when it is read
                    self._rows("drop_vector", space=operation.space, part=int(Part.FILE), n=change.item.key)
            self._write("add_revision", revision | revisions.written(self._revision_row, change.item, change.revision))
            if change.indexed:
                self._index(change.indexed, fresh=change.revision.n == 1)
        files = [change.revision for change in commit.changes if change.item.kind is ItemKind.FILE]
        self.saved.append((operation.actor, files))
        for evidence in commit.evidence:
            self._write("add_evidence", encode(self._workspace, evidence))
        for worded in commit.worded:
            self._word(operation.space, worded)
        for fingerprint in commit.lifted:
            self._rows("lift_tombstone", fingerprint=fingerprint)
        for tombstone in commit.rejected:
            self.save(tombstone)

    def join_pieces(self) -> None:
        """Make fewer pieces of the index of terms: of a small one all, of a large one some."""
        pieces, is_small = self._pieces()
        if pieces >= _PIECES and is_small:
            self._rows("join_pieces")
        elif pieces >= _PIECES:
            self._rows("join_some")

    def _word(self, space: str, worded: Worded) -> None:
        if not worded.is_new:
            for part in (Part.FILE,) if worded.part is Part.FILE else (Part.ENDED, Part.ACTIVE):
                self._rows("drop_words", space=space, part=int(part), n=worded.n)
                self._rows("drop_vector", space=space, part=int(part), n=worded.n)
        terms = worded.terms
        if terms:
            if not self._base(space):  # it was lost: what is written from now on is found all the same
                self._rows("number_space", space=space)
            self._rows("add_words", space=space, part=int(worded.part), n=worded.n, **fields_of(terms))

    def save(self, row: Row) -> None:
        self._write(_SAVE[type(row)], encode(self._workspace, row))
        if isinstance(row, Space) and row.kind is SpaceKind.BASE:
            self._rows("number_space", space=row.id)

    def unlink(self, space: str, principal: str) -> None:
        self._rows("drop_grant", space=space, principal=principal)

    def forget(self, session: str, keep: Sequence[int]) -> None:
        self._rows("forget_sights", session=session)
        self._rows("forget_calls", session=session)
        for n in (message.n for message in self.messages(session) if message.n not in keep):
            self._rows("forget_message", session=session, n=n)

    def reindex(self, space: str, rows: Iterable[Indexed]) -> None:
        self._rows("clear_records", space=space)
        self._rows("clear_shelves", space=space)
        for row in rows:
            self._index(row, fresh=True)

    def reword(self, space: str, worded: Iterable[Worded]) -> None:
        if not self._link.is_index_sound():
            self._link.make_index()
        self._rows("number_space", space=space)
        self._rows("drop_all_words", space=space)
        self._rows("drop_all_vectors", space=space)
        for each in worded:
            self._word(space, replace(each, is_new=True))
        self._rows("join_pieces")

        self._note_read(space, self.unread(space, 0).until)

    def word(self, space: str, unread: Unread, worded: Iterable[Worded]) -> None:
        if self.unread(space, 1).since != unread.since:
            return
        if not self._base(space):
            self._rows("number_space", space=space)
        for each in worded:
            item = self.item_of(space, each.n)
            if item and not item.deleted:
                self._word(space, each)
        self._note_read(space, unread.until)

    def _note_read(self, space: str, until: tuple[int, int]) -> None:
        self._rows("note_read", space=space, version=until[0], key=until[1])
        self._hidden.pop(space, None)

    def point(self, space: str, embedder: str, vectors: Iterable[Vector]) -> None:
        for part, n, data in vectors:
            self._rows("save_vector", space=space, part=int(part), n=n, embedder=embedder, data=data)

    def _index(self, row: Indexed, *, fresh: bool) -> None:
        """Save the index row of a record, and count it on its shelf instead of the one where it stood."""
        if not fresh:
            columns, stood = self._rows("shelf_of", space=row.space, no=row.record.no)
            for before in (dict(zip(columns, each, strict=True)) for each in stood):
                if before.pop("status") == Status.ACTIVE:
                    self._rows("unshelve", space=row.space, **before)
                    self._rows("clear_shelf", space=row.space, **before)
        kept = encode(self._workspace, row)
        kept["lag"] = shelves.lag_of(row)
        self._write("save_record", kept)
        if row.record.status is Status.ACTIVE:
            self._write("shelve", kept | {"scope": row.record.scope or ""})
