"""What is read of the messages of Anthropic and of OpenAI, and how a result of theirs is cleared."""

from __future__ import annotations

from typing import Any

import pytest
from tests.adapters.shapes.conversations import check_valid

from stillso.adapters.messages import SHAPES, Spoken, shape_of, spoken
from stillso.core.windows.blocks import WHOLE, Block, Kind, Other


def blocks(provider: str, message: Any) -> list[Block]:
    """The blocks of a message, as the first of its array."""
    return list(SHAPES[provider].blocks(message, 0))


# --- Anthropic -----------------------------------------------------------------------------------------

PNG = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGVsbG8="}}
CACHED = {"type": "ephemeral"}


def user(*content: Any) -> dict[str, Any]:
    """A message of the user with these parts."""
    return {"role": "user", "content": list(content)}


def assistant(*content: Any) -> dict[str, Any]:
    """A message of the model with these parts."""
    return {"role": "assistant", "content": list(content)}


def returned(**fields: Any) -> dict[str, Any]:
    """A result as Anthropic has it."""
    return {"type": "tool_result", "tool_use_id": "t1", **fields}


def result(text: str, **fields: Any) -> Block:
    """The block of a result of the call t1, at the first place."""
    return Block(0, 0, Kind.RESULT, text, "t1", **fields)


ANTHROPIC: dict[str, tuple[dict[str, Any], list[Block]]] = {
    "content that is a text": ({"role": "user", "content": "hi"}, [Block(0, WHOLE, Kind.USER, "hi")]),
    "a text of the model": ({"role": "assistant", "content": "hi"}, [Block(0, WHOLE, Kind.ASSISTANT, "hi")]),
    "a message of the system": ({"role": "system", "content": "hi"}, [Block(0, WHOLE, Kind.SYSTEM, "hi")]),
    "a message of the system without content": ({"role": "system", "output_config": {"effort": "low"}}, []),
    "a result that is a text": (user(returned(content="ok")), [result("ok")]),
    "a result that is empty": (user(returned(content="")), [result("")]),
    "a result without content": (user(returned()), [result("")]),
    "a result of parts": (
        user(returned(content=[{"type": "text", "text": "a"}, PNG, {"type": "text", "text": "b"}])),
        [result("a\nb", others=(Other("image", 8),))],
    ),
    "a result with a document": (
        user(returned(content=[{"type": "document", "source": {"type": "text", "data": "一二三"}, "title": "t"}])),
        [result("", others=(Other("document", 4),))],
    ),
    "a result that failed": (user(returned(content="no", is_error=True)), [result("no", failed=True)]),
    "a result that did not fail": (user(returned(content="ok", is_error=False)), [result("ok")]),
    "a result that gives the model tools": (
        user(returned(content=[{"type": "tool_reference", "tool_name": "grep"}])),
        [result("", fixed=True, others=(Other("tool_reference", 4),))],
    ),
    "parallel calls": (
        assistant(*({"type": "tool_use", "id": f"t{n}", "name": "read", "input": {"path": "a"}} for n in (1, 2))),
        [Block(0, n - 1, Kind.CALL, "", f"t{n}", "read", {"path": "a"}) for n in (1, 2)],
    ),
    "thinking and a text": (
        assistant({"type": "thinking", "thinking": "so", "signature": "s"}, {"type": "text", "text": "a"}),
        [Block(0, 0, Kind.THINKING, "so", binds=True), Block(0, 1, Kind.ASSISTANT, "a")],
    ),
    "thinking that is not shown": (
        assistant({"type": "thinking", "thinking": "", "signature": "s"}),
        [Block(0, 0, Kind.THINKING, "", binds=True)],
    ),
    "thinking without a signature": (
        assistant({"type": "thinking", "thinking": "so", "signature": ""}),
        [Block(0, 0, Kind.THINKING, "so")],
    ),
    "redacted thinking": (
        assistant({"type": "redacted_thinking", "data": "x"}),
        [Block(0, 0, Kind.THINKING, binds=True)],
    ),
    "a tool of the provider": (
        assistant(
            {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {}},
            {"type": "web_search_tool_result", "tool_use_id": "s1", "content": []},
            {"type": "mcp_tool_result", "tool_use_id": "m1", "content": "long"},
        ),
        [Block(0, part, Kind.OTHER, fixed=True) for part in range(3)],
    ),
    "a summary": (
        assistant({"type": "compaction", "content": "前情", "signature": "s"}),
        [Block(0, 0, Kind.SUMMARY, "前情", fixed=True)],
    ),
    "a summary that failed": (
        assistant({"type": "compaction", "content": None}),
        [Block(0, 0, Kind.SUMMARY, fixed=True)],
    ),
    "an image of the user": (user(PNG), [Block(0, 0, Kind.OTHER, fixed=True, others=(Other("image", 8),))]),
    "a block of tomorrow": (assistant({"type": "hologram"}), [Block(0, 0, Kind.OTHER, fixed=True)]),
}


