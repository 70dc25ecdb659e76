"""Numbers that say from where, up to where or how much: each has a frame of its own, of all else that a sentence says.

A number counts where a comparison stands before it or a unit behind it; any other may name something, as in "team 8",
and is a part of the frame. Where two numbers differ, as in the tiers of a discount, no frame is shared.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from stillso.core import late
from stillso.core.similar.frames import FIRM, NO_KINDS, Frames, Value
from stillso.core.similar.words import Clause, is_number, role_of, stem
from stillso.core.vocabulary import likening
from stillso.core.vocabulary import measuring as said

#: How a number may end: in a digit, or in a unit.
_LAST = frozenset("0123456789%bcdghklmnrsx")
_WRITTEN = late.pattern(r"(?:nt|us)?\$?(\d+(?:\.\d+)?)(%|[a-z]{1,3})?")
_YEAR = late.pattern("(?:19|20)[0-9][0-9]")

_ZH_DIGITS = {word: n for n, word in enumerate("〇一二三四五六七八九")} | {"零": 0, "兩": 2}
_ZH_TENS = {"十": 10, "百": 100, "千": 1000}
_ZH_STEPS = frozenset("百千萬")
_ZH_MAY = late.pattern(r"[\d一二兩三四五六七八九十百千萬半]")
_ZH_SILENT = late.pattern(f"{likening.ZH_SILENT}|{said.ZH_IDLE}")
_AT = "\ue000"
#: Kinds of limits; units are above.
_LOWER, _UPPER = -1001, -1002


class _Number(NamedTuple):
    """What is put for a number in its frame, and its value."""

    bound: str
    value: Value


def of_words(tokens: Sequence[str], clauses: Sequence[Clause], found: Frames) -> None:
    """The numbers of an English sentence."""
    # The numbers of a condition stand in no clause.
    if not any(clause.numbered or clause.condition for clause in clauses) or any(map(_happened, clauses)):
        return
    words: list[str] = []
    numbers: dict[int, _Number] = {}
    at = 0
    while at < len(tokens):
        low = tokens[at].lower()
        number = _written(tokens, at)
        if number:
            digits, unit, taken = number
            bound, left = _bound(words)
            year = bound and not unit and words[-1] in said.OF_A_YEAR and _YEAR.fullmatch(digits)
            if not year and (bound or unit or _counts(tokens, at)):
                del words[left:]
                numbers[len(words)] = _Number(bound, _value(digits, unit))
                words.append(_AT)
                at += taken
                continue
            low = digits
        if low in said.EN_RAISED and tokens[at + 1 : at + 2] == ["to"]:
            at += 2
            continue
        if low == "from" and tokens[at + 1 : at + 3] == ["now", "on"]:
            at += 3
            continue
        if not (low in said.EN_IDLE or role_of(low) in "sg") and low[0] not in ",:;()":
            words.append(low if low in _comparing() else stem(low))
        at += 1
    _put(words, " ", numbers, found)


def _happened(clause: Clause) -> bool:
    """Whether it tells what somebody did once; "failed requests" are no deed."""
    if not clause.past:
        return False
    after = clause.items[clause.verb + 1 :]
    return (
        not after or after[0].role != "c" or is_number(after[0].word) or clause.items[clause.verb].low in likening.PAST
    )


def _written(tokens: Sequence[str], at: int) -> tuple[str, str, int] | None:
    """The digits of a number that names nothing, its unit, and how many words they are."""
    low = tokens[at].lower()
    digits = likening.QUANTITIES.get(low)
    glued = ""
    if digits is None:
        match = _WRITTEN.fullmatch(low) if low[-1] in _LAST else None
        if match is None:
            return None
        digits, glued = match[1], match[2] or ""
        if glued == "k":
            digits, glued = digits + "000", ""
        elif glued and glued not in _units():
            return None
    unit, taken = glued, 1
    if not unit and at + 1 < len(tokens) and tokens[at + 1].lower() in _units():
        unit, taken = tokens[at + 1].lower(), 2
    before = tokens[at - 1] if at else ""
    named = before.lower() in likening.NUMBERED or before.lower() in said.NAMED
    if named or (at > 1 and before[0].isupper() and before.isalpha() and role_of(before.lower()) == "c"):
        return None
    if at == 1 and not unit and role_of(before.lower()) == "c" and before.lower() not in likening.VERBS:
        return None if not _bound([before.lower()])[0] else (digits, unit, taken)
    return digits, unit, taken


def _bound(words: list[str]) -> tuple[str, int]:
    """What the words before a number compare it by, and where they begin."""
    last = words[-1] if words else ""
    for mark, phrase in _bounds().get(last, ()):
        if words[-len(phrase) :] == phrase:
            return mark, len(words) - len(phrase)
    return ("=" if last in said.COMPARING else ""), len(words)


@cache
def _comparing() -> frozenset[str]:
    """The words that compare a number; they keep their endings."""
    return said.COMPARING.union(*(phrase.split() for phrase in (*said.UPWARD, *said.DOWNWARD)))


@cache
def _bounds() -> dict[str, list[tuple[str, list[str]]]]:
    """The phrases that compare a number, by their last words, longer ones first."""
    found: dict[str, list[tuple[str, list[str]]]] = {}
    for mark, phrases in (("<", said.DOWNWARD), (">", said.UPWARD)):
        for phrase in phrases:
            words = phrase.split()
            found.setdefault(words[-1], []).append((mark, words))
    for each in found.values():
        each.sort(key=lambda bound: -len(bound[1]))
    return found


def _counts(tokens: Sequence[str], at: int) -> bool:
    """Whether a number says how many of the things behind it: "5 files", "3 failed attempts"."""
    return any(
        token.islower() and token[-1] == "s" and token[-2:] != "ss" and role_of(token) == "c"
        and token not in likening.MEASURING and token not in likening.VERBS
        for token in tokens[at + 1 : at + 3]
    )  # fmt: skip


def of_text(text: str, found: Frames) -> None:
    """The numbers of a Chinese sentence."""
    if not _ZH_MAY.search(text):
        return
    parts: list[str] = []
    numbers: dict[int, _Number] = {}
    end = 0
    for match in _zh().finditer(text):
        down = match["down"] or match["below"]
        up = match["up"] or match["above"]
        unit = match["unit"] or ""
        if not (down or up or unit) and match["counted"] is None:
            continue
        parts.append(text[end : match.start()])
        numbers[len(numbers)] = _Number("<" if down else ">" if up else "", _value(_digits(match["number"]), unit))
        end = match.end()
    if numbers:
        rest = _ZH_SILENT.sub("", _AT.join([*parts, text[end:]])).replace(",", "")
        pieces = rest.split(_AT)
        words = [word for piece in pieces for word in (piece, _AT)][:-1]
        _put(words, "", {2 * at + 1: number for at, number in numbers.items()}, found)


def limit_of(words: Sequence[str]) -> frozenset[int]:
    """Whether these words set a lower or an upper limit: one does not take the place of the other."""
    lower = any(word in said.LOWER for word in words)
    upper = any(word in said.UPPER or word[0] == "不" for word in words)
    return frozenset((_UPPER if upper else _LOWER,)) if lower != upper else NO_KINDS


def _put(words: list[str], space: str, numbers: dict[int, _Number], found: Frames) -> None:
    """Each number in the frame of all else, the other numbers with their values.

    Where nothing compares it, only the last one has a frame: the others tell what it is of, as in "5 kg cost 10 euros".
    """
    last = max(numbers, default=0)
    for at, number in numbers.items():
        if at != last and not number.bound:
            continue
        others = {n: each.bound + each.value.text for n, each in numbers.items() if n != at}
        others[at] = number.bound.replace("=", "") + _AT
        rest = space.join([others.get(n, word) for n, word in enumerate(words)])
        if len(rest) > len(others[at]):
            found.add("\u2248" + rest, number.value)


def _value(digits: str, unit: str) -> Value:
    measure, name = _units().get(unit, (0, unit))
    return Value(f"{digits}{name}", FIRM, "number", frozenset((measure,)) if measure else NO_KINDS)


@cache
def _units() -> dict[str, tuple[int, str]]:
    """Each word for a unit with what it measures, below 0, and the word that it is compared by."""
    return {
        word: (-n, words.split()[0])
        for n, line in enumerate(said.UNITS.replace("\n/", "/").splitlines(), start=1)
        for words in line.split("/")
        for word in words.split()
    }


@cache
def _zh() -> re.Pattern[str]:
    units = "|".join(sorted(filter(None, map(_of_unit, _units())), key=len, reverse=True))
    return late.pattern(
        r"(?!(?:19|20)\d\d年)"
        f"(?:(?P<down>{said.ZH_DOWNWARD})|(?P<up>{said.ZH_UPWARD}))?(?:[是為在]|nt|\\$)*"
        r"(?<![第a-z\d_.\-#〇零一二兩三四五六七八九十百千萬])"
        r"(?P<number>\d+(?:\.\d+)?(?!\.?\d)[百千萬]*|[〇零一二兩三四五六七八九十百千萬半]+)"
        f"(?!{said.ZH_NO_UNIT})(?:(?P<unit>{units})|(?P<counted>個|(?={said.ZH_CLASSIFIERS})))?"
        f"(?:(?P<above>{said.ZH_UPWARD_AFTER})|(?P<below>{said.ZH_DOWNWARD_AFTER}))?"
    )


def _of_unit(unit: str) -> str:
    return f"{unit}(?![a-z])" if unit.isascii() and unit.isalpha() else unit


def _digits(number: str) -> str:
    """A Chinese number in digits: 「三千」, 「一萬二」, 「八五」, 「3 千」."""
    if number[0].isdigit():
        written = number.rstrip("百千萬")
        for char in number[len(written) :]:
            written = str(round(float(written) * (_ZH_TENS.get(char) or 10000), 2))
        return written.removesuffix(".0")
    if number == "半":
        return "0.5"
    if not set(number) & {"十", "百", "千", "萬"}:
        return "".join(str(_ZH_DIGITS[char]) for char in number if char in _ZH_DIGITS)
    whole = part = digit = 0
    last = 1
    for char in number:
        if char in _ZH_DIGITS:
            digit = _ZH_DIGITS[char]
        elif char == "萬":
            whole, part, digit, last = (part + digit or 1) * 10000, 0, 0, 10000
        elif char in _ZH_TENS:
            last = _ZH_TENS[char]
            part, digit = part + (digit or 1) * last, 0
    # What follows the last step counts as the next one: 「一萬二」.
    return str(whole + part + digit * (last // 10 if last >= 100 and number[-2:-1] in _ZH_STEPS else 1))
