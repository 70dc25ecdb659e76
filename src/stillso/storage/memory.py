"""The store to read first: dictionaries of frozen rows, one lock, and a copy for each transaction.

It keeps nothing after the process ends and is as slow as its size; every rule of the contract is visible in it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from operator import attrgetter
from typing import Any

from stillso.core import records
from stillso.core.authority import Basis, Grant, Principal
from stillso.core.findable import Part, Terms, Worded
from stillso.core.items import Item, ItemKind, Listed, Revision, Space, SpaceKind
from stillso.core.names import folded, micros
from stillso.core.operations import Commit, Evidence, Operation, Proposal, Tombstone, Verb
from stillso.core.records import EntryRow, Indexed, Status
from stillso.core.sights import Call, How, Message, Session, Sight
from stillso.core.vectors import Vector
from stillso.errors import BrokenData
from stillso.storage import matching
from stillso.storage.contract import Match, P, Row, Sharing, Sought, T, TextKey, Unread, Wanted, Written


@dataclass
class _Tables:
    """One workspace. The keys are those of the tables in ``queries/sqlite/schema.sql``."""

    principals: dict[str, Principal] = field(default_factory=dict)
    spaces: dict[str, Space] = field(default_factory=dict)
    grants: dict[tuple[str, str], Grant] = field(default_factory=dict)
    items: dict[tuple[str, int], Item] = field(default_factory=dict)
    revisions: dict[tuple[str, int, int], Revision] = field(default_factory=dict)
    index: dict[tuple[str, int], Indexed] = field(default_factory=dict)
    words: dict[tuple[str, Part, int], Terms] = field(default_factory=dict)
    read: dict[str, tuple[int, int]] = field(default_factory=dict)
    vectors: dict[tuple[str, Part, int], tuple[str, bytes]] = field(default_factory=dict)
    operations: dict[tuple[str, int], Operation] = field(default_factory=dict)
    evidence: dict[tuple[str, int], Evidence] = field(default_factory=dict)
    tombstones: dict[bytes, Tombstone] = field(default_factory=dict)
    sessions: dict[str, Session] = field(default_factory=dict)
    messages: dict[tuple[str, int], Message] = field(default_factory=dict)
    calls: dict[str, Call] = field(default_factory=dict)
    sights: dict[tuple[str, int], Sight] = field(default_factory=dict)
    proposals: dict[str, Proposal] = field(default_factory=dict)

    def copy(self) -> _Tables:
        return _Tables(**{table.name: dict(getattr(self, table.name)) for table in fields(self)})


# What a second save of a session replaces.
_MOVES_IN_SESSION = ("channel", "bases", "opened_at", "closed_at", "heard", "asking")

# How pages are read: the table of a kind of row, and what its rows are ordered by.
_PAGES: dict[type[Any], tuple[str, Callable[[Any], Any]]] = {
    Operation: ("operations", attrgetter("n")),
    Revision: ("revisions", attrgetter("version", "key", "n")),
    Evidence: ("evidence", attrgetter("version")),
    Tombstone: ("tombstones", attrgetter("version", "fingerprint")),
    Item: ("items", attrgetter("key")),
    Indexed: ("index", attrgetter("record.no")),
}


class MemoryStore:
    """Workspaces in the memory of this process."""

    def __init__(self) -> None:
        self._workspaces: dict[str, _Tables] = {}
        self._lock = threading.RLock()

    def run(
        self, workspace: str, space: str | None, work: Callable[[_MemoryTransaction], T], *, durable: bool = True
    ) -> T:
        with self._lock:
            draft = self._workspaces.get(workspace, _Tables()).copy()
            result = work(_MemoryTransaction(draft))
            self._workspaces[workspace] = draft
            return result

    @contextmanager
    def view(self, workspace: str) -> Iterator[_MemoryView]:
        # A transaction never changes tables that were published, so the published ones are the snapshot.
        yield _MemoryView(self._workspaces.get(workspace, _Tables()))

    def settle(self, workspace: str) -> None:
        pass  # it keeps nothing in pieces

    def close(self) -> None:
        self._workspaces.clear()


class _MemoryView:
    def __init__(self, tables: _Tables) -> None:
        self._t = tables

    # who
    def principal(self, key: str) -> Principal | None:
        named = (each for each in self._t.principals.values() if each.name == key)
        return self._t.principals.get(key) or next(named, None)

    def principals(self) -> list[Principal]:
        return sorted(self._t.principals.values(), key=lambda each: each.name)

    def grants(self, space: str) -> list[Grant]:
        return sorted((g for g in self._t.grants.values() if g.space == space), key=lambda g: g.principal)

    # where
    def space(self, key: str) -> Space | None:
        return self._t.spaces.get(key) or next((base for base in self.bases() if base.slug == key), None)

    def bases(self) -> list[Space]:
        bases = (space for space in self._t.spaces.values() if space.kind is SpaceKind.BASE)
        return sorted(bases, key=lambda base: base.slug)

    # what
    def item(self, space: str, path: str) -> Item | None:
        return next((item for item in self.items(space) if item.path == path), None)

    def head(self, space: str, path: str) -> Written | None:
        item = self.item(space, path)
        if item is None or item.deleted:
            return None
        return self.written(space, item.key, item.head)

    def written(self, space: str, key: int, n: int) -> Written | None:
        found = self._t.revisions.get((space, key, n))
        if found is None or found.text is None:
            return None
        actor = self._t.operations[space, found.version].actor
        wrote = self._t.principals.get(actor)
        name, kind = (wrote.name, wrote.kind) if wrote else (actor, None)
        return Written(key, n, found.version, found.text, found.sha256 or "", name, kind)

    def record(self, space: str, no: int) -> Indexed | None:
        return self._t.index.get((space, no))

    def records(self, space: str, statuses: Sequence[Status]) -> list[Indexed]:
        rows = (row for row in self._t.index.values() if row.space == space and row.record.status in statuses)
        return sorted(rows, key=lambda row: row.record.no)

    def successors(self, space: str, no: int) -> list[Indexed]:
        return [row for row in self.records(space, list(Status)) if row.record.supersedes == no]

    def scopes(self, space: str) -> list[str]:
        return sorted({row.record.scope for row in self.records(space, [Status.ACTIVE]) if row.record.scope})

    def wanted(self, wanted: Wanted) -> tuple[Sequence[EntryRow], int]:
        entries = [
            records.entry(row)
            for row in self.records(wanted.space, [Status.ACTIVE])
            if records.applies(row.record, wanted.place, wanted.audience)
        ]
        now, read_at = micros(wanted.now), micros(wanted.read_at or wanted.now)
        entries.sort(key=lambda entry: records.order_key(entry, now, read_at))
        return entries[: wanted.limit], len(entries)

    def search(self, sought: Sought) -> list[Match]:
        fit = matching.scores(self._t.words, sought)
        ranked = sorted(fit.items(), key=lambda each: (-each[1], -each[0][1], -each[0][2]))
        found = [self._match(score, *key) for key, score in ranked if self._is_wanted(sought, *key)]
        return found[: sought.limit]

    def _is_wanted(self, sought: Sought, space: str, part: Part, n: int) -> bool:
        if space != sought.space or not sought.first <= part <= sought.last:
            return False
        if part is Part.FILE:
            return not self._is_unread(space, n)
        return records.shows(self._t.index[space, n].record, sought.place, sought.audience)

    def _is_unread(self, space: str, key: int) -> bool:
        return any(key == each for _, each, _ in self.unread(space, len(self._t.items) + 1).texts)

    def unread(self, space: str, limit: int) -> Unread:
        found = self._t.spaces.get(space)
        since, newest = self._t.read.get(space, (0, 0)), (found.head, found.items) if found else (0, 0)
        if since >= newest:
            return Unread(since, since, ())
        files = (item for item in self.items(space) if item.kind is ItemKind.FILE and not item.deleted)
        heads = sorted((self._t.revisions[space, item.key, item.head].version, item.key, item.head) for item in files)
        texts = tuple(each for each in heads if each[:2] > since)[:limit]
        return Unread(since, texts[-1][:2] if texts and len(texts) == limit else newest, texts)

    def _match(self, score: float, space: str, part: Part, n: int) -> Match:
        if part is Part.FILE:
            return Match(score, n, self._t.items[space, n].path, None, None)
        row = self._t.index[space, n]
        return Match(score, row.key, row.record.path, row.record.status.value, records.entry(row))

    def rated(self, sought: Sought, texts: Sequence[TextKey]) -> list[Match]:
        fit = matching.scores(self._t.words, sought)
        there = sorted((sought.space, *text) for text in texts if (sought.space, *text) in self._t.words)
        return [self._match(fit.get(key, 0.0) if self._is_wanted(sought, *key) else 0.0, *key) for key in there]

    def vectors(self, sought: Sought, embedder: str) -> list[Vector]:
        mine = sorted((key, data) for key, (name, data) in self._t.vectors.items() if name == embedder)
        return [(part, n, data) for (s, part, n), data in mine if self._is_wanted(sought, s, part, n)]

    def without_vector(self, space: str, embedder: str, limit: int) -> tuple[list[TextKey], int]:
        made = {key for key, (name, _) in self._t.vectors.items() if name == embedder}
        texts = [(row.space, Part.ACTIVE, row.record.no) for row in self.records(space, [Status.ACTIVE])]
        files = (item for item in self.items(space) if item.no is None and not item.deleted)
        texts += [(item.space, Part.FILE, item.key) for item in files]
        lacking = sorted((part, -n) for s, part, n in texts if (s, part, n) not in made)
        return [(part, -n) for part, n in lacking[:limit]], len(lacking)

    def sharing(self, space: str, marks: Sequence[str], limit: int) -> list[Sharing]:
        found: set[int] = set()
        for mark in marks:
            words = self._t.words.items()
            bearing = (n for (s, part, n), w in words if (s, part) == (space, Part.ACTIVE) and mark in w.marks.split())
            found.update(sorted(bearing, reverse=True)[:limit])
        rows = [self._t.index[space, no].record for no in sorted(found, reverse=True)]
        return [Sharing(each.no, each.content, each.scope, each.audience) for each in rows]

    def files(self, space: str, prefix: str) -> list[Listed]:
        items = [item for item in self.items(space) if not item.deleted and item.path.startswith(prefix)]
        return [self._listed(item) for item in sorted(items, key=lambda item: item.path)]

    def notes(self, space: str, prefix: str, limit: int) -> tuple[list[Listed], int]:
        found = [each for each in self.files(space, prefix) if self._is_agents(space, each)]
        found.sort(key=lambda each: (each.at, each.path), reverse=True)
        return found[:limit], len(found)

    def alike(self, space: str, fold: str, limit: int) -> list[str]:
        forms = sorted((folded(listed.path), listed.path) for listed in self.files(space, ""))
        return [path for form, path in forms if f"{form}/".startswith(f"{fold}/")][:limit]

    def _is_agents(self, space: str, listed: Listed) -> bool:
        reverted = self._t.operations[space, listed.version].verb is Verb.REVERT
        return reverted or listed.authority in (Basis.GRANTED, Basis.APPROVED)

    def _listed(self, item: Item) -> Listed:
        head = self._t.revisions[item.space, item.key, item.head]
        operation = self._t.operations[item.space, head.version]
        return Listed(
            path=item.path,
            kind=item.kind,
            key=item.key,
            head=item.head,
            version=head.version,
            size_bytes=head.size_bytes,
            sha256=head.sha256,
            summary=item.summary,
            actor=operation.actor,
            authority=operation.authority,
            at=operation.at,
        )

    def items(self, space: str) -> list[Item]:
        return sorted((item for item in self._t.items.values() if item.space == space), key=lambda item: item.key)

    def revision(self, space: str, key: int, n: int) -> Revision | None:
        return self._t.revisions.get((space, key, n))

    def revisions(self, space: str, key: int) -> list[Revision]:
        mine = (revision for revision in self._t.revisions.values() if (revision.space, revision.key) == (space, key))
        return sorted(mine, key=lambda revision: revision.n)

    def operations(self, space: str, *, before: int | None = None, limit: int | None = None) -> list[Operation]:
        mine = [op for op in self._t.operations.values() if op.space == space and (before is None or op.n < before)]
        return sorted(mine, key=lambda op: -op.n)[:limit]

    def tip(self, space: str) -> bytes | None:
        return next((operation.hash for operation in self.operations(space, limit=1)), None)

    def version_at(self, space: str, at: datetime) -> int:
        operations = (op for op in self.operations(space) if op.verb is not Verb.WRITE)
        return max((op.n for op in operations if op.at <= at), default=0)

    def standing_at(self, space: str, version: int) -> list[tuple[Item, Revision]]:
        standing: list[tuple[Item, Revision]] = []
        for item in self.items(space):
            had = [revision for revision in self.revisions(space, item.key) if revision.version <= version]
            standing.extend((item, revision) for revision in had[-1:])
        return standing

    def changed_by(self, space: str, version: int) -> list[tuple[Item, Revision]]:
        standing = self.standing_at(space, version)
        return [(item, revision) for item, revision in standing if revision.version == version]

    def changed_since(self, space: str, version: int) -> list[tuple[int, int]]:
        before: dict[int, int] = {}
        for revision in self._t.revisions.values():
            if revision.space == space and revision.version > version:
                before[revision.key] = min(before.get(revision.key, revision.n), revision.n - 1)
        return sorted(before.items())

    def paths(self, space: str, since: int, until: int) -> list[tuple[int, str]]:
        mine = (r for r in self._t.revisions.values() if r.space == space and since <= r.version <= until)
        return sorted((revision.version, self._t.items[space, revision.key].path) for revision in mine)

    def evidence(self, space: str, version: int) -> Evidence | None:
        return self._t.evidence.get((space, version))

    def tombstone(self, fingerprint: bytes) -> Tombstone | None:
        return self._t.tombstones.get(fingerprint)

    def has_tombstones(self) -> bool:
        return bool(self._t.tombstones)

    def rejected(self, limit: int) -> list[Tombstone]:
        ended = (each for each in self._t.tombstones.values() if each.no is not None)
        return sorted(ended, key=lambda each: (-each.version, each.space, each.fingerprint))[:limit]

    # sessions and the inbox
    def session(self, id: str) -> Session | None:
        return self._t.sessions.get(id)

    def sessions(self) -> list[Session]:
        return sorted(self._t.sessions.values(), key=lambda session: (session.opened_at, session.id), reverse=True)

    def conversation(self, client: str) -> Session | None:
        return next((session for session in self.sessions() if session.client == client), None)

    def call(self, id: str) -> Call | None:
        return self._t.calls.get(id)

    def idle_sessions(self, before: datetime) -> list[Session]:
        active = {each.session for each in self._t.messages.values() if each.at >= before}
        active |= {each.session for each in self._t.sights.values() if each.at >= before}
        mine = (s for s in self._t.sessions.values() if s.closed_at is None and s.opened_at < before)
        return sorted((s for s in mine if s.id not in active), key=lambda s: s.id)

    def ended_sessions(self, before: datetime) -> list[Session]:
        needed = {(each.session, each.message) for each in self._t.evidence.values()}
        kept = {key[0] for key in self._t.messages if key not in needed} | {key[0] for key in self._t.sights}
        mine = (s for s in self._t.sessions.values() if s.closed_at is not None and s.closed_at < before)
        return sorted((s for s in mine if s.id in kept), key=lambda s: s.id)

    def evidence_in(self, session: str) -> list[int]:
        return sorted({each.message for each in self._t.evidence.values() if each.session == session})

    def messages(self, session: str) -> list[Message]:
        return sorted((m for m in self._t.messages.values() if m.session == session), key=lambda m: m.n)

    def message(self, session: str, n: int) -> Message | None:
        return self._t.messages.get((session, n))

    def heard(self, session: str) -> int:
        found = self.session(session)
        return found.heard if found else 0

    def showings(self, session: str) -> int:
        return max((sight.n for sight in self.sights(session)), default=0)

    def last_sight(self, session: str, space: str, how: How) -> Sight | None:
        return next((sight for sight in reversed(self.sights(session, space)) if sight.how is how), None)

    def sights(self, session: str, space: str | None = None) -> list[Sight]:
        mine = (s for s in self._t.sights.values() if s.session == session and space in (None, s.space))
        return sorted(mine, key=lambda s: s.n)

    def proposal(self, id: str) -> Proposal | None:
        return self._t.proposals.get(id)

    def proposals(self, space: str | None = None) -> list[Proposal]:
        mine = (p for p in self._t.proposals.values() if p.outcome is None and space in (None, p.space))
        return sorted(mine, key=lambda p: (p.opened_at, p.id))

    # all that there is, a page at a time
    def space_ids(self, after: str, limit: int) -> list[str]:
        return sorted(id for id in self._t.spaces if id > after)[:limit]

    def unplaced(self) -> list[str]:
        tables = {name for name, _ in _PAGES.values()}
        named = {row.space for name in tables for row in getattr(self._t, name).values()}
        return sorted(named - self._t.spaces.keys())

    def page(self, kind: type[P], space: str, after: P | None, limit: int) -> list[P]:
        name, order = _PAGES[kind]
        table: dict[Any, P] = getattr(self._t, name)
        mine = (row for row in table.values() if row.space == space and (after is None or order(row) > order(after)))
        return sorted(mine, key=order)[:limit]

    def item_of(self, space: str, key: int) -> Item | None:
        return self._t.items.get((space, key))

    def misfiled(self, space: str) -> list[tuple[str, str]]:
        return []  # it keeps nothing beside its rows

    def written_by(self, space: str, key: int, n: int) -> int | None:
        revision = self._t.revisions.get((space, key, n))
        return revision.version if revision else None


class _MemoryTransaction(_MemoryView):
    def append(self, commit: Commit) -> None:
        operation = commit.operation
        space = self._t.spaces[operation.space]
        if operation.n != space.head + 1:
            raise BrokenData(f"version {operation.n} does not follow version {space.head} of {space.slug}")
        fresh = [change for change in commit.changes if (space.id, change.item.key) not in self._t.items]
        self._t.spaces[space.id] = replace(
            space,
            head=operation.n,
            items=space.items + len(fresh),
            records=space.records + sum(change.item.no is not None for change in fresh),
        )
        self._t.operations[space.id, operation.n] = operation
        for change in commit.changes:
            self._t.items[space.id, change.item.key] = change.item
            self._t.revisions[space.id, change.item.key, change.revision.n] = change.revision
            self._t.vectors.pop((space.id, Part.FILE, change.item.key), None)
            if change.indexed:
                self._t.index[space.id, change.indexed.record.no] = change.indexed
        for evidence in commit.evidence:
            self._t.evidence[space.id, operation.n] = evidence
        for worded in commit.worded:
            self._word(space.id, worded)
        for fingerprint in commit.lifted:
            self._t.tombstones.pop(fingerprint, None)
        self._t.tombstones.update({tombstone.fingerprint: tombstone for tombstone in commit.rejected})

    def save(self, row: Row) -> None:
        match row:
            case Principal():
                self._t.principals[row.id] = row
            case Space():
                now = self._t.spaces.get(row.id, row)
                self._t.spaces[row.id] = replace(row, head=now.head, items=now.items, records=now.records)
            case Grant():
                self._t.grants[row.space, row.principal] = row
            case Session():
                known = self._t.sessions.get(row.id, row)
                moved = {name: getattr(row, name) for name in _MOVES_IN_SESSION}
                self._t.sessions[row.id] = replace(known, **moved)
            case Message():
                heard = self._t.messages.get((row.session, row.n), row)
                self._t.messages[row.session, row.n] = replace(heard, text=row.text, known=row.known)
            case Call():
                self._t.calls.setdefault(row.id, row)
            case Sight():
                self._t.sights[row.session, row.n] = row
            case Proposal():
                self._t.proposals[row.id] = row
            case Tombstone():
                self._t.tombstones[row.fingerprint] = row

    def unlink(self, space: str, principal: str) -> None:
        self._t.grants.pop((space, principal), None)

    def forget(self, session: str, keep: Sequence[int]) -> None:
        self._t.calls = {id: row for id, row in self._t.calls.items() if row.session != session}
        self._t.sights = {key: row for key, row in self._t.sights.items() if key[0] != session}
        self._t.messages = {key: row for key, row in self._t.messages.items() if key[0] != session or key[1] in keep}

    def reindex(self, space: str, rows: Iterable[Indexed]) -> None:
        for key in [key for key in self._t.index if key[0] == space]:
            del self._t.index[key]
        self._t.index.update({(space, row.record.no): row for row in rows})

    def reword(self, space: str, worded: Iterable[Worded]) -> None:
        texts = list(worded)
        self._t.words = {key: words for key, words in self._t.words.items() if key[0] != space}
        self._t.vectors = {key: vector for key, vector in self._t.vectors.items() if key[0] != space}
        for each in texts:
            self._word(space, each)

        self._t.read[space] = self.unread(space, len(self._t.items) + 1).until

    def word(self, space: str, unread: Unread, worded: Iterable[Worded]) -> None:
        if self.unread(space, 1).since != unread.since:
            return
        for each in worded:
            if not self._t.items[space, each.n].deleted:
                self._word(space, each)
        self._t.read[space] = unread.until

    def point(self, space: str, embedder: str, vectors: Iterable[Vector]) -> None:
        self._t.vectors.update({(space, part, n): (embedder, data) for part, n, data in vectors})

    def _word(self, space: str, worded: Worded) -> None:
        for part in (Part.FILE,) if worded.part is Part.FILE else (Part.ENDED, Part.ACTIVE):
            self._t.words.pop((space, part, worded.n), None)
            self._t.vectors.pop((space, part, worded.n), None)
        if worded.terms:
            self._t.words[space, worded.part, worded.n] = worded.terms
