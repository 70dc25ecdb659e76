"""due and tidy at the command line: what to ask, what to do with the answer, what is proposed and decided where."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.journeys.conftest import House, Shell

SEPTEMBER = "2026-09-24T03:10:00Z"
WHEN = ("--base", "shop", "--now", SEPTEMBER)


def test_due_gives_each_memory_with_its_question_and_says_what_to_do(house: House, shell: Shell) -> None:
    """The question is in the language of the memory, the rest in that of the screen."""
    house.mei.remember("改完只跑 unit test", base="shop", condition="staging 修好之前")
    house.mei.remember("Skip e2e", base="shop", condition="for now")
    told = shell.plain("due", *WHEN).out.splitlines()
    assert [
        "  Ask: #1：staging 修好了嗎？（你 6 月 22 日記下：「改完只跑 unit test」）",
        "  Ask: #2: is it still so – “for now”? (you wrote on 2026-06-22: “Skip e2e”)",
    ] == told[1:4:2]
    assert "stillso confirm '#N' --base shop" in told[4]
    assert shell.plain("due", *WHEN, "--lang", "zh-Hant").out.splitlines()[4].startswith("還是這樣：stillso confirm")


def test_due_has_the_question_in_json(house: House, shell: Shell) -> None:
    """Beside the fields of every line, with what a yes means."""
    house.mei.remember("Skip e2e", base="shop", condition="until staging is fixed")
    found = shell("due", "--base", "shop", at=SEPTEMBER).json
    asked = "#1: Is staging fixed by now? (you wrote on 2026-06-22: “Skip e2e”)"
    assert (True, [(1, asked, "ended")]) == (
        found["attended"],
        [(line["no"], line["question"], line["yes"]) for line in found["lines"]],
    )


def test_where_nobody_answers_the_questions_go_into_a_report(house: House, shell: Shell) -> None:
    """In an unattended session the list says so instead of naming verbs."""
    house.mei.remember("Skip e2e", base="shop", condition="for now")
    house.mei.remember("Freeze", base="shop", until="2026-06-30")
    house.clock.at = house.clock.at.replace(month=9)
    session = house.session(channel="automation")
    told = shell.plain("due", "--session", session.id, "--now", SEPTEMBER).out.splitlines()
    assert "Nobody can answer in this run: name these questions in your report" in told[-1]
    assert "--until" in shell.plain("due", *WHEN).out.splitlines()[-1]
