"""Clearing a window against one pass that changes the messages in place and appends to a file (the limit).

    python -m benchmarks.clearing [MESSAGES …]         default: 1000 10000 100000

For each number of messages: a whole clearing with its receipts durable, one that waits for a gain which is never
reached, and ten turns of a window that was cleared before: each brings one more call and result and so clears one (the
first apart, for memory is cold then), and then a text, for which there is nothing to clear or to write. Each in turn
with the limit, seven rounds; printed are the median milliseconds and the median ratio. Source of the shape: one call
and one result of about 600 characters a pair, the last three results kept.
"""

from __future__ import annotations

import gc
import json
import os
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, TypeVar

import stillso
from stillso import Session
from stillso.services.clearing import Cleared, Window

Message = dict[str, Any]
T = TypeVar("T")

ROUNDS = 7
TURNS = 10
KEEP = 3
_BODY = "def f(x):\n    return x  # 測試 staging 折扣\n" * 40


def pairs(count: int, first: int = 0) -> list[Message]:
    """So many calls with their results, numbered from the first."""
    pick = random.Random(3)
    found: list[Message] = []
    for n in range(first, first + count):
        used = {"type": "tool_use", "id": f"tu{n}", "name": "read_file", "input": {"path": f"src/m{n}.py"}}
        result = {"type": "tool_result", "tool_use_id": f"tu{n}", "content": _BODY[: pick.randint(300, 900)]}
        found += [{"role": "assistant", "content": [used]}, {"role": "user", "content": [result]}]
    return found


def _said() -> Message:
    return {"role": "assistant", "content": [{"type": "text", "text": "Done."}]}


def one_pass(messages: list[Message], ledger: Path) -> int:
    """The limit: every block once, the messages changed in place, one line a result and one sync of a file."""
    calls, results, lines = dict[str, Message](), list[Message](), list[str]()
    for message in messages:
        for block in message["content"]:
            if block["type"] == "tool_use":
                calls[block["id"]] = block
            elif block["type"] == "tool_result":
                results.append(block)
    for block in results[: len(results) - KEEP]:
        if block["content"].startswith("[cleared"):
            continue
        call = calls[block["tool_use_id"]]
        what = f"{call['name']} {json.dumps(call['input'], ensure_ascii=False)}"
        lines.append(f"2026-12-01\tcleared\t{what}\t{len(block['content'])}\n")
        block["content"] = f"[cleared 2026-12-01: {what}; call again if needed]"
    with ledger.open("a", encoding="utf-8") as file:
        file.write("".join(lines))
        file.flush()
        os.fsync(file.fileno())
    return len(lines)


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """How long it takes, in milliseconds, and what comes of it."""
    gc.collect()
    begun = perf_counter()
    found = work()
    return (perf_counter() - begun) * 1000, found


def cleared(window: Window, messages: list[Message]) -> Cleared:
    """The messages cleared."""
    found = window.clear(messages)
    assert isinstance(found, Cleared), found
    return found


def measure(count: int, new: Callable[[], Session], ledger: Path) -> None:
    """The rounds of one number of messages, and a line for each kind."""
    rows: dict[str, list[tuple[float, float]]] = {}
    for _ in range(ROUNDS if count < 50_000 else 3):
        old, messages, waits = pairs(count // 2), pairs(count // 2), pairs(count // 2)
        window, waiting = new().window("anthropic"), new().window("anthropic", clear_at_least=10**9)

        def note(name: str, window: Window, messages: list[Message], limit: float) -> Cleared:
            ms, found = timed(lambda: cleared(window, messages))
            rows.setdefault(name, []).append((ms, limit))
            return found

        limit, _ = timed(lambda old=old: one_pass(old, ledger))
        messages = note("whole", window, messages, limit).messages
        note("at-least", waiting, waits, limit)
        for turn in range(count, count + TURNS):
            old += pairs(1, first=turn)
            limit, _ = timed(lambda old=old: one_pass(old, ledger))
            name = "turn" if turn > count else "first"
            found = note(name, window, [*messages, *pairs(1, first=turn)], limit)
            assert len(found.receipts) == 1
            messages = note("idle", window, [*found.messages, _said()], limit).messages
    for name, row in rows.items():
        ours_ms, limit_ms = median(ms for ms, _ in row), median(ms for _, ms in row)
        ratio = median(ms / limit for ms, limit in row)
        print(f"{count:>7} messages  {name:<9} {ours_ms:>9.2f} ms  limit {limit_ms:>8.2f} ms  ratio {ratio:>5.2f}")


def main() -> None:
    """Measure, on a store in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        app = stillso.open(Path(folder) / "stillso.db")
        mei = app.owner("mei")
        mei.create_base("shop")
        app.add_agent("agent")
        mei.grant("agent", "shop", "write")

        def new() -> Session:
            session = app.session("agent", ["shop"], person="mei")
            assert isinstance(session, Session)
            return session

        for count in map(int, sys.argv[1:] or ["1000", "10000", "100000"]):
            measure(count, new, Path(folder) / "ledger.tsv")


if __name__ == "__main__":
    main()
