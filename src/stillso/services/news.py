"""News: what a session was shown, or what its summary carries, and what has changed since.

Guards law 4: what was shown can be followed. News is text for the next turn; nothing that stands before is changed. It
is told again until a later message was heard, and once more when another summary carries what was told to be over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from stillso import services
from stillso.core import sights
from stillso.core.items import Item, Revision, Space
from stillso.core.operations import Operation, Refused, Verb
from stillso.core.records import Record, Status
from stillso.core.sights import How
from stillso.core.values import dataclass, replace
from stillso.services import access, sessions, targets
from stillso.services.access import Caller, unknown
from stillso.services.workspace import Workspace
from stillso.storage.contract import View


@dataclass(frozen=True, kw_only=True, slots=True)
class News:
    """An item that a session was shown and that has changed since: what it was shown, what is there, how it came.

    ``living`` is the record that holds now, or at which the chain ends, and ``holds`` the key and revision of its item.
    ``carried`` are the words of the session's summary that say what was; '' where it only names the record, None where
    the summary does not carry it.
    """

    space: str
    key: int
    path: str
    no: int | None
    seen: int
    now: int
    how: str
    at: datetime
    living: Record | None
    holds: tuple[int, int] | None = None
    carried: str | None = None


def news(ws: Workspace, caller: Caller) -> list[News] | Refused:
    """What the session was shown and has changed since; told again until a later message was heard."""
    found = changed(ws, caller)
    if not isinstance(found, Refused):
        note_told(ws, caller, found)
    return found


def changed(ws: Workspace, caller: Caller) -> list[News] | Refused:
    """The same, base by base and by item, for whoever passes on only some of it; those go to ``note_told``."""
    if caller.session is None:
        return unknown("session", "–")
    session = caller.session
    found: list[News] = []
    with ws.view() as view:
        for base in session.bases:
            place = access.place(view, caller, base)
            if isinstance(place, Refused):
                continue  # the agent was unlinked from it, and learns nothing more of it
            found += _in_base(view, caller, place.space)
    return found


def note_told(ws: Workspace, caller: Caller, found: Sequence[News]) -> None:
    """Note that the session was told these news, and with them what holds now: that is followed like what it saw."""
    told: dict[str, dict[int, int]] = {}
    for each in found:
        revisions = told.setdefault(each.space, {})
        for key, revision in ((each.key, each.now), each.holds or (each.key, each.now)):
            revisions[key] = max(revisions.get(key, 0), revision)
    if caller.session:
        sessions.note_shown(ws, caller.session, How.NEWS, told)


def _in_base(view: View, caller: Caller, space: Space) -> list[News]:
    session = caller.session
    assert session is not None
    showings = view.sights(session.id, space.id)
    items = {key: item for key in _keys(showings) if (item := view.item_of(space.id, key))}
    heads = {key: item.head for key, item in items.items()}
    heard = view.heard(session.hearing)
    seen = sights.outdated(showings, heads, heard)
    carried = sights.carried(showings, heads, heard)
    told = {each.key: each for each in _carried(view, session.window_id, space, items, carried)}
    told |= {key: _news(view, space, items[key], was) for key, (was, _) in seen.items() if key not in told}
    return [told[key] for key in sorted(told)]


def _keys(showings: Sequence[sights.Sight]) -> set[int]:
    return {key for sight in showings for key in sights.unpack(sight.packed)}


def _news(view: View, space: Space, item: Item, seen: int) -> News:
    head = view.revision(space.id, item.key, item.head)
    assert head is not None
    return _told(view, space, item, seen, _wrote(view, space, head))


def _carried(
    view: View, window: str, space: Space, items: Mapping[int, Item], carried: Mapping[int, tuple[int, int]]
) -> list[News]:
    """News of the records that the newest summary carries otherwise than they are. One that was only confirmed since is
    carried as it is."""
    found: list[News] = []
    for key, (seen, _) in carried.items():
        since = [each for each in view.revisions(space.id, key) if each.n > seen]
        moved = [wrote for each in since if (wrote := _wrote(view, space, each)).verb is not Verb.CONFIRM]
        if moved and items[key].no is not None:
            found.append(_told(view, space, items[key], seen, moved[-1]))
    rows = [view.record(space.id, each.no) for each in found if each.no is not None]
    words = services.carrying.words_of(view, window, [row.record for row in rows if row]) if found else []
    return [replace(each, carried=said) for each, said in zip(found, words, strict=True)]


def _wrote(view: View, space: Space, revision: Revision) -> Operation:
    return view.operations(space.id, before=revision.version + 1, limit=1)[0]


def _told(view: View, space: Space, item: Item, seen: int, operation: Operation) -> News:
    row = view.record(space.id, item.no) if item.no is not None else None
    status = row.record.status if row else None
    how = "deleted" if item.deleted else operation.verb.value if status is Status.ACTIVE or row is None else status
    living = targets.living(view, space, row.record) if row else None
    end = view.item(space.id, living.path) if living else None
    return News(
        space=space.id,
        key=item.key,
        path=item.path,
        no=item.no,
        seen=seen,
        now=item.head,
        how=str(how),
        at=operation.at,
        living=living,
        holds=(end.key, end.head) if end else None,
    )
