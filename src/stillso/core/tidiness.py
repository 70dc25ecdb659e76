"""What would keep a base in order, judged from its active records: what is overdue, said twice, or contradicted.

It only finds; whether anything is done a person decides. What two statements are to each other is decided in
``similar``; here are the pairs worth asking about: of the same audience, in places that overlap.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import combinations

from stillso.core import folding, policy, similar
from stillso.core.names import covers
from stillso.core.records import Indexed, Record
from stillso.core.similar import Gist, Kind
from stillso.core.values import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Pair:
    """Two records that say the same, or something else about the same thing; ``older`` was confirmed before.

    ``apart`` says in which field they may stand beside each other all the same: ``condition``, ``scope``, ``until``.
    ``partly``: what the one says is only a part of what the other does.
    """

    older: Indexed
    newer: Indexed
    kind: Kind
    partly: bool
    apart: str | None

    @property
    def settles(self) -> bool:
        """Whether retracting the older one leaves what holds."""
        return not self.partly and self.apart is None


def overdue(rows: Sequence[Indexed], limits: Mapping[str, timedelta | None], now: datetime) -> list[Indexed]:
    """The records that were due for longer than another whole limit, the longest first."""
    late = [row for row in rows if row.due_at is not None and now - row.due_at > limit_of(row.record, limits)]
    return sorted(late, key=lambda row: (row.due_at or now, row.record.no))


def limit_of(record: Record, limits: Mapping[str, timedelta | None]) -> timedelta:
    """How long a record may wait for its answer: the limit of its type, else that of the usual type."""
    limit = limits.get(record.type) or limits.get(policy.DEFAULT_TYPE) or policy.TYPES[policy.DEFAULT_TYPE]
    assert limit is not None
    return limit


def pairs(rows: Sequence[Indexed], decided: Callable[[Indexed, Indexed], bool]) -> list[Pair]:
    """Each record with the newest one that says the same or something else, each as the older one once at most.

    ``decided`` tells of two, in the order of their numbers, whether a person said that both hold.

    Records that share no mark are not compared, so it takes as long as there are records, but for those that do.
    """
    order = sorted(rows, key=lambda row: (row.record.confirmed_at, row.record.no))
    gists = [similar.gist_of(row.record.content) for row in order]
    found = {pair: likeness for pair in sorted(_candidates(gists)) if (likeness := _alike(order, gists, *pair))}
    found = {pair: likeness for pair, likeness in found.items() if not decided(*_by_number(order, *pair))}
    settled: set[int] = set()
    told: list[Pair] = []
    for (older, newer), (kind, partly) in sorted(
        found.items(), key=lambda each: (each[1][0] is Kind.OTHER, -each[0][1])
    ):
        if not {older, newer} & settled:
            settled.add(older)
            apart = _apart(order[older].record, order[newer].record, kind)
            told.append(Pair(older=order[older], newer=order[newer], kind=kind, partly=partly, apart=apart))
    return sorted(told, key=lambda pair: (pair.kind is Kind.OTHER, pair.older.record.no))


def _by_number(order: Sequence[Indexed], older: int, newer: int) -> tuple[Indexed, Indexed]:
    first, second = sorted((order[older], order[newer]), key=lambda row: row.record.no)
    return first, second


def _candidates(gists: Sequence[Gist]) -> set[tuple[int, int]]:
    """Which records to compare, by their places in the order of age."""
    shared: defaultdict[str, list[int]] = defaultdict(list)
    for place, gist in enumerate(gists):
        for mark in similar.marks(gist):
            shared[mark].append(place)
    return {pair for places in shared.values() for pair in _among(places)}


def _among(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    if len(places) <= policy.COMPARED:
        yield from combinations(places, 2)
    else:
        yield from ((place, places[-1]) for place in places[:-1])


def _alike(order: Sequence[Indexed], gists: Sequence[Gist], older: int, newer: int) -> tuple[Kind, bool] | None:
    """What two records are to each other where both may be read, and whether it is only a part of one."""
    first, second = order[older].record, order[newer].record
    overlap = covers(first.scope, second.scope) or covers(second.scope, first.scope)
    if first.audience != second.audience or not overlap:
        return None
    found = similar.compare(gists[newer], gists[older])
    if found is None:
        # The newer one may say more than the older; that it says something else only it can tell.
        found = similar.compare(gists[older], gists[newer])
        found = found if found and found.kind is Kind.SAME else None
    whole = gists[newer].whole == gists[older].whole
    return None if found is None else (found.kind, found.kind is Kind.SAME and not whole)


def _apart(older: Record, newer: Record, kind: Kind) -> str | None:
    """In which field two records differ, so that the older one may be needed beside the newer."""
    if folding.fingerprint_text(older.condition or "") != folding.fingerprint_text(newer.condition or ""):
        return "condition"
    if older.until != newer.until:
        return "until"
    # The same words of a wider place make those of a narrower one needless; other words are an exception to them.
    within = covers(newer.scope, older.scope) if kind is Kind.SAME and older.scope else newer.scope == older.scope
    return None if within else "scope"
