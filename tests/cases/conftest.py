"""A small house on each store: a person, an agent, a base, a clock that the test moves, and the command line."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest

import stillso
from stillso import App, Done, Owner, Refused, Session, Waiting
from stillso.core import names
from stillso.core.records import Record, Status
from stillso.services.history import Past
from stillso.services.inbox import Pending
from stillso.surfaces import cli
from stillso.testing import FixedClock

T = TypeVar("T")

BASE = "shop"
AGENT = "claude-code"
START = "2026-06-22T03:10:00Z"

#: The number of a marked line, in either language.
MARKED = re.compile(r"^\[(?:needs confirming|待確認)\] #(\d+)", re.MULTILINE)
#: The number of any record's line.
SHOWN = re.compile(r"^(?:\[[^\]]+\] )?#(\d+)", re.MULTILINE)


class House:
    """A store with the person mei, the agent claude-code and the base shop, which the agent may write."""

    def __init__(self, app: App, clock: FixedClock) -> None:
        self.app = app
        self.clock = clock
        self.mei: Owner = app.owner("mei")
        self.mei.create_base(BASE)
        self.add_agent(AGENT)

    def at(self, moment: str) -> None:
        """Move the clock to a moment."""
        self.clock.at = names.moment(moment)

    def add_agent(self, name: str, level: str = "write") -> None:
        """An agent with a grant on the base."""
        self.app.add_agent(name)
        self.mei.grant(name, BASE, level)

    def session(self, *heard: str, agent: str = AGENT, channel: str = "cli") -> Session:
        """A session of an agent for mei, in which she has said this."""
        session = self.app.session(agent, [BASE], channel=channel, person="mei")
        assert isinstance(session, Session), session
        for text in heard:
            session.hear(text)
        return session

    def said(self, words: str, content: str | None = None, **fields: Any) -> int:
        """The number of a record that mei's words, said now, have put into force."""
        return self.number(self.session(words).remember(content or words, quote=words, **fields))

    def record(self, no: int) -> Record:
        """A record as it is."""
        return self.given(self.mei.show(no, base=BASE)).rows[0].record

    def history(self, no: int) -> list[Past]:
        """The revisions of a record, oldest first."""
        return list(self.given(self.mei.history(no, base=BASE)))

    def revisions(self, no: int) -> list[Record]:
        """A record as it was at each revision, oldest first."""
        return [past.record for past in self.history(no) if past.record]

    def active(self) -> list[int]:
        """The numbers that a list shows when no status is asked for."""
        return [row.record.no for row in self.given(self.mei.list(base=BASE)).rows]

    def of_status(self, status: Status) -> list[int]:
        """The numbers of the records of a status."""
        return [row.record.no for row in self.given(self.mei.list(status, base=BASE)).rows]

    def due(self) -> list[int]:
        """The numbers of what needs confirming, in order."""
        return [row.record.no for row in self.given(self.mei.due(base=BASE)).rows]

    def lines(self, **asked: Any) -> str:
        """What a new session of the agent opens with."""
        return self.given(self.session().lines(**asked))

    def marked(self) -> list[int]:
        """The numbers of the marked lines of a new session."""
        return [int(found) for found in MARKED.findall(self.lines())]

    def proposals(self) -> list[Pending]:
        """What waits for a person."""
        return self.given(self.app.inbox(BASE))

    def version(self) -> int:
        """The version of the base."""
        return self.given(self.app.base(BASE)).head

    def content(self, path: str) -> str:
        """The text of a file of the base."""
        return self.given(self.mei.read(path, base=BASE)).content

    def paths(self) -> list[str]:
        """The paths of all living files of the base."""
        return [each.path for each in self.given(self.mei.files(base=BASE))]

    @staticmethod
    def given(answer: T | Refused) -> T:
        """An answer that was not refused."""
        assert not isinstance(answer, Refused), answer
        return answer

    @staticmethod
    def number(outcome: object) -> int:
        """The number of the record that a verb was done on."""
        assert isinstance(outcome, Done), outcome
        assert outcome.no is not None
        return outcome.no

    @staticmethod
    def refused(outcome: object) -> str:
        """The code of a refusal."""
        assert isinstance(outcome, Refused), outcome
        return outcome.code.value

    @staticmethod
    def waiting(outcome: object) -> str:
        """Why an operation waits."""
        assert isinstance(outcome, Waiting), outcome
        return outcome.why.value

    @staticmethod
    def shown(lines: str) -> list[int]:
        """The numbers of all records' lines in a text."""
        return [int(found) for found in SHOWN.findall(lines)]

    @staticmethod
    def line(no: int, lines: str) -> str:
        """The one line of a record."""
        (found,) = (line for line in lines.splitlines() if SHOWN.findall(line) == [str(no)])
        return found


@pytest.fixture
def clock() -> FixedClock:
    """A clock that stands at the morning on which the story begins."""
    return FixedClock(names.moment(START))


@pytest.fixture(params=["memory", "sqlite"])
def house(request: pytest.FixtureRequest, tmp_path: Path, clock: FixedClock) -> Iterator[House]:
    """A house, once on the store in memory and once on an SQLite file."""
    address = {"memory": "memory:", "sqlite": str(tmp_path / "memory.db")}[request.param]
    app = stillso.open(address, clock=clock)
    yield House(app, clock)
    verified = app.verify()
    app.close()
    assert not isinstance(verified, Refused)
    assert () == verified.findings


@pytest.fixture
def on_disk(tmp_path: Path, clock: FixedClock) -> Iterator[House]:
    """A house on the SQLite file that the command line reads too."""
    app = stillso.open(tmp_path / "memory.db", clock=clock)
    yield House(app, clock)
    app.close()


@dataclass(frozen=True)
class Printed:
    """What a command printed, and its exit code."""

    code: int
    out: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object on standard output."""
        found: dict[str, Any] = json.loads(self.out)
        return found


class Shell:
    """The command line of mei in this process, on the store of ``on_disk``."""

    def __init__(self, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._patch = patch

    def __call__(self, *words: str, stdin: str = "") -> Printed:
        """Run one command with ``--json``."""
        self._capsys.readouterr()
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        before = words[: words.index("--")] if "--" in words else words
        code = cli.run([*before, "--json", *words[len(before) :]])
        return Printed(code, self._capsys.readouterr().out)

    def text(self, *words: str) -> str:
        """Run one command as a person does, and give what it printed."""
        self._capsys.readouterr()
        cli.run(list(words))
        return self._capsys.readouterr().out


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    """Mei's command line on the store of ``on_disk``."""
    monkeypatch.setenv("STILLSO_STORE", str(tmp_path / "memory.db"))
    monkeypatch.setenv("STILLSO_PERSON", "mei")
    monkeypatch.chdir(tmp_path)
    return Shell(capsys, monkeypatch)
