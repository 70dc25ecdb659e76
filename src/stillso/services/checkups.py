"""A look at the contents of a store: its key, its clock, and how much there is. Nothing is written."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from stillso.core import records
from stillso.core.checks import Checked, State
from stillso.core.items import Space
from stillso.core.names import written
from stillso.core.records import Status
from stillso.services import proposals
from stillso.services.workspace import Workspace
from stillso.storage.contract import View

#: How many rejected contents are compared with the key. Our choice.
_COMPARED = 50

#: A clock that goes back by less is not told: time services do that. Our choice.
_BEHIND = timedelta(minutes=2)


def look(ws: Workspace, key: Path) -> list[Checked]:
    """What the contents say, in a stable order; ``key`` is where the key of the workspace should be."""
    with ws.view() as view:
        bases = view.bases()
        return [_key(ws, view, key), _clock(ws, view, bases), _counts(ws, view, bases)]


def _key(ws: Workspace, view: View, where: Path) -> Checked:
    """Whether the key is there and knows what was rejected with it."""
    rejected = view.rejected(_COMPARED)
    facts = {"where": where}
    if ws.key is None:
        return Checked(check="key", case="rejections" if rejected else "missing", state=State.PROBLEM, facts=facts)
    if not rejected:
        return Checked(check="key", case="ok", facts=facts)
    rows = [(mark, view.record(mark.space, mark.no or 0)) for mark in rejected]
    known = [ws.fingerprint(row.record.content) == mark.fingerprint for mark, row in rows if row]
    if known and not any(known):
        return Checked(check="key", case="other", state=State.PROBLEM, facts=facts)
    return Checked(check="key", case="fits", facts=facts)


def _clock(ws: Workspace, view: View, bases: list[Space]) -> Checked:
    """Whether the clock is before what was recorded already."""
    now = ws.recorder()
    newest = max((each.recorded_at for base in bases for each in view.operations(base.id, limit=1)), default=now)
    facts = {"now": written(now), "newest": written(newest)}
    if newest - now > _BEHIND:
        return Checked(check="clock", case="records", state=State.PROBLEM, facts=facts)
    return Checked(check="clock", case="ok", facts=facts)


def _counts(ws: Workspace, view: View, bases: list[Space]) -> Checked:
    active = [row for base in bases for row in view.records(base.id, [Status.ACTIVE])]
    now = ws.now()
    facts = {
        "bases": len(bases),
        "records": sum(base.records for base in bases),
        "sessions": len(view.sessions()),
        "proposals": sum(proposals.is_waiting(ws, each) for each in view.proposals()),
        "due": sum(records.needs_confirming(row, now) for row in active),
    }
    return Checked(check="contents", case="ok", facts=facts)
