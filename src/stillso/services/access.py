"""Who is asking, and what they may reach: people, agents, grants.

A person of the workspace may do everything in it; an agent what its grant says. Whoever acts through a session acts as
that session's agent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from stillso.core import authority, names
from stillso.core.authority import Grant, Level, Principal, PrincipalKind
from stillso.core.items import Space, SpaceKind
from stillso.core.operations import Refused
from stillso.core.sights import Session
from stillso.core.values import dataclass, replace
from stillso.errors import Code, Loss, LostStorage
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, View

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class Caller:
    """Who acts: a person or an agent, and the session it acts in, if any. ``shell``: an agent at a command line."""

    principal: Principal
    session: Session | None = None
    shell: bool = False

    @property
    def is_person(self) -> bool:
        return self.principal.kind is PrincipalKind.PERSON


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """A base as a caller reaches it. ``level`` is None for a person, who needs no grant."""

    space: Space
    level: Level | None


def unknown(what: str, name: str, known: Iterable[str] = (), **more: object) -> Refused:
    """Refused: there is no such thing, or it is not the caller's to know of. ``known`` are those there are."""
    facts: dict[str, object] = {"what": what, "name": name, **more}
    listed = ", ".join(known)
    return Refused(code=Code.UNKNOWN, facts=facts | ({"known": listed, "reason": "listed"} if listed else {}))


def only_a_person(by: Caller) -> Refused | None:
    """Refused to who is no person."""
    return None if by.is_person else Refused(code=Code.NOT_A_PERSON, facts={"name": by.principal.name})


def bad_prefix(prefix: str) -> Refused | None:
    """Refused for the beginning of paths that no good path has."""
    reason = names.prefix_problem(prefix)
    return Refused(code=Code.BAD_PATH, facts={"path": prefix, "reason": reason}) if reason else None


def add(ws: Workspace, kind: PrincipalKind, name: str) -> Principal | Refused:
    """A new person or agent. Refused when the name is taken. Raises Misuse for a name that is none."""
    principal = Principal(id=ws.new_id(), kind=kind, name=names.check_name(name), created_at=ws.now())

    def work(tx: Transaction) -> Principal | Refused:
        taken = tx.principal(name)
        if taken:
            return Refused(code=Code.EXISTS, facts={"what": taken.kind.value, "name": name})
        tx.save(principal)
        return principal

    return ws.run(None, work)


def person(ws: Workspace, name: str) -> Principal | Refused:
    """The person of this name, added when missing. Refused when an agent has the name.

    Where nothing can be written, somebody new may read all the same.
    """
    with ws.view() as view:
        found = view.principal(name)
    if found is None:
        added = Principal(id=ws.new_id(), kind=PrincipalKind.PERSON, name=names.check_name(name), created_at=ws.now())
        try:
            found = ws.run(None, lambda tx: tx.principal(name) or _saved(tx, added))
        except LostStorage as lost:
            if lost.loss is not Loss.READ_ONLY:
                raise
            found = added
    return found if found.kind is PrincipalKind.PERSON else Refused(code=Code.NOT_A_PERSON, facts={"name": name})


def _saved(tx: Transaction, principal: Principal) -> Principal:
    tx.save(principal)
    return principal


def grant(ws: Workspace, by: Caller, agent: str, base: str, level: Level) -> Grant | Refused:
    """Link an agent to a base. Only a person may; it counts at once."""
    refused = only_a_person(by)
    if refused:
        return refused

    def work(tx: Transaction) -> Grant | Refused:
        principal, space = agent_of(tx, agent), base_of(tx, base)
        if isinstance(principal, Refused):
            return principal
        if space is None:
            return unknown("base", base)
        given = Grant(space=space.id, principal=principal.id, level=level, at=ws.now())
        tx.save(given)
        return given

    return ws.run(None, work)


def revoke(ws: Workspace, by: Caller, agent: str, base: str) -> bool | Refused:
    """Take an agent's link to a base away; whether there was one. Only a person may.

    It counts at once: at the agent's next call, and in the sessions that it has open.
    """
    refused = only_a_person(by)
    if refused:
        return refused

    def work(tx: Transaction) -> bool | Refused:
        principal, space = agent_of(tx, agent), base_of(tx, base)
        if isinstance(principal, Refused):
            return principal
        if space is None:
            return unknown("base", base)
        was_linked = level_of(tx, principal, space) is not None
        tx.unlink(space.id, principal.id)
        return was_linked

    return ws.run(None, work)


def set_agent(ws: Workspace, by: Caller, agent: str, *, auto_record: bool) -> Principal | Refused:
    """Switch on or off that an agent is asked to record by itself what it learns. Only a person may.

    It takes effect where the agent may write: see ``services.prompting``.
    """
    refused = only_a_person(by)
    if refused:
        return refused

    def work(tx: Transaction) -> Principal | Refused:
        principal = agent_of(tx, agent)
        return principal if isinstance(principal, Refused) else _saved(tx, replace(principal, auto_record=auto_record))

    return ws.run(None, work)