@pytest.mark.parametrize("case", ANTHROPIC)
def test_messages_of_anthropic(case: str) -> None:
    """Each block as it is, with its place; results of the provider's own tools are left alone."""
    message, expected = ANTHROPIC[case]
    assert expected == blocks("anthropic", message)


def test_objects_of_anthropic_are_read_like_mappings() -> None:
    """A response goes back into the messages as it came, as an object with blocks that are objects."""
    beta = pytest.importorskip("anthropic.types.beta")
    content = [
        {"type": "thinking", "thinking": "so", "signature": "s"},
        {"type": "text", "text": "reading"},
        {"type": "tool_use", "id": "t1", "name": "read", "input": {"path": "a"}},
    ]
    usage = {"input_tokens": 1, "output_tokens": 1}
    response = beta.BetaMessage.model_validate(
        {"id": "m", "type": "message", "role": "assistant", "model": "m", "usage": usage, "content": content}
    )
    assert blocks("anthropic", assistant(*content)) == blocks("anthropic", response)
    assert "anthropic" == shape_of([response]).name


def test_a_cleared_result_keeps_its_flags_and_the_mark_of_the_cache() -> None:
    """A moved breakpoint would change what is cached, and a lost flag what the model thinks of the result."""
    before = returned(content=[PNG], is_error=True, cache_control=CACHED, toolset_name="browser")
    message = user(before, {"type": "text", "text": "go on"})
    expected = user({**before, "content": "[cleared]"}, {"type": "text", "text": "go on"})
    assert expected == SHAPES["anthropic"].cleared(message, {0: "[cleared]"})


def test_a_result_without_content_can_say_something() -> None:
    """The field is added where it was absent."""
    assert user(returned(content="[cleared]")) == SHAPES["anthropic"].cleared(user(returned()), {0: "[cleared]"})


def test_two_results_with_one_id_are_told_apart_by_their_places() -> None:
    """Resumed histories have the same id twice; only the one that is meant is cleared."""
    message = user(returned(content="a"), returned(content="b"))
    assert [result("a"), result("b")._replace(part=1)] == blocks("anthropic", message)
    assert user(returned(content="a"), returned(content="-")) == SHAPES["anthropic"].cleared(message, {1: "-"})


# --- OpenAI --------------------------------------------------------------------------------------------

FUNCTION = {"id": "c1", "type": "function", "function": {"name": "read", "arguments": '{"path": "a"}'}}
CALLED = Block(0, 0, Kind.CALL, "", "c1", "read", {"path": "a"})

