"""What is made when it is first used: patterns and modules."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso import services
from stillso.core import late


@given(st.text("ab1 \n"))
def test_a_late_pattern_finds_what_the_pattern_finds(text: str):
    """Its methods are those of the pattern of this source and these flags."""
    source, flags = r"^(a+)|B1?", re.MULTILINE | re.IGNORECASE
    waiting, pattern = late.pattern(source, flags), re.compile(source, flags)
    assert pattern.findall(text) == waiting.findall(text)
    assert pattern.split(text) == waiting.split(text)
    assert pattern.sub("<>", text) == waiting.sub("<>", text)
    assert pattern.subn("<>", text) == waiting.subn("<>", text)
    assert [each.span() for each in pattern.finditer(text)] == [each.span() for each in waiting.finditer(text)]
    assert [bool(find(text)) for find in (pattern.search, pattern.match, pattern.fullmatch)] == [
        bool(find(text)) for find in (waiting.search, waiting.match, waiting.fullmatch)
    ]


def test_a_late_pattern_tells_its_source_and_flags():
    """It can be compiled into another one."""
    waiting = late.pattern("a", re.IGNORECASE)
    assert ("a", re.compile("a", re.IGNORECASE).flags) == (waiting.pattern, waiting.flags)


def test_a_pattern_is_not_compiled_before_it_is_used():
    """A wrong one is found when it is used."""
    wrong = late.pattern("(")
    with pytest.raises(re.error, match="unterminated"):
        wrong.search("")


def test_a_package_has_its_late_modules_and_no_others():
    """Asked for by name, as `from … import` gives them."""
    from stillso.services import history

    assert history is services.history
    with pytest.raises(AttributeError, match="has no attribute 'histories'"):
        services.histories  # type: ignore[attr-defined]  # noqa: B018
