"""The story that the tests play with the real client: what is said in June, and what the model then asks for."""

from __future__ import annotations

from typing import Any

from tests.e2e.fake_api import Turn, call

#: The morning on which the story begins, and the same one 94 days later.
JUNE = "2026-06-22T03:10:00Z"
SEPTEMBER = "2026-09-24T03:10:00Z"

#: What Mei types in June.
SAID = "staging is unstable these days, skip e2e for now"

#: What the model makes of it.
CONTENT = "After a change run unit tests only, no e2e"
CONDITION = "until staging is stable again"

#: What stands there in September, to the letter.
LINE = (
    f"[needs confirming] #1 {CONTENT} | condition: {CONDITION} | stated 2026-06-22: “{SAID}”"
    " | last confirmed 2026-06-22 (94 days ago)"
)


def tool(verb: str, **given: Any) -> Turn:
    """The model calls a tool of ours, by the name that it has in the plugin."""
    return call(f"mcp__plugin_stillso_stillso__{verb}", **given)


def remember(quote: str = SAID) -> Turn:
    """The model asks to keep what was said in June, by these words."""
    return tool("remember", content=CONTENT, type="feedback", condition=CONDITION, quote=quote)
