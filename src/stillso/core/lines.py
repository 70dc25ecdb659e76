"""Lines: records and agents' notes as the text a session opens with, within a budget.

Two sections that never mix: what people said, and what agents wrote down. Every field stands on one line, with
delimiters and line breaks escaped, so that no content can pass for another line. Labels come in from the texts of a
language; quotes are never translated.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from datetime import date, datetime

from stillso.core import escapes, policy
from stillso.core.items import Listed
from stillso.core.names import DAY_MICROS, micros
from stillso.core.records import Entry, Source
from stillso.core.values import dataclass


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
    kept = room.fill(entries, voice)
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
    """The texts taken so far, and what is left for others; one line is always kept for the count of what was left
    out."""

    def __init__(self, budget: Budget, last: str) -> None:
        self.texts: list[str] = []
        self._lines = budget.lines - 1
        self._chars = budget.chars - len(last) - 1

    def fits(self, *texts: str) -> bool:
        return self._lines >= len(texts) and self._chars >= sum(map(len, texts)) + len(texts)

    def heading(self, text: str) -> None:
        self.texts.append(text)
        self._lines -= 1
        self._chars -= len(text) + 1

    def take(self, text: str) -> bool:
        fits = self.fits(text)
        if fits:
            self.heading(text)
        return fits

    def fill(self, entries: Iterable[Entry], voice: Voice) -> list[Entry]:
        """Take the lines of records, as far as they fit; the records whose lines were taken."""
        kept: list[Entry] = []
        line, texts, lines, chars = voice.line, self.texts, self._lines, self._chars
        for entry in entries:
            text = line(entry, chars - 1)
            if text and lines and len(text) < chars:
                kept.append(entry)
                texts.append(text)
                lines -= 1
                chars -= len(text) + 1
        self._lines, self._chars = lines, chars
        return kept


# --- one line ------------------------------------------------------------------------------------------------


class Voice:
    """How lines speak: their labels, and the moments from which ages count and marks are taken.

    Labels are cut once at their fields, so that a line is pieces put together. Records come by the day of their
    confirmation; what a day makes of them is kept while it lasts.
    """

    def __init__(self, labels: Labels, now: datetime, read_at: datetime | None = None, *, marks: bool = True) -> None:
        self.labels = labels
        self.now = micros(now)
        self.read_at = micros(read_at or now)
        self.marks = marks
        between = labels.delimiter
        self._begins, *self._around_scope, ends = _around(labels.record, "no", "scope", "content", mark="")
        self._begins_marked = _around(labels.record, "no", "scope", "content", mark=labels.marked)[0]
        before, after = _around(labels.condition, "condition")
        self._conditional = (f"{ends}{between}{before}", f"{after}{between}")
        self._unconditional = (f"{ends}{between}{labels.unconditional}{between}", "")
        # By source, and whether there are words.
        without_words = _around(labels.confirmed_by, "date", "by")
        self._sources = {
            (_STATED, True): _around(labels.stated, "date", "quote"),
            (_STATED, False): without_words,
            (_CONFIRMED, True): _around(labels.confirmed, "date", "quote"),
            (_CONFIRMED, False): without_words,
            (_OWNER, False): _around(labels.owner, "date", "by"),
        }
        self._around_last = _around(between + labels.last, "date", "age")
        self._around_days = _around(labels.days, "days")
        self._shortest = self._shortest_line()
        self._scopes: dict[str | None, str] = {}
        self._dates: dict[int, str] = {}
        # What the lines before said of their dates, and from which moment up to which others say the same.
        self._said = self._last = ""
        self._said_from = self._said_until = self._last_from = self._last_until = 0

    def line(self, entry: Entry, room: int = sys.maxsize) -> str:
        """The line of a record: mark, number, scope, content, condition, source with words and date, last confirmed.

        Empty where it is plain to see that it takes more than ``room`` characters.
        """
        # Taken at once they cost a fifth of what they cost one by one.
        no, scope, content, condition, quote, source, by, said_at, confirmed_at, due_at, plain = entry[:11]
        is_marked = self.marks and (confirmed_at > self.read_at or (due_at is not None and self.now > due_at))
        begins = self._begins_marked if is_marked else self._begins
        scoped = self._scopes.get(scope) or self._scope(scope)
        words = None if source == _OWNER else quote
        own = len(content) + len(condition or "") + len(words or "")
        if room < own + len(begins) + len(scoped) + self._shortest:
            return ""
        if not plain:
            content = escapes.opening(content)
            condition = None if condition is None else escapes.field(condition)
            words = None if words is None else escapes.quoted(words, self.labels.closing)
        opens, closes = self._unconditional if condition is None else self._conditional
        before, between, after = self._sources[source, words is not None]
        if not self._said_from <= said_at < self._said_until:
            self._begin_day(said_at)
        if not self._last_from <= confirmed_at < self._last_until:
            self._begin_age(confirmed_at)
        return (
            f"{begins}{no}{scoped}{content}{opens}{condition or ''}{closes}"
            f"{before}{self._said}{between}{by if words is None else words}{after}{self._last}"
        )

    def _shortest_line(self) -> int:
        """How many characters a line has at least: its number, and what it says of condition, source and last."""
        parts = ((self._conditional, self._unconditional), self._sources.values(), (self._around_last,))
        return len("1") + 2 * len(_A_DATE) + sum(min(sum(map(len, pieces)) for pieces in part) for part in parts)

    def _scope(self, scope: str | None) -> str:
        """What stands between number and content."""
        before, after = self._around_scope
        shown = self.labels.scoped.format(scope=escapes.field(scope)) if scope else self.labels.unscoped
        self._scopes[scope] = f"{before}{shown}{after}"
        return self._scopes[scope]

    def _begin_day(self, at: int) -> None:
        """From here on lines are of what was said on the day of this moment."""
        self._said_from = at - at % DAY_MICROS
        self._said_until = self._said_from + DAY_MICROS
        self._said = self.date(at)

    def _begin_age(self, at: int) -> None:
        """From here on lines were confirmed at about this moment: on the same day, and as many days ago."""
        day = at - at % DAY_MICROS
        turn = day + self.now % DAY_MICROS + 1  # what was confirmed later that day is a day younger
        self._last_from, self._last_until = (day, turn) if at < turn else (turn, day + DAY_MICROS)
        if at > self.read_at:
            self._last_from = max(self._last_from, self.read_at + 1)
        else:
            self._last_until = min(self._last_until, self.read_at + 1)
        before, between, after = self._around_last
        self._last = f"{before}{self.date(at)}{between}{self.age(at)}{after}"

    def date(self, at: int) -> str:
        """The day of a moment, in UTC."""
        day = at // DAY_MICROS
        if day not in self._dates:
            self._dates[day] = date.fromordinal(_EPOCH + day).isoformat()
        return self._dates[day]

    def age(self, since: int) -> str:
        """How long ago a moment was, in whole days."""
        if since > self.read_at:
            return self.labels.ahead
        days = (self.now - since) // DAY_MICROS
        if days < 2:
            return self.labels.day if days == 1 else self.labels.today
        before, after = self._around_days
        return f"{before}{days}{after}"


_EPOCH = date(1970, 1, 1).toordinal()
_A_DATE = "1970-01-01"
_STATED, _CONFIRMED, _OWNER = (source.value for source in Source)


def _around(label: str, *fields: str, **given: str) -> list[str]:
    """What stands before, between and after the fields of a label, which come in this order in every language."""
    return label.format(**dict.fromkeys(fields, "\0"), **given).split("\0")


def note_line(note: Listed, voice: Voice) -> str:
    """The line of an agent's note: path, its summary, who wrote it and when."""
    at = micros(note.at)
    return voice.labels.note.format(
        path=_dashed(escapes.field(note.path)),
        summary=_dashed(escapes.field(note.summary or note.path)),
        by=note.actor,
        date=voice.date(at),
        age=voice.age(at),
    )


def _dashed(text: str) -> str:
    """A dash could pass for the one before a note's author."""
    return text.replace("–", "\\–")


def summary_of(text: str, description: str | None) -> str:
    """The one line that stands for a note: its description, else its first line that is not empty, shortened."""
    lines: Iterable[str] = [description] if description else text.splitlines()
    first = next((stripped for each in lines if (stripped := each.strip().lstrip("#").strip())), "")
    return first if len(first) <= policy.SUMMARY_CHARS else first[: policy.SUMMARY_CHARS - 1] + "…"
