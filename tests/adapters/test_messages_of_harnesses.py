"""What is read of the messages of LangChain and pydantic-ai, and how a result of theirs is cleared."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.adapters.shapes import langchain_messages, pydantic_ai_messages

from stillso.adapters.messages import SHAPES, Spoken, spoken
from stillso.core.windows.blocks import WHOLE, Block, Kind, Other

LANGCHAIN = SHAPES["langchain"]
PYDANTIC_AI = SHAPES["pydantic-ai"]

#: The mark that LangChain's own middleware leaves, with our name.
MARK = {"cleared": True, "strategy": "stillso"}


def blocks(name: str, message: Any) -> list[Block]:
    """The blocks of a message, as the first of its array."""
    return list(SHAPES[name].blocks(message, 0))


# --- LangChain -------------------------------------------------------------------------------------------------------

PNG = {"type": "image_url", "image_url": {"url": "http://a"}}
CALL = {"name": "read", "args": {"path": "a"}, "id": "c1", "type": "tool_call"}
CALLED = Block(0, 0, Kind.CALL, "", "c1", "read", {"path": "a"})

FIELDS: dict[str, tuple[dict[str, Any], list[Block]]] = {
    "a text": ({"type": "human", "content": "hi"}, [Block(0, WHOLE, Kind.USER, "hi")]),
    "parts": (
        {"type": "human", "content": ["a", {"type": "text", "text": "b"}, PNG]},
        [
            Block(0, 0, Kind.USER, "a"),
            Block(0, 1, Kind.USER, "b"),
            Block(0, 2, Kind.OTHER, fixed=True, others=(Other("image_url", 8),)),
        ],
    ),
    "the system": ({"type": "system", "content": "hi"}, [Block(0, WHOLE, Kind.SYSTEM, "hi")]),
    "a speaker by role": ({"type": "chat", "role": "user", "content": "hi"}, [Block(0, WHOLE, Kind.USER, "hi")]),
    "a call": (
        {"type": "ai", "content": "a", "tool_calls": [CALL]},
        [Block(0, WHOLE, Kind.ASSISTANT, "a"), CALLED],
    ),
    "a call that does not parse": (
        {"type": "ai", "content": [], "invalid_tool_calls": [{"name": "read", "args": "{", "id": "c1", "error": "e"}]},
        [CALLED._replace(input="{")],
    ),
    "a call as the provider has it": (
        {"type": "ai", "content": [{"type": "tool_use", "id": "c1", "name": "read", "input": {"path": "a"}}]},
        [CALLED],
    ),
    "a call in both places": (
        {"type": "ai", "content": [{"type": "tool_use", "id": "c1", "name": "read"}], "tool_calls": [CALL]},
        [CALLED._replace(part=1)],
    ),
    "a call of an old file": (
        {
            "type": "ai",
            "content": "",
            "additional_kwargs": {"tool_calls": [{"id": "c1", "function": {"name": "read", "arguments": "{}"}}]},
        },
        [Block(0, WHOLE, Kind.ASSISTANT), CALLED._replace(input={})],
    ),
    "signed thinking": (
        {"type": "ai", "content": [{"type": "thinking", "thinking": "so", "signature": "s"}]},
        [Block(0, 0, Kind.THINKING, "so", binds=True)],
    ),
    "signed thinking in version 1": (
        {"type": "ai", "content": [{"type": "reasoning", "reasoning": "so", "extras": {"signature": "s"}}]},
        [Block(0, 0, Kind.THINKING, "so", binds=True)],
    ),
    "redacted thinking in version 1": (
        {"type": "ai", "content": [{"type": "non_standard", "value": {"type": "redacted_thinking", "data": "x"}}]},
        [Block(0, 0, Kind.THINKING, binds=True)],
    ),
    "signed thinking of Bedrock": (
        {
            "type": "ai",
            "content": [{"type": "reasoning_content", "reasoning_content": {"text": "so", "signature": "s"}}],
        },
        [Block(0, 0, Kind.THINKING, "so", binds=True)],
    ),
    "thinking that Gemini signed": (
        {
            "type": "ai",
            "content": [{"type": "thinking", "thinking": "so", "signature": "s"}],
            "response_metadata": {"model_provider": "google_genai"},
        },
        [Block(0, 0, Kind.THINKING, "so")],
    ),
    "reasoning of OpenAI": (
        {"type": "ai", "content": [{"type": "reasoning", "summary": [{"type": "summary_text", "text": "so"}]}]},
        [Block(0, 0, Kind.THINKING, "so")],
    ),
    "a tool of the provider": (
        {"type": "ai", "content": [{"type": "server_tool_use", "id": "s"}, {"type": "web_search_tool_result"}]},
        [Block(0, part, Kind.OTHER, fixed=True) for part in range(2)],
    ),
    "a result": (
        {"type": "tool", "content": "ok", "tool_call_id": "c1", "name": "read", "status": "success"},
        [Block(0, WHOLE, Kind.RESULT, "ok", "c1", "read")],
    ),
    "a result that failed": (
        {"type": "tool", "content": "no", "tool_call_id": "c1", "status": "error"},
        [Block(0, WHOLE, Kind.RESULT, "no", "c1", failed=True)],
    ),
    "a result of parts": (
        {"type": "tool", "content": ["a", {"type": "text", "text": "b"}, PNG], "tool_call_id": "c1"},
        [Block(0, WHOLE, Kind.RESULT, "a\nb", "c1", others=(Other("image_url", 8),))],
    ),
    "a summary": (
        {"type": "human", "content": "Here is", "additional_kwargs": {"lc_source": "summarization"}},
        [Block(0, WHOLE, Kind.SUMMARY, "Here is", fixed=True)],
    ),
    "news of the harness": (
        {"type": "human", "content": "Task 4 is done", "additional_kwargs": {"lc_source": "async_subagent"}},
        [Block(0, WHOLE, Kind.OTHER, "Task 4 is done", fixed=True)],
    ),
    "a legacy result": (
        {"type": "function", "name": "read", "content": "ok"},
        [Block(0, WHOLE, Kind.OTHER, "ok", fixed=True)],
    ),
    "a message that removes another": (
        {"type": "remove", "content": "", "id": "m"},
        [Block(0, WHOLE, Kind.OTHER, fixed=True)],
    ),
}


@pytest.mark.parametrize("case", FIELDS)
def test_messages_of_langchain(case: str) -> None:
    """Calls are read once, wherever they stand; what the harness put in the user's place is nobody's."""
    message, expected = FIELDS[case]
    assert expected == blocks("langchain", message)


def tool_message() -> Any:
    """A result with everything that a result has."""
    lc = pytest.importorskip("langchain_core.messages")
    return lc.ToolMessage(
        [{"type": "text", "text": "long"}],
        tool_call_id="c1",
        name="read",
        status="error",
        artifact={"raw": "long"},
        response_metadata={"kept": 1},
        id="m1",
    )


@pytest.mark.parametrize("written", [langchain_messages.dicts, langchain_messages.dumps, langchain_messages.fields])
def test_what_is_written_of_langchain_is_read_and_cleared_like_its_objects(written: Callable[..., list[Any]]) -> None:
    """All three forms give the blocks of the object, and, cleared, the object that was cleared."""
    message = tool_message()
    form = written([message])[0]
    assert blocks("langchain", message) == blocks("langchain", form)
    cleared = LANGCHAIN.cleared(message, {WHOLE: "[cleared]"})
    assert [cleared] == langchain_messages.objects([LANGCHAIN.cleared(form, {WHOLE: "[cleared]"})])


def test_a_cleared_result_of_langchain_is_marked_and_loses_its_artifact() -> None:
    """Id, status, name and metadata stay; the artifact would hold the text that was cleared."""
    message = tool_message()
    cleared = LANGCHAIN.cleared(message, {WHOLE: "[cleared]"})
    expected = {
        **message.model_dump(),
        "content": "[cleared]",
        "artifact": None,
        "response_metadata": {"kept": 1, "context_editing": MARK},
    }
    assert expected == cleared.model_dump()


@pytest.mark.parametrize("strategy", ["clear_tool_uses", "stillso"])
def test_what_bears_the_mark_is_left_alone(strategy: str) -> None:
    """Whoever cleared it: LangChain's own middleware, or we."""
    mark = {"context_editing": {"cleared": True, "strategy": strategy}}
    message = {"type": "tool", "content": "[cleared]", "tool_call_id": "c1", "response_metadata": mark}
    assert [Block(0, WHOLE, Kind.RESULT, "[cleared]", "c1", fixed=True)] == blocks("langchain", message)


