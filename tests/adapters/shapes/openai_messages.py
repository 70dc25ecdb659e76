"""Messages and items of OpenAI's two APIs for property tests: how they are made, and what is valid."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.adapters.shapes.turns import Call, Turn, in_base64
from tests.adapters.shapes.validating import validate


def _text_only(result: str | tuple[str | bytes, ...] | None, part: str) -> str | list[dict[str, str]]:
    if isinstance(result, tuple):
        return [{"type": part, "text": piece} for piece in result if isinstance(piece, str)]
    return result or ""


def chat_part(piece: str | bytes) -> dict[str, Any]:
    """A text or an image in a content."""
    if isinstance(piece, str):
        return {"type": "text", "text": piece}
    return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{in_base64(piece)}"}}


def _chat_call(call: Call) -> dict[str, Any]:
    if call.name == "run":
        return {"id": call.ref, "type": "custom", "custom": {"name": "run", "input": "ls -l"}}
    function = {"name": call.name, "arguments": json.dumps(call.given)}
    return {"id": call.ref, "type": "function", "function": function}


def chat(drawn: list[Turn], answered: bool) -> list[Any]:
    """The conversation as chat messages; the calls of the last turn may be unanswered."""
    messages: list[Any] = [{"role": "developer", "content": "Be brief."}]
    for place, turn in enumerate(drawn):
        whole = len(turn.said) == 1 and isinstance(turn.said[0], str)
        said: Any = turn.said[0] if whole else [chat_part(piece) for piece in turn.said]
        answer: dict[str, Any] = {"role": "assistant", "content": turn.text or None}
        if turn.calls:
            answer["tool_calls"] = [_chat_call(call) for call in turn.calls]
        messages += [{"role": "user", "content": said}, answer]
        if answered or place < len(drawn) - 1:
            messages += [
                {"role": "tool", "tool_call_id": call.ref, "content": _text_only(call.result, "text")}
                for call in turn.calls
            ]
    return messages


def chat_objects(messages: list[Any]) -> list[Any]:
    """The model's messages as a response holds them."""
    chat = pytest.importorskip("openai.types.chat")
    return [
        chat.ChatCompletionMessage.model_validate(message) if message["role"] == "assistant" else message
        for message in messages
    ]


def check_chat(messages: list[Any]) -> None:
    """Fail unless the messages are valid."""
    plain = [m if isinstance(m, dict) else m.model_dump(exclude_unset=True) for m in messages]
    validate("openai.types.chat", "ChatCompletionMessageParam", plain)
    due: list[str] = []
    for message in plain:
        if message["role"] == "tool":
            assert {"role", "tool_call_id", "content"} == set(message)
            assert due.pop(0) == message["tool_call_id"]
            continue
        assert [] == due
        due = [call["id"] for call in message.get("tool_calls") or []]


def _responses_part(piece: str | bytes) -> dict[str, Any]:
    if isinstance(piece, str):
        return {"type": "input_text", "text": piece}
    return {"type": "input_image", "detail": "auto", "image_url": f"data:image/png;base64,{in_base64(piece)}"}


def _responses_pair(call: Call) -> tuple[dict[str, Any], dict[str, Any]]:
    output = list(map(_responses_part, call.result)) if isinstance(call.result, tuple) else call.result or ""
    kind = "custom_tool_call" if call.name == "run" else "function_call"
    given = {"input": "ls -l"} if call.name == "run" else {"arguments": json.dumps(call.given)}
    called = {"type": kind, "id": f"i_{call.ref}", "call_id": call.ref, "name": call.name, **given}
    return called, {"type": f"{kind}_output", "call_id": call.ref, "output": output}


def responses(drawn: list[Turn], answered: bool) -> list[Any]:
    """The conversation as items; the calls of the last turn may be unanswered."""
    items: list[Any] = []
    for place, turn in enumerate(drawn):
        items.append({"type": "message", "role": "user", "content": [_responses_part(piece) for piece in turn.said]})
        if turn.thought is not None:
            summary = [{"type": "summary_text", "text": turn.thought}]
            items.append({"type": "reasoning", "id": f"rs_{place}", "summary": summary, "encrypted_content": "opaque"})
        if turn.text:
            content = [{"type": "output_text", "text": turn.text, "annotations": []}]
            said = {"type": "message", "id": f"msg_{place}", "role": "assistant", "status": "completed"}
            items.append({**said, "content": content})
        pairs = [_responses_pair(call) for call in turn.calls]
        items += [called for called, _ in pairs]
        if answered or place < len(drawn) - 1:
            items += [result for _, result in pairs]
    return items


def responses_objects(items: list[Any]) -> list[Any]:
    """The model's items as a response holds them."""
    types = pytest.importorskip("openai.types.responses")
    kinds = {
        "reasoning": types.ResponseReasoningItem,
        "function_call": types.ResponseFunctionToolCall,
        "custom_tool_call": types.ResponseCustomToolCall,
    }
    return [kinds[item["type"]].model_validate(item) if item["type"] in kinds else item for item in items]


def check_responses(items: list[Any]) -> None:
    """Fail unless the items are valid."""
    plain = [item if isinstance(item, dict) else item.model_dump(exclude_unset=True) for item in items]
    validate("openai.types.responses", "ResponseInputItemParam", plain)
    due: list[str] = []
    for item in plain:
        if item["type"].endswith("_output"):
            assert due.pop(0) == item["call_id"]
        elif item["type"].endswith("_call"):
            due.append(item["call_id"])
        else:
            assert [] == due
