"""Compaction by the provider: what is sent for it, what comes back, and cases CP-03 and CP-10."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from anthropic import Anthropic
from anthropic.types.beta import BetaMessage
from tests.adapters.anthropic.conftest import House
from tests.adapters.anthropic.messages_server import Api

import stillso
from stillso import Misuse
from stillso.adapters.anthropic import compaction, compaction_blocks
from stillso.adapters.anthropic.compaction_blocks import Lack, NoSummary, Summary, missing_blocks, summary_of
from stillso.adapters.messages.anthropic import ANTHROPIC
from stillso.core.operations import Verb
from stillso.core.windows.blocks import Kind
from stillso.core.windows.receipts import Way
from stillso.services.surviving import Taken


def user(*content: Any) -> dict[str, Any]:
    """A message of the user."""
    return {"role": "user", "content": list(content) if content and isinstance(content[0], dict) else content[0]}


def assistant(*content: dict[str, Any]) -> dict[str, Any]:
    """A message of the model."""
    return {"role": "assistant", "content": list(content)}


def text(said: str) -> dict[str, Any]:
    """A block of text."""
    return {"type": "text", "text": said}


CALL = {"type": "tool_use", "id": "t1", "name": "read", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": "x"}
TALK = [user("a"), assistant(CALL), user(RESULT), assistant(text("b")), user("c")]

#: Case CP-10: a summary that failed, one with all that it can have, and one that must not be sent.
FAILED = {"type": "compaction", "content": None}
FULL = {
    "type": "compaction",
    "content": "前情：…",
    "encrypted_content": "opaque==",
    "signature": "sig==",
    "tool_changes": [],
}
EMPTY = {"type": "compaction", "content": ""}


# --- the request ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({}, {"trigger": {"type": "input_tokens", "value": 150_000}}),
        ({"trigger_tokens": None}, {}),
        ({"trigger_tokens": 50_000}, {"trigger": {"type": "input_tokens", "value": 50_000}}),
        ({"trigger_tokens": None, "pause": True}, {"pause_after_compaction": True}),
        ({"trigger_tokens": None, "instructions": "四類"}, {"instructions": "四類"}),
        ({"trigger_tokens": None, "instructions": " \n"}, {}),
    ],
)
def test_the_threshold_is_an_edit(given: dict[str, Any], fields: dict[str, Any]):
    """150,000 tokens unless told otherwise; blank instructions are none."""
    assert {"type": "compact_20260112", **fields} == compaction.threshold(**given)


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "trigger": (lambda: compaction.threshold(trigger_tokens=49_999), "from 50000 on"),
    "instructions": (lambda: compaction.threshold(instructions="x" * 16_385), "the limit is 16384"),
    "of a demand": (lambda: compaction.on_demand({"messages": TALK}, "x" * 16_385), "the limit is 16384"),
    "no messages": (lambda: compaction.on_demand({"messages": []}), "nothing to summarize"),
    "an open call": (lambda: compaction.on_demand({"messages": TALK[:2]}), r"summarize messages\[:1\]"),
    "an empty block": (lambda: compaction.on_demand({"messages": [assistant(EMPTY), *TALK]}), "empty"),
    "going on with it": (lambda: compaction.continued(TALK, EMPTY), "empty"),
    "sending it back": (lambda: compaction.carried_back({"content": [EMPTY, text("x")]}), "empty"),
    "covering nothing": (lambda: compaction.continued(TALK, FULL, keep_tail=5), "no message"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_the_provider_would_refuse_is_misuse(case: str):
    """Told before it is sent. Case CP-10: the empty block is reported."""
    make, said = WRONG[case]
    with pytest.raises(Misuse, match=said):
        make()


def test_instructions_may_be_as_long_as_the_provider_takes():
    """16,384 characters, of any script."""
    found = compaction.on_demand({"messages": TALK}, "字" * 16_384)
    assert 16_384 == len(found["compaction"]["instructions"])


def test_a_summary_on_demand_is_a_request_of_its_own(house: House, api: Api, client: Anthropic):
    """The session's own request without what shapes a reply, checked field by field as it arrives."""
    api.reply(FULL, stop_reason="compaction")
    session = {
        "model": "claude-test",
        "max_tokens": 4096,
        "system": "be brief",
        "tools": [house.memory],
        "messages": TALK,
        "tool_choice": {"type": "any"},
        "stop_sequences": ["END"],
        "context_management": {"edits": [compaction.threshold()]},
        "output_config": {
            "effort": "low",
            "format": {"type": "json_schema", "schema": {}},
            "task_budget": {"type": "tokens", "total": 50_000, "remaining": 7},
        },
        "max_iterations": 5,
        "thread": False,
        "betas": ["context-management-2025-06-27"],
    }
    before = json.dumps(session, default=str)
    response = client.beta.messages.create(**compaction.on_demand(session, "keep four kinds"))
    (request,) = api.requests
    assert {
        "model": "claude-test",
        "max_tokens": 4096,
        "system": "be brief",
        "tools": [{"type": "memory_20250818", "name": "memory"}],
        "messages": TALK,
        "output_config": {"effort": "low", "task_budget": {"type": "tokens", "total": 50_000}},
        "compaction": {"type": "summarize", "instructions": "keep four kinds"},
    } == request.body
    assert ["context-management-2025-06-27", "compact-2026-09-04"] == request.betas
    assert before == json.dumps(session, default=str)
    summary = summary_of(response)
    assert isinstance(summary, Summary)
    assert (FULL, True) == (summary.block, summary.signed)


