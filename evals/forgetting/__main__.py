"""The forgetting set: what should be forgotten and was not, what should be kept and was not.

Without options it checks what the next turn would see, and asks no model; with --ask it asks a command, which reads
a prompt from its standard input and writes the answer to its standard output.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from evals.forgetting.asking import Answered, Failed, answers, prompt
from evals.forgetting.assembling import SIDES, assembled
from evals.forgetting.checks import Wrong, wrong
from evals.forgetting.judging import UNSURE, VERDICTS, verdict
from evals.forgetting.scenarios import Scenario, scenarios


def checked(found: Sequence[Scenario]) -> int:
    """Print what is wrong with the inputs, by kind and side; 1 where anything is with stillso, else 0."""
    results = {(each.id, side): wrong(each, assembled(each, side)) for each in found for side in SIDES}
    print(f"{'':<12}{'':>10}" + "".join(f"{name:>17}" for name in Wrong._fields))
    print(f"{'kind':<12}{'scenarios':>10}" + f"{'without':>9}{'with':>8}" * len(Wrong._fields))
    for kind in [*dict.fromkeys(each.kind for each in found), "all"]:
        own = [each for each in found if kind in (each.kind, "all")]
        cells = [
            f"{sum(len(results[each.id, side][at]) for each in own):>{9 if side == 'without' else 8}}"
            for at in range(len(Wrong._fields))
            for side in SIDES
        ]
        print(f"{kind:<12}{len(own):>10}{''.join(cells)}")
    faults = [
        f"{each.id}: {name}: {words}"
        for each in found
        for name, said in zip(Wrong._fields, results[each.id, "with"], strict=True)
        for words in said
    ]
    print(*(["", "With stillso:", *faults] if faults else []), sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


def asked(found: Sequence[Answered]) -> None:
    """Print what the answers did, by kind and side, and those that a person has to judge."""
    verdicts = [(each, verdict(each.scenario, each.text)) for each in found]
    print(
        f"{'kind':<12}{'side':>9}{'answers':>9}{'right':>7}  " + "".join(f"{name:>10}" for name in (*VERDICTS, UNSURE))
    )
    for kind in [*dict.fromkeys(each.scenario.kind for each in found), "all"]:
        for side in SIDES:
            own = [(each, done) for each, done in verdicts if each.side == side and kind in (each.scenario.kind, "all")]
            right = sum(done in each.scenario.right for each, done in own)
            counts = Counter(done for _, done in own)
            cells = "".join(f"{counts[name]:>10}" for name in (*VERDICTS, UNSURE))
            print(f"{kind:<12}{side:>9}{len(own):>9}{right:>7}  {cells}")
    unsure = [each for each, done in verdicts if done == UNSURE]
    if unsure:
        print(f"\nFor a person to judge, counted as right nowhere: {len(unsure)}")
    for each in unsure:
        print(f"\n{each.scenario.id}, {each.side}: {each.scenario.ask}", *each.text.splitlines(), sep="\n  ")


def _tell(where: str) -> None:
    print(where, file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check, ask or show; 1 where an input is wrong with stillso, 2 where the command fails."""
    parser = argparse.ArgumentParser(prog="python -m evals.forgetting", description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="ID", help="only these scenarios")
    parser.add_argument("--show", action="store_true", help="print what a model would be given, and end")
    parser.add_argument("--ask", metavar="COMMAND", help="ask this command, on both sides")
    parser.add_argument("--times", type=int, default=1, metavar="N", help="ask each prompt so often (1)")
    parser.add_argument("--answers", type=Path, metavar="FILE", help="keep the answers here; none is asked for again")
    given = parser.parse_args(arguments)
    every = scenarios()
    strange = set(given.ids) - {each.id for each in every}
    if strange or given.times < 1:
        parser.error(f"no such scenario: {', '.join(sorted(strange))}" if strange else "--times is 1 or more")
    found = [each for each in every if not given.ids or each.id in given.ids]
    if given.show:
        for each in found:
            print(*(f"=== {each.id}, {side}\n\n{prompt(each, side)}" for side in SIDES), sep="\n")
        return 0
    if given.ask is None:
        return checked(found)
    came: list[Answered] = []
    try:
        came += answers(given.ask, found, given.times, given.answers, _tell)
    except Failed as failed:
        go_on = " The answers before it are kept: run it again to go on." if given.answers else ""
        print(f"{failed}.{go_on}", file=sys.stderr)
        return 2
    asked(came)
    return 0


if __name__ == "__main__":
    sys.exit(main())
