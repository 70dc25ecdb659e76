"""Lines: records and agents' notes as the text a session opens with, within a budget.

Two sections that never mix: what people said, and what agents wrote down. Every field stands on one line, with
delimiters and line breaks escaped, so that no content can pass for another line. Labels come in from the texts of a
language; quotes are never translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta

from stillso.core import policy, records
from stillso.core.items import Listed
from stillso.core.names import DAY_MICROS, micros
from stillso.core.records import Entry, Source
from stillso.core.values import dataclass, fields_of


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
    entries: tuple[Entry, ...]
    notes: tuple[Listed, ...]
    left_out: int


def assemble(
    entries: Sequence[Entry],
    notes: Sequence[Listed],
    voice: Voice,
    *,
    attended: bool = True,
    more: int = 0,
    list_command: str = "",
    budget: Budget | None = None,
) -> Assembled:
    """The opening text of a session.

    ``entries`` and ``notes`` come in order; ``more`` counts active records that were not even loaded. A line that does
    not fit is left out whole and later ones are tried, so that one long record hides no other. Empty when there is
    nothing.
    """
    labels = voice.labels
    room = _Room(budget or Budget(), labels.left_out.format(count=10**9, command=list_command))
    if entries:
        room.heading(labels.attended if attended else labels.unattended)
    # Of what cannot fit the line is not even written.
    kept = [entry for entry in entries if room.left > _at_least(entry) and room.take(voice.line(entry))]
    kept_notes: list[Listed] = []
    for note in notes:
        text = note_line(note, voice)
        if not kept_notes and not room.fits(labels.notes, text):
            continue
        if not kept_notes:
            room.heading(labels.notes)
        if room.take(text):
            kept_notes.append(note)
    left_out = more + len(entries) - len(kept) + len(notes) - len(kept_notes)
    if left_out:
        room.texts.append(labels.left_out.format(count=left_out, command=list_command))
    text = "\n".join(room.texts) + "\n" if room.texts else ""
    return Assembled(text=text, entries=tuple(kept), notes=tuple(kept_notes), left_out=left_out)


class _Room:
    """The texts taken so far and how many characters are ``left``; one line is always kept for the count of what was
    left out."""

    def __init__(self, budget: Budget, last: str) -> None:
        self.texts: list[str] = []
        self._lines = budget.lines - 1
        self.left = budget.chars - len(last) - 1

    def fits(self, *texts: str) -> bool:
        return self._lines >= len(texts) and self.left >= sum(map(len, texts)) + len(texts)

    def heading(self, text: str) -> None:
        self.texts.append(text)
        self._lines -= 1
        self.left -= len(text) + 1

    def take(self, text: str) -> bool:
        if self._lines < 1 or self.left <= len(text):
            return False
        self.heading(text)
        return True


def _at_least(entry: Entry) -> int:
    """How long the line of a record is at least, in characters: two dates stand beside its texts."""
    quote = entry.quote if entry.source != Source.OWNER else None
    return 20 + len(entry.content) + len(entry.condition or "") + len(quote or "")


# --- one line ------------------------------------------------------------------------------------------------


class Voice:
    """How lines speak: their labels, and the moments from which ages count and marks are taken."""

    def __init__(self, labels: Labels, now: datetime, read_at: datetime | None = None, *, marks: bool = True) -> None:
        self.labels = labels
        self.now = micros(now)
        self.read_at = micros(read_at or now)
        self.marks = marks
        self._templates: dict[tuple[bool, bool, bool, str], str] = {}
        self._dates: dict[int, str] = {}
        self._ages: dict[int, str] = {}

    def line(self, entry: Entry) -> str:
        """The line of a record: mark, number, scope, content, condition, source with words and date, last confirmed."""
        content, condition, quote, scope = entry.content, entry.condition, entry.quote, entry.scope
        # Four fields are looked at in one: hardly any holds what must be written with a backslash.
        if not _is_plain(f"{content}{condition}{quote}{scope}", self.labels.closing) or content.startswith(_OPENERS):
            content = _opening(field(content, self.labels))
            condition = None if condition is None else field(condition, self.labels)
            quote = None if quote is None else field(quote, self.labels, quoted=True)
            scope = field(scope, self.labels)
        kind = entry.source if entry.source == Source.OWNER or quote is not None else "confirmed_by"
        marked = self.marks and records.is_marked(entry, self.now, self.read_at)
        return self._template(marked, bool(scope), condition is not None, kind) % {
            "no": entry.no,
            "scope": scope,
            "content": content,
            "condition": condition,
            "quote": quote,
            "by": entry.said_by or entry.written_by,
            "said": self.date(entry.said_at),
            "last": self.date(entry.confirmed_at),
            "age": self.age(entry.confirmed_at),
        }

    def _template(self, marked: bool, scoped: bool, conditional: bool, kind: str) -> str:
        """The line of this kind, its fields as places for ``%``."""
        key = (marked, scoped, conditional, kind)
        if key not in self._templates:
            words = {name: text.replace("%", "%%") for name, text in fields_of(self.labels).items()}
            fields = (
                words["record"].format(
                    mark=words["marked"] if marked else "",
                    no="%(no)s",
                    scope=words["scoped"].format(scope="%(scope)s") if scoped else words["unscoped"],
                    content="%(content)s",
                ),
                words["condition"].format(condition="%(condition)s") if conditional else words["unconditional"],
                words[kind].format(date="%(said)s", quote="%(quote)s", by="%(by)s"),
                words["last"].format(date="%(last)s", age="%(age)s"),
            )
            self._templates[key] = words["delimiter"].join(fields)
        return self._templates[key]

    def date(self, at: int) -> str:
        """The day of a moment, in UTC."""
        day = at // DAY_MICROS
        if day not in self._dates:
            self._dates[day] = (_EPOCH + timedelta(days=day)).isoformat()
        return self._dates[day]

    def age(self, since: int) -> str:
        """How long ago a moment was, in whole days."""
        if since > self.read_at:
            return self.labels.ahead
        days = (self.now - since) // DAY_MICROS
        if days not in self._ages:
            words = self.labels
            self._ages[days] = words.today if days <= 0 else words.day if days == 1 else words.days.format(days=days)
        return self._ages[days]


_EPOCH = date(1970, 1, 1)
_OPENERS = ("(", "（", "[")


def _is_plain(text: str, closing: str) -> bool:
    """Whether nothing in a text needs a backslash. What it is unsure of it denies."""
    return not (
        "|" in text or "\\" in text or "｜" in text or closing in text or "```" in text or not text.isprintable()
    )


def note_line(note: Listed, voice: Voice) -> str:
    """The line of an agent's note: path, its summary, who wrote it and when."""
    at = micros(note.at)
    return voice.labels.note.format(
        path=_dashed(field(note.path, voice.labels)),
        summary=_dashed(field(note.summary or note.path, voice.labels)),
        by=note.actor,
        date=voice.date(at),
        age=voice.age(at),
    )


def _opening(content: str) -> str:
    """A content that begins with a bracket could pass for a scope: the bracket gets a backslash."""
    return "\\" + content if content.startswith(_OPENERS) else content


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
