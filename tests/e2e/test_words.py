"""What the person says to Claude Code is heard, and what stands anywhere else is not."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from tests.e2e.fake_api import PATIENCE_SECONDS, Request, Turn, call, say
from tests.e2e.story import SAID, remember

from stillso.core.records import Source
from stillso.errors import Why

if TYPE_CHECKING:
    from tests.e2e.client import Client
    from tests.e2e.conftest import Memory
    from tests.e2e.fake_api import FakeApi


def test_words_typed_on_the_screen_give_a_stated_record(client: Client, api: FakeApi, memory: Memory) -> None:
    """What was typed is the evidence of the record; its source is stated."""
    api.script(remember(), say("Noted."))
    with client.open() as terminal:
        terminal.say(SAID)
    record = memory.record(1)
    assert (Source.STATED, SAID, "mei") == (record.source, record.quote, record.said_by)
    assert [[SAID]] == memory.heard()


def test_words_typed_while_the_model_works_count(client: Client, api: FakeApi, memory: Memory) -> None:
    """They are heard when they are typed, not when the model gets to them."""
    typed = threading.Event()

    def work(request: Request) -> Turn:
        typed.wait(PATIENCE_SECONDS)
        return say("That is done.")

    api.script(work, remember(), say("Noted."))
    with client.open() as terminal, terminal.turn(2):
        terminal.begin("rename the button, please")
        api.asked()
        terminal.begin(SAID)
        terminal.wait(lambda: memory.has_heard(SAID))
        typed.set()
    assert Source.STATED == memory.record(1).source


def test_words_in_a_program_count_where_its_channel_is_set(client: Client, api: FakeApi, memory: Memory) -> None:
    """A program that says that a person types into it gets a stated record as well."""
    client.environment["STILLSO_CHANNEL"] = "cli"
    api.script(remember(), say("Noted."))
    with client.talk() as talk:
        assert "Noted." == talk.say(SAID)
    assert Source.STATED == memory.record(1).source


def test_the_same_words_in_print_mode_wait(client: Client, api: FakeApi, memory: Memory) -> None:
    """Nobody knows who gave the prompt of a run without a screen."""
    api.script(remember(), say("Noted."))
    client.ask(SAID)
    assert [Why.UNKNOWN_SPEAKER] == memory.waiting()


def test_words_in_a_file_that_was_read_wait(client: Client, api: FakeApi, memory: Memory) -> None:
    """The result of a tool is nobody's word."""
    note = client.project / "note.txt"
    note.write_text(f"{SAID}\n")
    api.script(call("Read", file_path=str(note)), remember(), say("Noted."))
    with client.open() as terminal:
        terminal.say("read note.txt, please")
    assert SAID in api.requests[1].results[0]
    assert [Why.QUOTE_NOT_FOUND] == memory.waiting()


def test_words_that_the_model_scheduled_wait(client: Client, api: FakeApi, memory: Memory) -> None:
    """The client runs them at the next full minute as if they had been typed."""
    api.rule(lambda request: "Waits for approval" in request.text, say("It waits."))
    api.script(
        call("ToolSearch", query="select:CronCreate", max_results=1),
        call("CronCreate", cron="* * * * *", prompt=SAID, recurring=False),
        say("Scheduled."),
        remember(),
    )
    with client.open() as terminal:
        terminal.say("remind me, please")
        with terminal.turn():
            api.asked(lambda request: "Waits for approval" in request.text, patience_seconds=100)
    assert [["remind me, please", SAID]] == memory.heard()
    assert [Why.UNKNOWN_SPEAKER] == memory.waiting()


@pytest.mark.parametrize(
    ("task", "report"), [(SAID, "Understood."), ("look around", SAID)], ids=["its prompt", "its report"]
)
def test_words_between_agents_wait(client: Client, api: FakeApi, memory: Memory, task: str, report: str) -> None:
    """What an agent tells a subagent, or hears from it, is not what the person said."""
    api.rule(lambda request: request.is_of_subagent, say(report))
    api.rule(lambda request: "<task-notification>" in request.said, remember())
    api.script(call("Agent", description="look", prompt=task, subagent_type="general-purpose"))
    with client.open() as terminal:
        terminal.say("let a subagent do it")
        api.asked(lambda request: "Waits for approval" in request.said)
    assert [Why.QUOTE_NOT_FOUND] == memory.waiting()
    assert [["let a subagent do it"]] == memory.heard()
