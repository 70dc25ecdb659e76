"""The story of a rule, from the day it is said to the day nobody should trust it any more, on the command line.

Played once, through real processes; each test looks at one thing that was printed on the way. What a person reads in
Chinese is in ``test_story_in_chinese.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.journeys.conftest import Printed, Shell

JUNE = "2026-06-22T03:10:00Z"
LIMIT = "2026-07-22T03:10:00Z"
OVER = "2026-07-22T03:10:00.000001Z"
SECOND_OVER = "2026-07-22T03:10:01Z"
SEPTEMBER = "2026-09-24T03:10:00Z"
OCTOBER = "2026-10-01T00:00:00Z"

QUOTE = "這陣子 staging 很不穩，e2e 先別跑，跑 unit test 就好"
RULE = "改完程式只跑 unit test，不跑 e2e"
CONDITION = "staging 修好之前"
NEWER = "staging 修好了，以後都要跑 e2e"
NEWEST = "之後 e2e 只在 checkout 跑"


def story(shell: Shell) -> dict[str, Printed]:
    """Everything that was printed, by the name of the step."""
    told: dict[str, Printed] = {}

    def step(name: str, *words: str, at: str = JUNE) -> Any:
        told[name] = shell(*words, at=at)
        return told[name].json

    step("base", "base", "create", "shop", "--name", "Shop", "--description", "how we work")
    step("person", "person", "add", "lee")
    step("agent", "agent", "add", "claude-code")
    step("grant", "grant", "claude-code", "shop", "write")
    first = step("start", "session", "start", "--agent", "claude-code", "--base", "shop")["session"]
    step("hear", "session", "hear", first, QUOTE)
    said = ("--session", first, "--quote", QUOTE, "--condition", CONDITION)
    step("remember", "remember", RULE, *said, "--scope", "checkout")
    step("reference", "remember", "staging 的說明在 wiki.example", *said, "--type", "reference", "--scope", "docs")

    step("at the limit", "lines", "--base", "shop", at=LIMIT)
    step("over", "lines", "--base", "shop", at=OVER)
    step("a second over", "lines", "--base", "shop", at=SECOND_OVER)
    step("due", "due", "--base", "shop", at=OVER)

    second = step("second", "session", "start", "--agent", "claude-code", "--base", "shop", at=SEPTEMBER)["session"]
    step("september", "lines", "--session", second, at=SEPTEMBER)
    step("september again", "lines", "--session", second, at="2026-09-25T12:00:00Z")
    third = step("third", "session", "start", "--agent", "claude-code", "--base", "shop", at=SEPTEMBER)["session"]
    fourth = step("fourth", "session", "start", "--agent", "claude-code", "--base", "shop", at=SEPTEMBER)["session"]
    step("third reads", "lines", "--session", third, at=SEPTEMBER)

    step("list before once", "list", "--base", "shop", at=SEPTEMBER)
    step("log before once", "log", "--base", "shop", at=SEPTEMBER)
    step("once heard", "session", "hear", second, "這次 e2e 也跑一下", at=SEPTEMBER)
    step("once", "once", "#1", "--session", second, "--quote", "這次 e2e 也跑一下", at=SEPTEMBER)
    step("list after once", "list", "--base", "shop", at=SEPTEMBER)
    step("log after once", "log", "--base", "shop", at=SEPTEMBER)
    step("lines after once", "lines", "--base", "shop", at=SEPTEMBER)

    step("hear newer", "session", "hear", second, NEWER, at=SEPTEMBER)
    step("supersede", "supersede", "#1", NEWER, "--session", second, "--quote", NEWER, at=SEPTEMBER)
    step("hear newest", "session", "hear", second, NEWEST, at=OCTOBER)
    step("supersede again", "supersede", "#3", NEWEST, "--session", second, "--quote", NEWEST, at=OCTOBER)

    step("lines in the end", "lines", "--base", "shop", at=OCTOBER)
    step("list in the end", "list", "--base", "shop", at=OCTOBER)
    step("log in the end", "log", "--base", "shop", at=OCTOBER)
    step("inbox in the end", "inbox", "list", "--base", "shop", at=OCTOBER)
    step("history", "history", "#1", "--base", "shop", at=OCTOBER)
    step("why", "why", "#4", "--base", "shop", at=OCTOBER)
    step("as of july", "as-of", "2026-07-01", "--base", "shop", at=OCTOBER)

    step("third hears", "session", "hear", third, "e2e 全部停掉", at=OCTOBER)
    step("stale", "supersede", "#1", "e2e 全部停掉", "--session", third, "--quote", "e2e 全部停掉", at=OCTOBER)
    step("stale by version", "supersede", "#1", "x", "--owner", "--base", "shop", "--read-version", "1", at=OCTOBER)
    step("not seen", "supersede", "#4", "e2e 全部停掉", "--session", fourth, at=OCTOBER)
    step("list after refusals", "list", "--base", "shop", at=OCTOBER)
    step("log after refusals", "log", "--base", "shop", at=OCTOBER)
    step("inbox after refusals", "inbox", "list", "--base", "shop", at=OCTOBER)

    step("news", "session", "news", third, at=OCTOBER)
    step("news again", "session", "news", third, at=OCTOBER)
    step("heard later", "session", "hear", third, "好，接著做", at=OCTOBER)
    step("news after", "session", "news", third, at=OCTOBER)
    return told


@pytest.fixture(scope="module")
def told(played: Callable[..., dict[str, Printed]]) -> dict[str, Printed]:
    """The story in English."""
    return played(story, STILLSO_LANG="en")


def one(told: dict[str, Printed], step: str, no: int = 1) -> dict[str, Any]:
    """The line of a record in what a step printed."""
    (found,) = (line for line in told[step].json["lines"] if line["no"] == no)
    line: dict[str, Any] = found
    return line


def numbers(told: dict[str, Printed], step: str) -> list[int]:
    """The numbers of the records that a step printed."""
    return [line["no"] for line in told[step].json["lines"]]


# --- said, kept, grown old --------------------------------------------------------------------------------------


def test_every_command_of_the_story_ends_as_it_should(told: dict[str, Printed]) -> None:
    """Three commands are refused, all others are done."""
    assert {"stale": 3, "stale by version": 3, "not seen": 3} == {
        name: each.code for name, each in told.items() if each.code
    }


def test_nothing_is_written_on_standard_error(told: dict[str, Printed]) -> None:
    """What is done or refused is told on standard output alone."""
    assert {""} == {each.err for each in told.values()}


def test_the_rule_is_kept_with_version_and_number(told: dict[str, Printed]) -> None:
    """The answer to remember names verb, base, version and number."""
    assert {"verb": "remember", "base": "shop", "version": 1, "no": 1} == {
        name: value for name, value in told["remember"].json["done"].items() if name != "notices"
    }


def test_at_exactly_thirty_days_there_is_no_mark(told: dict[str, Printed]) -> None:
    """The limit itself is not over the limit."""
    assert [None, None] == [line["mark"] for line in told["at the limit"].json["lines"]]


@pytest.mark.parametrize("step", ["over", "a second over"])
def test_a_microsecond_later_there_is_the_mark(told: dict[str, Printed], step: str) -> None:
    """A microsecond over is over, and so is a second."""
    assert "needs-confirming" == one(told, step)["mark"]


@pytest.mark.parametrize("step", ["at the limit", "over", "september", "lines in the end"])
def test_a_type_without_a_limit_is_never_marked(told: dict[str, Printed], step: str) -> None:
    """The reference with the same condition and the same age has no mark."""
    assert None is one(told, step, 2)["mark"]


def test_what_is_due_is_what_is_marked(told: dict[str, Printed]) -> None:
    """Due lists the marked record and not the other."""
    assert [1] == numbers(told, "due")


def test_after_94_days_the_line_has_all_that_is_needed_to_ask(told: dict[str, Printed]) -> None:
    """Mark, condition, whole quote, source, date and age are fields of the line."""
    expected = {
        "no": 1,
        "mark": "needs-confirming",
        "type": "feedback",
        "scope": "checkout",
        "content": RULE,
        "condition": CONDITION,
        "quote": QUOTE,
        "source": "stated",
        "confirmed_at": "2026-06-22T03:10:00.000Z",
        "age_days": 94,
    }
    assert expected == {name: one(told, "september")[name] for name in expected}


def test_the_text_has_it_on_one_line(told: dict[str, Printed]) -> None:
    """The first line under the heading is the marked one, with the whole quote and the dates with their year."""
    assert (
        f"[needs confirming] #1 (checkout) {RULE} | condition: {CONDITION} | stated 2026-06-22: “{QUOTE}”"
        " | last confirmed 2026-06-22 (94 days ago)"
    ) == told["september"].json["text"].splitlines()[1]


def test_asked_twice_in_a_session_the_text_is_the_same_bytes(told: dict[str, Printed]) -> None:
    """A day later in the same session nothing has moved."""
    assert told["september"].out == told["september again"].out


def test_once_changes_nothing(told: dict[str, Printed]) -> None:
    """An exception for this time leaves list, log and mark as they were."""
    assert told["list before once"].out == told["list after once"].out
    assert told["log before once"].out == told["log after once"].out
    assert "needs-confirming" == one(told, "lines after once")["mark"]


# --- replaced ---------------------------------------------------------------------------------------------------


def test_supersede_names_the_new_and_the_old(told: dict[str, Printed]) -> None:
    """The answer has the number of the new record and of the one it replaces."""
    assert (3, 1) == (told["supersede"].json["done"]["no"], told["supersede"].json["done"]["replaces"])


def test_the_old_record_is_in_no_line_and_no_list(told: dict[str, Printed]) -> None:
    """Of the chain of three, only its end and the reference are shown."""
    assert [2, 4] == sorted(numbers(told, "lines in the end"))
    assert [2, 4] == numbers(told, "list in the end")


def test_the_history_of_the_old_record_tells_its_successor(told: dict[str, Printed]) -> None:
    """History has the old text, its end, and by which record it was superseded and when."""
    history = told["history"].json
    first, last = history["revisions"]
    assert (1, 3) == (history["no"], history["superseded_by"])
    assert (RULE, "active") == (first["content"], first["status"])
    assert ("superseded", "2026-09-24T03:10:00.000Z") == (last["status"], last["at"])


def test_why_tells_the_whole_chain(told: dict[str, Printed]) -> None:
    """Asked why the last holds, the answer begins with what was said in June."""
    (chain,) = told["why"].json["chains"]
    assert [1, 1, 3, 3, 4] == [each["no"] for each in chain]
    assert [QUOTE, NEWER, NEWEST] == [chain[place]["quote"] for place in (0, 2, 4)]


def test_as_of_a_day_shows_what_held_then(told: dict[str, Printed]) -> None:
    """On the first of July the first rule was in force."""
    assert [1, 2] == numbers(told, "as of july")
    assert RULE == one(told, "as of july")["content"]


# --- stale, unseen, news ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["stale", "stale by version"])
def test_an_old_reading_is_stale_and_leads_to_the_living_record(told: dict[str, Printed], step: str) -> None:
    """At the end of a chain of three, the refusal carries the record that holds now."""
    refused = told[step].json
    assert ("stale", 4, NEWEST) == (refused["refused"], refused["now"]["no"], refused["now"]["content"])


def test_a_stale_refusal_says_what_was_seen_and_who_came_between(told: dict[str, Printed]) -> None:
    """The message names what was seen, what there is, when it came and by whom, and what to read."""
    refused = told["stale"].json
    second = told["second"].json["session"]
    assert {"revision": 1} == refused["seen"]
    named = {"#1", "revision 1", "2026-09-24T03:10:00.000Z", f"claude-code {second}", "#4"}
    assert named == {each for each in named if each in refused["message"]}
    assert "Read #4, then decide." == refused["next"]


@pytest.mark.parametrize("reading", ["list", "log", "inbox"])
def test_refusals_leave_nothing_behind(told: dict[str, Printed], reading: str) -> None:
    """List, log and inbox are the same, byte for byte, before and after three refusals."""
    assert told[f"{reading} in the end"].out == told[f"{reading} after refusals"].out


def test_news_tells_what_became_of_what_was_shown(told: dict[str, Printed]) -> None:
    """The session that was shown the first rule is told that it was replaced and what holds now."""
    (news,) = told["news"].json["news"]
    assert (1, 1, 2, "superseded") == (news["no"], news["seen"], news["now"], news["how"])
    assert NEWEST in news["text"]


def test_news_is_told_again_until_something_was_heard(told: dict[str, Printed]) -> None:
    """News counts as delivered when a later turn follows."""
    assert told["news"].out == told["news again"].out
    assert [] == told["news after"].json["news"]
