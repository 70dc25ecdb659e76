"""Landmarks: a quote is found in parts of a message exactly where it is found in the whole."""

from __future__ import annotations

import re
import sys
import unicodedata
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stillso.core import quotes
from stillso.core.folding import extends, fold
from stillso.core.landmarks import _MARKS, Place, TooMany, first_of, landmarks_of, places_of

HARD = "ab 12.,-'＇漢字要不éｶﾞが한\u0301\u200b\r\n，「」ＡＢａ－\u212a\uf900豈"


def span_in_all(quote, text):
    """Where the whole folded message holds the folded quote between words, as it was said."""
    heard = fold(text)
    for at in range(len(heard.text) - len(quote) + 1):
        end = at + len(quote)
        if heard.text[at:end] == quote and not heard.inside_word(at) and not heard.inside_word(end):
            return heard.span(at, end)
    return None


@given(st.text(alphabet=HARD), st.text(alphabet=HARD, min_size=1, max_size=6), st.text(alphabet=HARD))
@example("de" + "\u200b" * 20, "ba", "")
@example("a." + "\u200b" * 20, "ba", "")
@example("a" + "\u0301" * 40, "ba", "\u0301" * 40)
@example("", "a" + " " * 30 + "b", "漢")
@example("", "「 ﾞ1", "")
@example("", "「ﾞ 1", "")
def test_parts_say_what_the_whole_says(before, said, after):
    """Wherever the parts are cut, the quote is found where the whole message has it, or nowhere as there."""
    quote = fold(said).text
    text = f"{before}{said}{after}" * 2
    for landmark in landmarks_of(quote):
        with suppress(TooMany):  # then the message is folded whole, which is what it is compared with
            assert span_in_all(quote, text) == first_of(quote, text, landmark.places(text), around=1)


def test_every_form_of_a_character_is_a_landmark():
    """Whatever folds to one character is found by the landmark of that character. All of Unicode."""
    missed = []
    for code in range(0xA0, sys.maxunicode):
        char = chr(code)
        if unicodedata.category(char) in ("Cs", "Cn", "Co"):
            continue
        for form in {char, unicodedata.normalize("NFD", char)}:
            folded = fold(form).text
            if folded not in ("", form) and not all(list(landmark.places(form)) for landmark in landmarks_of(folded)):
                missed.append(f"{code:x}")
    assert missed == []


def test_what_a_character_begins_with_ends_a_run_of_marks():
    """Else each beginning would be followed to the end of the text: the time would be the square of its length."""
    run = re.compile(_MARKS)
    composed = (chr(code) for code in range(0xA0, sys.maxunicode) if not extends(chr(code)))
    parts = (unicodedata.normalize("NFD", char) for char in composed)
    assert [part for part in parts if len(part) > 1 and run.fullmatch(part[0])] == []


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("改完只跑\n  ｕｎｉｔ test，\r\n不跑 e2e", "改完只跑 unit test，不跑 e2e"),
        ("don’t touch\n the “billing” folder", 'don\'t touch the "billing" folder'),
        ("用 c\u200bafe\u0301 那台", "用 café 那台"),
        ("한국어 문장은\n 짧게", "한국어 문장은 짧게"),
    ],
)
def test_a_long_message_is_read_like_a_short_one(said, quote):
    """The same finding, with the user's own slice, in 20,000 characters of other talk."""
    talk = "And then the build went on, line after line. 然後又說了一堆別的事。\n" * 300
    short, long = quotes.find(quote, [(1, said)]), quotes.find(quote, [(1, talk + said + "\n" + talk)])
    assert isinstance(short, quotes.Found)
    assert isinstance(long, quotes.Found)
    assert short.slice == long.slice == said
    assert long.start == len(talk)
    folded, text = fold(quote).text, talk + said + "\n" + talk
    assert (len(talk), len(talk) + len(said)) == first_of(folded, text, places_of(landmarks_of(folded), text))


def test_hidden_characters_do_not_make_an_edge():
    """However many invisible characters stand between, what precedes them belongs to the word."""
    said = "un" + "\u200b" * 5_000 + "deploy the service"
    assert quotes.NotProved(code="quote-not-found") == quotes.find("deploy the service", [(1, said)])


def test_a_quote_that_begins_everywhere():
    """Where a landmark stands at thousands of places, the message is folded once."""
    text = "aa " * 20_000
    with pytest.raises(TooMany):
        places_of(landmarks_of("aa aa"), text)
    found = quotes.find(f"{'aa ' * 3}b", [(1, f"{text}\u200bb")])
    assert isinstance(found, quotes.Found)
    assert found.start == len(text) - len("aa aa aa ")


def test_a_place_is_where_the_words_are():
    """A place given by hand is decided like any other: the quote stands there, or not."""
    assert first_of("run tests", "do run tests", [Place(at=3)]) == (3, 12)
    assert first_of("run tests", "do run tests", [Place(at=0)]) is None
