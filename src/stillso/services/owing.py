"""What a summary lost and a session is still to be told: until a later message was heard, as news is.

It stands in the window, written with the compaction that lost it, and shrinks as it is told. Apart from ``compacting``,
because every prompt asks for it, and nearly always nothing is there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from stillso import services
from stillso.core.operations import Refused, Verb
from stillso.core.windows.summaries import Kept, Sort
from stillso.errors import BrokenData
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, View

#: Where it stands in a window.
OWED = "owed"

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def owed(ws: Workspace, caller: Caller) -> tuple[Kept, ...]:
    """What the newest summary lost and the session was not told since, in order. Empty without a session."""
    if caller.session is None:
        return ()
    with ws.view() as view:
        return tuple(kept for kept, _ in _open_ones(view, caller))


def note_told(ws: Workspace, caller: Caller, count: int) -> None:
    """Note that the session is told the first so many of what is ``owed``. Nothing is noted once it has ended."""
    session = caller.session
    if session is None:
        return

    def work(tx: Transaction) -> Refused | None:
        open_ones, turn = _open_ones(tx, caller), tx.heard(session.hearing)
        text = rendered((kept, turn if n < count else told) for n, (kept, told) in enumerate(open_ones))
        refused = services.access.ended(tx, caller)
        written = tx.head(session.window_id, OWED)
        if refused is None and written is not None and written.text != text:
            services.windows.put(ws, tx, caller, Verb.NOTE, b"", {OWED: text})
        return refused

    ws.run(session.window_id, work)


def rendered(owed: Iterable[tuple[Kept, int | None]]) -> str:
    """The text in the window: one a line, each with the turn at which it was told, null for never."""
    return "".join(f"{_encode([kept.sort, kept.text, kept.no, told])}\n" for kept, told in owed)


def _open_ones(view: View, caller: Caller) -> list[tuple[Kept, int | None]]:
    """What is still to be told, each with the turn at which it was told last."""
    session = caller.session
    assert session is not None
    written = view.head(session.window_id, OWED)
    if written is None or not written.text:
        return []
    turn = view.heard(session.hearing)
    try:
        rows = [json.loads(line) for line in written.text.split("\n")[:-1]]
        kept = [(Kept(sort=Sort(sort), text=text, no=no), told) for sort, text, no, told in rows]
    except (ValueError, TypeError) as problem:
        raise BrokenData(f"what a summary lost does not read: {problem}") from problem
    return [(each, told) for each, told in kept if told is None or told >= turn]
