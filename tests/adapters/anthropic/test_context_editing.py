"""Context editing: the field of a request in each of its forms, and what a reply leaves in the ledger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from anthropic import Anthropic
from anthropic.types.beta import BetaMessage
from tests.adapters.anthropic.conftest import House
from tests.adapters.anthropic.messages_server import Api

from stillso import Misuse, Refused
from stillso.adapters.anthropic import applied_edits, compaction
from stillso.adapters.anthropic import context_editing as editing
from stillso.adapters.anthropic.applied_edits import Applied
from stillso.core.operations import Verb
from stillso.core.windows.receipts import Receipt, Way
from stillso.core.windows.tokens import estimate

KIND = "clear_tool_uses_20250919"
THINKING = "clear_thinking_20251015"


# --- the request ---------------------------------------------------------------------------------------------

FORMS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "nothing said": ({"exclude_tools": None}, {}),
    "trigger in tokens": (
        {"trigger_tokens": 30_000, "exclude_tools": None},
        {"trigger": {"type": "input_tokens", "value": 30_000}},
    ),
    "trigger in uses": (
        {"trigger_uses": 12, "exclude_tools": None},
        {"trigger": {"type": "tool_uses", "value": 12}},
    ),
    "keep": ({"keep": 0, "exclude_tools": None}, {"keep": {"type": "tool_uses", "value": 0}}),
    "at least": (
        {"clear_at_least": 5000, "exclude_tools": None},
        {"clear_at_least": {"type": "input_tokens", "value": 5000}},
    ),
    "excluded": ({"exclude_tools": ("memory", "ask")}, {"exclude_tools": ["memory", "ask"]}),
    "inputs": ({"clear_tool_inputs": True, "exclude_tools": []}, {"clear_tool_inputs": True, "exclude_tools": []}),
    "inputs of some": (
        {"clear_tool_inputs": ["write"], "exclude_tools": None},
        {"clear_tool_inputs": ["write"]},
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_each_field_stands_in_the_edit_as_the_provider_takes_it(form: str):
    """What is not said is not sent."""
    given, fields = FORMS[form]
    assert {"type": KIND, **fields} == editing.tool_uses(**given)


def test_what_the_agent_noted_is_not_cleared_unless_told_otherwise():
    """The memory tool, and all tools of ours that ask for a change."""
    excluded = editing.tool_uses()["exclude_tools"]
    assert {"memory", "remember", "supersede", "write_context"} <= set(excluded)
    assert not {"recall", "read_context_file"} & set(excluded)


@pytest.mark.parametrize(
    ("keep", "fields"),
    [(None, {}), ("all", {"keep": "all"}), (2, {"keep": {"type": "thinking_turns", "value": 2}})],
)
def test_thinking_is_kept_of_all_turns_or_of_the_newest(keep: int | str | None, fields: dict[str, Any]):
    """Its default differs by model, so it can be said."""
    assert {"type": THINKING, **fields} == editing.thinking(keep)


def test_the_edits_stand_in_the_order_that_the_provider_asks_for():
    """Thinking first, whatever was named first; each beta once."""
    field = editing.context_management(
        compact=compaction.threshold(), clear_tool_uses=editing.tool_uses(), clear_thinking=editing.thinking("all")
    )
    assert [THINKING, KIND, "compact_20260112"] == [edit["type"] for edit in field["edits"]]
    assert ["context-management-2025-06-27", "compact-2026-01-12"] == editing.betas(field)
    assert ["compact-2026-01-12"] == editing.betas(editing.context_management(compact=compaction.threshold()))
    assert [] == editing.betas({})


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "two triggers": (lambda: editing.tool_uses(trigger_tokens=1, trigger_uses=1), "not both"),
    "no trigger": (lambda: editing.tool_uses(trigger_tokens=0), "from 1 on"),
    "keep below": (lambda: editing.tool_uses(keep=-1), "from 0 on"),
    "a truth": (lambda: editing.tool_uses(keep=True), "keep is True"),
    "half a use": (lambda: editing.tool_uses(trigger_uses=1.5), "trigger_uses is 1.5"),  # type: ignore[arg-type]
    "one name": (lambda: editing.tool_uses(exclude_tools="memory"), "a list of names"),
    "no names": (lambda: editing.tool_uses(clear_tool_inputs=[1]), "a list of names"),  # type: ignore[list-item]
    "thinking of none": (lambda: editing.thinking(0), "from 1 on"),
    "thinking of most": (lambda: editing.thinking("most"), "or 'all'"),
    "no edit": (lambda: editing.context_management(), "at least one edit"),
    "wrong place": (lambda: editing.context_management(clear_thinking=editing.tool_uses()), "another edit"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_setting_is_misuse(case: str):
    """Told to whoever wrote it, before the provider refuses the request."""
    make, said = WRONG[case]
    with pytest.raises(Misuse, match=said):
        make()


def test_a_preview_asks_the_provider_what_the_edits_would_save(house: House, api: Api, client: Anthropic):
    """Tokens before and after, by its own count; the tools of a runner are declared, and the beta goes along."""
    api.counts(input_tokens=25_000, context_management={"original_input_tokens": 70_000})
    field = editing.context_management(clear_tool_uses=editing.tool_uses())
    messages = [{"role": "user", "content": "hi"}]
    found = editing.preview(
        client, model="claude-test", messages=messages, tools=[house.memory], context_management=field, betas=["x"]
    )
    (request,) = api.requests
    assert editing.Preview(before=70_000, after=25_000) == found
    assert ("/v1/messages/count_tokens", {"x", "context-management-2025-06-27"}) == (
        request.path,
        set(request.betas) - {"token-counting-2024-11-01"},
    )
    assert {
        "model": "claude-test",
        "messages": messages,
        "tools": [{"type": "memory_20250818", "name": "memory"}],
        "context_management": field,
    } == request.body


def test_a_preview_without_edits_is_the_same_before_and_after(api: Api, client: Anthropic):
    """There is nothing to save."""
    api.counts(input_tokens=25_000)
    found = editing.preview(client, model="claude-test", messages=[{"role": "user", "content": "hi"}])
    assert editing.Preview(before=25_000, after=25_000) == found


# --- the ledger ----------------------------------------------------------------------------------------------


def used(ref: str, name: str, given: object, result: object) -> list[dict[str, Any]]:
    """A use of a tool and its result, as two messages."""
    call = {"type": "tool_use", "id": ref, "name": name, "input": given}
    answer = {"type": "tool_result", "tool_use_id": ref, "content": result}
    return [{"role": "assistant", "content": [call]}, {"role": "user", "content": [answer]}]


MESSAGES: list[dict[str, Any]] = [
    {"role": "user", "content": "look"},
    *used("t1", "read", {"path": "a.py"}, "A" * 400),
    *used("t2", "memory", {"command": "view", "path": "/memories"}, "none"),
    *used("t3", "read", {"path": "b.py"}, [{"type": "text", "text": "B" * 80}]),
    *used("t4", "read", {"path": "c.py"}, "C"),
    {"role": "assistant", "content": [{"type": "tool_use", "id": "t5", "name": "read", "input": {}}]},
]
FIELD = editing.context_management(clear_tool_uses=editing.tool_uses(keep=1))


def applied(*edits: dict[str, Any]) -> dict[str, Any]:
    """A reply with these edits, as JSON."""
    return {"content": [], "context_management": {"applied_edits": list(edits)}}


def uses(count: int, tokens: int = 0) -> dict[str, Any]:
    """Uses of tools that were cleared."""
    return {"type": KIND, "cleared_tool_uses": count, "cleared_input_tokens": tokens}


def turns(count: int, tokens: int = 0) -> dict[str, Any]:
    """Turns whose thinking was cleared."""
    return {"type": THINKING, "cleared_thinking_turns": count, "cleared_input_tokens": tokens}


def noted(house: House, response: object, field: Any = FIELD, messages: Any = MESSAGES) -> Applied:
    """What a reply leaves in the ledger."""
    found = applied_edits.note_applied(house.session, messages, response, field)
    assert not isinstance(found, Refused), found
    return found


def refs(house: House) -> list[str]:
    """The calls of the lines of the ledger."""
    return [line.receipt.ref for line in house.ledger()]


def test_each_use_that_was_cleared_is_a_receipt_that_says_which(house: House):
    """The oldest ones that are neither excluded nor kept; marked as worked out, since only the count was told."""
    found = noted(house, applied(uses(2, 9000)))
    assert (2, 0, 9000) == (found.tool_uses, found.thinking_turns, found.tokens)
    assert [
        ('read {"path": "a.py"} (worked out)', "t1", 400, 100),
        ('read {"path": "b.py"} (worked out)', "t3", 80, 20),
    ] == [(each.what, each.ref, each.chars, each.tokens) for each in found.receipts]
    assert [(Verb.CLEAR, Way.BY_PROVIDER)] * 2 == [(line.verb, line.receipt.way) for line in house.ledger()]
    assert list(found.receipts) == [line.receipt for line in house.ledger()]


def test_the_same_uses_cleared_again_are_no_new_lines(house: House):
    """The provider edits each request anew; only what is new is written."""
    noted(house, applied(uses(1)))
    assert ["t3"] == [each.ref for each in noted(house, applied(uses(2))).receipts]
    assert () == noted(house, applied(uses(2))).receipts
    assert ["t1", "t3"] == refs(house)


def test_uses_that_cannot_be_told_are_a_line_with_their_count(house: House):
    """Where the messages hold fewer than the provider cleared, as of a harness that cut them."""
    noted(house, applied(uses(4)))
    noted(house, applied(uses(4)))
    noted(house, applied(uses(5)))
    told = [line.receipt.what for line in house.ledger()][2:]
    more = "Results of {} more uses of tools; the provider does not say which"
    assert [more.format(2), more.format(1)] == told


def test_cleared_thinking_is_one_line(house: House):
    """Written again only when it is of more turns, with what is new."""
    noted(house, applied(turns(2, 8100)))
    noted(house, applied(turns(2, 8100)))
    noted(house, applied(turns(3, 9000)))
    told = [(line.receipt.what, line.receipt.tokens) for line in house.ledger()]
    assert [("Thinking of 2 more turns", 8100), ("Thinking of 1 more turns", 900)] == told


NOTHING: list[object] = [
    {"content": []},
    {"content": [], "context_management": None},
    {"content": [], "context_management": {"applied_edits": []}},
    {"content": [], "context_management": {"applied_edits": None}},
    applied({"type": "clear_everything_20270101", "cleared": 7}),
    applied(uses(0), turns(0)),
]


@pytest.mark.parametrize("response", NOTHING)
def test_a_reply_that_cleared_nothing_known_leaves_no_line(house: House, response: object):
    """No field, null, empty, or an edit that nobody knows yet."""
    assert (0, ()) == (noted(house, response).tool_uses, noted(house, response).receipts)
    assert [] == house.ledger()


def test_a_reply_may_be_the_sdks_object(house: House):
    """With an edit that the SDK does not know among the others."""
    message = BetaMessage.construct(**applied({"type": "other_20270101"}, uses(1, 5), turns(1, 7)))
    found = noted(house, message)
    assert (1, 1, 12) == (found.tool_uses, found.thinking_turns, found.tokens)


def test_what_stands_before_a_summary_is_not_cleared_again(house: House):
    """The provider drops it, so its uses are not counted."""
    summary = {"role": "assistant", "content": [{"type": "compaction", "content": "so far"}]}
    messages = [*MESSAGES[:3], summary, *MESSAGES[3:]]
    found = noted(
        house, applied(uses(1)), editing.context_management(clear_tool_uses=editing.tool_uses(keep=0)), messages
    )
    assert ["t3"] == [each.ref for each in found.receipts]


def test_tools_of_the_provider_are_cleared_like_any_other(house: House):
    """Their results stand in the assistant's message."""
    result = [{"type": "web_search_result", "title": "x"}]
    blocks = [
        {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "x"}},
        {"type": "web_search_tool_result", "tool_use_id": "s1", "content": result},
    ]
    messages = [{"role": "assistant", "content": blocks}]
    field = editing.context_management(clear_tool_uses=editing.tool_uses(keep=0))
    (receipt,) = noted(house, applied(uses(1)), field, messages).receipts
    assert ("s1", 'web_search {"query": "x"} (worked out)', 45) == (receipt.ref, receipt.what, receipt.chars)


