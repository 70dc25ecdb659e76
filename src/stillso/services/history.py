"""The past of a base: what held on a day, the revisions of a record, why it is so, the log.

Read from the revisions themselves: the index knows the present only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from stillso import services
from stillso.core import names, policy, records
from stillso.core.authority import Principal
from stillso.core.items import ItemKind, Revision, Space
from stillso.core.operations import Operation, Refused
from stillso.core.records import Indexed, Record, Status
from stillso.core.values import dataclass
from stillso.services import access, targets
from stillso.services.access import Caller, unknown
from stillso.services.reading import Shown
from stillso.services.workspace import Workspace
from stillso.storage.contract import View


@dataclass(frozen=True, kw_only=True, slots=True)
class Past:
    """One revision of an item, the operation that wrote it, who did it, and the words it rests on, with their day."""

    revision: Revision
    operation: Operation
    actor: str
    person: str | None
    words: str | None
    heard_at: datetime | None
    record: Record | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Logged:
    """One line of a base's log: the operation, who did it, the person behind it, the paths it changed."""

    operation: Operation
    actor: Principal | None
    person: Principal | None
    paths: tuple[str, ...]


def as_of(ws: Workspace, caller: Caller, base: str | None, at: datetime) -> Shown | Refused:
    """The records that were active at a moment, as they were then, by number; marks and ages are of that moment.

    Raises Misuse for a naive moment.
    """
    at = names.utc(at)
    with ws.view() as view:
        found = access.place(view, caller, base)
        if isinstance(found, Refused):
            return found
        space = found.space
        standing = view.standing_at(space.id, view.version_at(space.id, at))
        read = _reader(view, space)
    limits = records.limits_of(space.settings)
    rows = [
        records.indexed(space.id, item.key, revision.n, record, limits)
        for item, revision in standing
        if item.kind is ItemKind.RECORD and (record := read(revision)) and record.status is Status.ACTIVE
    ]
    return Shown(rows=tuple(rows), now=at)


def history(ws: Workspace, caller: Caller, base: str | None, no: int) -> list[Past] | Refused:
    """Every revision of a record with the operation that wrote it, oldest first."""
    with ws.view() as view:
        found = access.place(view, caller, base)
        if isinstance(found, Refused):
            return found
        target = targets.of(view, found.space, no)
        return target if isinstance(target, Refused) else _Past(view, found.space).of(target.item.key)


def why(ws: Workspace, caller: Caller, base: str | None, query: str) -> list[list[Past]] | Refused:
    """For ``#n`` or a text: each chain of replacements it belongs to, as histories from the oldest record on.

    A text is searched for among the records of every status; the chain that fits best comes first.
    """
    wanted = _number(query)
    if wanted is None:
        found = services.search.search(ws, caller, base, query, ended=True, files=False, limit=policy.RECALLED)
        if isinstance(found, Refused):
            return found
        wanted = [hit.no for hit in found.hits if hit.no is not None]
    with ws.view() as view:
        place = access.place(view, caller, base)
        if isinstance(place, Refused):
            return place
        past = _Past(view, place.space)
        told = [[each for row in chain for each in past.of(row.key)] for chain in _chains(view, place.space, wanted)]
    return told or unknown("record", query)


def _number(query: str) -> list[int] | None:
    """The number that ``#n`` names, None for another text."""
    number = query.strip().removeprefix("#")
    named = query.strip().startswith("#") and number.isdecimal() and len(number) < 10
    return [int(number)] if named else None


def _chains(view: View, space: Space, wanted: list[int]) -> list[list[Indexed]]:
    """The chains of replacements that hold these records, in the order of those, each from its first record on."""
    chains: dict[int, list[Indexed]] = {}
    for row in (row for no in wanted if (row := view.record(space.id, no))):
        first = targets.first_of(view, space, row)
        if first.record.no not in chains:
            chains[first.record.no] = sorted(targets.family(view, space, first), key=lambda each: each.record.no)
    return list(chains.values())


class _Past:
    """Reads the past of records in one space, with what all of it needs read once."""

    def __init__(self, view: View, space: Space) -> None:
        self._view = view
        self._space = space
        self._people = {principal.id: principal.name for principal in view.principals()}
        self._read = _reader(view, space)

    def of(self, key: int) -> list[Past]:
        """The revisions of an item, oldest first."""
        return [self._one(revision) for revision in self._view.revisions(self._space.id, key)]

    def _one(self, revision: Revision) -> Past:
        operation = self._view.operations(self._space.id, before=revision.version + 1, limit=1)[0]
        heard = self._heard(operation.n)
        return Past(
            revision=revision,
            operation=operation,
            actor=self._people.get(operation.actor, operation.actor),
            person=self._people.get(operation.person or "", operation.person),
            words=heard[0] if heard else None,
            heard_at=heard[1] if heard else None,
            record=self._read(revision),
        )

    def _heard(self, version: int) -> tuple[str, datetime] | None:
        """The user's own words that an operation rests on, as they were heard, and when."""
        evidence = self._view.evidence(self._space.id, version)
        heard = self._view.message(evidence.session, evidence.message) if evidence else None
        return (heard.text[evidence.begins : evidence.ends], heard.at) if evidence and heard else None


def _reader(view: View, space: Space) -> Callable[[Revision], Record | None]:
    numbers = {item.id: item.no for item in view.items(space.id)}
    return lambda revision: None if revision.text is None else records.parse(revision.text, numbers.get)


def log(ws: Workspace, caller: Caller, base: str | None, limit: int | None = None) -> list[Logged] | Refused:
    """The operations of a base, newest first, each with the paths it changed."""
    with ws.view() as view:
        found = access.place(view, caller, base)
        if isinstance(found, Refused):
            return found
        return logged(view, found.space, view.operations(found.space.id, limit=limit))


def logged(view: View, space: Space, operations: Sequence[Operation]) -> list[Logged]:
    """Operations, newest first, with who did them and the paths they changed."""
    if not operations:
        return []
    people = {principal.id: principal for principal in view.principals()}
    paths: dict[int, list[str]] = {}
    for version, path in view.paths(space.id, operations[-1].n, operations[0].n):
        paths.setdefault(version, []).append(path)
    return [
        Logged(
            operation=each,
            actor=people.get(each.actor),
            person=people.get(each.person or ""),
            paths=tuple(paths.get(each.n, ())),
        )
        for each in operations
    ]
