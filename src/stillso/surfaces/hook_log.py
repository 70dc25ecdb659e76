"""What went wrong in hooks, kept beside the store: a hook itself never says a word of it. ``doctor`` shows the end.

A line holds when, which event, and what failed; never what anybody said.
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from stillso.core import escapes
from stillso.core.names import written

#: At this size the older half is dropped. Our choice: some thousand lines.
FULL_BYTES = 256 * 1024


def path_beside(store: Path) -> Path:
    """Where the log of a store is."""
    return store.with_name(f"{store.name}.hooks.log")


def note(store: Path, at: datetime, event: str, what: str) -> None:
    """Add a line; where nothing can be written, nothing is."""
    path = path_beside(store)
    line = f"{written(at)}  {escapes.one_line(event)[:40]}  {escapes.one_line(what)[:500]}\n"
    with suppress(OSError):
        with open(path, "ab", opener=_private) as file:
            file.write(line.encode("utf-8", "backslashreplace"))
            size = file.tell()
        if size > FULL_BYTES:
            path.write_bytes(path.read_bytes()[size // 2 :].partition(b"\n")[2])


def last(store: Path, count: int) -> list[str]:
    """The newest lines, oldest first."""
    try:
        text = path_beside(store).read_text("utf-8", "replace")
    except OSError:
        return []
    return text.splitlines()[-count:]


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
