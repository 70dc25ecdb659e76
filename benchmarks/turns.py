"""Many processes that write one store: ``python -m benchmarks.turns [OPERATIONS [ROUNDS [PROCESSES]]]``.

Half of the operations add a record, half replace one of 16 hot ones, which the process has just read. Beside it as many
rows of the same size in the same tables, put in by the bare engine: in the same line, and waiting as SQLite waits. The
sides change in rounds. See README.md beside this file.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import Any, TypeVar

import apsw

import stillso
from stillso.core.records import Record
from stillso.storage import sqlite
from stillso.storage.disk import turns

HOT = 16
#: What a process does once before it is measured: what it uses for the first time takes 20 ms.
WARM = 4
SIDES = ("ours", "rows, in line", "rows, alone")
#: The tables of one operation, each as often as it gets a row.
TABLES = {
    "add": ("operation", "item", "revision", "record"),
    "replace": ("operation", "item", "revision", "record", "item", "revision", "record", "tombstone"),
}
T = TypeVar("T")


def operations(name: str, count: int) -> Iterator[tuple[str, int, str]]:
    """What a process does, the same on every side: the verb, which hot record, and the content."""
    chance = random.Random(name)
    for number in range(count):
        yield chance.choice(("add", "replace")), chance.randrange(HOT), f"{name} says in {number}: run unit tests only"


def need(result: T | stillso.Refused) -> T:
    assert not isinstance(result, stillso.Refused), result
    return result


class Ours:
    """Operations of a person on the store."""

    def __init__(self, path: Path, name: str, side: str) -> None:
        self.app = stillso.open(path)
        self.person = self.app.owner(name)
        self.newest = list(range(1, HOT + 1))

    def prepare(self, verb: str, hot: int, content: str) -> Callable[[], bool]:
        """Read what is to be replaced; gives the operation itself, which says whether it was done or stale."""
        if verb == "add":
            return lambda: is_done(self.person.remember(content, base="shop", beside=0))
        record = self._living(self.newest[hot])
        self.newest[hot] = record.no
        return lambda: is_done(self.person.supersede(record.no, content, base="shop", read_version=record.version))

    def _living(self, no: int) -> Record:
        record = need(self.person.show(no, base="shop")).rows[0].record
        return record if record.superseded_by is None else self._living(record.superseded_by)

    def close(self) -> None:
        self.app.close()


def is_done(outcome: stillso.Outcome) -> bool:
    assert isinstance(outcome, stillso.Done) or getattr(outcome, "code", None) == "stale", outcome
    return isinstance(outcome, stillso.Done)


class Rows:
    """The rows of an operation, put in by the bare engine: copies of what a table holds, under new keys."""

    def __init__(self, path: Path, name: str, side: str) -> None:
        self.connection = apsw.Connection(str(path))
        self.connection.set_busy_timeout(sqlite.BUSY_MILLISECONDS)
        self.connection.execute("PRAGMA synchronous = full")
        self.turns = turns.beside(path) if side == "rows, in line" else None
        self.copied = {table: self._row(table) for table in set(sum(TABLES.values(), ()))}

    def _row(self, table: str) -> dict[str, Any]:
        cursor = self.connection.execute(f"SELECT * FROM {table} LIMIT 1")
        return dict(zip((column[0] for column in cursor.get_description()), cursor.fetchone(), strict=True))

    def prepare(self, verb: str, hot: int, content: str) -> Callable[[], bool]:
        return lambda: self.write(TABLES[verb])

    def write(self, tables: tuple[str, ...]) -> bool:
        with self.turns.turn() if self.turns else nullcontext():
            self.connection.execute("BEGIN IMMEDIATE")
            moved = self.connection.execute("UPDATE space SET head = head + 1 WHERE slug = 'shop' RETURNING head")
            ((head,),) = moved.fetchall()
            for place, table in enumerate(tables):
                row = self.copied[table]
                key = head * 1000 + place
                fresh = {
                    "n": key,
                    "key": key,
                    "no": key,
                    "version": key,
                    "path": f"{key:050}",
                    "fingerprint": key.to_bytes(32, "big"),
                }
                row |= {name: value for name, value in fresh.items() if name in row}
                marks = ", ".join("?" * len(row))
                self.connection.execute(f"INSERT INTO {table} VALUES ({marks})", tuple(row.values()))
            self.connection.execute("COMMIT")
        return True

    def close(self) -> None:
        self.connection.close()


# --- one process, and all of them --------------------------------------------------------------------------------


def work(side: str, path: str, name: str, count: str) -> None:
    """One process: warm up, wait for the word, do its operations, and print what they took."""
    hand = (Ours if side == "ours" else Rows)(Path(path), name, side)
    for verb, hot, content in operations(f"warm {name}", WARM):
        hand.prepare(verb, hot, content)()
    print("ready", flush=True)
    sys.stdin.readline()
    took, did, cpu = [], 0, time.process_time()
    for verb, hot, content in operations(name, int(count)):
        act = hand.prepare(verb, hot, content)
        begin = time.perf_counter()
        did += act()
        took.append(time.perf_counter() - begin)
    print(json.dumps({"took": took, "done": did, "cpu": time.process_time() - cpu}), flush=True)
    sys.stdin.readline()
    hand.close()


def measure(side: str, count: int, processes: int) -> dict[str, float]:
    """A new store, written by that many processes at once."""
    with tempfile.TemporaryDirectory(prefix="stillso-bench-") as folder, ExitStack() as stack:
        path = Path(folder) / "memory.db"
        furnish(path)
        command = [sys.executable, "-m", "benchmarks.turns", "work", side, str(path)]
        hands = [
            stack.enter_context(
                subprocess.Popen(
                    [*command, f"p{number}", str(count // processes)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for number in range(processes)
        ]
        for hand in hands:
            assert hear(hand) == "ready\n"
        begin = time.perf_counter()
        for hand in hands:
            tell(hand)
        answers = [json.loads(hear(hand)) for hand in hands]
        seconds = time.perf_counter() - begin
        for hand in hands:
            tell(hand)
    took = sorted(each * 1000 for answer in answers for each in answer["took"])
    median = statistics.median(took)
    return {
        "done/s": sum(answer["done"] for answer in answers) / seconds,
        "median ms": median,
        "p99 ms": took[len(took) * 99 // 100],
        "longest ms": took[-1],
        "longest/median": took[-1] / median,
        "stale": len(took) - sum(answer["done"] for answer in answers),
        "cpu ms/op": sum(answer["cpu"] for answer in answers) / len(took) * 1000,
    }


def tell(hand: subprocess.Popen[str]) -> None:
    assert hand.stdin
    hand.stdin.write("\n")
    hand.stdin.flush()


def hear(hand: subprocess.Popen[str]) -> str:
    assert hand.stdout
    return hand.stdout.readline()


def furnish(path: Path) -> None:
    """A store with the hot records, and one that was replaced."""
    app = stillso.open(path)
    mei = app.owner("mei")
    need(mei.create_base("shop"))
    for number in range(HOT):
        need(mei.remember(f"hot record {number}", base="shop", beside=0))
    need(mei.supersede(HOT, f"hot record {HOT}, replaced", base="shop"))
    app.close()


def main(count: int = 4000, rounds: int = 3, processes: int = 8) -> None:
    print(f"CPython {sys.version.split()[0]}, SQLite {apsw.sqlite_lib_version()}, {os.cpu_count()} processors")
    print(f"{processes} processes, {count} operations, {rounds} rounds; medians over the rounds")
    found: dict[str, list[dict[str, float]]] = {side: [] for side in SIDES}
    for _ in range(rounds):
        for side in SIDES:
            found[side].append(measure(side, count, processes))
    names = list(found["ours"][0])
    print(f"{'side':<14}" + "".join(f"{name:>16}" for name in names))
    for side in SIDES:
        medians = (statistics.median(each[name] for each in found[side]) for name in names)
        print(f"{side:<14}" + "".join(f"{value:>16.2f}" for value in medians))
    for side in SIDES[1:]:
        pairs = zip(found["ours"], found[side], strict=True)
        ratio = statistics.median(ours["done/s"] / raw["done/s"] for ours, raw in pairs)
        print(f"done/s of ours over those of {side}: {ratio:.2f}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["work"]:
        work(*sys.argv[2:])
    else:
        main(*(int(argument) for argument in sys.argv[1:]))
