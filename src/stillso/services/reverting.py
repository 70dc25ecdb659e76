"""Putting a base back to how it stood at a version.

A revert is a new version: what it takes back keeps its own, and can be put back in turn. Records that were replaced or
retracted since come into force again only by name.
"""

from __future__ import annotations

from collections.abc import Sequence

from stillso.core import authority, names, verbs
from stillso.core.authority import Authority, Basis, Level
from stillso.core.items import Space
from stillso.core.operations import Outcome, Refused
from stillso.core.records import Record
from stillso.core.values import dataclass
from stillso.core.verbs import Back, Plan, Revert, Scene
from stillso.errors import Code, Why
from stillso.services import access, commits, files, guarding, proposals, targets, versions
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, View


@dataclass(frozen=True, kw_only=True, slots=True)
class Preview:
    """What a revert would do: the paths it would change, and the records that would be in force again or ended."""

    base: str
    to: int
    paths: tuple[str, ...]
    again: tuple[Record, ...]
    ended: tuple[Record, ...]


def preview(ws: Workspace, caller: Caller, base: str | None, to: int, paths: Sequence[str] = ()) -> Preview | Refused:
    """What putting a base, or these paths of it, back to a version would do; nothing is changed."""
    with ws.view() as view:
        place = access.place(view, caller, base)
        if isinstance(place, Refused):
            return place
        space = place.space
        ground = authority.of_owner(caller.principal, ws.now())
        back = _back(view, space, Revert(to=to, paths=tuple(paths)), commits.scene(ws, space, caller, ground))
    if isinstance(back, Refused):
        return back
    return Preview(
        base=space.slug,
        to=to,
        paths=tuple(draft.path for draft in back.drafts),
        again=back.again,
        ended=back.ended,
    )


def revert(ws: Workspace, caller: Caller, base: str | None, asked: Revert) -> Outcome:
    """Put a base back to a version, as a new version; an agent's request waits for a person.

    Refused as stale when ``read_version`` is not the newest one, and as ``rejected-before`` with the records that would
    be in force again and are not named.
    """
    ws = ws.stopped()
    with ws.view() as view:
        place = access.place(view, caller, base)
    if isinstance(place, Refused):
        return place
    return ws.run(place.space.id, lambda tx: _revert(ws, tx, caller, place.space.id, asked))


def _revert(ws: Workspace, tx: Transaction, caller: Caller, base: str, asked: Revert) -> Outcome:
    place = access.place(tx, caller, base)
    if isinstance(place, Refused):
        return place
    space = place.space
    refused = access.writable(tx, place, caller) or guarding.refuse_reason(asked.reason) or _stale(tx, space, asked)
    if refused:
        return refused
    ground = Authority(basis=Basis.OWNER, at=ws.now(), person=caller.principal.name)
    plan = planned(tx, space, asked, commits.scene(ws, space, caller, ground))
    if isinstance(plan, Refused):
        return plan
    if caller.is_person or not plan.drafts:
        return commits.finish(ws, tx, space, plan, caller, ground)
    why = Why.AGENT_SHELL if caller.shell else Why.ASK_FIRST if place.level is Level.ASK else Why.OWNER_ONLY
    lacking = authority.lacking([why], None)
    return proposals.keep(ws, tx, space, caller, asked, plan, lacking, heads_of(plan))


def planned(view: View, space: Space, asked: Revert, scene: Scene) -> Plan | Refused:
    """What a revert decides, on the base as it is now."""
    back = _back(view, space, asked, scene)
    return back if isinstance(back, Refused) else verbs.revert(asked, back)


def heads_of(plan: Plan) -> dict[str, int]:
    """What a plan was made against: the newest revision of each item by its path, 0 for a new one."""
    return {draft.path: draft.item.head if draft.item else 0 for draft in plan.drafts}


def _back(view: View, space: Space, asked: Revert, scene: Scene) -> Back | Refused:
    """What the revert would put back.

    Refused for a version that there is not: a base began with version 1, and nothing is put back to before it. Refused
    for a path that never was, for that of a record alone, and where a path that comes back could not stand beside one
    that came since.
    """
    refused = versions.unknown_version(space, asked.to, least=1)
    refused = refused or next(filter(None, (_unfit_path(view, space, path) for path in asked.paths)), None)
    if refused:
        return refused
    changed = versions.changed(view, space, asked.to, space.head)
    back = verbs.put_back([each for each in changed if not asked.paths or each.item.path in asked.paths], scene)
    gone = {draft.path for draft in back.drafts if draft.data is None}
    made = [each.path for each in back.drafts if each.data is not None and each.item and each.item.deleted]
    return verbs.refuse_clash(made, targets.alike(view, space, made, gone)) or back


def _unfit_path(view: View, space: Space, path: str) -> Refused | None:
    """A record does not go back alone: it is part of a chain, of which one is in force."""
    if names.in_records(path):
        return Refused(code=Code.RECORD_PATH, facts={"path": path})
    return files.missing(path) if view.item(space.id, path) is None else None


def _stale(view: View, space: Space, asked: Revert) -> Refused | None:
    """Refused when the base has moved on from the version that the caller knows."""
    if asked.read_version in (None, space.head):
        return None
    facts = {"base": space.slug, "reason": "base", **targets.wrote(view, space, space.head), "version": space.head}
    seen, now = {"version": asked.read_version}, {"version": space.head}
    return Refused(code=Code.STALE, facts=facts, seen=seen, now=now)
