"""Messages of LangChain as blocks: its objects, and what is written of them.

Facts: langchain-core 1.8, read 2026-12-01. Three forms are written: ``{"type", "data"}`` (``messages_to_dict``),
``{"lc", "kwargs"}`` (``dumpd``), and the fields alone (``model_dump``). A result is a message of its own. A call stands
in ``tool_calls``, and once more in the content or in ``additional_kwargs``, as the provider had it. What
``ContextEditingMiddleware`` has cleared bears a mark; ours bears the same, so that both leave it alone. A human message
with ``lc_source`` was added by the harness: nobody typed it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from stillso.adapters.messages.fields import (
    changed,
    field,
    given_input,
    listed,
    not_text,
    passed_on,
    result_content,
    text_of,
)
from stillso.adapters.messages.openai_chat import call_block
from stillso.core.windows.blocks import WHOLE, Block, Kind, Shape

_SPEAKERS = {
    "human": Kind.USER,
    "user": Kind.USER,
    "ai": Kind.ASSISTANT,
    "assistant": Kind.ASSISTANT,
    "system": Kind.SYSTEM,
    "developer": Kind.SYSTEM,
}

#: Types of messages that only LangChain has; others, such as ``system``, need more to be known by.
_OWN = frozenset({"human", "ai", "tool"})

_TEXT = frozenset({"text"})
_CALLS = frozenset({"tool_use", "tool_call", "invalid_tool_call", "function_call"})
_THINKING = frozenset({"thinking", "redacted_thinking", "reasoning", "reasoning_content"})

#: What people hand over beside their words.
_FILES = frozenset("image image_url document file audio input_audio video text-plain media".split())

_MARK = {"cleared": True, "strategy": "stillso"}


class _LangChain(Shape):
    name = "langchain"

    def blocks(self, message: Any, at: int) -> Sequence[Block]:
        fields, kind, _ = _opened(message)
        if kind == "tool":
            return [_result(fields, at)]
        speaker = _speaker(fields, kind)
        if speaker is Kind.ASSISTANT:
            return _answer(fields, at)
        content = field(fields, "content")
        if isinstance(content, str):
            return [_said(at, WHOLE, speaker, content)]
        return [_part(each, at, part, speaker) for part, each in enumerate(listed(content))]

    def cleared(self, message: Any, texts: Mapping[int, str]) -> Any:
        if not texts:
            return message
        fields, _, wrapper = _opened(message)
        held = field(fields, "response_metadata")
        metadata = held if isinstance(held, Mapping) else {}
        given: dict[str, object] = {
            "content": texts[WHOLE],
            "response_metadata": {**metadata, "context_editing": dict(_MARK)},
        }
        if field(fields, "artifact") is not None:  # the result once more, for the program: it would outlive the text
            given["artifact"] = None
        anew = changed(fields, **given)
        return changed(message, **{wrapper: anew}) if wrapper else anew


LANGCHAIN = _LangChain()


def decides(message: Any) -> bool:
    """Whether no other provider's messages look like this one."""
    fields, kind, wrapper = _opened(message)
    if kind in _OWN or (wrapper and field(message, "lc") is not None):
        return True
    return kind in ("system", "chat", "function", "remove") and field(fields, "additional_kwargs") is not None


def _opened(message: Any) -> tuple[Any, str, str]:
    """The fields of a message, its type, and the name under which the fields stand in what was written of it."""
    fields, wrapper = message, ""
    if isinstance(message, Mapping):
        wrapper = next((name for name in ("data", "kwargs") if isinstance(message.get(name), Mapping)), "")
        fields = message[wrapper] if wrapper else message
    path = listed(field(message, "id"))  # of the class, in what ``dumpd`` writes
    named = path[-1] if path and wrapper == "kwargs" else text_of(message, "type")
    kind = text_of(fields, "type") or (named if isinstance(named, str) else "")
    # A part of a stream has the name of its class for a type: ``AIMessageChunk``.
    return fields, kind.removesuffix("Chunk").removesuffix("Message").lower(), wrapper


