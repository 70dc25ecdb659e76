"""The record verbs: remember, supersede, confirm, retract, restore, amend; and once, which leaves records alone.

One road for those that change a record, under the lock of the base: who and where → what it is about and whether the
caller has seen that as it is now → whether a new statement is about what a record is about already → whose words it
rests on → the verb → a commit, or a proposal for a person.
"""

from __future__ import annotations

from stillso.core import policy, proofs, verbs
from stillso.core.authority import Authority, Basis, Lacking
from stillso.core.operations import Done, Outcome, Refused, Verb
from stillso.core.sights import Session
from stillso.core.values import fields_of, replace
from stillso.core.verbs import Once, Remember, Supersede
from stillso.core.verbs.plans import only_active
from stillso.errors import Code, Notice
from stillso.services import access, commits, grounds, guarding, proposals, similar, targets
from stillso.services.access import Caller
from stillso.services.grounds import Ground
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction


def act(ws: Workspace, caller: Caller, base: str | None, asked: verbs.RecordRequest) -> Outcome:
    """Carry out a record verb, keep it as a proposal, or refuse it."""
    ws = ws.stopped()
    refused = _unfit(asked)
    if refused:
        return refused
    space = access.lock_of(ws, caller, base)
    if isinstance(space, Refused):
        return space
    # What a person's own words say needs no store: reading them must not hold up other writers.
    known = grounds.of_person(ws, caller, asked) if caller.is_person else None
    return ws.run(space, lambda tx: _act(ws, tx, caller, space, asked, known))


def _act(
    ws: Workspace, tx: Transaction, caller: Caller, space: str, asked: verbs.RecordRequest, known: Ground | None = None
) -> Outcome:
    place = access.place(tx, caller, space)
    if isinstance(place, Refused):
        return place
    refused = access.writable(tx, place, caller)
    if refused:
        return refused
    aim = targets.aim(tx, caller, place.space, asked)
    if isinstance(aim, Refused):
        return aim
    if isinstance(asked, Remember):
        refused = similar.check(ws, tx, caller, place.space, asked)
    elif isinstance(asked, Supersede):
        refused = similar.check_twin(tx, place.space, asked, aim.needed.record)
    if refused:
        return refused
    ground = known or grounds.ground(ws, tx, caller, place, asked, aim)
    if isinstance(ground, Refused):
        return ground
    basis = ground.basis
    standing = basis
    if isinstance(standing, Lacking):
        # What waits is planned as if a person had said yes, so that nothing refusable is kept.
        standing = Authority(basis=Basis.APPROVED, at=ws.now(), words=standing.words)
    plan = verbs.plan(ground.asked, commits.scene(ws, place.space, caller, standing), aim.target, aim.living)
    if isinstance(plan, Refused):
        return targets.follow(tx, place.space, plan)
    if ground.notices:
        plan = replace(plan, notices=(*plan.notices, *ground.notices))
    if isinstance(basis, Lacking):
        return proposals.keep(ws, tx, place.space, caller, ground.asked, plan, basis, aim.seen)
    return commits.finish(ws, tx, place.space, plan, caller, basis)


_LIMITS = {"quote": policy.QUOTE_CHARS, "condition": policy.CONDITION_CHARS, "reason": policy.REASON_CHARS}


def _unfit(asked: verbs.RecordRequest | Once) -> Refused | None:
    """Refused when a field cannot be kept as text, is too long, or must not be kept at all.

    Asked before the lock is taken: looking through a long text must not hold up other writers.
    """
    fields = {name: value for name, value in fields_of(asked).items() if isinstance(value, str)}
    for name, value in fields.items():
        if not verbs.is_text(value):
            return Refused(code=Code.NOT_TEXT, facts={"path": name})
    for name, value in fields.items():
        limit = _LIMITS.get(name, policy.CONTENT_CHARS)
        if len(value) > limit:
            return Refused(code=Code.TOO_LARGE, facts={"what": name, "size": len(value), "limit": limit})
    return guarding.refuse(fields, {name: value for name, value in fields.items() if name in ("content", "quote")})


# --- this time only ------------------------------------------------------------------------------------------


def once(ws: Workspace, caller: Caller, base: str | None, asked: Once) -> Done | Refused:
    """Note in the session's window that a record is not followed this time; the record is untouched.

    Words that were not found are left out of the note, with a notice.
    """
    if caller.session is None:
        return access.unknown("session", "–")
    session, ws = caller.session, ws.stopped()
    refused = _unfit(asked)
    if refused:
        return refused
    return ws.run(session.window_id, lambda tx: _once(ws, tx, caller, session, base, asked))


def _once(
    ws: Workspace, tx: Transaction, caller: Caller, session: Session, base: str | None, asked: Once
) -> Done | Refused:
    place = access.place(tx, caller, base)
    if isinstance(place, Refused):
        return place
    refused = access.ended(tx, caller)
    if refused:
        return refused
    target = targets.of(tx, place.space, asked.no)
    if isinstance(target, Refused):
        return target
    inactive = only_active(target)
    if inactive:
        return targets.follow(tx, place.space, inactive)
    proof = proofs.prove(asked.quote, tx.messages(session.hearing))
    if isinstance(proof, Refused):
        return proof
    words = proof.words if isinstance(proof, proofs.Proof) else None
    window = tx.space(session.window_id)
    assert window is not None
    ground = Authority(basis=Basis.HARNESS, at=ws.now(), words=words)
    plan = verbs.once(target, place.space.slug, commits.scene(ws, window, caller, ground))
    operation = commits.commit(ws, tx, window, plan, caller, ground)
    notices = (Notice.WORDS_NOT_FOUND,) if asked.quote is not None and words is None else ()
    return Done(verb=Verb.ONCE, base=place.space.slug, version=operation.n, no=asked.no, notices=notices)
