"""Conversations of every provider for property tests, made through its own package, and what is valid for it.

``conversations(provider)`` draws lists of messages, ``check_valid(provider, messages)`` holds such a list against the
types of the provider's package and against the rule that all of them have: each call has its result right after it.
A test that uses one of them is skipped where the package is not installed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st
from tests.adapters.shapes import anthropic_messages, langchain_messages, openai_messages, pydantic_ai_messages
from tests.adapters.shapes.turns import Turn, turns

#: The package that the messages of each provider are held against.
PACKAGES = {
    "anthropic": "anthropic",
    "openai-chat": "openai",
    "openai-responses": "openai",
    "langchain": "langchain_core",
    "pydantic-ai": "pydantic_ai",
}

PROVIDERS = tuple(PACKAGES)


def conversations(provider: str) -> st.SearchStrategy[list[Any]]:
    """Valid messages of a provider, as its objects or as what is written of them; the last calls may be unanswered."""
    pytest.importorskip(PACKAGES[provider])
    forms = st.sampled_from(_FORMS[provider])
    return st.builds(
        lambda drawn, answered, form: form(_WRITE[provider](drawn, answered)), turns(), st.booleans(), forms
    )


def check_valid(provider: str, messages: list[Any]) -> None:
    """Fail unless the provider takes these messages: by its own types, and with each result right after its call."""
    pytest.importorskip(PACKAGES[provider])
    _CHECK[provider](messages)


def as_is(messages: list[Any]) -> list[Any]:
    """The messages themselves."""
    return messages


def through_json(messages: list[Any]) -> list[Any]:
    """The messages as they come out of a file."""
    return json.loads(json.dumps(messages))


_WRITE: dict[str, Callable[[list[Turn], bool], list[Any]]] = {
    "anthropic": anthropic_messages.written,
    "openai-chat": openai_messages.chat,
    "openai-responses": openai_messages.responses,
    "langchain": langchain_messages.written,
    "pydantic-ai": pydantic_ai_messages.written,
}

_FORMS: dict[str, tuple[Callable[[list[Any]], list[Any]], ...]] = {
    "anthropic": (as_is, through_json, anthropic_messages.objects),
    "openai-chat": (as_is, through_json, openai_messages.chat_objects),
    "openai-responses": (as_is, through_json, openai_messages.responses_objects),
    "langchain": (as_is, langchain_messages.dicts, langchain_messages.dumps, langchain_messages.fields),
    "pydantic-ai": (as_is, pydantic_ai_messages.dicts, pydantic_ai_messages.out_of_json),
}

_CHECK: dict[str, Callable[[list[Any]], None]] = {
    "anthropic": anthropic_messages.check,
    "openai-chat": openai_messages.check_chat,
    "openai-responses": openai_messages.check_responses,
    "langchain": langchain_messages.check,
    "pydantic-ai": pydantic_ai_messages.check,
}
