"""What a compaction must keep of a session's window, and what a summary lost of it: where the rules meet the store.

The rules are pure (``core.windows``); here they are given the session's records and what the compaction before kept.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from stillso.core import sights
from stillso.core.operations import Refused
from stillso.core.records import Record, Status
from stillso.core.sights import How
from stillso.core.values import dataclass, replace
from stillso.core.windows import summaries, survivors
from stillso.core.windows.blocks import Block
from stillso.core.windows.kept import Checked, Kept
from stillso.core.windows.survivors import Survivors
from stillso.services import access, carrying, compacting
from stillso.services.access import Caller
from stillso.services.compacting import Compacted
from stillso.services.workspace import Workspace
from stillso.storage.contract import View


@dataclass(frozen=True, kw_only=True, slots=True)
class Taken:
    """A compaction on record, what it had to keep, and what the check of its summary found."""

    compacted: Compacted
    kept: tuple[Kept, ...]
    checked: Checked


def taken(
    ws: Workspace, caller: Caller, summary: str, blocks: Sequence[Block], *, what: str, given: Collection[int] = ()
) -> Taken | Refused:
    """Put on record that a summary took the place of these blocks, check it, and owe the session what it lost.

    ``what`` the ledger says of them; ``given`` are the numbers of records that the session is given again anyway.
    Unknown without a session and for one that ended; refused for a summary that is none.
    """
    if refused := compacting.unfit(summary):
        return refused
    survive = of_window(ws, caller, blocks).kept
    checked = check(summary, survive, blocks)
    compacted = compacting.compacted(
        ws,
        caller,
        summary,
        kept=survive,
        lost=_but(checked, given),
        what=what,
        chars=sum(block.size for block in blocks),
        tokens=sum(block.tokens for block in blocks),
    )
    return compacted if isinstance(compacted, Refused) else Taken(compacted=compacted, kept=survive, checked=checked)


def _but(checked: Checked, given: Collection[int]) -> Checked:
    """The same without these records."""
    missing = tuple(each for each in checked.missing if each.no not in given)
    softened = tuple(each for each in checked.softened if each.kept.no not in given)
    return replace(checked, missing=missing, softened=softened)


def of_window(ws: Workspace, caller: Caller, blocks: Sequence[Block]) -> Survivors:
    """What must survive: of the blocks of the window, of the records in force that the session knows, and of what the
    compaction before kept. Without a session, of the blocks alone."""
    session = caller.session
    if session is None:
        return survivors.survivors(blocks, None, survivors.earlier_in(blocks))
    with ws.view() as view:
        known = records(view, caller)
        # What is on record counts: a page that somebody pasted may hold the same element, and say what it likes.
        earlier = compacting.earlier(view, session.window_id) or survivors.earlier_in(blocks)
    active = [record for record in known if record.status is Status.ACTIVE]
    ended = [record for record in known if record.status is not Status.ACTIVE]
    return survivors.survivors(blocks, active, earlier, ended)


def records(view: View, caller: Caller) -> list[Record]:
    """The records that the caller's session was shown or told of, whatever their status, base by base."""
    session = caller.session
    assert session is not None
    places = [access.place(view, caller, base) for base in session.bases]
    spaces = [place.space for place in places if not isinstance(place, Refused)]
    return [row.record for space in spaces for row in carrying.known(view, session, space)]


def given_again(ws: Workspace, caller: Caller) -> frozenset[int]:
    """The numbers of the records that the session was given in lines since the last message was heard: what a summary
    lost of them need not be told once more."""
    session = caller.session
    if session is None:
        return frozenset()
    found: set[int] = set()
    with ws.view() as view:
        turn = view.heard(session.hearing)
        for base in session.bases:
            sight = view.last_sight(session.id, base, How.LINES)
            keys = sights.unpack(sight.packed) if sight is not None and sight.turn == turn else {}
            items = (view.item_of(base, key) for key in keys)
            found.update(item.no for item in items if item is not None and item.no is not None)
    return frozenset(found)


def check(summary: str, kept: Sequence[Kept], blocks: Sequence[Block]) -> Checked:
    """What is wrong with a summary of these blocks."""
    return summaries.check(summary, kept, survivors.said(blocks))
