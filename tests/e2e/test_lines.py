"""What stands in the first request of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e.conftest import move_clock
from tests.e2e.fake_api import say
from tests.e2e.story import CONDITION, CONTENT, LATER, SAID, remember

if TYPE_CHECKING:
    from tests.e2e.client import Client
    from tests.e2e.conftest import Memory
    from tests.e2e.fake_api import FakeApi


def test_a_session_94_days_later_begins_with_the_marked_line(client: Client, api: FakeApi, memory: Memory) -> None:
    """The model reads condition, quote, date and age, and that it has to ask."""
    api.script(remember(), say("Noted."))
    with client.open() as terminal:
        terminal.say(SAID)
    said_at = memory.record(1).said_at
    move_clock(client, said_at + LATER)
    before = len(api.requests)
    with client.open() as terminal:
        terminal.say("good morning")
    line = (
        f"[needs confirming] #1 {CONTENT} | condition: {CONDITION} | stated {said_at:%Y-%m-%d}: “{SAID}”"
        f" | last confirmed {said_at:%Y-%m-%d} (94 days ago)"
    )
    assert line in api.requests[before].system.splitlines()
