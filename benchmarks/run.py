"""The main benchmarks, one command: ``python -m benchmarks.run [N …]``. See README.md beside this file."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import apsw
from benchmarks.sides import Ours, Raw, SameRows, filled

ROUNDS = 15
Work = Callable[[int], object]


def compare(chunk: int, *works: Work) -> list[tuple[float, float]]:
    """For each work its median milliseconds, and the median ratio of the first to it over the rounds.

    They take turns in small chunks, so that a disturbance hits all of them.
    """
    rounds: list[list[float]] = []
    for turn in range(ROUNDS):
        times = []
        for work in works:
            begin = time.perf_counter()
            for each in range(chunk):
                work(turn * chunk + each)
            times.append((time.perf_counter() - begin) / chunk * 1000)
        rounds.append(times)
    columns = list(zip(*rounds, strict=True))
    ratios = [[first / each for first, each in zip(columns[0], column, strict=True)] for column in columns]
    return [
        (statistics.median(column), statistics.median(ratio)) for column, ratio in zip(columns, ratios, strict=True)
    ]


def row(name: str, count: int, measured: list[tuple[float, float]]) -> None:
    """One line: ours in milliseconds, then each other side with the ratio of ours to it."""
    (ours, _), *others = measured
    print(
        f"{name:<24}{count:>8}{ours:>10.3f}" + "".join(f"{ms:>10.3f}{ratio:>7.2f}" for ms, ratio in others), flush=True
    )


def measure(count: int, folder: Path) -> None:
    """Every row for one number of records."""
    path = folder / f"{count}.db"
    filled(path, count)
    ours = Ours(path)
    same, raw = SameRows(folder / f"{count}.same.db", ours, count), Raw(folder / f"{count}.raw.db", count)
    row("remember", count, compare(20, lambda n: ours.add(count + n), same.add, raw.add))
    sessions = [ours.session() for _ in range(ROUNDS * 4)]
    row("lines", count, compare(4, lambda n: ours.owner.lines("shop"), lambda n: same.lines()))
    row(
        "lines at a place",
        count,
        compare(4, lambda n: ours.owner.lines("shop", scope="checkout"), lambda n: same.lines("checkout")),
    )
    row("lines of a session", count, compare(4, lambda n: sessions[n].lines(), lambda n: same.lines()))
    print(f"{'bytes a record':<24}{count:>8}{path.stat().st_size / count:>10.0f}", flush=True)
    ours.close()


def main(counts: list[int]) -> None:
    """A table for each number of records."""
    print(f"CPython {sys.version.split()[0]}, SQLite {apsw.sqlite_lib_version()}, {os.cpu_count()} processors")
    print(f"{'what':<24}{'records':>8}{'ours ms':>10}{'same rows':>10}{'ratio':>7}{'raw':>10}{'ratio':>7}")
    with tempfile.TemporaryDirectory(prefix="stillso-bench-") as folder:
        for count in counts:
            measure(count, Path(folder))


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [1_000, 10_000])
