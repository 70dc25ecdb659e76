"""supersede: a new record takes the place of an old one, in one operation; the old text stays."""

from __future__ import annotations

from stillso.core.operations import Refused, Verb
from stillso.core.records import Status
from stillso.core.values import dataclass
from stillso.core.verbs.plans import (
    Plan,
    Rejected,
    Scene,
    Target,
    day,
    new_record,
    only_active,
    record_draft,
    revised,
    statement,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Supersede:
    """Replace record ``no`` by this statement. Type, scope and audience are inherited, the condition never."""

    no: int
    content: str
    condition: str | None = None
    quote: str | None = None
    until: str | None = None
    read_version: int | None = None


def supersede(asked: Supersede, target: Target, scene: Scene) -> Plan | Refused:
    """A plan with two changes: the new record, and the old one superseded and pointing to it."""
    refused = only_active(target)
    if refused:
        return refused
    said = statement(asked.content, asked.condition)
    if isinstance(said, Refused):
        return said
    content, condition = said
    old = target.record
    new = new_record(
        scene,
        content,
        type=old.type,
        scope=old.scope,
        audience=old.audience,
        condition=condition,
        until=day(asked.until),
        supersedes=old,
    )
    ended = revised(target, scene, status=Status.SUPERSEDED, superseded_by=new.no, superseded_by_id=new.id)
    return Plan(
        verb=Verb.SUPERSEDE,
        drafts=(ended, record_draft(new, None)),
        no=new.no,
        replaces=old.no,
        rejects=(Rejected(text=old.content, no=old.no, decision=Status.SUPERSEDED.value),),
        lifts=(content,),
    )
