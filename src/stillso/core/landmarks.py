"""Where in a long message a quote can stand, so that it is folded only there.

Folding 100,000 characters takes tens of milliseconds, searching them less than one. A few neighbouring characters of
the quote are searched for in every form that folds to them; whether the quote stands there is decided by folding the
surroundings.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice

from stillso.core.folding import INVISIBLE, NARROWED, extends, fold
from stillso.core.values import dataclass

#: How many characters of a quote are searched for. Compiling more takes longer than it saves; our choice.
LONGEST = 8

#: How many times as long folding takes as searching, roughly: with few places no other landmark is searched for.
DEARER = 50

#: With so many places the message is folded whole: our choice.
MANY = 200

#: How much around a quote is folded at first, in characters, and how much of that must be left on each side for the
#: edges of words to be seen. Our choice; a word's edge is seen from three characters.
AROUND = 64
TELLING = 4

# What folding takes away between two characters, and what may stand between the parts of one: marks, jamo, invisible
# characters. No part that a character can begin with is among them, else a search would take the square of the text.
_GAP = rf"[\s{INVISIBLE}]*+"
_SIGNS = (
    r"!-\u00bf\u1fbd-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2bff\u3000-\u3020\u3030-\u303f\uff01-\uff65"
    r"\U0001d157\U0001d158\U0001d1b9\U0001d1ba"
)
_MARK = rf"[^\w\s{_SIGNS}]|[{INVISIBLE}\u1160-\u11ff\ud7b0-\ud7fb\uff9e\uff9f]"
_MARKS = f"(?:{_MARK})*"
_MARKS_OR_SPACE = rf"(?:\s|{_MARK})*"

# The blocks with characters that NFC puts others for. Source: composition exclusions of Unicode 16; a test compares.
_BLOCKS = (
    *((0x374, 0x387), (0x958, 0x95F), (0x9DC, 0x9DF), (0xA33, 0xA5E), (0xB5C, 0xB5D), (0xF43, 0xF69), (0x1F71, 0x1FFD)),
    *((0x2126, 0x212B), (0x2329, 0x232A), (0x2ADC, 0x2ADC), (0xF900, 0xFB4E), (0x1D15E, 0x1D1C0), (0x2F800, 0x2FA1D)),
)


class TooMany(Exception):
    """There are so many places that folding the whole message takes no longer."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """A place in a message where the character at ``offset`` of a folded quote may stand."""

    at: int
    offset: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Landmark:
    """A few neighbouring characters of a folded quote, the first no gap, and where they begin in it."""

    piece: str
    offset: int

    def places(self, text: str) -> Iterator[Place]:
        """Every place in a message where these characters stand, first to last."""
        pattern = _pattern(self.piece)
        found = pattern.search(text)
        while found:
            yield Place(at=found.start(), offset=self.offset)
            found = pattern.search(text, found.start() + 1)


def landmarks_of(quote: str) -> list[Landmark]:
    """Landmarks of a folded quote: of its beginning, its end and its middle. None where all of these are marks."""
    last = max(0, len(quote) - LONGEST)
    landmarks = []
    for at in dict.fromkeys((0, last, last // 2)):
        piece = quote[at : at + LONGEST]
        begin = next((i for i, char in enumerate(piece) if not _is_gap(char)), None)
        if begin is not None:
            landmarks.append(Landmark(piece=piece[begin:], offset=at + begin))
    return landmarks


def places_of(landmarks: Sequence[Landmark], text: str) -> list[Place]:
    """Where a quote can stand in a message, first to last: by the landmark that is found least often.

    Raises TooMany where there is no landmark, or each is found ``MANY`` times.
    """
    fewest: list[Place] | None = None
    for landmark in landmarks:
        found = list(islice(landmark.places(text), MANY))
        if fewest is None or len(found) < len(fewest):
            fewest = found
        if len(found) * AROUND * DEARER <= len(text):
            return found
    if fewest is None or len(fewest) == MANY:
        raise TooMany
    return fewest


def first_of(quote: str, text: str, places: Iterable[Place], *, around: int = AROUND) -> tuple[int, int] | None:
    """The span in the message of the first of these places where the folded quote stands and keeps to whole words.

    Raises TooMany where deciding takes as long as folding the whole message.
    """
    left = len(text)
    for place in places:
        span, folded = _at(quote, text, place, around)
        if span:
            return span
        left -= folded
        if left < 0:
            raise TooMany
    return None


def _at(quote: str, text: str, place: Place, around: int) -> tuple[tuple[int, int] | None, int]:
    """The span of a folded quote at this place, if it stands there, and how much was folded to see it."""
    reach, folded = around + len(quote), 0
    while True:
        begin, end = max(0, place.at - reach), min(len(text), place.at + reach)
        near = fold(text[begin:end])
        folded += end - begin
        first = bisect_left(near.starts, place.at - begin) - place.offset
        last = first + len(quote)
        if (begin == 0 or first >= TELLING) and (end == len(text) or last + TELLING <= len(near.text)):
            break
        reach *= 2
    if first < 0 or near.text[first:last] != quote or near.inside_word(first) or near.inside_word(last):
        return None, folded
    start, stop = near.span(first, last)
    return (begin + start, begin + stop), folded


# --- the pattern of a landmark -------------------------------------------------------------------------------


def _is_gap(char: str) -> bool:
    return char == " " or extends(char)


@lru_cache(maxsize=16)
def _pattern(piece: str) -> re.Pattern[str]:
    """These characters in every form, with or without what folding takes away between them. The first is no gap."""
    parts, between = [_form(piece[0])], _GAP
    for char in piece[1:]:
        if extends(char):
            between = _MARKS_OR_SPACE
        elif char != " ":
            parts += [between, _form(char)]
            between = _GAP
    return re.compile("".join(parts))


def _form(char: str) -> str:
    """This character in every form: another that folds to it, or the parts it is composed of."""
    parts = unicodedata.normalize("NFD", char)
    wholes = f"[{re.escape(char + _forms().get(char, ''))}]"
    if parts == char:
        return wholes
    firsts = sorted({unicodedata.normalize("NFC", parts[:end])[0] for end in range(1, len(parts))})
    bases = re.escape("".join(first + _forms().get(first, "") for first in firsts))
    return f"(?:{wholes}|[{bases}]{_MARKS})"


@cache
def _forms() -> dict[str, str]:
    """The other characters that fold to a character, or to several of which it is the first."""
    forms: dict[str, str] = {}
    for char in (chr(code) for first, last in _BLOCKS for code in range(first, last + 1)):
        to = unicodedata.normalize("NFC", char)[0].translate(NARROWED)
        if to != char:
            forms[to] = forms.get(to, "") + char
    for code, to in NARROWED.items():
        forms[to] = forms.get(to, "") + chr(code)
    return forms
