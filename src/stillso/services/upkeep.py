"""Upkeep: sessions that were left open end by themselves, and what they heard is not kept for longer than it is needed.

Evidence survives the transcript: a message that an operation or an open proposal rests on stays.
"""

from __future__ import annotations

from functools import partial
from itertools import chain, islice

from stillso import services
from stillso.core import policy
from stillso.core.sights import Session
from stillso.core.values import replace
from stillso.services import proposals
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction

#: How many sessions one sweep ends or empties: whoever opens one does not wait for all that piled up. Our choice.
SWEPT = 50


def sweep(ws: Workspace) -> None:
    """End idle sessions; drop messages and showings of sessions that ended long ago; have some files read by the
    index; let the store put itself in order. Nothing to do is quick.

    What is left is for the next one, and so is what a power cut takes back.
    """
    now = ws.now()
    with ws.view() as view:
        idle = view.idle_sessions(now - policy.IDLE_SESSION)
        over = view.ended_sessions(now - policy.KEPT_AFTER_END)
        behind = [base.id for base in view.bases() if view.unread(base.id, 1).is_due]
    for base in behind[:1]:
        services.indexing.catch_up(ws, base, slices=1)
    ws.store.settle(ws.id)
    for session, work in islice(chain(((each, _end) for each in idle), ((each, _forget) for each in over)), SWEPT):
        ws.run(session.window_id, partial(work, ws, session), durable=False)


def _end(ws: Workspace, swept: Session, tx: Transaction) -> None:
    if tx.session(swept.id) == swept:  # else it went on meanwhile
        tx.save(replace(swept, closed_at=ws.now()))


def _forget(ws: Workspace, swept: Session, tx: Transaction) -> None:
    if tx.session(swept.id) != swept:
        return
    mine = (each for each in tx.proposals() if each.session == swept.id)
    waiting = (each.evidence for each in mine if not proposals.has_lapsed(ws, each))
    needed = {int(str(evidence["message"])) for evidence in waiting if evidence}
    tx.forget(swept.id, sorted(needed | set(tx.evidence_in(swept.id))))
