"""retract: do not use again. The text stays in the history; erasing it is another action."""

from __future__ import annotations

from stillso.core.operations import Refused, Verb
from stillso.core.records import Status
from stillso.core.values import dataclass
from stillso.core.verbs.plans import Plan, Rejected, Scene, Target, only_active, revised


@dataclass(frozen=True, kw_only=True, slots=True)
class Retract:
    """Record ``no`` is not to be used any more, and nothing takes its place."""

    no: int
    quote: str | None = None
    reason: str | None = None
    read_version: int | None = None


def retract(asked: Retract, target: Target, scene: Scene) -> Plan | Refused:
    """A plan that takes the record out of the lines and keeps its text."""
    refused = only_active(target)
    if refused:
        return refused
    return Plan(
        verb=Verb.RETRACT,
        drafts=(revised(target, scene, status=Status.RETRACTED),),
        no=asked.no,
        reason=asked.reason,
        rejects=(Rejected(text=target.record.content, no=asked.no, decision=Status.RETRACTED.value),),
    )
