"""The shapes of messages: what is read of each provider's messages, and that clearing changes nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.adapters.shapes.conversations import PROVIDERS, check_valid, conversations

from stillso.adapters.messages import SHAPES, shape_of, spoken
from stillso.core.windows.blocks import Block, Kind
from stillso.errors import Misuse

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


def some_of(parts: list[int]) -> st.SearchStrategy[int]:
    """Any of these parts, of which there may be none."""
    return st.sampled_from(parts) if parts else st.nothing()


# --- any conversation of any provider --------------------------------------------------------------------------------


@every_provider
def test_a_conversation_with_any_results_cleared_is_valid(provider: str) -> None:
    """Whichever results are cleared: the provider's types take the messages, and each call has its result."""
    shape = SHAPES[provider]

    @given(conversations(provider), st.data())
    def holds(messages: list[Any], data: st.DataObject) -> None:
        check_valid(provider, messages)
        written = repr(messages)
        picked = [data.draw(st.sets(some_of(results(provider, message)))) for message in messages]
        cleared = [
            shape.cleared(message, {part: f"[cleared: {at}.{part}]" for part in parts})
            for at, (message, parts) in enumerate(zip(messages, picked, strict=True))
        ]
        check_valid(provider, cleared)
        assert written == repr(messages)
        said = [(b.at, b.part, b.text) for b in blocks(provider, *cleared) if b.text.startswith("[cleared: ")]
        assert [
            (at, part, f"[cleared: {at}.{part}]") for at, parts in enumerate(picked) for part in sorted(parts)
        ] == said

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


# --- which shape it is -----------------------------------------------------------------------------------------------

HELLO = {"role": "user", "content": "hi"}


@every_provider
def test_a_conversation_is_known_by_its_messages(provider: str) -> None:
    """Any conversation with a call is of the shape that it was made in."""

    @given(conversations(provider).filter(lambda messages: any(results(provider, message) for message in messages)))
    def holds(messages: list[Any]) -> None:
        assert provider == shape_of(messages).name

    holds()


TELLING: dict[str, tuple[str, list[Any]]] = {
    "nothing": ("anthropic", []),
    "plain texts": ("anthropic", [HELLO, {"role": "assistant", "content": "hi"}]),
    "a system message": ("anthropic", [{"role": "system", "content": "Be brief."}, HELLO]),
    "a response that was dumped": (
        "anthropic",
        [HELLO, {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "hi"}]}],
    ),
    "a summary": ("anthropic", [{"role": "assistant", "content": [{"type": "compaction", "content": "so"}]}]),
    "a developer": ("openai-chat", [{"role": "developer", "content": "Be brief."}, HELLO]),
    "a call late in it": ("openai-chat", [HELLO, {"role": "tool", "tool_call_id": "c1", "content": "ok"}]),
    "an image": ("openai-chat", [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "a"}}]}]),
    "a message that says so": ("openai-responses", [{"type": "message", "role": "user", "content": "hi"}]),
    "typed parts": ("openai-responses", [{"role": "user", "content": [{"type": "input_text", "text": "hi"}]}]),
    "reasoning": ("openai-responses", [HELLO, {"type": "reasoning", "id": "rs", "summary": []}]),
    "a compaction item": ("openai-responses", [{"type": "compaction", "encrypted_content": "x"}]),
    "fields": ("langchain", [{"type": "human", "content": "hi"}]),
    "fields of a system message": ("langchain", [{"type": "system", "content": "hi", "additional_kwargs": {}}]),
    "a part of a stream": ("langchain", [{"type": "AIMessageChunk", "content": "hi"}]),
    "type and data": ("langchain", [{"type": "system", "data": {"content": "hi", "additional_kwargs": {}}}]),
    "what was dumped": (
        "langchain",
        [{"lc": 1, "type": "constructor", "id": ["langchain", "HumanMessage"], "kwargs": {"content": "hi"}}],
    ),
    "a request": ("pydantic-ai", [{"kind": "request", "parts": []}]),
    "what is not understood before it": ("openai-chat", [None, 3, {}, {"role": "tool", "content": "ok"}]),
}


@pytest.mark.parametrize("case", TELLING)
def test_the_first_message_that_only_one_provider_has_decides(case: str) -> None:
    """Until there is one, plain texts are Anthropic's."""
    expected, messages = TELLING[case]
    assert expected == shape_of(messages).name


@pytest.mark.parametrize("messages", [[None], ["hi"], [{}], [{"type": "user", "message": HELLO}], [{"role": "x"}]])
def test_what_nobody_has_is_refused_with_the_shapes_that_are_known(messages: list[Any]) -> None:
    """Entries of a transcript are no messages either."""
    with pytest.raises(Misuse, match="anthropic, openai-chat, openai-responses, langchain, pydantic-ai"):
        shape_of(messages)


# --- what is no message ----------------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    "role content type text user assistant tool system tool_use tool_result id tool_use_id input source data kwargs lc"
    " human ai tool_calls function arguments custom call_id output function_call_output reasoning summary message kind"
    " parts part_kind tool-return user-prompt request response thinking signature additional_kwargs response_metadata"
    " context_editing computer_call local_shell_call speech speaker file binary non_standard value \ud800".split()
)
GARBAGE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.binary(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=6) | st.tuples(inner),
    max_leaves=20,
)


@every_provider
def test_garbage_is_read_without_an_error(provider: str) -> None:
    """Whatever stands where a message should: blocks of the right types, in the right place."""
    shape = SHAPES[provider]

    @given(GARBAGE)
    def holds(message: object) -> None:
        for block in shape.blocks(message, 7):
            assert 7 == block.at
            assert {str} == {type(each) for each in (block.text, block.ref, block.name)}
            assert 0 <= block.size

    holds()


@given(st.lists(GARBAGE, max_size=4))
def test_no_words_are_made_of_garbage(messages: list[Any]) -> None:
    """Telling the shape does not stumble either, and what is heard is what some shape has of the user."""
    of_the_user = {each.text for name in SHAPES for each in blocks(name, *messages) if each.kind is Kind.USER}
    assert of_the_user >= {each.text for each in spoken(messages)}
