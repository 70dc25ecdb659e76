"""How long ``due`` and ``tidy`` take: ``python -m benchmarks.tidying [N …]``.

Stores of N records (default 1,000 and 10,000) are made by the library: in four scopes, one in five with a condition, in
English and Chinese, one in twenty with the frame of another. Two months later 200 sessions are shown the lines of one
scope. Each row is the fastest of three, in milliseconds of CPU: first with every condition overdue, then with all
confirmed.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import stillso
from stillso import App, Owner, Session
from stillso.core import names
from stillso.services.reading import Shown
from stillso.services.tidying import Tidied
from stillso.testing import FixedClock

SCOPES = (None, "checkout", "web/ui", "docs")
TOOLS = ("npm", "pnpm", "yarn", "pytest", "ruff", "redis", "postgres", "kafka")
ENGLISH, CHINESE = "Use {} for the {} service", "{1} 服務用 {0}"
SESSIONS = 200


def fill(app: App, clock: FixedClock, count: int) -> Owner:
    """A base of so many records, and the sessions that worked there two months later."""
    mei = app.owner("mei")
    mei.create_base("shop")
    app.add_agent("claude-code")
    mei.grant("claude-code", "shop", "write")
    for number in range(count):
        team = number // 2 if number % 20 == 1 else number
        service = "".join("abcdefghij"[int(digit)] for digit in f"{team:05}")
        content = (CHINESE if number % 3 == 2 else ENGLISH).format(TOOLS[number % len(TOOLS)], service)
        condition = ("until staging is fixed", "這陣子")[number % 2] if number % 5 == 0 else None
        mei.remember(content, base="shop", scope=SCOPES[number % len(SCOPES)], condition=condition)
    clock.advance(days=61)
    for _ in range(SESSIONS):
        session = app.session("claude-code", ["shop"], person="mei")
        assert isinstance(session, Session)
        session.lines(scope="checkout")
        session.end()
    return mei


def fastest(work: Callable[[], object]) -> float:
    """The least CPU milliseconds of three."""
    taken = []
    for _ in range(3):
        begun = time.process_time()
        work()
        taken.append((time.process_time() - begun) * 1000)
    return min(taken)


def row(mei: Owner, count: int, which: str) -> None:
    """Measure, and print one line."""
    due, found = mei.due(base="shop"), mei.tidy(base="shop")
    assert isinstance(due, Shown)
    assert isinstance(found, Tidied)
    times = (fastest(lambda: mei.due(base="shop")), fastest(lambda: mei.tidy(base="shop")))
    told = f"{len(due.rows):,} due, {len(found.found):,} found"
    print(f"{count:>8,} {which:<10} {times[0]:>8,.0f} {times[1]:>8,.0f}   {told}")


def main(counts: list[int]) -> None:
    """One store for each count."""
    print(f"{'records':>8} {'':<10} {'due ms':>8} {'tidy ms':>8}")
    for count in counts:
        with tempfile.TemporaryDirectory(prefix="stillso-bench-") as folder:
            clock = FixedClock(names.moment("2026-06-22T03:10:00Z"))
            app = stillso.open(Path(folder) / "memory.db", clock=clock)
            mei = fill(app, clock, count)
            row(mei, count, "overdue")
            due = mei.due(base="shop")
            assert isinstance(due, Shown)
            for each in due.rows:
                mei.confirm(each.record.no, base="shop")
            row(mei, count, "confirmed")
            app.close()


if __name__ == "__main__":
    main([int(each.replace(",", "")) for each in sys.argv[1:]] or [1_000, 10_000])
