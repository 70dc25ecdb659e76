"""The same story as a person reads it in Chinese: plain text, no JSON."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from stillso.texts import Texts

if TYPE_CHECKING:
    from tests.journeys.conftest import Printed, Shell

JUNE = "2026-06-22T03:10:00Z"
SEPTEMBER = "2026-09-24T03:10:00Z"
QUOTE = "這陣子 staging 很不穩，e2e 先別跑，跑 unit test 就好"
RULE = "改完程式只跑 unit test，不跑 e2e"
NEWER = "staging 修好了，以後都要跑 e2e"


def story(shell: Shell) -> dict[str, Printed]:
    """Everything that was printed, by the name of the step."""
    told: dict[str, Printed] = {}

    def step(name: str, *words: str, at: str = JUNE) -> str:
        told[name] = shell.plain(*words, "--now", at)
        return told[name].out.strip()

    step("base", "base", "create", "shop", "--name", "商店", "--description", "怎麼做事")
    step("agent", "agent", "add", "claude-code")
    step("grant", "grant", "claude-code", "shop", "write")
    first = step("start", "session", "start", "--agent", "claude-code", "--base", "shop")
    step("hear", "session", "hear", first, QUOTE)
    condition = ("--condition", "staging 修好之前", "--scope", "checkout")
    step("remember", "remember", RULE, "--session", first, "--quote", QUOTE, *condition)
    step("candidate", "remember", "正式機也一樣", "--session", first, "--quote", "正式機也一樣不要跑 e2e")
    second = step("second", "session", "start", "--agent", "claude-code", "--base", "shop", at=SEPTEMBER)
    step("lines", "lines", "--session", second, at=SEPTEMBER)
    step("supersede", "supersede", "#1", NEWER, "--base", "shop", at=SEPTEMBER)
    step("stale", "retract", "#1", "--session", second, at=SEPTEMBER)
    step("news", "session", "news", second, at=SEPTEMBER)
    step("why", "why", "e2e", "--base", "shop", at=SEPTEMBER)
    step("inbox", "inbox", "list", "--base", "shop")
    step("nothing due", "due", "--base", "shop", at=SEPTEMBER)
    step("unattended", "session", "start", "--agent", "claude-code", "--channel", "automation", "--base", "shop")
    step("unattended lines", "lines", "--session", told["unattended"].out.strip(), at=SEPTEMBER)
    return told


@pytest.fixture(scope="module")
def told(played: Callable[..., dict[str, Printed]]) -> dict[str, Printed]:
    """The story in the language of the locale."""
    return played(story, LANG="zh_TW.UTF-8")


TEXTS = Texts("zh-Hant")
SAID = {
    "agent": TEXTS.say("cli.say.agent", agent="claude-code"),
    "remember": TEXTS.say("outcomes.done.remember", no=1, version=1, base="shop"),
    "supersede": TEXTS.say("outcomes.done.supersede", no=2, replaces=1, version=2, base="shop"),
    "news": TEXTS.say("news.record.superseded", no=1, date="2026-09-24", living=2, content=NEWER),
    "nothing due": TEXTS["cli.say.nothing-due"],
}


@pytest.mark.parametrize("step", SAID)
def test_what_was_done_is_said_in_chinese(told: dict[str, Printed], step: str) -> None:
    """The sentence of each outcome is the Chinese one, filled in."""
    assert SAID[step] == told[step].out.strip()


def test_the_lines_are_in_chinese_and_the_quote_is_untouched(told: dict[str, Printed]) -> None:
    """Heading and labels are Chinese; the marked line has condition, quote, source, dates and age."""
    assert (
        f"{TEXTS['lines.attended']}\n"
        f"[待確認] #1（checkout）{RULE}｜條件：staging 修好之前｜使用者明說 2026-06-22：「{QUOTE}」"
        "｜上次確認 2026-06-22（94 天前）\n"
    ) == told["lines"].out


def test_a_candidate_says_why_it_waits(told: dict[str, Printed]) -> None:
    """A quote that was not found is said to be such, with the id to approve."""
    assert re.search(r"p[0-9a-z]{8}（quote-not-found）", told["candidate"].out)
    assert TEXTS["outcomes.why.quote-not-found"] in told["candidate"].out


def test_a_stale_reading_is_told_with_what_to_read(told: dict[str, Printed]) -> None:
    """The refusal names what is there, who wrote it and when, and the record to read."""
    said = told["stale"].err.strip()
    assert (3, "") == (told["stale"].code, told["stale"].out)
    assert {"#1", "mei", "2026-09-24T03:10:00.000Z", "#2"} <= set(re.findall(r"#\d|mei|2026-[\w:.-]+Z", said))
    assert said.endswith(TEXTS.say("outcomes.next.stale.replaced", living=2))


def test_why_tells_who_said_what_and_what_took_its_place(told: dict[str, Printed]) -> None:
    """The chain stands in order, a line a step, with the words of June."""
    lines = told["why"].out.strip().splitlines()
    assert ["2026-06-22", "2026-09-24"] == [line.split()[0] for line in lines]
    assert QUOTE in lines[0]
    assert NEWER in lines[1]


def test_the_inbox_has_one_line_for_the_candidate(told: dict[str, Printed]) -> None:
    """What waits is told with its content and the reason."""
    (line,) = told["inbox"].out.strip().splitlines()
    assert "正式機也一樣" in line
    assert TEXTS["outcomes.why.quote-not-found"] in line


def test_a_run_that_nobody_answers_is_told_so(told: dict[str, Printed]) -> None:
    """The heading of an unattended run asks for no question but for a line in the report."""
    assert told["unattended lines"].out.startswith(TEXTS["lines.unattended"])
