"""revert: a base stands again as it stood at an earlier version; what came since keeps its versions.

Files are put back byte for byte. A record keeps its number and its file: what came later is ended, and what was ended
later is in force again only when it is named, for a person had decided against it.
"""

from __future__ import annotations

from collections.abc import Sequence

from stillso.core.items import Item, ItemKind
from stillso.core.operations import Refused, Verb
from stillso.core.records import Record, Status
from stillso.core.values import dataclass, fields_of, replace
from stillso.core.verbs.plans import Draft, Plan, Rejected, Scene, record_draft
from stillso.core.verbs.write import note_summary
from stillso.errors import Code, Misuse

#: What a record keeps when the rest of it goes back: which revision it is, and that it was confirmed meanwhile.
_KEPT = ("version", "modified_at", "confirmed_at")


@dataclass(frozen=True, kw_only=True, slots=True)
class Revert:
    """Put a base back to version ``to``, or only these ``paths``. ``reactivate`` names the records that are to be in
    force again by it.

    ``read_version`` is the newest version that the caller knows of, where it wants that checked.
    """

    to: int
    paths: tuple[str, ...] = ()
    reactivate: tuple[int, ...] = ()
    reason: str | None = None
    read_version: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Stood:
    """An item that changed since: its text then and now (None: it was not there), and of a record what they say."""

    item: Item
    then: bytes | None
    now: bytes | None
    record_then: Record | None = None
    record_now: Record | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Back:
    """What would stand otherwise: the drafts, and the records that would be in force again or ended by them."""

    drafts: tuple[Draft, ...]
    again: tuple[Record, ...]
    ended: tuple[Record, ...]


def put_back(changed: Sequence[Stood], scene: Scene) -> Back:
    """What it takes for these items to stand as they stood then."""
    files = [draft for each in changed if (draft := _file(each))]
    records = [draft for each in changed if (draft := _record(each, scene))]
    now = {each.record_now.no: each.record_now for each in changed if each.record_now}
    sides = [(now[draft.record.no], draft.record) for draft in records if draft.record]
    return Back(
        drafts=(*files, *records),
        again=tuple(after for before, after in sides if _returns(before, after)),
        ended=tuple(after for before, after in sides if _returns(after, before)),
    )


def revert(asked: Revert, back: Back) -> Plan | Refused:
    """A plan that puts back all of it.

    Refused as ``rejected-before`` when records would be in force again that are not named. Raises Misuse for a named
    one that would not be.
    """
    numbers = tuple(record.no for record in back.again)
    strange = [no for no in asked.reactivate if no not in numbers]
    if strange:
        named = ", ".join(f"#{no}" for no in strange)
        raise Misuse(f"{named} would not be in force again; leave out what does not come back with version {asked.to}")
    unnamed = [no for no in numbers if no not in asked.reactivate]
    if unnamed:
        facts = {"records": [f"#{no}" for no in unnamed], "to": asked.to, "reason": "revert"}
        return Refused(code=Code.REJECTED_BEFORE, facts=facts)
    return Plan(
        verb=Verb.REVERT,
        drafts=back.drafts,
        reason="; ".join(filter(None, (f"to version {asked.to}", asked.reason))),
        rejects=tuple(Rejected(text=each.content, no=each.no, decision=each.status.value) for each in back.ended),
        lifts=tuple(record.content for record in back.again),
        again=numbers,
        ended=tuple(record.no for record in back.ended),
    )


def _returns(before: Record, after: Record) -> bool:
    """Whether a record is in force on the second side only."""
    return before.status is not Status.ACTIVE and after.status is Status.ACTIVE


def _file(each: Stood) -> Draft | None:
    """The file as it stood; None when it stands so."""
    if each.item.kind is not ItemKind.FILE or each.then == each.now:
        return None
    summary = None if each.then is None else note_summary(each.item.path, each.then.decode())
    return Draft(kind=ItemKind.FILE, path=each.item.path, item=each.item, data=each.then, summary=summary)


def _record(each: Stood, scene: Scene) -> Draft | None:
    """The record as it stood, with what has been confirmed since; None when nothing of it changes.

    One that was not there then is ended where it is in force: its number stays taken, and its file says what it said.
    """
    now = each.record_now
    if now is None:
        return None
    then = each.record_then
    if then is None:
        back = replace(now, status=Status.RETRACTED) if now.status is Status.ACTIVE else now
    else:
        kept = {name: value for name, value in fields_of(now).items() if name in _KEPT}
        back = replace(then, **kept)
    if back == now:
        return None
    return record_draft(replace(back, version=scene.version, modified_at=scene.now), each.item)
