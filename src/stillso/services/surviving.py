"""What a compaction must keep of a session's window, and what a summary lost of it: where the rules meet the store.

The rules are pure (``core.windows``); here they are given the session's records and what the compaction before kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from stillso.core import sights
from stillso.core.operations import Refused
from stillso.core.records import Record, Status
from stillso.core.sights import How
from stillso.core.windows.blocks import Block
from stillso.core.windows.carrying import Summary
from stillso.core.windows.summaries import Checked, Kept, Sort
from stillso.services import access, carrying, compacting
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.storage.contract import View
from stillso.texts import Texts


def kept(ws: Workspace, caller: Caller, blocks: Sequence[Block]) -> tuple[Kept, ...]:
    """What must survive: of the blocks of the window, of the records in force that the session knows, and of what the
    compaction before kept. Empty without a session."""
    session = caller.session
    if session is None:
        return ()
    with ws.view() as view:
        return _survivors(blocks, records(view, caller), compacting.earlier(view, session.window_id))


def records(view: View, caller: Caller) -> list[Record]:
    """The records in force that the caller's session was shown or told of, base by base."""
    session = caller.session
    assert session is not None
    places = [access.place(view, caller, base) for base in session.bases]
    spaces = [place.space for place in places if not isinstance(place, Refused)]
    rows = [row for space in spaces for row in carrying.known(view, session, space)]
    return [row.record for row in rows if row.record.status is Status.ACTIVE]


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


def check(summary: str, survivors: Sequence[Kept], blocks: Sequence[Block]) -> Checked:
    """What is wrong with a summary of these blocks."""
    said = Summary(summary)
    return Checked(missing=tuple(each for each in survivors if not said.holds(each.text)))


def instruction(texts: Texts) -> str:
    """What a summary must keep, to be put into the request for it."""
    return texts["hooks.before-compaction"]


class PutBack(NamedTuple):
    """The text, '' where there is nothing to say, and what found no room in it."""

    text: str
    left_out: tuple[Kept, ...] = ()


def put_back(lost: Checked, texts: Texts, most: int) -> PutBack:
    """What a summary lost, to be given to the agent again within so many characters; one line each."""
    lines = [f"- {each.text}" if each.no is None else f"- #{each.no} {each.text}" for each in lost.missing]
    begins = len(texts.say("hooks.put-back", lines=""))
    sizes = accumulate((len(line) + 1 for line in lines), initial=begins)
    fitting = max(sum(size <= most for size in sizes) - 1, 0)
    text = texts.say("hooks.put-back", lines="\n".join(lines[:fitting])) if fitting else ""
    return PutBack(text, lost.missing[fitting:])


def _survivors(blocks: Sequence[Block], active: Sequence[Record], earlier: Sequence[Kept]) -> tuple[Kept, ...]:
    told = [Kept(sort=Sort.CONSTRAINT, text=record.content, no=record.no) for record in active]
    numbers = {record.no for record in active}
    return (*told, *(each for each in earlier if each.no is None or each.no not in numbers))
