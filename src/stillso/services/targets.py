"""Which record a request is about, whether the caller has seen it as it is now, and where its chain leads.

Guards law 2. A refusal says what was seen, what is there now, who put it there, and follows the chain of replacements
to the living record.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from stillso.core import names, sights
from stillso.core.items import Item, Space
from stillso.core.names import written
from stillso.core.operations import Refused
from stillso.core.records import Indexed, Record, Status
from stillso.core.sights import Seen
from stillso.core.values import dataclass, field, replace
from stillso.core.verbs import RecordRequest, Remember, Restore, Target
from stillso.errors import Code
from stillso.services.access import Caller, unknown
from stillso.storage.contract import View


@dataclass(frozen=True, kw_only=True, slots=True)
class Aim:
    """What a request is about: the record, the one in force in its chain where that matters, and what was seen of them.

    ``seen`` is what a proposal would be tied to; ``turn`` how many messages had been heard before the record was shown.
    """

    target: Target | None = None
    living: Target | None = None
    seen: dict[str, int] = field(default_factory=dict)
    turn: int = 0

    @property
    def needed(self) -> Target:
        """The record, for verbs that are about one."""
        assert self.target is not None
        return self.target


def aim(view: View, caller: Caller, space: Space, asked: RecordRequest) -> Aim | Refused:
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
    other = _seen_living(view, caller, space, target) if isinstance(asked, Restore) else None
    if isinstance(other, Refused):
        return other
    return Aim(
        target=target,
        living=other,
        seen={f"#{each.record.no}": each.item.head for each in (target, other) if each},
        turn=seen.turn if seen else 0,
    )


def living_beside(view: View, space: Space, record: Record) -> Target | None:
    """The other record in force among all that descend from the same first one by replacing, if there is one."""
    row = view.record(space.id, record.no)
    members = family(view, space, first_of(view, space, row)) if row else []
    active = (each.record.no for each in members if each.record.status is Status.ACTIVE and each.record.no != record.no)
    other = next(active, None)
    target = of(view, space, other) if other is not None else None
    return target if isinstance(target, Target) else None


def first_of(view: View, space: Space, row: Indexed) -> Indexed:
    """The first record of the chain that ends in this one."""
    while row.record.supersedes is not None and (before := view.record(space.id, row.record.supersedes)):
        row = before
    return row


def family(view: View, space: Space, first: Indexed) -> list[Indexed]:
    """A record and all that descend from it by replacing."""
    members = [first]
    for each in members:
        members += view.successors(space.id, each.record.no)
    return members


def _seen_living(view: View, caller: Caller, space: Space, target: Target) -> Target | Refused | None:
    """The record that restoring ends; refused unless the caller has seen it as it is."""
    other = living_beside(view, space, target.record)
    if other is None or target.record.status is Status.ACTIVE:
        return None
    return _stale(view, caller, space, other, seen_by(view, caller, space, other.item), None) or other


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
    # In a session only its own sights count, and a version passed by hand is checked besides; without one it is all.
    unproved = seen is None if caller.session else read_version is None
    if unproved and not caller.is_person:
        reason = {} if caller.session else {"reason": "no-session"}
        return Refused(code=Code.NOT_SEEN, facts={"no": record.no, **reason}, now=brief(record))
    return None


def stale(view: View, space: Space, target: Target, seen: dict[str, int]) -> Refused:
    """Refused as stale: what was seen, what is there now and who put it there, and the living record to read."""
    record = target.record
    end = living(view, space, record)
    facts: dict[str, object] = {
        "no": record.no,
        "revision": target.item.head,
        "version": record.version,
        **wrote(view, space, record.version),
        "status": record.status.value,
        "living": end.no,
        "reason": "changed" if end.no == record.no else "replaced",
    }
    return Refused(code=Code.STALE, facts=facts, seen=seen, now=brief(end))


def stale_file(view: View, space: Space, refused: Refused) -> Refused:
    """A refusal about a file, with who wrote what is there and when."""
    version = (refused.now or {}).get("version")
    if refused.code is not Code.STALE or not isinstance(version, int) or version == 0:
        return refused
    return replace(refused, facts={**refused.facts, "version": version, **wrote(view, space, version)})


def alike(view: View, space: Space, made: Iterable[str], gone: Collection[str]) -> list[str]:
    """The living paths that paths which are made may clash with: one look for each folder on the way to them.

    Of those that are alike as many are taken as are deleted with it (``gone``), and one more: one of them stays.
    """
    folds = {fold for path in made for fold in names.ways(path)}
    return [path for fold in sorted(folds) for path in view.alike(space.id, fold, len(gone) + 1) if path not in gone]


def wrote(view: View, space: Space, version: int) -> dict[str, object]:
    """When a version was written and by whom."""
    operation = view.operations(space.id, before=version + 1, limit=1)[0]
    actor = view.principal(operation.actor)
    by = " ".join(part for part in (actor.name if actor else operation.actor, operation.session) if part)
    return {"at": written(operation.at), "by": by, "verb": operation.verb.value}


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
