"""More of the condition that is kept when none is named: durations, arrivals, abilities, acts of others."""

from __future__ import annotations

import pytest
from tests.core import conditional_more

from stillso.core.conditions import condition_of


def kept(sentence: str) -> str:
    """The condition of a sentence that is quoted whole; empty without any."""
    return condition_of(sentence, 0, len(sentence)) or ""


@pytest.mark.parametrize(("half", "floor"), [("SEEN", 0.95), ("HELD_OUT", 0.9)])
def test_most_conditions_are_found(half: str, floor: float) -> None:
    """The condition holds the words that set it."""
    conditional: list[tuple[str, str]] = getattr(conditional_more, f"CONDITIONAL_{half}")
    missed = {sentence: kept(sentence) for sentence, fragment in conditional if fragment not in kept(sentence)}
    assert len(conditional) >= 30
    assert len(missed) <= (1 - floor) * len(conditional), missed


@pytest.mark.parametrize("half", ["SEEN", "HELD_OUT"])
def test_at_most_5_of_100_plain_sentences_are_given_a_condition(half: str) -> None:
    """A reason, a time of day, an order of steps and a length are none."""
    plain: list[str] = getattr(conditional_more, f"PLAIN_{half}")
    false = {sentence: kept(sentence) for sentence in plain if kept(sentence)}
    assert len(plain) >= 30
    assert len(false) <= 0.05 * len(plain), false


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ("新輪胎到之前不要開遠", "新輪胎到之前不要開遠"),
        ("對方改版以前 timeout 先拉到 8 秒", "對方改版以前 timeout 先拉到 8 秒"),
        ("這兩個月我下午要接小孩", "這兩個月我下午要接小孩，會都排早上"),
        ("錢存夠以前", "錢存夠以前，外食抓六千，快超過的時候跟我講"),
        ("", "還沒查到也先回一聲"),
        ("", "下午三點以前推完，不然出事的時候找不到人"),
        ("", "看診前一天發簡訊提醒就好"),
    ],
)
def test_near_misses(condition: str, text: str) -> None:
    """What bounds a rule, beside what gives its reason or its routine."""
    assert condition == kept(text)
