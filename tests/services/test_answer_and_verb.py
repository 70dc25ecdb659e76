"""An answer that says the opposite of the verb is no ground for it; and what ended on a day is not renewed."""

from __future__ import annotations

from typing import Any

import pytest
from tests.core.answers_and_verbs import EN, ZH, Triple

import stillso
from stillso import Done, Outcome, Owner, Refused, Session, Waiting
from stillso.core import names
from stillso.testing import FixedClock


class Talk:
    """A store with one record of mei, which is due, and an agent's session that was shown it."""

    def __init__(self, content: str, condition: str | None = None, **fields: Any) -> None:
        clock = FixedClock(names.moment("2026-06-22T03:10:00Z"))
        app = stillso.open("memory:", clock=clock)
        self.mei: Owner = app.owner("mei")
        self.mei.create_base("shop")
        app.add_agent("claude-code")
        self.mei.grant("claude-code", "shop", "write")
        assert isinstance(self.mei.remember(content, condition=condition, base="shop", **fields), Done)
        clock.advance(days=94)
        session = app.session("claude-code", ["shop"], person="mei")
        assert isinstance(session, Session)
        session.lines()
        self.session = session

    def answer(self, asked: str, said: str, verb: str, *content: str) -> Outcome:
        """What the agent is answered when it rests a verb on the whole answer."""
        assert not isinstance(self.session.hear(said, asked=asked), Refused)
        outcome: Outcome = getattr(self.session, verb)(1, *content, quote=said)
        return outcome


def ends(outcome: Outcome) -> str:
    """How it ended: done, why it waits, or the code of the refusal."""
    match outcome:
        case Done():
            return "done"
        case Waiting():
            return outcome.why.value
        case Refused():
            return outcome.code.value


@pytest.mark.parametrize("triple", [*EN, *ZH], ids=lambda each: f"{each.asked} {each.said} {each.verb}")
def test_the_verb_is_done_only_where_the_answer_says_so(triple: Triple) -> None:
    """The question, the answer and the verb together: done, or waiting because the answer says the opposite."""
    talk = Talk(triple.content, triple.condition)
    replaced = [triple.new] if triple.verb == "supersede" else []
    assert triple.ends == ends(talk.answer(triple.asked, triple.said, triple.verb, *replaced))


@pytest.mark.parametrize("asked_by", ["agent", "owner"])
def test_what_was_to_end_on_a_day_that_is_over_is_not_confirmed(asked_by: str) -> None:
    """To confirm does not move the end: it is refused, and says what goes on instead."""
    talk = Talk("Freeze the schema", until="2026-06-30")
    outcome = (
        talk.answer("#1 was to hold until 2026-06-30: is it still so?", "yes", "confirm")
        if asked_by == "agent"
        else talk.mei.confirm(1, base="shop")
    )
    assert isinstance(outcome, Refused)
    assert ("stale", "ended", "2026-06-30") == (outcome.code, outcome.facts["reason"], outcome.facts["until"])


def test_what_ends_on_a_day_to_come_is_confirmed() -> None:
    """The end date alone stops nothing."""
    talk = Talk("Freeze the schema", until="2026-12-31")
    assert isinstance(talk.mei.confirm(1, base="shop"), Done)
