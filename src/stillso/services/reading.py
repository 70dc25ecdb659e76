"""Reading: the lines of a session, lists, one record, due, as-of, history, why, the log, news.

Reads take the short road: a query, or the text of a revision, straight to a value. Reading never confirms anything;
what a session was given whole is noted as a sight in a transaction of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from stillso.core import lines, names, policy, records, sights
from stillso.core.authority import Basis, Principal
from stillso.core.items import Item, ItemKind, Listed, Revision, Space
from stillso.core.lines import Assembled, Labels
from stillso.core.operations import Operation, Refused
from stillso.core.records import Indexed, Record, Status
from stillso.core.sights import How, Session
from stillso.services import access, sessions, targets
from stillso.services.access import Caller, unknown
from stillso.services.workspace import Workspace
from stillso.storage.contract import View, Wanted


@dataclass(frozen=True, kw_only=True, slots=True)
class Opening:
    """The lines of a session, the moment their ages count from, and the moment they were read."""

    assembled: Assembled
    now: datetime
    read_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """Records as an answer shows them: at which moment ages and marks were taken."""

    rows: tuple[Indexed, ...]
    now: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Past:
    """One revision of an item, the operation that wrote it, and the names of who did it."""

    revision: Revision
    operation: Operation
    actor: str
    person: str | None
    record: Record | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Logged:
    """One line of a base's log: the operation, who did it, the paths it changed."""

    operation: Operation
    actor: Principal | None
    paths: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class News:
    """An item that a session was shown and that has changed since: what it was shown, what is there, how it came."""

    path: str
    no: int | None
    seen: int
    now: int
    how: str
    at: datetime
    living: Record | None


# --- lines ---------------------------------------------------------------------------------------------------


def open_lines(
    ws: Workspace,
    caller: Caller,
    bases: Sequence[str],
    labels: Labels,
    *,
    place: str | None = None,
    audience: str | None = None,
    marks: bool = True,
    list_command: str = "",
) -> Opening | Refused:
    """The lines of these bases (default: the session's).

    In a session ages count from its opening, so the text stays the same, byte for byte, until a record changes.
    """
    read_at = ws.now()
    now = caller.session.opened_at if caller.session else read_at
    wanted_bases: Sequence[str | None] = bases or (caller.session.bases if caller.session else ()) or (None,)
    rows: list[Indexed] = []
    notes: list[Listed] = []
    total = 0
    with ws.view() as view:
        for base in wanted_bases:
            found = access.place(view, caller, base)
            if isinstance(found, Refused):
                return found
            wanted = Wanted(
                space=found.space.id,
                now=now,
                read_at=read_at,
                place=names.check_scope(place),
                audience=audience,
                limit=policy.LINES,
            )
            some, count = view.wanted(wanted)
            rows, total = rows + some, total + count
            notes += _notes(view, found.space)
    rows.sort(key=lambda row: records.order_key(row, now, read_at))
    notes.sort(key=lambda note: (note.at, note.path), reverse=True)
    assembled = lines.assemble(
        rows,
        notes,
        now,
        labels,
        attended=caller.session is None or caller.session.channel not in policy.UNATTENDED,
        marks=marks,
        read_at=read_at,
        more=total - len(rows),
        list_command=list_command,
    )
    if caller.session:
        _note_shown(ws, caller.session, How.LINES, assembled.rows)
    return Opening(assembled=assembled, now=now, read_at=read_at)


def _notes(view: View, space: Space) -> list[Listed]:
    """What agents wrote down for themselves, with their names."""
    people = {principal.id: principal.name for principal in view.principals()}
    files = view.files(space.id, policy.NOTES_FOLDER)
    agents = (file for file in files if file.authority == Basis.GRANTED)
    return [replace(file, actor=people.get(file.actor, file.actor)) for file in agents]


def _note_shown(ws: Workspace, session: Session, how: How, rows: Sequence[Indexed]) -> None:
    shown: dict[str, dict[int, int]] = {}
    for row in rows:
        shown.setdefault(row.space, {})[row.key] = row.revision
    if shown:
        ws.run(session.window_id, lambda tx: sessions.show(ws, tx, session.id, how, shown))


# --- records -------------------------------------------------------------------------------------------------


def list_records(ws: Workspace, caller: Caller, base: str | None, statuses: Sequence[Status]) -> Shown | Refused:
    """The records of these statuses, by number. Listing is no sight."""
    with ws.view() as view:
        found = access.place(view, caller, base)
        if isinstance(found, Refused):
            return found
        return Shown(rows=tuple(view.records(found.space.id, statuses)), now=ws.now())


def due(ws: Workspace, caller: Caller, base: str | None) -> Shown | Refused:
    """The active records that need confirming, the longest unconfirmed first."""
    shown = list_records(ws, caller, base, [Status.ACTIVE])
    if isinstance(shown, Refused):
        return shown
    marked = [row for row in shown.rows if records.needs_confirming(row, shown.now)]
    return replace(shown, rows=tuple(sorted(marked, key=lambda row: (row.record.confirmed_at, row.record.no))))


def show(ws: Workspace, caller: Caller, base: str | None, no: int) -> Shown | Refused:
    """One record whole, whatever its status; the session has then seen it."""
    with ws.view() as view:
        found = access.place(view, caller, base)
        if isinstance(found, Refused):
            return found
        row = view.record(found.space.id, no)
    if row is None:
        return unknown("record", f"#{no}")
    if caller.session:
        _note_shown(ws, caller.session, How.READ, [row])
    return Shown(rows=(row,), now=ws.now())


def as_of(ws: Workspace, caller: Caller, base: str | None, at: datetime) -> Shown | Refused:
    """The records that were active at a moment, as they were then, by number; marks and ages are of that moment."""
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


# --- the past ------------------------------------------------------------------------------------------------


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
        record=record,
    )


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


# --- news ----------------------------------------------------------------------------------------------------


def news(ws: Workspace, caller: Caller) -> list[News] | Refused:
    """What the session was shown and has changed since; told again until a later message was heard."""
    if caller.session is None:
        return unknown("session", "–")
    session = caller.session
    found: list[News] = []
    told: dict[str, dict[int, int]] = {}
    with ws.view() as view:
        for base in session.bases:
            space = view.space(base)
            assert space is not None
            items = {item.key: item for item in view.items(space.id)}
            heads = {key: item.head for key, item in items.items()}
            now = view.session(session.id)
            assert now is not None
            outdated = sights.outdated(view.sights(session.id, space.id), heads, now.heard)
            found += [_news(view, space, items[key], seen) for key, (seen, _) in outdated.items()]
            told[space.id] = {key: head for key, (_, head) in outdated.items()}
    if found:
        ws.run(session.window_id, lambda tx: sessions.show(ws, tx, session.id, How.NEWS, told))
    return found


def _news(view: View, space: Space, item: Item, seen: int) -> News:
    head = view.revision(space.id, item.key, item.head)
    assert head is not None
    operation = view.operations(space.id, before=head.version + 1, limit=1)[0]
    row = view.record(space.id, item.no) if item.no is not None else None
    status = row.record.status if row else None
    how = "deleted" if item.deleted else operation.verb.value if status is Status.ACTIVE or row is None else status
    return News(
        path=item.path,
        no=item.no,
        seen=seen,
        now=item.head,
        how=str(how),
        at=operation.at,
        living=targets.living(view, space, row.record) if row else None,
    )
