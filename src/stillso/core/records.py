"""Records: what a memory keeps, its form as a file, and whether it must be confirmed before it is relied on.

A record is a file under ``records/`` whose front matter the system writes. The bytes of its revision are the truth;
``Indexed`` is the same as columns, an index that ``reindex`` rebuilds to the same content. The form is described
byte by byte in ``docs/format.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import NamedTuple

from stillso.core import escapes, frontmatter, policy
from stillso.core.names import covers, micros, moment, slug_from, written
from stillso.core.values import dataclass
from stillso.errors import BrokenData


class Status(StrEnum):
    """Whether a record is in force."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"


class Source(StrEnum):
    """How a record came to be known, from its authority. In the order in which lines prefer them."""

    STATED = "stated"
    CONFIRMED = "confirmed"
    OWNER = "owner"


def path_of(no: int, name: str) -> str:
    """Where the file of a record stands in its base."""
    return f"{policy.RECORDS_FOLDER}{no:04d}-{name}.md"


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """One statement with its condition, the user's words, where it holds, and its dates.

    ``quote`` is the user's own slice, character for character, heard at ``said_at``; ``version`` is the version of the
    base that wrote this revision; ``said_by`` and ``written_by`` are names.
    """

    no: int
    id: str
    name: str
    type: str
    status: Status
    source: Source
    content: str
    condition: str | None
    quote: str | None
    scope: str | None
    audience: str
    said_by: str | None
    said_at: datetime
    written_by: str
    session: str | None
    created_at: datetime
    modified_at: datetime
    confirmed_at: datetime
    version: int
    until: date | None = None
    supersedes: int | None = None
    supersedes_id: str | None = None
    superseded_by: int | None = None
    superseded_by_id: str | None = None

    @property
    def path(self) -> str:
        """Where the record's file stands in its base."""
        return path_of(self.no, self.name)

    @property
    def texts(self) -> tuple[str, ...]:
        """What is looked through when somebody looks for a text: content, condition, quote."""
        return tuple(text for text in (self.content, self.condition, self.quote) if text)

    @property
    def description(self) -> str:
        """The first line of the content, shortened: what a listing of files shows."""
        first = self.content.strip().splitlines()[0]
        return escapes.cut(first, policy.DESCRIPTION_CHARS)


@dataclass(frozen=True, kw_only=True, slots=True)
class Indexed:
    """A record as the index keeps it: with its item and revision, and what listing in order needs.

    ``due_at`` is the last instant at which it needs no confirming (None: never due), ``depth`` the number of labels of
    its scope, ``rank`` the place of its source, ``plain`` whether its texts stand in a line as they are.
    """

    space: str
    key: int
    revision: int
    record: Record
    due_at: datetime | None
    depth: int
    rank: int
    plain: bool


def indexed(space: str, key: int, revision: int, record: Record, limits: Mapping[str, timedelta | None]) -> Indexed:
    """The index row of a record under these limits."""
    return Indexed(
        space=space,
        key=key,
        revision=revision,
        record=record,
        due_at=due_at(record, limits),
        depth=depth_of(record.scope),
        rank=_RANKS[record.source],
        plain=escapes.are_plain(record.content, record.condition, record.quote),
    )


_RANKS = {source: rank for rank, source in enumerate(Source)}


class Entry(NamedTuple):
    """An active record as a line shows it, and its item: light, for hundreds are read at once.

    Moments are microseconds since 1970 in UTC, ``source`` is a plain word; ``by`` is who said it, or else wrote it.
    """

    no: int
    scope: str | None
    content: str
    condition: str | None
    quote: str | None
    source: str
    by: str
    said_at: int
    confirmed_at: int
    due_at: int | None
    plain: bool
    space: str
    key: int
    revision: int


#: The same without names, as a store reads it: a plain tuple takes half the time to make and to take apart.
EntryRow = tuple[
    int, str | None, str, str | None, str | None, str, str, int, int, int | None, bool, str, int, int
]  # fmt: skip


def entry(row: Indexed) -> Entry:
    """The index row of a record as lines show it."""
    record = row.record
    return Entry(
        no=record.no,
        scope=record.scope,
        content=record.content,
        condition=record.condition,
        quote=record.quote,
        source=record.source.value,
        by=record.said_by or record.written_by,
        said_at=micros(record.said_at),
        confirmed_at=micros(record.confirmed_at),
        due_at=None if row.due_at is None else micros(row.due_at),
        plain=row.plain,
        space=row.space,
        key=row.key,
        revision=row.revision,
    )


#: Python's last moment: what would be due after it never is.
_LAST = datetime.max.replace(tzinfo=UTC)

# --- age -----------------------------------------------------------------------------------------------------


def limits_of(settings: Mapping[str, object]) -> dict[str, timedelta | None]:
    """The limit of each type in a base: the policy's, and over it the base's own (whole days, null for none)."""
    own = settings.get("limits")
    if own is None or not isinstance(own, Mapping):
        return policy.TYPES
    return {**policy.TYPES, **{kind: None if n is None else timedelta(days=int(n)) for kind, n in own.items()}}


def due_at(record: Record, limits: Mapping[str, timedelta | None]) -> datetime | None:
    """The last instant at which a record may be relied on unasked; None without a condition or a limit.

    A date that the user's words gave ends it at the end of that day in UTC, also without a condition.
    """
    limit = limits.get(record.type)
    ends = [datetime.combine(record.until, time.max, tzinfo=UTC)] if record.until else []
    if record.condition is not None and limit is not None:
        ends.append(record.confirmed_at + limit if record.confirmed_at < _LAST - limit else _LAST)
    return min(ends, default=None)


