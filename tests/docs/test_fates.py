"""The page of fates says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stillso.core.windows.blocks import Kind
from stillso.core.windows.fates import KINDS, fate_of

_PAGE = (Path(__file__).parents[2] / "docs" / "fates.md").read_text("utf-8")
_ROW = re.compile(r"^\| (.+?) \| `(\w+)` \|", re.MULTILINE)

#: The kinds of text as the page calls them.
_TEXTS = {
    "what the user said": Kind.USER,
    "the model's text": Kind.ASSISTANT,
    "thinking": Kind.THINKING,
    "calls of tools": Kind.CALL,
    "summaries": Kind.SUMMARY,
    "system text": Kind.SYSTEM,
}


def rows(heading: str) -> list[tuple[str, str]]:
    """The rows of the table under a heading that name one fate."""
    return _ROW.findall(_PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0])


TOOLS = [(tool, fate) for tools, fate in rows("Tools") for tool in re.findall(r"`(\w+)`", tools)]


@pytest.mark.parametrize(("tool", "fate"), TOOLS)
def test_a_tool_of_the_table_has_its_fate(tool: str, fate: str):
    """Whatever it was given."""
    assert fate == fate_of(tool, {}, {})


def test_a_kind_of_text_has_its_fate():
    """All kinds but what is nobody's to read, and results, which have the fate of their tool."""
    assert {_TEXTS[name]: fate for name, fate in rows("Kinds of text")} == {
        kind: fate for kind, fate in KINDS.items() if kind is not Kind.OTHER
    }