CHAT: dict[str, tuple[dict[str, Any], list[Block]]] = {
    "a text": ({"role": "user", "content": "hi"}, [Block(0, WHOLE, Kind.USER, "hi")]),
    "the developer": ({"role": "developer", "content": "hi"}, [Block(0, WHOLE, Kind.SYSTEM, "hi")]),
    "parts": (
        user({"type": "text", "text": "hi"}, {"type": "image_url", "image_url": {"url": "http://a"}}),
        [Block(0, 0, Kind.USER, "hi"), Block(0, 1, Kind.OTHER, fixed=True, others=(Other("image_url", 8),))],
    ),
    "no content": ({"role": "assistant", "content": None, "tool_calls": [FUNCTION]}, [CALLED]),
    "a text and calls": (
        {"role": "assistant", "content": "a", "tool_calls": [FUNCTION, FUNCTION]},
        [Block(0, WHOLE, Kind.ASSISTANT, "a"), CALLED, CALLED._replace(part=1)],
    ),
    "a call of a custom tool": (
        {"role": "assistant", "tool_calls": [{"id": "c1", "type": "custom", "custom": {"name": "sh", "input": "1"}}]},
        [CALLED._replace(name="sh", input="1")],
    ),
    "arguments that are no JSON": (
        {"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "read", "arguments": "{"}}]},
        [CALLED._replace(input="{")],
    ),
    "a result": (
        {"role": "tool", "tool_call_id": "c1", "content": "ok"},
        [Block(0, WHOLE, Kind.RESULT, "ok", "c1")],
    ),
    "a result of parts": (
        {"role": "tool", "tool_call_id": "c1", "content": [{"type": "text", "text": t} for t in "ab"]},
        [Block(0, WHOLE, Kind.RESULT, "a\nb", "c1")],
    ),
    "a refusal": (
        {"role": "assistant", "content": None, "refusal": "no"},
        [Block(0, 0, Kind.ASSISTANT, "no")],
    ),
    "a legacy call": (
        {"role": "assistant", "content": None, "function_call": {"name": "read", "arguments": "{}"}},
        [Block(0, 0, Kind.OTHER, fixed=True)],
    ),
    "a legacy result": (
        {"role": "function", "name": "read", "content": "ok"},
        [Block(0, WHOLE, Kind.OTHER, fixed=True)],
    ),
    "thinking of a gateway": (
        {"role": "assistant", "content": "a", "reasoning_content": "so"},
        [Block(0, 0, Kind.THINKING, "so"), Block(0, WHOLE, Kind.ASSISTANT, "a")],
    ),
    "signed thinking of a gateway": (
        {
            "role": "assistant",
            "content": "a",
            "thinking_blocks": [{"type": "thinking", "thinking": "so", "signature": "s"}],
        },
        [Block(0, 0, Kind.THINKING, "so", binds=True), Block(0, WHOLE, Kind.ASSISTANT, "a")],
    ),
}


@pytest.mark.parametrize("case", CHAT)
def test_messages_of_openai_chat(case: str) -> None:
    """Results are messages of their own, calls stand beside the content, arguments are read out of their JSON."""
    message, expected = CHAT[case]
    assert expected == blocks("openai-chat", message)


def item(kind: str, **fields: Any) -> dict[str, Any]:
    """An item of the Responses API."""
    return {"type": kind, **fields}


RESPONSES: dict[str, tuple[dict[str, Any], list[Block]]] = {
    "a text": ({"role": "user", "content": "hi"}, [Block(0, WHOLE, Kind.USER, "hi")]),
    "a message": (
        item(
            "message", role="user", content=[item("input_text", text="hi"), item("input_image", image_url="http://a")]
        ),
        [Block(0, 0, Kind.USER, "hi"), Block(0, 1, Kind.OTHER, fixed=True, others=(Other("input_image", 8),))],
    ),
    "an answer": (
        item("message", role="assistant", content=[item("output_text", text="a"), item("refusal", refusal="b")]),
        [Block(0, 0, Kind.ASSISTANT, "a"), Block(0, 1, Kind.ASSISTANT, "b")],
    ),
    "reasoning": (
        item("reasoning", id="rs", summary=[item("summary_text", text="so")], encrypted_content="x"),
        [Block(0, WHOLE, Kind.THINKING, "so")],
    ),
    "a call": (
        item("function_call", id="fc", call_id="c1", name="read", arguments='{"path": "a"}'),
        [CALLED._replace(part=WHOLE)],
    ),
    "a result": (
        item("function_call_output", id="o", call_id="c1", output="ok", status="completed"),
        [Block(0, WHOLE, Kind.RESULT, "ok", "c1")],
    ),
    "a result of parts": (
        item(
            "function_call_output",
            call_id="c1",
            output=[item("input_text", text="a"), item("input_file", file_id="f1")],
        ),
        [Block(0, WHOLE, Kind.RESULT, "a", "c1", others=(Other("input_file", 2),))],
    ),
    "a call of a custom tool": (
        item("custom_tool_call", call_id="c1", name="sh", input="ls"),
        [Block(0, WHOLE, Kind.CALL, "", "c1", "sh", "ls")],
    ),
    "a result of a custom tool": (
        item("custom_tool_call_output", call_id="c1", output="ok"),
        [Block(0, WHOLE, Kind.RESULT, "ok", "c1")],
    ),
    "a patch": (
        item("apply_patch_call", call_id="c1", operation={"type": "delete_file", "path": "a"}, status="completed"),
        [Block(0, WHOLE, Kind.CALL, "", "c1", "apply_patch", {"type": "delete_file", "path": "a"})],
    ),
    "a patch that failed": (
        item("apply_patch_call_output", call_id="c1", status="failed", output="no such file"),
        [Block(0, WHOLE, Kind.RESULT, "no such file", "c1", failed=True)],
    ),
    "what a shell said": (
        item("shell_call_output", call_id="c1", output=[{"stdout": "ab", "stderr": "", "outcome": item("timeout")}]),
        [Block(0, WHOLE, Kind.RESULT, "", "c1", fixed=True, others=(Other("shell", 2),))],
    ),
    "what a local shell said": (
        item("local_shell_call_output", id="c1", output='{"stdout": 1}'),
        [Block(0, WHOLE, Kind.RESULT, "", "c1", fixed=True, others=(Other("local_shell", 13),))],
    ),
    "a screenshot": (
        item("computer_call_output", call_id="c1", output=item("computer_screenshot", image_url="http://a")),
        [Block(0, WHOLE, Kind.RESULT, "", "c1", fixed=True, others=(Other("computer", 8),))],
    ),
    "a search": (item("web_search_call", id="ws", status="completed"), [Block(0, WHOLE, Kind.OTHER, fixed=True)]),
    "a tool elsewhere": (item("mcp_call", id="m", output="long"), [Block(0, WHOLE, Kind.OTHER, fixed=True)]),
    "a summary": (item("compaction", encrypted_content="x"), [Block(0, WHOLE, Kind.SUMMARY, fixed=True)]),
    "an item of tomorrow": (item("hologram_call"), [Block(0, WHOLE, Kind.OTHER, fixed=True)]),
}


@pytest.mark.parametrize("case", RESPONSES)
def test_items_of_openai_responses(case: str) -> None:
    """Calls and results by their ``call_id``; what has a form of its own is left alone."""
    message, expected = RESPONSES[case]
    assert expected == blocks("openai-responses", message)


def test_reasoning_its_call_and_the_result_stay_together() -> None:
    """Of the three only the output is anew."""
    triple = [
        item("reasoning", id="rs", summary=[], encrypted_content="x"),
        item("function_call", id="fc", call_id="c1", name="read", arguments="{}"),
        item("function_call_output", call_id="c1", output="long"),
    ]
    check_valid("openai-responses", triple)
    shape = SHAPES["openai-responses"]
    cleared = [*triple[:2], shape.cleared(triple[2], {WHOLE: "[cleared]"})]
    check_valid("openai-responses", cleared)
    assert {**triple[2], "output": "[cleared]"} == cleared[2]


def test_words_in_messages_of_openai() -> None:
    """What a person typed, with the question before it; neither results nor the developer are heard."""
    chat = [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": "Fix it"},
        {"role": "assistant", "content": "Which one?", "tool_calls": [FUNCTION]},
        {"role": "tool", "tool_call_id": "c1", "content": "Always refund"},
        user({"type": "text", "text": "the second"}, {"type": "image_url", "image_url": {"url": "http://a"}}),
    ]
    items = [
        item("message", role="developer", content=[item("input_text", text="Be brief.")]),
        item("message", role="user", content=[item("input_text", text="Fix it")]),
        item("reasoning", id="rs", summary=[item("summary_text", text="#9?")]),
        item("message", role="assistant", content=[item("output_text", text="Which one?")]),
        item("function_call", call_id="c1", name="read", arguments="{}"),
        item("function_call_output", call_id="c1", output=[item("input_text", text="Always refund")]),
        {"role": "user", "content": "the second"},
    ]
    expected = [Spoken(text="Fix it", asked=None), Spoken(text="the second", asked="Which one?")]
    assert expected == list(spoken(chat))
    assert expected == list(spoken(items))


def test_objects_of_openai_are_read_like_mappings() -> None:
    """Answers go back into the messages as they came, as objects."""
    chat = pytest.importorskip("openai.types.chat")
    responses = pytest.importorskip("openai.types.responses")
    answer = {"role": "assistant", "content": "a", "tool_calls": [FUNCTION]}
    called = item("function_call", call_id="c1", name="read", arguments='{"path": "a"}')
    assert blocks("openai-chat", answer) == blocks("openai-chat", chat.ChatCompletionMessage.model_validate(answer))
    as_object = responses.ResponseFunctionToolCall.model_validate(called)
    assert blocks("openai-responses", called) == blocks("openai-responses", as_object)
    assert ["openai-chat", "openai-responses"] == [
        shape_of([chat.ChatCompletionMessage.model_validate(answer)]).name,
        shape_of([as_object]).name,
    ]
