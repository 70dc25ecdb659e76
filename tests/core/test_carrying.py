"""Which records a summary carries: by their words, looked for as a model may have written them, or by their number."""

from __future__ import annotations

import pytest

from stillso.core.windows.carrying import Known, Summary, carried, pieces

RULE = "Run unit tests only, no e2e"
SAID = "staging 很不穩，e2e 先別跑"


def record(no: int, content: str, quote: str | None = None, *, active: bool = True, named: bool = True) -> Known:
    """A record of this number, at its second revision."""
    return Known(100 + no, 2, no, content, quote, active, named)


@pytest.mark.parametrize(
    "summary",
    [
        "Rules: run unit tests only, no e2e.",
        "- **Run unit tests only**, no `e2e`",
        "run unit\n  tests only, no e2e",
        "「Run unit tests only, no e2e」是規則",
        "The user: staging 很不穩，e2e 先別跑！",
        "使用者說staging很不穩,e2e先別跑",
        "Works on #1 now.",
        "記憶#1 還在。",
    ],
)
def test_a_record_is_carried_by_its_words_or_its_number(summary: str):
    """Content or quote, in other case, emphasis, width and line ends; or ``#1`` where the session knows it."""
    assert {101: 2} == carried(Summary(summary), [record(1, RULE, SAID)])


@pytest.mark.parametrize(
    "summary",
    [
        "Run unit tests only, no e2e2",
        "Rerun unit tests only, no e2e",
        "only unit tests are run",
        "e2e 先跑",
        "PR #1, issue #1, 議題 #1, owner/shop#1, #12, #1a",
        "",
    ],
)
def test_other_words_and_other_numbers_carry_nothing(summary: str):
    """Part of a word, a paraphrase, the list of somebody else."""
    assert {} == carried(Summary(summary), [record(1, RULE, SAID)])


def test_the_number_of_a_record_that_the_session_never_saw_means_nothing():
    """It may be any list's."""
    assert {} == carried(Summary("as in #1"), [record(1, RULE, named=False)])


def test_words_that_say_too_little_carry_nothing():
    """ "pnpm" stands in any summary."""
    assert {} == carried(Summary("pnpm is used, and 用 pnpm"), [record(1, "pnpm"), record(2, "用")])


def test_one_that_ended_is_carried_as_it_was_before():
    """So that it is news at once."""
    assert {101: 1, 102: 1} == carried(
        Summary(f"{RULE}. See #2."), [record(1, RULE, active=False), record(2, "Use tabs here", active=False)]
    )


@pytest.mark.parametrize(
    "living",
    ["Run unit tests only, no e2e, until Friday", "run unit tests only, no e2e", "Always run unit tests only, no e2e"],
)
def test_words_within_what_holds_now_are_not_the_old_ones(living: str):
    """The new record may say what the old one said, and more."""
    assert {102: 2} == carried(Summary(f"Rule: {living}."), [record(1, RULE, active=False), record(2, living)])


def test_words_that_also_stand_by_themselves_are_the_old_ones():
    """Once within the new record and once alone is once too often."""
    summary = Summary(f"{RULE}. Later: {RULE}, until Friday.")
    living = record(2, f"{RULE}, until Friday")
    assert {101: 1, 102: 2} == carried(summary, [record(1, RULE, active=False), living])


def test_what_is_explained_is_not_looked_for():
    """Sentences without any of the records, in order, and no more than asked for."""
    text = f"One thing. {RULE}! 第二件事。\n- {SAID}\nthird thing; fourth"
    known = [record(1, RULE, SAID)]
    assert ["One thing", " 第二件事", "third thing"] == pieces(text, known, 3)
