"""What a summary lost and a session is still to be told: until a later message was heard, as news is.

It stands in the window, written with the compaction that lost it, and shrinks as it is told. Apart from ``compacting``,
because every prompt asks for it, and nearly always nothing is there.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from stillso import services
from stillso.core import policy
from stillso.core.operations import Refused, Verb
from stillso.core.records import Status
from stillso.core.windows import put_backs
from stillso.core.windows.kept import Checked, Kept, Softened, Sort
from stillso.errors import BrokenData
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, View
from stillso.texts import Texts

#: Where it stands in a window.
OWED = "owed"

#: In the place of a kind: a line that the summary made up.
_INVENTED = "invented"


class _Line(NamedTuple):
    """One line as it stands in the window: its kind, what the summary says instead, at which turn it was told, and
    whether it is the condition of its record."""

    kind: str
    text: str
    no: int | None = None
    instead: str | None = None
    told: int | None = None
    condition: bool = False

    @property
    def is_of_record(self) -> bool:
        """Whether these are the words of a record."""
        return self.kind == Sort.CONSTRAINT and self.no is not None


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def owed(ws: Workspace, caller: Caller) -> Checked:
    """What is wrong with the newest summary and was not told since, in order. Nothing without a session.

    Of records only what they say now, and only those that the session may still read.
    """
    if caller.session is None:
        return Checked()
    with ws.view() as view:
        lines = _open_ones(view, caller)
        said = _said(view, caller, {line.no for line in lines if line.no is not None and line.is_of_record})
    return _as_checked([line for line in lines if not line.is_of_record or (line.no, line.text) in said])


def _said(view: View, caller: Caller, numbers: Collection[int]) -> set[tuple[int, str]]:
    """What the records in force with these numbers say, in the bases that the session may read."""
    assert caller.session is not None
    places = [services.access.place(view, caller, base) for base in caller.session.bases] if numbers else []
    spaces = [place.space for place in places if not isinstance(place, Refused)]
    rows = [row for space in spaces for no in numbers if (row := view.record(space.id, no))]
    return {
        (row.record.no, services.guarding.masked(text))
        for row in rows
        if row.record.status is Status.ACTIVE
        for text in (row.record.content, row.record.quote, row.record.condition)
        if text
    }


def put_back(ws: Workspace, texts: Texts, caller: Caller, most: int) -> str:
    """What the newest summary lost, as much as ``most`` characters take; empty for nothing. What found no room is told
    the next time; of a line that no room would take only how it begins."""
    lost = owed(ws, caller)
    back = put_backs.put_back(lost, services.answers.compaction.labels(texts), most)
    if (lost.missing or lost.invented) and (not back.text or len(back.left_out) == len(lost.missing) > 0):
        return ""
    # No memory and no sentence is longer: it was too large for this room, and is not for the next.
    later = [each for each in back.too_large if len(each.text) <= policy.CONTENT_CHARS]
    note_told(ws, caller, [*back.left_out, *later])
    return back.text


def note_told(ws: Workspace, caller: Caller, left_out: Collection[Kept] = ()) -> None:
    """Note that the session is told what is ``owed``, but for what was left out. Nothing is noted once it has ended."""
    session = caller.session
    if session is None:
        return
    left = {(kept.sort, kept.text, kept.no) for kept in left_out}

    def work(tx: Transaction) -> Refused | None:
        lines, turn = _open_ones(tx, caller), tx.heard(session.hearing)
        text = _rendered(
            line if (line.kind, line.text, line.no) in left else line._replace(told=turn) for line in lines
        )
        refused = services.access.ended(tx, caller)
        written = tx.head(session.window_id, OWED)
        if refused is None and written is not None and written.text != text:
            services.windows.put(ws, tx, caller, Verb.NOTE, b"", {OWED: text})
        return refused

    ws.run(session.window_id, work)


def rendered(checked: Checked) -> str:
    """The text in the window of what a check of a summary found."""
    instead = {soft.kept: soft.instead for soft in checked.softened}
    lost = (
        _Line(kept.sort, kept.text, kept.no, instead.get(kept), condition=kept.condition) for kept in checked.missing
    )
    return _rendered([*lost, *(_Line(_INVENTED, text) for text in checked.invented)])


def _rendered(lines: Iterable[_Line]) -> str:
    return "".join(f"{_encode(line)}\n" for line in lines)


def _open_ones(view: View, caller: Caller) -> list[_Line]:
    """What is still to be told: what never was, and what was told at this turn."""
    session = caller.session
    assert session is not None
    written = view.head(session.window_id, OWED)
    if written is None or not written.text:
        return []
    turn = view.heard(session.hearing)
    try:
        lines = [_Line(*json.loads(line)) for line in written.text.split("\n")[:-1]]
    except (ValueError, TypeError) as problem:
        raise BrokenData(f"what a summary lost does not read: {problem}") from problem
    return [line for line in lines if line.told is None or line.told >= turn]


def _as_checked(lines: Sequence[_Line]) -> Checked:
    lost = [
        (line, Kept(sort=Sort(line.kind), text=line.text, no=line.no, condition=line.condition))
        for line in lines
        if line.kind != _INVENTED
    ]
    return Checked(
        missing=tuple(kept for _, kept in lost),
        softened=tuple(Softened(kept=kept, instead=line.instead) for line, kept in lost if line.instead),
        invented=tuple(line.text for line in lines if line.kind == _INVENTED),
    )
