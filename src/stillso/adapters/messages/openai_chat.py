"""Messages of OpenAI chat completions as blocks, and of the many services that take the same form.

Facts: openai 3.57, read 2026-12-01. A result is a message of its own, with text only and no flag for failure. What a
call was given is a JSON text. Nothing can be marked on a message: the API refuses fields that it does not know. The
legacy ``function_call`` is passed on. Gateways add fields of their own: ``reasoning_content`` and, for models of
Anthropic, ``thinking_blocks`` with a signature, which binds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
from stillso.core.windows.blocks import WHOLE, Block, Kind, Shape

_SPEAKERS = {
    "user": Kind.USER,
    "assistant": Kind.ASSISTANT,
    "system": Kind.SYSTEM,
    "developer": Kind.SYSTEM,
}

_TEXT = frozenset({"text"})

#: What people hand over beside their words.
_FILES = frozenset({"image_url", "input_audio", "file"})

#: Fields that only this provider's messages of the assistant have.
_OWN = ("tool_calls", "function_call", "refusal", "audio", "reasoning_content", "thinking_blocks")


class _OpenAIChat(Shape):
    name = "openai-chat"

    def blocks(self, message: Any, at: int) -> Sequence[Block]:
        role, content = text_of(message, "role"), field(message, "content")
        if role == "tool":
            text, others = result_content(content, _TEXT)
            ref, name = text_of(message, "tool_call_id"), text_of(message, "name")
            return [Block(at, WHOLE, Kind.RESULT, text, ref, name, others=others)]
        speaker = _SPEAKERS.get(role)
        if speaker is None:
            return [passed_on(at, WHOLE)]
        if isinstance(content, str):
            said = [Block(at, WHOLE, speaker, content)]
        else:
            said = [_part(each, at, part, speaker) for part, each in enumerate(listed(content))]
        if speaker is Kind.ASSISTANT:
            places = count(len(listed(content)))
            return [*_thought(message, at, places), *said, *_beside(message, at, places)]
        return said

    def cleared(self, message: Any, texts: Mapping[int, str]) -> Any:
        return changed(message, content=texts[WHOLE]) if texts else message


OPENAI_CHAT = _OpenAIChat()


def decides(message: Any) -> bool:
    """Whether no other provider's messages look like this one."""
    role = text_of(message, "role")
    if role in ("tool", "function"):
        return True
    if role == "assistant" and any(field(message, name) is not None for name in _OWN):
        return True
    return any(text_of(part, "type") in _FILES for part in listed(field(message, "content")))


def _part(part: Any, at: int, place: int, speaker: Kind) -> Block:
    kind = text_of(part, "type")
    if kind in ("text", "refusal"):
        return Block(at, place, speaker, text_of(part, kind))
    return passed_on(at, place, not_text(part)) if kind in _FILES else passed_on(at, place)


def _thought(message: Any, at: int, places: Iterator[int]) -> list[Block]:
    """What a gateway hands on of the thinking of a model."""
    blocks = listed(field(message, "thinking_blocks"))
    if blocks:
        signed = (bool(field(each, "signature")) or text_of(each, "type") == "redacted_thinking" for each in blocks)
        texts = (text_of(each, "thinking") for each in blocks)
        return [
            Block(at, next(places), Kind.THINKING, text, binds=binds) for text, binds in zip(texts, signed, strict=True)
        ]
    text = text_of(message, "reasoning_content")
    return [Block(at, next(places), Kind.THINKING, text)] if text else []


def _beside(message: Any, at: int, places: Iterator[int]) -> Iterator[Block]:
    """What an assistant's message has beside its content."""
    refusal = text_of(message, "refusal")
    if refusal:
        yield Block(at, next(places), Kind.ASSISTANT, refusal)
    for call in listed(field(message, "tool_calls")):
        yield call_block(call, at, next(places))
    for name in ("function_call", "audio"):
        if field(message, name) is not None:
            yield passed_on(at, next(places))


def call_block(call: Any, at: int, part: int) -> Block:
    """A call as chat completions have it: of a function with JSON arguments, or of a custom tool with a text."""
    custom = field(call, "custom")
    called = field(call, "function") if custom is None else custom
    given = given_input(field(called, "arguments")) if custom is None else field(custom, "input")
    return Block(at, part, Kind.CALL, "", text_of(call, "id"), text_of(called, "name"), given)
