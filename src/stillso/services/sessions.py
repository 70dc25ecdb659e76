"""Sessions: opening, hearing what the user says, showing, ending.

Only a harness, or a person for their own words, hands over what was said; a message is kept as it was heard. A session
belongs to one principal, and another's id answers as unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

from stillso import services
from stillso.core import policy, sights
from stillso.core.authority import Principal, PrincipalKind
from stillso.core.items import Space, SpaceKind
from stillso.core.operations import Refused
from stillso.core.sights import How, Message, Session, Sight
from stillso.core.values import replace
from stillso.core.verbs import is_text
from stillso.errors import Code, Misuse
from stillso.services import access, upkeep
from stillso.services.access import Caller, unknown
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, View

T = TypeVar("T")


def start(
    ws: Workspace,
    agent: str,
    bases: Sequence[str],
    channel: str,
    person: Principal | None,
    *,
    client: str | None = None,
    parent: str | None = None,
) -> Session | Refused:
    """Open a session of an agent on bases that it may read; old sessions are swept on the way.

    Raises Misuse for an unknown channel. The window of the session is made with it. Where a session stands for the
    client's conversation already, it is that one.
    """
    if channel not in policy.CHANNELS:
        raise Misuse(f"{channel!r} is no channel; use one of {', '.join(policy.CHANNELS)}")
    opened = ws.now()
    window = Space(id=ws.new_id(), kind=SpaceKind.WINDOW, slug="", name="", description="", created_at=opened)

    def work(tx: Transaction) -> Session | Refused:
        there = tx.conversation(client) if client is not None else None
        if there is not None:
            return there
        principal = tx.principal(agent)
        if principal is None or principal.kind is not PrincipalKind.AGENT:
            return unknown("agent", agent)
        places = [access.place(tx, Caller(principal=principal), base) for base in bases]
        refused = next((each for each in places if isinstance(each, Refused)), None)
        if refused:
            return refused
        session = Session(
            id=ws.short_id("s"),
            agent=principal.id,
            person=person.id if person else None,
            channel=channel,
            bases=tuple(dict.fromkeys(each.space.id for each in places if isinstance(each, access.Place))),
            window_id=window.id,
            opened_at=opened,
            client=client,
            parent=parent,
        )
        while tx.session(session.id):
            session = replace(session, id=ws.short_id("s"))
        tx.save(replace(window, slug=window.id, name=session.id))
        tx.save(session)
        return session

    upkeep.sweep(ws)
    return ws.run(None, work)


def caller_in(view: View, speaker: Principal, session_id: str) -> Caller | Refused:
    """The agent of a session, acting; for the agent itself and for the person who opened it.

    Into the session of a client's conversation only the client leads its agent: it alone knows which one runs.
    """
    session = view.session(session_id)
    if session is None or speaker.id not in (session.agent, session.person):
        return unknown("session", session_id)
    if session.client is not None and speaker.id != session.person:
        return unknown("session", session_id)
    agent = view.principal(session.agent)
    assert agent is not None
    return Caller(principal=agent, session=session)


def hear(
    ws: Workspace, session_id: str, text: str, *, by: str, said_by: str | None, asked: str | None = None
) -> Message | Refused:
    """Keep what a person said in this session, exactly as typed but for secrets, which are masked.

    ``by`` delivers it, ``said_by`` names who said it (default: the session's person). Words of somebody who is no
    person of this workspace, and words on channels where anybody may write, are kept but prove nothing.
    ``asked`` is what the agent had said before (default: what was noted that it said).
    """
    if not (is_text(text) and is_text(asked)):
        return Refused(code=Code.NOT_TEXT, facts={"path": "message"})
    if len(text) > policy.MESSAGE_CHARS:
        facts = {"what": "message", "size": len(text), "limit": policy.MESSAGE_CHARS}
        return Refused(code=Code.TOO_LARGE, facts=facts)

    # Before the lock: looking through a long text must not hold up other writers.
    heard, question = services.guarding.masked(text), services.guarding.masked(asked) if asked is not None else None

    def work(tx: Transaction) -> Message | Refused:
        session = tx.session(session_id)
        if session is None or session.closed_at is not None:
            return unknown("session", session_id)
        owner = tx.principal(session.person) if session.person else None
        speaker = tx.principal(said_by) if said_by else owner
        member = speaker is not None and speaker.kind is PrincipalKind.PERSON
        message = Message(
            session=session.id,
            n=session.heard + 1,
            delivered_by=by,
            said_by=speaker.name if speaker else services.guarding.masked(said_by or "–"),
            known=member and session.channel not in policy.UNATTENDED,
            text=heard,
            at=ws.now(),
            asked=question or session.asking,
        )
        tx.save(message)
        tx.save(replace(session, heard=message.n, asking=None))
        return message

    return _in_window(ws, session_id, work)


def disown(ws: Workspace, session: Session, texts: Collection[str]) -> None:
    """Let heard messages of these texts prove nothing: nobody typed them. What an operation rests on already stays."""
    made = {services.guarding.masked(text) for text in texts}

    def work(tx: Transaction) -> None:
        evidence = set(tx.evidence_in(session.hearing))
        for message in tx.messages(session.hearing):
            if message.known and message.text in made and message.n not in evidence:
                tx.save(replace(message, known=False))

    if made:
        ws.run(session.window_id, work)


def end(ws: Workspace, session_id: str) -> Session | Refused:
    """Close a session; closing a closed one changes nothing."""

    def work(tx: Transaction) -> Session | Refused:
        session = tx.session(session_id)
        if session is None:
            return unknown("session", session_id)
        closed = session if session.closed_at else replace(session, closed_at=ws.now())
        tx.save(closed)
        return closed

    return _in_window(ws, session_id, work)


def _in_window(ws: Workspace, session_id: str, work: Callable[[Transaction], T | Refused]) -> T | Refused:
    """Do ``work`` under the lock of a session's window."""
    with ws.view() as view:
        session = view.session(session_id)
    return unknown("session", session_id) if session is None else ws.run(session.window_id, work)


def note_shown(ws: Workspace, session: Session, how: How, shown: Mapping[str, Mapping[int, int]]) -> None:
    """Note that a session was given these revisions: space to item key to revision; in a transaction of its own.

    The same showing as the last of its kind leaves no second row. It does not wait for the disk: of a showing that a
    power cut took, the session is told that it has not seen the item.
    """
    with ws.view() as view:
        new = unnoted(view, session, how, shown)
    note(ws, session, how, new)


def unnoted(view: View, session: Session, how: How, shown: Mapping[str, Mapping[int, int]]) -> dict[str, bytes]:
    """Of what a session is shown, packed, what was not yet noted as shown when the view was taken."""
    packed = {space: sights.pack(revisions) for space, revisions in shown.items() if revisions}
    return {space: each for space, each in packed.items() if _is_new(view, session, how, space, each)}


def note(ws: Workspace, session: Session, how: How, packed: Mapping[str, bytes]) -> None:
    """Note what was ``unnoted`` in a transaction of its own; where there is nothing, none is begun."""
    if packed:
        ws.run(session.window_id, lambda tx: show(ws, tx, session, how, packed), durable=False)


def show(ws: Workspace, tx: Transaction, session: Session, how: How, packed: Mapping[str, bytes]) -> None:
    """The same within a transaction, with the revisions packed."""
    new = [(space, each) for space, each in packed.items() if _is_new(tx, session, how, space, each)]
    turn = tx.heard(session.hearing)
    for n, (space, each) in enumerate(new, tx.showings(session.id) + 1):
        tx.save(Sight(session=session.id, n=n, space=space, how=how, turn=turn, at=ws.now(), packed=each))


def _is_new(view: View, session: Session, how: How, space: str, packed: bytes) -> bool:
    last = view.last_sight(session.id, space, how)
    return last is None or last.packed != packed or last.turn != view.heard(session.hearing)
