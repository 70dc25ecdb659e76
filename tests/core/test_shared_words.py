"""Content words of Chinese texts: what speaks of one thing shares one, what does not shares none."""

from __future__ import annotations

import pytest
from tests.core import shared_words

from stillso.core import policy, quotes
from stillso.core.folding import words


def shared(one: str, other: str) -> set[str]:
    """What two texts have in common."""
    return set(words(one)) & set(words(other))


@pytest.mark.parametrize("half", ["SEEN", "HELD_OUT"])
def test_95_of_100_pairs_about_one_thing_share_a_word(half: str) -> None:
    """However common the characters of the word are."""
    together: list[tuple[str, str]] = getattr(shared_words, f"ONE_THING_{half}")
    missed = [pair for pair in together if not shared(*pair)]
    assert len(together) >= 30
    assert len(missed) <= 0.05 * len(together), missed


@pytest.mark.parametrize("half", ["SEEN", "HELD_OUT"])
def test_no_pair_about_two_things_shares_one(half: str) -> None:
    """Small talk proves nothing."""
    apart: list[tuple[str, str]] = getattr(shared_words, f"TWO_THINGS_{half}")
    assert len(apart) >= 30
    assert {} == {pair: found for pair in apart if (found := shared(*pair))}


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (["週會"], "那週會的"),
        (["會議"], "不要會議了"),
        ([], "他會再跟我要"),
        (["週三"], "禮拜三"),
        (["週三"], "星期三"),
        (["週日"], "禮拜天"),
        (["禮拜", "拜一", "一次"], "一個禮拜一次"),
        (["禮拜", "拜天", "天氣"], "禮拜天氣"),
        (["65"], "六十五歲"),
        (["65"], "65 歲"),
        (["1050"], "一千零五十"),
        (["10"], "十點"),
        (["十分", "分重"], "十分重要"),
        (["一百", "百二"], "一百二"),
        (["三五", "五十"], "三五十"),
        (["一一"], "一一"),
        (["萬一"], "萬一"),
    ],
)
def test_words_in_one_form(found: list[str], text: str) -> None:
    """Words that hold a stop character count where they are listed; weekdays and numbers are written one way."""
    assert found == words(text)


def test_every_listed_word_needs_its_place() -> None:
    """Each is a pair that would not count without."""
    assert [] == sorted(word for word in policy.CJK_WORDS if len(word) != 2 or policy.CJK_STOP.isdisjoint(word))


@pytest.mark.parametrize(("thick", "text"), [(3, "六十五"), (3, "禮拜三"), (3, "六 65"), (5, "十點跑 ci")])
def test_a_number_in_characters_makes_no_quote_thicker(thick: int, text: str) -> None:
    """A quote weighs what was typed."""
    assert thick == quotes.thickness(text)