def _speaker(fields: Any, kind: str) -> Kind:
    speaker = _SPEAKERS.get(text_of(fields, "role").lower() if kind == "chat" else kind, Kind.OTHER)
    source = field(field(fields, "additional_kwargs"), "lc_source")
    if speaker is Kind.USER and source is not None:
        return Kind.SUMMARY if source == "summarization" else Kind.OTHER
    return speaker


def _said(at: int, place: int, speaker: Kind, text: str) -> Block:
    return Block(at, place, speaker, text, fixed=speaker in (Kind.SUMMARY, Kind.OTHER))


def _part(part: Any, at: int, place: int, speaker: Kind) -> Block:
    if isinstance(part, str):
        return _said(at, place, speaker, part)
    kind = text_of(part, "type")
    if kind in ("text", "refusal"):
        return _said(at, place, speaker, text_of(part, kind))
    return passed_on(at, place, not_text(part)) if kind in _FILES else passed_on(at, place)


def _result(fields: Any, at: int) -> Block:
    text, others = result_content(field(fields, "content"), _TEXT)
    mark = field(field(fields, "response_metadata"), "context_editing")
    return Block(
        at,
        WHOLE,
        Kind.RESULT,
        text,
        text_of(fields, "tool_call_id"),
        text_of(fields, "name"),
        failed=field(fields, "status") == "error",
        fixed=bool(field(mark, "cleared")) or any(other.kind == "tool_reference" for other in others),
        others=others,
    )


def _answer(fields: Any, at: int) -> list[Block]:
    """The blocks of a message of the model: its content, and each call once, wherever it stands."""
    content = field(fields, "content")
    calls = [*listed(field(fields, "tool_calls")), *listed(field(fields, "invalid_tool_calls"))]
    known = {text_of(call, "id") for call in calls}
    blocks = [Block(at, WHOLE, Kind.ASSISTANT, content)] if isinstance(content, str) else []
    for place, part in enumerate(listed(content)):
        # What version 1 of the content has no name for is wrapped.
        inner = field(part, "value") if text_of(part, "type") == "non_standard" else part
        kind = text_of(inner, "type")
        if kind in _THINKING:
            blocks.append(_thinking(inner, at, place, fields))
        elif kind not in _CALLS:
            blocks.append(_part(inner, at, place, Kind.ASSISTANT))
        elif _ref(inner) not in known:
            blocks.append(_call(inner, at, place))
    places = count(len(listed(content)))
    blocks += [_call(call, at, next(places)) for call in calls]
    raw = listed(field(field(fields, "additional_kwargs"), "tool_calls"))
    blocks += [call_block(call, at, next(places)) for call in raw if text_of(call, "id") not in known]
    return blocks


def _ref(call: Any) -> str:
    return text_of(call, "call_id") or text_of(call, "id")


def _call(call: Any, at: int, place: int) -> Block:
    given = (field(call, name) for name in ("args", "input", "arguments"))
    arguments = given_input(next((each for each in given if each is not None), None))
    return Block(at, place, Kind.CALL, "", _ref(call), text_of(call, "name"), arguments)


def _thinking(block: Any, at: int, place: int, fields: Any) -> Block:
    held = field(block, "reasoning_content")  # of Bedrock
    held = block if held is None else held
    text = next(filter(None, (text_of(held, name) for name in ("thinking", "reasoning", "text"))), "")
    if not text:
        text = result_content(field(held, "summary"), frozenset({"summary_text"}))[0]
    sealed = ("signature", "redacted_content")
    signed = any(field(each, name) for each in (held, field(block, "extras")) for name in sealed)
    signed = signed or text_of(block, "type") == "redacted_thinking"
    return Block(at, place, Kind.THINKING, text, binds=signed and not _of_gemini(fields))


def _of_gemini(fields: Any) -> bool:
    """Whether a message is of the models of Google, which sign their thinking without what stands before it."""
    metadata = field(fields, "response_metadata")
    if text_of(metadata, "model_provider") == "google_genai":
        return True
    return any("gemini" in text_of(metadata, name) for name in ("model_name", "model"))
