"""What a plain yes to a question says about a memory, and what an answer says: it has ended, or it is still so."""

from __future__ import annotations

import pytest
from tests.core.holding_asked import EN, ZH

from stillso.core import holding


@pytest.mark.parametrize(("asked", "answer", "says"), [*EN, *ZH])
def test_what_an_answer_says_about_the_memory(asked: str, answer: str, says: str | None):
    """By the construction of the question and the words of the answer; None where that is in doubt."""
    assert says == holding.told(answer, holding.asked_about(asked, 1)).says
