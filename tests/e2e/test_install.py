"""What installing changes for the model, and that uninstalling changes it back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.e2e.conftest import Memory, install, uninstall
from tests.e2e.fake_api import call, say
from tests.e2e.story import SAID, remember

import stillso
from stillso.core.records import Source

if TYPE_CHECKING:
    from tests.e2e.client import Client

#: What differs between any two sessions: ids of sessions, of calls and of what was said, and the day.
OF_ITS_SESSION = re.compile(
    rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|toolu_[0-9a-f]+|\b[0-9a-f]{32}\b|\d{4}-\d\d-\d\d"
)


@pytest.fixture
def note(bare: Client) -> str:
    """A file of the repository, by its path."""
    path = bare.project / "note.txt"
    path.write_text("pnpm is used here\n")
    return str(path)


def requests_of_a_session(client: Client, note: str) -> list[bytes]:
    """What the API is asked in a session of two prompts and a call, but for what differs in any two."""
    before = len(client.api.requests)
    client.api.script(call("Read", file_path=note), say("Read."))
    with client.open() as terminal:
        terminal.say(SAID)
        terminal.say("go on, please")
    return [OF_ITS_SESSION.sub(b"-", request.sent) for request in client.api.requests[before:]]


def test_uninstalled_the_model_is_asked_as_before(bare: Client, note: str) -> None:
    """Byte for byte: what was installed in between has left nothing in any request."""
    before = requests_of_a_session(bare, note)
    install(bare)
    installed = requests_of_a_session(bare, note)
    uninstall(bare)
    assert before != installed
    assert before == requests_of_a_session(bare, note)


def test_in_one_repository_alone_it_works_once_the_server_is_allowed(bare: Client) -> None:
    """The client asks for that itself, and the folder has to be trusted."""
    install(bare, "--project")
    bare.api.script(remember(), say("Noted."))
    with bare.open(asked="New MCP server found in this project", answer="Use this MCP server") as terminal:
        terminal.say(SAID)
    app = stillso.open(bare.store)
    record = Memory(app).record(1)
    app.close()
    assert (Source.STATED, SAID) == (record.source, record.quote)


def test_replaced_the_clients_own_memory_is_off(bare: Client) -> None:
    """The model is told of no folder to keep memories in; uninstalled, it is again."""
    told = []
    for step in (lambda: None, lambda: install(bare, "--replace"), lambda: uninstall(bare)):
        step()
        bare.api.script(say("Hello."))
        with bare.open() as terminal:
            terminal.say("good morning")
        told.append(b"/memory/" in bare.api.requests[-1].sent)
    assert [True, False, True] == told
