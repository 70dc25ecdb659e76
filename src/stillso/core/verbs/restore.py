"""restore: bring back a retracted record, or undo a replacement that was a misunderstanding."""

from __future__ import annotations

from stillso.core.operations import Refused, Verb
from stillso.core.records import Record, Status
from stillso.core.values import dataclass
from stillso.core.verbs.plans import Draft, Plan, Rejected, Scene, Target, revised
from stillso.errors import Code


@dataclass(frozen=True, kw_only=True, slots=True)
class Restore:
    """Record ``no`` is in force again. What holds in its place is ended in the same operation."""

    no: int
    quote: str | None = None
    read_version: int | None = None


def restore(asked: Restore, target: Target, living: Target | None, scene: Scene) -> Plan | Refused:
    """A plan with the record active again, and whatever of its chain is in force (``living``) ended.

    What had replaced it is retracted; what it had replaced is superseded by it again. Refused as stale when the living
    record is further away in the chain: then that one is what there is to talk about. Restoring does not confirm: the
    old date stays, so an old condition is asked about.
    """
    record = target.record
    if record.status is Status.ACTIVE:
        return Plan(verb=Verb.RESTORE, drafts=(), no=asked.no)
    drafts = [revised(target, scene, status=Status.ACTIVE, superseded_by=None, superseded_by_id=None)]
    rejects: tuple[Rejected, ...] = ()
    if living is not None:
        ended = _ended(record, living, scene)
        if ended is None:
            return Refused(code=Code.STALE, facts={"no": record.no, "reason": "replaced-further"})
        drafts.append(ended)
        rejects = (Rejected(text=living.record.content, no=living.record.no, decision=_decision(ended)),)
    return Plan(
        verb=Verb.RESTORE,
        drafts=tuple(drafts),
        no=record.no,
        replaces=living.record.no if living else None,
        rejects=rejects,
        lifts=(record.content,),
    )


def _ended(record: Record, living: Target, scene: Scene) -> Draft | None:
    """The living record as it ends; None when it is neither what replaced this one nor what this one replaced."""
    if record.superseded_by == living.record.no:
        return revised(living, scene, status=Status.RETRACTED)
    if record.supersedes == living.record.no:
        return revised(living, scene, status=Status.SUPERSEDED, superseded_by=record.no, superseded_by_id=record.id)
    return None


def _decision(ended: Draft) -> str:
    """How the living record ended, as its fingerprint says it."""
    assert ended.record is not None
    return ended.record.status.value
