"""The shapes of messages: what is read of each provider's messages, and that clearing changes nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.adapters.shapes.conversations import PROVIDERS, check_valid, conversations

from stillso.adapters.messages import SHAPES
from stillso.core.windows.blocks import Block, Kind

every_provider = pytest.mark.parametrize("provider", PROVIDERS)


def blocks(provider: str, *messages: Any) -> list[Block]:
    """All blocks of these messages."""
    return [block for at, message in enumerate(messages) for block in SHAPES[provider].blocks(message, at)]


def results(provider: str, message: Any) -> list[int]:
    """The parts of a message that may be cleared."""
    read = SHAPES[provider].blocks(message, 0)
    return [block.part for block in read if block.kind is Kind.RESULT and not block.fixed]


def fields(message: Any) -> Mapping[str, Any]:
    """The fields of a message or a part of one, whatever it is."""
    return message if isinstance(message, Mapping) else vars(message)


# --- any conversation of any provider --------------------------------------------------------------------------------


@every_provider
def test_a_conversation_with_any_results_cleared_is_valid(provider: str) -> None:
    """Whichever results are cleared: the provider's types take the messages, and each call has its result."""
    shape = SHAPES[provider]

    @given(conversations(provider), st.data())
    def holds(messages: list[Any], data: st.DataObject) -> None:
        check_valid(provider, messages)
        written = repr(messages)
        picked = [data.draw(st.sets(st.sampled_from([*results(provider, m), None]))) - {None} for m in messages]
        cleared = [
            shape.cleared(message, {part: f"[cleared: {at}.{part}]" for part in parts})
            for at, (message, parts) in enumerate(zip(messages, picked, strict=True))
        ]
        check_valid(provider, cleared)
        assert written == repr(messages)
        texts = [(b.at, b.part, b.text, b.others) for b in blocks(provider, *cleared) if b.part in picked[b.at]]
        assert [
            (at, part, f"[cleared: {at}.{part}]", ()) for at, parts in enumerate(picked) for part in sorted(parts)
        ] == [each for each in texts if each[2].startswith("[cleared: ")]

    holds()


@every_provider
def test_what_is_not_cleared_is_the_same(provider: str) -> None:
    """A message without a result, a part that is not one, and all fields but the content are the very objects."""
    shape = SHAPES[provider]

    @given(conversations(provider))
    def holds(messages: list[Any]) -> None:
        for message in messages:
            parts = results(provider, message)[:1]
            cleared = shape.cleared(message, dict.fromkeys(parts, "[cleared]"))
            assert (cleared is message) is not bool(parts)
            assert type(cleared) is type(message)
            assert touched(provider, parts) >= differing(message, cleared)

    holds()


def differing(one: Any, other: Any, path: str = "") -> set[str]:
    """The paths at which two messages are not the same object, down to what holds no more fields."""
    if one is other:
        return set()
    if type(one) is not type(other):
        return {path}
    if isinstance(one, list) and len(one) == len(other):
        pairs = [(str(place), each, other[place]) for place, each in enumerate(one)]
    elif hasattr(one, "__dict__") or isinstance(one, Mapping):
        old, new = fields(one), fields(other)
        pairs = [(name, old.get(name), new.get(name)) for name in old.keys() | new.keys()]
    else:
        return {path}
    return {each for name, old, new in pairs for each in differing(old, new, f"{path}.{name}")}


def touched(provider: str, parts: list[int]) -> set[str]:
    """The paths at which a message may differ after these parts of it were cleared."""
    marks = ("content", "artifact", "response_metadata.context_editing", "response_metadata")
    at = {
        "anthropic": [f".content.{part}.content" for part in parts],
        "openai-chat": [".content"],
        "openai-responses": [".output"],
        "langchain": [f"{wrapper}.{mark}" for wrapper in ("", ".data", ".kwargs") for mark in marks],
        "pydantic-ai": [f".parts.{p}.{field}" for p in parts for field in ("content", "content_file_digests")],
    }
    return set(at[provider])
