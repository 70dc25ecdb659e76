"""A walk over one space: its log from the first version on, then its items and index, a page of rows at a time.

Loads what ``core.chains`` and ``core.accounts`` judge. A row that does not read ends the walk it was met on, with a
finding that names the one before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import cached_property
from heapq import merge
from itertools import groupby
from typing import TypeVar

from stillso.core import accounts, chains, records
from stillso.core.accounts import Filed
from stillso.core.chains import Entry, Last, Written
from stillso.core.findings import Fault, Finding, found
from stillso.core.heads import Head
from stillso.core.items import Item, Revision, Space, SpaceKind
from stillso.core.operations import Evidence, Operation, Tombstone
from stillso.core.records import Indexed, Record
from stillso.core.values import replace
from stillso.errors import BrokenData
from stillso.services.workspace import Workspace
from stillso.storage.contract import P, View

T = TypeVar("T")

#: Rows a page; fewer where each may hold the bytes of a file. Our choice: more make nothing faster.
ROWS = 500
TEXTS = 50

#: Called every so many versions: the name of a base or session, the version reached, the newest one.
Progress = Callable[[str, int, int], None]

_Versioned = Operation | Revision | Evidence | Tombstone


class _Unread(Exception):
    """Carries the finding about a row that does not read out of a walk, which ends there."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding


