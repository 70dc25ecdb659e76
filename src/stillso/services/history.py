"""The past of a base: what held on a day, the revisions of a record, why it is so, the log.

Read from the revisions themselves: the index knows the present only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from stillso.core import names, records
from stillso.core.authority import Principal
from stillso.core.items import ItemKind, Revision, Space
from stillso.core.operations import Operation, Refused
from stillso.core.records import Record, Status
from stillso.services import access, targets
from stillso.services.access import Caller, unknown
from stillso.services.reading import Shown
from stillso.services.workspace import Workspace
from stillso.storage.contract import View


@dataclass(frozen=True, kw_only=True, slots=True)
class Past:
    """One revision of an item, the operation that wrote it, who did it, and the words that it rests on."""

    revision: Revision
    operation: Operation
    actor: str
    person: str | None
    words: str | None
    record: Record | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Logged:
    """One line of a base's log: the operation, who did it, the paths it changed."""

    operation: Operation
    actor: Principal | None
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
        return _history(view, found.space, no)


def why(ws: Workspace, caller: Caller, base: str | None, query: str) -> list[list[Past]] | Refused:
    """For ``#n`` or a piece of text: each chain of replacements it belongs to, as histories from the oldest record on.

    A text is looked for as it stands, in content, condition and quote of every record, whatever its status.
    """
    with ws.view() as view:
        found = access.place(view, caller, base)
        if isinstance(found, Refused):
            return found
        rows = {row.record.no: row.record for row in view.records(found.space.id, list(Status))}
        starts = {_first(rows, no): None for no in _matching(rows, query)}
        if not starts:
            return unknown("record", query)
        chains: list[list[Past]] = []
        for start in starts:
            chain: list[Past] = []
            for no in _chain(rows, start):
                past = _history(view, found.space, no)
                chain += past if isinstance(past, list) else []
            chains.append(chain)
        return chains


def _matching(rows: dict[int, Record], query: str) -> list[int]:
    number = query.strip().removeprefix("#")
    if number.isdecimal() and query.strip().startswith("#"):
        return [int(number)] if int(number) in rows else []
    needle = query.strip().casefold()
    texts = {no: (record.content, record.condition, record.quote) for no, record in rows.items()}
    return [no for no, fields in texts.items() if needle and any(needle in (text or "").casefold() for text in fields)]


def _first(rows: dict[int, Record], no: int) -> int:
    while (older := rows[no].supersedes) is not None and older in rows:
        no = older
    return no


def _chain(rows: dict[int, Record], no: int) -> list[int]:
    chain = [no]
    chain += [each.no for each in rows.values() if each.supersedes == no]
    for each in chain[1:]:
        chain += [nested for nested in _chain(rows, each)[1:] if nested not in chain]
    return chain


def _history(view: View, space: Space, no: int) -> list[Past] | Refused:
    target = targets.of(view, space, no)
    if isinstance(target, Refused):
        return target
    read = _reader(view, space)
    people = {principal.id: principal.name for principal in view.principals()}
    return [
        _past(view, space, revision, read(revision), people) for revision in view.revisions(space.id, target.item.key)
    ]


def _past(view: View, space: Space, revision: Revision, record: Record | None, people: dict[str, str]) -> Past:
    operation = view.operations(space.id, before=revision.version + 1, limit=1)[0]
    return Past(
        revision=revision,
        operation=operation,
        actor=people.get(operation.actor, operation.actor),
        person=people.get(operation.person or "", operation.person),
        words=_words(view, space, operation.n),
        record=record,
    )


def _words(view: View, space: Space, version: int) -> str | None:
    """The user's own words that an operation rests on, as they were heard."""
    evidence = view.evidence(space.id, version)
    if evidence is None:
        return None
    heard = next(message for message in view.messages(evidence.session) if message.n == evidence.message)
    return heard.text[evidence.begins : evidence.ends]


def _reader(view: View, space: Space) -> Callable[[Revision], Record | None]:
    numbers = {item.id: item.no for item in view.items(space.id)}
    return lambda revision: None if revision.text is None else records.parse(revision.text, numbers.get)


def log(ws: Workspace, caller: Caller, base: str | None, limit: int | None = None) -> list[Logged] | Refused:
    """The operations of a base, newest first, each with the paths it changed."""
    with ws.view() as view:
        found = access.place(view, caller, base)
        if isinstance(found, Refused):
            return found
        people = {principal.id: principal for principal in view.principals()}
        return [
            Logged(
                operation=operation,
                actor=people.get(operation.actor),
                paths=tuple(item.path for item, _ in view.changed_by(found.space.id, operation.n)),
            )
            for operation in view.operations(found.space.id, limit=limit)
        ]
