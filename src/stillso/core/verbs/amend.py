"""amend: change where a record holds, for whom, of which type, or under which condition; never what it says."""

from __future__ import annotations

from stillso.core.names import check_scope
from stillso.core.operations import Refused, Verb
from stillso.core.values import dataclass
from stillso.core.verbs.plans import (
    Plan,
    Scene,
    Target,
    known_audience,
    known_type,
    only_active,
    revised,
    says_no_condition,
    statement,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Amend:
    """New values for record ``no``. None leaves a field as it is, an empty text clears scope or condition."""

    no: int
    scope: str | None = None
    type: str | None = None
    audience: str | None = None
    condition: str | None = None
    quote: str | None = None
    read_version: int | None = None


def drops_condition(asked: Amend, target: Target) -> bool:
    """Whether the condition would be gone: only a person may do that."""
    dropped = asked.condition is not None and says_no_condition(asked.condition)
    return dropped and target.record.condition is not None


def amend(asked: Amend, target: Target, scene: Scene) -> Plan | Refused:
    """A plan with the changed fields; id, created and confirmed times stay (case TM-07)."""
    refused = (
        only_active(target)
        or (known_type(asked.type, scene.space) if asked.type else None)
        or (known_audience(asked.audience) if asked.audience else None)
    )
    if refused:
        return refused
    said = statement(target.record.content, asked.condition)
    if isinstance(said, Refused):
        return said
    changes = {
        "scope": check_scope(asked.scope) if asked.scope is not None else target.record.scope,
        "type": asked.type or target.record.type,
        "audience": asked.audience or target.record.audience,
        "condition": said[1] if asked.condition is not None else target.record.condition,
    }
    if all(getattr(target.record, field) == value for field, value in changes.items()):
        return Plan(verb=Verb.AMEND, drafts=(), no=asked.no)
    return Plan(verb=Verb.AMEND, drafts=(revised(target, scene, **changes),), no=asked.no)
