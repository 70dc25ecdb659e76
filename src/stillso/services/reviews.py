"""The inbox: what waits for a person, and what comes of it.

Approving runs the same verb again with the person's authority, on exactly what was shown: anything that changed
meanwhile makes it stale. Only a person decides, once; a second press gives the first answer.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass, replace

from stillso.core import authority, verbs
from stillso.core.authority import Authority
from stillso.core.items import Space
from stillso.core.operations import Done, Proposal, Refused, Tombstone, Verb
from stillso.core.verbs import FileNow, Plan, Write
from stillso.errors import Code
from stillso.services import memory, proposals, targets
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
        space = view.space(base) if base else None
        if base and space is None:
            return unknown("base", base)
        return [_pending(view, each) for each in view.proposals(space.id if space else None)]


def show(ws: Workspace, id: str) -> Pending | Refused:
    """One proposal, also a decided one."""
    with ws.view() as view:
        proposal = view.proposal(id)
        return unknown("proposal", id) if proposal is None else _pending(view, proposal)


def _pending(view: View, proposal: Proposal) -> Pending:
    space, actor = view.space(proposal.space), view.principal(proposal.actor)
    origin = " ".join(part for part in (actor.name if actor else proposal.actor, proposal.session) if part)
    files = proposal.shown["files"]
    assert isinstance(files, list)
    diffs = [_diff(view, proposal.space, str(file["path"]), file["content"]) for file in files]
    return Pending(
        proposal=proposal,
        base=space.slug if space else "–",
        origin=origin,
        paths=tuple(str(file["path"]) for file in files),
        diff="".join(diffs),
    )


def _diff(view: View, space: str, path: str, proposed: str | None) -> str:
    item = view.item(space, path)
    head = view.revision(space, item.key, item.head) if item else None
    before = (head.text or "") if head else ""
    after = proposed or ""
    rows = difflib.unified_diff(before.splitlines(), after.splitlines(), path, path, lineterm="")
    return "".join(row + "\n" for row in rows)


_Decision = Callable[[Workspace, Transaction, Caller, Proposal, Space], Done | Refused]

# --- deciding ------------------------------------------------------------------------------------------------


def approve(ws: Workspace, by: Caller, id: str) -> Done | Refused:
    """Carry out what was proposed, now, by this person's authority."""
    return _decide(ws, by, id, _approve)


def refuse(ws: Workspace, by: Caller, id: str) -> Done | Refused:
    """Close a proposal without carrying it out; the same text is not proposed again."""
    return _decide(ws, by, id, _refuse)


def _decide(ws: Workspace, by: Caller, id: str, decide: _Decision) -> Done | Refused:
    if not by.is_person:
        return Refused(code=Code.NOT_A_PERSON, facts={"name": by.principal.name})
    with ws.view() as view:
        found = view.proposal(id)
    if found is None:
        return unknown("proposal", id)

    def work(tx: Transaction) -> Done | Refused:
        proposal, space = tx.proposal(id), tx.space(found.space)
        assert proposal is not None
        assert space is not None
        return decide(ws, tx, by, proposal, space)

    return ws.run(found.space, work)


def _approve(ws: Workspace, tx: Transaction, by: Caller, proposal: Proposal, space: Space) -> Done | Refused:
    if proposal.outcome is not None:
        return _first_answer(proposal, space, "approved")
    ground = authority.of_approval(by.principal, ws.now(), proposals.words_of(proposal))
    asked = verbs.from_given(proposal.verb, proposal.asked)
    plan = _plan(ws, tx, proposal, space, asked, ground)
    if isinstance(plan, Refused):
        return plan
    actor = tx.principal(proposal.actor)
    assert actor is not None
    done = memory.finish(ws, tx, space, plan, Caller(principal=actor), ground)
    tx.save(_decided(ws, by, proposal, "approved", done.version))
    return done


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
            return Refused(code=Code.STALE, facts={"path": changed, "at": proposal.id}, seen=seen, now=there)
        return verbs.write(asked, {path: now for path, (now, _) in files.items()})
    aim = _aim_as_seen(tx, space, proposal)
    if isinstance(aim, Refused):
        return aim
    actor = tx.principal(proposal.actor)
    assert actor is not None
    session = tx.session(proposal.session) if proposal.session else None
    caller = Caller(principal=actor, session=session)
    return memory.carry_out(asked, aim, memory.scene(ws, space, caller, ground))


def _file_as_seen(view: View, space: Space, path: str, seen: int) -> tuple[FileNow, bool]:
    item = view.item(space.id, path)
    revision = view.revision(space.id, item.key, item.head) if item else None
    return FileNow(item=item, revision=revision, seen=seen or None), (item.head if item else 0) == seen


def _aim_as_seen(view: View, space: Space, proposal: Proposal) -> Aim | Refused:
    found = [targets.of(view, space, int(mark.removeprefix("#"))) for mark in proposal.seen]
    for target in found:
        if isinstance(target, Refused):
            return target
        seen = proposal.seen[f"#{target.record.no}"]
        if target.item.head != seen:
            return targets.stale(view, space, target, seen={"revision": seen})
    records = [target for target in found if not isinstance(target, Refused)]
    return Aim(target=next(iter(records), None), successor=next(iter(records[1:]), None), seen=dict(proposal.seen))


def _refuse(ws: Workspace, tx: Transaction, by: Caller, proposal: Proposal, space: Space) -> Done | Refused:
    if proposal.outcome is not None:
        return _first_answer(proposal, space, "refused")
    decided = _decided(ws, by, proposal, "refused", None)
    tx.save(decided)
    for text in _rejected_texts(proposal):
        mark = ws.fingerprint(text)
        if mark:
            tx.save(Tombstone(fingerprint=mark, space=space.id, version=space.head, no=None, decision="refused"))
    return Done(verb=proposal.verb, base=space.slug, version=space.head, unchanged=True)


def _rejected_texts(proposal: Proposal) -> list[str]:
    """What a refusal is remembered by: the statement of a record, or each whole text of a file."""
    if proposal.verb is Verb.WRITE:
        files = proposal.shown["files"]
        assert isinstance(files, list)
        return [file["content"] for file in files if file["content"]]
    content = proposal.asked.get("content")
    return [str(content).strip()] if content else []


def _first_answer(proposal: Proposal, space: Space, wanted: str) -> Done | Refused:
    if proposal.outcome != wanted:
        return Refused(code=Code.EXISTS, facts={"what": "decision", "name": f"{proposal.id}: {proposal.outcome}"})
    version = proposal.version or space.head
    return Done(verb=proposal.verb, base=space.slug, version=version, unchanged=True)


def _decided(ws: Workspace, by: Caller, proposal: Proposal, outcome: str, version: int | None) -> Proposal:
    return replace(proposal, outcome=outcome, decided_by=by.principal.id, decided_at=ws.now(), version=version)
