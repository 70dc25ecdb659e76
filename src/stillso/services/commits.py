"""From a plan to a commit: version, revisions, salts, the hash in the chain, evidence, fingerprints, and the sight.

The one road by which anything in a space changes. It runs inside the transaction that made the plan.
"""

from __future__ import annotations

from collections.abc import Iterator

from stillso.core import operations, records, sights
from stillso.core.authority import Authority, Principal
from stillso.core.findable import Part, Worded
from stillso.core.items import Item, Revision, Space, SpaceKind
from stillso.core.names import digest
from stillso.core.operations import Change, Commit, Done, Evidence, Operation, Tombstone, Verb
from stillso.core.sights import How
from stillso.core.values import replace
from stillso.core.verbs import Draft, Plan, Scene
from stillso.services import sessions, wording
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction

SALT_BYTES = 16

#: The verbs whose answer names the paths that they changed.
OF_FILES = frozenset({Verb.WRITE, Verb.PUBLISH, Verb.REVERT})


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


def finish(ws: Workspace, tx: Transaction, space: Space, plan: Plan, caller: Caller, ground: Authority) -> Done:
    """Commit a plan, or say that there was nothing to change."""
    version = commit(ws, tx, space, plan, caller, ground).n if plan.drafts else space.head
    return Done(
        verb=plan.verb,
        base=space.slug,
        version=version,
        no=plan.no,
        replaces=plan.replaces,
        paths=tuple(draft.path for draft in plan.drafts) if plan.verb in OF_FILES else (),
        unchanged=not plan.drafts,
        notices=plan.notices,
        again=plan.again,
        ended=plan.ended,
    )


def commit(ws: Workspace, tx: Transaction, space: Space, plan: Plan, caller: Caller, authority: Authority) -> Operation:
    """Write a plan as the next version of a space. What the session wrote, it has seen."""
    version = space.head + 1
    changes = _changes(ws, space, plan, version)
    evidence = _evidence(space, version, authority)
    operation = _operation(ws, tx, space, plan, caller, authority, changes, evidence)
    # Where nothing was rejected nothing is lifted, and folding the text can be saved.
    lifts = plan.lifts if plan.rejects or tx.has_tombstones() else ()
    lifted = tuple(mark for text in lifts if (mark := ws.fingerprint(text)))
    tx.append(
        Commit(
            operation=operation,
            changes=changes,
            evidence=evidence,
            rejected=tuple(
                Tombstone(fingerprint=mark, space=space.id, version=version, no=each.no, decision=each.decision)
                for each in plan.rejects
                if (mark := ws.fingerprint(each.text)) and mark not in lifted
            ),
            lifted=lifted,
            worded=tuple(_worded(ws, tx, space, plan, changes, evidence)),
        )
    )
    if caller.session and space.id in caller.session.bases:
        shown = {
            change.item.key: change.revision.n
            for change, draft in zip(changes, plan.drafts, strict=True)
            if draft.known and not change.item.deleted
        }
        if shown:
            sessions.show(ws, tx, caller.session, How.WRITE, {space.id: sights.pack(shown)})
    return operation


def _changes(ws: Workspace, space: Space, plan: Plan, version: int) -> tuple[Change, ...]:
    limits = records.limits_of(space.settings)
    changes: list[Change] = []
    key = space.items
    for draft in plan.drafts:
        if draft.item is None:
            key += 1
        item = _item(ws, space, draft, key)
        indexed = records.indexed(space.id, item.key, item.head, draft.record, limits) if draft.record else None
        changes.append(Change(item=item, revision=_revision(ws, item, draft, version), indexed=indexed))
    return tuple(changes)


def _worded(
    ws: Workspace,
    tx: Transaction,
    space: Space,
    plan: Plan,
    changes: tuple[Change, ...],
    evidence: tuple[Evidence, ...],
) -> Iterator[Worded]:
    """What is found by other words than before; what a window holds is not looked for."""
    if space.kind is not SpaceKind.BASE:
        return
    for draft, change in zip(plan.drafts, changes, strict=True):
        item, is_new = change.item, draft.item is None
        if draft.record is None:
            if item.deleted:  # others are read by the index when somebody searches
                yield Worded(part=Part.FILE, n=item.key, terms=None)
        elif is_new:
            around = wording.around(tx, evidence[0] if evidence else None)
            yield wording.of_record(ws, draft.record, around, is_new=True)
        elif plan.verb is not Verb.CONFIRM:  # which leaves every text as it is
            yield wording.of_record(ws, draft.record, wording.around_first(tx, space, item.key))


def _item(ws: Workspace, space: Space, draft: Draft, key: int) -> Item:
    deleted = draft.data is None
    if draft.item is not None:
        return replace(draft.item, head=draft.item.head + 1, deleted=deleted, summary=draft.summary)
    return Item(
        space=space.id,
        key=key,
        id=draft.id or ws.new_id(),
        kind=draft.kind,
        path=draft.path,
        head=1,
        no=draft.record.no if draft.record else None,
        deleted=deleted,
        summary=draft.summary,
    )


def _revision(ws: Workspace, item: Item, draft: Draft, version: int) -> Revision:
    salt = ws.random(SALT_BYTES)
    return Revision(
        space=item.space,
        key=item.key,
        n=item.head,
        version=version,
        data=draft.data,
        size_bytes=len(draft.data or b""),
        sha256=None if draft.data is None else digest(draft.data),
        salt=salt,
        commitment=operations.commit_to(salt, item.path.encode(), draft.data),
    )


def _operation(
    ws: Workspace,
    tx: Transaction,
    space: Space,
    plan: Plan,
    caller: Caller,
    authority: Authority,
    changes: tuple[Change, ...],
    rests_on: tuple[Evidence, ...],
) -> Operation:
    evidence = rests_on[0] if rests_on else None
    message = tx.message(evidence.session, evidence.message) if evidence else None
    person = _person(tx, caller, authority)
    salt = ws.random(SALT_BYTES)
    operation = Operation(
        space=space.id,
        n=space.head + 1,
        id=ws.new_id(),
        verb=plan.verb,
        actor=caller.principal.id,
        session=caller.session.id if caller.session else None,
        authority=authority.basis,
        person=person.id if person else None,
        at=ws.now(),
        recorded_at=ws.recorder(),
        reason=plan.reason,
        salt=salt,
        commitment=operations.commit_to_grounds(salt, plan.reason, evidence, message),
        parent=tx.tip(space.id) or operations.GENESIS,
        hash=b"",
    )
    sealed = tuple((change.item.key, change.revision.n, change.revision.commitment) for change in changes)
    return replace(operation, hash=operations.chain_hash(operation, sealed))


def _person(tx: Transaction, caller: Caller, authority: Authority) -> Principal | None:
    """The person behind an operation: most often the one who acts."""
    if caller.is_person and caller.principal.name == authority.person:
        return caller.principal
    return tx.principal(authority.person) if authority.person else None


def _evidence(space: Space, version: int, authority: Authority) -> tuple[Evidence, ...]:
    words = authority.words
    if words is None:
        return ()
    return (
        Evidence(
            space=space.id,
            version=version,
            session=words.session,
            message=words.message,
            begins=words.begins,
            ends=words.ends,
            delivered_by=words.delivered_by,
        ),
    )
