"""Conversations: what an agent's client calls one run of it, and the session that stands for that.

A client's hooks and the server of its tools are processes of their own, which know a conversation by the client's name
for it only. One session stands for it as long as it goes on, also after it was resumed. A subagent has a session of its
own, for which its parent hears. Only a harness joins, and only it says which conversation a call of a tool comes from.
"""

from __future__ import annotations

from collections.abc import Sequence

from stillso import services
from stillso.core.authority import Principal
from stillso.core.operations import Refused
from stillso.core.sights import Call, Session
from stillso.core.values import replace
from stillso.core.verbs import is_text
from stillso.errors import Code
from stillso.services import access, sessions
from stillso.services.access import Caller, unknown
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, View

#: How long a client's name for a conversation or a call may be, in characters. Our choice; a UUID has 36.
NAME_CHARS = 200

#: How much of what an agent said is kept until it is answered, in characters, from its end: questions come last. Our
#: choice.
ASKING_CHARS = 4_000


def join(
    ws: Workspace,
    agent: str,
    client: str,
    bases: Sequence[str],
    *,
    channel: str,
    person: Principal,
    afresh: bool = False,
) -> Session | Refused:
    """The session of a conversation, opened when there is none, and opened again when it had ended.

    ``bases`` are added to those that it reads, and it goes on where it is now: a program may resume what began on a
    screen. With ``afresh`` ages count from now: the agent is given everything anew.
    """
    if not (is_text(client) and 0 < len(client) <= NAME_CHARS):
        return unknown("session", client[:NAME_CHARS] if is_text(client) else "–")
    with ws.view() as view:
        there = view.conversation(client)
    found = there or sessions.start(ws, agent, bases, channel, person, client=client)
    if isinstance(found, Refused):
        return found

    def work(tx: Transaction) -> Session | Refused:
        session, principal = tx.session(found.id), tx.principal(agent)
        if session is None or principal is None or (session.agent, session.person) != (principal.id, person.id):
            return unknown("session", client)
        places = [access.place(tx, Caller(principal=principal), base) for base in bases]
        refused = next((each for each in places if isinstance(each, Refused)), None)
        if refused:
            return refused
        named = (each.space.id for each in places if isinstance(each, access.Place))
        joined = replace(
            session,
            channel=channel,
            bases=tuple(dict.fromkeys((*session.bases, *named))),
            closed_at=None,
            opened_at=ws.now() if afresh or session.closed_at else session.opened_at,
        )
        if joined != session:
            tx.save(joined)
        return joined

    with ws.view() as view:
        same = found.channel == channel and _is_joined(view, found, agent, bases, person)
    return found if same and not afresh else ws.run(found.window_id, work)


def _is_joined(view: View, session: Session, agent: str, bases: Sequence[str], person: Principal) -> bool:
    """Whether a session is open for this agent and person, and reads these bases."""
    principal = view.principal(agent)
    spaces = [access.base_of(view, base) for base in bases]
    whose = principal is not None and (session.agent, session.person) == (principal.id, person.id)
    return whose and session.closed_at is None and all(space and space.id in session.bases for space in spaces)


def join_subagent(ws: Workspace, parent: Session, name: str) -> Session | Refused:
    """The session of a subagent, by the client's name for it, opened when there is none."""
    with ws.view() as view:
        agent = view.principal(parent.agent)
        person = view.principal(parent.person) if parent.person else None
    assert agent is not None
    client = f"{parent.client}/{name}"
    if not is_text(client) or len(client) > NAME_CHARS:
        return unknown("session", "–")
    return sessions.start(ws, agent.name, parent.bases, parent.channel, person, client=client, parent=parent.id)


def note_call(ws: Workspace, session: Session, call: str) -> None:
    """Note that a client's call of a tool comes from this conversation; it does not wait for the disk."""
    if is_text(call) and 0 < len(call) <= NAME_CHARS:
        noted = Call(id=call, session=session.id, at=ws.now())
        ws.run(session.window_id, lambda tx: tx.save(noted), durable=False)


def note_asking(ws: Workspace, session: Session, said: str) -> None:
    """Note what the agent said last; the next message that is heard may answer it."""
    if not is_text(said):
        return
    asking = services.guarding.masked(said)[-ASKING_CHARS:]

    def work(tx: Transaction) -> None:
        now = tx.session(session.id)
        if now is not None:
            tx.save(replace(now, asking=asking))

    ws.run(session.window_id, work, durable=False)


def caller(ws: Workspace, *, call: str | None, client: str | None) -> Caller | Refused:
    """Who makes a client's call of a tool: the session it was noted to come from, else that of the conversation.

    Unknown when nobody noted either, and when the conversation is over.
    """
    with ws.view() as view:
        noted = view.call(call) if call is not None else None
        session = view.session(noted.session) if noted else view.conversation(client) if client is not None else None
        if session is None or session.closed_at is not None:
            return Refused(code=Code.UNKNOWN, facts={"what": "session", "name": client or "–"})
        agent = view.principal(session.agent)
    assert agent is not None
    return Caller(principal=agent, session=session)
