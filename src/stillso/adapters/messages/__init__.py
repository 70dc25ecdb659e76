"""Messages as their providers have them: which shape an array has, and the words in it that a person typed.

Only text blocks of the user are a person's. Tool results, documents and images come under that role too, and are
somebody else's words: they are never heard; nor is what a harness puts in the user's place. Wrappers inside a typed
text (``<file>…</file>``) are kept with it and prove nothing (``core.assertions``). Each shape has its own module; no
package of a provider is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from stillso.adapters.messages.shapes import SHAPES, shape_of, told
from stillso.core.values import dataclass
from stillso.core.windows.blocks import Block, Kind, Shape
from stillso.errors import Misuse

__all__ = ["SHAPES", "Spoken", "reader", "shape_of", "spoken"]


def reader(provider: str | None) -> Callable[[Sequence[Any]], Shape]:
    """What tells how messages are read: by the name of their provider, else by the messages themselves.

    Raises Misuse for an unknown provider.
    """
    if provider is None:
        return shape_of
    if provider not in SHAPES:
        raise Misuse(f"{provider!r} is no shape of messages; use one of {', '.join(SHAPES)}")
    return lambda _: SHAPES[provider]


@dataclass(frozen=True, kw_only=True, slots=True)
class Spoken:
    """One text block that a person typed, and the agent's message that it answers, if there was one."""

    text: str
    asked: str | None


def spoken(messages: Iterable[Any]) -> Iterator[Spoken]:
    """What the person typed in an array of messages of any known shape, in order; hand each to ``Session.hear``.

    A shape that is not understood holds no words: what cannot be told to be a person's is nobody's.
    """
    held = list(messages)
    shape = told(held)
    if shape is None:
        return
    asked: str | None = None
    for at, message in enumerate(held):
        blocks = shape.blocks(message, at)
        asked = "\n".join(_texts(blocks, Kind.ASSISTANT)) or asked
        texts = _texts(blocks, Kind.USER)
        if texts:
            yield from (Spoken(text=text, asked=asked) for text in texts)
            asked = None


def _texts(blocks: Iterable[Block], kind: Kind) -> list[str]:
    """The texts of this kind that say something, in order."""
    return [block.text for block in blocks if block.kind is kind and block.text.strip()]
