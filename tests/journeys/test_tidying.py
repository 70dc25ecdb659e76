"""due and tidy at the command line: what to ask, what to do with the answer, what is proposed and decided where."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.journeys.conftest import House, Shell

SEPTEMBER = "2026-09-24T03:10:00Z"
WHEN = ("--base", "shop", "--now", SEPTEMBER)


def test_due_gives_each_memory_with_its_question_and_says_what_to_do(house: House, shell: Shell) -> None:
    """The question is in the language of the memory, the rest in that of the screen: which verb a yes goes with."""
    house.mei.remember("改完只跑 unit test", base="shop", condition="staging 修好之前")
    house.mei.remember("Skip e2e", base="shop", condition="for now")
    told = shell.plain("due", *WHEN).out.splitlines()
    assert [
        "  Ask: #1：staging 修好了嗎？（你 6 月 22 日記下：「改完只跑 unit test」）",
        "  Ask: #2: is it still so – “for now”? (you wrote on 2026-06-22: “Skip e2e”)",
    ] == told[1:5:3]
    assert [
        "  Yes: retract or supersede. No, not yet: confirm.",
        "  Yes: confirm. No: supersede or retract.",
    ] == told[2:6:3]
    assert "stillso confirm '#N' --base shop" in told[6]
    assert shell.plain("due", *WHEN, "--lang", "zh-Hant").out.splitlines()[6].startswith("還是這樣：stillso confirm")


def test_due_offers_no_confirmation_of_what_was_to_end_on_a_day_that_is_over(house: House, shell: Shell) -> None:
    """It would be refused: the list leads to supersede with another day, or to retract."""
    house.mei.remember("Freeze the schema", base="shop", until="2026-06-30")
    told = shell.plain("due", *WHEN).out
    assert "confirm '#" not in told
    assert "  Yes: supersede, with another end date. No: retract." in told
    assert "--until DATE" in told


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
    assert 5 == len(told)
    assert "--until" in shell.plain("due", *WHEN).out.splitlines()[-1]


# --- tidy --------------------------------------------------------------------------------------------------------


def two(house: House) -> None:
    """Two rules that say something else about the same thing, side by side because an agent thought so."""
    house.mei.remember("Use npm for the frontend", base="shop")
    house.clock.advance(days=1)
    session = house.session()
    session.hear("Use pnpm for the frontend")
    session.remember("Use pnpm for the frontend", quote="Use pnpm for the frontend", beside=1)


def test_tidy_says_what_is_not_in_order_why_and_what_would_settle_it(house: House, shell: Shell) -> None:
    """Kind by kind, each record on a line; the command is whole."""
    two(house)
    told = shell.plain("tidy", *WHEN).out.splitlines()
    why = "#2, last confirmed on 2026-06-23, says something else than #1, last confirmed on 2026-06-22, "
    why += "about the same thing."
    assert ["Contradiction", why] == told[:2]
    assert ["  #1 Use npm for", "  #2 Use pnpm for"] == [line[: line.index(" the")] for line in told[2:4]]
    assert "  → stillso retract '#1' --base shop" in told


def test_tidy_has_its_findings_in_json(house: House, shell: Shell) -> None:
    """Kind, numbers, reason and commands, and the question where somebody has to be asked."""
    two(house)
    house.mei.remember("Skip e2e", base="shop", condition="for now")
    late, contradiction = shell("tidy", "--base", "shop", at=SEPTEMBER).json["findings"]
    assert ("overdue", [3], True) == (late["kind"], late["nos"], "still so – “for now”?" in late["question"])
    assert ("contradiction", [1, 2], ["stillso retract '#1' --base shop"]) == (
        contradiction["kind"],
        contradiction["nos"],
        contradiction["commands"],
    )


def test_what_tidy_proposes_is_decided_in_the_inbox(house: House, shell: Shell) -> None:
    """The reason stands with it; approved, there is nothing to tidy any more."""
    two(house)
    id = shell("tidy", "--propose", "--base", "shop", at=SEPTEMBER).json["findings"][0]["proposal"]
    waits = shell.plain("inbox", "list", *WHEN).out
    assert (True, True) == (waits.startswith(f"{id}  shop  retract  #1 "), "says something else" in waits)
    shell("inbox", "approve", id, at=SEPTEMBER)
    assert "Nothing to tidy.\n" == shell.plain("tidy", *WHEN).out


def test_tidy_speaks_chinese(house: House, shell: Shell) -> None:
    """The reason is in the language of the screen."""
    two(house)
    told = shell.plain("tidy", *WHEN, "--lang", "zh-Hant").out.splitlines()
    assert ["互相矛盾", "同一件事，#2（上次確認 2026-06-23）和 #1（上次確認 2026-06-22）說的不一樣。"] == told[:2]
