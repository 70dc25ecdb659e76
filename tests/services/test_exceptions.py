"""What an agent rests on words of one occasion waits, whether it adds a record or takes the place of one."""

from __future__ import annotations

import pytest

import stillso
from stillso import Done, Outcome, Refused, Session, Waiting
from stillso.core.records import Status
from stillso.errors import Why

RULE = "PR 要兩個人 review 才能 merge"


def replaced(said: str) -> tuple[Outcome, Status]:
    """What comes of an agent that replaces the rule with what was said; and the record of the rule."""
    app = stillso.open("memory:")
    mei = app.owner("mei")
    mei.create_base("shop")
    app.add_agent("claude-code")
    mei.grant("claude-code", "shop", "write")
    assert isinstance(mei.remember(RULE, base="shop"), Done)
    session = app.session("claude-code", ["shop"], person="mei")
    assert isinstance(session, Session)
    session.show(1)
    session.hear(said)
    outcome = session.supersede(1, said, quote=said)
    shown = mei.show(1, base="shop")
    assert not isinstance(shown, Refused)
    app.close()
    return outcome, shown.rows[0].record.status


@pytest.mark.parametrize(
    "said",
    [
        "這張 PR 我看過就先 merge",
        "明天的 PR 一個人 review 就可以 merge",
        "這禮拜五的 PR 不用 review",
        "破例讓他的 PR 先 merge",
        "Merge this PR without a second review",
        "Tomorrow's PR needs no review",
    ],
)
def test_an_exception_takes_the_place_of_no_record(said: str) -> None:
    """It waits for a person, and the record stays in force."""
    outcome, status = replaced(said)
    assert isinstance(outcome, Waiting)
    assert (Why.ONE_OFF, Status.ACTIVE) == (outcome.why, status)


@pytest.mark.parametrize(
    "said",
    [
        "從明天開始 PR 都一個人 review 就可以 merge",
        "這個月起 PR 一個人 review 就好",
        "PR 改成一個人 review",
        "Starting Monday, one review per PR is enough",
        "From tomorrow on a PR needs one review",
    ],
)
def test_what_holds_from_now_on_does(said: str) -> None:
    """Words of all that comes beat the day that is named beside them."""
    outcome, status = replaced(said)
    assert isinstance(outcome, Done)
    assert status is not Status.ACTIVE