def test_a_secret_in_a_call_is_masked_in_its_receipt(house: House):
    """As in everything that is kept."""
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    field = editing.context_management(clear_tool_uses=editing.tool_uses(keep=0))
    messages = used("t1", "fetch", {"token": secret}, "x")
    (receipt,) = noted(house, applied(uses(1)), field, messages).receipts
    assert secret not in receipt.what


def test_the_provider_keeps_three_where_nothing_is_said(house: House):
    """Its own default."""
    field = {"edits": [{"type": KIND}]}
    assert ["t1"] == [each.ref for each in noted(house, applied(uses(1)), field).receipts]
    assert 1 == len(applied_edits.clearable(MESSAGES, field["edits"][0]))


def test_what_is_switched_on_is_a_line_with_how_and_since_when(house: House):
    """Once for each setting; another setting of the same edit is a line of its own."""
    assert 1 == len(switched_on(house, FIELD))
    assert () == switched_on(house, FIELD)
    other = editing.context_management(
        clear_tool_uses=editing.tool_uses(keep=9), clear_thinking=editing.thinking("all")
    )
    assert [THINKING, KIND] == [each.ref for each in switched_on(house, other)]
    lines = house.ledger()
    assert [(Verb.NOTE, Way.SWITCHED_ON)] * 3 == [(line.verb, line.receipt.way) for line in lines]
    assert 'clear_thinking_20251015 {"keep": "all"}' == lines[1].receipt.what


def switched_on(house: House, field: dict[str, Any]) -> tuple[Receipt, ...]:
    """The lines that switching these edits on leaves."""
    found = applied_edits.note_switched_on(house.session, field)
    assert not isinstance(found, Refused)
    return found


def test_without_a_session_there_is_no_ledger(house: House):
    """Refused, and so is what a session that ended would write."""
    assert isinstance(applied_edits.note_applied(house.mei, MESSAGES, applied(uses(1)), FIELD), Refused)
    assert isinstance(applied_edits.note_switched_on(house.mei, FIELD), Refused)
    house.session.end()
    assert isinstance(applied_edits.note_applied(house.session, MESSAGES, applied(uses(1)), FIELD), Refused)


def test_the_tokens_of_a_receipt_are_an_estimate_of_the_text_alone(house: House):
    """What the provider counts stands in the answer."""
    (receipt,) = noted(house, applied(uses(1, 777))).receipts
    assert estimate("A" * 400) == receipt.tokens
