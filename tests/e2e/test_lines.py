"""What stands in the first request of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.e2e.conftest import move_clock
from tests.e2e.fake_api import say
from tests.e2e.story import CONDITION, CONTENT, LATER, SAID, remember

if TYPE_CHECKING:
    from tests.e2e.client import Client
    from tests.e2e.conftest import Memory
    from tests.e2e.fake_api import FakeApi


@pytest.fixture
def line(client: Client, api: FakeApi, memory: Memory) -> str:
    """The line of what was said 94 days ago, as the hooks' clock is now."""
    api.script(remember(), say("Noted."))
    with client.open() as terminal:
        terminal.say(SAID)
    said_at = memory.record(1).said_at
    move_clock(client, said_at + LATER)
    return (
        f"[needs confirming] #1 {CONTENT} | condition: {CONDITION} | stated {said_at:%Y-%m-%d}: “{SAID}”"
        f" | last confirmed {said_at:%Y-%m-%d} (94 days ago)"
    )


def test_a_session_94_days_later_begins_with_the_marked_line(client: Client, api: FakeApi, line: str) -> None:
    """The model reads condition, quote, date and age, and that it has to ask."""
    before = len(api.requests)
    with client.open() as terminal:
        terminal.say("good morning")
    assert line in api.requests[before].system.splitlines()


def test_after_a_compaction_the_lines_stand_there_again(client: Client, api: FakeApi, line: str) -> None:
    """What a session began with is gone from a summary, so it is given anew."""
    with client.open() as terminal:
        terminal.say("good morning")
        terminal.begin("/compact")
        terminal.wait_for("Compacted")
        terminal.say("go on, please")
    assert 1 == api.requests[-1].text.splitlines().count(line)


def test_what_is_due_stands_beside_the_command(client: Client, api: FakeApi, line: str) -> None:
    """The slash command asks the model to go through it, so it is given with it."""
    with client.open() as terminal:
        terminal.say("good morning")
        terminal.say("/stillso:due")
    assert 2 == api.requests[-1].system.splitlines().count(line)
