"""Hints: what they let pass by holds nothing that the list would have matched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core import conditions
from stillso.core.vocabulary import Words, limiting, occasion, pieces

#: The module that reads patterns, by name: it has no public one.
PARSER: Any = import_module("re._parser")

HINTED = {
    "bounded": limiting.BOUNDED,
    "perhaps": limiting.PERHAPS,
    "one-off": occasion.ONE_OFF,
    "one-off in English": occasion.ONE_OFF_EN,
    "perhaps one-off": occasion.PERHAPS_ONE_OFF,
    "perhaps one-off in English": occasion.PERHAPS_ONE_OFF_EN,
    **{words.source: words for words, _ in conditions._CONSTRUCTIONS},
}
#: A letter, where any may stand: what it touches need be no word.
LETTER = "q"
#: What is neither a letter nor in any list.
BORDER = "|"


def shortest(pattern: Any) -> Iterator[str]:
    """Texts with the literal parts of everything that a pattern can match, what may be repeated once at most more."""
    for parts in product(*(list(dict.fromkeys(part(str(op), inner))) for op, inner in pattern)):
        yield "".join(parts)


def part(op: str, given: Any) -> Iterator[str]:
    """The same of one part of a pattern."""
    if op == "LITERAL":
        yield chr(given)
    elif op == "IN":
        yield from inside(given)
    elif op == "BRANCH":
        for branch in given[1]:
            yield from shortest(branch)
    elif op == "SUBPATTERN":
        yield from shortest(given[-1])
    elif op in ("MAX_REPEAT", "MIN_REPEAT"):
        least, most, repeated = given
        once = list(shortest(repeated))
        for times in {least, min(least + 1, most)}:
            yield from map("".join, product(once, repeat=times))
    elif op == "ASSERT":
        yield ""
    elif op in ("ASSERT_NOT", "AT"):  # those of the lists all stand at the border of a word
        yield BORDER
    else:
        yield {"ANY": LETTER, "NOT_LITERAL": LETTER}[op]


def inside(given: Any) -> Iterator[str]:
    """What a class of characters stands for."""
    letters = [chr(each) for op, each in given if str(op) == "LITERAL"]
    spaces = [each for op, each in given if str(each) == "CATEGORY_SPACE" or (str(op) == "RANGE" and each[0] > 127)]
    borders = [each for each in letters if not (each.isascii() and each.isalpha())]
    if len(letters) == len(given):
        yield from letters
    else:
        yield BORDER if len(borders) + len(spaces) == len(given) else LETTER


def texts(words: Words) -> list[str]:
    """What the list can match at least, with letters around."""
    parsed = PARSER.parse(words.source, re.ASCII | re.IGNORECASE)
    return list(dict.fromkeys(f"{LETTER}{each}{LETTER}" for each in shortest(parsed)))


@pytest.mark.parametrize("words", HINTED.values(), ids=HINTED)
def test_a_hint_stands_in_everything_that_a_list_matches(words: Words) -> None:
    """Whichever branch of it matches."""
    assert [] == [text for text in texts(words) if not words.may_match(pieces(text))]


@pytest.mark.parametrize("words", HINTED.values(), ids=HINTED)
def test_every_hint_is_needed(words: Words) -> None:
    """A word that no branch needs only makes more texts look as if they matched."""
    assert words.hints == {hint for text in texts(words) if len(hit := words.hints & pieces(text)) == 1 for hint in hit}


SAID = sorted({text.strip(LETTER) for words in HINTED.values() for text in texts(words)[::17]})


@given(
    st.lists(st.sampled_from(SAID) | st.sampled_from(["İ", "K", "’", " ", "-", "ing", "UNTIL", "之前"])).map("".join)
)
def test_what_is_found_had_a_hint(text: str) -> None:
    """In any text that is made of such pieces."""
    told = pieces(text)
    assert [] == [name for name, words in HINTED.items() if text in words and not words.may_match(told)]
