"""Who may do what: the one place where an operation gets its authority, or learns that it lacks one.

Guards law 1: nothing changes but by an operation, and no operation without an authority. A record's source is
derived from the authority, never taken from the writer.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from stillso.core import policy
from stillso.core.values import dataclass
from stillso.errors import Code, Why


class PrincipalKind(StrEnum):
    """Who can act."""

    PERSON = "person"
    AGENT = "agent"


@dataclass(frozen=True, kw_only=True, slots=True)
class Principal:
    """A person or an agent of the workspace. Names are unique and never reused.

    ``auto_record``: an agent is asked to record by itself what it learns, wherever it may write.
    """

    id: str
    kind: PrincipalKind
    name: str
    created_at: datetime
    auto_record: bool = False


class Level(StrEnum):
    """How an agent is linked to a base. ASK: read and write, but a person is asked before each write."""

    READ = "read"
    WRITE = "write"
    ASK = "ask"


@dataclass(frozen=True, kw_only=True, slots=True)
class Grant:
    """The link of an agent to a base."""

    space: str
    principal: str
    level: Level
    at: datetime


class Basis(StrEnum):
    """Why an operation may happen."""

    QUOTED = "quoted"
    APPROVED = "approved"
    OWNER = "owner"
    GRANTED = "granted"
    HARNESS = "harness"


_SOURCES = {Basis.QUOTED: "stated", Basis.APPROVED: "confirmed", Basis.OWNER: "owner"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Words:
    """The user's own words, found: the slice, where it stands, who said it and when it was heard."""

    slice: str
    session: str
    message: int
    begins: int
    ends: int
    delivered_by: str
    said_by: str
    heard_at: datetime
    known: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Authority:
    """Established authority: its basis, the words if there are any, the person behind it and when they spoke.

    ``assent`` says that the words agree to what the agent asked, rather than say it themselves.
    """

    basis: Basis
    at: datetime
    person: str | None = None
    words: Words | None = None
    assent: bool = False

    @property
    def source(self) -> str:
        """The source that a record gets from this authority: stated, confirmed or owner."""
        if self.assent:
            return "confirmed"
        return _SOURCES[self.basis]


@dataclass(frozen=True, kw_only=True, slots=True)
class Lacking:
    """The operation may happen once a person says so: why it waits, what else they should know, and any words found."""

    why: Why
    flags: tuple[Why, ...] = ()
    words: Words | None = None


def may_write(level: Level | None, channel: str | None) -> Code | None:
    """The refusal of an agent's write by its grant and its channel; None when it may go on."""
    if level is None or level is Level.READ:
        return Code.NO_GRANT
    if level is Level.ASK and channel not in policy.ASKABLE:
        return Code.NOBODY_TO_ASK
    return None


def of_agent(level: Level, words: Words | None, doubts: Sequence[Why], *, assent: bool = False) -> Authority | Lacking:
    """What an agent's record verb may rest on: the user's words, if nothing speaks against them; else it waits.

    ``doubts`` are the reasons why the words prove nothing, or why there are none. With an ask grant even proven words
    wait for the person.
    """
    reasons = [*doubts, *([Why.ASK_FIRST] if level is Level.ASK else [])]
    if reasons or words is None:
        return lacking(reasons or [Why.NO_QUOTE], words)
    return Authority(basis=Basis.QUOTED, at=words.heard_at, person=words.said_by, words=words, assent=assent)


def lacking(reasons: list[Why], words: Words | None) -> Lacking:
    """The first reason in the order of the table, the rest as flags."""
    first, *rest = sorted(set(reasons), key=tuple(Why).index)
    return Lacking(why=first, flags=tuple(rest), words=words)


def of_owner(person: Principal, now: datetime) -> Authority:
    """A person's own act."""
    return Authority(basis=Basis.OWNER, at=now, person=person.name)


def of_approval(person: Principal, now: datetime, words: Words | None) -> Authority:
    """A person said yes to a proposal: dated by the act; words that were proven stay with it."""
    return Authority(basis=Basis.APPROVED, at=now, person=person.name, words=words)