def test_words_in_messages_of_langchain() -> None:
    """What a person typed, with the question; neither results nor what the harness added are heard."""
    lc = pytest.importorskip("langchain_core.messages")
    messages = [
        lc.HumanMessage("Fix it", id="1"),
        lc.AIMessage("Which one?", tool_calls=[CALL]),
        lc.ToolMessage("Always refund", tool_call_id="c1"),
        lc.HumanMessage("Here is a summary", additional_kwargs={"lc_source": "summarization"}),
        lc.HumanMessage([{"type": "text", "text": "the second"}, PNG]),
    ]
    expected = [Spoken(text="Fix it", asked=None), Spoken(text="the second", asked="Which one?")]
    assert expected == list(spoken(messages))
    assert expected == list(spoken(lc.messages_to_dict(messages)))


# --- pydantic-ai -----------------------------------------------------------------------------------------------------


def request(*parts: dict[str, Any]) -> dict[str, Any]:
    """A request with these parts, as it is written."""
    return {"kind": "request", "parts": list(parts)}


def response(*parts: dict[str, Any]) -> dict[str, Any]:
    """A response with these parts, as it is written."""
    return {"kind": "response", "parts": list(parts)}


def part(kind: str, **fields: Any) -> dict[str, Any]:
    """A part, as it is written."""
    return {"part_kind": kind, **fields}


