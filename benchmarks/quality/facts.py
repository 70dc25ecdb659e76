"""Whether a new statement takes the place of the right old one: MemoryAgentBench's facts, and MemSyco's exceptions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.quality.plain import Plain
from benchmarks.quality.stores import Figure, ask, based, encode, mean, opened
from benchmarks.replacing import ByCosine

import stillso

#: From which cosine of their words on the plain way retires a fact.
COSINE = 0.9


class Kept:
    """What became of the facts of one store: who stands for each, which are retired, and what was wrong."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        self.retired: set[int] = set()
        self.wrong = 0
        self.fresh = 0
        self.false = 0


def facts(stores: Sequence[dict[str, Any]], embedder: stillso.Embedder | None) -> Iterator[Figure]:
    """Facts come one after the other, with nothing but the statement; the first record offered is replaced."""
    for store in stores:
        with opened(embedder) as app:
            mei = based(app, "facts")
            kept = _told(mei, store)
            encode(app, "facts")
            asked = [each for each in store["questions"] if each.get("outdated")]
            bare, cosine = Plain(store["facts"]), _by_cosine(store)
            clean, plain, retiring = list[float](), list[float](), list[float]()
            for each in asked:
                numbers = set(ask(mei, "facts", each["question"]))
                unmarked = {kept.numbers[place] for place in each["outdated"] if place not in kept.retired}
                clean.append(kept.numbers[each["newest"]] in numbers and not numbers & unmarked)
                for found, way in ((bare, plain), (cosine, retiring)):
                    places = set(found.search(each["question"]))
                    way.append(each["newest"] in places and not places & set(each["outdated"]))
        name = "facts " + store["id"].removeprefix("factconsolidation_")
        if asked:
            yield Figure(f"{name}, clean@10 ({len(asked)} questions)", mean(clean), mean(plain), 0.95)
            yield Figure(f"{name}, beside retiring by cosine {COSINE}", mean(clean), mean(retiring))
        yield Figure(f"{name}, retired wrongly", kept.wrong / max(len(kept.retired), 1), None, 0.01, at_most=True)
        yield Figure(f"{name}, offered for a new slot", kept.false / max(kept.fresh, 1), None, 0.02, at_most=True)


def _told(mei: stillso.Owner, store: dict[str, Any]) -> Kept:
    """Tell all facts of a store in their order."""
    kept, stands, slots = Kept(), dict[int, int](), [tuple(slot) for slot in store["slots"]]
    seen: set[tuple[str, ...]] = set()
    for place, fact in enumerate(store["facts"]):
        outcome = mei.remember(fact, base="facts")
        is_new = slots[place] not in seen
        seen.add(slots[place])
        kept.fresh += is_new
        if isinstance(outcome, stillso.Refused):
            assert outcome.code == stillso.Code.SIMILAR_EXISTS, outcome
            kept.false += is_new
            no = int(outcome.facts["no"])
            old = stands[no]
            if outcome.now["similar"][0]["kind"] == "same":
                kept.numbers[place] = no
                continue
            outcome = mei.supersede(no, fact, base="facts")
            if isinstance(outcome, stillso.Done):
                kept.retired.add(old)
                kept.wrong += slots[old] != slots[place]
        assert isinstance(outcome, stillso.Done), outcome
        kept.numbers[place] = outcome.no or 0
        stands[outcome.no or 0] = place
    return kept


def _by_cosine(store: dict[str, Any]) -> Plain:
    """The facts that are left where each retires the one whose words are most like its own."""
    judge, left = ByCosine(COSINE), Plain()
    for place, fact in enumerate(store["facts"]):
        offered = judge.offer(fact)
        if offered:
            judge.retire(offered[1])
            left.drop(offered[1])
        judge.add(place, fact)
        left.add(place, fact)
    return left


def exceptions(
    situations: Sequence[dict[str, Any]], changes: Sequence[dict[str, Any]], embedder: stillso.Embedder | None
) -> Iterator[Figure]:
    """A situation leaves a preference as it is, so that none is offered; where it has changed, it is."""
    described = [(each["memory"]["items"][0]["content"], _last_said(each)) for each in situations]
    changed = [tuple(item["content"] for item in each["memory"]["items"][:2]) for each in changes]
    with opened(embedder) as app:
        yield Figure("MemSyco, offered in a situation", _offered(app, "situation", described), None, 0.0, at_most=True)
        yield Figure("MemSyco, offered when it has changed", _offered(app, "changed", changed))


def _last_said(each: dict[str, Any]) -> str:
    return str([turn["content"] for turn in each["dialogue"] if turn["role"] == "user"][-1])


def _offered(app: stillso.App, name: str, pairs: Sequence[tuple[str, ...]]) -> float:
    """For which share of pairs the first text is offered when the second is new, each pair in a base of its own."""
    found = list[float]()
    for number, (old, new) in enumerate(pairs):
        mei = based(app, f"{name}{number}")
        mei.remember(old, base=f"{name}{number}", type="user")
        outcome = mei.remember(new, base=f"{name}{number}", type="user")
        found.append(isinstance(outcome, stillso.Refused) and outcome.code == stillso.Code.SIMILAR_EXISTS)
    return mean(found)
