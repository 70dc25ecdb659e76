"""Was something never seen, or seen and cleared? Asked of the ledger of a session, its window and what it was shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from stillso.core import sights
from stillso.core.operations import Refused
from stillso.core.windows import standing
from stillso.core.windows.blocks import Shape
from stillso.errors import Misuse
from stillso.services import windows
from stillso.services.access import Caller
from stillso.services.workspace import Workspace


class Sought(StrEnum):
    """Where a session has seen what somebody looks for: it left the window, it stands there still, it was shown as a
    memory or a file of a base, or nothing of that."""

    LEFT = "left"
    IN_WINDOW = "in-window"
    SHOWN = "shown"
    NEVER = "never"


def sought(
    ws: Workspace, caller: Caller, query: str, messages: Sequence[Any], shape: Shape
) -> tuple[Sought, list[windows.Entry]] | Refused:
    """Was it never seen, or seen and cleared? ``messages`` are those that stand in the window.

    Each word of the query must stand in a line, as a whole where it begins, in any case; the lines of the ledger that
    hold them come with it. Raises Misuse for a query without a word.
    """
    words = [re.compile(rf"(?<![a-z0-9_-]){re.escape(word)}") for word in query.casefold().split()]
    if not words:
        raise Misuse("there is nothing to look for; give a word, a path or an id")
    found = windows.ledger(ws, caller)
    if isinstance(found, Refused):
        return found

    def holds(line: str) -> bool:
        folded = line.casefold()
        return all(word.search(folded) for word in words)

    left = [entry for entry in found if holds(f"{entry.receipt.ref} {entry.receipt.what}")]
    gone, digests = {entry.receipt.ref for entry in found}, {entry.receipt.key for entry in found}
    # A result with the id of one that left is its placeholder, unless it is the very text once more.
    there = (each for each in standing.results(messages, shape) if each.ref not in gone or each.key in digests)
    if any(holds(f"{each.ref} {each.what}") for each in there):
        return Sought.IN_WINDOW, left
    if left:  # that something is spoken of does not bring it back
        return Sought.LEFT, left
    if any(map(holds, standing.said(messages, shape))):
        return Sought.IN_WINDOW, left
    return (Sought.SHOWN if _was_shown(ws, caller, query.strip()) else Sought.NEVER), left


def _was_shown(ws: Workspace, caller: Caller, name: str) -> bool:
    """Whether the session was shown a record (``#3``) or a file of its bases, by its path."""
    assert caller.session is not None
    with ws.view() as view:
        for base in caller.session.bases:
            no = name.removeprefix("#")
            row = view.record(base, int(no)) if no.isascii() and no.isdecimal() and len(no) < 10 else None
            item = view.item(base, name) if row is None else None
            key = row.key if row else item.key if item else None
            if key is not None and sights.seen(view.sights(caller.session.id, base), key):
                return True
    return False
