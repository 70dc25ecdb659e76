"""What a plain yes to a question says about a memory, and what an answer says: it has ended, or it is still so."""

from __future__ import annotations

import pytest
from tests.core import holding_held_out as held_out
from tests.core.holding_asked import EN, ZH

from stillso.core import holding


@pytest.mark.parametrize(("asked", "answer", "says"), [*EN, *ZH])
def test_what_an_answer_says_about_the_memory(asked: str, answer: str, says: str | None):
    """By the construction of the question and the words of the answer; None where that is in doubt."""
    assert says == holding.told(answer, holding.asked_about(asked, 1))


@pytest.mark.parametrize("rows", [held_out.EN, held_out.ZH], ids=["en", "zh"])
def test_what_was_not_looked_at_is_seldom_in_doubt_and_never_the_opposite(rows: list[tuple[str, str, str | None]]):
    """Of the held-out questions and answers at most one in twenty says nothing, and none says the opposite."""
    found = [(says, holding.told(answer, holding.asked_about(asked, 1))) for asked, answer, says in rows]
    assert [] == [each for each in found if each[1] is not None and each[0] != each[1]]
    assert len(rows) // 20 >= sum(says != told for says, told in found)
