"""What a text speaks of, for comparing it with one in the other language: meanings, and words where none is known.

Proves nothing; it only tells how likely one text is a paraphrase of another. Which words mean the same stands in
``vocabulary.meanings``.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from stillso.core import late
from stillso.core.folding import is_cjk_letter, words
from stillso.core.vocabulary import plain
from stillso.core.vocabulary.meanings import CONTRASTS, MEANINGS

_ENDINGS = ("ies", "es", "s", "ing", "ed")


def meanings_of(text: str) -> list[str]:
    """The meanings of a text, repeated ones too: named ones, then what is left as ``words`` has it. May be empty.

    Pairs of Chinese characters begin with ``:``, so that a reader can tell what has no counterpart in English.
    """
    said = numbered(text)
    named: list[str] = []

    def take(found: re.Match[str]) -> str:
        named.append(_named()[found[0].replace("_", " ")])
        return "\u241f"

    rest = _known().sub(take, said)
    left = (f":{word}" if is_cjk_letter(word[0]) else _stem(word) for word in words(rest))
    return named + list(left)


def contrast(one: Collection[str], other: Collection[str]) -> bool:
    """Whether two texts, given as meanings, speak of things that shut each other out, as daily and monthly reports."""
    return any(
        (mine := group.intersection(one)) and (theirs := group.intersection(other)) and not mine & theirs
        for group in _groups()
    )


@cache
def _groups() -> list[frozenset[str]]:
    return [frozenset(line.split()) for line in CONTRASTS.strip().splitlines()]


# Before a measure word, where a number counts; 一 alone is mostly an article.
_COUNTED = late.pattern(
    r"(?:[二兩三四五六七八九]?十[一二三四五六七八九]?|[一二兩三四五六七八九][百千]|[二兩三四五六七八九])"
    r"(?=[點個次封天年月日號秒分時張筆條行頁小位倍元週層台])"
)
_WRITTEN = late.pattern(r"\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|fifty|hundred)\b")
_DIGITS = {word: n for n, word in enumerate("〇一二三四五六七八九")} | {"兩": 2}
_NUMBERS = dict(
    zip(
        "two three four five six seven eight nine ten twelve twenty thirty fifty hundred".split(),
        "2 3 4 5 6 7 8 9 10 12 20 30 50 100".split(),
        strict=True,
    )
)


def numbered(text: str) -> str:
    """A text in small letters and Traditional Chinese, numbers in words as digits: 「五十封」 and "fifty" are 50."""
    said = plain(text).lower()
    said = _COUNTED.sub(lambda found: f" {_number(found[0])} ", said)
    return _WRITTEN.sub(lambda found: _NUMBERS[found[0]], said)


def _number(written: str) -> int:
    for sign, size in (("千", 1000), ("百", 100), ("十", 10)):
        if sign in written:
            before, _, after = written.partition(sign)
            return _DIGITS.get(before, 1) * size + _DIGITS.get(after, 0)
    return _DIGITS[written]


def _stem(word: str) -> str:
    """An English word without its ending, so that "mocks" and "mocked" are one; identifiers stay."""
    if not word.isalpha() or not word.isascii() or len(word) < 5:
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)].rstrip("e") + ("y" if ending == "ies" else "")
    return word.rstrip("e")


@cache
def _named() -> dict[str, str]:
    """The name of a meaning by each of its words."""
    found: dict[str, str] = {}
    for line in MEANINGS.strip().splitlines():
        name, *others = line.split()
        for word in (name, *others):
            found.setdefault(word.replace("_", " "), name)
    return found


@cache
def _known() -> re.Pattern[str]:
    """All words that have a meaning, the longest first; English ones whole."""
    english = _either([word for word in _named() if word.isascii()])
    chinese = _either([word for word in _named() if not word.isascii()])
    return re.compile(rf"(?<![a-z0-9_./-])(?:{english})(?![a-z0-9_-]|[./]\w)|(?:{chinese})")


def _either(listed: list[str]) -> str:
    """A pattern of words behind their first characters: most places of a text fail at one look."""
    by_first: dict[str, list[str]] = {}
    for word in sorted(listed, key=lambda word: (-len(word), word)):
        by_first.setdefault(word[0], []).append(re.escape(word[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in by_first.items())
