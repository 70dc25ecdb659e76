"""What a summary kept from before says that does not hold any more: ``python -m benchmarks.residue FILE``.

FILE is the conflict part of MemoryAgentBench as JSON (README.md of the benchmarks says where it is from, and it is no
part of this repository): stores of ``facts`` in their order, and the ``slots`` that say which fact makes which earlier
one outdated. Facts are kept as memories, each in the place of the one of its slot; after a quarter, a half and three
quarters of them the window is compacted, by a summary that carries the facts so far, or every other one, word for
word. Then come the others. An outdated statement of the summary is answered when a line of the news names its words
and what the slot says now. The exit code is 1 where one is not: also after the compaction that follows, whose summary
carries the same statements.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import stillso
from stillso import Done, Owner, Refused, Session
from stillso.core import policy
from stillso.services import answers

CUTS = (0.25, 0.5, 0.75)


class Part(NamedTuple):
    """What was found of one compaction: the share of facts before it, how many statements the summary carries, how many
    of them are outdated in the end, and how many of these nothing answers: at the next turn, and after the compaction
    that follows."""

    at: float
    carried: int
    outdated: int
    unanswered: int
    after_next: int


class Told:
    """The facts of a store as they are told: which memory says which, and what each slot says now."""

    def __init__(self, app: stillso.App, facts: Sequence[str], slots: Sequence[Sequence[str]]) -> None:
        self.facts, self.slots = facts, [tuple(slot) for slot in slots]
        self.mei: Owner = app.owner("mei")
        self.mei.create_base("facts")
        app.add_agent("claude-code")
        self.mei.grant("claude-code", "facts", "write")
        session = app.session("claude-code", ["facts"], channel="web-chat", person="mei")
        assert isinstance(session, Session)
        self.session = session
        self.numbers: dict[tuple[str, ...], int] = {}
        self.newest: dict[tuple[str, ...], str] = {}

    def tell(self, places: range) -> None:
        """Keep these facts, each in the place of the one before it in its slot; the session is shown them."""
        for place in places:
            slot, fact = self.slots[place], self.facts[place]
            if self.newest.get(slot) == fact:
                continue
            before = self.numbers.get(slot)
            outcome = (
                self.mei.remember(fact, base="facts", beside=policy.ANY_RECORD)
                if before is None
                else self.mei.supersede(before, fact, base="facts")
            )
            assert isinstance(outcome, Done), outcome
            assert outcome.no is not None
            self.numbers[slot], self.newest[slot] = outcome.no, fact
            self.session.show(outcome.no)

    def news(self) -> list[str]:
        """What the session is told at its next turn."""
        found = self.session.news()
        assert not isinstance(found, Refused)
        return [each["text"] for each in answers.news(found, self.session.texts)["news"]]

    def unanswered(self, carried: Sequence[int], news: Sequence[str]) -> tuple[int, int]:
        """How many of these facts are outdated, and how many of those no line of the news answers."""
        outdated = [place for place in carried if self.newest[self.slots[place]] != self.facts[place]]
        told = "\n".join(news)
        lines = {line for line in told.split("\n") if line}
        answered = [
            any(f"“{self.facts[place]}”" in line and self.newest[self.slots[place]] in line for line in lines)
            for place in outdated
        ]
        return len(outdated), answered.count(False)


def residue(facts: Sequence[str], slots: Sequence[Sequence[str]], share: float, *, news: bool = True) -> Iterator[Part]:
    """The residue of one store for each cut, with a summary that carries this ``share`` of the facts so far.

    Without ``news`` nothing corrects the summary: the plain way.
    """
    for cut in CUTS:
        with tempfile.TemporaryDirectory(prefix="stillso-bench-") as folder:
            app = stillso.open(Path(folder) / "memory.db")
            told, middle = Told(app, facts, slots), int(len(facts) * cut)
            told.tell(range(middle))
            carried = [place for place in range(middle) if place * share % 1 < share]
            summary = "Known so far:\n" + "\n".join(f"- {facts[place]}" for place in carried)
            told.session.compacted(summary, messages=middle)
            told.tell(range(middle, len(facts)))
            outdated, unanswered = told.unanswered(carried, told.news() if news else ())
            told.session.hear("go on")
            told.session.compacted(f"{summary}\nThen: {facts[-1]}", messages=1)
            _, after_next = told.unanswered(carried, told.news() if news else ())
            yield Part(cut, len(carried), outdated, unanswered, after_next)
            app.close()


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.residue")
    parser.add_argument("file", type=Path, metavar="FILE", help="the facts as JSON")
    given = parser.parse_args()
    stores = json.loads(given.file.read_text("utf-8"))
    print(f"{'facts, summary, compacted at':<44}{'carried':>8}{'outdated':>9}{'plain':>8}{'ours':>8}{'next':>8}")
    missed = 0
    for store in stores:
        begun = time.perf_counter()
        for share, name in ((1.0, "all"), (0.5, "half")):
            for part in residue(store["facts"], store["slots"], share):
                title = (
                    f"{store['id'].removeprefix('factconsolidation_')} ({len(store['facts'])}), {name}, {part.at:.0%}"
                )
                plain = part.outdated / max(part.carried, 1)
                row = f"{part.carried:>8}{part.outdated:>9}{plain:>8.2f}{part.unanswered:>8}{part.after_next:>8}"
                print(f"{title:<44}{row}", flush=True)
                missed += part.unanswered + part.after_next
        print(f"  {time.perf_counter() - begun:.0f} s", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
