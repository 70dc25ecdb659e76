"""restore: bring back a retracted record, or undo a replacement that was a misunderstanding."""

from __future__ import annotations

from dataclasses import dataclass

from stillso.core.operations import Refused, Verb
from stillso.core.records import Status
from stillso.core.verbs.plans import Plan, Rejected, Scene, Target, revised
from stillso.errors import Code


@dataclass(frozen=True, kw_only=True, slots=True)
class Restore:
    """Record ``no`` is in force again. The record that had replaced it is retracted in the same operation."""

    no: int
    quote: str | None = None
    read_version: int | None = None


def restore(asked: Restore, target: Target, successor: Target | None, scene: Scene) -> Plan | Refused:
    """A plan with the old record active again, and its successor retracted when that is still in force.

    Refused as stale when the successor was itself replaced: then the living record is what there is to talk about.
    Restoring does not confirm: the old date stays, so an old condition is asked about.
    """
    record = target.record
    if record.status is Status.ACTIVE:
        return Plan(verb=Verb.RESTORE, drafts=(), no=asked.no)
    drafts = [revised(target, scene, status=Status.ACTIVE, superseded_by=None, superseded_by_id=None)]
    rejects: tuple[Rejected, ...] = ()
    if successor is not None and successor.record.status is Status.SUPERSEDED:
        return Refused(code=Code.STALE, facts={"no": record.no, "reason": "replaced-further"})
    if successor is not None and successor.record.status is Status.ACTIVE:
        drafts.append(revised(successor, scene, status=Status.RETRACTED))
        undone = successor.record
        rejects = (Rejected(text=undone.content, no=undone.no, decision=Status.RETRACTED.value),)
    return Plan(
        verb=Verb.RESTORE,
        drafts=tuple(drafts),
        no=record.no,
        replaces=successor.record.no if rejects and successor else None,
        rejects=rejects,
        lifts=(record.content,),
    )
