"""What stands in the first request of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e.conftest import move_clock
from tests.e2e.fake_api import say
from tests.e2e.story import JUNE, LINE, SAID, SEPTEMBER, remember

if TYPE_CHECKING:
    from tests.e2e.client import Client
    from tests.e2e.fake_api import FakeApi


def test_a_session_94_days_later_begins_with_the_marked_line(client: Client, api: FakeApi) -> None:
    """The model reads condition, quote, date and age, and that it has to ask."""
    move_clock(client, JUNE)
    api.script(remember(), say("Noted."))
    with client.open() as terminal:
        terminal.say(SAID)
    move_clock(client, SEPTEMBER)
    june = len(api.requests)
    with client.open() as terminal:
        terminal.say("good morning")
    assert LINE in api.requests[june].system.splitlines()
