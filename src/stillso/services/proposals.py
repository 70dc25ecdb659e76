"""Keeping what lacks its authority: a proposal, tied to what was shown and to what it was drafted against.

What a person rejected before does not come back as a proposal; what would be refused anyway never becomes one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stillso.core import names, policy, verbs
from stillso.core.authority import Lacking, Words
from stillso.core.items import Space
from stillso.core.operations import Proposal, Refused, Verb, Waiting
from stillso.core.values import fields_of
from stillso.core.verbs import Plan
from stillso.errors import Code, Why
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, View

#: Reasons to wait that say nothing against the words themselves.
BESIDE_THE_WORDS = frozenset({Why.ASK_FIRST, Why.ORDERS, Why.HIDDEN_CHARACTERS})


def keep(
    ws: Workspace,
    tx: Transaction,
    space: Space,
    caller: Caller,
    asked: verbs.Request,
    plan: Plan,
    lacking: Lacking,
    seen: Mapping[str, int],
    *,
    beside: Mapping[str, int] | None = None,
) -> Waiting | Refused:
    """Keep a request as a proposal; the same one, still open, is answered again instead of being kept twice.

    ``beside`` is what else must still be as it was for the request to make sense, though nothing is done to it.
    Refused as ``rejected-before`` with the place of the decision, and as ``key-missing`` when nobody can tell.
    """
    # Words count as evidence later only if nothing spoke against them; and fresh words may say again what was rejected.
    proven = lacking.words is not None and {lacking.why, *lacking.flags} <= BESIDE_THE_WORDS
    refused = None if proven else _rejected(ws, tx, plan, seen)
    if refused:
        return refused
    proposal = Proposal(
        id=free_id(ws, tx),
        space=space.id,
        verb=plan.verb,
        asked=verbs.as_given(asked),
        seen={**seen, **(beside or {})},
        shown=_shown(plan, seen),
        why=lacking.why,
        flags=lacking.flags,
        actor=caller.principal.id,
        session=caller.session.id if caller.session else None,
        opened_at=ws.now(),
        evidence=_kept(lacking.words) if proven else None,
    )
    waiting = [each for each in tx.proposals(space.id) if is_waiting(ws, each)]
    twin = next((each for each in waiting if _is_same(each, proposal)), None)
    if twin is None and len(waiting) >= policy.OPEN_PROPOSALS:
        return Refused(code=Code.INBOX_FULL, facts={"base": space.slug, "limit": policy.OPEN_PROPOSALS})
    if twin is None:
        tx.save(proposal)
    kept = twin or proposal
    return Waiting(proposal=kept.id, why=kept.why, base=space.slug, flags=kept.flags)


def _is_same(one: Proposal, other: Proposal) -> bool:
    """Whether two proposals ask for the same thing, in the same session, against the same state."""
    fields = ("verb", "asked", "seen", "actor", "session")
    return all(getattr(one, field) == getattr(other, field) for field in fields)


def has_lapsed(ws: Workspace, proposal: Proposal) -> bool:
    """Whether a proposal waited so long that it is no longer shown or carried out."""
    return ws.now() - proposal.opened_at > policy.PROPOSAL_AGE


def is_waiting(ws: Workspace, proposal: Proposal) -> bool:
    """Whether an open proposal waits for a decision: it has not lapsed, and is no draft that a person still writes."""
    return proposal.why is not Why.DRAFT and not has_lapsed(ws, proposal)


def words_of(proposal: Proposal) -> Words | None:
    """The user's words that were found when the proposal was made."""
    kept = proposal.evidence
    if kept is None:
        return None
    given: dict[str, Any] = {**kept, "heard_at": names.moment(str(kept["heard_at"]))}
    return Words(**given)


def marks_of(plan: Plan, seen: Mapping[str, int]) -> list[str]:
    """What a rejection is remembered by: the contents that would come into force, else what would be done to what."""
    texts = list(plan.lifts) or [draft.data.decode() for draft in plan.drafts if draft.record is None and draft.data]
    return texts or [mark_of(plan.verb, name, revision) for name, revision in seen.items()]


def mark_of(verb: Verb, name: str, revision: int) -> str:
    """By what it is remembered that this was not to be done to a revision."""
    return f"{verb} {name} {revision}"


def _rejected(ws: Workspace, view: View, plan: Plan, seen: Mapping[str, int]) -> Refused | None:
    for text in marks_of(plan, seen):
        mark = ws.fingerprint(text)
        if mark is None:
            return Refused(code=Code.KEY_MISSING)
        stone = view.tombstone(mark)
        if stone:
            facts: dict[str, object] = {"decision": stone.decision, "version": stone.version}
            facts |= {"place": f"#{stone.no}"} if stone.no else {"reason": "refused"}
            return Refused(code=Code.REJECTED_BEFORE, facts=facts)
    return None


def free_id(ws: Workspace, view: View) -> str:
    """An id that no proposal has yet."""
    id = ws.short_id("p")
    while view.proposal(id):
        id = ws.short_id("p")
    return id


def _shown(plan: Plan, seen: Mapping[str, int]) -> dict[str, object]:
    """What a person is shown: each text as it would be, whole."""
    return {
        "no": plan.replaces or plan.no,
        "marks": marks_of(plan, seen),
        "files": [
            {"path": draft.path, "content": draft.data.decode() if draft.data is not None else None}
            for draft in plan.drafts
        ],
    }


def _kept(words: Words | None) -> dict[str, object] | None:
    return None if words is None else {**fields_of(words), "heard_at": names.written(words.heard_at)}
