"""Who said what in a messages array: the words that a person typed, and the message that each of them answers.

Only text blocks of the role ``user`` are a person's. Tool results, documents and images come under that role too, and
are somebody else's words: they are never heard. Wrappers inside a typed text (``<file>…</file>``) are kept with it and
prove nothing (``core.assertions``). Shape: Anthropic Messages, content as a string or as blocks, mixed as it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from stillso.adapters.messages.anthropic import ANTHROPIC
from stillso.core.values import dataclass
from stillso.core.windows.blocks import Shape
from stillso.errors import Misuse

#: How messages of each provider are read, by its name.
SHAPES: Mapping[str, Shape] = {shape.name: shape for shape in (ANTHROPIC,)}


def reader(provider: str | None) -> Callable[[Sequence[Any]], Shape]:
    """What tells how messages are read: by the name of their provider, else by the messages themselves.

    Raises Misuse for an unknown provider.
    """
    if provider is None:
        return shape_of
    if provider not in SHAPES:
        raise Misuse(f"{provider!r} is no shape of messages; use one of {', '.join(SHAPES)}")
    return lambda _: SHAPES[provider]


def shape_of(messages: Sequence[Any]) -> Shape:
    return ANTHROPIC


@dataclass(frozen=True, kw_only=True, slots=True)
class Spoken:
    """One text block that a person typed, and the agent's message that it answers, if there was one."""

    text: str
    asked: str | None


def spoken(messages: Iterable[Mapping[str, Any]]) -> Iterator[Spoken]:
    """What the person typed in an array of messages, in order; hand each to ``Session.hear``.

    A shape that is not understood holds no words: what cannot be told to be a person's is nobody's.
    """
    asked: str | None = None
    for message in messages:
        texts = _texts(message.get("content"))
        if message.get("role") == "assistant":
            asked = "\n".join(texts) or asked
        elif message.get("role") == "user" and texts:
            yield from (Spoken(text=text, asked=asked) for text in texts)
            asked = None


def _texts(content: object) -> list[str]:
    """The text blocks of a content, in order; a string is one."""
    if isinstance(content, str):
        return [content] if content.strip() else []
    if not isinstance(content, list):
        return []
    blocks = (block for block in content if isinstance(block, Mapping) and block.get("type") == "text")
    texts = (block.get("text") for block in blocks)
    return [text for text in texts if isinstance(text, str) and text.strip()]
