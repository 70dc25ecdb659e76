"""remember: a new record."""

from __future__ import annotations

from stillso.core import policy
from stillso.core.names import check_scope
from stillso.core.operations import Refused, Verb
from stillso.core.values import dataclass
from stillso.core.verbs.plans import Plan, Scene, day, known_audience, known_type, new_record, record_draft, statement

_BESIDE = "beside "


@dataclass(frozen=True, kw_only=True, slots=True)
class Remember:
    """Keep this statement. ``quote`` is what the user said, to be found among what the session heard.

    ``beside`` is the number of a record that it is like and does not replace, 0 for any.
    """

    content: str
    type: str = policy.DEFAULT_TYPE
    scope: str | None = None
    audience: str = policy.AUDIENCES[0]
    condition: str | None = None
    quote: str | None = None
    until: str | None = None
    beside: int | None = None


def remember(asked: Remember, scene: Scene) -> Plan | Refused:
    """A plan for the new record; refused for an unknown type or audience, or a text over its limit."""
    refused = known_type(asked.type, scene.space) or known_audience(asked.audience)
    if refused:
        return refused
    said = statement(asked.content, asked.condition)
    if isinstance(said, Refused):
        return said
    content, condition = said
    record = new_record(
        scene,
        content,
        type=asked.type,
        scope=check_scope(asked.scope),
        audience=asked.audience,
        condition=condition,
        until=day(asked.until),
    )
    drafts = (record_draft(record, None),)
    return Plan(verb=Verb.REMEMBER, drafts=drafts, no=record.no, lifts=(content,), reason=reason_of(asked.beside))


def reason_of(beside: int | None) -> str | None:
    """Why a record is kept beside others, as the log has it."""
    if beside is None:
        return None
    return f"{_BESIDE}any" if beside == policy.ANY_RECORD else f"{_BESIDE}#{beside}"


def stands_beside(reason: str | None, no: int) -> bool:
    """Whether the reason of a record's operation says that it holds beside an older one of this number."""
    return reason is not None and reason.split("; ")[0] in (f"{_BESIDE}any", f"{_BESIDE}#{no}")