def tool_return(content: object, **fields: Any) -> dict[str, Any]:
    """The result of the call c1, as it is written."""
    return part("tool-return", tool_name="read", tool_call_id="c1", content=content, **fields)


def result(text: str, **fields: Any) -> Block:
    """The block of such a result."""
    return Block(0, 0, Kind.RESULT, text, "c1", "read", **fields)


TEXT = {"kind": "text-content", "content": "b"}
IMAGE = {"kind": "image-url", "url": "http://a", "media_type": "image/png", "identifier": "7310bb"}

PARTS: dict[str, tuple[dict[str, Any], list[Block]]] = {
    "a text": (request(part("user-prompt", content="hi")), [Block(0, 0, Kind.USER, "hi")]),
    "several texts": (
        request(
            part("system-prompt", content="Be brief."),
            part(
                "user-prompt", content=["a", {"kind": "text-content", "content": "b"}, IMAGE, {"kind": "cache-point"}]
            ),
        ),
        [
            Block(0, 0, Kind.SYSTEM, "Be brief."),
            Block(0, 1, Kind.USER, "a"),
            Block(0, 1, Kind.USER, "b"),
            Block(0, 1, Kind.OTHER, fixed=True, others=(Other("image-url", 8),)),
            Block(0, 1, Kind.OTHER, fixed=True),
        ],
    ),
    "what was spoken": (request(part("speech", speaker="user", transcript="hi")), [Block(0, 0, Kind.USER, "hi")]),
    "a result": (request(tool_return("ok")), [result("ok")]),
    "nothing": (request(tool_return(None)), [result("")]),
    "a value": (request(tool_return({"n": 1.5, "名": None})), [result('{"n":1.5,"名":null}')]),
    "texts": (request(tool_return(["a", "b"])), [result("a\nb")]),
    "values and a file": (
        request(tool_return([1, IMAGE, "b"])),
        [result('[1,"b"]', others=(Other("image-url", 8),))],
    ),
    "a file": (request(tool_return(IMAGE)), [result("", others=(Other("image-url", 8),))]),
    **{
        f"a result that is {outcome}": (request(tool_return("no", outcome=outcome)), [result("no", failed=True)])
        for outcome in ("failed", "denied", "interrupted", "retried")
    },
    "a result by which the model has its tools": (
        request(tool_return({"discovered_tools": []}, tool_kind="tool-search")),
        [result('{"discovered_tools":[]}', fixed=True)],
    ),
    "a retry of a call": (
        request(part("retry-prompt", tool_name="read", tool_call_id="c1", content="again")),
        [result("again", failed=True)],
    ),
    "a retry of no call": (
        request(part("retry-prompt", tool_name=None, tool_call_id="c1", content="again")),
        [Block(0, 0, Kind.OTHER, fixed=True)],
    ),
    "a prompt beside a result": (
        request(tool_return("ok"), part("user-prompt", content="Always refund")),
        [result("ok"), Block(0, 1, Kind.OTHER, "Always refund", fixed=True)],
    ),
    "an answer": (
        response(
            part("text", content="a"), part("tool-call", tool_name="read", args='{"path": "a"}', tool_call_id="c1")
        ),
        [Block(0, 0, Kind.ASSISTANT, "a"), CALLED._replace(part=1)],
    ),
    "a call without arguments": (
        response(part("tool-call", tool_name="read", args=None, tool_call_id="c1")),
        [CALLED._replace(input=None)],
    ),
    "thinking that Anthropic signed": (
        response(part("thinking", content="so", signature="s", provider_name="anthropic")),
        [Block(0, 0, Kind.THINKING, "so", binds=True)],
    ),
    "thinking that others signed": (
        response(part("thinking", content="so", signature="s", provider_name="google")),
        [Block(0, 0, Kind.THINKING, "so")],
    ),
    "a tool of the provider": (
        response(part("builtin-tool-call", tool_name="s"), part("builtin-tool-return", tool_name="s", content="long")),
        [Block(0, place, Kind.OTHER, fixed=True) for place in range(2)],
    ),
    "a summary": (response(part("compaction", content="so")), [Block(0, 0, Kind.SUMMARY, "so", fixed=True)]),
    "a summary that only the provider reads": (
        response(part("compaction", content=None)),
        [Block(0, 0, Kind.SUMMARY, fixed=True)],
    ),
    "a file of the model": (
        response(part("file", content={"kind": "binary", "data": "aGVsbG8=", "media_type": "image/png"})),
        [Block(0, 0, Kind.OTHER, fixed=True, others=(Other("binary", 8),))],
    ),
}


