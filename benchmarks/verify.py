"""How long verifying a store takes: ``python -m benchmarks.verify [N]``.

A store of N versions (default 10,000) is made by the library: of four versions one is quoted, one replaces a memory,
two are a person's own. Then it is verified three times in a process of its own; the fastest run is printed, with the
most memory that the process had.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import stillso
from stillso import Session

SAID = "always run the checkout suite number {} before a release"
KEPT = "Run the checkout suite number {} before a release"
OWN = "改完只跑 unit test，不跑 e2e; run the unit tests only, record number {}"
CONDITION = "staging 修好之前"

VERIFY = """
import resource, sys, time, stillso
app = stillso.open(sys.argv[1])
for _ in range(3):
    begin = time.perf_counter()
    found = app.verify()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(time.perf_counter() - begin, most, found.operations, len(found.findings))
"""


def fill(path: Path, count: int) -> None:
    """A store of so many versions."""
    app = stillso.open(path, clock=lambda: datetime(2026, 9, 24, tzinfo=UTC))
    owner = app.owner("mei")
    owner.create_base("shop")
    app.add_agent("claude-code")
    owner.grant("claude-code", "shop", "write")
    session = None
    for number in range(count):
        if number % 200 == 0:
            session = app.session("claude-code", ["shop"], person="mei")
        assert isinstance(session, Session)
        if number % 4 == 0:
            session.hear(SAID.format(number))
            session.remember(KEPT.format(number), quote=SAID.format(number), beside=0)
        elif number % 4 == 3:
            owner.supersede(number - 2, OWN.format(-number), base="shop")
        else:
            owner.remember(OWN.format(number), base="shop", condition=CONDITION, beside=0)
    app.close()


def main(count: int = 10_000) -> None:
    """Make the store, verify it, print one line."""
    with tempfile.TemporaryDirectory(prefix="stillso-bench-") as folder:
        path = Path(folder) / "memory.db"
        begin = time.perf_counter()
        fill(path, count)
        filled = time.perf_counter() - begin
        ran = subprocess.run([sys.executable, "-c", VERIFY, str(path)], check=True, stdout=subprocess.PIPE, text=True)
    rows = [line.split() for line in ran.stdout.splitlines()]
    wrong = [row for row in rows if row[2:] != [str(count), "0"]]
    assert not wrong, f"a store of {count} versions that nobody touched is verified as {wrong}"
    seconds = min(float(row[0]) for row in rows)
    megabytes = max(int(row[1]) for row in rows) / 1024
    print(f"{count} versions: {seconds:.2f} s to verify, {megabytes:.0f} MB at most ({filled:.0f} s to make)")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:2]))
