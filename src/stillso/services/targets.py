"""Which record a request is about, whether the caller has seen it as it is now, and where its chain leads.

Guards law 2. A refusal says what was seen, what is there now, who put it there, and follows the chain of replacements
to the living record.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from stillso.core import sights, verbs
from stillso.core.items import Item, Space
from stillso.core.names import written
from stillso.core.operations import Refused
from stillso.core.records import Indexed, Record, Status
from stillso.core.sights import Seen
from stillso.core.verbs import Remember, Restore, Target
from stillso.errors import Code
from stillso.services.access import Caller, unknown
from stillso.storage.contract import View


@dataclass(frozen=True, kw_only=True, slots=True)
class Aim:
    """What a request is about: the record, the one that replaced it, and what was seen of it.

    ``seen`` is what a proposal would be tied to; ``turn`` how many messages had been heard before the record was shown.
    """

    target: Target | None = None
    successor: Target | None = None
    seen: dict[str, int] = field(default_factory=dict)
    turn: int = 0

    @property
    def needed(self) -> Target:
        """The record, for verbs that are about one."""
        assert self.target is not None
        return self.target


def aim(view: View, caller: Caller, space: Space, asked: verbs.RecordRequest) -> Aim | Refused:
    """The aim of a request; refused when the record is unknown, was never seen, or has changed since."""
    if isinstance(asked, Remember):
        return Aim()
    target = of(view, space, asked.no)
    if isinstance(target, Refused):
        return target
    seen = seen_by(view, caller, space, target.item)
    refused = _stale(view, caller, space, target, seen, asked.read_version)
    if refused:
        return refused
    successor = _successor(view, caller, space, target) if isinstance(asked, Restore) else None
    if isinstance(successor, Refused):
        return successor
    return Aim(
        target=target,
        successor=successor,
        seen={f"#{each.record.no}": each.item.head for each in (target, successor) if each},
        turn=seen.turn if seen else 0,
    )


def _successor(view: View, caller: Caller, space: Space, target: Target) -> Target | Refused | None:
    """The record that took this one's place. Restoring ends it when it is in force: then it must have been seen too."""
    if target.record.superseded_by is None:
        return None
    successor = of(view, space, target.record.superseded_by)
    if isinstance(successor, Refused) or successor.record.status is not Status.ACTIVE:
        return successor
    return _stale(view, caller, space, successor, seen_by(view, caller, space, successor.item), None) or successor


def of(view: View, space: Space, no: int) -> Target | Refused:
    """The record of a number with its item; refused as unknown when there is none."""
    row = view.record(space.id, no)
    if row is None:
        return unknown("record", f"#{no}")
    return Target(item=item_of(view, space, row), record=row.record)


def item_of(view: View, space: Space, row: Indexed) -> Item:
    """The item that holds a record."""
    item = view.item(space.id, row.record.path)
    assert item is not None
    return item


def seen_by(view: View, caller: Caller, space: Space, item: Item) -> Seen | None:
    """What the caller's session was last shown of an item."""
    return sights.seen(view.sights(caller.session.id, space.id), item.key) if caller.session else None


def _stale(
    view: View, caller: Caller, space: Space, target: Target, seen: Seen | None, read_version: int | None
) -> Refused | None:
    record, head = target.record, target.item.head
    if read_version is not None and read_version != record.version:
        return stale(view, space, target, seen={"version": read_version})
    if seen is not None and seen.revision != head:
        return stale(view, space, target, seen={"revision": seen.revision})
    if seen is None and read_version is None and not caller.is_person:
        return Refused(code=Code.NOT_SEEN, facts={"no": record.no}, now=brief(record))
    return None


def stale(view: View, space: Space, target: Target, seen: dict[str, int]) -> Refused:
    """Refused as stale: what was seen, what is there now and who put it there, and the living record to read."""
    record = target.record
    wrote = view.operations(space.id, before=record.version + 1, limit=1)[0]
    actor = view.principal(wrote.actor)
    end = living(view, space, record)
    facts: dict[str, object] = {
        "no": record.no,
        "revision": target.item.head,
        "version": record.version,
        "at": written(wrote.at),
        "by": " ".join(part for part in (actor.name if actor else wrote.actor, wrote.session) if part),
        "verb": wrote.verb.value,
        "status": record.status.value,
        "living": end.no,
        "reason": "changed" if end.no == record.no else "replaced",
    }
    return Refused(code=Code.STALE, facts=facts, seen=seen, now=brief(end))


def living(view: View, space: Space, record: Record) -> Record:
    """The record at the end of the chain of replacements; the record itself when nothing replaced it."""
    while record.superseded_by is not None:
        row = view.record(space.id, record.superseded_by)
        if row is None:
            break
        record = row.record
    return record


def follow(view: View, space: Space, refused: Refused) -> Refused:
    """A refusal of a verb about a record that is no longer in force, with the living record added."""
    no = refused.facts.get("no")
    row = view.record(space.id, no) if refused.code is Code.STALE and isinstance(no, int) else None
    if row is None:
        return refused
    end = living(view, space, row.record)
    if row.record.status is Status.RETRACTED:
        return replace(refused, now=brief(end))
    return replace(refused, facts={**refused.facts, "living": end.no}, now=brief(end))


def brief(record: Record) -> dict[str, object]:
    """What a refusal shows of the record that is there."""
    return {
        "no": record.no,
        "version": record.version,
        "status": record.status.value,
        "content": record.content,
        "condition": record.condition,
        "quote": record.quote,
        "confirmed_at": written(record.confirmed_at),
    }
