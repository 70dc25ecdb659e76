"""Memories in Traditional Chinese, written by hand: ``python -m benchmarks.chinese [PART …] [--misses]``.

The parts are ``keep`` (what is put into force, with which condition), ``find`` (whether a question in other words
brings the record up), ``once`` (an exception replaces nothing) and ``replace`` (a new statement is told which record
it replaces); all of them when none is named. The set stands in ``chinese_records.json`` beside this file.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import stillso
from stillso import Done, Outcome, Owner, Refused, Session, Waiting
from stillso.core.records import Record, Status
from stillso.testing import FixedClock

FILE = Path(__file__).with_name("chinese_records.json")
COUNT = 20
AT = datetime(2026, 3, 2, 1, 0, tzinfo=UTC)
#: In one base the agent names the condition, in the other it does not.
BASE, UNTOLD = "desk", "untold"
AGENT, KEEPER = "claude-code", "keeper"
LIMIT = 5

Entry = dict[str, Any]
Turns = Sequence[dict[str, str]]


# --- the set ---------------------------------------------------------------------------------------------------------


def faults_of(entries: Sequence[Entry]) -> Iterator[str]:
    """What is wrong with the set itself; nothing should be."""
    if len(entries) != COUNT:
        yield f"{len(entries)} records, not {COUNT}"
    yield from (f"{id}: twice" for id, times in Counter(each["id"] for each in entries).items() if times > 1)
    for each in entries:
        yield from (f"{each['id']}: {fault}" for fault in _faults_of(each))


def _faults_of(entry: Entry) -> Iterator[str]:
    new = entry["new_statement"]
    for part in (entry, new):
        if not any(part["quote"] in said for said in _said(part["dialogue"])):
            yield f"nobody says {part['quote']}"
    if entry["condition"] and not any(entry["condition"] in said for said in _said(entry["dialogue"])):
        yield f"nobody says {entry['condition']}"
    if entry["condition"] == "":
        yield "an empty condition"
    known = _runs(entry["content"]) | _runs(entry["quote"])
    yield from (f"the question gives away {run}" for run in sorted(_runs(entry["question"]) & known))


def _said(dialogue: Turns) -> list[str]:
    return [turn["user"] for turn in dialogue if "user" in turn]


def _runs(text: str) -> set[str]:
    """All runs of five Chinese characters."""
    return set(re.findall(r"(?=([\u4e00-\u9fff]{5}))", text))


# --- the plain baseline ----------------------------------------------------------------------------------------------

#: What a plain rule takes for an exception.
PLAIN_ONCE = ("這次", "今天", "這一次", "just once")


def pieces(text: str) -> set[str]:
    """Pairs of Chinese characters, and whole words of other scripts, with case folded."""
    runs = re.findall(r"[\u4e00-\u9fff]+|[a-z0-9_#%.-]+", text.casefold())
    pairs = {run[at : at + 2] for run in runs for at in range(len(run) - 1) if run[0] >= "\u4e00"}
    return pairs | {run for run in runs if run[0] < "\u4e00"}


def plain_search(query: str, records: Sequence[Record]) -> list[int]:
    """The numbers of the records that share pieces with a text, those with the most first."""
    asked = pieces(query)
    shared = {each.no: len(asked & pieces(f"{each.content} {each.condition} {each.quote}")) for each in records}
    return sorted((no for no in shared if shared[no]), key=lambda no: (-shared[no], no))


# --- the store -------------------------------------------------------------------------------------------------------


@dataclass
class Desk:
    """A store with two bases, an agent, and whoever speaks in the set. ``numbers`` are those of the kept records."""

    app: stillso.App
    clock: FixedClock
    numbers: dict[str, int] = field(default_factory=dict)
    misses: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.owner: Owner = self.app.owner(KEEPER)
        self.app.add_agent(AGENT)
        for base in (BASE, UNTOLD):
            self.owner.create_base(base)
            self.owner.grant(AGENT, base, "write")

    def session(self, person: str, dialogue: Turns, base: str = BASE) -> Session:
        """A session of the agent in which this was said, each turn with what it answers."""
        self.clock.advance(hours=3)
        session = self.app.session(AGENT, [base], channel="cli", person=person)
        assert isinstance(session, Session), session
        asked = None
        for turn in dialogue:
            asked = turn.get("assistant", asked)
            if "user" in turn:
                session.hear(turn["user"], asked=asked)
                asked = None
        return session

    def keep(self, entry: Entry, base: str, condition: str | None) -> Outcome:
        """What comes of remembering an entry with its quote. What waits is approved afterwards, so that it is there."""
        session = self.session(entry["person"], entry["dialogue"], base)
        outcome = session.remember(
            entry["content"],
            base=base,
            type=entry["type"],
            scope=entry["scope"],
            condition=condition,
            quote=entry["quote"],
        )
        if isinstance(outcome, Waiting):
            approved = self.owner.approve(outcome.proposal)
            assert isinstance(approved, Done), approved
            self.numbers |= {entry["id"]: approved.no} if base == BASE and approved.no else {}
        elif isinstance(outcome, Done) and base == BASE:
            assert outcome.no is not None
            self.numbers[entry["id"]] = outcome.no
        return outcome

    def undo(self, outcome: Outcome) -> None:
        """Take back what a part put in, so that the next one finds the same records."""
        if isinstance(outcome, Waiting):
            self.owner.refuse(outcome.proposal)
        elif isinstance(outcome, Done) and outcome.no is not None:
            self.owner.retract(outcome.no, base=outcome.base)

    def record(self, no: int, base: str = BASE) -> Record:
        """A record as it is."""
        shown = self.owner.show(no, base=base)
        assert not isinstance(shown, Refused), shown
        return shown.rows[0].record

    def records(self) -> list[Record]:
        """All kept records."""
        return [self.record(no) for no in self.numbers.values()]

    def miss(self, part: str, entry: Entry, told: object) -> None:
        """Note what went wrong with an entry."""
        self.misses.append(f"{part:<10}{entry['id']:<22}{told}")


def told(outcome: Outcome) -> str:
    """An outcome as one word or two."""
    match outcome:
        case Done():
            return "done"
        case Waiting():
            return f"waiting {','.join(dict.fromkeys((outcome.why.value, *(flag.value for flag in outcome.flags))))}"
        case Refused():
            return f"refused {outcome.code.value}"


def row(name: str, of: int, ours: object, plain: object = "–") -> None:
    """One line of the table; a float is a rate."""
    cells = (f"{each:.3f}" if isinstance(each, float) else str(each) for each in (of, ours, plain))
    print(f"{name:<52}" + "".join(f"{cell:>9}" for cell in cells), flush=True)


# --- the parts -------------------------------------------------------------------------------------------------------


def keep(desk: Desk, entries: Sequence[Entry]) -> None:
    """Remember everything: with the condition named, and in another base with the condition left to stillso."""
    for name, base in (("kept", BASE), ("kept, condition not named", UNTOLD)):
        outcomes = {each["id"]: desk.keep(each, base, each["condition"] if base == BASE else None) for each in entries}
        for outcome, times in sorted(Counter(map(told, outcomes.values())).items()):
            row(f"{name}: {outcome}", len(entries), times)
        _conditions(desk, entries, outcomes, base)


def _conditions(desk: Desk, entries: Sequence[Entry], outcomes: dict[str, Outcome], base: str) -> None:
    right: Counter[bool] = Counter()
    for each in entries:
        outcome = outcomes[each["id"]]
        if not isinstance(outcome, Done):
            desk.miss("keep" if base == BASE else "untold", each, told(outcome))
            continue
        assert outcome.no is not None
        wanted, found = each["condition"] or "", desk.record(outcome.no, base).condition or ""
        if bool(wanted) == bool(found) and (wanted in found or found in wanted):
            right[bool(wanted)] += 1
        else:
            desk.miss("condition", each, f"{base}: wanted {wanted or '–'}, found {found or '–'}")
    conditional = sum(bool(each["condition"]) for each in entries)
    row("  has its condition", conditional, right[True], conditional if base == BASE else 0)
    row("  has none, as it should", len(entries) - conditional, right[False], len(entries) - conditional)


def find(desk: Desk, entries: Sequence[Entry]) -> None:
    """Ask for each record in other words, and see where it comes up."""
    records = desk.records()
    ranks: list[tuple[int, int]] = []
    for each in entries:
        found = desk.owner.search(each["question"], base=BASE, limit=LIMIT)
        assert not isinstance(found, Refused), found
        hits = [hit.no for hit in found.hits]
        ranks.append((_rank(desk, each, hits), _rank(desk, each, plain_search(each["question"], records)[:LIMIT])))
        if ranks[-1][0] != 1:
            desk.miss("find", each, f"rank {ranks[-1][0] or '–'}, plain {ranks[-1][1] or '–'}: {each['question']}")
    ours, plain = zip(*ranks, strict=True)
    for name, rate in _RATES.items():
        row(f"question: {name}", len(entries), rate(ours), rate(plain))


def _rank(desk: Desk, entry: Entry, hits: Sequence[int]) -> int:
    """Where the record stands among the hits, from 1; 0 when it is not there."""
    no = desk.numbers.get(entry["id"])
    return hits.index(no) + 1 if no in hits else 0


_RATES: dict[str, Callable[[Sequence[int]], float]] = {
    f"recall@{LIMIT}": lambda ranks: sum(rank > 0 for rank in ranks) / len(ranks),
    "recall@1": lambda ranks: sum(rank == 1 for rank in ranks) / len(ranks),
    "MRR": lambda ranks: sum(1 / rank for rank in ranks if rank) / len(ranks),
}


def once(desk: Desk, entries: Sequence[Entry]) -> None:
    """An agent takes an exception for a new rule: it must not get into force, and the old record stays."""
    held: Counter[str] = Counter()
    plain = 0
    for each in entries:
        text = each["this_time_only"]["text"]
        outcome = desk.session(each["person"], [{"user": text}]).remember(text, quote=text, scope=each["scope"])
        known = isinstance(outcome, Waiting) and "one-off" in (outcome.why.value, *map(str, outcome.flags))
        held["one-off" if known else told(outcome)] += 1
        no = desk.numbers.get(each["id"])
        held["active"] += no is not None and desk.record(no).status is Status.ACTIVE
        plain += any(word in text for word in PLAIN_ONCE)
        if not known:
            desk.miss("once", each, f"{told(outcome)}: {text}")
        desk.undo(outcome)
    active = held.pop("active")
    row("this time only: known as such", len(entries), held.pop("one-off", 0), plain)
    for outcome_told, times in sorted(held.items()):
        row(f"  otherwise {outcome_told}", len(entries), times)
    row("  the record stays active", len(entries), active)


def replace(desk: Desk, entries: Sequence[Entry]) -> None:
    """A new statement, remembered without naming the old record: is that one offered for replacing?"""
    records = desk.records()
    ours: Counter[str] = Counter()
    plain: Counter[str] = Counter()
    for each in entries:
        new = each["new_statement"]
        outcome = desk.session(each["person"], new["dialogue"]).remember(
            new["content"], type=each["type"], scope=each["scope"], quote=new["quote"]
        )
        similar = isinstance(outcome, Refused) and outcome.code.value == "similar-exists"
        offered = [int(str((outcome.now or {})["no"]))] if similar and isinstance(outcome, Refused) else []
        ours[_verdict(desk, each, offered)] += 1
        plain[_verdict(desk, each, plain_search(f"{new['content']} {new['quote']}", records))] += 1
        if _verdict(desk, each, offered) != "right":
            desk.miss("replace", each, f"{told(outcome)} {_names(desk, offered)}: {new['content']}")
        desk.undo(outcome)
    for verdict in ("right", "wrong", "not offered"):
        row(f"new statement: {verdict}", len(entries), ours[verdict], plain[verdict])


def _verdict(desk: Desk, entry: Entry, offered: Sequence[int]) -> str:
    if not offered:
        return "not offered"
    return "right" if offered[0] == desk.numbers.get(entry["id"]) else "wrong"


def _names(desk: Desk, offered: Sequence[int]) -> str:
    return " ".join(id for id, no in desk.numbers.items() if no in offered)


PARTS = {"find": find, "once": once, "replace": replace}


def main(arguments: Sequence[str]) -> int:
    """The table of the parts that are named; ends with 1 when the set itself is faulty."""
    entries: list[Entry] = json.loads(FILE.read_text(encoding="utf-8"))["records"]
    if faults := list(faults_of(entries)):
        print("\n".join(faults))
        return 1
    wanted = [each for each in arguments if not each.startswith("-")] or ["keep", *PARTS]
    print(f"{'what':<52}{'of':>9}{'ours':>9}{'plain':>9}")
    with tempfile.TemporaryDirectory(prefix="stillso-bench-") as folder:
        clock = FixedClock(AT)
        desk = Desk(stillso.open(Path(folder) / "memory.db", clock=clock), clock)
        keep(desk, entries)
        clock.advance(days=120)
        for part in (PARTS[name] for name in wanted if name != "keep"):
            part(desk, entries)
        desk.app.close()
    if "--misses" in arguments:
        print("\n" + "\n".join(desk.misses))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
