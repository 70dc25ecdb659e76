"""The real Claude Code with stillso beside it, and a store that the test looks into."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import pytest
from tests.e2e.client import Client
from tests.e2e.fake_api import FakeApi

import stillso
from stillso import App, Refused
from stillso.core import names
from stillso.core.records import Record, Status
from stillso.core.sights import How, Session
from stillso.errors import Why

T = TypeVar("T")

#: Where `make e2e-claude` says the client is. Read before any fixture empties the environment.
BINARY = os.environ.get("STILLSO_E2E_CLAUDE")

#: The base of the repository in which the client is started.
BASE = "shop"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test here runs the client."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("e2e")


@pytest.fixture
def api() -> Iterator[FakeApi]:
    """A Messages API that says what the test has written."""
    fake = FakeApi()
    yield fake
    fake.close()
    assert fake.strays == []


@pytest.fixture
def bare(tmp_path: Path, api: FakeApi) -> Client:
    """The client as it is without stillso."""
    if BINARY is None:
        pytest.skip("no Claude Code here; `make e2e-claude` fetches it")
    client = Client(Path(BINARY), tmp_path, api)
    # Mode auto would have the API judge each call, which ours cannot.
    client.write("settings.json", {"permissions": {"defaultMode": "default", "allow": ["Agent"]}})
    return client


@pytest.fixture
def client(bare: Client) -> Client:
    """The client with stillso installed."""
    install(bare)
    return bare


def install(client: Client, *options: str) -> None:
    """Put stillso beside the client."""
    _run(client, "install", *options)


def uninstall(client: Client) -> None:
    """Take it out again."""
    _run(client, "uninstall")


def _run(client: Client, command: str, *options: str) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(client.home),
        "CLAUDE_CONFIG_DIR": str(client.config),
        "STILLSO_STORE": str(client.store),
        "STILLSO_PERSON": "mei",
        "STILLSO_LANG": "en",
    }
    words = [sys.executable, "-m", "stillso", "claude-code", command, "--yes", *options]
    subprocess.run(words, cwd=client.project, env=environment, check=True)


def move_clock(client: Client, to: datetime) -> None:
    """Let the hooks act as if it were another moment. The server of the tools has no such option for an agent."""
    name = "skills/stillso/hooks/hooks.json"
    values = json.loads((client.config / name).read_text())
    for group in itertools.chain(*values["hooks"].values()):
        for hook in group["hooks"]:
            hook["args"] += ["--now", names.written(to)]
    client.write(name, values)


@dataclass
class Memory:
    """What the store of the person holds."""

    app: App

    def record(self, no: int) -> Record:
        """A record as it is."""
        return given(self.app.owner("mei").show(no, base=BASE)).rows[0].record

    def active(self) -> list[int]:
        """The numbers of the records in force."""
        return [row.record.no for row in given(self.app.owner("mei").list(Status.ACTIVE, base=BASE)).rows]

    def waiting(self) -> list[Why]:
        """Why each candidate waits for a person, oldest first."""
        return [pending.proposal.why for pending in given(self.app.inbox(BASE))]

    def heard(self) -> list[list[str]]:
        """What each conversation heard that heard anything, oldest first."""
        with self.app.workspace.view() as view:
            found = [view.messages(session.id) for session in reversed(view.sessions())]
        return [[message.text for message in messages] for messages in found if messages]

    def has_heard(self, text: str) -> bool:
        """Whether some conversation heard this."""
        return any(text in messages for messages in self.heard())

    def conversations(self) -> list[Session]:
        """The sessions of the client's conversations and of its subagents, oldest first."""
        with self.app.workspace.view() as view:
            return view.sessions()[::-1]

    def shown(self, session: Session) -> list[How]:
        """How a session came to see what it has seen."""
        with self.app.workspace.view() as view:
            return [sight.how for sight in view.sights(session.id)]


@pytest.fixture
def memory(client: Client) -> Iterator[Memory]:
    """What the store of the client's person holds."""
    app = stillso.open(client.store)
    yield Memory(app)
    app.close()


def given(answer: T | Refused) -> T:
    """An answer that was not refused."""
    assert not isinstance(answer, Refused), answer
    return answer
