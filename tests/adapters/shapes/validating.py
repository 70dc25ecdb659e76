"""Holding messages against the types of a provider's package."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest


@cache
def _adapter(module: str, name: str) -> Any:
    kind = getattr(pytest.importorskip(module), name)
    return pytest.importorskip("pydantic").TypeAdapter(kind)


def validate(module: str, name: str, messages: list[Any]) -> None:
    """Fail unless each of the messages is what the type of this name says."""
    for message in messages:
        _read_out(_adapter(module, name).validate_python(message))


def _read_out(value: Any) -> None:
    """Walk through a validated value: pydantic checks the members of an ``Iterable`` when they are asked for."""
    if isinstance(value, dict):
        value = value.values()
    if isinstance(value, Iterable) and not isinstance(value, str | bytes) and not hasattr(type(value), "model_fields"):
        for each in value:
            _read_out(each)
