"""Lines: records and agents' notes as the text a session opens with, within a budget.

Two sections that never mix: what people said, and what agents wrote down. Every field stands on one line, with
delimiters and line breaks escaped, so that no content can pass for another line. Labels come in from the texts of a
language; quotes are never translated.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import lru_cache

from stillso.core import escapes, policy
from stillso.core.items import Listed
from stillso.core.names import DAY_MICROS, micros
from stillso.core.records import Entry, EntryRow, Source
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
    rows: tuple[EntryRow, ...]
    notes: tuple[Listed, ...]
    left_out: int

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The records with the names of their fields."""
        return tuple(map(Entry._make, self.rows))


def assemble(
    entries: Sequence[EntryRow],
    notes: Sequence[Listed],
    voice: Voice,
    *,
    attended: bool = True,
    more: int = 0,
    list_command: str = "",
    budget: Budget | None = None,
) -> Assembled:
    """The opening text of a session.

    ``entries`` and ``notes`` come in order; ``more`` counts records and notes that were not even loaded. A line that
    does not fit is left out whole and later ones are tried, so that one long record hides no other. Empty when there
    is nothing.
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
    text = "\n".join([*room.texts, ""])
    return Assembled(text=text, rows=tuple(kept), notes=tuple(kept_notes), left_out=left_out)


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

    def fill(self, entries: Iterable[EntryRow], voice: Voice) -> list[EntryRow]:
        """Take the lines of records, as far as they fit; the records whose lines were taken."""
        texts, kept = voice.lines(entries, self._lines, self._chars)
        self.texts += texts
        self._lines -= len(texts)
        self._chars -= len(texts) + sum(map(len, texts))
        return kept


# --- one line ------------------------------------------------------------------------------------------------


class _Cut:
    """Labels cut at their fields, so that a line is pieces put together."""

    def __init__(self, labels: Labels) -> None:
        between = labels.delimiter
        self.begins, *self.around_scope, ends = _around(labels.record, "no", "scope", "content", mark="")
        self.begins_marked = _around(labels.record, "no", "scope", "content", mark=labels.marked)[0]
        without_words = _around(labels.confirmed_by, "date", "by")
        sources = {
            (_STATED, True): _around(labels.stated, "date", "quote"),
            (_STATED, False): without_words,
            (_CONFIRMED, True): _around(labels.confirmed, "date", "quote"),
            (_CONFIRMED, False): without_words,
            (_OWNER, False): _around(labels.owner, "date", "by"),
        }
        conditions = {True: _around(labels.condition, "condition"), False: [labels.unconditional, ""]}
        # What stands before the condition, then before, between and after date and words (or name): by source, whether
        # there is a condition, and whether there are words.
        self.manners = {
            (source, conditional, worded): (f"{ends}{between}{opens}", f"{closes}{between}{before}", middle, after)
            for (source, worded), (before, middle, after) in sources.items()
            for conditional, (opens, closes) in conditions.items()
        }
        self.around_last = _around(between + labels.last, "date", "age")
        self.around_days = _around(labels.days, "days")
        # How many characters a line has at least behind its scope: its number, dates, and what stands around them.
        manner = min(sum(map(len, pieces)) for pieces in self.manners.values())
        self.shortest = len("1") + 2 * len(_A_DATE) + manner + sum(map(len, self.around_last))


_cut = lru_cache(maxsize=4)(_Cut)


class Voice:
    """How lines speak: their labels, and the moments from which ages count and marks are taken."""

    def __init__(self, labels: Labels, now: datetime, read_at: datetime | None = None, *, marks: bool = True) -> None:
        self.labels = labels
        self.now = micros(now)
        self.read_at = micros(read_at or now)
        self.marks = marks
        self._cut = _cut(labels)
        self._scopes: dict[str | None, str] = {}
        self._dates: dict[int, str] = {}

    def line(self, entry: EntryRow) -> str:
        """The line of one record."""
        ((text,), _) = self.lines([entry])
        return text

    def lines(
        self, entries: Iterable[EntryRow], count: int = sys.maxsize, chars: int = sys.maxsize
    ) -> tuple[list[str], list[EntryRow]]:
        """The lines of records and the records, without those that do not fit into so many lines and characters.

        A line holds mark, number, scope, content, condition, source with words and date, last confirmed. Records come
        by the day of their confirmation; what a day makes of them is kept while it lasts.
        """
        now, read_at, cut, scopes = self.now, self.read_at, self._cut, self._scopes
        unmarked, marked, manners = cut.begins, cut.begins_marked if self.marks else cut.begins, cut.manners
        texts: list[str] = []
        kept: list[EntryRow] = []
        is_tight = False
        said = last = ""
        said_from = said_until = last_from = last_until = 0
        for entry in entries:
            no, scope, content, condition, quote, source, by, said_at, confirmed_at, due_at, plain, _, _, _ = entry
            words = None if source == _OWNER else quote
            begins = marked if confirmed_at > read_at or (due_at is not None and now > due_at) else unmarked
            scoped = scopes.get(scope) or self._scope(scope)
            if is_tight:
                own = len(begins) + len(scoped) + len(content) + len(condition or "") + len(words or "")
                if chars <= own + cut.shortest:
                    continue
            if not plain:
                content = escapes.opening(content)
                condition = None if condition is None else escapes.field(condition)
                words = None if words is None else escapes.quoted(words, self.labels.closing)
            opens, before, between, after = manners[source, condition is not None, words is not None]
            if not said_from <= said_at < said_until:
                said, said_from, said_until = self._day(said_at)
            if not last_from <= confirmed_at < last_until:
                last, last_from, last_until = self._last(confirmed_at)
            text = (
                f"{begins}{no}{scoped}{content}{opens}{condition or ''}"
                f"{before}{said}{between}{by if words is None else words}{after}{last}"
            )
            size = len(text) + 1
            if size <= chars and count:
                texts.append(text)
                kept.append(entry)
                count -= 1
                chars -= size
            else:
                is_tight = True  # from here on lengths are looked at before a line is put together
        return texts, kept

    def _scope(self, scope: str | None) -> str:
        """What stands between number and content."""
        before, after = self._cut.around_scope
        shown = self.labels.scoped.format(scope=escapes.field(scope)) if scope else self.labels.unscoped
        self._scopes[scope] = f"{before}{shown}{after}"
        return self._scopes[scope]

    def _day(self, at: int) -> tuple[str, int, int]:
        """The day of a moment, and the moments from which and up to which it is that day."""
        begins = at - at % DAY_MICROS
        return self.date(at), begins, begins + DAY_MICROS

    def _last(self, at: int) -> tuple[str, int, int]:
        """When a record was last confirmed; of which moments the same is said: of that day, and as many days ago."""
        day = at - at % DAY_MICROS
        turn = day + self.now % DAY_MICROS + 1  # what was confirmed later that day is a day younger
        begins, ends = (day, turn) if at < turn else (turn, day + DAY_MICROS)
        if at > self.read_at:
            begins = max(begins, self.read_at + 1)
        else:
            ends = min(ends, self.read_at + 1)
        before, between, after = self._cut.around_last
        return f"{before}{self.date(at)}{between}{self.age(at)}{after}", begins, ends

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
        before, after = self._cut.around_days
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
    return escapes.cut(first, policy.SUMMARY_CHARS)
