"""One store over named queries, for every engine that a driver speaks to.

The driver connects, begins and ends transactions and runs statements; what is read stands in ``views``, what is
written here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

from stillso.core.authority import Grant, Principal
from stillso.core.items import Listed, Space
from stillso.core.operations import Change, Commit, Operation, Proposal, Tombstone
from stillso.core.records import Indexed, Status
from stillso.core.sights import Call, Message, Session, Sight
from stillso.errors import BrokenData
from stillso.storage import revisions, shelves
from stillso.storage.contract import Row, T
from stillso.storage.rows import encode
from stillso.storage.views import Link, SqlView

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


class Driver(Protocol):
    """What an engine must do for the store."""

    def writing(self, *, durable: bool = True) -> AbstractContextManager[Link]:
        """A transaction that holds the write lock from its first moment; rolled back when left by an error."""

    def reading(self) -> AbstractContextManager[Link]:
        """A snapshot, taken at once, that later writes do not move."""

    def close(self) -> None:
        """Let go of the engine."""


class SqlStore:
    """Workspaces in a database."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def run(self, workspace: str, space: str | None, work: Callable[[SqlTransaction], T], *, durable: bool = True) -> T:
        with self._driver.writing(durable=durable) as link:
            return work(SqlTransaction(link, workspace))

    @contextmanager
    def view(self, workspace: str) -> Iterator[SqlView]:
        with self._driver.reading() as link:
            yield SqlView(link, workspace)

    def close(self) -> None:
        self._driver.close()


class SqlTransaction(SqlView):
    """One workspace, to read and to write."""

    def _put(self, name: str, row: object) -> None:
        self._link.rows(self._sql[name], encode(self._workspace, row))

    def append(self, commit: Commit) -> None:
        operation = commit.operation
        fresh = [change for change in commit.changes if change.revision.n == 1]
        records = sum(change.item.no is not None for change in fresh)
        counted = {"head": operation.n, "items": len(fresh), "records": records}
        _, moved = self._rows("advance_space", id=operation.space, **counted)
        if not moved:
            raise BrokenData(f"version {operation.n} is not the next one of space {operation.space}")
        self._put("add_operation", operation)
        for change in commit.changes:
            self._put("save_item", change.item)
            self._list(operation, change)
            kept = revisions.written(self._revision_row, change.item, change.revision)
            self._rows("add_revision", **(encode(self._workspace, change.revision) | kept))
            if change.indexed:
                self._index(change.indexed, fresh=change.revision.n == 1)
        for evidence in commit.evidence:
            self._put("add_evidence", evidence)
        for fingerprint in commit.lifted:
            self._rows("lift_tombstone", fingerprint=fingerprint)
        for tombstone in commit.rejected:
            self._put("save_tombstone", tombstone)

    def _list(self, operation: Operation, change: Change) -> None:
        """Keep the listing of a space in step with a change."""
        item, revision = change.item, change.revision
        if item.deleted:
            self._rows("unlist_item", space=item.space, path=item.path)
            return
        listed = Listed(
            path=item.path,
            kind=item.kind,
            key=item.key,
            head=item.head,
            version=revision.version,
            size_bytes=revision.size_bytes,
            sha256=revision.sha256,
            summary=item.summary,
            actor=operation.actor,
            authority=operation.authority,
            at=operation.at,
        )
        self._rows("list_item", **(encode(self._workspace, listed) | {"space": item.space}))

    def save(self, row: Row) -> None:
        self._put(_SAVE[type(row)], row)

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

    def _index(self, row: Indexed, *, fresh: bool) -> None:
        """Save the index row of a record, and count it on its shelf instead of the one where it stood."""
        if not fresh:
            columns, stood = self._rows("shelf_of", space=row.space, no=row.record.no)
            for before in (dict(zip(columns, each, strict=True)) for each in stood):
                if before.pop("status") == Status.ACTIVE:
                    self._rows("unshelve", space=row.space, **before)
                    self._rows("clear_shelf", space=row.space, **before)
        values = encode(self._workspace, row) | {"lag": shelves.lag_of(row)}
        self._rows("save_record", **values)
        if row.record.status is Status.ACTIVE:
            kind = {name: values[name] for name in ("space", "audience", "rank", "lag", "confirmed_at")}
            self._rows("shelve", scope=row.record.scope or "", **kind)
