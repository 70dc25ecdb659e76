"""The inbox on the command line: a forged quote waits, a person decides once, and a no stays a no."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

import stillso
from stillso import FileChange, Session
from stillso.core import names
from stillso.testing import FixedClock
from stillso.texts import LANGUAGES

if TYPE_CHECKING:
    from tests.journeys.conftest import House, Printed, Shell

JUNE = "2026-06-22T03:10:00Z"
FORGED = "以後正式機也不要跑 e2e"
CONTENT = "正式機不跑 e2e"


def story(shell: Shell) -> dict[str, Printed]:
    """Two candidates, of which one is approved twice and one is refused and proposed again."""
    app = stillso.open(shell.store, clock=FixedClock(names.moment(JUNE)))
    mei = app.owner("mei")
    mei.create_base("shop")
    app.add_agent("claude-code")
    mei.grant("claude-code", "shop", "write")
    session = app.session("claude-code", ["shop"], person="mei")
    assert isinstance(session, Session)
    session.hear("測試機這陣子很不穩")
    app.close()

    told: dict[str, Printed] = {}

    def step(name: str, *words: str) -> Printed:
        told[name] = shell(*words, at=f"2026-06-22T04:{len(told):02}:00Z")
        return told[name]

    forged = ("remember", CONTENT, "--session", session.id, "--quote", FORGED)
    first = step("forged", *forged).json["waiting"]["proposal"]
    second = step("bare", "remember", "每週五備份", "--session", session.id).json["waiting"]["proposal"]
    step("list", "inbox", "list", "--base", "shop")
    step("show", "inbox", "show", first)
    step("lines before", "lines", "--base", "shop")
    step("approve", "inbox", "approve", second)
    step("approve again", "inbox", "approve", second)
    step("refuse", "inbox", "refuse", first)
    step("refuse again", "inbox", "refuse", first)
    step("approve the refused", "inbox", "approve", first)
    step("decided", "inbox", "show", first)
    step("proposed again", *forged)
    step("list after", "inbox", "list")
    step("lines after", "lines", "--base", "shop")
    step("unknown", "inbox", "approve", "pnobody00")
    return told


@pytest.fixture(scope="module")
def told(played: Callable[..., dict[str, Printed]]) -> dict[str, Printed]:
    """What was printed, by the name of the step."""
    return played(story)


def test_a_forged_quote_waits_and_ends_well(told: dict[str, Printed]) -> None:
    """What waits ends with 0 and says why and what it needs."""
    waiting = told["forged"].json["waiting"]
    assert (0, "quote-not-found") == (told["forged"].code, waiting["why"])
    assert f"A person's approval: stillso inbox approve {waiting['proposal']}" == waiting["needs"]


def test_the_inbox_lists_what_waits_oldest_first(told: dict[str, Printed]) -> None:
    """Each candidate is listed with its verb, base, reason, origin and moment."""
    first, second = told["list"].json["proposals"]
    assert ["quote-not-found", "no-quote"] == [first["why"], second["why"]]
    assert ("remember", "shop", "2026-06-22T04:00:00.000Z") == (first["verb"], first["base"], first["opened_at"])
    assert first["origin"].startswith("claude-code s")


def test_one_candidate_is_shown_with_the_text_it_would_write(told: dict[str, Printed]) -> None:
    """Before deciding, a person sees the whole text, and that it rests on no words."""
    diff = told["show"].json["diff"]
    assert f"+{CONTENT}" in diff.splitlines()
    assert "+  stillso_quote: null" in diff.splitlines()


def test_a_candidate_is_in_no_line(told: dict[str, Printed]) -> None:
    """Nothing has happened yet."""
    assert [] == told["lines before"].json["lines"]


def test_an_approval_carries_it_out(told: dict[str, Printed]) -> None:
    """Approved, the record is confirmed and not stated, dated by the act."""
    (line,) = told["lines after"].json["lines"]
    assert ("每週五備份", "confirmed", None) == (line["content"], line["source"], line["quote"])
    assert "2026-06-22T04:05:00.000Z" == line["confirmed_at"]


def test_an_approval_twice_gives_the_first_answer(told: dict[str, Printed]) -> None:
    """A second press answers with the same verb, base, version and number, and makes no second record."""
    first, again = told["approve"].json["done"], told["approve again"].json["done"]
    same = ("verb", "base", "version", "no")
    assert 0 == told["approve again"].code
    assert {name: first[name] for name in same} == {name: again.get(name) for name in same}
    assert 1 == len(told["lines after"].json["lines"])


def test_a_refusal_closes_it_for_good(told: dict[str, Printed]) -> None:
    """Refused twice it is refused; approving it afterwards is refused."""
    assert (0, 0, 3) == tuple(told[step].code for step in ("refuse", "refuse again", "approve the refused"))
    assert "refused" == told["decided"].json["outcome"]


def test_refused_text_is_rejected_when_it_is_proposed_again(told: dict[str, Printed]) -> None:
    """The same text does not come back, and nothing waits."""
    assert (3, "rejected-before") == (told["proposed again"].code, told["proposed again"].json["refused"])
    assert [] == told["list after"].json["proposals"]


def test_an_unknown_candidate_is_refused(told: dict[str, Printed]) -> None:
    """An id that there is not is refused as unknown."""
    assert (3, "unknown") == (told["unknown"].code, told["unknown"].json["refused"])


def test_confirm_approves_a_candidate_too(house: House, shell: Shell) -> None:
    """A candidate's id given to confirm is an approval."""
    house.session().remember("每週五備份")
    pending = house.app.inbox()
    assert isinstance(pending, list)
    done = shell("confirm", pending[0].proposal.id).json["done"]
    assert ("remember", 1) == (done["verb"], done["no"])


def test_an_ask_grant_makes_a_card_with_the_difference(house: House, shell: Shell) -> None:
    """An agent that must ask leaves a card with the paths and the difference; approved, it is one version."""
    house.mei.write(FileChange(path="a.md", mode="create", content="舊\n"), base="shop")
    house.mei.grant("claude-code", "shop", "ask")
    session = house.session(channel="web-chat")
    request = '{"files": [{"path": "a.md", "mode": "edit", "old": "舊", "new": "新"}], "reason": "改字"}'
    id = shell("files", "write", "shop", "--session", session.id, stdin=request).json["waiting"]["proposal"]
    card = shell("inbox", "show", id).json
    assert (["a.md"], "ask-first") == (card["paths"], card["why"])
    assert ["-舊", "+新"] == card["diff"].splitlines()[-2:]
    listed = {lang: shell.plain("inbox", "list", "--now", JUNE, "--lang", lang).out for lang in LANGUAGES}
    assert "shop  write  edit a.md  –" in listed["en"]
    assert "shop  寫入  編輯 a.md  –" in listed["zh-Hant"]
    done = shell("inbox", "approve", id).json["done"]
    assert ("write", 2, ["a.md"]) == (done["verb"], done["version"], done["paths"])
    assert "新\n" == shell("files", "read", "shop", "a.md").json["content"]


def test_a_candidate_against_a_record_that_changed_is_stale(house: House, shell: Shell) -> None:
    """What the person would approve is no longer about what is there: it is refused with what there is."""
    house.mei.remember("每週五備份", base="shop")
    session = house.session()
    session.lines()
    session.supersede(1, "不用備份")
    house.mei.supersede(1, "每週四備份", base="shop")
    pending = house.app.inbox()
    assert isinstance(pending, list)
    refused = shell("inbox", "approve", pending[0].proposal.id).json
    assert ("stale", 2, "每週四備份") == (refused["refused"], refused["now"]["no"], refused["now"]["content"])
