"""The inbox: what waits for a person, and what comes of it.

Approving runs the same verb again with the person's authority, on exactly what was shown: anything that changed
meanwhile makes it stale. Only a person decides, once; a second press gives the first answer.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import partial
from typing import Any

from stillso.core import authority, escapes, proofs, verbs
from stillso.core.authority import Authority, Basis
from stillso.core.items import Space
from stillso.core.operations import Decision, Done, Proposal, Refused, Tombstone, Verb
from stillso.core.proofs import Proof, Question
from stillso.core.values import dataclass, replace
from stillso.core.verbs import FileNow, Plan, Remember, Restore, Supersede, Write
from stillso.errors import Code, Misuse, Notice
from stillso.services import access, commits, guarding, proposals, targets
from stillso.services.access import Caller, unknown
from stillso.services.targets import Aim
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, View


@dataclass(frozen=True, kw_only=True, slots=True)
class Pending:
    """A proposal as a person is shown it: its base, who made it where, and the difference it would make."""

    proposal: Proposal
    base: str
    origin: str
    paths: tuple[str, ...]
    diff: str


def inbox(ws: Workspace, base: str | None = None) -> list[Pending] | Refused:
    """The open proposals of a base, or of all, oldest first."""
    with ws.view() as view:
        space = access.base_of(view, base) if base else None
        if base and space is None:
            return unknown("base", base)
        waiting = view.proposals(space.id if space else None)
        return [_pending(view, each) for each in waiting if not proposals.has_lapsed(ws, each)]


def show(ws: Workspace, id: str) -> Pending | Refused:
    """One proposal, also a decided one."""
    with ws.view() as view:
        proposal = view.proposal(id)
        return unknown("proposal", id) if proposal is None else _pending(view, proposal)


def _pending(view: View, proposal: Proposal) -> Pending:
    space, actor = view.space(proposal.space), view.principal(proposal.actor)
    origin = " ".join(part for part in (actor.name if actor else proposal.actor, proposal.session) if part)
    files = _files(proposal)
    diffs = [_diff(view, proposal.space, str(file["path"]), file["content"]) for file in files]
    return Pending(
        proposal=proposal,
        base=space.slug if space else "–",
        origin=origin,
        paths=_paths(proposal),
        diff="".join(diffs),
    )


def _files(proposal: Proposal) -> list[dict[str, Any]]:
    """What a person was shown: each text as it would be, with its path."""
    files = proposal.shown["files"]
    assert isinstance(files, list)
    return files


def _paths(proposal: Proposal) -> tuple[str, ...]:
    return tuple(str(file["path"]) for file in _files(proposal))


def _diff(view: View, space: str, path: str, proposed: str | None) -> str:
    """The difference that a text would make, a row a line; what a reader would not see is written with a backslash."""
    item = view.item(space, path)
    head = view.revision(space, item.key, item.head) if item else None
    before, after = (_rows(text) for text in (head.text if head else None, proposed))
    rows = list(difflib.unified_diff(before, after, path, path if proposed is not None else "/dev/null", lineterm=""))
    return "".join(escapes.visible(row) + "\n" for row in rows)


def _rows(text: str | None) -> list[str]:
    """The lines of a text, divided at LF only; a last line without one is followed by a row that says so."""
    if not text:
        return []
    rows = text.split("\n")
    return rows[:-1] if rows[-1] == "" else [*rows, "\\ no line end"]


_Decision = Callable[[Workspace, Transaction, Caller, Proposal, Space], Done | Refused]

# --- deciding ------------------------------------------------------------------------------------------------


def approve(ws: Workspace, by: Caller, id: str, content: str | None = None) -> Done | Refused:
    """Carry out what was proposed, now, by this person's authority; with ``content`` in their own wording.

    Raises Misuse when the proposal has no one text to be worded otherwise.
    """
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
    if found is None or (found.outcome is None and proposals.has_lapsed(ws, found)):
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
    plan = _plan(ws, tx, proposal, space, asked, ground)
    if isinstance(plan, Refused):
        return plan
    if content is not None:
        reason = "; ".join(filter(None, (plan.reason, f"worded by {by.principal.name}")))
        plan = replace(plan, reason=reason, notices=(*plan.notices, Notice.WORDED_OTHERWISE))
    actor = tx.principal(proposal.actor)
    assert actor is not None
    done = commits.finish(ws, tx, space, plan, Caller(principal=actor), ground)
    tx.save(_decided(ws, by, proposal, Decision.APPROVED, done))
    return replace(done, proposal=proposal.id)


def _worded(asked: verbs.Request, content: str | None) -> verbs.Request:
    """The request with a text as a person worded it on the card."""
    if content is None:
        return asked
    if isinstance(asked, Remember | Supersede):
        return replace(asked, content=content)
    if isinstance(asked, Write) and len(asked.files) == 1 and asked.files[0].mode in ("create", "overwrite", "append"):
        return replace(asked, files=(replace(asked.files[0], content=content),))
    raise Misuse("this candidate has no one text that could be worded otherwise; approve or refuse it as it is")


def _plan(
    ws: Workspace, tx: Transaction, proposal: Proposal, space: Space, asked: verbs.Request, ground: Authority
) -> Plan | Refused:
    """The verb again, if everything it was drafted against is still as it was shown."""
    if isinstance(asked, Write):
        files = {file.path: _file_as_seen(tx, space, file.path, proposal.seen[file.path]) for file in asked.files}
        changed = next((path for path, (now, fits) in files.items() if not fits), None)
        if changed is not None:
            now = files[changed][0]
            there = {
                "revision": now.item.head if now.item else 0,
                "version": now.revision.version if now.revision else 0,
            }
            seen = {"revision": proposal.seen[changed]}
            refused = Refused(code=Code.STALE, facts={"path": changed}, seen=seen, now=there)
            return targets.stale_file(tx, space, refused)
        found = {path: now for path, (now, _) in files.items()}
        limits, alike = verbs.limits_of(space.settings), targets.alike(tx, space, asked, found)
        return verbs.write(asked, found, limits=limits, alike=alike)
    aim = _aim_as_seen(tx, space, proposal, asked)
    if isinstance(aim, Refused):
        return aim
    actor = tx.principal(proposal.actor)
    assert actor is not None
    session = tx.session(proposal.session) if proposal.session else None
    caller = Caller(principal=actor, session=session)
    return verbs.plan(asked, commits.scene(ws, space, caller, ground), aim.target, aim.living)


def _file_as_seen(view: View, space: Space, path: str, seen: int) -> tuple[FileNow, bool]:
    item = view.item(space.id, path)
    revision = view.revision(space.id, item.key, item.head) if item else None
    return FileNow(item=item, revision=revision, seen=seen or None), (item.head if item else 0) == seen


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
    decided = _decided(ws, by, proposal, Decision.REFUSED, None)
    tx.save(decided)
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
        paths=_paths(proposal) if proposal.verb is Verb.WRITE else (),
        proposal=proposal.id,
        decided_before=True,
    )


def _decided(ws: Workspace, by: Caller, proposal: Proposal, outcome: Decision, done: Done | None) -> Proposal:
    shown = dict(proposal.shown) | ({"no": done.no, "replaces": done.replaces} if done else {})
    return replace(
        proposal,
        outcome=outcome,
        decided_by=by.principal.id,
        decided_at=ws.now(),
        version=done.version if done else None,
        shown=shown,
    )
