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
from stillso.core.operations import Commit, Evidence, Operation, Proposal, Tombstone
from stillso.core.records import Indexed, Status
from stillso.core.sights import How, Message, Session, Sight
from stillso.errors import BrokenData
from stillso.storage import queries
from stillso.storage.contract import Row, T, Wanted
from stillso.storage.rows import Sql, decode, encode

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

    def writing(self) -> AbstractContextManager[Link]:
        """A durable transaction that holds the write lock from its first moment; rolled back when left by an error."""

    def reading(self) -> AbstractContextManager[Link]:
        """A snapshot, taken at once, that later writes do not move."""

    def close(self) -> None:
        """Let go of the engine."""


class SqlStore:
    """Workspaces in a database."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def run(self, workspace: str, space: str | None, work: Callable[[SqlTransaction], T]) -> T:
        with self._driver.writing() as link:
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

    def _rows(self, name: str, **values: Sql) -> tuple[Sequence[str], list[Sequence[Sql]]]:
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

    def wanted(self, wanted: Wanted) -> tuple[list[Indexed], int]:
        audience = wanted.audience if wanted.audience == "anyone" else None
        where: dict[str, Sql] = {"space": wanted.space, "place": wanted.place, "audience": audience}
        moments = {"now": micros(wanted.now), "read_at": micros(wanted.read_at or wanted.now)}
        rows = self._all(Indexed, "wanted_marked", **where, **moments, limit=wanted.limit)
        if len(rows) < wanted.limit:
            rows += self._all(Indexed, "wanted_plain", **where, **moments, limit=wanted.limit - len(rows))
        return rows, self._number("count_wanted", **where)

    def files(self, space: str, prefix: str) -> list[Listed]:
        return self._all(Listed, "files", space=space, prefix=prefix)

    def items(self, space: str) -> list[Item]:
        return self._all(Item, "items", space=space)

    def revision(self, space: str, key: int, n: int) -> Revision | None:
        return self._one(Revision, "revision", space=space, key=key, n=n)

    def revisions(self, space: str, key: int) -> list[Revision]:
        return self._all(Revision, "revisions", space=space, key=key)

    def operations(self, space: str, *, before: int | None = None, limit: int | None = None) -> list[Operation]:
        return self._all(Operation, "operations", space=space, before=_or_all(before), limit=_or_all(limit))

    def version_at(self, space: str, at: datetime) -> int:
        return self._number("version_at", space=space, at=micros(at))

    def standing_at(self, space: str, version: int) -> list[tuple[Item, Revision]]:
        return self._with_items(space, self._all(Revision, "standing_at", space=space, version=version))

    def changed_by(self, space: str, version: int) -> list[tuple[Item, Revision]]:
        return self._with_items(space, self._all(Revision, "changed_by", space=space, version=version))

    def _with_items(self, space: str, revisions: list[Revision]) -> list[tuple[Item, Revision]]:
        items = {item.key: item for item in self.items(space)}
        return [(items[revision.key], revision) for revision in revisions]

    def paths(self, space: str, since: int, until: int) -> list[tuple[int, str]]:
        _, rows = self._rows("paths", space=space, since=since, until=until)
        return [(int(version or 0), str(path)) for version, path in rows]

    def evidence(self, space: str, version: int) -> Evidence | None:
        return self._one(Evidence, "evidence", space=space, version=version)

    def tombstone(self, fingerprint: bytes) -> Tombstone | None:
        return self._one(Tombstone, "tombstone", fingerprint=fingerprint)

    def rejected(self, limit: int) -> list[Tombstone]:
        return self._all(Tombstone, "rejected", limit=limit)

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
            self._put("add_revision", change.revision)
            if change.indexed:
                self._put("save_record", change.indexed)
        for evidence in commit.evidence:
            self._put("add_evidence", evidence)
        for fingerprint in commit.lifted:
            self._rows("lift_tombstone", fingerprint=fingerprint)
        for tombstone in commit.rejected:
            self._put("save_tombstone", tombstone)

    def save(self, row: Row) -> None:
        self._put(_SAVE[type(row)], row)

    def forget(self, session: str, keep: Sequence[int]) -> None:
        self._rows("forget_sights", session=session)
        for n in (message.n for message in self.messages(session) if message.n not in keep):
            self._rows("forget_message", session=session, n=n)

    def reindex(self, space: str, rows: Iterable[Indexed]) -> None:
        self._rows("clear_records", space=space)
        for row in rows:
            self._put("save_record", row)
