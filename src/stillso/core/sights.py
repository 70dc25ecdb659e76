"""Sights: which session was given which revision of which item, whole, and after how many heard messages.

Guards law 2: you may change only what you have seen as it is now. One check serves ``read_version``,
``expected_sha256`` and "read before writing". A sight is one packed row per showing; listing, news and refusals
are no sights. News is law 4: what was shown can be followed, also through a summary that carries it.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum

from stillso.core.values import dataclass
from stillso.errors import BrokenData


@dataclass(frozen=True, kw_only=True, slots=True)
class Session:
    """One run of an agent, and the person it runs for. ``heard`` counts the messages heard.

    ``client`` is what the agent's client calls the conversation. A session of a subagent has a ``parent``, which hears
    for it. ``asking`` is what the agent said last, which the next message that is heard may answer.
    """

    id: str
    agent: str
    person: str | None
    channel: str
    bases: tuple[str, ...]
    window_id: str
    opened_at: datetime
    closed_at: datetime | None = None
    heard: int = 0
    client: str | None = None
    parent: str | None = None
    asking: str | None = None

    @property
    def hearing(self) -> str:
        """The session whose messages count for this one."""
        return self.parent or self.id


@dataclass(frozen=True, kw_only=True, slots=True)
class Message:
    """What a person said in a session, as the harness delivered it. ``known``: a member, on an attended channel."""

    session: str
    n: int
    delivered_by: str
    said_by: str
    known: bool
    text: str
    at: datetime
    asked: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """A client's call of a tool, by the client's id of it, and the session that it comes from."""

    id: str
    session: str
    at: datetime


class How(StrEnum):
    """How a session was shown something."""

    LINES = "lines"
    READ = "read"
    WRITE = "write"
    NEWS = "news"
    SUMMARY = "summary"


#: How something was shown whole: told in news, or carried by a summary, it was not.
WHOLE = frozenset({How.LINES, How.READ, How.WRITE})


@dataclass(frozen=True, kw_only=True, slots=True)
class Sight:
    """One showing: ``packed`` holds item keys and revisions; ``turn`` is how many messages had been heard before."""

    session: str
    n: int
    space: str
    how: How
    turn: int
    at: datetime
    packed: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """The newest revision of an item that a session was shown, and the turn at which it first saw that one."""

    revision: int
    turn: int


# --- packing -------------------------------------------------------------------------------------------------


def pack(shown: Mapping[int, int]) -> bytes:
    """Item keys and revisions as variable-length numbers, keys rising and written as differences."""
    keys = sorted(shown)
    numbers = [0] * (2 * len(keys))
    numbers[::2] = map(operator.sub, keys, (0, *keys))
    numbers[1::2] = map(shown.__getitem__, keys)
    # Most often each number is one byte, but for the first key.
    first, rest = numbers[:1], numbers[1:]
    if max(rest, default=0) < 128:
        return b"".join(map(_number, first)) + bytes(rest)
    return b"".join(map(_number, numbers))


def unpack(packed: bytes) -> dict[int, int]:
    """What ``pack`` packed. Raises BrokenData for bytes that it cannot have made."""
    numbers: list[int] = []
    number = shift = 0
    for byte in packed:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number)
            number = shift = 0
    if shift or len(numbers) % 2:
        raise BrokenData("a sight ends in the middle of a number")
    shown: dict[int, int] = {}
    key = 0
    for step, revision in zip(numbers[::2], numbers[1::2], strict=True):
        key += step
        shown[key] = revision
    return shown


def _revision_in(packed: bytes, key: int) -> int | None:
    """The revision of one item in a showing, None when it is not in it; what comes after the item is not read."""
    number = shift = at = 0
    is_key = True
    for byte in packed:
        number |= (byte & 127) << shift
        shift += 7
        if byte > 127:
            continue
        if is_key:
            at += number
            if at > key:
                return None
        elif at == key:
            return number
        number = shift = 0
        is_key = not is_key
    return None


def _number(number: int) -> bytes:
    packed = bytearray()
    while number > 127:
        packed.append(number & 127 | 128)
        number >>= 7
    packed.append(number)
    return bytes(packed)


# --- asking --------------------------------------------------------------------------------------------------


def seen(sights: Iterable[Sight], key: int) -> Seen | None:
    """What these sights of one session and one space say about an item, None when it was never shown."""
    best: Seen | None = None
    for sight in sights:
        if sight.how not in WHOLE:
            continue
        revision = _revision_in(sight.packed, key)
        if revision is None:
            continue
        newer = best is None or revision > best.revision
        earlier = best is not None and revision == best.revision and sight.turn < best.turn
        if newer or earlier:
            best = Seen(revision=revision, turn=sight.turn)
    return best


def outdated(sights: Iterable[Sight], heads: Mapping[int, int], turn: int) -> dict[int, tuple[int, int]]:
    """Items seen whose head moved on: key to (revision seen, head now).

    News that was given is told again until a later turn has followed; ``turn`` is the number of messages heard so far.
    What news told of beside them, as the record that holds now, was not seen, and is followed like it.
    """
    had: dict[int, int] = {}
    told: dict[int, int] = {}
    for sight in sights:
        if sight.how is How.NEWS and sight.turn < turn:
            _raise(told, sight)
        elif sight.how in WHOLE:
            _raise(had, sight)
    return _moved({**told, **had}, told, heads)


def carried(sights: Iterable[Sight], heads: Mapping[int, int], turn: int) -> dict[int, tuple[int, int]]:
    """Items that the newest summary carries otherwise than they are now: key to (revision carried, head now).

    Whatever else the session has seen of them, the summary still says it. News counts that was given after it, under
    the same condition as in ``outdated``.
    """
    newest: Sight | None = None
    told: dict[int, int] = {}
    for sight in sorted(sights, key=lambda each: each.n):
        if sight.how is How.SUMMARY:
            newest, told = sight, {}
        elif sight.how is How.NEWS and sight.turn < turn:
            _raise(told, sight)
    return _moved(unpack(newest.packed), told, heads) if newest else {}


def _raise(revisions: dict[int, int], sight: Sight) -> None:
    """Take over what a showing shows of each item, where it is newer."""
    for key, revision in unpack(sight.packed).items():
        revisions[key] = max(revisions.get(key, 0), revision)


def _moved(known: Mapping[int, int], told: Mapping[int, int], heads: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    return {
        key: (revision, heads[key])
        for key, revision in sorted(known.items())
        if heads.get(key, revision) > revision and told.get(key, 0) < heads[key]
    }
