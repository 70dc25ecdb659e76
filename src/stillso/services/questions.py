"""The question to ask about a record: one that our own rules take for a question about it, and about nothing else.

So a short answer to it – 「修好了」, "yes" – can confirm or replace the record. Source: "Answers" in ``docs/model.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from stillso.core import escapes, questions
from stillso.core.questions import Yes
from stillso.core.records import Record, Source
from stillso.core.values import dataclass, replace
from stillso.services.access import Caller
from stillso.storage.contract import View
from stillso.texts import Texts

#: How much of a person's words a question repeats, in characters; our choice.
_SHOWN_CHARS = 160
#: Stands for what is left out. The usual sign would end a sentence, and with it the question.
_CUT = "⋯"


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """What to ask, and what a plain yes to it says about the record.

    ``ended`` is the day on which the record was to end, where that is over: then it cannot be confirmed.
    """

    text: str
    yes: Yes
    ended: date | None = None

    def told(self, texts: Texts) -> str:
        """The question on a line of its own, and below it which verb a yes and a no to it go with."""
        means = "over" if self.ended else self.yes
        return f"{texts.say('tidy.question', question=self.text)}\n{texts[f'tidy.means.{means}']}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Asker:
    """Who will be asked (by name, None when nobody knows), when, and in which base where there are several.

    ``language`` is for a record that shows none of its own.
    """

    person: str | None
    now: datetime
    base: str | None
    language: str


def asker(view: View, caller: Caller, now: datetime, space: str, language: str) -> Asker:
    """Who is asked when this caller asks about records of a base."""
    session = caller.session
    person = view.principal(session.person) if session and session.person else None
    several = view.space(space) if session and len(session.bases) > 1 else None
    return Asker(
        person=caller.principal.name if caller.is_person else person.name if person else None,
        now=now,
        base=several.slug if several else None,
        language=language,
    )


def question(record: Record, asker: Asker) -> Question:
    """What to ask about this record: the best way to ask that is about it alone, else the one that cannot fail."""
    texts = Texts("zh-Hant" if questions.is_chinese(record, asker.language == "zh-Hant") else "en")
    key = "number" if asker.base is None else "number-in"
    number = texts.say(f"tidy.{key}", no=record.no, base=asker.base)
    ways = _ways(texts, record, asker, number)
    plainly = Question(text=texts.say("tidy.ask.plain", number=number), yes=Yes.STILL_SO)
    best = next((way for way in ways if questions.is_about(record.no, way.text)), plainly)
    return replace(best, ended=ended(record, asker.now))


def _ways(texts: Texts, record: Record, asker: Asker, number: str) -> Iterator[Question]:
    """The ways to ask, the best first."""
    if record.condition or ended(record, asker.now) or record.confirmed_at > asker.now:
        asked = _asked(texts, record, asker, number)
        aside = texts.say("tidy.aside", aside=_aside(texts, record, asker))
        yield replace(asked, text=asked.text + aside)
        yield asked
    for words in (record.condition, record.content):
        if words:
            yield Question(text=texts.say("tidy.ask.about", number=number, words=_shown(words)), yes=Yes.STILL_SO)


def _asked(texts: Texts, record: Record, asker: Asker, number: str) -> Question:
    """The question by what made the record due: a date ahead of the clock, the day of its end, its condition."""
    ahead = record.confirmed_at.date() if record.confirmed_at > asker.now else None
    dated = ahead or ended(record, asker.now)
    if dated:
        kind, day = "ahead" if ahead else "until", _day(texts, dated, asker.now)
        return Question(text=texts.say(f"tidy.ask.{kind}", number=number, day=day), yes=Yes.STILL_SO)
    condition = record.condition or ""
    asking = questions.asking(condition, chinese=texts.language == "zh-Hant")
    text = texts.say(
        f"tidy.ask.{asking.form}",
        number=number,
        condition=_shown(condition),
        verb=asking.verb,
        subject=asking.subject,
        event=asking.event,
    )
    return Question(text=text, yes=asking.yes)


def ended(record: Record, now: datetime) -> date | None:
    """The day on which the record was to end, where it is over."""
    return record.until if record.until is not None and now.date() > record.until else None


def _aside(texts: Texts, record: Record, asker: Asker) -> str:
    """Who said what, and when: the words themselves, but where they only agreed, or stand in the question already."""
    words = record.quote if record.source is Source.STATED and record.quote else record.content
    by = record.said_by or record.written_by
    how = "said" if words == record.condition and record.source is Source.STATED else record.source.value
    key = f"tidy.aside.{how}{'-you' if by == asker.person else ''}"
    day = _day(texts, record.said_at.date(), asker.now)
    return texts.say(key, by=by, day=day, words=_shown(words))


def _day(texts: Texts, day: date, now: datetime) -> str:
    return texts.say("tidy.day-this-year" if day.year == now.year else "tidy.day", date=day)


def _shown(text: str) -> str:
    """Words on one line, cut where they are long."""
    return escapes.cut(escapes.one_line(" ".join(text.split())), _SHOWN_CHARS, _CUT)
