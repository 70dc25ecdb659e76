"""The record verbs: remember, supersede, confirm, retract, restore, amend, once.

One road for all of them, under the lock of the base: who and where → what it is about and whether the caller has seen
that as it is now → whose words it rests on → the verb → a commit, or a proposal that waits for a person.
"""

from __future__ import annotations

from dataclasses import asdict, replace

from stillso.core import proofs, verbs
from stillso.core.authority import Authority, Basis, Lacking
from stillso.core.items import Space
from stillso.core.operations import Done, Outcome, Refused, Verb
from stillso.core.verbs import Amend, Confirm, Once, Plan, Remember, Restore, Retract, Scene, Supersede
from stillso.errors import Code
from stillso.services import access, commits, grounds, guarding, proposals, targets
from stillso.services.access import Caller
from stillso.services.targets import Aim
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction


def act(ws: Workspace, caller: Caller, base: str | None, asked: verbs.RecordRequest) -> Outcome:
    """Carry out a record verb, keep it as a proposal, or refuse it."""
    ws = ws.stopped()
    with ws.view() as view:
        place = access.place(view, caller, base)
    if isinstance(place, Refused):
        return place
    space = place.space.id
    return ws.run(space, lambda tx: _act(ws, tx, caller, space, asked))


def _act(ws: Workspace, tx: Transaction, caller: Caller, space: str, asked: verbs.RecordRequest) -> Outcome:
    place = access.place(tx, caller, space)
    if isinstance(place, Refused):
        return place
    refused = access.writable(tx, place, caller) or _unfit(asked)
    if refused:
        return refused
    aim = targets.aim(tx, caller, place.space, asked)
    if isinstance(aim, Refused):
        return aim
    ground = grounds.ground(ws, tx, caller, place, asked, aim)
    if isinstance(ground, Refused):
        return ground
    basis = ground.basis
    # What waits is planned as if a person had said yes, so that nothing refusable is kept.
    as_if = Authority(basis=Basis.APPROVED, at=ws.now(), words=basis.words)
    standing = basis if isinstance(basis, Authority) else as_if
    plan = carry_out(ground.asked, aim, scene(ws, place.space, caller, standing))
    if isinstance(plan, Refused):
        return targets.follow(tx, place.space, plan)
    plan = replace(plan, notices=(*plan.notices, *ground.notices))
    if isinstance(basis, Lacking):
        return proposals.keep(ws, tx, place.space, caller, ground.asked, plan, basis, aim.seen)
    return finish(ws, tx, place.space, plan, caller, basis)


def finish(ws: Workspace, tx: Transaction, space: Space, plan: Plan, caller: Caller, ground: Authority) -> Done:
    """Commit a plan, or say that there was nothing to change."""
    version = commits.commit(ws, tx, space, plan, caller, ground).n if plan.drafts else space.head
    return Done(
        verb=plan.verb,
        base=space.slug,
        version=version,
        no=plan.no,
        replaces=plan.replaces,
        paths=tuple(draft.path for draft in plan.drafts) if plan.verb is Verb.WRITE else (),
        unchanged=not plan.drafts,
        notices=plan.notices,
    )


def scene(ws: Workspace, space: Space, caller: Caller, ground: Authority) -> Scene:
    """What a verb may know."""
    return Scene(
        space=space,
        now=ws.now(),
        authority=ground,
        actor=caller.principal.name,
        session=caller.session.id if caller.session else None,
        new_id=ws.new_id(),
    )


def carry_out(asked: verbs.RecordRequest, aim: Aim, scene: Scene) -> Plan | Refused:
    """Call the verb of a request."""
    match asked:
        case Remember():
            return verbs.remember(asked, scene)
        case Supersede():
            return verbs.supersede(asked, aim.needed, scene)
        case Confirm():
            return verbs.confirm(asked, aim.needed, scene)
        case Retract():
            return verbs.retract(asked, aim.needed, scene)
        case Restore():
            return verbs.restore(asked, aim.needed, aim.living, scene)
        case Amend():
            return verbs.amend(asked, aim.needed, scene)


def _unfit(asked: verbs.RecordRequest) -> Refused | None:
    """Refused when a field cannot be kept as text, or must not be kept at all."""
    fields = {name: value for name, value in asdict(asked).items() if isinstance(value, str)}
    bad = next((name for name, value in fields.items() if not verbs.is_text(value)), None)
    if bad:
        return Refused(code=Code.NOT_TEXT, facts={"path": bad})
    return guarding.refuse(fields, {name: value for name, value in fields.items() if name in ("content", "quote")})


# --- this time only ------------------------------------------------------------------------------------------


def once(ws: Workspace, caller: Caller, base: str | None, asked: Once) -> Done | Refused:
    """Note in the session's window that a record is not followed this time; the record is untouched."""
    if caller.session is None:
        return access.unknown("session", "–")
    session, ws = caller.session, ws.stopped()
    refused = guarding.refuse({"quote": asked.quote})
    if refused:
        return refused

    def work(tx: Transaction) -> Done | Refused:
        place = access.place(tx, caller, base)
        if isinstance(place, Refused):
            return place
        target = targets.of(tx, place.space, asked.no)
        if isinstance(target, Refused):
            return target
        proof = proofs.prove(asked.quote, tx.messages(session.id))
        words = proof.words if isinstance(proof, proofs.Proof) else None
        window = tx.space(session.window_id)
        assert window is not None
        ground = Authority(basis=Basis.HARNESS, at=ws.now(), words=words)
        plan = verbs.once(target, place.space.slug, scene(ws, window, caller, ground))
        operation = commits.commit(ws, tx, window, plan, caller, ground)
        return Done(verb=Verb.ONCE, base=place.space.slug, version=operation.n, no=asked.no)

    return ws.run(session.window_id, work)
