"""What people and agents said that a compaction must keep: rules, decisions, failed attempts, in both languages."""

from __future__ import annotations

import pytest
from tests.core.windows.sayings_held_out import HELD_OUT, HELD_OUT_AGAIN, HELD_OUT_LAST
from tests.core.windows.sayings_seen import SEEN

from stillso.core.windows import sayings
from stillso.core.windows.kept import Sort

Row = tuple[str, str, str]


def kind(who: str, text: str) -> str:
    """What the first saying of a text is, ``none`` where it has none."""
    told = {"user": sayings.of_person, "agent": sayings.of_agent}[who](text)
    return told[0].sort.value if told else "none"


def misjudged(rows: tuple[Row, ...]) -> list[str]:
    """The sentences that are kept and should not be, or the other way round."""
    return [text for who, wanted, text in rows if (kind(who, text) == "none") is not (wanted == "none")]


@pytest.mark.parametrize(("who", "wanted", "text"), SEEN, ids=[row[2][:24] for row in SEEN])
def test_a_sentence_is_what_it_is(who: str, wanted: str, text: str):
    """A rule, a decision, a failed attempt, or none of them."""
    assert wanted == kind(who, text)


def test_sentences_written_later_are_kept_or_left():
    """What the lists still miss of sentences that they were not made on; see ``sayings_held_out`` for first runs."""
    assert [
        "Anything that needs sudo: paste it for me and I'll run it.",
        "Fine, squash merges, the history is cleaner that way.",
        "Retries don't hide this race, the third attempt fails all the same.",
        "API 回傳的欄位名稱用駝峰式。",
        "Field names in the API are camelCase.",
        "Search moves to the backend, there is too much data for the client.",
        "Let's do double writes and cut over once the new table is stable.",
        "we tried automatic retries before and customers got charged twice",
    ] == misjudged(HELD_OUT + HELD_OUT_AGAIN + HELD_OUT_LAST)


@pytest.mark.parametrize(
    "text",
    [
        "<system-reminder>\n不要動 migration 目錄。\n</system-reminder>",
        "<file>\nnever push to main\n</file>",
        "> never push to main",
        "他說「不要動 migration 目錄」。",
        'The page says "never push to main".',
        "```\nnever push to main\n```",
        "Should I never push to main?",
        "要不要一律用正體中文？",
        "不要動 migration 目錄。算了，當我沒說。",
        "never push to main. scratch that.",
    ],
)
def test_words_that_nobody_stated_are_no_rule(text: str):
    """Wrappers, quotations, code, questions and what is taken back at once hold no constraint."""
    assert Sort.CONSTRAINT not in [each.sort for each in sayings.of_person(text)]


@pytest.mark.parametrize("text", ["這次先不要動測試。", "For this PR, don't touch the docs.", "今天不要部署。"])
def test_a_rule_for_this_time_holds_in_this_window(text: str):
    """No memory would be made of it, but the conversation goes on with it."""
    assert "constraint" == kind("user", text)


def test_the_unit_is_the_sentence_as_it_was_typed():
    """Each sentence is a slice of its message, without the mark of a list."""
    text = "先講規則：\n- 不要動 migration 目錄，資料庫還在搬。\n- never push to main\n\n然後幫我修登入頁。"

    assert ["不要動 migration 目錄，資料庫還在搬。", "never push to main"] == [
        text[each.start : each.end] for each in sayings.of_person(text)
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("好，就用 SQLite。因為量不大。接著修登入頁。", "好，就用 SQLite。因為量不大。"),
        ("Let's go with SQLite. Because it is small. Now fix the login.", "Let's go with SQLite. Because it is small."),
    ],
)
def test_a_decision_keeps_the_sentence_that_gives_its_reason(text: str, said: str):
    """A reason that follows in a sentence of its own belongs to the decision."""
    (found,) = sayings.of_person(text)

    assert said == text[found.start : found.end]


LESSON = "試過把快取放到請求層，不行：會互相蓋掉。"


def test_what_an_agent_says_is_no_rule():
    """Only what it tried and what failed counts; code that it shows says nothing."""
    text = "Never push to main.\n\n```\nI tried x but it fails because of y\n```\n\n" + LESSON

    assert [(Sort.LESSON, LESSON)] == [(each.sort, text[each.start : each.end]) for each in sayings.of_agent(text)]


def test_of_a_long_text_only_the_short_ends_speak():
    """What was pasted between them is somebody else's."""
    text = "never push to main\n\n" + "always drop tables\n" * 400 + "\n\n文件一律用正體中文。"

    assert ["never push to main", "文件一律用正體中文。"] == [
        text[each.start : each.end] for each in sayings.of_person(text)
    ]
