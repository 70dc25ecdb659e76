"""An answer to what the model asked counts, however short it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.e2e.conftest import given
from tests.e2e.fake_api import Turn, call, say
from tests.e2e.story import CONDITION, CONTENT, LATER, SAID, tool

import stillso
from stillso.app import system_clock
from stillso.core.records import Source
from stillso.surfaces import repositories
from stillso.testing import FixedClock

if TYPE_CHECKING:
    from tests.e2e.client import Client, Terminal
    from tests.e2e.conftest import Memory
    from tests.e2e.fake_api import FakeApi

RUN_AGAIN = "After a change run e2e as well"

#: What the model asks about the record, what the person answers in two characters, and what it then calls.
SHORT_ANSWERS = {
    "replaces it": (
        "Is staging fixed (#1)? Then I run e2e again.",
        "修好",
        tool("supersede", no=1, content=RUN_AGAIN, quote="修好"),
        "#2 replaces #1",
    ),
    "ends it": (
        "Shall I drop #1, to skip e2e while staging is unstable?",
        "ok",
        tool("retract", no=1, quote="ok"),
        "#1 will not be used any more",
    ),
    "confirms it": (
        "Is #1 still so, that staging is unstable and e2e is skipped?",
        "對",
        tool("confirm", no=1, quote="對"),
        "#1 is confirmed",
    ),
}


@pytest.fixture
def later(client: Client) -> Client:
    """The client 94 days after its person said to skip e2e; nothing was said to it since."""
    app = stillso.open(client.store, clock=FixedClock(system_clock() - LATER))
    mei = app.owner("mei")
    base = given(repositories.make(app, mei, client.project)).slug
    app.add_agent("claude-code")
    mei.grant("claude-code", base, "write")
    session = given(app.session("claude-code", [base], person="mei"))
    session.hear(SAID)
    session.remember(CONTENT, condition=CONDITION, quote=SAID)
    app.close()
    return client


@pytest.mark.parametrize("case", SHORT_ANSWERS)
def test_an_answer_in_two_characters_counts(later: Client, api: FakeApi, case: str) -> None:
    """The model asks about a record by its number; what it then asks for is done."""
    question, answer, asked, done = SHORT_ANSWERS[case]
    api.script(say(question), asked, say("Done."))
    with later.open() as terminal:
        terminal.say("rename the button, please")
        terminal.say(answer)
    assert done in api.requests[-1].results[-1]


def test_another_open_session_has_news(later: Client, api: FakeApi) -> None:
    """A session that was shown a record hears at its next prompt that it was replaced."""
    question, answer, asked, _ = SHORT_ANSWERS["replaces it"]
    with later.open() as terminal, later.open() as other:
        other.say("good morning")
        api.script(say(question), asked, say("Done."))
        terminal.say("rename the button, please")
        terminal.say(answer)
        before = len(api.requests)
        other.say("go on, please")
    assert f"What holds now: {RUN_AGAIN}" in api.requests[before].system


# --- a menu --------------------------------------------------------------------------------------------------

FIXED, NOT_YET = "It is fixed, run e2e again", "Not yet"


def ask_in_a_menu(question: str) -> Turn:
    """The model asks with the client's own tool."""
    options = [{"label": label, "description": label} for label in (FIXED, NOT_YET)]
    asked: dict[str, Any] = {"question": question, "header": "Staging", "multiSelect": False, "options": options}
    return call("AskUserQuestion", questions=[asked])


def choose(terminal: Terminal) -> None:
    """Take the first option."""
    terminal.insist("enter", lambda: "Enter to select" not in terminal.text)


def type_instead(terminal: Terminal, text: str) -> None:
    """Type an answer of one's own."""
    terminal.insist("down", lambda: "❯ 3. Type something." in terminal.text)
    terminal.type(text)
    terminal.press("enter")


SUPERSEDED = tool("supersede", no=1, content="Staging is fixed: run e2e again", quote=FIXED)
# Without ``beside`` it would be led to #1, which it is about.
REMEMBERED = tool("remember", content="Run e2e again", type="feedback", quote=FIXED, beside=0)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        pytest.param("Is staging fixed (#1)?", SUPERSEDED, id="about a record"),
        pytest.param("Is staging fixed?", SUPERSEDED, id="about none"),
        pytest.param("Is staging fixed?", REMEMBERED, id="for a new one"),
    ],
)
def test_a_chosen_option_gives_a_confirmed_record(
    later: Client, api: FakeApi, memory: Memory, question: str, asked: Turn
) -> None:
    """The words are the model's own; the person agreed to them."""
    api.script(ask_in_a_menu(question), asked, say("Done."))
    with later.open() as terminal:
        terminal.begin("rename the button, please")
        terminal.wait_for("Enter to select")
        with terminal.turn():
            choose(terminal)
    assert Source.CONFIRMED == memory.record(2).source


def test_a_typed_answer_gives_a_stated_record(later: Client, api: FakeApi, memory: Memory) -> None:
    """The words are the person's own."""
    typed = "from now on always run e2e on every change"
    replaced = tool("supersede", no=1, content="Always run e2e on every change", quote=typed)
    api.script(ask_in_a_menu("Is staging fixed (#1)?"), replaced, say("Done."))
    with later.open() as terminal:
        terminal.begin("rename the button, please")
        terminal.wait_for("Enter to select")
        with terminal.turn():
            type_instead(terminal, typed)
    assert (Source.STATED, typed) == (memory.record(2).source, memory.record(2).quote)
