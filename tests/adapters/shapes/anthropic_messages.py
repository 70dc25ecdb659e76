"""Messages of the Anthropic API for property tests: how they are made, and what is valid."""

from __future__ import annotations

from typing import Any

import pytest
from tests.adapters.shapes.turns import Call, Turn, in_base64
from tests.adapters.shapes.validating import validate


def _part(piece: str | bytes) -> dict[str, Any]:
    if isinstance(piece, str):
        return {"type": "text", "text": piece}
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": in_base64(piece)}}


def _result(call: Call) -> dict[str, Any]:
    block: dict[str, Any] = {"type": "tool_result", "tool_use_id": call.ref, "cache_control": {"type": "ephemeral"}}
    if isinstance(call.result, tuple):
        block["content"] = [_part(piece) for piece in call.result]
    elif call.result is not None:
        block["content"] = call.result
    return block | ({"is_error": True} if call.failed else {})


def written(drawn: list[Turn], answered: bool) -> list[Any]:
    """The conversation as messages; the calls of the last turn may be unanswered."""
    messages: list[Any] = []
    due: list[Any] = []
    for turn in drawn:
        whole = len(turn.said) == 1 and isinstance(turn.said[0], str) and not due
        said: Any = turn.said[0] if whole else [*due, *map(_part, turn.said)]
        blocks: list[Any] = []
        if turn.thought is not None:
            blocks.append({"type": "thinking", "thinking": turn.thought, "signature": "sig"})
        elif turn.signed:
            blocks.append({"type": "redacted_thinking", "data": "opaque"})
        blocks.append({"type": "text", "text": turn.text or "…"})
        blocks += [{"type": "tool_use", "id": c.ref, "name": c.name, "input": c.given} for c in turn.calls]
        messages += [{"role": "user", "content": said}, {"role": "assistant", "content": blocks}]
        due = [_result(call) for call in turn.calls]
    return [*messages, {"role": "user", "content": due}] if due and answered else messages


def objects(messages: list[Any]) -> list[Any]:
    """The model's messages as a response holds them: with blocks that are objects."""
    types = pytest.importorskip("anthropic.types.beta")
    kinds = {
        "text": types.BetaTextBlock,
        "tool_use": types.BetaToolUseBlock,
        "thinking": types.BetaThinkingBlock,
        "redacted_thinking": types.BetaRedactedThinkingBlock,
    }
    return [
        {**message, "content": [kinds[block["type"]].model_validate(block) for block in message["content"]]}
        if message["role"] == "assistant"
        else message
        for message in messages
    ]


def check(messages: list[Any]) -> None:
    """Fail unless the messages are valid."""
    plain = [{**message, "content": _plain(message["content"])} for message in messages]
    validate("anthropic.types.beta", "BetaMessageParam", messages)
    validate("anthropic.types", "MessageParam", plain)
    due: list[str] = []
    for message in plain:
        blocks = message["content"] if isinstance(message["content"], list) else []
        answered = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        assert ["tool_result"] * len(answered) == [block["type"] for block in blocks[: len(answered)]]
        assert all("" != block["text"] for block in blocks if block["type"] == "text")
        assert due == answered
        due = [block["id"] for block in blocks if block["type"] == "tool_use"]


def _plain(content: Any) -> Any:
    if isinstance(content, str):
        return content
    return [block if isinstance(block, dict) else block.model_dump(exclude_unset=True) for block in content]
