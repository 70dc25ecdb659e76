"""Which conversation a call comes from: the client's process may hold several, and its subagents have their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e.fake_api import call, say
from tests.e2e.story import SAID, remember

from stillso.core.records import Source
from stillso.core.sights import How
from stillso.errors import Why

if TYPE_CHECKING:
    from tests.e2e.client import Client
    from tests.e2e.conftest import Memory
    from tests.e2e.fake_api import FakeApi


def test_words_from_before_a_clear_wait(client: Client, api: FakeApi, memory: Memory) -> None:
    """After /clear nothing that was said before is the new conversation's, in the same process."""
    api.script(say("Hm."), remember(), say("Noted."))
    with client.open() as terminal:
        terminal.say(SAID)
        terminal.clear()
        terminal.say("go on, please")
    assert [Why.QUOTE_NOT_FOUND] == memory.waiting()


def test_words_after_a_clear_count(client: Client, api: FakeApi, memory: Memory) -> None:
    """The new conversation's own words are found, though the server's environment names the first one."""
    api.script(say("Hm."), remember(), say("Noted."))
    with client.open() as terminal:
        terminal.say("good morning")
        terminal.clear()
        terminal.say(SAID)
    assert Source.STATED == memory.record(1).source


def test_a_conversation_after_a_clear_has_its_own_sights(client: Client, api: FakeApi, memory: Memory) -> None:
    """It is given the lines anew, and only what it was shown counts as seen by it."""
    api.script(remember(), say("Noted."))
    with client.open() as terminal:
        terminal.say(SAID)
        terminal.clear()
        terminal.say("good morning")
    first, second = memory.conversations()
    assert ([How.WRITE], [How.LINES]) == (memory.shown(first), memory.shown(second))


def test_a_subagent_quotes_what_the_person_said_to_its_parent(client: Client, api: FakeApi, memory: Memory) -> None:
    """Its call finds the words; the record names the subagent's own session."""
    api.script(call("Agent", description="keep it", prompt="keep that", subagent_type="general-purpose"))
    kept = iter([remember(), say("Kept.")])
    api.rule(lambda request: request.is_of_subagent, lambda request: next(kept))
    with client.open() as terminal:
        terminal.say(SAID)
        api.asked(lambda request: "<task-notification>" in request.said)
    record = memory.record(1)
    parent, child = memory.conversations()
    assert (Source.STATED, child.id, parent.id) == (record.source, record.session, child.parent)


def test_a_subagent_has_its_own_sights(client: Client, api: FakeApi, memory: Memory) -> None:
    """It is shown the lines when it starts; what its parent saw before is not seen by it."""
    api.script(remember(), call("Agent", description="look", prompt="look around", subagent_type="general-purpose"))
    with client.open() as terminal:
        terminal.say(SAID)
        api.asked(lambda request: "<task-notification>" in request.said)
    parent, child = memory.conversations()
    assert ([How.WRITE], [How.LINES]) == (memory.shown(parent), memory.shown(child))