def agent_of(view: View, name: str) -> Principal | Refused:
    """The agent of this name; refused as unknown when there is none."""
    principal = view.principal(name)
    if principal is None or principal.kind is not PrincipalKind.AGENT:
        return unknown("agent", name)
    return principal


def _may_know(view: View, caller: Caller, space: Space) -> bool:
    return caller.is_person or level_of(view, caller.principal, space) is not None


def base_of(view: View, key: str) -> Space | None:
    """The base of this slug or id; a window is none."""
    space = view.space(key)
    return space if space is not None and space.kind is SpaceKind.BASE else None


def level_of(view: View, principal: Principal, space: Space) -> Level | None:
    """The agent's level in a base, None without a grant."""
    grants = (grant.level for grant in view.grants(space.id) if grant.principal == principal.id)
    return next(grants, None)


def place(view: View, caller: Caller, base: str | None) -> Place | Refused:
    """The base that a call is about, if the caller may read it.

    Left out, it is the session's only base, or the only one there is. Refused as unknown when there is none of that
    name, and as ``no-grant`` when the agent is not linked to it or the session was not opened on it.
    """
    if base is None:
        mine = caller.session.bases if caller.session else ()
        if not mine and len(every := view.bases()) == 1:
            mine = (every[0].id,)
        if len(mine) != 1:
            slugs = ", ".join(each.slug for each in view.bases() if each.id in mine or not mine)
            return Refused(code=Code.UNKNOWN, facts={"what": "base", "known": slugs or "–", "reason": "several"})
        base = mine[0]
    space = base_of(view, base)
    if space is None:
        return unknown("base", base, (each.slug for each in view.bases() if _may_know(view, caller, each)))
    if caller.is_person:
        return Place(space=space, level=None)
    level = level_of(view, caller.principal, space)
    inside = caller.session is None or space.id in caller.session.bases
    if level is None or not inside:
        return Refused(code=Code.NO_GRANT, facts={"agent": caller.principal.name, "base": space.slug, "level": "–"})
    return Place(space=space, level=level)


def under_lock(ws: Workspace, slug: str, work: Callable[[Transaction, Space], T]) -> T | Refused:
    """Do ``work`` with a base as it is under its lock. Refused as unknown when there is none."""
    with ws.view() as view:
        found = base_of(view, slug)
    if found is None:
        return unknown("base", slug)

    def locked(tx: Transaction) -> T:
        space = tx.space(found.id)
        assert space is not None
        return work(tx, space)

    return ws.run(found.id, locked)


def lock_of(ws: Workspace, caller: Caller, base: str | None) -> str | Refused:
    """The key of the base that a call is about, to lock it: what was named, without looking whether it is there."""
    mine = caller.session.bases if caller.session else ()
    if base is not None or len(mine) == 1:
        return base if base is not None else mine[0]
    with ws.view() as view:
        found = place(view, caller, base)
    return found if isinstance(found, Refused) else found.space.id


def writable(view: View, place: Place, caller: Caller) -> Refused | None:
    """The refusal of a write by an ended session, by grant or by channel; None for who may go on."""
    refused = ended(view, caller)
    if refused:
        return refused
    if place.level is None:
        return None
    channel = caller.session.channel if caller.session else None
    code = authority.may_write(place.level, channel)
    facts: Mapping[str, object] = {
        "agent": caller.principal.name,
        "base": place.space.slug,
        "level": place.level.value,
        "channel": channel or "–",
    }
    return Refused(code=code, facts=facts) if code else None


def readable(view: View, caller: Caller) -> list[Place]:
    """The bases that the caller may read now, by slug; in its session those that it was opened on."""
    inside = None if caller.session is None else caller.session.bases
    places = [place(view, caller, base.id) for base in view.bases() if inside is None or base.id in inside]
    return [each for each in places if isinstance(each, Place)]


def target(view: View, caller: Caller, base: str | None) -> str | Refused | None:
    """The base that a change is for: the one named, else the only one that the caller may write.

    Of several the refusal names those, and where there is none it says why. None where the caller reaches no base:
    whoever acts then says so.
    """
    places = [] if base is not None else readable(view, caller)
    refusals = [writable(view, each, caller) for each in places]
    mine = [each.space for each, refused in zip(places, refusals, strict=True) if not refused]
    if len(mine) == 1:
        return mine[0].id
    if mine:
        slugs = ", ".join(space.slug for space in mine)
        return Refused(code=Code.UNKNOWN, facts={"what": "base", "known": slugs, "reason": "several"})
    return next(filter(None, refusals), base)


def ended(view: View, caller: Caller) -> Refused | None:
    """Refused when the caller's session has ended: nothing more is changed or noted in it."""
    session = view.session(caller.session.id) if caller.session else None
    over = session is not None and session.closed_at is not None
    return unknown("session", session.id) if session is not None and over else None
