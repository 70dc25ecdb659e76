"""Where a window may be cut for a summary, what is asked, and what asking costs."""

from __future__ import annotations

from typing import Any

import pytest

from stillso.adapters.messages.anthropic import ANTHROPIC
from stillso.core.windows import requests
from stillso.core.windows.requests import Costs, Cut


def call(*refs: str) -> dict[str, Any]:
    """Calls of one message."""
    return {"role": "assistant", "content": [{"type": "tool_use", "id": ref, "name": "x", "input": {}} for ref in refs]}


def result(*refs: str) -> dict[str, Any]:
    """Results of one message."""
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": ref, "content": "ok"} for ref in refs]}


def user(text: str) -> dict[str, Any]:
    """What a person typed."""
    return {"role": "user", "content": text}


@pytest.mark.parametrize(
    ("messages", "cut"),
    [
        ([], Cut(0)),
        ([user("hi"), call("a"), result("a")], Cut(3)),
        ([call("a"), result("a"), call("b")], Cut(2, ("b",))),
        ([call("a"), result("a"), call("b", "c"), result("b")], Cut(2, ("c",))),
        ([call("a"), user("never mind"), call("b"), result("b")], Cut(4, (), ("a",))),
        ([call("a"), call("b")], Cut(1, ("b",), ("a",))),
        ([call("a"), user("still there?")], Cut(2, (), ("a",))),
    ],
)
def test_no_cut_between_a_call_and_its_coming_result(messages: list[Any], cut: Cut):
    """The last call holds the cut back; one that never got a result is reported and holds nothing up."""
    assert cut == requests.summary_request(messages, "summarise", ANTHROPIC).cut


def test_the_prefix_stays_and_the_instruction_comes_last():
    """The very objects up to the cut, then one message of the person."""
    messages = [user("hi"), call("a"), result("a"), call("b")]

    found = requests.summary_request(messages, "摘要", ANTHROPIC).messages

    assert all(one is other for one, other in zip(messages[:3], found, strict=False))
    assert ({"role": "user", "content": "摘要"},) == found[3:]


def test_an_expired_cache_costs_twelve_times_a_warm_one():
    """In multiples of the price of a plain token of input."""
    assert Costs(warm=10_100.0, expired=125_100.0, plain=100_100.0) == requests.costs(100_000, 100)
