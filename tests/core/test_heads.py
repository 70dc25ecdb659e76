"""Heads: an anchor reads back as it was written, whatever bases and sessions are called."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core.heads import Head, parse, render
from stillso.errors import Misuse

AT = datetime(2026, 6, 22, 3, 10, tzinfo=UTC)
text = st.text(st.characters(codec="utf-8"))
heads = st.builds(
    Head, space=text, name=text, version=st.integers(1, 2**62), hash=st.binary(min_size=32, max_size=32)
)  # fmt: skip


@given(st.lists(heads, unique_by=lambda head: head.space))
def test_an_anchor_reads_back_as_it_was_written(given_heads: list[Head]):
    """In the order of spaces, and as JSON like any other."""
    told = render(given_heads, AT)
    assert tuple(sorted(given_heads, key=lambda head: head.space)) == parse(told)
    assert "2026-06-22T03:10:00.000Z" == json.loads(told)["at"]


json_values = st.recursive(
    st.none() | st.integers() | text, lambda inner: st.lists(inner, min_size=1) | st.dictionaries(text, inner)
)


@given(json_values)
def test_other_json_is_no_anchor(value: object):
    """Whatever stands where the heads should, it is told as misuse and nothing else."""
    for other in (value, {"stillso_anchor": 1, "heads": value}, {"stillso_anchor": 1, "heads": [value]}):
        with pytest.raises(Misuse):
            parse(json.dumps(other))


def test_a_space_twice_is_no_anchor():
    """Which of the two would hold?"""
    head = Head(space="A", name="a", version=1, hash=bytes(32))
    with pytest.raises(Misuse):
        parse(render([head, head], AT))
