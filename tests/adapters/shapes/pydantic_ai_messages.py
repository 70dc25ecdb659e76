"""Messages of pydantic-ai for property tests: how they are made and written, and what is valid."""

from __future__ import annotations

import json
import warnings
from typing import Any

import pytest
from tests.adapters.shapes.turns import Call, Turn


def written(drawn: list[Turn], answered: bool) -> list[Any]:
    """The conversation as messages; the calls of the last turn may be unanswered."""
    ai = pytest.importorskip("pydantic_ai.messages")
    messages: list[Any] = []
    due: list[Any] = []
    for turn in drawn:
        if due:
            messages += [ai.ModelRequest(parts=due), ai.ModelResponse(parts=[ai.TextPart("I see.")])]
        whole = len(turn.said) == 1 and isinstance(turn.said[0], str)
        said: Any = turn.said[0] if whole else [_piece(ai, piece) for piece in turn.said]
        parts: list[Any] = []
        if turn.thought is not None:
            sealed = {"signature": "sig", "provider_name": "anthropic"} if turn.signed else {}
            parts.append(ai.ThinkingPart(turn.thought, **sealed))
        parts += [ai.TextPart(turn.text)] if turn.text else []
        parts += [ai.ToolCallPart(c.name, c.given, tool_call_id=c.ref) for c in turn.calls]
        messages += [ai.ModelRequest(parts=[ai.UserPromptPart(said)]), ai.ModelResponse(parts=parts)]
        due = [_result(ai, call) for call in turn.calls]
    return [*messages, ai.ModelRequest(parts=due)] if due and answered else messages


def _piece(ai: Any, piece: str | bytes) -> Any:
    return piece if isinstance(piece, str) else ai.BinaryContent(data=piece, media_type="image/png")


def _result(ai: Any, call: Call) -> Any:
    if call.failed and call.name == "run":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # deprecated, and still in what people have
            return ai.RetryPromptPart(content=str(call.result), tool_name=call.name, tool_call_id=call.ref)
    pieces = call.result if isinstance(call.result, tuple) else None
    content: Any = call.result if pieces is None else [_piece(ai, piece) for piece in pieces]
    outcome = "failed" if call.failed else "success"
    if call.name == "search":
        content = {"found": content, "n": 1.5}
    return ai.ToolReturnPart(call.name, content, tool_call_id=call.ref, outcome=outcome, metadata={"kept": call.ref})


def dicts(messages: list[Any]) -> list[Any]:
    """As the package writes them."""
    return pytest.importorskip("pydantic_ai.messages").ModelMessagesTypeAdapter.dump_python(messages)


def out_of_json(messages: list[Any]) -> list[Any]:
    """As they come out of a file."""
    adapter = pytest.importorskip("pydantic_ai.messages").ModelMessagesTypeAdapter
    return json.loads(adapter.dump_json(messages))


def objects(messages: list[Any]) -> list[Any]:
    """The objects, from what is written of them as well."""
    adapter = pytest.importorskip("pydantic_ai.messages").ModelMessagesTypeAdapter
    return adapter.validate_json(adapter.dump_json(adapter.validate_python(messages)))


def check(messages: list[Any]) -> None:
    """Fail unless the messages are valid."""
    ai = pytest.importorskip("pydantic_ai.messages")
    due: list[str] = []
    for message in objects(messages):
        if isinstance(message, ai.ModelResponse):
            assert [] == due
            due = [part.tool_call_id for part in message.parts if isinstance(part, ai.ToolCallPart)]
        else:
            assert due == [part.tool_call_id for part in message.parts if isinstance(part, ai.ToolReturnPart)]
            due = []
