"""What needs confirming, and what would keep a base in order, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stillso.services.answers import Json, listing
from stillso.texts import Texts

if TYPE_CHECKING:
    from stillso.services.reading import Shown
    from stillso.services.tidying import Advice, Tidied


def due(shown: Shown) -> Json:
    """What needs confirming: the same fields, and what to ask; without ``attended`` the questions go into a report."""
    asked = zip(listing(shown)["lines"], shown.questions, strict=True)
    lines = [{**line, "question": each.text, "yes": each.yes.value} for line, each in asked]
    return {"lines": lines, "attended": shown.attended}


def tidied(found: Tidied, texts: Texts, more: str = "") -> Json:
    """What would keep a base in order; ``more`` follows in every command, such as ``--base shop``."""
    told: Json = {"findings": [_advice(each, texts, more) for each in found.found]}
    return told | ({"full": True} if found.full else {})


def _advice(advice: Advice, texts: Texts, more: str) -> Json:
    nos = [row.record.no for row in advice.rows]
    found: Json = {"kind": advice.kind.value, "nos": nos, "reason": advice.reason(texts)}
    found["commands"] = [f"stillso {command}{more}" for command in _commands(advice, nos)]
    found |= {"question": advice.question.text} if advice.question else {}
    return found | ({"proposal": advice.proposal} if advice.proposal else {})


def _commands(advice: Advice, nos: Sequence[int]) -> list[str]:
    """What would carry an advice out: for each record in turn or, where a question is asked, by its answer."""
    if advice.question:
        confirms = [] if advice.question.ended else [f"confirm '#{nos[0]}'"]
        return [*confirms, f"supersede '#{nos[0]}' \"…\"", f"retract '#{nos[0]}'"]
    match advice.kind.value:
        case "unread":
            return [f"retract '#{no}'" for no in nos]
        case "near-limit":
            return [f"supersede '#{no}' \"…\"" for no in nos]
    return [f"retract '#{nos[0]}'" if advice.pair else f"supersede '#{nos[0]}' \"…\""]