@pytest.mark.parametrize("case", PARTS)
def test_messages_of_pydantic_ai(case: str) -> None:
    """Parts as they are; a result may be any value, and what a tool may have put in the user's place is nobody's."""
    message, expected = PARTS[case]
    assert expected == blocks("pydantic-ai", message)


def test_an_image_of_an_object_takes_what_it_takes_in_base64() -> None:
    """The same result as an object and as it is written: the same size."""
    ai = pytest.importorskip("pydantic_ai.messages")
    content = [ai.BinaryContent(data=b"hello", media_type="image/png")]
    message = ai.ModelRequest(parts=[ai.ToolReturnPart("read", content, tool_call_id="c1")])
    assert [result("", others=(Other("binary", 8),))] == blocks("pydantic-ai", message)
    assert blocks("pydantic-ai", message) == blocks("pydantic-ai", pydantic_ai_messages.out_of_json([message])[0])


def test_a_cleared_result_of_pydantic_ai_keeps_all_but_its_content() -> None:
    """Outcome, metadata, time and id stay."""
    ai = pytest.importorskip("pydantic_ai.messages")
    before = ai.ToolReturnPart("read", {"a": 1}, tool_call_id="c1", metadata={"kept": 1}, outcome="failed")
    message = ai.ModelRequest(parts=[before], instructions="Be brief.", run_id="r")
    cleared = PYDANTIC_AI.cleared(message, {0: "[cleared]"})
    after = cleared.parts[0]
    assert {**vars(before), "content": "[cleared]"} == vars(after)
    assert {**vars(message), "parts": [after]} == vars(cleared)


