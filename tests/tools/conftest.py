"""A store in memory with a person, an agent with a session, and the tools that the agent calls."""

from __future__ import annotations

import re
from typing import Any

import pytest

import stillso
from stillso import Owner, Session, tools
from stillso.core import names
from stillso.testing import FixedClock
from stillso.tools import Answer

BASE = "shop"
AGENT = "claude-code"

#: How to go on, in either language.
MARK = re.compile(r"after ?[\"「]([^\"」]+)[\"」]")


class House:
    """The store, mei, and the session of her agent."""

    def __init__(self, language: str = "en") -> None:
        self.clock = FixedClock(names.moment("2026-06-22T03:10:00Z"))
        self.app = stillso.open("memory:", clock=self.clock, language=language)
        self.mei: Owner = self.app.owner("mei")
        self.mei.create_base(BASE)
        self.app.add_agent(AGENT)
        self.mei.grant(AGENT, BASE, "write")
        self.session = self.open()

    def open(self, agent: str = AGENT, channel: str = "cli") -> Session:
        """A session of an agent for mei."""
        session = self.app.session(agent, [BASE], channel=channel, person="mei")
        assert isinstance(session, Session), session
        return session

    def at(self, moment: str) -> None:
        """Move the clock to a moment."""
        self.clock.at = names.moment(moment)

    def call(self, tool: str, **given: Any) -> Answer:
        """Call a tool in the agent's session."""
        return tools.call(self.app.workspace, self.app.texts, self.session.caller, tool, given)

    def pages(self, tool: str, **given: Any) -> list[str]:
        """Every page of an answer, following the mark that each gives."""
        found = [self.call(tool, **given).text]
        while mark := MARK.search(found[-1].splitlines()[-1]):
            found.append(self.call(tool, **given, after=mark[1]).text)
        return found


@pytest.fixture
def house() -> House:
    """A house in which English is spoken."""
    return House()