def test_a_choice_of_tools_that_forces_nothing_stays():
    """And so does what fallbacks say beside a format."""
    request = {
        "messages": TALK,
        "tool_choice": {"type": "auto"},
        "fallbacks": [{"model": "m", "output_config": {"format": {}, "effort": "low"}}, {"model": "n"}],
    }
    found = compaction.on_demand(request)
    assert {"type": "auto"} == found["tool_choice"]
    assert [{"model": "m", "output_config": {"effort": "low"}}, {"model": "n"}] == found["fallbacks"]
    assert {"type": "summarize"} == found["compaction"]


# --- going on ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("keep_tail", "place"), [(0, 5), (1, 4), (2, 3), (3, 1), (4, 1), (5, 0), (9, 0)])
def test_a_conversation_is_cut_where_no_call_is_open(keep_tail: int, place: int):
    """What is between a call and its result stays together, on the side that is kept."""
    assert place == compaction.cut(TALK, keep_tail)


def test_behind_a_summary_only_what_it_does_not_cover_stays():
    """Its block comes first, with all its fields; the messages that it covers are gone."""
    assert [assistant(FULL), *TALK[3:]] == compaction.continued(TALK, FULL, keep_tail=2)
    again = compaction.continued([assistant(FULL), *TALK], {**FULL, "content": "new"})
    assert [assistant({**FULL, "content": "new"})] == again


def test_cp_10_a_summary_that_failed_changes_nothing(house: House):
    """All messages stay, there is no summary in it, and no line in the ledger; it may be sent back."""
    reply = {"content": [FAILED, text("go on")], "stop_reason": "end_turn"}
    assert TALK == compaction.continued(TALK, FAILED)
    assert isinstance(summary_of(reply), NoSummary)
    assert "failed" == getattr(summary_of(reply), "why", None)
    assert compaction_blocks.note_compacted(house.session, TALK, reply) is None
    assert [] == house.ledger()
    assert assistant(FAILED, text("go on")) == compaction.carried_back(reply)
    assert [] == missing_blocks([*TALK, assistant(text("go on"))], [reply])


def test_cp_10_a_full_block_goes_back_with_all_its_fields():
    """Also from the SDK's object, where fields that never came must not turn up as null."""
    reply: dict[str, Any] = {"content": [FULL, text("x")], "stop_reason": "end_turn"}
    message = BetaMessage.construct(**reply)
    assert assistant(FULL, text("x")) == compaction.carried_back(message)
    assert json.dumps(assistant(FULL, text("x"))) == json.dumps(compaction.carried_back(reply))


def test_cp_10_an_empty_block_is_reported_before_it_is_sent():
    """Whoever made it."""
    (fault,) = missing_blocks([*TALK, assistant(EMPTY)], [])
    assert (Lack.EMPTY, 5) == (fault.lack, fault.at)
    assert fault.told(stillso.texts.Texts("en")).startswith("Message 5 holds a compaction block with an empty text")


# --- what came back ------------------------------------------------------------------------------------------

#: Case CP-03: a reply with a summary, the history of a harness that kept its text alone, and the right one.
CONTENT = [{"type": "compaction", "content": "前情：不要動 migration 目錄。"}, text("我繼續。")]
WRONG_HISTORY = [{"role": "assistant", "content": "我繼續。"}]
RIGHT_HISTORY = [assistant(*CONTENT)]


def test_cp_03_a_history_without_the_block_is_reported_at_its_turn():
    """Before the request goes out that would lose the summary without an error."""
    (fault,) = missing_blocks(WRONG_HISTORY, [CONTENT])
    assert (Lack.MISSING, 1) == (fault.lack, fault.turn)
    assert fault.told(stillso.texts.Texts("en")).startswith("Compaction block missing at turn 1: send back all")
    assert fault.told(stillso.texts.Texts("zh-Hant")).startswith("第 1 輪的 compaction 區塊不見了")


