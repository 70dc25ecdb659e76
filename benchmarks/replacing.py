"""What a new statement replaces: ``python -m benchmarks.replacing [FOLDER]``.

FOLDER holds parts of two public sets as JSON: ``factconsolidation.json`` from the conflict part of MemoryAgentBench
(``facts`` in order, ``slots`` with the relation and subject of each: a later fact of a slot makes the earlier one
outdated), and two tasks of MemSyco-Bench, ``memsyco_contextual_scope_control.json`` (situations that leave a preference
as it is) and ``memsyco_valid_memory_selection.json`` (an outdated record and the current one). Both are MIT and not
part of this repository.

Records are looked up by their marks, the newest 50 of each, as in a store; where none tells and the new one says that
something changed, by the terms it counts on. The first one offered counts. Beside it marks alone, and a record that is
replaced where the cosine of its words with those of the new one reaches a threshold.
"""

from __future__ import annotations

import json
import math
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from stillso.core import policy
from stillso.core.folding import words
from stillso.core.similar import Gist, Kind, compare, gist_of, marks
from stillso.core.similar.changes import Told, about, looked_for, says_change, told

LOOKED_AT = 50
ROUNDS = 7
COSINES = (0.7, 0.8, 0.9)
SETS = (
    "factconsolidation.json",
    "memsyco_contextual_scope_control.json",
    "memsyco_valid_memory_selection.json",
)


class Figures(NamedTuple):
    """What came of a store: outdated facts and how many were retired, all retirements and how many were wrong."""

    outdated: int
    retired: int
    retirements: int
    wrong: int
    fresh: int
    false: int


class ByMarks:
    """Active records, found by their marks and judged by ``compare``."""

    def __init__(self) -> None:
        self._gists: dict[int, Gist] = {}
        self._marked: dict[str, list[int]] = defaultdict(list)

    def offer(self, text: str) -> tuple[Kind, int] | None:
        """The record that a new text is most likely about."""
        new = gist_of(text)
        found = {number for mark in marks(new) for number in self._marked[mark][-LOOKED_AT:]}
        alike = [(likeness, number) for number in found if (likeness := compare(new, self._gists[number]))]
        if not alike:
            return None
        likeness, number = max(alike, key=lambda each: (each[0].strength, each[1]))
        return likeness.kind, number

    def add(self, number: int, text: str) -> None:
        """Keep a record."""
        gist = self._gists[number] = gist_of(text)
        for mark in marks(gist):
            self._marked[mark].append(number)

    def retire(self, number: int) -> None:
        """A record is no longer active."""
        for mark in marks(self._gists.pop(number)):
            self._marked[mark].remove(number)


