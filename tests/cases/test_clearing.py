"""Cases CL-*: what leaves a window, what stays, and what is left of what left. Inputs are those of the cases."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pytest

from stillso import Done, Refused
from stillso.services import answers
from stillso.texts import Texts

if TYPE_CHECKING:
    from tests.cases.conftest import House

    from stillso.services.clearing import Cleared

Message = dict[str, Any]


def call(ref: str, name: str, **input: object) -> Message:
    """A call of a tool."""
    return {"type": "tool_use", "id": ref, "name": name, "input": input}


def result(ref: str, content: object, **more: object) -> Message:
    """The result of a call."""
    return {"type": "tool_result", "tool_use_id": ref, "content": content, **more}


def says(role: str, *content: object) -> Message:
    """A message of blocks."""
    return {"role": role, "content": list(content)}


def cleared(house: House, messages: Sequence[Message], **rules: Any) -> Cleared:
    """The messages cleared in a session of their own; those given are as they were."""
    before = json.dumps(messages)
    found = house.session().window(**rules).clear(messages)
    assert not isinstance(found, Refused)
    assert before == json.dumps(messages)
    return found


def contents(messages: Sequence[Message]) -> dict[str, object]:
    """What stands as the result of each call."""
    blocks = [block for each in messages for block in each["content"] if isinstance(block, dict)]
    return {block["tool_use_id"]: block["content"] for block in blocks if block["type"] == "tool_result"}


def lines(found: Cleared, language: str = "en") -> list[str]:
    """The lines of the ledger."""
    return [answers.windows.line(receipt, found.at, Texts(language)) for receipt in found.receipts]


PARALLEL = [
    {"role": "user", "content": "比較三個設定檔"},
    says(
        "assistant",
        {"type": "text", "text": "一次讀三個"},
        *(call(f"t{n}", "read_file", path=f"{name}.ini") for n, name in enumerate("abc", 1)),
    ),
    says("user", result("t1", "alpha=1 " * 200), result("t2", "beta=2 " * 200), result("t3", "gamma=3 " * 200)),
    {"role": "assistant", "content": "三個不同"},
]


def test_cl_01_parallel_results_stay_paired(house: House) -> None:
    """t1 and t2 become placeholders that name tool and path; all else is the same, and the rest the same object."""
    found = cleared(house, PARALLEL, keep_last=1)
    assert {
        "t1": '[cleared 2026-06-22: read_file {"path": "a.ini"}; call again if needed]',
        "t2": '[cleared 2026-06-22: read_file {"path": "b.ini"}; call again if needed]',
        "t3": "gamma=3 " * 200,
    } == contents(found.messages)
    assert [True, True, False, True] == [new is old for new, old in zip(found.messages, PARALLEL, strict=True)]
    assert PARALLEL[2]["content"][2] is found.messages[2]["content"][2]
    assert ["t1", "t2", "t3"] == [block["tool_use_id"] for block in found.messages[2]["content"]]
    assert [
        '2026-06-22\tcleared\tread_file {"path": "a.ini"}\t1600 characters',
        '2026-06-22\tcleared\tread_file {"path": "b.ini"}\t1400 characters',
    ] == lines(found)


PNG = {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo=" * 300}
IMAGES = [
    says("assistant", call("t1", "screenshot", page="home")),
    says(
        "user",
        result(
            "t1",
            [
                {"type": "text", "text": "畫面如下"},
                {
                    "type": "image",
                    "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo=" * 300},
                },
            ],
        ),
    ),
    says("assistant", call("t2", "search", q="x")),
    says(
        "user",
        result(
            "t2",
            [
                {"type": "text", "text": "result " * 300},
                {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "d"}},
            ],
        ),
    ),
]


def test_cl_03_a_list_with_an_image_is_replaced_whole(house: House) -> None:
    """One text stands there instead, nothing of the image is left, and the ledger counts it."""
    found = cleared(house, IMAGES, keep_last=0)
    assert "iVBORw0KGgo" not in json.dumps(found.messages)
    assert [str, str] == [type(content) for content in contents(found.messages).values()]
    assert [
        '2026-06-22\tcleared\tscreenshot {"page": "home"} (image 3600)\t3604 characters',
        '2026-06-22\tcleared\tsearch {"q": "x"} (document 1)\t2101 characters',
    ] == lines(found)


TWO_READS = [
    says("assistant", call("t1", "read_file", path="a.md")),
    says("user", result("t1", "甲 " * 500)),
    says("assistant", call("t2", "read_file", path="b.md")),
    says("user", result("t2", "乙 " * 500)),
]


def test_cl_05_clearing_again_changes_nothing(house: House) -> None:
    """Three runs, the last one on the next day, each as another process would: the same bytes, one line."""
    session = house.session()
    once = session.window(keep_last=1).clear(TWO_READS)
    assert not isinstance(once, Refused)
    again = session.window(keep_last=1).clear(once.messages)
    house.clock.advance(days=1)
    tomorrow = session.window(keep_last=1).clear(json.loads(json.dumps(once.messages)))
    assert not isinstance(again, Refused)
    assert not isinstance(tomorrow, Refused)
    assert json.dumps(once.messages) == json.dumps(again.messages) == json.dumps(tomorrow.messages)
    ledger = session.ledger()
    assert not isinstance(ledger, Refused)
    assert ['read_file {"path": "a.md"}'] == [entry.receipt.what for entry in ledger]


def test_cl_05_messages_that_come_back_whole_get_the_same_placeholder(house: House) -> None:
    """The kind of CL-05: a harness that keeps its own messages clears them anew each turn, also the day after."""
    session = house.session()
    window = session.window(keep_last=1)
    first = window.clear(TWO_READS)
    house.clock.advance(days=1)
    second, third = window.clear(TWO_READS), session.window(keep_last=1).clear(TWO_READS)
    assert not any(isinstance(each, Refused) for each in (first, second, third))
    assert first.messages == second.messages == third.messages  # type: ignore[union-attr]
    assert 1 == len(session.ledger())  # type: ignore[arg-type]


def test_cl_05_what_comes_back_breaks_no_thinking(house: House) -> None:
    """The kind of CL-05: the model thought about the placeholder; what is new behind its thinking is refused."""
    session = house.session()
    first = session.window(keep_last=1).clear(TWO_READS)
    assert not isinstance(first, Refused)
    thought = says("assistant", {"type": "thinking", "thinking": "", "signature": "c2ln"})
    second = session.window(keep_last=1).clear([*TWO_READS, thought])
    assert not isinstance(second, Refused)
    assert [*first.messages, thought] == second.messages
    refused = session.window(keep_last=0).clear([*TWO_READS, thought])
    assert isinstance(refused, Refused)
    assert {"at": 3, "thinking": 4} == refused.facts


DAMAGED = [
    says("user", result("t_gone", "z " * 300)),
    {"role": "assistant", "content": "（前文已壓縮）"},
    says("assistant", call("t1", "read_file", path="a")),
    {"role": "user", "content": "等一下"},
    says("assistant", call("t1", "read_file", path="dup-id")),
    says("user", result("t1", "w " * 300), {"type": "text", "text": "順便"}),
]


def test_cl_09_a_damaged_history_gets_no_worse(house: House) -> None:
    """The orphan is left alone, the nearest earlier call is named, and what was wrong is told."""
    found = cleared(house, DAMAGED, keep_last=0)
    placeholder = '[cleared 2026-06-22: read_file {"path": "dup-id"}; call again if needed]'
    assert {"t_gone": "z " * 300, "t1": placeholder} == contents(found.messages)
    assert (("t_gone",), (), ("t1",)) == found.damage


KINDS = [
    says(
        "assistant",
        call("t1", "read_memory", id=1),
        call("t2", "ask_user", q="要不要動帳務表？"),
        call("t3", "run_once_migration", id=42),
        call("t4", "read_file", path="a"),
    ),
    says(
        "user",
        result("t1", "規則 " * 200),
        result("t2", "不要動帳務表，月底結帳前都不行。" + " " * 800),
        result("t3", "migrated row " * 200),
        result("t4", "code " * 300),
    ),
]


def test_cl_11_only_what_can_be_had_again_is_cleared(house: House) -> None:
    """t1 is excluded; t2 is an answer, t3 was done once: both stay."""
    found = cleared(house, KINDS, keep_last=0, exclude=["read_memory"])
    assert ["t4"] == [receipt.ref for receipt in found.receipts]
    assert {ref: content for ref, content in contents(KINDS).items() if ref != "t4"} == {
        ref: content for ref, content in contents(found.messages).items() if ref != "t4"
    }
    assert ["t2"] == [due.receipt.ref for due in found.waiting]


def test_cl_11_an_answer_goes_once_a_memory_holds_it(house: House) -> None:
    """The placeholder says where it is; the ledger too."""
    session = house.session("不要動帳務表，月底結帳前都不行。")
    window = session.window(keep_last=0, exclude=["read_memory"])
    before = window.clear(KINDS)
    assert not isinstance(before, Refused)
    done = session.remember("月底結帳前不要動帳務表", quote="不要動帳務表，月底結帳前都不行。")
    assert isinstance(done, Done)
    after = window.clear(before.messages)
    assert not isinstance(after, Refused)
    placeholder = '[cleared 2026-06-22: ask_user {"q": "要不要動帳務表？"}; kept in #1]'
    assert placeholder == contents(after.messages)["t2"]
    assert ["#1"] == [receipt.held for receipt in after.receipts]
    assert () == after.waiting


@pytest.mark.parametrize("fate", ["compact", "keep", "remember"])
def test_cl_11_a_table_says_what_cannot_be_fetched(house: House, fate: str) -> None:
    """The kind of CL-11: whoever knows better says so, for a call or for a base."""
    session = house.session()
    by_call = session.window(keep_last=0, fates={"read_file": fate}).clear(KINDS)
    house.mei.settle("shop", fates={"Read-File": fate})
    by_base = session.window(keep_last=0).clear(KINDS)
    assert not isinstance(by_call, Refused)
    assert not isinstance(by_base, Refused)
    assert "code " * 300 == contents(by_call.messages)["t4"] == contents(by_base.messages)["t4"]


OPEN_CALL = [
    says("assistant", call("t1", "read_file", path="a")),
    says("user", result("t1", "a " * 500)),
    says("assistant", call("t2", "deploy", env="test")),
]


def test_cl_12_a_call_without_a_result_is_left_as_it_is(house: House) -> None:
    """No result is made up for the newest call; one that was never answered is told, and stops nothing."""
    found = cleared(house, OPEN_CALL, keep_last=0)
    assert OPEN_CALL[2] is found.messages[2]
    assert () == found.damage.unanswered
    more = [says("assistant", call("t3", "read_file", path="b")), says("user", result("t3", "b " * 500))]
    later = cleared(house, [*OPEN_CALL, {"role": "user", "content": "go on"}, *more], keep_last=0)
    assert ("t2",) == later.damage.unanswered
    assert ["t1", "t3"] == [receipt.ref for receipt in later.receipts]


# --- document C's own sample ---------------------------------------------------------------------------------

SAMPLE = [
    {"role": "user", "content": "退款算錯了，查一下"},
    says("assistant", call("t1", "read_file", path="src/refund.py")),
    says("user", result("t1", ("def refund(order):\n    # 部分退款\n" * 40)[:979])),
    says("assistant", call("t2", "read_file", path="src/pricing.py")),
    says("user", result("t2", ("def price(item):\n    return item\n" * 40)[:657])),
    says("assistant", call("t3", "read_file", path="tests/test_refund.py")),
    says("user", result("t3", "def test_partial_refund():")),
]


def test_the_sample_of_document_c_gives_its_placeholders_and_lines(house: House) -> None:
    """Character for character, the lengths included; the second run writes no line again."""
    house.at("2026-09-28T09:00:00Z")
    session = house.session()
    session.texts = Texts("zh-Hant")
    window, messages = session.window(keep_last=1), SAMPLE
    for _ in range(2):
        found = window.clear(messages)
        assert not isinstance(found, Refused)
        messages = found.messages
    assert [
        '[已清除 2026-09-28：read_file {"path": "src/refund.py"}，需要時重新呼叫]',
        '[已清除 2026-09-28：read_file {"path": "src/pricing.py"}，需要時重新呼叫]',
        "def test_partial_refund():",
    ] == list(contents(messages).values())
    ledger = session.ledger()
    assert not isinstance(ledger, Refused)
    assert [
        '2026-09-28\t清除\tread_file {"path": "src/refund.py"}\t原長 979 字元',
        '2026-09-28\t清除\tread_file {"path": "src/pricing.py"}\t原長 657 字元',
    ] == [answers.windows.line(entry.receipt, entry.at, Texts("zh-Hant")) for entry in ledger]
