"""The story that the tests play with the real client: what is said, what the model then asks for, and when."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.e2e.fake_api import Turn, call

#: How long after it was said somebody works on: from 22 June to 24 September.
LATER = timedelta(days=94)

#: What Mei types.
SAID = "staging is unstable these days, skip e2e for now"

#: What the model makes of it.
CONTENT = "After a change run unit tests only, no e2e"
CONDITION = "until staging is stable again"


def tool(verb: str, **given: Any) -> Turn:
    """The model calls a tool of ours, by the name that it has in the plugin."""
    return call(f"mcp__plugin_stillso_stillso__{verb}", **given)


def remember(quote: str = SAID) -> Turn:
    """The model asks to keep what was said, by these words."""
    return tool("remember", content=CONTENT, type="feedback", condition=CONDITION, quote=quote)
