"""Whether a search stays within its user, scope and what is in force: PrecisionMemBench."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.quality.plain import Plain
from benchmarks.quality.stores import Figure, ask, based, encode, mean, opened

import stillso

#: A scope that covers every place.
EVERYWHERE = "user:universal"
#: Beliefs of these states are in force; what was resolved is over, too.
IN_FORCE = ("active", "exploratory", "inferred")


def precision(part: dict[str, Any], embedder: stillso.Embedder | None) -> Iterator[Figure]:
    """Each user has a base; what was superseded or resolved is retracted; a case is one search at its places."""
    beliefs, cases = part["beliefs"], part["cases"]
    ids = [belief["_id"] for belief in beliefs]
    asking = max((belief["user_id"] for belief in beliefs), key=[b["user_id"] for b in beliefs].count)
    bare = Plain(_text(belief) for belief in beliefs)
    with opened(embedder) as app:
        for user in sorted({belief["user_id"] for belief in beliefs}):
            based(app, user)
        mei = app.owner("mei")
        kept: dict[int, str] = {}
        for belief in beliefs:
            user, (scope,) = belief["user_id"], belief["scope"]
            outcome = mei.remember(
                _text(belief), base=user, type="user", scope=None if scope == EVERYWHERE else _scope(scope), beside=0
            )
            assert isinstance(outcome, stillso.Done), outcome
            if user == asking:
                kept[outcome.no or 0] = belief["_id"]
            if not _is_in_force(belief):
                mei.retract(outcome.no or 0, base=user)
        encode(app, asking)
        ours, plain = [], []
        for case in cases:
            found = {kept[no] for place in case["scope"] for no in ask(mei, asking, case["query"], _scope(place))}
            ours.append((case, found))
            plain.append((case, {ids[number] for number in bare.search(case["query"])}))
    known = {belief["_id"]: belief for belief in beliefs}
    goals = ((0.0, True), (None, False), (None, False))
    names = ("cases with a leak", "precision of what is returned", "recall of what is wanted")
    for name, mine, theirs, (goal, at_most) in zip(
        names, _measured(ours, known, asking), _measured(plain, known, asking), goals, strict=True
    ):
        yield Figure(f"PrecisionMemBench, {name}", mine, theirs, goal, at_most)


def _text(belief: dict[str, Any]) -> str:
    """What is kept of a belief: its name, the other names, and what it says."""
    names = ", ".join([belief["canonical_name"].replace("_", " "), *belief["aliases"]])
    return f"{names}: {belief['content']}"


def _scope(name: str) -> str:
    return name.replace(":", "-")


def _is_in_force(belief: dict[str, Any]) -> bool:
    return belief["epistemic_status"] in IN_FORCE and not belief["superseded_by"] and not belief["resolved_at"]


def _measured(
    found: list[tuple[dict[str, Any], set[str]]], known: dict[str, dict[str, Any]], user: str
) -> tuple[float, float, float]:
    """The share of cases with a leak, then precision and recall against the beliefs that a case names."""
    leaks, precise, recalled = list[float](), list[float](), list[float]()
    for case, returned in found:
        leaks.append(any(_leaks(known[id], case, user) for id in returned))
        expected = case["expect"]
        wanted = set(expected.get("relevantBeliefs", {}).get("shouldOnlyInclude", ()))
        beside = {
            id for part in ("pinnedFacts", "openQuestions") for id in expected.get(part, {}).get("mustInclude", ())
        }
        if returned:
            precise.append(len(returned & (wanted | beside)) / len(returned))
        if wanted:
            recalled.append(len(returned & wanted) / len(wanted))
    return mean(leaks), mean(precise), mean(recalled)


def _leaks(belief: dict[str, Any], case: dict[str, Any], user: str) -> bool:
    return (
        belief["user_id"] != user or not _is_in_force(belief) or belief["scope"][0] not in (EVERYWHERE, *case["scope"])
    )
