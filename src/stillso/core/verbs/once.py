"""once: "this time only". The record stays as it is; the session's own window notes the exception."""

from __future__ import annotations

from stillso.core.items import ItemKind
from stillso.core.operations import Verb
from stillso.core.values import dataclass
from stillso.core.verbs.plans import Draft, Plan, Scene, Target


@dataclass(frozen=True, kw_only=True, slots=True)
class Once:
    """Record ``no`` is not followed this time."""

    no: int
    quote: str | None = None


def once(target: Target, base: str, scene: Scene) -> Plan:
    """A plan for the window of the session: one note that names the record, its revision and the user's words."""
    words = scene.authority.words
    lines = [f"base: {base}", f"record: #{target.record.no}", f"revision: {target.item.head}"]
    if words:
        lines.append(f"words: {words.slice}")
    draft = Draft(
        kind=ItemKind.BLOCK,
        path=f"once/{scene.space.items + 1:04d}.md",
        item=None,
        data=("\n".join(lines) + "\n").encode(),
        summary=f"#{target.record.no}",
    )
    return Plan(verb=Verb.ONCE, drafts=(draft,), no=target.record.no)
