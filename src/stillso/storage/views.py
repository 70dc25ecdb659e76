"""Reading a workspace by named queries, for every engine: the one place where rows become values.

All statements stand in ``queries/*.sql`` and take the workspace first. What does not read is broken data.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeVar, cast

from stillso.core.authority import Grant, Principal, PrincipalKind
from stillso.core.items import Item, Listed, Revision, Space
from stillso.core.names import folded, micros
from stillso.core.operations import Evidence, Operation, Proposal, Tombstone
from stillso.core.records import Entry, EntryRow, Indexed, Status
from stillso.core.sights import Call, How, Message, Session, Sight
from stillso.errors import BrokenData
from stillso.storage import revisions, shelves
from stillso.storage.cache import VERSIONS, Cache, CachedListing
from stillso.storage.contract import P, Wanted, Written
from stillso.storage.rows import Sql, decode, decode_all, encode
from stillso.storage.searching import ALL, Link, SqlSearch
from stillso.storage.shelves import Range, Shelf

R = TypeVar("R")


# How pages are read: a query by the kind of row, and for its first page what no row comes before.
_PAGES: dict[type[Any], str] = {
    Operation: "operations_after",
    Revision: "revisions_after",
    Evidence: "evidence_after",
    Tombstone: "tombstones_after",
    Item: "items_after",
    Indexed: "records_after",
}
# By when a record was last confirmed, then by its number.
_BY_CONFIRMED = itemgetter(Entry._fields.index("confirmed_at"), Entry._fields.index("no"))

_FIRST: dict[str, Sql] = {"n": -(2**63), "version": -(2**63), "key": -(2**63), "no": -(2**63), "fingerprint": b""}


def _or_all(count: int | None) -> int:
    """A count, or one that no table reaches."""
    return ALL if count is None else count


@lru_cache(maxsize=64)
def _space(columns: Sequence[str], row: Sequence[Sql]) -> Space:
    """The space that a row keeps: every call asks for one, and mostly for the same."""
    return decode(Space, columns, row)


class SqlView(SqlSearch):
    """One workspace, to read. What the ``cache`` holds need not be read again."""

    def __init__(self, link: Link, workspace: str, cache: Cache | None = None) -> None:
        super().__init__(link, workspace)
        self._cache = cache

    def _all(self, kind: type[R], name: str, **values: Sql) -> list[R]:
        return self._read(kind, *self._rows(name, **values))

    def _read(self, kind: type[R], columns: Sequence[str], rows: Sequence[Sequence[Sql]]) -> list[R]:
        try:
            return decode_all(kind, columns, rows)
        except (ValueError, TypeError, OverflowError, RecursionError) as problem:
            raise BrokenData(f"a row of {kind.__name__.lower()} does not read: {problem}") from problem

    def _revisions(self, name: str, **values: Sql) -> list[Revision]:
        try:
            columns, rows = self._rows(name, **values)
            return revisions.read(self._revision_row, columns, rows)
        except (ValueError, TypeError, OverflowError) as problem:
            raise BrokenData(f"a row of revision does not read: {problem}") from problem

    def _one(self, kind: type[R], name: str, **values: Sql) -> R | None:
        return next(iter(self._all(kind, name, **values)), None)

    # who
    def principal(self, key: str) -> Principal | None:
        return self._one(Principal, "principal", key=key)

    def principals(self) -> list[Principal]:
        return self._all(Principal, "principals")

    def grants(self, space: str) -> list[Grant]:
        return self._all(Grant, "grants", space=space)

    # where
    def space(self, key: str) -> Space | None:
        try:
            columns, rows = self._rows("space", key=key)
            return _space(tuple(columns), tuple(rows[0])) if rows else None
        except (ValueError, TypeError, OverflowError, RecursionError) as problem:
            raise BrokenData(f"a row of space does not read: {problem}") from problem

    def bases(self) -> list[Space]:
        return self._all(Space, "bases")

    # what
    def item(self, space: str, path: str) -> Item | None:
        return self._one(Item, "item", space=space, path=path)

    def head(self, space: str, path: str) -> Written | None:
        _, rows = self._rows("head_of", space=space, path=path)
        if not rows or rows[0][2]:
            return None
        key, n = cast(tuple[int, int], rows[0][:2])
        found = self._cache and self._cache.text((self._workspace, space, key, n))
        return found or self.written(space, key, n)

    def written(self, space: str, key: int, n: int) -> Written | None:
        _, rows = self._rows("written", space=space, key=key, n=n)
        if not rows or rows[0][3] is None:
            return None
        data, leans_on, version, sha256, actor, name, kind, *leant_on = cast(tuple[Any, ...], rows[0])
        text = revisions.text_of(data, leans_on, *leant_on)
        if text is None:
            raise BrokenData(f"item {key} is not deleted, and its revision {n} holds nothing")
        try:
            head = Written(key, n, version, text, sha256 or "", name or actor, PrincipalKind(kind) if kind else None)
        except ValueError as problem:
            raise BrokenData(f"a row of principal does not read: {problem}") from problem
        if self._cache and head.kind:
            self._cache.keep_person(self._workspace, actor, (head.actor, head.kind))
            self._cache.keep_text((self._workspace, space, key, n), head)
        return head

    def record(self, space: str, no: int) -> Indexed | None:
        return self._one(Indexed, "record", space=space, no=no)

    def records(self, space: str, statuses: Sequence[Status]) -> list[Indexed]:
        found = [row for status in statuses for row in self._all(Indexed, "records", space=space, status=status.value)]
        return sorted(found, key=lambda row: row.record.no)

    def successors(self, space: str, no: int) -> list[Indexed]:
        return self._all(Indexed, "successors", space=space, no=no)

    def scopes(self, space: str) -> list[str]:
        return self._texts("scopes", space=space)

    def wanted(self, wanted: Wanted) -> tuple[Sequence[EntryRow], int]:
        _, found = self._rows("shelves", space=wanted.space)
        mine = shelves.open_to(map(Shelf._make, found), wanted)
        entries: list[EntryRow] = []
        for ranges in shelves.in_order(mine, wanted):
            left = wanted.limit - len(entries)
            if left <= 0:
                break
            level = [entry for each in ranges for entry in self._entries(wanted.space, each, left)]
            if len(ranges) > 1:
                level.sort(key=_BY_CONFIRMED, reverse=True)
            entries += level[:left]
        return entries, sum(shelf.held for shelf in mine)

    def _entries(self, space: str, within: Range, limit: int) -> list[EntryRow]:
        given = {"space": space, "limit": limit, **within._asdict()}
        if within.scope is None:
            _, rows = self._rows("entries_by_depth", **given)
        elif within.scope == "":
            _, rows = self._rows("entries_unscoped", **given)
        else:
            _, rows = self._rows("entries_by_scope", **given)
        return cast(list[EntryRow], rows)

    def files(self, space: str, prefix: str) -> list[Listed]:
        cache = self._cache
        known = cache.listing(self._workspace, space) if cache else None
        if cache is None or (prefix and known is None):
            return self._files(space, prefix)
        version = self._number("version_of", space=space)
        if known is None or not 0 <= version - known.version <= VERSIONS:
            if prefix:
                return self._files(space, prefix)
            known = CachedListing(version, self._files(space, ""))
            cache.keep_listing(self._workspace, space, known)
        elif version != known.version:
            known = known.after(version, self._relisted(space, known.version))
            cache.keep_listing(self._workspace, space, known)
        return known.under(prefix)

    def _relisted(self, space: str, version: int) -> list[tuple[str, Listed | None]]:
        columns, rows = self._rows("relisted", space=space, version=version)
        there = iter(self._read(Listed, columns, [row for row in rows if row[1] is not None]))
        return [(str(row[0]), None if row[1] is None else next(there)) for row in rows]

    def _files(self, space: str, prefix: str) -> list[Listed]:
        # Paths hold no unassigned character, and this is the last one.
        return self._all(Listed, "files", space=space, prefix=prefix, beyond=prefix + "\U0010ffff")

    def notes(self, space: str, prefix: str, limit: int) -> tuple[list[Listed], int]:
        within = {"space": space, "prefix": prefix, "beyond": prefix + "\U0010ffff"}
        found = self._all(Listed, "notes", limit=limit, **within)
        if len(found) < limit:
            return found, len(found)
        _, rows = self._rows("count_notes", **within)
        return found, int(rows[0][0])  # type: ignore[arg-type]

    def alike(self, space: str, fold: str, limit: int) -> list[str]:
        return self._texts("alike", space=space, fold=fold, limit=limit)

    def items(self, space: str) -> list[Item]:
        return self._all(Item, "items", space=space)

    def revision(self, space: str, key: int, n: int) -> Revision | None:
        return next(iter(self._revisions("revision", space=space, key=key, n=n)), None)

    def revisions(self, space: str, key: int) -> list[Revision]:
        return self._revisions("revisions", space=space, key=key)

    def operations(self, space: str, *, before: int | None = None, limit: int | None = None) -> list[Operation]:
        return self._all(Operation, "operations", space=space, before=_or_all(before), limit=_or_all(limit))

    def tip(self, space: str) -> bytes | None:
        _, rows = self._rows("tip", space=space)
        return bytes(rows[0][0]) if rows else None  # type: ignore[arg-type]

    def version_at(self, space: str, at: datetime) -> int:
        return self._number("version_at", space=space, at=micros(at))

    def standing_at(self, space: str, version: int) -> list[tuple[Item, Revision]]:
        items = {item.key: item for item in self.items(space)}
        found = self._revisions("standing_at", space=space, version=version)
        return [(items[revision.key], revision) for revision in found]

    def changed_by(self, space: str, version: int) -> list[tuple[Item, Revision]]:
        changed: list[tuple[Item, Revision]] = []
        for revision in self._revisions("changed_by", space=space, version=version):
            item = self.item_of(space, revision.key)
            if item is None:
                raise BrokenData(f"version {version} changed item {revision.key}, which is not there")
            changed.append((item, revision))
        return changed

    def changed_since(self, space: str, version: int) -> list[tuple[int, int]]:
        _, rows = self._rows("changed_since", space=space, version=version)
        return cast(list[tuple[int, int]], [tuple(row) for row in rows])

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

    def has_tombstones(self) -> bool:
        return bool(self._rows("any_tombstone")[1])

    def rejected(self, limit: int) -> list[Tombstone]:
        return self._all(Tombstone, "rejected", limit=limit)

    # sessions and the inbox
    def session(self, id: str) -> Session | None:
        return self._one(Session, "session", id=id)

    def sessions(self) -> list[Session]:
        return self._all(Session, "sessions")

    def conversation(self, client: str) -> Session | None:
        return self._one(Session, "conversation", client=client)

    def call(self, id: str) -> Call | None:
        return self._one(Call, "call", id=id)

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

    def heard(self, session: str) -> int:
        return self._number("heard", session=session)

    def showings(self, session: str) -> int:
        return self._number("showings", session=session)

    def last_sight(self, session: str, space: str, how: How) -> Sight | None:
        return self._one(Sight, "last_sight", session=session, space=space, how=how.value)

    def sights(self, session: str, space: str | None = None) -> list[Sight]:
        return self._all(Sight, "sights", session=session, space=space)

    def proposal(self, id: str) -> Proposal | None:
        return self._one(Proposal, "proposal", id=id)

    def proposals(self, space: str | None = None) -> list[Proposal]:
        return self._all(Proposal, "proposals", space=space)

    # all that there is, a page at a time
    def space_ids(self, after: str, limit: int) -> list[str]:
        return self._texts("space_ids", after=after, limit=limit)

    def unplaced(self) -> list[str]:
        return self._texts("unplaced")

    def _texts(self, name: str, **values: Sql) -> list[str]:
        return [str(row[0]) for row in self._rows(name, **values)[1]]

    def page(self, kind: type[P], space: str, after: P | None, limit: int) -> list[P]:
        last = _FIRST if after is None else encode(self._workspace, after)
        begins: dict[str, Sql] = {name: last[name] for name in _FIRST if name in last}
        if kind is Revision:
            return self._revisions(_PAGES[kind], space=space, limit=limit, **begins)
        return self._all(kind, _PAGES[kind], space=space, limit=limit, **begins)

    def item_of(self, space: str, key: int) -> Item | None:
        return self._one(Item, "item_of", space=space, key=key)

    def misfiled(self, space: str) -> list[tuple[str, str]]:
        rows = self._rows("misfiled", space=space)[1]
        folds = self._rows("folds", space=space)[1]
        unlike = [("listing", path) for path, fold in folds if folded(str(path)) != fold]
        # It is made of what the texts say, so it can be asked about only where it can be read.
        words = self._rows("misworded", space=space)[1] if self._link.is_index_sound() else [("words", "")]
        first = sorted({(str(what), str(where)) for what, where in (*rows, *unlike)})
        return [*first, *((str(what), str(where)) for what, where in words)]

    def written_by(self, space: str, key: int, n: int) -> int | None:
        _, rows = self._rows("written_by", space=space, key=key, n=n)
        return int(rows[0][0] or 0) if rows else None
