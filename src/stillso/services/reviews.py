"""What comes of a proposal: a person decides it, once; a second press gives the first answer.

Approving runs the same verb again with the person's authority, on exactly what was shown: anything that changed
meanwhile makes it stale. What waits is told in ``services.inbox``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from stillso.core import authority, proofs, sights, verbs
from stillso.core.authority import Authority, Basis
from stillso.core.items import Space
from stillso.core.operations import Decision, Done, Proposal, Refused, Tombstone, Verb
from stillso.core.proofs import Proof, Question
from stillso.core.sights import How
from stillso.core.values import replace
from stillso.core.verbs import FileNow, Plan, Remember, Restore, Revert, Scene, Supersede, Write
from stillso.errors import Code, Misuse, Notice, Why
from stillso.services import access, commits, guarding, inbox, proposals, reverting, sessions, targets
from stillso.services.access import Caller, unknown
from stillso.services.targets import Aim
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, View

_Decision = Callable[[Workspace, Transaction, Caller, Proposal, Space], Done | Refused]

# --- deciding ------------------------------------------------------------------------------------------------


def approve(ws: Workspace, by: Caller, id: str, content: str | None = None) -> Done | Refused:
    """Carry out what was proposed, now, by this person's authority; with ``content`` in their own wording.

    Raises Misuse when the proposal has no one text to be worded otherwise.
    """
    if not verbs.is_text(content):
        return Refused(code=Code.NOT_TEXT, facts={"path": "content"})
    refused = guarding.refuse({"content": content}, {"content": content})
    return refused or _decide(ws, by, id, partial(_approve, content=content))


def assent(ws: Workspace, caller: Caller, id: str, quote: str) -> Done | Refused:
    """Carry out a proposal because the user just said yes to the question about it, in this session.

    Refused as ``not-a-person`` when the newest message is no plain yes to a question that names the proposal.
    """
    session = caller.session
    if session is None:
        return Refused(code=Code.NOT_A_PERSON, facts={"name": caller.principal.name})

    def carry(ws: Workspace, tx: Transaction, by: Caller, proposal: Proposal, space: Space) -> Done | Refused:
        place = access.place(tx, by, space.id)
        refused = place if isinstance(place, Refused) else access.writable(tx, place, by)
        if refused:
            return refused
        proof = proofs.prove(quote, tx.messages(session.hearing), Question(name=id))
        if isinstance(proof, Refused):
            return proof
        speaker = tx.principal(proof.words.said_by) if isinstance(proof, Proof) else None
        if not isinstance(proof, Proof) or speaker is None or not proof.approves or proofs.doubts(proof):
            return Refused(code=Code.NOT_A_PERSON, facts={"name": caller.principal.name})
        words = proof.words
        ground = Authority(basis=Basis.APPROVED, at=words.heard_at, person=speaker.name, words=words)
        return _carry_out(ws, tx, Caller(principal=speaker), proposal, space, ground)

    return _decide(ws, caller, id, carry, by_person=False)


def vouch(ws: Workspace, by: Caller, id: str) -> Done | Refused:
    """Carry out a proposal because this person says that the words it quotes are theirs, and that it says them.

    The words stay with it, where they are found, and it counts from when they were heard: to know one's own words again
    does not say that they still hold.
    """

    def carry(ws: Workspace, tx: Transaction, by: Caller, proposal: Proposal, space: Space) -> Done | Refused:
        session, quote = tx.session(proposal.session or ""), proposal.asked.get("quote")
        heard = tx.messages(session.hearing) if session else []
        proof = proofs.prove(quote, heard) if isinstance(quote, str) else None
        said = proof.words if isinstance(proof, Proof) and proof.words.said_by == by.principal.name else None
        said_at = said.heard_at if said else heard[-1].at if heard else ws.now()
        ground = authority.of_approval(by.principal, said_at, said)
        return _carry_out(ws, tx, by, proposal, space, ground)

    return _decide(ws, by, id, carry)


def refuse(ws: Workspace, by: Caller, id: str) -> Done | Refused:
    """Close a proposal without carrying it out; the same text is not proposed again."""
    return _decide(ws, by, id, _refuse)


def _decide(ws: Workspace, by: Caller, id: str, decide: _Decision, *, by_person: bool = True) -> Done | Refused:
    ws = ws.stopped()
    if by_person and not by.is_person:
        return Refused(code=Code.NOT_A_PERSON, facts={"name": by.principal.name})
    with ws.view() as view:
        found = view.proposal(id)
    if found is None or found.why is Why.DRAFT or (found.outcome is None and proposals.has_lapsed(ws, found)):
        return unknown("proposal", id)

    def work(tx: Transaction) -> Done | Refused:
        proposal, space = tx.proposal(id), tx.space(found.space)
        assert proposal is not None
        assert space is not None
        return decide(ws, tx, by, proposal, space)

    return ws.run(found.space, work)


def _approve(
    ws: Workspace, tx: Transaction, by: Caller, proposal: Proposal, space: Space, *, content: str | None
) -> Done | Refused:
    ground = authority.of_approval(by.principal, ws.now(), proposals.words_of(proposal))
    return _carry_out(ws, tx, by, proposal, space, ground, content=content)


def _carry_out(
    ws: Workspace,
    tx: Transaction,
    by: Caller,
    proposal: Proposal,
    space: Space,
    ground: Authority,
    *,
    content: str | None = None,
) -> Done | Refused:
    if proposal.outcome is not None:
        return _first_answer(proposal, space, Decision.APPROVED)
    asked = _worded(verbs.from_given(proposal.verb, proposal.asked), content)
    plan = planned(ws, tx, proposal, space, asked, ground)
    if isinstance(plan, Refused):
        return plan
    refused = guarding.refuse_plan(plan) if content is not None else None
    if refused:
        return refused
    if content is not None:
        reason = "; ".join(filter(None, (plan.reason, f"worded by {by.principal.name}")))
        plan = replace(plan, reason=reason, notices=(*plan.notices, Notice.WORDED_OTHERWISE))
    actor = tx.principal(proposal.actor)
    assert actor is not None
    done = commits.finish(ws, tx, space, plan, Caller(principal=actor), ground)
    tx.save(decided(ws, by, proposal, Decision.APPROVED, done))
    _announce(ws, tx, proposal, space, plan)
    return replace(done, proposal=proposal.id)


def _announce(ws: Workspace, tx: Transaction, proposal: Proposal, space: Space, plan: Plan) -> None:
    """Let the session that asked have news of what came of it."""
    session = tx.session(proposal.session) if proposal.session else None
    if session is None or session.closed_at is not None or space.id not in session.bases:
        return
    items = [item for draft in plan.drafts if (item := tx.item(space.id, draft.path))]
    if items:
        sessions.show(ws, tx, session, How.WRITE, {space.id: sights.pack({item.key: item.head - 1 for item in items})})


def _worded(asked: verbs.Request, content: str | None) -> verbs.Request:
    """The request with a text as a person worded it on the card."""
    if content is None:
        return asked
    if isinstance(asked, Remember | Supersede):
        return replace(asked, content=content)
    if isinstance(asked, Write) and len(asked.files) == 1 and asked.files[0].mode in ("create", "overwrite", "append"):
        return replace(asked, files=(replace(asked.files[0], content=content),))
    raise Misuse("this candidate has no one text that could be worded otherwise; approve or refuse it as it is")


def planned(
    ws: Workspace, tx: Transaction, proposal: Proposal, space: Space, asked: verbs.Request, ground: Authority
) -> Plan | Refused:
    """The verb again, if everything it was drafted against is still as it was shown."""
    if isinstance(asked, Write):
        return _planned_write(tx, proposal, space, asked)
    actor = tx.principal(proposal.actor)
    assert actor is not None
    session = tx.session(proposal.session) if proposal.session else None
    scene = commits.scene(ws, space, Caller(principal=actor, session=session), ground)
    if isinstance(asked, Revert):
        return _planned_revert(tx, proposal, space, asked, scene)
    aim = _aim_as_seen(tx, space, proposal, asked)
    return aim if isinstance(aim, Refused) else verbs.plan(asked, scene, aim.target, aim.living)


def _planned_write(tx: Transaction, proposal: Proposal, space: Space, asked: Write) -> Plan | Refused:
    """The write again; refused as stale for the first file that changed, with what was shown and what came since."""
    files = {file.path: _file_as_seen(tx, space, file.path, proposal.seen[file.path]) for file in asked.files}
    changed = next((path for path, (_, fits) in files.items() if not fits), None)
    if changed is not None:
        return _stale_file(tx, proposal, space, changed)
    found = {path: now for path, (now, _) in files.items()}
    limits, alike = verbs.limits_of(space.settings), targets.alike(tx, space, *verbs.paths_made(asked, found))
    plan = verbs.write(asked, found, limits=limits, alike=alike)
    return plan if isinstance(plan, Refused) else replace(plan, verb=proposal.verb)


def _planned_revert(tx: Transaction, proposal: Proposal, space: Space, asked: Revert, scene: Scene) -> Plan | Refused:
    plan = reverting.planned(tx, space, asked, scene)
    heads = {} if isinstance(plan, Refused) else reverting.heads_of(plan)
    if isinstance(plan, Refused) or heads == proposal.seen:
        return plan
    sides = heads.items() ^ proposal.seen.items()
    return _stale_file(tx, proposal, space, min(path for path, _ in sides))


def _stale_file(view: View, proposal: Proposal, space: Space, path: str) -> Refused:
    """Refused as stale, with both: the difference that was shown, and what has become of the file since."""
    difference, changed = inbox.sides(view, proposal, path)
    item = view.item(space.id, path)
    head = view.revision(space.id, item.key, item.head) if item else None
    there = {"revision": head.n if head else 0, "version": head.version if head else 0}
    seen = {"revision": proposal.seen.get(path, 0), "difference": difference}
    facts = {
        "path": path,
        "reason": "draft" if proposal.why is Why.DRAFT else "proposal",
        "proposal": proposal.id,
        "base": space.slug,
    }
    refused = Refused(code=Code.STALE, facts=facts, seen=seen, now={**there, "difference": changed})
    return targets.stale_file(view, space, refused)


def _file_as_seen(view: View, space: Space, path: str, seen: int) -> tuple[FileNow, bool]:
    """A file as it is, and whether it says what was shown: also when it went another way and came back to it."""
    item = view.item(space.id, path)
    revision = view.revision(space.id, item.key, item.head) if item else None
    if item is None or item.head == seen:
        return FileNow(item=item, revision=revision, seen=seen or None), (item.head if item else 0) == seen
    before = view.revision(space.id, item.key, seen) if seen else None
    fits = (before.data if before else None) == (revision.data if revision else None)
    return FileNow(item=item, revision=revision, seen=item.head if fits else seen or None), fits


def _aim_as_seen(view: View, space: Space, proposal: Proposal, asked: verbs.RecordRequest) -> Aim | Refused:
    found = [targets.of(view, space, int(mark.removeprefix("#"))) for mark in proposal.seen]
    for target in found:
        if isinstance(target, Refused):
            return target
        seen = proposal.seen[f"#{target.record.no}"]
        if target.item.head != seen:
            return targets.stale(view, space, target, seen={"revision": seen})
    about = [target for target in found if not isinstance(target, Refused)]
    aim = Aim(target=next(iter(about), None), seen=dict(proposal.seen))
    if not isinstance(asked, Restore):
        return aim
    # What is in force beside it may be another record by now: ending that was not what was shown.
    living = targets.living_beside(view, space, aim.needed.record)
    if [each.record.no for each in about[1:]] != ([living.record.no] if living else []):
        return targets.stale(view, space, living or aim.needed, seen={"revision": aim.needed.item.head})
    return replace(aim, living=living)


def _refuse(ws: Workspace, tx: Transaction, by: Caller, proposal: Proposal, space: Space) -> Done | Refused:
    if proposal.outcome is not None:
        return _first_answer(proposal, space, Decision.REFUSED)
    tx.save(decided(ws, by, proposal, Decision.REFUSED, None))
    marks = proposal.shown["marks"]
    assert isinstance(marks, list)
    for text in marks:
        mark = ws.fingerprint(text)
        if mark:
            tx.save(Tombstone(fingerprint=mark, space=space.id, version=space.head, no=None, decision="refused"))
    return Done(verb=Verb.REFUSE, base=space.slug, version=space.head, proposal=proposal.id)


def _first_answer(proposal: Proposal, space: Space, wanted: Decision) -> Done | Refused:
    if proposal.outcome is not wanted:
        return Refused(code=Code.EXISTS, facts={"what": "decision", "name": f"{proposal.id}: {proposal.outcome}"})
    verb = proposal.verb if wanted is Decision.APPROVED else Verb.REFUSE
    version = space.head if proposal.version is None else proposal.version
    no, replaces = (proposal.shown.get(name) for name in ("no", "replaces"))
    return Done(
        verb=verb,
        base=space.slug,
        version=version,
        no=no if isinstance(no, int) else None,
        replaces=replaces if isinstance(replaces, int) else None,
        paths=inbox.paths_of(proposal) if proposal.verb in commits.OF_FILES else (),
        proposal=proposal.id,
        decided_before=True,
    )


def decided(ws: Workspace, by: Caller, proposal: Proposal, outcome: Decision, done: Done | None) -> Proposal:
    """A proposal with its outcome."""
    shown = dict(proposal.shown) | ({"no": done.no, "replaces": done.replaces} if done else {})
    return replace(
        proposal,
        outcome=outcome,
        decided_by=by.principal.id,
        decided_at=ws.now(),
        version=done.version if done else None,
        shown=shown,
    )
