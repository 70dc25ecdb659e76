"""What a verb may know (``Scene``) and what it decides (``Plan``).

A verb is a function from a request, the items it concerns and a scene to a plan or a refusal. It decides; numbers
of versions, salts and hashes are given when the plan is committed.
"""

from __future__ import annotations

import unicodedata
from datetime import date, datetime

from stillso.core import policy, records
from stillso.core.authority import Authority
from stillso.core.items import Item, ItemKind, Space
from stillso.core.operations import Refused, Verb
from stillso.core.records import Record, Status
from stillso.core.values import dataclass, replace
from stillso.errors import Code, Misuse


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """The space under its lock, the moment, who acts by which authority, and an id for what is new."""

    space: Space
    now: datetime
    authority: Authority
    actor: str
    session: str | None
    new_id: str

    @property
    def version(self) -> int:
        """The version that this operation will be."""
        return self.space.head + 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Target:
    """A record with the item that holds it."""

    item: Item
    record: Record


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """One item as a verb leaves it. ``item`` is None for a new one; ``data`` None deletes it.

    ``id`` is set where the text itself carries it; other new items get theirs when the plan is committed. ``known``
    says that the writer knows the whole text: not after an append to a file it never read.
    """

    kind: ItemKind
    path: str
    item: Item | None
    data: bytes | None
    id: str | None = None
    record: Record | None = None
    summary: str | None = None
    known: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Rejected:
    """A content that this decision rejects: ``decision`` says how it ended."""

    text: str
    no: int | None
    decision: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """What the operation will write. Without drafts there is nothing to do (``unchanged``).

    ``rejects`` are contents that will be known again, ``lifts`` those that a person says anew. ``again`` and ``ended``
    are the records that a revert brings back and ends.
    """

    verb: Verb
    drafts: tuple[Draft, ...]
    no: int | None = None
    replaces: int | None = None
    reason: str | None = None
    notices: tuple[str, ...] = ()
    rejects: tuple[Rejected, ...] = ()
    lifts: tuple[str, ...] = ()
    again: tuple[int, ...] = ()
    ended: tuple[int, ...] = ()


def record_draft(record: Record, item: Item | None) -> Draft:
    """The file of a record as a draft: of a new record, or of the next revision of one."""
    return Draft(
        kind=ItemKind.RECORD,
        path=item.path if item else record.path,
        item=item,
        data=records.render(record).encode(),
        id=record.id,
        record=record,
        summary=record.description,
    )


def revised(target: Target, scene: Scene, **fields: object) -> Draft:
    """The next revision of a record, with these fields changed."""
    record = replace(target.record, version=scene.version, modified_at=scene.now, **fields)  # type: ignore[arg-type]
    return record_draft(record, target.item)


def new_record(
    scene: Scene,
    content: str,
    *,
    type: str,
    scope: str | None,
    audience: str,
    condition: str | None,
    until: date | None = None,
    supersedes: Record | None = None,
) -> Record:
    """A record as it begins: its source and its words from the authority, confirmed when they were heard."""
    words = scene.authority.words
    return Record(
        no=scene.space.records + 1,
        id=scene.new_id,
        name=records.name_from(content),
        type=type,
        status=Status.ACTIVE,
        source=records.Source(scene.authority.source),
        content=content,
        condition=condition,
        quote=words.slice if words else None,
        scope=scope,
        audience=audience,
        said_by=scene.authority.person,
        said_at=scene.authority.at,
        written_by=scene.actor,
        session=scene.session,
        created_at=scene.now,
        modified_at=scene.now,
        confirmed_at=scene.authority.at,
        version=scene.version,
        until=until,
        supersedes=supersedes.no if supersedes else None,
        supersedes_id=supersedes.id if supersedes else None,
    )


# --- checks of requests --------------------------------------------------------------------------------------


def statement(content: str, condition: str | None) -> Refused | tuple[str, str | None]:
    """A content and a condition as they are kept, without surrounding white space; refused when too long.

    Raises Misuse for a content that says nothing.
    """
    content = content.strip()
    condition = None if says_no_condition(condition or "") else (condition or "").strip()
    if says_nothing(content):
        raise Misuse("the content is empty; say in one sentence what holds")
    for what, text, most in (
        ("content", content, policy.CONTENT_CHARS),
        ("condition", condition or "", policy.CONDITION_CHARS),
    ):
        if len(text) > most:
            return Refused(code=Code.TOO_LARGE, facts={"what": what, "size": len(text), "limit": most})
    return content, condition


def says_nothing(text: str) -> bool:
    """Whether a text holds no letter and no number: white space, signs and what nobody sees say nothing."""
    return not any(unicodedata.category(char)[0] in "LN" and char not in policy.FILLERS for char in text)


def says_no_condition(text: str) -> bool:
    """Whether a text in the place of a condition means that there is none."""
    return says_nothing(text) or text.strip(" .。!！").casefold() in policy.NO_CONDITIONS


def day(text: str | None) -> date | None:
    """The day that an ISO date names. Raises Misuse for anything else."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as problem:
        raise Misuse(f"{text!r} is no date; give one like 2026-12-31") from problem


def known_type(kind: str, space: Space) -> Refused | None:
    """Refused unless the base knows this type of record."""
    types = records.limits_of(space.settings)
    if kind in types:
        return None
    return Refused(
        code=Code.UNKNOWN, facts={"what": "type", "name": kind, "known": ", ".join(types), "reason": "listed"}
    )


def known_audience(audience: str) -> Refused | None:
    """Refused unless this is an audience."""
    if audience in policy.AUDIENCES:
        return None
    known = ", ".join(policy.AUDIENCES)
    return Refused(code=Code.UNKNOWN, facts={"what": "audience", "name": audience, "known": known, "reason": "listed"})


def only_active(target: Target) -> Refused | None:
    """Refused as stale when the record is no longer in force: what was asked is about what it was before."""
    record = target.record
    if record.status is Status.ACTIVE:
        return None
    return Refused(code=Code.STALE, facts={"no": record.no, "reason": record.status.value})
