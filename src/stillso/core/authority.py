"""Who may do what: the one place where an operation gets its authority, or learns that it lacks one.

Guards law 1: nothing changes but by an operation, and no operation without an authority. A record's source is
derived from the authority, never taken from the writer. The table of verbs is at the bottom of this file.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from stillso.core import policy
from stillso.errors import Code, Why


class PrincipalKind(StrEnum):
    """Who can act."""

    PERSON = "person"
    AGENT = "agent"


@dataclass(frozen=True, kw_only=True, slots=True)
class Principal:
    """A person or an agent of the workspace. Names are unique and never reused."""

    id: str
    kind: PrincipalKind
    name: str
    created_at: datetime


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
    """Established authority: its basis, the words if there are any, the person behind it and when they spoke."""

    basis: Basis
    at: datetime
    person: str | None = None
    words: Words | None = None

    @property
    def source(self) -> str:
        """The source that a record gets from this authority: stated, confirmed or owner."""
        return {Basis.QUOTED: "stated", Basis.APPROVED: "confirmed", Basis.OWNER: "owner"}[self.basis]


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


def of_agent(
    level: Level, now: datetime, words: Words | None, missing: Why | None, *, old_words: bool = False
) -> Authority | Lacking:
    """What an agent's record verb may rest on: the user's words when they were found, else it waits.

    ``missing`` says why there are no words. Words of an unknown speaker, and words said before the agent had seen
    what it asks about (``old_words``), prove nothing. With an ask grant even proven words wait for the person.
    """
    reasons = [missing] if missing else []
    if words is not None and old_words:
        reasons.append(Why.OLD_WORDS)
    if words is not None and not words.known:
        reasons.append(Why.UNKNOWN_SPEAKER)
    if level is Level.ASK:
        reasons.append(Why.ASK_FIRST)
    if reasons or words is None:
        return lacking(reasons, words)
    return Authority(basis=Basis.QUOTED, at=words.heard_at, person=words.said_by, words=words)


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
