"""Cases CP-01, CP-06, CP-10 and CL-12: what a summary lost or softened comes back, and what may be cut for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from stillso.adapters.messages.anthropic import ANTHROPIC
from stillso.core.windows import requests, survivors
from stillso.core.windows.blocks import Block, Kind
from stillso.core.windows.kept import Checked, Sort
from stillso.core.windows.put_backs import put_back
from stillso.core.windows.summaries import check
from stillso.services import answers
from stillso.texts import LANGUAGES, Texts


def call(ref: str, name: str, path: str) -> dict[str, Any]:
    """A call of a tool on a path."""
    block = {"type": "tool_use", "id": ref, "name": name, "input": {"path": path}}
    return {"role": "assistant", "content": [block]}


def result(ref: str, content: str = "ok") -> dict[str, Any]:
    """What a call gave."""
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": ref, "content": content}]}


def blocks(messages: Sequence[Any]) -> list[Block]:
    """Messages as blocks."""
    return [block for at, message in enumerate(messages) for block in ANTHROPIC.blocks(message, at)]


def checked(messages: Sequence[Any], summary: str, restored: Sequence[str] = ()) -> Checked:
    """What is wrong with a summary of these messages."""
    from_window = blocks(messages)
    kept = survivors.survivors(from_window).kept
    return check(summary, kept, survivors.said(from_window), restored)


def missing(found: Checked) -> list[tuple[str, str]]:
    """What a check found missing, by kind."""
    return [(each.sort.value, each.text) for each in found.missing]


# --- CP-01 ---------------------------------------------------------------------------------------------------

CHINESE = [
    {"role": "user", "content": "開始前先講好：不要動 migration 目錄，資料庫還在搬。文件一律用正體中文。"},
    call("t1", "read_file", "src/refund.py"),
    result("t1"),
    call("t2", "read_file", "src/pricing.py"),
    result("t2"),
    {"role": "assistant", "content": "試過把快取放到請求層，不行：平行請求會互相蓋掉。"},
    {"role": "user", "content": "好，那就定案：快取放在服務層，因為只有那裡拿得到鎖。"},
    call("t3", "edit_file", "src/cache/service_cache.py"),
    result("t3"),
]
ENGLISH = [
    {
        "role": "user",
        "content": "Don't touch the migrations folder, the database is being moved. All docs must be in English.",
    },
    call("t1", "read_file", "src/refund.py"),
    result("t1"),
    {
        "role": "assistant",
        "content": "I tried a cache in the request layer, it fails because parallel requests overwrite it.",
    },
    {"role": "user", "content": "Let's go with a cache in the service layer because only that one holds the lock."},
    call("t3", "edit_file", "src/cache/service_cache.py"),
    result("t3"),
]
POOR = [
    (
        CHINESE,
        "我們在做退款功能。migration 要小心。快取決定放在服務層。改過一個檔。",
        [
            ("constraint", "開始前先講好：不要動 migration 目錄，資料庫還在搬。"),
            ("constraint", "文件一律用正體中文。"),
            ("decision", "好，那就定案：快取放在服務層，因為只有那裡拿得到鎖。"),
            ("lesson", "試過把快取放到請求層，不行：平行請求會互相蓋掉。"),
            ("lead", "src/refund.py"),
            ("lead", "src/pricing.py"),
            ("lead", "src/cache/service_cache.py"),
        ],
        "migration 要小心。",
    ),
    (
        ENGLISH,
        "We work on refunds. Be careful with migrations. The cache goes into the service layer. One file was changed.",
        [
            ("constraint", "Don't touch the migrations folder, the database is being moved."),
            ("constraint", "All docs must be in English."),
            ("decision", "Let's go with a cache in the service layer because only that one holds the lock."),
            ("lesson", "I tried a cache in the request layer, it fails because parallel requests overwrite it."),
            ("lead", "src/refund.py"),
            ("lead", "src/cache/service_cache.py"),
        ],
        "Be careful with migrations.",
    ),
]


@pytest.mark.parametrize(("messages", "summary", "lost", "instead"), POOR, ids=["zh", "en"])
def test_cp_01_what_a_poor_summary_lost_is_reported(
    messages: list[Any], summary: str, lost: list[tuple[str, str]], instead: str
):
    """Both rules in the user's words, the reason of the decision, the attempt with its reason, and the paths."""
    assert lost == missing(checked(messages, summary))


