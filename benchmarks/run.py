"""All benchmarks, one command: ``python -m benchmarks.run [N …]``. See README.md beside this file."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import apsw

import stillso

CONTENT = "改完只跑 unit test，不跑 e2e; run the unit tests only, record number {}"
CONDITION = "staging 修好之前"
ROUNDS = 15


class Raw:
    """What the engine does without us: one table, one row a record."""

    def __init__(self, path: Path) -> None:
        self.connection = apsw.Connection(str(path))
        self.connection.execute("PRAGMA journal_mode = wal")
        self.connection.execute("PRAGMA synchronous = full")
        self.connection.execute(
            "CREATE TABLE r (no INTEGER PRIMARY KEY, content TEXT, condition TEXT, quote TEXT, at INTEGER, status TEXT)"
        )
        self.connection.execute("CREATE INDEX r_at ON r (status, at DESC)")

    def add(self, number: int) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute(
            "INSERT INTO r (content, condition, at, status) VALUES (?, ?, ?, 'active')",
            (CONTENT.format(number), CONDITION, number),
        )
        self.connection.execute("COMMIT")

    def lines(self) -> str:
        rows = self.connection.execute("SELECT * FROM r WHERE status = 'active' ORDER BY at DESC LIMIT 200")
        return "\n".join(" | ".join(map(str, row)) for row in rows)


@contextmanager
def stores() -> Iterator[tuple[stillso.Owner, Raw, Path]]:
    """Ours and the raw side, each on a file of its own."""
    with tempfile.TemporaryDirectory(prefix="stillso-bench-") as folder:
        path = Path(folder) / "ours.db"
        app = stillso.open(path, clock=lambda: datetime(2026, 9, 24, tzinfo=UTC))
        owner = app.owner("mei")
        owner.create_base("shop")
        raw = Raw(Path(folder) / "raw.db")
        yield owner, raw, path
        raw.connection.close()
        app.close()


def fill(owner: stillso.Owner, raw: Raw, start: int, end: int) -> None:
    """Records from start to end on both sides; ours without waiting for the disk, which is not measured here."""
    with raw.connection:
        for number in range(start, end):
            raw.connection.execute(
                "INSERT INTO r (content, condition, at, status) VALUES (?, ?, ?, 'active')",
                (CONTENT.format(number), CONDITION, number),
            )
    for number in range(start, end):
        owner.remember(CONTENT.format(number), base="shop", condition=CONDITION)


def compare(ours: Callable[[int], object], raw: Callable[[int], object], chunk: int) -> tuple[float, float, float]:
    """Median milliseconds of ours and of raw, and the median of their ratio over the rounds."""
    pairs = []
    for turn in range(ROUNDS):
        times = []
        for work in (ours, raw):
            begin = time.perf_counter()
            for each in range(chunk):
                work(turn * chunk + each)
            times.append((time.perf_counter() - begin) / chunk * 1000)
        pairs.append(times)
    mine, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    return mine, theirs, statistics.median(one / other for one, other in pairs)


def cpu_of(command: list[str], environment: dict[str, str]) -> float:
    """CPU milliseconds (user and system) of a whole process, the median of several."""
    spent = []
    for _ in range(7):
        before = os.times()
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
        after = os.times()
        spent.append(
            (after.children_user - before.children_user + after.children_system - before.children_system) * 1000
        )
    return statistics.median(spent)


def row(name: str, count: int, mine: float, theirs: float, ratio: float) -> None:
    print(f"{name:<10} {count:>8} {mine:>10.3f} {theirs:>10.3f} {ratio:>8.2f}", flush=True)


def main(counts: list[int]) -> None:
    """Every row of the table, for each number of records."""
    print(f"CPython {sys.version.split()[0]}, SQLite {apsw.sqlite_lib_version()}, {os.cpu_count()} processors")
    print(f"{'what':<10} {'records':>8} {'ours ms':>10} {'raw ms':>10} {'ratio':>8}")
    with stores() as (owner, raw, path):
        filled = 0
        for count in counts:
            fill(owner, raw, filled, count)
            filled = count + ROUNDS * 20
            written = compare(
                lambda n: owner.remember(CONTENT.format(-n), base="shop", condition=CONDITION), raw.add, 20
            )
            row("remember", count, *written)
            row("lines", count, *compare(lambda n: owner.lines("shop"), lambda n: raw.lines(), 5))
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        ours = [sys.executable, "-m", "stillso", "lines", "--base", "shop", "--store", str(path)]
        mine, bare = cpu_of(ours, environment), cpu_of([sys.executable, "-c", "pass"], environment)
        row("start", filled, mine, bare, mine / bare)


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [100, 1_000, 10_000])
