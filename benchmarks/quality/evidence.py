"""Whether the evidence is among the first ten: LoCoMo's turns, and PrefEval's preferences."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from benchmarks.quality.plain import Plain
from benchmarks.quality.stores import AGENT, PERSON, Figure, ask, based, encode, mean, opened, said

import stillso

#: Multi-hop, temporal, open-domain, single-hop; of what was never said (5) there is no evidence.
CATEGORIES = (1, 2, 3, 4)


def locomo(talks: Sequence[dict[str, Any]], embedder: stillso.Embedder | None) -> Iterator[Figure]:
    """Every turn is a record, said in answer to the one before it; a question finds its evidence turns."""
    ours, plain, unit, ways = list[float](), list[float](), list[float](), Counter[str]()
    by_category: dict[int, list[float]] = defaultdict(list)
    for number, talk in enumerate(talks):
        turns = talk["turns"]
        places = {turn["id"]: place for place, turn in enumerate(turns)}
        bare = Plain(turn["text"] for turn in turns)
        first = {
            place for place, turn in enumerate(turns) if not place or turns[place - 1]["session"] != turn["session"]
        }
        with opened(embedder) as app:
            base = f"talk{number}"
            mei = based(app, base)
            kept = _remembered(app, base, turns, ways)
            encode(app, base)
            for question in talk["questions"]:
                evidence = [places[id] for id in question["evidence"] if id in places]
                if question["category"] not in CATEGORIES or not evidence:
                    continue
                found = {kept[no] for no in ask(mei, base, question["question"])}
                wide = found | {place - 1 for place in found if place not in first}
                ours.append(mean([place in found for place in evidence]))
                unit.append(mean([place in wide for place in evidence]))
                by_category[question["category"]].append(ours[-1])
                bared = set(bare.search(question["question"]))
                plain.append(mean([place in bared for place in evidence]))
    yield Figure("LoCoMo, evidence in 10", mean(ours), mean(plain), 0.72 if embedder else 0.68)
    yield Figure("  a turn covers the one before", mean(unit))
    for category, values in sorted(by_category.items()):
        yield Figure(f"  category {category} ({len(values)} questions)", mean(values))
    total = ways["all"]
    for way, count in sorted(ways.items()):
        if way != "all":
            yield Figure(f"  turns: {way}", count / total)


def _remembered(app: stillso.App, base: str, turns: Sequence[dict[str, Any]], ways: Counter[str]) -> dict[int, int]:
    """Tell an agent all turns, each in answer to the one before; the place of each by the number of its record."""
    kept: dict[int, int] = {}
    place = 0
    for _, group in groupby(turns, key=lambda turn: turn["session"]):
        session = app.session(AGENT, [base], person=PERSON)
        assert isinstance(session, stillso.Session)
        before = ""
        for turn in group:
            kept[said(app, session, base, turn["text"], before, ways)] = place
            before, place = turn["text"], place + 1
        session.end()
    return kept


def prefeval(cases: Sequence[dict[str, Any]], embedder: stillso.Embedder | None) -> Iterator[Figure]:
    """A question that says nothing of a preference finds it, among those of one topic and among all."""
    topics = [[case for case in cases if case["topic"] == topic] for topic in sorted({c["topic"] for c in cases})]
    goal = 0.55 if embedder else 0.30
    for name, groups, aim in (("of a topic", topics, goal), ("of all topics", [list(cases)], None)):
        ours, plain = list[float](), list[float]()
        for number, group in enumerate(groups):
            bare = Plain(case["preference"] for case in group)
            with opened(embedder) as app:
                base = f"topic{number}"
                mei = based(app, base)
                kept = {}
                for place, case in enumerate(group):
                    outcome = mei.remember(case["preference"], base=base, type="user", beside=0)
                    assert isinstance(outcome, stillso.Done), outcome
                    kept[place] = outcome.no or 0
                encode(app, base)
                for place, case in enumerate(group):
                    ours.append(kept[place] in ask(mei, base, case["question"]))
                    plain.append(place in bare.search(case["question"]))
        yield Figure(f"PrefEval, found among those {name}", mean(ours), mean(plain), aim)