class ByWords(ByMarks):
    """The same, and where no mark tells, what a statement of change is about, by the words it shares with few."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[int, Told] = {}
        self._holding: dict[str, set[int]] = defaultdict(set)

    def offer(self, text: str) -> tuple[Kind, int] | None:
        """The record that a new text is most likely about."""
        sure = super().offer(text)
        if sure or not says_change(text):
            return sure
        new = told(None, text)
        near = Counter(number for term in looked_for(new) for number in self._holding[term])
        numbers = [number for number, _ in near.most_common(policy.WEIGHED)]
        found = about(new, [self._told[number] for number in numbers])
        return (Kind.OTHER, numbers[found[0]]) if found else None

    def add(self, number: int, text: str) -> None:
        """Keep a record."""
        super().add(number, text)
        self._told[number] = told(None, text)
        for term in self._told[number].every:
            self._holding[term].add(number)

    def retire(self, number: int) -> None:
        """A record is no longer active."""
        super().retire(number)
        for term in self._told.pop(number).every:
            self._holding[term].discard(number)


class ByCosine:
    """Active records, judged by the cosine of their words; without an index, since the measure needs none."""

    def __init__(self, least: float) -> None:
        self._least = least
        self._words: dict[int, Counter[str]] = {}
        self._holding: dict[str, set[int]] = defaultdict(set)

    def offer(self, text: str) -> tuple[Kind, int] | None:
        """The record that shares most words with a new text."""
        new = Counter(words(text))
        near = Counter(number for word in new for number in self._holding[word])
        best = max(
            ((_cosine(new, self._words[number]), number) for number, _ in near.most_common(LOOKED_AT)), default=(0.0, 0)
        )
        if best[0] < self._least:
            return None
        return (Kind.SAME if new == self._words[best[1]] else Kind.OTHER), best[1]

    def add(self, number: int, text: str) -> None:
        """Keep a record."""
        self._words[number] = Counter(words(text))
        for word in self._words[number]:
            self._holding[word].add(number)

    def retire(self, number: int) -> None:
        """A record is no longer active."""
        for word in self._words.pop(number):
            self._holding[word].discard(number)


Judge = ByMarks | ByCosine


def _cosine(one: Counter[str], other: Counter[str]) -> float:
    size = math.sqrt(sum(n * n for n in one.values()) * sum(n * n for n in other.values()))
    return sum(n * other[word] for word, n in one.items()) / size if size else 0.0


def replayed(facts: Sequence[str], slots: Sequence[Sequence[str]], judge: Judge) -> Figures:
    """Feed the facts of a store in order; what is offered as something else is retired at once."""
    last: dict[tuple[str, ...], int] = {}
    outdated: set[int] = set()
    retired: set[int] = set()
    retirements = wrong = fresh = false = 0
    for number, (fact, named) in enumerate(zip(facts, slots, strict=True)):
        slot = tuple(named)
        offered = judge.offer(fact)
        if slot not in last:
            fresh += 1
            false += offered is not None
        elif facts[last[slot]] != fact:
            outdated.add(last[slot])
        if offered and offered[0] == Kind.OTHER:
            retirements += 1
            wrong += tuple(slots[offered[1]]) != slot
            retired.add(offered[1])
            judge.retire(offered[1])
        judge.add(number, fact)
        last[slot] = number
    return Figures(len(outdated), len(outdated & retired), retirements, wrong, fresh, false)


_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def situations(part: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    """Each record with what its user says of a situation: the last message whole, and each sentence of all messages.

    Some of these sentences state the preference itself and could rightly be offered; none is left out.
    """
    found = []
    for each in part:
        record = each["memory"]["items"][0]["content"]
        said = [turn["content"] for turn in each["dialogue"] if turn["role"] == "user"]
        found += [
            (record, text) for text in (said[-1], *(sentence for text in said for sentence in _SENTENCE.split(text)))
        ]
    return found


def offered_of(pairs: Sequence[tuple[str, str]], make: Callable[[], Judge]) -> int:
    """For how many pairs the first text is offered when the second is new."""
    count = 0
    for old, new in pairs:
        judge = make()
        judge.add(0, old)
        count += judge.offer(new) is not None
    return count


def sides() -> list[tuple[str, Callable[[], Judge]]]:
    """Ours and the plain ones, by name."""
    plain = [(f"cosine {least}", lambda least=least: ByCosine(least)) for least in COSINES]
    return [("stillso", ByWords), ("marks alone", ByMarks), *plain]


def share(part: int, whole: int) -> str:
    """A share in percent."""
    return f"{part}/{whole} {100 * part / max(whole, 1):.1f} %"


def row(*cells: str) -> None:
    """One line of a table."""
    print("".join(cell.ljust(13 if at == 0 else 29) for at, cell in enumerate(cells)).rstrip(), flush=True)


def measure(folder: Path) -> None:
    """Every table of the public sets."""
    stores, scopes, pairs = (json.loads((folder / name).read_text("utf-8")) for name in SETS)
    row("facts", "store", "outdated retired", "wrong of retirements", "offers on new facts")
    for name, make in sides():
        for store in stores:
            got = replayed(store["facts"], store["slots"], make())
            row(
                name,
                store["id"],
                share(got.retired, got.outdated),
                share(got.wrong, got.retirements),
                share(got.false, got.fresh),
            )
    print()
    described = situations(scopes)
    changed = [tuple(item["content"] for item in each["memory"]["items"][:2]) for each in pairs]
    row("preferences", "offered in a situation", "offered when replaced")
    for name, make in sides():
        row(
            name,
            share(offered_of(described, make), len(described)),
            share(offered_of(changed, make), len(changed)),
        )


def microseconds(work: Callable[[], object], count: int) -> float:
    """CPU time of one of so many, in the best of several rounds: neighbours on the machine only make it longer."""
    rounds = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        work()
        rounds.append(time.process_time() - begin)
    return min(rounds) / count * 1e6


def speed(texts: Sequence[str]) -> None:
    """What preparing a text, one comparison and the marks of a text take."""
    gists = [gist_of(text) for text in texts]
    chance = random.Random(20261201)
    pairs = [(chance.choice(gists), chance.choice(gists)) for _ in range(20_000)]
    prepared = microseconds(lambda: [gist_of(text) for text in texts], len(texts))
    compared = microseconds(lambda: [compare(new, old) for new, old in pairs], len(pairs))
    marked = microseconds(lambda: [marks(gist) for gist in gists], len(gists))
    letters = sum(map(len, texts)) / len(texts)
    count = sum(len(marks(gist)) for gist in gists) / len(gists)
    print(
        f"{letters:.0f} characters: gist {prepared:.1f} µs, compare {compared:.2f} µs, marks {marked:.1f} µs,"
        f" {count:.1f} marks a text"
    )


FACTS = [f"The headquarters of the university of place {n} is located in the city of Town{n}." for n in range(999)]
ENGLISH = [
    f"Use tool{n} for job{n % 7} in the checkout service, and run its tests on Node {n} each Friday" for n in range(999)
]
CHINESE = [
    f"checkout 的第 {n} 號服務部署時間改成每週四下午三點，部署前要先跑 tool{n} 的單元測試，不要跑 e2e"
    for n in range(999)
]


def main(arguments: Sequence[str]) -> int:
    """The tables of the public sets, where there is a folder with them, and how long it takes."""
    print(f"CPython {sys.version.split()[0]}")
    for texts in (FACTS, ENGLISH, CHINESE):
        speed(texts)
    if not arguments:
        print(f"Give a folder with {', '.join(SETS)} for more; benchmarks/replacing.py says where they are from.")
        return 0
    measure(Path(arguments[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
