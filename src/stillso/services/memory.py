"""The record verbs: remember, supersede, confirm, retract, restore, amend, once.

One road for all of them, under the lock of the base: who and where → what it is about and whether the caller has seen
that as it is now → whose words it rests on → the verb → a commit, or a proposal that waits for a person.
"""

from __future__ import annotations

from dataclasses import asdict

from stillso.core import authority, policy, quotes, verbs
from stillso.core.authority import Authority, Basis, Lacking, Words
from stillso.core.items import Space
from stillso.core.operations import Done, Outcome, Refused, Verb
from stillso.core.verbs import Amend, Confirm, Once, Plan, Remember, Restore, Retract, Scene, Supersede, Target
from stillso.core.verbs.amend import drops_condition
from stillso.errors import Code, Why
from stillso.services import access, commits, proposals, targets
from stillso.services.access import Caller, Place
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
    refused = access.writable(tx, place, caller) or _not_text(asked)
    if refused:
        return refused
    aim = targets.aim(tx, caller, place.space, asked)
    if isinstance(aim, Refused):
        return aim
    ground = _ground(ws, tx, caller, place, asked, aim)
    if isinstance(ground, Refused):
        return ground
    # What waits is planned as if a person had said yes, so that nothing refusable is kept.
    as_if = Authority(basis=Basis.APPROVED, at=ws.now(), words=ground.words)
    standing = ground if isinstance(ground, Authority) else as_if
    plan = carry_out(asked, aim, scene(ws, place.space, caller, standing))
    if isinstance(plan, Refused):
        return targets.follow(tx, place.space, plan)
    if isinstance(ground, Lacking):
        return proposals.keep(ws, tx, place.space, caller, asked, plan, ground, aim.seen)
    return finish(ws, tx, place.space, plan, caller, ground)


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


def _not_text(asked: verbs.RecordRequest) -> Refused | None:
    bad = next(
        (name for name, value in asdict(asked).items() if isinstance(value, str) and not verbs.is_text(value)), None
    )
    return Refused(code=Code.NOT_TEXT, facts={"path": bad}) if bad else None


# --- whose words ---------------------------------------------------------------------------------------------


def _ground(
    ws: Workspace, tx: Transaction, caller: Caller, place: Place, asked: verbs.RecordRequest, aim: Aim
) -> Authority | Lacking | Refused:
    """What the request rests on: the person's own act, the user's words, or nothing yet."""
    if caller.is_person:
        return authority.of_owner(caller.principal, ws.now())
    assert place.level is not None
    found = find_words(tx, caller, asked.quote)
    if isinstance(found, Refused):
        return found
    words = found if isinstance(found, Words) else None
    missing = None if isinstance(found, Words) else found
    old = isinstance(asked, Confirm | Retract | Restore) and words is not None and words.message <= aim.turn
    ground = authority.of_agent(place.level, ws.now(), words, missing, old_words=old)
    if isinstance(asked, Amend) and isinstance(ground, Authority) and drops_condition(asked, aim.needed):
        # Only a person drops a condition: no words of theirs say "and without any condition" beyond doubt.
        return Lacking(why=Why.BEYOND_QUOTE, words=words)
    return ground


def find_words(tx: Transaction, caller: Caller, quote: str | None) -> Words | Why | Refused:
    """The user's own words among what the session heard, or why they prove nothing. An empty quote is refused."""
    if quote is None:
        return Why.NO_QUOTE
    heard = tx.messages(caller.session.id) if caller.session else []
    found = quotes.find(quote, [(message.n, message.text) for message in heard])
    if isinstance(found, quotes.NotProved):
        return Refused(code=Code.QUOTE_EMPTY) if found.code == "quote-empty" else Why(found.code)
    if len(found.slice) > policy.QUOTE_CHARS:
        facts = {"what": "quote", "size": len(found.slice), "limit": policy.QUOTE_CHARS}
        return Refused(code=Code.TOO_LARGE, facts=facts)
    message = heard[found.message - 1]
    return Words(
        slice=found.slice,
        session=message.session,
        message=message.n,
        begins=found.start,
        ends=found.end,
        delivered_by=message.delivered_by,
        said_by=message.said_by,
        heard_at=message.at,
        known=message.known,
    )


# --- this time only ------------------------------------------------------------------------------------------


def once(ws: Workspace, caller: Caller, base: str | None, asked: Once) -> Done | Refused:
    """Note in the session's window that a record is not followed this time; the record is untouched."""
    if caller.session is None:
        return access.unknown("session", "–")
    session, ws = caller.session, ws.stopped()

    def work(tx: Transaction) -> Done | Refused:
        place = access.place(tx, caller, base)
        if isinstance(place, Refused):
            return place
        target = targets.of(tx, place.space, asked.no)
        if isinstance(target, Refused):
            return target
        found = find_words(tx, caller, asked.quote)
        words = found if isinstance(found, Words) else None
        window = tx.space(session.window_id)
        assert window is not None
        ground = Authority(basis=Basis.HARNESS, at=ws.now(), words=words)
        plan = verbs.once(target, place.space.slug, scene(ws, window, caller, ground))
        operation = commits.commit(ws, tx, window, plan, caller, ground)
        return Done(verb=Verb.ONCE, base=place.space.slug, version=operation.n, no=asked.no)

    return ws.run(session.window_id, work)


__all__ = ["Target", "act", "carry_out", "find_words", "finish", "once", "scene"]
