"""Messages of LangChain for property tests: how they are made and written, and what is valid."""

from __future__ import annotations

import json
import warnings
from typing import Any

import pytest
from tests.adapters.shapes.openai_messages import chat_part
from tests.adapters.shapes.turns import Call, Turn


def written(drawn: list[Turn], answered: bool) -> list[Any]:
    """The conversation as messages; the calls of the last turn may be unanswered."""
    lc = pytest.importorskip("langchain_core.messages")
    messages: list[Any] = [lc.SystemMessage("Be brief.")]
    for place, turn in enumerate(drawn):
        whole = len(turn.said) == 1 and isinstance(turn.said[0], str)
        said: Any = turn.said[0] if whole else [chat_part(piece) for piece in turn.said]
        content: Any = turn.text
        if turn.thought is not None:
            content = [{"type": "thinking", "thinking": turn.thought, "signature": "sig"}]
            content += [{"type": "text", "text": turn.text}] if turn.text else []
            content += [{"type": "tool_use", "id": c.ref, "name": c.name, "input": c.given} for c in turn.calls]
        calls = [{"name": call.name, "args": call.given, "id": call.ref} for call in turn.calls]
        messages += [lc.HumanMessage(said), lc.AIMessage(content, tool_calls=calls, id=f"run-{place}")]
        if answered or place < len(drawn) - 1:
            messages += [_result(lc, call) for call in turn.calls]
    return messages


def _result(lc: Any, call: Call) -> Any:
    content = [chat_part(p) for p in call.result] if isinstance(call.result, tuple) else call.result or ""
    status = "error" if call.failed else "success"
    artifact = {"raw": call.ref} if call.failed else None
    return lc.ToolMessage(
        content, tool_call_id=call.ref, name=call.name, status=status, artifact=artifact, id=f"tool-{call.ref}"
    )


def dicts(messages: list[Any]) -> list[Any]:
    """As the package writes them."""
    return pytest.importorskip("langchain_core.messages").messages_to_dict(messages)


def dumps(messages: list[Any]) -> list[Any]:
    """As ``dumpd`` writes them."""
    dumpd = pytest.importorskip("langchain_core.load").dumpd
    return [dumpd(message) for message in messages]


def fields(messages: list[Any]) -> list[Any]:
    """As ``model_dump`` writes them."""
    return [message.model_dump() for message in messages]


def objects(messages: list[Any]) -> list[Any]:
    """The objects again, from any of the forms that are written of them."""
    lc = pytest.importorskip("langchain_core.messages")
    load = pytest.importorskip("langchain_core.load")
    kinds = {"human": lc.HumanMessage, "ai": lc.AIMessage, "system": lc.SystemMessage, "tool": lc.ToolMessage}
    anew = []
    for message in messages:
        if not isinstance(message, dict):
            anew.append(message)
        elif "lc" in message:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it is in beta
                anew.append(load.load(message))
        elif "data" in message:
            anew += lc.messages_from_dict([message])
        else:
            anew.append(kinds[message["type"]].model_validate(message))
    return anew


def check(messages: list[Any]) -> None:
    """Fail unless the messages are valid."""
    lc = pytest.importorskip("langchain_core.messages")
    read = objects(messages)
    assert read == lc.messages_from_dict(json.loads(json.dumps(lc.messages_to_dict(read))))
    due: list[str] = []
    for message in read:
        if isinstance(message, lc.ToolMessage):
            assert due.pop(0) == message.tool_call_id
            continue
        assert [] == due
        due = [call["id"] for call in message.tool_calls] if isinstance(message, lc.AIMessage) else []
