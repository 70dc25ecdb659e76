"""Operations and what comes of asking for one.

An operation is one all-or-nothing change of items in one space; version *n* of a space is its *n*-th operation.
It is appended and never edited. Every verb ends in one of three outcomes: ``Done``, ``Waiting`` or ``Refused``.
Each operation carries the hash of the one before, so the log of a space is a chain that can be verified.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from hashlib import sha256

from stillso.core.authority import Basis
from stillso.core.findable import Worded
from stillso.core.items import Item, Revision
from stillso.core.names import micros
from stillso.core.records import Indexed
from stillso.core.sights import Message
from stillso.core.values import dataclass, field
from stillso.errors import Code, Why


class Verb(StrEnum):
    """What an operation did."""

    CREATE = "create"
    WRITE = "write"
    REMEMBER = "remember"
    CONFIRM = "confirm"
    SUPERSEDE = "supersede"
    RETRACT = "retract"
    RESTORE = "restore"
    AMEND = "amend"
    ONCE = "once"
    REVERT = "revert"
    PUBLISH = "publish"
    REFUSE = "refuse"
    CLEAR = "clear"
    COMPACT = "compact"
    NOTE = "note"


#: Verbs of a harness in its session's window: they are never asked for, so none waits.
OF_WINDOWS = frozenset({Verb.CLEAR, Verb.COMPACT, Verb.NOTE})


@dataclass(frozen=True, kw_only=True, slots=True)
class Operation:
    """One line of a space's log. ``at`` is the caller's clock, ``recorded_at`` the store's own.

    ``actor`` and ``person`` are principal ids; ``commitment`` covers the reason and the words through ``salt``, as a
    revision's covers its bytes; ``hash`` covers the whole line and ``parent``, the hash of the line before.
    """

    space: str
    n: int
    id: str
    verb: Verb
    actor: str
    session: str | None
    authority: Basis
    person: str | None
    at: datetime
    recorded_at: datetime
    reason: str | None
    salt: bytes
    commitment: bytes
    parent: bytes
    hash: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """One item as the operation leaves it, its new revision, and the index row when it is a record."""

    item: Item
    revision: Revision
    indexed: Indexed | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """From an operation to the words it rests on: the heard message, the span in characters, who delivered it."""

    space: str
    version: int
    session: str
    message: int
    begins: int
    ends: int
    delivered_by: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Tombstone:
    """A rejected content, known again by its keyed fingerprint alone, and the place of the decision."""

    fingerprint: bytes
    space: str
    version: int
    no: int | None
    decision: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Commit:
    """Everything one operation writes, in one transaction. ``lifted`` are fingerprints that count no longer.

    ``worded`` are the texts that are found by other words than before.
    """

    operation: Operation
    changes: tuple[Change, ...]
    evidence: tuple[Evidence, ...] = ()
    rejected: tuple[Tombstone, ...] = ()
    lifted: tuple[bytes, ...] = ()
    worded: tuple[Worded, ...] = ()


class Decision(StrEnum):
    """What a person decided about a proposal."""

    APPROVED = "approved"
    REFUSED = "refused"


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposal:
    """An operation that lacks its authority: it has not happened. Screens call it a candidate.

    ``asked`` is the request as given, ``seen`` what it was drafted against (item key to revision; 0 for an absent
    file, by path), ``shown`` what a person is shown. ``outcome`` is None while it is open, else approved or refused.
    """

    id: str
    space: str
    verb: Verb
    asked: Mapping[str, object]
    seen: Mapping[str, int]
    shown: Mapping[str, object]
    why: Why
    flags: tuple[Why, ...]
    actor: str
    session: str | None
    opened_at: datetime
    evidence: Mapping[str, object] | None = None
    outcome: Decision | None = None
    decided_by: str | None = None
    decided_at: datetime | None = None
    version: int | None = None


# --- outcomes ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class Done:
    """It happened: as version ``version`` of ``base``. With ``unchanged`` there was nothing to do.

    ``proposal`` is the one that a person decided; ``decided_before`` says that this is the first answer again.
    ``again`` and ``ended`` are the records that a revert brought back and ended.
    """

    verb: Verb
    base: str
    version: int
    no: int | None = None
    replaces: int | None = None
    paths: tuple[str, ...] = ()
    unchanged: bool = False
    notices: tuple[str, ...] = ()
    proposal: str | None = None
    decided_before: bool = False
    again: tuple[int, ...] = ()
    ended: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting:
    """It was kept as a proposal, and nothing has changed."""

    proposal: str
    why: Why
    base: str
    flags: tuple[Why, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """Nothing was kept. ``facts`` fill the sentence of the code; ``seen`` and ``now`` are what the caller had seen
    and what is there now."""

    code: Code
    facts: Mapping[str, object] = field(default_factory=dict)
    seen: Mapping[str, object] | None = None
    now: Mapping[str, object] | None = None


Outcome = Done | Waiting | Refused


# --- the chain -----------------------------------------------------------------------------------------------

#: What the first operation of a space names as its parent.
GENESIS = bytes(32)

_as_json = json.JSONEncoder(separators=(",", ":")).encode


def commit_to(salt: bytes, *texts: bytes | None) -> bytes:
    """The salted hash that stands in the chain for texts that may be erased later. Absent and empty differ."""
    seal = sha256(salt)
    for text in texts:
        seal.update(b"\0" if text is None else b"\1" + len(text).to_bytes(8, "big") + text)
    return seal.digest()


def commit_to_grounds(salt: bytes, reason: str | None, evidence: Evidence | None, message: Message | None) -> bytes:
    """What stands in the chain for why an operation happened: its reason and, where it rests on words, the heard
    message that holds them, whole, with the place of the words in it. ``message`` is the one that the evidence names.
    """
    told = None if reason is None else reason.encode()
    if evidence is None or message is None:
        return commit_to(salt, told)
    asked = None if message.asked is None else message.asked.encode()
    place = [evidence.session, evidence.message, evidence.begins, evidence.ends, evidence.delivered_by]
    heard = [message.delivered_by, message.said_by, message.known, micros(message.at)]
    where = _as_json([*place, *heard]).encode()
    return commit_to(salt, told, message.text.encode(), asked, where)


def chain_hash(operation: Operation, changes: tuple[tuple[int, int, bytes], ...]) -> bytes:
    """The hash of an operation: over its parent, its own fields and (item key, revision, commitment) of its changes.

    Texts are covered through commitments only, so the chain verifies after an erase. ``operation.hash`` is not read.
    """
    line = [
        operation.space,
        operation.n,
        operation.id,
        operation.verb,
        operation.actor,
        operation.session,
        operation.authority,
        operation.person,
        micros(operation.at),
        micros(operation.recorded_at),
        operation.commitment.hex(),
        [[key, n, commitment.hex()] for key, n, commitment in sorted(changes)],
    ]
    return sha256(operation.parent + _as_json(line).encode()).digest()
