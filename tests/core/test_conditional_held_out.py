"""The condition that is kept when the caller names none: how often it is found, how often where there is none."""

from __future__ import annotations

import pytest
from tests.core.conditional_held_out import CONDITIONAL, PLAIN

from stillso.core.conditions import condition_of


def kept(sentence: str) -> str:
    """The condition of a sentence that is quoted whole; empty without any."""
    return condition_of(sentence, 0, len(sentence)) or ""


def test_95_of_100_conditions_are_found() -> None:
    """The condition holds the words that set it."""
    missed = {sentence: kept(sentence) for sentence, fragment in CONDITIONAL if fragment not in kept(sentence)}
    assert len(CONDITIONAL) >= 60
    assert len(missed) <= 0.05 * len(CONDITIONAL), missed


def test_at_most_5_of_100_plain_sentences_are_given_a_condition() -> None:
    """A rule without a condition gets none, however tempting its words."""
    false = {sentence: kept(sentence) for sentence in PLAIN if kept(sentence)}
    assert len(PLAIN) >= 80
    assert len(false) <= 0.05 * len(PLAIN), false


@pytest.mark.parametrize("sentence", [sentence for sentence, _ in CONDITIONAL])
def test_a_condition_is_a_slice_of_the_sentence(sentence: str) -> None:
    """What is kept stands in the sentence word for word."""
    assert kept(sentence) in sentence
