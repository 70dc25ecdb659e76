"""Lines: records and agents' notes as the text a session opens with, within a budget.

Two sections that never mix: what people said, and what agents wrote down. Every field stands on one line, with
delimiters and line breaks escaped, so that no content can pass for another line. Labels come in from the texts of a
language; quotes are never translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from stillso.core import policy, records
from stillso.core.items import Listed
from stillso.core.records import Indexed, Record, Source


@dataclass(frozen=True, kw_only=True, slots=True)
class Labels:
    """The words of a language around the fields; each is a format string, described in ``texts/<language>/lines.md``.

    ``delimiter`` stands between fields, ``closing`` ends a quote; both are escaped inside fields.
    """

    attended: str
    unattended: str
    notes: str
    marked: str
    record: str
    scoped: str
    unscoped: str
    condition: str
    unconditional: str
    stated: str
    confirmed: str
    confirmed_by: str
    owner: str
    last: str
    ahead: str
    today: str
    day: str
    days: str
    note: str
    left_out: str
    delimiter: str
    closing: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Budget:
    """How much a session's opening may take: lines of text, and characters with line ends."""

    lines: int = policy.LINES
    chars: int = policy.LINES_CHARS


@dataclass(frozen=True, kw_only=True, slots=True)
class Assembled:
    """The text, the records and notes whose lines stand in it whole, and how many found no room."""

    text: str
    rows: tuple[Indexed, ...]
    notes: tuple[Listed, ...]
    left_out: int


def assemble(
    rows: Sequence[Indexed],
    notes: Sequence[Listed],
    now: datetime,
    labels: Labels,
    *,
    attended: bool = True,
    marks: bool = True,
    read_at: datetime | None = None,
    more: int = 0,
    list_command: str = "",
    budget: Budget | None = None,
) -> Assembled:
    """The opening text of a session.

    ``rows`` and ``notes`` come in order; ages count from ``now``, and what is dated after ``read_at`` (default: now) is
    marked; ``more`` counts active records that were not even loaded. A line that does not
    fit is left out whole and later ones are tried, so that one long record hides no other. Empty when there is nothing.
    """
    room = _Room(budget or Budget(), labels.left_out.format(count=10**9, command=list_command))
    if rows:
        room.heading(labels.attended if attended else labels.unattended)
    kept = [row for row in rows if room.take(line(row, now, labels, marks=marks, read_at=read_at))]
    kept_notes: list[Listed] = []
    for note in notes:
        text = note_line(note, now, labels, read_at)
        if not kept_notes and not room.fits(labels.notes, text):
            continue
        if not kept_notes:
            room.heading(labels.notes)
        if room.take(text):
            kept_notes.append(note)
    left_out = more + len(rows) - len(kept) + len(notes) - len(kept_notes)
    if left_out:
        room.texts.append(labels.left_out.format(count=left_out, command=list_command))
    text = "\n".join(room.texts) + "\n" if room.texts else ""
    return Assembled(text=text, rows=tuple(kept), notes=tuple(kept_notes), left_out=left_out)


class _Room:
    """The texts taken so far and what is left, one line always kept for the count of what was left out."""

    def __init__(self, budget: Budget, last: str) -> None:
        self.texts: list[str] = []
        self._lines = budget.lines - 1
        self._chars = budget.chars - len(last) - 1

    def fits(self, *texts: str) -> bool:
        return self._lines >= len(texts) and self._chars >= sum(len(text) + 1 for text in texts)

    def heading(self, text: str) -> None:
        self.texts.append(text)
        self._lines -= 1
        self._chars -= len(text) + 1

    def take(self, text: str) -> bool:
        if not self.fits(text):
            return False
        self.heading(text)
        return True


# --- one line ------------------------------------------------------------------------------------------------


def line(row: Indexed, now: datetime, labels: Labels, *, marks: bool = True, read_at: datetime | None = None) -> str:
    """The line of a record: mark, number, scope, content, condition, source with words and date, last confirmed."""
    record = row.record
    fields = [
        labels.record.format(
            mark=labels.marked if marks and records.needs_confirming(row, now, read_at) else "",
            no=record.no,
            scope=labels.scoped.format(scope=field(record.scope, labels)) if record.scope else labels.unscoped,
            content=_opening(field(record.content, labels)),
        ),
        labels.condition.format(condition=field(record.condition, labels))
        if record.condition is not None
        else labels.unconditional,
        _source(record, labels),
        labels.last.format(date=_date(record.confirmed_at), age=_age(record.confirmed_at, now, read_at, labels)),
    ]
    return labels.delimiter.join(fields)


def note_line(note: Listed, now: datetime, labels: Labels, read_at: datetime | None = None) -> str:
    """The line of an agent's note: path, its summary, who wrote it and when."""
    return labels.note.format(
        path=_dashed(field(note.path, labels)),
        summary=_dashed(field(note.summary or note.path, labels)),
        by=note.actor,
        date=_date(note.at),
        age=_age(note.at, now, read_at, labels),
    )


def _source(record: Record, labels: Labels) -> str:
    words = field(record.quote, labels, quoted=True) if record.quote is not None else None
    by = record.said_by or record.written_by
    if record.source is Source.OWNER:
        template = labels.owner
    elif words is None:
        template = labels.confirmed_by
    else:
        template = labels.stated if record.source is Source.STATED else labels.confirmed
    return template.format(date=_date(record.said_at), quote=words, by=by)


def _date(at: datetime) -> str:
    return at.astimezone(UTC).date().isoformat()


def _age(since: datetime, now: datetime, read_at: datetime | None, labels: Labels) -> str:
    if since > (read_at or now):
        return labels.ahead
    days = (now - since).days
    return labels.today if days <= 0 else labels.day if days == 1 else labels.days.format(days=days)


def _opening(content: str) -> str:
    """A content that begins with a bracket could pass for a scope: the bracket gets a backslash."""
    return "\\" + content if content[:1] in "(（[" and content else content


def _dashed(text: str) -> str:
    """A dash could pass for the one before a note's author."""
    return text.replace("–", "\\–")


def visible(text: str) -> str:
    """One line of a text with what a reader would not see, or would see as something else, written with a backslash."""
    return _UNSEEN.sub(_escape, text)


def one_line(text: str) -> str:
    """A text on one line as a person reads it: line breaks and what would not be seen are written with a backslash."""
    return visible(text.replace("\\", "\\\\").replace("\n", "\\n")) if "\n" in text else visible(text)


_UNSEEN = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]")
_ALWAYS_ESCAPED = re.compile(r"[\\\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069|｜]|```")
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t", "\\": r"\\", "```": r"\`\`\`"}


def field(text: str | None, labels: Labels, *, quoted: bool = False) -> str:
    """A field on one line. Line breaks, control characters, delimiters, fences and, in a quote, its closing mark are
    written with a backslash; everything else stays as it is."""
    shown = _ALWAYS_ESCAPED.sub(_escape, text or "")
    return shown.replace(labels.closing, "\\" + labels.closing) if quoted else shown


def _escape(found: re.Match[str]) -> str:
    char = found.group()
    if char in _SHORT:
        return _SHORT[char]
    return "\\" + char if char in "|｜" else f"\\u{ord(char):04x}"


def summary_of(text: str, description: str | None) -> str:
    """The one line that stands for a note: its description, else its first line that is not empty, shortened."""
    lines: Iterable[str] = [description] if description else text.splitlines()
    first = next((stripped for each in lines if (stripped := each.strip().lstrip("#").strip())), "")
    return first if len(first) <= policy.SUMMARY_CHARS else first[: policy.SUMMARY_CHARS - 1] + "…"
