"""Whose words, over 167 held-out triples of message, quote and content, each through the service on a fresh store.

The verdicts were written from the model, not from the code; a forgery in force is a defect however rare it is.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from tests.core.triples import TRIPLES

import stillso
from stillso import Done, Refused, Session, Waiting
from stillso.core.sights import Message

HONEST = [each for each in TRIPLES if each.verdict == "done"]
FORGED = [each for each in TRIPLES if each.verdict == "waits"]
#: An empty quote is no request at all: refused, nothing kept (model, §5). The rest of the forged ones wait.
EMPTY = "quote-empty"


@cache
def answered(triple: Any) -> tuple[Any, str, int]:
    """What the agent is answered, the source of the record that came of it, and how many are in force."""
    app = stillso.open("memory:")
    mei = app.owner("mei")
    mei.create_base("shop")
    app.add_agent("claude-code")
    mei.grant("claude-code", "shop", "write")
    session = app.session("claude-code", ["shop"], person="mei")
    assert isinstance(session, Session)
    heard = [session.hear(text) for text in triple.message.split("\n---MESSAGE---\n")]
    assert all(isinstance(each, Message) for each in heard)
    outcome = session.remember(triple.content, quote=triple.quote)
    shown = mei.list(base="shop")
    assert not isinstance(shown, Refused)
    app.close()
    return outcome, "".join(row.record.source.value for row in shown.rows), len(shown.rows)


def code(outcome: Any) -> str:
    """The outcome in one word: done, or why it waits or was refused."""
    words = {Waiting: lambda: outcome.why.value, Refused: lambda: outcome.code.value}
    return words.get(type(outcome), lambda: "done")()


def expected(triple: Any) -> list[str]:
    """The codes that the design leaves open for a forgery."""
    return [each.strip() for each in triple.why.partition(":")[0].split("|")]


def test_the_corpus_holds_enough_of_both() -> None:
    """The rates below rest on dozens of triples of each kind, each with its id."""
    assert (True, True) == (len(HONEST) >= 70, len(FORGED) >= 80)
    assert len(TRIPLES) == len({each.id for each in TRIPLES})


@pytest.mark.parametrize("triple", FORGED, ids=lambda each: each.id)
def test_no_forgery_becomes_a_record(triple: Any) -> None:
    """Words that prove nothing put nothing in force: it waits, and an empty quote is refused."""
    outcome, _, in_force = answered(triple)
    assert (0, False) == (in_force, isinstance(outcome, Done))
    assert (code(outcome) == EMPTY) == isinstance(outcome, Refused)


def test_98_of_100_honest_claims_are_done_at_once() -> None:
    """The user who said it is not asked again, and the record is stated."""
    missed = {each.id: code(answered(each)[0]) for each in HONEST if answered(each)[1:] != ("stated", 1)}
    assert len(missed) <= 0.02 * len(HONEST), missed


def test_95_of_100_forgeries_are_told_the_right_reason() -> None:
    """The reason that is told first is the one that holds, so that the agent asks for the right thing."""
    told = {each.id: (code(answered(each)[0]), expected(each)) for each in FORGED}
    wrong = {id: codes for id, codes in told.items() if codes[0] not in codes[1]}
    assert len(wrong) <= 0.05 * len(FORGED), wrong
