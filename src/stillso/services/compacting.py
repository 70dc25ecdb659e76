"""Compactions on record: the summary that took the place of messages, what was kept, and what is still to be told.

Guards laws 3 and 4. One compaction is one operation of the session's window, however often it is reported; what its
summary carries is followed from then on (``news``). A compaction that came to nothing leaves nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from stillso.core import folding, policy, sights
from stillso.core.operations import Refused, Verb
from stillso.core.records import Record, Status
from stillso.core.sights import How, Sight
from stillso.core.values import dataclass, replace
from stillso.core.verbs import is_text
from stillso.core.windows import receipts as form
from stillso.core.windows.kept import Checked, Kept, Softened, Sort
from stillso.core.windows.receipts import Receipt, Way
from stillso.errors import BrokenData, Code
from stillso.services import access, carrying, guarding, targets, windows
from stillso.services.access import Caller, unknown
from stillso.services.owing import OWED, rendered
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, View

#: What a compaction had to keep, under its number.
KEPT = "kept/"


@dataclass(frozen=True, kw_only=True, slots=True)
class Compacted:
    """A compaction that is on record, as version ``version`` of the window; ``unchanged`` says that it was already.

    ``path`` is where its summary is kept, ``carries`` how many records the summary carries.
    """

    version: int
    path: str
    carries: int = 0
    unchanged: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Over:
    """A record that the session knows and that is over, and the one that holds in its place, if there is one."""

    record: Record
    living: Record | None


def compacted(
    ws: Workspace,
    caller: Caller,
    summary: str,
    *,
    kept: Sequence[Kept] = (),
    lost: Checked | None = None,
    what: str = "",
    chars: int = 0,
    tokens: int = 0,
) -> Compacted | Refused:
    """Write down that a summary took the place of messages, of so many characters and about so many tokens.

    The ledger says ``what`` they were. ``kept`` is what must survive, ``lost`` what a check of the summary found and is
    to be told (``owing``). Secrets are masked. The same summary again is the same compaction. Unknown without a session
    and for one that ended; refused for a summary that is none.
    """
    session = caller.session
    if session is None:
        return unknown("session", "–")
    refused = unfit(summary)
    if refused:
        return refused
    ws, text = ws.stopped(), guarding.masked(summary)
    receipt = Receipt(way=Way.COMPACTED, what=what, chars=chars, tokens=tokens)
    # Before the lock: looking through a base must not hold up other writers.
    with ws.view() as view:
        carries = carrying.carried(ws, view, caller, text)
    count = sum(map(len, carries.values()))

    def work(tx: Transaction) -> Compacted | Refused:
        refused = access.ended(tx, caller)
        if refused:
            return refused
        before = tx.files(session.window_id, carrying.SUMMARIES)
        if before and folding.fold(carrying.newest(tx, session.window_id) or "").text == folding.fold(text).text:
            return Compacted(version=before[-1].version, path=before[-1].path, carries=count, unchanged=True)
        path = f"{carrying.SUMMARIES}{len(before) + 1:06d}"
        texts = {
            path: text,
            f"{KEPT}{len(before) + 1:06d}": _written(kept),
            OWED: rendered(_all_masked(lost or Checked())),
        }
        line = form.render([receipt._replace(held=path)]).encode()
        operation = windows.put(ws, tx, caller, Verb.COMPACT, line, texts)
        _note(ws, tx, caller, carries)
        return Compacted(version=operation.n, path=path, carries=count)

    return ws.run(session.window_id, work)


def unfit(summary: object) -> Refused | None:
    """Why a summary is none that can be put on record: no text, or too long."""
    if not isinstance(summary, str) or not is_text(summary):
        return Refused(code=Code.NOT_TEXT, facts={"path": "summary"})
    if not summary.strip():
        return Refused(code=Code.NOT_TEXT, facts={"path": "summary", "reason": "no-summary"})
    if len(summary) > policy.MESSAGE_CHARS:
        facts = {"what": "summary", "size": len(summary), "limit": policy.MESSAGE_CHARS}
        return Refused(code=Code.TOO_LARGE, facts=facts)
    return None


def _note(ws: Workspace, tx: Transaction, caller: Caller, carries: dict[str, dict[int, int]]) -> None:
    """Note what the summary carries of each base: also that it is nothing, for the summary before is gone."""
    session = caller.session
    assert session is not None
    turn, first = tx.heard(session.hearing), tx.showings(session.id) + 1
    for n, (space, revisions) in enumerate(carries.items(), first):
        packed = sights.pack(revisions)
        tx.save(Sight(session=session.id, n=n, space=space, how=How.SUMMARY, turn=turn, at=ws.now(), packed=packed))


# --- what was kept -------------------------------------------------------------------------------------------


def earlier(view: View, window: str) -> tuple[Kept, ...]:
    """What the newest compaction of a window had to keep, for the next one to begin with; empty before the first."""
    listed = view.files(window, KEPT)
    written = view.head(window, listed[-1].path) if listed else None
    return _read(written.text) if written else ()


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _written(kept: Iterable[Kept]) -> str:
    return "".join(f"{_encode([each.sort, each.text, each.no])}\n" for each in map(_masked, kept))


def _masked(kept: Kept) -> Kept:
    return replace(kept, text=guarding.masked(kept.text))


def _all_masked(checked: Checked) -> Checked:
    return Checked(
        missing=tuple(map(_masked, checked.missing)),
        softened=tuple(
            Softened(kept=_masked(each.kept), instead=guarding.masked(each.instead)) for each in checked.softened
        ),
        invented=tuple(map(guarding.masked, checked.invented)),
    )


def _read(text: str) -> tuple[Kept, ...]:
    try:
        rows = [json.loads(line) for line in text.split("\n")[:-1]]
        return tuple(Kept(sort=Sort(sort), text=said, no=no) for sort, said, no in rows)
    except (ValueError, TypeError) as problem:
        raise BrokenData(f"what a compaction kept does not read: {problem}") from problem


# --- what must not come back ---------------------------------------------------------------------------------


def over(ws: Workspace, caller: Caller) -> tuple[Over, ...]:
    """The records that the session was shown or told of and that are over, newest first: a summary must not bring them
    back."""
    session = caller.session
    if session is None:
        return ()
    found: list[Over] = []
    with ws.view() as view:
        for base in session.bases:
            place = access.place(view, caller, base)
            if isinstance(place, Refused):
                continue
            for row in carrying.known(view, session, place.space):
                if row.record.status is not Status.ACTIVE:
                    end = targets.living(view, place.space, row.record)
                    found.append(Over(record=row.record, living=end if end.status is Status.ACTIVE else None))
    return tuple(sorted(found, key=lambda each: each.record.modified_at, reverse=True))