def needs_confirming(row: Indexed, now: datetime, read_at: datetime | None = None) -> bool:
    """Whether the record is marked: strictly over its limit, or dated after the moment of reading.

    ``now`` is what limits count from, in a session its opening; ``read_at`` is the clock itself, if not the same. A
    date ahead of the clock would otherwise go unmarked for years (case TM-03).
    """
    return row.record.confirmed_at > (read_at or now) or (row.due_at is not None and now > row.due_at)


def is_marked(entry: Entry, now: int, read_at: int) -> bool:
    """The same of an entry, both moments in microseconds."""
    return entry.confirmed_at > read_at or (entry.due_at is not None and now > entry.due_at)


def age_days(record: Record, now: datetime) -> int:
    """Whole days since the last confirmation, never below 0."""
    return max(0, (now - record.confirmed_at) // timedelta(days=1))


def order_key(entry: Entry, now: int, read_at: int) -> tuple[bool, int, int, int, int]:
    """The order of lines: marked first, narrower scope, stated before confirmed, last confirmed, newest number."""
    rank = list(Source).index(Source(entry.source))
    return (not is_marked(entry, now, read_at), -depth_of(entry.scope), rank, -entry.confirmed_at, -entry.no)


def depth_of(scope: str | None) -> int:
    """The number of labels of a scope."""
    return scope.count("/") + 1 if scope else 0


def applies(record: Record, place: str | None, audience: str | None) -> bool:
    """Whether an active record is shown at a place and for an audience; a place of None shows every scope."""
    return record.status is Status.ACTIVE and shows(record, place, audience)


def shows(record: Record, place: str | None, audience: str | None) -> bool:
    """The same, whatever its status."""
    return (audience != "anyone" or record.audience == "anyone") and covers(record.scope, place)


# --- the file ------------------------------------------------------------------------------------------------


def name_from(content: str) -> str:
    """The name of a new record, from the words of its content; 'record' when it has none."""
    return slug_from(content) or "record"


def render(record: Record) -> str:
    """The file of a record: front matter and the content, with one line end after it."""
    metadata: frontmatter.Keys = {
        "type": record.type,
        "modified": written(record.modified_at),
        "stillso_id": record.id,
        "stillso_no": record.no,
        "stillso_version": record.version,
        "stillso_status": record.status.value,
        "stillso_source": record.source.value,
        "stillso_said_by": record.said_by,
        "stillso_said_at": written(record.said_at),
        "stillso_written_by": record.written_by,
        "stillso_session": record.session,
        "stillso_created_at": written(record.created_at),
        "stillso_confirmed_at": written(record.confirmed_at),
        "stillso_condition": record.condition,
        "stillso_until": record.until.isoformat() if record.until else None,
        "stillso_quote": record.quote,
        "stillso_scope": record.scope,
        "stillso_audience": record.audience,
        "stillso_supersedes": record.supersedes_id,
        "stillso_superseded_by": record.superseded_by_id,
    }
    keys: frontmatter.Keys = {"name": record.name, "description": record.description, "metadata": metadata}
    return frontmatter.render(keys, record.content + "\n")


def parse(text: str, number_of: Callable[[str], int | None]) -> Record:
    """The record that ``render`` wrote. ``number_of`` gives the number of a record's id.

    Raises BrokenData naming the key for a text that it cannot have written.
    """
    document = frontmatter.parse(text)
    metadata = document.keys.get("metadata")
    if document.problem or not isinstance(metadata, dict):
        raise BrokenData(f"the front matter of a record does not read: {document.problem or 'no metadata'}")
    try:
        return _from_metadata(metadata, str(document.keys["name"]), document.body.removesuffix("\n"), number_of)
    except (KeyError, ValueError, TypeError) as problem:
        raise BrokenData(f"the front matter of a record does not hold what it must: {problem}") from problem


def _from_metadata(
    metadata: Mapping[str, frontmatter.Value], name: str, content: str, number_of: Callable[[str], int | None]
) -> Record:
    def optional(key: str) -> str | None:
        value = metadata[key]
        return None if value is None else str(value)

    def needed(key: str) -> str:
        value = metadata[key]
        if not isinstance(value, str):
            raise KeyError(key)
        return value

    until = optional("stillso_until")
    older, newer = optional("stillso_supersedes"), optional("stillso_superseded_by")
    return Record(
        no=int(needed("stillso_no")),
        id=needed("stillso_id"),
        name=name,
        type=needed("type"),
        status=Status(needed("stillso_status")),
        source=Source(needed("stillso_source")),
        content=content,
        condition=optional("stillso_condition"),
        quote=optional("stillso_quote"),
        scope=optional("stillso_scope"),
        audience=needed("stillso_audience"),
        said_by=optional("stillso_said_by"),
        said_at=moment(needed("stillso_said_at")),
        written_by=needed("stillso_written_by"),
        session=optional("stillso_session"),
        created_at=moment(needed("stillso_created_at")),
        modified_at=moment(needed("modified")),
        confirmed_at=moment(needed("stillso_confirmed_at")),
        version=int(needed("stillso_version")),
        until=date.fromisoformat(until) if until else None,
        supersedes=number_of(older) if older else None,
        supersedes_id=older,
        superseded_by=number_of(newer) if newer else None,
        superseded_by_id=newer,
    )
