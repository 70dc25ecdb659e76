"""Shelves: how the lines of a session are found among 100,000 records without walking through them.

Records that are alike in audience, scope, source and lag stand on one shelf. The lag is how long after its
confirmation a record is due, so those of a shelf that need confirming are the ones confirmed before one moment: a
range of an index. What a session may see is a list of such ranges, in the order of lines; a table counts what each
shelf holds, since counting rows takes as long as there are rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from stillso.core.names import covers, micros
from stillso.core.records import Indexed, depth_of
from stillso.storage.contract import Wanted

#: The lag of what is never due, and of what is due on a date of its own.
NEVER = -1
DATED = -2

# No moment of Python lies beyond these.
_FIRST, _LAST = -(2**62), 2**62


def lag_of(row: Indexed) -> int:
    """How long after its confirmation a record is due, in microseconds."""
    if row.due_at is None:
        return NEVER
    lag = micros(row.due_at) - micros(row.record.confirmed_at)
    return DATED if row.record.until or lag < 0 else lag


class Shelf(NamedTuple):
    """One kind of active record: how many there are, and the latest moment at which one was confirmed, if not later.

    ``scope`` is '' for none.
    """

    audience: str
    scope: str
    rank: int
    lag: int
    held: int
    newest: int


class Range(NamedTuple):
    """Records of a kind that were confirmed within two moments, both included; dated ones also due within two.

    ``scope`` is None for every scope of the depth, '' for none.
    """

    audience: str
    depth: int
    scope: str | None
    rank: int
    lag: int
    low: int
    high: int
    due_low: int = _FIRST
    due_high: int = _LAST


def open_to(shelves: Iterable[Shelf], wanted: Wanted) -> list[Shelf]:
    """The shelves that are for an audience at a place."""
    mine = (each for each in shelves if wanted.audience != "anyone" or each.audience == "anyone")
    return [each for each in mine if covers(each.scope or None, wanted.place)]


def in_order(shelves: Sequence[Shelf], wanted: Wanted) -> Iterator[list[Range]]:
    """Ranges in the order of lines: each list comes before the next, and within one the last confirmed come first."""
    levels: dict[tuple[int, int], set[Range]] = {}
    newest = _FIRST
    for audience, scope, rank, lag, _, latest in shelves:
        depth = depth_of(scope)
        whole = Range(audience, depth, None if wanted.place is None else scope, rank, lag, _FIRST, _LAST)
        levels.setdefault((-depth, rank), set()).add(whole)
        newest = max(newest, latest)
    now, read_at = moments(wanted)
    ranges = [levels[level] for level in sorted(levels)]
    for level in ranges:
        yield [each for whole in level for each in _marked(whole, now, read_at, newest)]
    for level in ranges:
        yield [_plain(whole, now, read_at) for whole in level]


def _marked(whole: Range, now: int, read_at: int, newest: int) -> Iterator[Range]:
    """What needs confirming of a kind: over its limit, or dated after the moment of reading."""
    if newest > read_at:
        yield whole._replace(low=read_at + 1)
    if whole.lag == DATED:
        yield whole._replace(high=read_at, due_high=now - 1)
    elif whole.lag != NEVER:
        yield whole._replace(high=min(now - whole.lag - 1, read_at))


def _plain(whole: Range, now: int, read_at: int) -> Range:
    if whole.lag == DATED:
        return whole._replace(high=read_at, due_low=now)
    return whole._replace(low=_FIRST if whole.lag == NEVER else now - whole.lag, high=read_at)


def moments(wanted: Wanted) -> tuple[int, int]:
    """From when limits count, and when it is read, in microseconds."""
    return micros(wanted.now), micros(wanted.read_at or wanted.now)