class Walk:
    """One space in one snapshot. ``last`` is the newest operation that was read; ``counts`` goes up with the rows."""

    def __init__(self, ws: Workspace, view: View, space: Space, counts: Counter[str]) -> None:
        self._ws = ws
        self._view = view
        self._space = space
        self._counts = counts
        self.last = Last()

    @property
    def name(self) -> str:
        """How people call the space: a base's slug, a session's id."""
        return self._space.slug if self._space.kind is SpaceKind.BASE else self._space.name

    @property
    def head(self) -> Head:
        """Where the log ends that was read."""
        return Head(space=self._space.id, name=self.name, version=self.last.version, hash=self.last.hash)

    @cached_property
    def _people(self) -> dict[str, str] | None:
        """The names of people and agents by id, None where they do not read."""
        principals = _readable(self._view.principals)
        return None if principals is None else {principal.id: principal.name for principal in principals}

    # --- the log ---------------------------------------------------------------------------------------------

    def log(self, anchor: Head | None, progress: Progress) -> Iterator[Finding]:
        """What is wrong with each version and with what it wrote, in their order."""
        try:
            for entry in self._entries():
                yield from self._entry(entry, anchor)
                if entry.operation and entry.version % ROWS == 0:
                    progress(self.name, entry.version, self._space.head)
        except _Unread as unread:
            yield unread.finding
        else:
            yield from chains.end_faults(self.last, self._space.head, anchor)

    def _entries(self) -> Iterator[Entry]:
        """What is stored of each version, by version; also of versions that are not there."""
        streams: list[Iterator[_Versioned]] = [
            self._rows(Operation, ROWS),
            self._rows(Revision, TEXTS),
            self._rows(Evidence, ROWS),
            self._rows(Tombstone, ROWS),
        ]
        for version, group in groupby(merge(*streams, key=_version), key=_version):
            rows = list(group)
            evidence = next((row for row in rows if isinstance(row, Evidence)), None)
            yield Entry(
                version=version,
                operation=next((row for row in rows if isinstance(row, Operation)), None),
                written=tuple(self._written(row) for row in rows if isinstance(row, Revision)),
                evidence=evidence,
                message=_readable(self._view.message, evidence.session, evidence.message) if evidence else None,
                rejected=tuple(row for row in rows if isinstance(row, Tombstone)),
            )

    def _written(self, revision: Revision) -> Written:
        space, key, n = revision.space, revision.key, revision.n
        before = self._view.written_by(space, key, n - 1) if n > 1 else None
        return chains.written(revision, _readable(self._view.item_of, space, key), before)

    def _entry(self, entry: Entry, anchor: Head | None) -> Iterator[Finding]:
        yield from chains.log_faults(self.last, entry, anchor)
        self.last = chains.following(self.last, entry)
        self._counts["operations"] += entry.operation is not None
        self._counts["revisions"] += len(entry.written)
        read = [(each, self._record(each)) for each in entry.written]
        for each, record in read:
            yield from chains.text_faults(each)
            yield from self._text(each, record)
        filed = [Filed(written=each, record=record) for each, record in read if isinstance(record, Record)]
        if entry.operation:
            for one in filed:
                yield from accounts.record_faults(entry.operation, one, self._people)
            yield from accounts.word_faults(entry, filed)
        if all(each.sound and not isinstance(record, Finding) for each, record in read):
            yield from accounts.rejection_faults(entry, self._space.head, filed, self._ws.fingerprint)

    def _record(self, written: Written) -> Record | Finding | None:
        """What the file of a record says; None for another text, and for one that is not what was written."""
        return accounts.read(written) if written.sound and accounts.is_record(written) else None

    def _text(self, written: Written, record: Record | Finding | None) -> Iterator[Finding]:
        """What is wrong with a text as the newest one of its item."""
        if isinstance(record, Finding):
            yield record
        elif written.sound and written.is_newest:
            yield from accounts.item_faults(self._space.kind, written, record)
            if record and self._limits is not None:
                row = _readable(self._view.record, self._space.id, record.no)
                linked = self._linked(record, row.record) if row else record
                key, n = written.revision.key, written.revision.n
                yield from accounts.index_faults(row, records.indexed(self._space.id, key, n, linked, self._limits))

    def _linked(self, record: Record, claimed: Record) -> Record:
        """A record with the numbers of those it names, as the index has them, if they bear the ids that it names."""
        return replace(
            record,
            supersedes=self._numbered(record.supersedes_id, claimed.supersedes),
            superseded_by=self._numbered(record.superseded_by_id, claimed.superseded_by),
        )

    def _numbered(self, id: str | None, no: int | None) -> int | None:
        if id is None or no is None:
            return None
        other = _readable(self._view.record, self._space.id, no)
        return no if other and other.record.id == id else None

    # --- items and index -------------------------------------------------------------------------------------

    def items(self) -> Iterator[Finding]:
        """What is wrong with all items together: their keys, newest revisions and numbers, and the index of records."""
        items = numbered = last = 0
        try:
            for item in self._rows(Item, ROWS):
                items, numbered = items + 1, numbered + (item.no is not None)
                yield from self._item(last, item)
                last = item.key
            for field, kept, there in (("items", self._space.items, items), ("records", self._space.records, numbered)):
                if kept != there:
                    yield found(Fault.COUNTER_DIFFERS, field=field, kept=kept, there=there)
            for row in self._rows(Indexed, ROWS):
                if not 1 <= row.record.no <= numbered:
                    yield found(Fault.INDEX_STRAYS, no=row.record.no)
        except _Unread as unread:
            yield unread.finding
        if self._limits is None:
            yield found(Fault.UNREADABLE, what="settings", near=None, reason=repr(self._space.settings))
        if self._people is None:
            yield found(Fault.UNREADABLE, what="principal", near=None, reason="–")

    def misfiled(self) -> Iterator[Finding]:
        """What is wrong with what the store keeps beside the rows: to be asked where the rows are sound."""
        try:
            places = self._view.misfiled(self._space.id)
        except BrokenData as problem:
            yield found(Fault.UNREADABLE, what="indexed", near=None, reason=str(problem))
            return
        for what, place in places:
            if what == "order":
                yield found(Fault.INDEX_DIFFERS, no=int(place), fields=["lag"])
            elif what == "listing":
                yield found(Fault.LISTING_DIFFERS, path=place)
            elif what == "words":
                yield found(Fault.WORDS_DIFFER, path=place or "–")
            else:
                yield found(Fault.COUNT_DIFFERS, scope=place or "–")

    def _item(self, last: int, item: Item) -> Iterator[Finding]:
        """What is wrong with an item after the one before, whose key was ``last``."""
        space = self._space.id
        if item.key > last + 1 and self._view.written_by(space, last + 1, 1) is None:
            yield found(Fault.ITEM_MISSING, key=last + 1)
        if self._view.written_by(space, item.key, item.head) is None:
            yield found(Fault.REVISION_MISSING, path=item.path, revision=item.head)

    # --- rows ------------------------------------------------------------------------------------------------

    @cached_property
    def _limits(self) -> dict[str, timedelta | None] | None:
        """The limits of the base, None where its settings do not read."""
        try:
            return records.limits_of(self._space.settings)
        except (AttributeError, TypeError, ValueError, OverflowError):
            return None

    def _rows(self, kind: type[P], size: int) -> Iterator[P]:
        """The rows of a kind, in order. Before one that does not read the pages become as short as one row."""
        after: P | None = None
        while True:
            try:
                page = self._view.page(kind, self._space.id, after, size)
            except BrokenData as problem:
                if size == 1:
                    near = None if after is None else _place(after)
                    what = kind.__name__.lower()
                    raise _Unread(found(Fault.UNREADABLE, what=what, near=near, reason=str(problem))) from problem
                size = 1
                continue
            yield from page
            if len(page) < size:
                return
            after = page[-1]


def _version(row: _Versioned) -> int:
    """The version that a row belongs to."""
    return row.n if isinstance(row, Operation) else row.version


def _place(row: _Versioned | Item | Indexed) -> int:
    """What a row is known by in a finding: its version, the key of an item, the number of a record."""
    if isinstance(row, Item):
        return row.key
    return row.record.no if isinstance(row, Indexed) else _version(row)


def _readable(read: Callable[..., T | None], *place: object) -> T | None:
    """A row, None when it is not there or does not read."""
    try:
        return read(*place)
    except BrokenData:
        return None
