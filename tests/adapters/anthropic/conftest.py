"""A small house: mei, the agent helper, the base shop, and the memory tool of a session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from anthropic import Anthropic
from anthropic.tools import ToolError
from tests.adapters.anthropic.messages_server import Api

import stillso
from stillso import App, FileChange, Owner, Refused, Session
from stillso.adapters.anthropic.memory_tool import MemoryTool
from stillso.core import names
from stillso.services.windows import Entry, ledger
from stillso.testing import FixedClock

BASE = "shop"
START = "2026-06-22T03:10:00Z"


class House:
    """A store in memory with a person, an agent that may write, and a base."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.mei: Owner = app.owner("mei")
        self.mei.create_base(BASE)
        self.add_agent("helper")
        self.session = self.begin()
        self.memory = MemoryTool(self.session, base=BASE)

    def add_agent(self, name: str, level: str = "write") -> None:
        """An agent with a grant on the base."""
        self.app.add_agent(name)
        self.mei.grant(name, BASE, level)

    def begin(self, agent: str = "helper", channel: str = "cli") -> Session:
        """A session of an agent."""
        session = self.app.session(agent, [BASE], channel=channel, person="mei")
        assert isinstance(session, Session), session
        return session

    def put(self, path: str, content: str) -> None:
        """A file, written by mei."""
        outcome = self.mei.write(FileChange(path=path, mode="create", content=content), base=BASE)
        assert isinstance(outcome, stillso.Done), outcome

    def change(self, path: str, content: str) -> None:
        """Another text of a file, written by mei."""
        outcome = self.mei.write(FileChange(path=path, mode="overwrite", content=content), base=BASE)
        assert isinstance(outcome, stillso.Done), outcome

    def files(self) -> dict[str, str]:
        """The text of every file of the base, by path."""
        listed = self.mei.files(base=BASE)
        assert not isinstance(listed, Refused)
        return {row.path: self.content(row.path) for row in listed}

    def content(self, path: str) -> str:
        """The text of a file."""
        read = self.mei.read(path, base=BASE)
        assert not isinstance(read, Refused), read
        return read.content

    def version(self) -> int:
        """The version of the base."""
        found = self.app.base(BASE)
        assert not isinstance(found, Refused)
        return found.head

    def reasons(self) -> list[str | None]:
        """Why each version was made, newest first."""
        versions = self.mei.versions(base=BASE)
        assert not isinstance(versions, Refused)
        return [each.operation.reason for each in versions]

    def ledger(self, session: Session | None = None) -> list[Entry]:
        """What left the window of a session."""
        acting = session or self.session
        found = ledger(acting.workspace, acting.caller)
        assert not isinstance(found, Refused)
        return found

    def failed(self, **given: Any) -> str:
        """What the tool says of a command that it does not carry out."""
        return failed(self.memory, given)

    def done(self, **given: Any) -> str:
        """What the tool says of a command that it carries out."""
        return self.memory.call(given)


def failed(memory: MemoryTool, given: object) -> str:
    """The text of the ToolError that an input ends in."""
    with pytest.raises(ToolError) as error:
        memory.call(given)
    assert isinstance(error.value.content, str)
    return error.value.content


@pytest.fixture
def clock() -> FixedClock:
    """A clock that stands at the morning on which the story begins."""
    return FixedClock(names.moment(START))


@pytest.fixture
def house(clock: FixedClock) -> Iterator[House]:
    """A house whose log is in order at the end."""
    app = stillso.open("memory:", clock=clock)
    yield House(app)
    verified = app.verify()
    app.close()
    assert not isinstance(verified, Refused)
    assert () == verified.findings


@pytest.fixture
def api() -> Iterator[Api]:
    """An API on loopback."""
    served = Api()
    yield served
    served.close()


@pytest.fixture
def client(api: Api) -> Iterator[Anthropic]:
    """The SDK's client of that API."""
    with Anthropic(api_key="none", base_url=api.address, max_retries=0) as made:
        yield made
