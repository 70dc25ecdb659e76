"""Reading what is: the lines of a session, lists, one record, what is due.

Reads take the short road: a query, or the text of a revision, straight to a value. Reading never confirms anything;
what a session was given whole is noted as a sight in a transaction of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from stillso import services
from stillso.core import lines, names, policy, records
from stillso.core.items import Listed, Space
from stillso.core.lines import Assembled, Budget, Labels, Voice
from stillso.core.operations import Refused
from stillso.core.records import Entry, EntryRow, Indexed, Status
from stillso.core.sights import How, Session
from stillso.core.values import dataclass, replace
from stillso.services import access, sessions
from stillso.services.access import Caller, unknown
from stillso.services.workspace import Workspace
from stillso.storage.contract import View, Wanted

if TYPE_CHECKING:
    from stillso.services.questions import Question


@dataclass(frozen=True, kw_only=True, slots=True)
class Opening:
    """The lines of a session, the moment their ages count from, and the moment they were read.

    ``rows`` are their records, where these were asked for ``whole``.
    """

    assembled: Assembled
    rows: tuple[Indexed, ...]
    now: datetime
    read_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """Records as an answer shows them: at which moment ages and marks were taken.

    ``questions`` are what to ask about each, where that was wanted; ``attended`` is whether somebody can answer.
    """

    rows: tuple[Indexed, ...]
    now: datetime
    questions: tuple[Question, ...] = ()
    attended: bool = True


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
    whole: bool = False,
    list_command: str = "",
    budget: Budget | None = None,
) -> Opening | Refused:
    """The lines of these bases (default: the session's).

    In a session ages count from its opening, so the text stays the same, byte for byte, until a record changes.
    ``list_command`` says how to see all records of a ``{base}``.
    """
    read_at = ws.now()
    now = caller.session.opened_at if caller.session else read_at
    wanted = Wanted(
        space="", now=now, read_at=read_at, place=names.check_scope(place), audience=audience, limit=policy.LINES
    )
    asked = bases or (caller.session.bases if caller.session else ()) or (None,)
    with ws.view() as view:
        places = [access.place(view, caller, base) for base in asked]
        spaces = [each.space for each in places if isinstance(each, access.Place)]
        refused = next((each for each in places if isinstance(each, Refused)), None)
        if refused and (bases or not spaces):  # a base that a session may no longer read keeps it from no other
            return refused
        entries, notes, more = _gather(view, spaces, wanted)
        assembled = lines.assemble(
            entries,
            notes,
            Voice(labels, now, read_at, marks=marks),
            attended=caller.session is None or _can_ask(caller.session),
            more=more,
            list_command="; ".join(list_command.format(base=base) for base in bases or [each.slug for each in spaces]),
            budget=budget,
        )
        found = [view.record(entry.space, entry.no) for entry in assembled.entries] if whole else []
        session = caller.session
        new = sessions.unnoted(view, session, How.LINES, _revisions(assembled.rows)) if session else {}
    if session:
        sessions.note(ws, session, How.LINES, new)
    return Opening(assembled=assembled, rows=tuple(filter(None, found)), now=now, read_at=read_at)


def _can_ask(session: Session) -> bool:
    """Whether somebody answers a question in a session: a subagent reports to its parent and asks nobody."""
    return session.parent is None and session.channel not in policy.UNATTENDED


def _gather(view: View, spaces: Sequence[Space], wanted: Wanted) -> tuple[list[EntryRow], list[Listed], int]:
    """The records and notes of these bases in the order of lines, and how many more of both there are."""
    entries: list[EntryRow] = []
    notes: list[Listed] = []
    total = 0
    for space in spaces:
        some, count = view.wanted(replace(wanted, space=space.id))
        entries += some
        written, agents = view.notes(space.id, policy.NOTES_FOLDER, policy.LINES)
        notes += written
        total += count + agents
    if len(spaces) > 1:
        now, read_at = names.micros(wanted.now), names.micros(wanted.read_at or wanted.now)
        entries.sort(key=lambda entry: records.order_key(Entry._make(entry), now, read_at))
        notes.sort(key=lambda note: (note.at, note.path), reverse=True)
    people = {principal.id: principal.name for principal in view.principals()} if notes else {}
    named = [replace(note, actor=people.get(note.actor, note.actor)) for note in notes]
    return entries, named, total - len(entries) - len(notes)


def _revisions(entries: Sequence[EntryRow]) -> dict[str, dict[int, int]]:
    """The revisions shown: space to item key to revision."""
    # They end with space, key and revision: a place is read in a third of the time of a name.
    spaces = {row[-3] for row in entries}
    return {space: {row[-2]: row[-1] for row in entries if row[-3] == space} for space in spaces}


# --- records -------------------------------------------------------------------------------------------------


def list_records(ws: Workspace, caller: Caller, base: str | None, statuses: Sequence[Status]) -> Shown | Refused:
    """The records of these statuses, by number. Listing is no sight."""
    with ws.view() as view:
        found = access.place(view, caller, base)
        if isinstance(found, Refused):
            return found
        return Shown(rows=tuple(view.records(found.space.id, statuses)), now=ws.now())


def due(ws: Workspace, caller: Caller, base: str | None, language: str) -> Shown | Refused:
    """The active records that need confirming, each with its question, the longest unconfirmed first.

    A record that shows no language of its own is asked about in ``language``.
    """
    now = ws.now()
    with ws.view() as view:
        found = access.place(view, caller, base)
        if isinstance(found, Refused):
            return found
        active = view.records(found.space.id, [Status.ACTIVE])
        asker = services.questions.asker(view, caller, now, found.space.id, language)
    rows = [row for row in active if records.needs_confirming(row, now)]
    rows.sort(key=lambda row: (row.record.confirmed_at, row.record.no))
    return Shown(
        rows=tuple(rows),
        now=now,
        questions=tuple(services.questions.question(row.record, asker) for row in rows),
        attended=caller.session is None or _can_ask(caller.session),
    )


def show(ws: Workspace, caller: Caller, base: str | None, no: int) -> Shown | Refused:
    """One record whole, whatever its status; the session has then seen it."""
    shown = one(ws, caller, base, no)
    if not isinstance(shown, Refused):
        note_read(ws, caller, shown.rows)
    return shown


def one(ws: Workspace, caller: Caller, base: str | None, no: int) -> Shown | Refused:
    """The same, for whoever may give only some of it; what was given whole goes to ``note_read``."""
    with ws.view() as view:
        found = access.place(view, caller, base)
        if isinstance(found, Refused):
            return found
        row = view.record(found.space.id, no)
    if row is None:
        return unknown("record", f"#{no}")
    return Shown(rows=(row,), now=ws.now())


def note_read(ws: Workspace, caller: Caller, rows: Sequence[Indexed | Entry]) -> None:
    """Note that the session was given these records whole."""
    if caller.session:
        shown: dict[str, dict[int, int]] = {}
        for row in rows:
            shown.setdefault(row.space, {})[row.key] = row.revision
        sessions.note_shown(ws, caller.session, How.READ, shown)
