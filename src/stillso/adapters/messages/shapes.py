"""The shapes that are known, by name, and which of them an array of messages has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from stillso.adapters.messages import anthropic, langchain, openai_chat, openai_responses, pydantic_ai
from stillso.adapters.messages.anthropic import ANTHROPIC
from stillso.adapters.messages.fields import text_of
from stillso.adapters.messages.langchain import LANGCHAIN
from stillso.adapters.messages.openai_chat import OPENAI_CHAT
from stillso.adapters.messages.openai_responses import OPENAI_RESPONSES
from stillso.adapters.messages.pydantic_ai import PYDANTIC_AI
from stillso.core.windows.blocks import Shape
from stillso.errors import Misuse

#: How messages of each provider are read, by its name.
SHAPES: Mapping[str, Shape] = {
    shape.name: shape for shape in (ANTHROPIC, OPENAI_CHAT, OPENAI_RESPONSES, LANGCHAIN, PYDANTIC_AI)
}

#: Harnesses first: their messages hold blocks of any provider.
_DECIDE = (
    (langchain.decides, LANGCHAIN),
    (pydantic_ai.decides, PYDANTIC_AI),
    (openai_responses.decides, OPENAI_RESPONSES),
    (openai_chat.decides, OPENAI_CHAT),
    (anthropic.decides, ANTHROPIC),
)

#: Who speaks in messages that are plain text, and the shape of which such messages are.
_PLAIN: Mapping[str, Shape] = {
    "user": ANTHROPIC,
    "assistant": ANTHROPIC,
    "system": ANTHROPIC,
    "developer": OPENAI_CHAT,
}


def shape_of(messages: Iterable[Any]) -> Shape:
    """The shape of messages, told by the first of them that only one provider has; plain texts are Anthropic's.

    So is an empty array. Raises Misuse when none of them is a message of a shape that is known.
    """
    shape = told(messages)
    if shape is None:
        raise Misuse(f"no message has a shape that is known ({', '.join(SHAPES)}); give an array of messages")
    return shape


def told(messages: Iterable[Any]) -> Shape | None:
    """As ``shape_of``, with None for messages of no shape that is known."""
    plain: Shape | None = None
    empty = True
    for message in messages:
        empty = False
        for decides, shape in _DECIDE:
            if decides(message):
                return shape
        if plain is None or plain is ANTHROPIC:
            plain = _PLAIN.get(text_of(message, "role"), plain)
    return ANTHROPIC if empty else plain
