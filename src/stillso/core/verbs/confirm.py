"""confirm: "still so". Moves the date of confirmation to when the words were heard.

It never moves back, but from a date ahead of the clock. What was to end on a day that is over goes on by ``supersede``.
"""

from __future__ import annotations

from stillso.core.operations import Refused, Verb
from stillso.core.values import dataclass
from stillso.core.verbs.plans import Plan, Scene, Target, only_active, revised
from stillso.errors import Code


@dataclass(frozen=True, kw_only=True, slots=True)
class Confirm:
    """Record ``no`` still holds. The source of the record stays what it was."""

    no: int
    quote: str | None = None
    read_version: int | None = None


def confirm(asked: Confirm, target: Target, scene: Scene) -> Plan | Refused:
    """A plan with the new date; without drafts when the record was confirmed later than these words already."""
    refused = only_active(target)
    if refused:
        return refused
    until = target.record.until
    if until is not None and scene.now.date() > until:
        return Refused(code=Code.STALE, facts={"no": asked.no, "until": until.isoformat(), "reason": "ended"})
    # A date ahead of the clock is an error of some clock, not a confirmation: any real one replaces it.
    ahead = target.record.confirmed_at > scene.now
    if scene.authority.at <= target.record.confirmed_at and not ahead:
        return Plan(verb=Verb.CONFIRM, drafts=(), no=asked.no)
    draft = revised(target, scene, confirmed_at=scene.authority.at)
    return Plan(verb=Verb.CONFIRM, drafts=(draft,), no=asked.no)