def test_cp_03_a_history_with_the_whole_content_passes():
    """As JSON, as objects of the SDK, with a mark for the cache, and behind further turns."""
    message = BetaMessage.construct(content=CONTENT, stop_reason="end_turn")
    marked = [{**CONTENT[0], "cache_control": {"type": "ephemeral"}}, CONTENT[1]]
    assert [] == missing_blocks(RIGHT_HISTORY, [CONTENT])
    assert [] == missing_blocks([{"role": "assistant", "content": message.content}], [message])
    assert [] == missing_blocks([*TALK, assistant(*marked), user("x")], [{"content": [text("b")]}, CONTENT])


def test_cp_03_what_reads_the_window_holds_a_block_fixed():
    """Clearing leaves it as it is: it is a summary, and no result."""
    block = ANTHROPIC.blocks(RIGHT_HISTORY[0], 0)[0]
    assert (Kind.SUMMARY, True) == (block.kind, block.fixed)


def test_only_the_newest_summary_must_be_there():
    """An older one is in it, and goes with what stood before."""
    newer = {"content": [{"type": "compaction", "content": "all of it"}]}
    assert [] == missing_blocks([assistant(*newer["content"])], [CONTENT, newer])
    (fault,) = missing_blocks(RIGHT_HISTORY, [CONTENT, newer])
    assert (Lack.MISSING, 2) == (fault.lack, fault.turn)


def test_a_block_that_lost_a_field_is_reported_as_changed():
    """The signature covers all of it."""
    held = {name: value for name, value in FULL.items() if name != "signature"}
    (fault,) = missing_blocks([assistant(held)], [{"content": [FULL], "stop_reason": "compaction"}])
    assert (Lack.CHANGED, 1, 0) == (fault.lack, fault.turn, fault.at)


STOPPED = ["max_tokens", "model_context_window_exceeded", "tool_use", "refusal", "end_turn"]


@pytest.mark.parametrize("reason", STOPPED)
def test_a_reply_without_a_summary_says_why_it_stopped(reason: str):
    """It is no error; the history stays, and it can be tried later."""
    found = summary_of({"content": [], "stop_reason": reason})
    assert NoSummary(why=reason, usage=compaction_blocks.Usage(window=0)) == found


def test_what_a_compaction_cost_stands_in_the_iterations():
    """The totals leave it out; the window is that of the last message, never of the compaction."""
    usage = {
        "input_tokens": 0,
        "output_tokens": 0,
        "iterations": [
            {"type": "compaction", "input_tokens": 900, "output_tokens": 80, "cache_read_input_tokens": 100},
            {"type": "message", "input_tokens": 200, "output_tokens": 30, "cache_creation_input_tokens": 5},
        ],
    }
    found = compaction_blocks.usage_of({"usage": usage})
    expected = compaction_blocks.Usage(input=205, output=30, compaction_input=1000, compaction_output=80, window=205)
    assert expected == found


def test_without_iterations_the_totals_are_told():
    """As most replies have them."""
    usage = {"input_tokens": 10, "output_tokens": 3, "cache_read_input_tokens": 7, "iterations": None}
    found = compaction_blocks.usage_of({"usage": usage})
    assert compaction_blocks.Usage(input=17, output=3, window=17) == found


def test_a_summary_leaves_one_line_in_the_ledger(house: House):
    """How many messages it took the place of, and how long these were; the same reply again leaves none."""
    reply = {"content": [FULL], "stop_reason": "compaction"}
    written = compaction_blocks.note_compacted(house.session, TALK, reply)
    assert isinstance(written, Taken)
    again = compaction_blocks.note_compacted(house.session, TALK, reply)
    assert isinstance(again, Taken)
    assert again.compacted.unchanged
    (line,) = house.ledger()
    assert (Verb.COMPACT, Way.COMPACTED, 4) == (line.verb, line.receipt.way, line.receipt.chars)
    assert "5 messages, for a summary of 4 characters (by the provider, on demand)" == line.receipt.what


def test_a_stream_gives_the_whole_block_on_demand(api: Api, client: Anthropic):
    """It comes with its beginning, and goes back as it came."""
    api.reply(FULL, stop_reason="compaction")
    request = {"model": "claude-test", "max_tokens": 10, "messages": TALK}
    with client.beta.messages.stream(**compaction.on_demand(request)) as stream:
        message = stream.get_final_message()
    assert assistant(FULL) == compaction.carried_back(message)
    assert compaction.continued(TALK, message.content[0]) == [assistant(FULL)]