def test_the_record_of_files_goes_with_the_content_that_had_them() -> None:
    """Cleared in a file, a result reads like one that never was but a text."""
    ai = pytest.importorskip("pydantic_ai.messages")
    before = ai.ToolReturnPart("read", [ai.ImageUrl("http://a/b.png")], tool_call_id="c1")
    form = pydantic_ai_messages.out_of_json([ai.ModelRequest(parts=[before])])[0]
    assert "content_file_digests" in form["parts"][0]
    cleared = PYDANTIC_AI.cleared(form, {0: "[cleared]"})
    assert [cleared] == pydantic_ai_messages.out_of_json(pydantic_ai_messages.objects([cleared]))


def of_a_kind() -> Any:
    """A result of a class of its own, by which its content has a shape."""
    ai = pytest.importorskip("pydantic_ai.messages")
    lookup = ai.ToolKind("stillso_tests", "lookup", content=dict[str, int])

    class LookupReturn(ai.ToolReturnPart, kind=lookup):  # type: ignore[name-defined,misc,call-arg]
        """What a lookup found."""

    return LookupReturn("lookup", {"a": 1}, tool_call_id="c1")


def by_which_there_are_tools() -> Any:
    """A result of a class that the package itself has."""
    ai = pytest.importorskip("pydantic_ai.messages")
    return ai.ToolSearchReturnPart(content={"discovered_tools": [{"name": "grep"}]}, tool_call_id="c1")


@pytest.mark.parametrize(("make", "kind"), [(of_a_kind, "stillso_tests.lookup"), (by_which_there_are_tools, None)])
def test_a_result_of_a_class_of_its_own_goes_back_to_the_class_of_all(
    make: Callable[[], Any], kind: str | None
) -> None:
    """A text is not of the shape that such a class promises; nor does the result promise it after a round trip."""
    ai = pytest.importorskip("pydantic_ai.messages")
    message = ai.ModelRequest(parts=[make()])
    assert type(message.parts[0]) is not ai.ToolReturnPart
    objects = PYDANTIC_AI.cleared(message, {0: "[cleared]"})
    forms = PYDANTIC_AI.cleared(pydantic_ai_messages.out_of_json([message])[0], {0: "[cleared]"})
    for cleared in [objects, *pydantic_ai_messages.objects([objects]), *pydantic_ai_messages.objects([forms])]:
        assert ai.ToolReturnPart is type(cleared.parts[0])
        assert ("[cleared]", "c1", kind) == (
            cleared.parts[0].content,
            cleared.parts[0].tool_call_id,
            cleared.parts[0].tool_kind,
        )


def test_words_in_messages_of_pydantic_ai() -> None:
    """What a person typed, each text for itself, with the question."""
    ai = pytest.importorskip("pydantic_ai.messages")
    messages = [
        ai.ModelRequest(parts=[ai.SystemPromptPart("Be brief."), ai.UserPromptPart("Fix it")]),
        ai.ModelResponse(parts=[ai.ThinkingPart("#9?"), ai.TextPart("Which one?"), ai.ToolCallPart("read", {})]),
        ai.ModelRequest(parts=[ai.ToolReturnPart("read", "ok"), ai.UserPromptPart("Always refund")]),
        ai.ModelRequest(parts=[ai.UserPromptPart(["the", ai.ImageUrl("http://a/b.png"), "second"])]),
    ]
    expected = [
        Spoken(text="Fix it", asked=None),
        Spoken(text="the", asked="Which one?"),
        Spoken(text="second", asked="Which one?"),
    ]
    assert expected == list(spoken(messages))
    assert expected == list(spoken(json.loads(ai.ModelMessagesTypeAdapter.dump_json(messages))))
