"""Under which condition the user said it, for how long, when, and for which part of the work.

A condition is kept as the user's own clauses, one slice of the message. An order of steps ("run lint before you
deploy", 「改完再跑測試」) is none. Nothing is understood here: constructions are recognised, and what is not recognised
stays in the quote. Source: "Content beside the quote" in ``docs/model.md``; rates are measured in the tests.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Set
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

from stillso.core import late, policy
from stillso.core.clauses import Span, clauses, sentences_at
from stillso.core.vocabulary import Words, asking, limiting, occasion, pieces, plain, timing

_TRIMMED = ". \t\r\n\u3000。！？!?…，,；;、：:~～—–"
_LEADING = late.pattern(rf"(?:\s*(?:{asking.LIST_MARK}|>))+\s*")
#: How far a construction reaches, in characters. Our choice.
_REACH_CHARS = 600


def condition_of(text: str, start: int, end: int) -> str | None:
    """The conditional clauses of the sentence that holds this span, word for word; None without any.

    One slice of the message, from the first clause with a trigger to the last; None as well if it is longer than
    ``policy.CONDITION_CHARS``. If the span reaches over several sentences, all of them are read.
    """
    if _HINTS.isdisjoint(_pieces(text)):
        return None
    found = [span for each in sentences_at(text, start, end) for span in _conditional(text, each)]
    if not found:
        return None
    slice_ = text[found[0].start : found[-1].end].strip(_TRIMMED)
    mark = _LEADING.match(slice_)
    kept = slice_[mark.end() :] if mark else slice_
    return kept if 0 < len(kept) <= policy.CONDITION_CHARS else None


def is_ambiguous(text: str, start: int, end: int) -> bool:
    """Whether the sentence holds no condition, but words that may mean one: worth a notice, no more."""
    return _holds(text, start, end, limiting.PERHAPS) and condition_of(text, start, end) is None


@lru_cache(maxsize=8)
def is_one_off(text: str, start: int, end: int) -> bool:
    """Whether the sentence speaks of this occasion only; "from now on" words beat those."""
    told = _pieces(text)
    if not any(sure.may_match(told) or perhaps.may_match(told) for _, sure, perhaps, _ in _OCCASIONS):
        return False
    said = _said(text, start, end)
    return any(_is_exception(said, *words) for words in _OCCASIONS) and said not in occasion.FROM_NOW_ON


#: For each language what is no occasion, what is one, and what is one beside a sign of leniency.
_OCCASIONS = (
    (occasion.NO_OCCASION, occasion.ONE_OFF, occasion.PERHAPS_ONE_OFF, occasion.LENIENT),
    (occasion.NO_OCCASION_EN, occasion.ONE_OFF_EN, occasion.PERHAPS_ONE_OFF_EN, occasion.LENIENT_EN),
)


def _is_exception(said: str, none: Words, sure: Words, perhaps: Words, lenient: Words) -> bool:
    left = none.blank(said)
    return left in sure or (left in perhaps and left in lenient)


def from_now_on(text: str, start: int, end: int) -> bool:
    """Whether the sentence speaks of all that comes: 「以後」, "from now on", "always"."""
    return _said(text, start, end) in occasion.FROM_NOW_ON


def scopes_named(text: str, start: int, end: int, known: Collection[str]) -> list[str]:
    """Which of the known scopes the sentence names as whole words, in alphabetical order; case does not count.

    Of ``checkout`` and ``checkout/e2e`` only the one that stands there: a label that goes on is another one.
    """
    said = _said(text, start, end).casefold()
    return sorted(scope for scope in known if _names(said, plain(scope).casefold()))


def _names(said: str, scope: str) -> bool:
    first = r"(?<![a-z0-9_/@.-])" if scope[:1].isascii() else ""
    last = r"(?![a-z0-9_]|[/@.:+-][\w])" if scope[-1:].isascii() else ""
    return scope in said and re.search(first + re.escape(scope) + last, said) is not None


def _holds(text: str, start: int, end: int, words: Words) -> bool:
    """Whether the sentence holds one of these words, which have hints."""
    return words.may_match(_pieces(text)) and _said(text, start, end) in words


@lru_cache(maxsize=4)  # one text is asked about several times
def _pieces(text: str) -> Set[str]:
    return pieces(plain(text))


def _said(text: str, start: int, end: int) -> str:
    near = sentences_at(text, start, end)
    return plain(text[near[0].start : near[-1].end])


# --- triggers ------------------------------------------------------------------------------------------------


def _conditional(text: str, sentence: Span) -> list[Span]:
    """The clauses of a sentence that hold a trigger, in order."""
    said = limiting.NO_CONDITION.blank(plain(text[sentence.start : sentence.end]))
    places = [sentence.start + at for at in _triggers(said)]
    # 、 divides what belongs to one condition: 「staging、prod 修好之前」.
    spans = clauses(text, sentence, joining="、")
    return [span for span in spans if any(span.start <= place < span.end for place in places)]


def _triggers(said: str) -> Iterator[int]:
    """The places in a sentence where a word or construction sets a condition; in no order."""
    told = pieces(said)
    if limiting.BOUNDED.may_match(told):
        yield from (found.end() - 1 for found in limiting.BOUNDED.pattern.finditer(said))
    for words, holds in _CONSTRUCTIONS:
        for found in words.pattern.finditer(said) if words.may_match(told) else ():
            if holds(_before(said, found.start()), found[0], said[found.end() : found.end() + _REACH_CHARS], said):
                yield found.start()


def _before(said: str, at: int) -> str:
    """What stands in the same clause before this place."""
    low = max((said.rfind(mark, 0, at) for mark in "，,；;：。"), default=-1) + 1
    return said[max(low, at - _REACH_CHARS) : at]


def _until_zh(event: str, word: str, rest: str, said: str) -> bool:
    """「…之前」: something holds until an event that others bring about; 「部署之前先跑 lint」 is an order of steps."""
    if not event.strip(" ·") or (event[-6:] + word + rest[:2]) in limiting.PAST:
        return False
    main = rest.lstrip(" ，,")[:60]
    if main in limiting.HELD_BACK and not _first(limiting.STEP_FIRST, main) < _first(limiting.HELD_BACK, main):
        return True
    if event in limiting.COMES_ABOUT:
        return not (event in limiting.OWN_DOING and main[:14] in limiting.STEP_FIRST)
    if event in limiting.ROUTINE_HEAD:
        return False
    if event in limiting.OTHERS_DO:
        return main[:14] not in limiting.STEP_FIRST or main[:14] in limiting.HOLDS_ON
    return main[:14] not in limiting.STEP_FIRST and main in limiting.MEANWHILE


def _first(words: Words, text: str) -> int:
    found = words.pattern.search(text)
    return found.start() if found else len(text)


def _while_zh(event: str, word: str, rest: str, said: str) -> bool:
    """「…的時候」: a state that comes and goes; what the worker does again and again is none."""
    if not event.strip(" ·") or rest in limiting.TELLS_ME:
        return False
    return event in limiting.STATE or (event in limiting.SOMEBODY and event not in limiting.ROUTINE and word != "時")


def _only_need(event: str, word: str, rest: str, said: str) -> bool:
    """「只要 …就」 sets a condition, 「只要跑 lint 就好」 says what is enough."""
    clause = re.split("[，,。；;]", rest, maxsplit=1)[0]
    goes_on = len(clause) < len(rest.rstrip(_TRIMMED))
    return clause not in limiting.ENOUGH_ANYWHERE and (goes_on or "就" in clause)


def _unfinished(event: str, word: str, rest: str, said: str) -> bool:
    """「還在修」 beside an order; not 「還沒好也先講」."""
    if "也" in re.split("[，,。；;]", rest, maxsplit=1)[0][:12]:
        return False
    other = said.replace(event + word, "", 1)
    return event.strip() not in limiting.YOU and bool(re.search("[，,；;就所先]", rest)) and other in limiting.DIRECTS


def _when(event: str, word: str, rest: str, said: str) -> bool:
    """ "when …" a state holds or others act; when the worker acts it is an order of steps."""
    if word == "once" and rest not in limiting.GOES_ON:
        return False
    return rest not in limiting.WORKER_ACTS and rest in limiting.CLAUSE_FOLLOWS


def _before_en(event: str, word: str, rest: str, said: str) -> bool:
    """ "not before …" an event of others or a date."""
    return rest not in limiting.WORKER_ACTS and (event[-80:] or rest[:80]) in limiting.HELD_BACK


def _contrasts_not(event: str, word: str, rest: str, said: str) -> bool:
    """ "while staging is down", not "the frontend uses pnpm while the backend uses poetry"."""
    return not event.strip(" ·") or rest in limiting.GOES_ON


def _always(event: str, word: str, rest: str, said: str) -> bool:
    return True


_CONSTRUCTIONS = (
    (limiting.LASTS, _always),
    (Words(limiting.BEFORE_ZH, hints="前"), _until_zh),
    (Words(limiting.TIME_OF, hints="時"), _while_zh),
    (Words("只要", hints="只要"), _only_need),
    (limiting.UNFINISHED, _unfinished),
    (Words("when|whenever|once|as soon as", hints="when whenever once soon"), _when),
    (Words("before", hints="before"), _before_en),
    (Words("while|whilst", hints="while whilst"), _contrasts_not),
)
_HINTS = limiting.BOUNDED.hints.union(*(words.hints for words, _ in _CONSTRUCTIONS))


# --- dates ---------------------------------------------------------------------------------------------------


class NamedDay(NamedTuple):
    """A day as words name it; a year or a month that they leave out is None."""

    year: int | None
    month: int | None
    day: int


def dates_in(text: str) -> set[NamedDay]:
    """The calendar days that the words themselves hold, in any of the forms people type; may be empty.

    ISO, 2026/12/31, 12/31, 12月31日, 十二月三十一號, 民國115年1月2日, Dec 31, 31 December 2026, 31 號. Neither 月底 nor
    a weekday is one; days that no calendar has are left out.
    """
    return {named for match in timing.DATE.pattern.finditer(plain(text)) for named in _real(_groups(match))}


def _groups(match: re.Match[str]) -> dict[str, str]:
    """The named groups that took part, lower case, without the digits that keep their names apart."""
    return {name.rstrip("23456789"): value.lower() for name, value in match.groupdict().items() if value}


def holds_date(text: str, wanted: date, said_on: date) -> bool:
    """Whether the words, said on that day, name the day that is wanted.

    What they leave out means the next such day on or after ``said_on``. Weekdays, "tomorrow", 「後天」 and "in 3 days"
    count from it; "Friday" said on a Friday, and "next Friday", may mean either of two.
    """
    if any(_next(named, said_on) == wanted for named in dates_in(text)):
        return True
    said = plain(text).lower()
    return any(wanted == said_on + timedelta(days=days) for days in _days_ahead(said, said_on.weekday()))


def _real(written: Mapping[str, str]) -> set[NamedDay]:
    """The day in a set, if some calendar has it; 31/12 is read as 12/31, the year 115 as one of the Republic."""
    year, month, day = (_number(written[part]) if part in written else None for part in ("year", "month", "day"))
    assert day is not None
    if month is not None and month > 12 >= day:
        month, day = day, month
    year = year + 1911 if year is not None and year < 1000 else year
    try:
        date(year or 2000, month or 1, day)
    except ValueError:
        return set()
    return {NamedDay(year, month, day)}


def _next(named: NamedDay, said_on: date) -> date | None:
    """The named day itself, or the next one on or after ``said_on`` that fits; None when there is none."""
    years = [named.year] if named.year else range(said_on.year, said_on.year + 9)
    months = [named.month] if named.month else range(1, 13)
    for year, month in ((year, month) for year in years for month in months):
        try:
            day = date(year, month, named.day)
        except ValueError:
            continue
        if named.year or day >= said_on:
            return day
    return None


def _days_ahead(said: str, today: int) -> Iterator[int]:
    """How many days ahead of the day of speaking each relative date lies; ``today`` is its weekday, Monday 0."""
    yield from (timing.DAYS_AHEAD[found[0]] for found in timing.RELATIVE_DAY.pattern.finditer(said))
    for found in timing.IN_DAYS.pattern.finditer(said):
        told = _groups(found)
        yield _number(told["count"]) * (7 if told["unit"] in ("week", "週", "禮拜", "星期") else 1)
    for found in timing.WEEKDAY.pattern.finditer(said):
        told = _groups(found)
        ahead = timing.WEEKDAYS[told["zh"] if "zh" in told else told["en"][:3]] - today
        if "which" in told:
            yield ahead + 7 * told["which"].count("下")
        else:
            yield ahead % 7
            yield ahead % 7 + (7 if "next" in told or ahead == 0 else 0)


def _number(digits: str) -> int:
    """The number that Arabic digits, Chinese numerals up to 99, or an English word up to ten write."""
    if digits.isdecimal():
        return int(digits)
    if digits in timing.NUMBERS:
        return timing.NUMBERS[digits]
    tens, _, ones = digits.partition("十")
    return (timing.NUMBERS[tens] if tens else 1) * 10 + (timing.NUMBERS[ones] if ones else 0)
