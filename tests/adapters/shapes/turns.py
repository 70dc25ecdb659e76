"""Conversations as nobody's messages yet: who says what, what is called, and what comes of it."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st


@dataclass(frozen=True)
class Call:
    """A call and what came of it: a text, pieces (a text, or an image as bytes), or nothing at all."""

    ref: str
    name: str
    given: dict[str, Any]
    result: str | tuple[str | bytes, ...] | None
    failed: bool


@dataclass(frozen=True)
class Turn:
    """What a person says, and what the model does then, in this order: it thinks, speaks, and calls."""

    said: tuple[str | bytes, ...]
    thought: str | None
    signed: bool
    text: str
    calls: tuple[Call, ...]


TEXTS = st.text(min_size=1, max_size=40).filter(str.strip) | st.sampled_from(
    ["以後都用 pnpm，不要用 npm。", "[cleared]"]
)
PIECES = st.lists(TEXTS | st.binary(min_size=1, max_size=20), max_size=3).map(tuple)


def _named(calls: list[tuple[str, dict[str, Any], Any, bool]], place: int) -> tuple[Call, ...]:
    return tuple(Call(f"call_{place}_{n}", *call) for n, call in enumerate(calls))


_CALLS = st.lists(
    st.tuples(
        st.sampled_from(["read_file", "run", "search"]),
        st.dictionaries(st.sampled_from(["path", "query"]), TEXTS, max_size=2),
        TEXTS | PIECES | st.none() | st.just(""),
        st.booleans(),
    ),
    max_size=4,
)
_TURNS = st.tuples(
    st.lists(TEXTS | st.binary(min_size=1, max_size=20), min_size=1, max_size=3).map(tuple),
    st.none() | st.just("") | TEXTS,
    st.booleans(),
    st.just("") | TEXTS,
    _CALLS,
)


def turns() -> st.SearchStrategy[list[Turn]]:
    """Conversations as nobody's messages yet."""
    return st.lists(_TURNS, min_size=1, max_size=4).map(
        lambda drawn: [Turn(*turn[:4], _named(turn[4], place)) for place, turn in enumerate(drawn)]
    )


def in_base64(image: bytes) -> str:
    """An image as it is sent."""
    return base64.b64encode(image).decode()
