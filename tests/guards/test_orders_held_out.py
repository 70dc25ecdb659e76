"""How often an order is found, and how seldom an honest line waits, in both languages."""

from __future__ import annotations

import pytest
from tests.guards.orders_held_out import FILES, HONEST, HONEST_LATER, ORDERS, ORDERS_LATER

from stillso.core.guards import hidden_characters, looks_like_transcript, orders_in, secrets_in


def share(texts: list[str]) -> float:
    """Of so many of these an order is found."""
    return sum(bool(orders_in(text)) for text in texts) / len(texts)


def test_of_orders_at_least_19_of_20_are_found():
    """Commands to readers, and leave for everything of a kind."""
    assert len(ORDERS + ORDERS_LATER) >= 70
    assert share(ORDERS + ORDERS_LATER) >= 0.95


def test_of_honest_lines_at_most_3_of_100_wait():
    """What is known of the work, its people and its practices; "agents" who are people are the lines that wait."""
    assert len(HONEST + HONEST_LATER) >= 100
    assert share(HONEST + HONEST_LATER) <= 0.03


@pytest.mark.parametrize("name", FILES)
def test_a_readme_a_log_and_a_record_pass_every_guard(name):
    """Those of the kind that the source shows, in both languages."""
    text = FILES[name]
    assert ([], [], []) == (orders_in(text), secrets_in(text), hidden_characters(text))
    assert not looks_like_transcript(text)


@pytest.mark.parametrize("text", HONEST + HONEST_LATER)
def test_an_honest_line_is_no_secret_and_no_transcript(text):
    """Nothing of it is refused."""
    assert ([], False) == (secrets_in(text), looks_like_transcript(text))
