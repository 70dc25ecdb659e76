"""One store over named queries, for every engine that a driver speaks to.

The driver connects, begins and ends transactions and runs statements; everything else is here. All statements stand in
``queries/*.sql`` and take the workspace first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import Any, Protocol, TypeVar

from stillso.core.authority import Grant, Principal
from stillso.core.items import Item, Listed, Revision, Space
from stillso.core.names import micros
from stillso.core.operations import Change, Commit, Evidence, Operation, Proposal, Tombstone
from stillso.core.records import Entry, Indexed, Status
from stillso.core.sights import How, Message, Session, Sight
from stillso.errors import BrokenData
from stillso.storage import queries, revisions, shelves
from stillso.storage.contract import Row, T, Wanted
from stillso.storage.rows import Sql, decode, encode
from stillso.storage.shelves import Range, Shelf

R = TypeVar("R")

_SAVE: dict[type[Any], str] = {
    Principal: "save_principal",
    Space: "save_space",
    Grant: "save_grant",
    Session: "save_session",
    Message: "save_message",
    Sight: "save_sight",
    Proposal: "save_proposal",
    Tombstone: "save_tombstone",
}


def _or_all(count: int | None) -> int:
    """A count, or one that no table reaches."""
    return 2**62 if count is None else count


class Link(Protocol):
    """One connection in a transaction."""

    def rows(self, sql: str, values: Mapping[str, Sql]) -> tuple[Sequence[str], list[Sequence[Sql]]]:
        """The column names (empty when there are no rows) and the rows of a statement."""


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


class SqlView:
    """One workspace, to read."""

    def __init__(self, link: Link, workspace: str) -> None:
        self._link = link
        self._workspace = workspace
        self._sql = queries.load()

    def _rows(self, name: str, /, **values: Sql) -> tuple[Sequence[str], list[Sequence[Sql]]]:
        return self._link.rows(self._sql[name], {"workspace": self._workspace, **values})

    def _all(self, kind: type[R], name: str, **values: Sql) -> list[R]:
        columns, rows = self._rows(name, **values)
        return [decode(kind, columns, row) for row in rows]

    def _one(self, kind: type[R], name: str, **values: Sql) -> R | None:
        return next(iter(self._all(kind, name, **values)), None)

    def _number(self, name: str, **values: Sql) -> int:
        _, rows = self._rows(name, **values)
        return int(rows[0][0] or 0)

    # who
    def principal(self, key: str) -> Principal | None:
        return self._one(Principal, "principal", key=key)

    def principals(self) -> list[Principal]:
        return self._all(Principal, "principals")

    def grants(self, space: str) -> list[Grant]:
        return self._all(Grant, "grants", space=space)

    # where
    def space(self, key: str) -> Space | None:
        return self._one(Space, "space", key=key)

    def bases(self) -> list[Space]:
        return self._all(Space, "bases")

    # what
    def item(self, space: str, path: str) -> Item | None:
        return self._one(Item, "item", space=space, path=path)

    def record(self, space: str, no: int) -> Indexed | None:
        return self._one(Indexed, "record", space=space, no=no)

    def records(self, space: str, statuses: Sequence[Status]) -> list[Indexed]:
        found = [row for status in statuses for row in self._all(Indexed, "records", space=space, status=status.value)]
        return sorted(found, key=lambda row: row.record.no)

    def successors(self, space: str, no: int) -> list[Indexed]:
        return self._all(Indexed, "successors", space=space, no=no)

    def scopes(self, space: str) -> list[str]:
        _, rows = self._rows("scopes", space=space)
        return [str(row[0]) for row in rows]

    def wanted(self, wanted: Wanted) -> tuple[list[Entry], int]:
        _, found = self._rows("shelves", space=wanted.space)
        mine = shelves.open_to(map(Shelf._make, found), wanted)
        entries: list[Entry] = []
        for ranges in shelves.in_order(mine, wanted):
            left = wanted.limit - len(entries)
            if left <= 0:
                break
            level = [entry for each in ranges for entry in self._entries(wanted.space, each, left)]
            if len(ranges) > 1:
                level.sort(key=lambda entry: (-entry.confirmed_at, -entry.no))
            entries += level[:left]
        return entries, sum(shelf.held for shelf in mine)

    def _entries(self, space: str, within: Range, limit: int) -> list[Entry]:
        given = {"space": space, "limit": limit, **within._asdict()}
        if within.scope is None:
            _, rows = self._rows("entries_by_depth", **given)
        elif within.scope == "":
            _, rows = self._rows("entries_unscoped", **given)
        else:
            _, rows = self._rows("entries_by_scope", **given)
        return [Entry(*row) for row in rows]  # type: ignore[arg-type]

    def files(self, space: str, prefix: str) -> list[Listed]:
        # Paths hold no unassigned character, and this is the last one.
        return self._all(Listed, "files", space=space, prefix=prefix, beyond=prefix + "\U0010ffff")

    def items(self, space: str) -> list[Item]:
        return self._all(Item, "items", space=space)

    def revision(self, space: str, key: int, n: int) -> Revision | None:
        return next(iter(revisions.read(self._revision_row, *self._rows("revision", space=space, key=key, n=n))), None)

    def revisions(self, space: str, key: int) -> list[Revision]:
        return revisions.read(self._revision_row, *self._rows("revisions", space=space, key=key))

    def operations(self, space: str, *, before: int | None = None, limit: int | None = None) -> list[Operation]:
        return self._all(Operation, "operations", space=space, before=_or_all(before), limit=_or_all(limit))

    def tip(self, space: str) -> bytes | None:
        _, rows = self._rows("tip", space=space)
        return bytes(rows[0][0]) if rows else None  # type: ignore[arg-type]

    def version_at(self, space: str, at: datetime) -> int:
        return self._number("version_at", space=space, at=micros(at))

    def standing_at(self, space: str, version: int) -> list[tuple[Item, Revision]]:
        return self._with_items(space, *self._rows("standing_at", space=space, version=version))

    def changed_by(self, space: str, version: int) -> list[tuple[Item, Revision]]:
        return self._with_items(space, *self._rows("changed_by", space=space, version=version))

    def _with_items(self, space: str, columns: Sequence[str], rows: list[Sequence[Sql]]) -> list[tuple[Item, Revision]]:
        items = {item.key: item for item in self.items(space)}
        return [(items[revision.key], revision) for revision in revisions.read(self._revision_row, columns, rows)]

    def _revision_row(self, space: str, key: int, n: int) -> dict[str, Sql] | None:
        columns, rows = self._rows("revision", space=space, key=key, n=n)
        return dict(zip(columns, rows[0], strict=True)) if rows else None

    def paths(self, space: str, since: int, until: int) -> list[tuple[int, str]]:
        _, rows = self._rows("paths", space=space, since=since, until=until)
        return [(int(version or 0), str(path)) for version, path in rows]

    def evidence(self, space: str, version: int) -> Evidence | None:
        return self._one(Evidence, "evidence", space=space, version=version)

    def tombstone(self, fingerprint: bytes) -> Tombstone | None:
        return self._one(Tombstone, "tombstone", fingerprint=fingerprint)

    # sessions and the inbox
    def session(self, id: str) -> Session | None:
        return self._one(Session, "session", id=id)

    def sessions(self) -> list[Session]:
        return self._all(Session, "sessions")

    def idle_sessions(self, before: datetime) -> list[Session]:
        return self._all(Session, "idle_sessions", before=micros(before))

    def ended_sessions(self, before: datetime) -> list[Session]:
        return self._all(Session, "ended_sessions", before=micros(before))

    def evidence_in(self, session: str) -> list[int]:
        _, rows = self._rows("evidence_in", session=session)
        return [int(row[0] or 0) for row in rows]

    def messages(self, session: str) -> list[Message]:
        return self._all(Message, "messages", session=session)

    def message(self, session: str, n: int) -> Message | None:
        return self._one(Message, "message", session=session, n=n)

    def last_sight(self, session: str, space: str, how: How) -> Sight | None:
        return self._one(Sight, "last_sight", session=session, space=space, how=how.value)

    def sights(self, session: str, space: str | None = None) -> list[Sight]:
        return self._all(Sight, "sights", session=session, space=space)

    def proposal(self, id: str) -> Proposal | None:
        return self._one(Proposal, "proposal", id=id)

    def proposals(self, space: str | None = None) -> list[Proposal]:
        return self._all(Proposal, "proposals", space=space)


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
        values = encode(self._workspace, row) | {"lag": shelves.lag_of(row)}
        self._rows("save_record", **values)
        if row.record.status is Status.ACTIVE:
            kind = {name: values[name] for name in ("space", "audience", "rank", "lag", "confirmed_at")}
            self._rows("shelve", scope=row.record.scope or "", **kind)
