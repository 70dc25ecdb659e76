"""Upkeep: sessions that were left open end by themselves, and what they heard is not kept for longer than it is needed.

Evidence survives the transcript: a message that an operation or an open proposal rests on stays.
"""

from __future__ import annotations

from stillso.core import policy
from stillso.core.sights import Session
from stillso.core.values import replace
from stillso.services import proposals
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction


def sweep(ws: Workspace) -> None:
    """End idle sessions; drop messages and showings of sessions that ended long ago. Nothing to do is quick."""
    now = ws.now()
    with ws.view() as view:
        idle = view.idle_sessions(now - policy.IDLE_SESSION)
        over = view.ended_sessions(now - policy.KEPT_AFTER_END)
    for session in idle:
        ws.run(session.window_id, lambda tx, id=session.id: _end(ws, tx, id))  # type: ignore[misc]
    for session in over:
        ws.run(session.window_id, lambda tx, session=session: _forget(ws, tx, session))  # type: ignore[misc]


def _end(ws: Workspace, tx: Transaction, id: str) -> None:
    session = tx.session(id)
    if session and session.closed_at is None:
        tx.save(replace(session, closed_at=ws.now()))


def _forget(ws: Workspace, tx: Transaction, session: Session) -> None:
    mine = (each for each in tx.proposals() if each.session == session.id)
    waiting = (each.evidence for each in mine if not proposals.has_lapsed(ws, each))
    needed = {int(str(evidence["message"])) for evidence in waiting if evidence}
    tx.forget(session.id, sorted(needed | set(tx.evidence_in(session.id))))