@pytest.mark.parametrize(("messages", "summary", "lost", "instead"), POOR, ids=["zh", "en"])
def test_cp_01_careful_is_no_prohibition(messages: list[Any], summary: str, lost: list[tuple[str, str]], instead: str):
    """What the summary says of the rule is shown as what it says instead."""
    told = {each.kept.text: each.instead for each in checked(messages, summary).softened}

    assert instead == told[lost[0][1]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("messages", "summary", "lost", "instead"), POOR, ids=["zh", "en"])
def test_cp_01_what_is_put_back_holds_each_line_in_four_groups(
    messages: list[Any], summary: str, lost: list[tuple[str, str]], instead: str, language: str
):
    """Word for word, one on each line, and behind it nothing is missing any more."""
    labels = answers.compaction.labels(Texts(language))
    text = put_back(checked(messages, summary), labels).text

    headings = [line for line in text.splitlines() if line[:3] in ("1. ", "2. ", "3. ", "4. ")]
    assert [f"{n}. {labels.of(sort)}" for n, sort in enumerate(Sort, 1)] == headings
    assert [each for _, each in lost] == [line[2:] for line in text.splitlines() if line.startswith("- ")]
    assert [] == missing(checked(messages, f"{summary}\n\n{text}"))


# --- CP-06 ---------------------------------------------------------------------------------------------------

SEVEN = [f"src/part{n}/module_{n}.py" for n in range(1, 8)]
EDITS = [each for n, path in enumerate(SEVEN) for each in (call(f"t{n}", "edit_file", path), result(f"t{n}"))]


@pytest.mark.parametrize(
    "summary",
    [
        "改了 src/part1/module_1.py 到 module_5.py。",
        "Changed src/part1/module_1.py to module_5.py.",
        "Changed src/part1/module_1.py – src/part5/module_5.py (all modules between).",
    ],
)
def test_cp_06_a_range_names_no_path(summary: str):
    """All seven are leads; the one that neither the summary names nor the harness restores is put back."""
    found = checked(EDITS, summary, SEVEN[2:])

    assert SEVEN == [each.text for each in survivors.survivors(blocks(EDITS))]
    assert [("lead", "src/part2/module_2.py")] == missing(found)
    assert "\n- src/part2/module_2.py\n" in put_back(found, answers.compaction.labels(Texts("en"))).text


# --- CP-10, CL-12 ---------------------------------------------------------------------------------------------


def test_cp_10_a_failed_compaction_is_no_summary():
    """A block without content, or with an empty one, says nothing and keeps nothing."""
    failed = [{"role": "assistant", "content": [{"type": "compaction", "content": each}]} for each in (None, "")]

    assert [(Kind.SUMMARY, ""), (Kind.SUMMARY, "")] == [(each.kind, each.text) for each in blocks(failed)]
    assert () == survivors.survivors(blocks(failed)).kept


def test_cl_12_a_call_that_waits_holds_the_cut_back_and_an_old_one_does_not():
    """No cut between t2 and its coming result; an unanswered call of old is reported."""
    waiting = [call("t1", "read_file", "a"), result("t1"), call("t2", "deploy", "test")]
    old = [*waiting, {"role": "user", "content": "算了，先別部署。"}, call("t3", "read_file", "b"), result("t3")]

    assert (2, ("t2",), ()) == requests.cut_of(blocks(waiting), len(waiting))
    assert (6, (), ("t2",)) == requests.cut_of(blocks(old), len(old))
