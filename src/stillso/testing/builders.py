"""Rows and commits by hand, each with every field that a test does not name already filled."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from stillso.core import names, records
from stillso.core.authority import Basis, Principal, PrincipalKind
from stillso.core.items import Item, ItemKind, Listed, Revision, Space, SpaceKind
from stillso.core.operations import Change, Commit, Evidence, Operation, Proposal, Tombstone, Verb
from stillso.core.records import Indexed, Record, Source, Status
from stillso.core.sights import Call, How, Message, Session, Sight
from stillso.errors import Why

AT = datetime(2026, 6, 22, 3, 10, 0, 1, tzinfo=UTC)
DAY = timedelta(days=1)
#: Everything that is special to some database, shell or reader.
ODD = "'\";--%_\\?:a $1 {x}\r\n\t\x01\x1f\x7f\x85 e\u0301é 漢字　｜ \u200b\u2028\u202e\ufeff\uffff 🙂\U0010ffff "


def a_space(id: str = "B", **fields: Any) -> Space:
    """A base."""
    space = Space(id=id, kind=SpaceKind.BASE, slug=f"slug-{id}", name="", description="", created_at=AT)
    return replace(space, **fields)


def a_principal(id: str, name: str, **fields: Any) -> Principal:
    """An agent."""
    return replace(Principal(id=id, kind=PrincipalKind.AGENT, name=name, created_at=AT), **fields)


def a_session(id: str = "s1", **fields: Any) -> Session:
    """A session of agent a for person p."""
    session = Session(id=id, agent="a", person="p", channel="cli", bases=("B",), window_id="W", opened_at=AT)
    return replace(session, **fields)


def a_message(n: int, **fields: Any) -> Message:
    """Message ``n`` of session s1."""
    return replace(Message(session="s1", n=n, delivered_by="h", said_by="mei", known=True, text="so", at=AT), **fields)


def a_call(id: str, **fields: Any) -> Call:
    """A client's call of a tool, from session s1."""
    return replace(Call(id=id, session="s1", at=AT), **fields)


def a_sight(n: int, **fields: Any) -> Sight:
    """Showing ``n`` of session s1."""
    return replace(Sight(session="s1", n=n, space="B", how=How.READ, turn=0, at=AT, packed=b"\1\1"), **fields)


def a_proposal(id: str, **fields: Any) -> Proposal:
    """An open proposal."""
    proposal = Proposal(
        id=id, space="B", verb=Verb.AMEND, asked={}, seen={}, shown={}, why=Why.NO_QUOTE, flags=(), actor="a",
        session=None, opened_at=AT,
    )  # fmt: skip
    return replace(proposal, **fields)


def a_tombstone(fingerprint: bytes, **fields: Any) -> Tombstone:
    """A rejected content."""
    return replace(Tombstone(fingerprint=fingerprint, space="B", version=1, no=None, decision="retracted"), **fields)


def an_evidence(version: int, **fields: Any) -> Evidence:
    """The words behind a version."""
    evidence = Evidence(space="B", version=version, session="s1", message=1, begins=0, ends=2, delivered_by="h")
    return replace(evidence, **fields)


def a_row(no: int, *, space: str = "B", due_at: datetime | None = None, **fields: Any) -> Indexed:
    """The index row of record ``no``, an active one."""
    record = Record(
        no=no, id=f"R{no}", name="n", type="feedback", status=Status.ACTIVE, source=Source.STATED, content="c",
        condition=None, quote=None, scope=None, audience="user", said_by=None, written_by="w", session=None,
        said_at=AT, created_at=AT, modified_at=AT, confirmed_at=AT, version=1,
    )  # fmt: skip
    record = replace(record, **fields)
    return replace(records.indexed(space, no, 1, record, {}), due_at=due_at)


def a_change(key: int, path: str, text: str | None, n: int = 1, version: int = 1, **fields: Any) -> Change:
    """Revision ``n`` of a file; deleted where the text is None."""
    data = None if text is None else text.encode()
    item = Item(space="B", key=key, id=f"I{key}", kind=ItemKind.FILE, path=path, head=n, deleted=text is None)
    revision = Revision(
        space="B", key=key, n=n, version=version, data=data, size_bytes=len(data or b""),
        sha256=None if data is None else names.digest(data), salt=b"salt", commitment=b"c",
    )  # fmt: skip
    return Change(item=replace(item, **fields), revision=revision)


def a_commit(n: int, *changes: Change, at: datetime = AT, verb: Verb = Verb.WRITE, **fields: Any) -> Commit:
    """The commit of version ``n`` of base B."""
    operation = Operation(
        space="B", n=n, id=f"O{n}", verb=verb, actor="a", session=None, authority=Basis.GRANTED, person=None,
        at=at, recorded_at=AT, reason=None, salt=b"salt", commitment=b"c", parent=bytes(32), hash=bytes([n]) * 32,
    )  # fmt: skip
    return Commit(operation=operation, changes=changes, **fields)


def a_listed(change: Change, operation: Operation) -> Listed:
    """What a listing shows of a change."""
    item, revision = change.item, change.revision
    return Listed(
        path=item.path, kind=item.kind, key=item.key, head=item.head, version=operation.n,
        size_bytes=revision.size_bytes, sha256=revision.sha256, summary=item.summary, actor=operation.actor,
        authority=operation.authority, at=operation.at,
    )  # fmt: skip
