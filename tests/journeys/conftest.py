"""The command line as people and harnesses use it: real processes, each with a home of its own."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import stillso
from stillso import App, Owner, Session
from stillso.core import names
from stillso.testing import FixedClock

#: Where the package under test lies: the processes run the same one.
SOURCE = Path(stillso.__file__).parents[1]

#: The morning on which the story begins.
JUNE = "2026-06-22T03:10:00Z"


@dataclass(frozen=True)
class Printed:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object on standard output."""
        found: dict[str, Any] = json.loads(self.out)
        return found


class Shell:
    """A terminal: a home, a store, a person, a folder in which commands are run."""

    def __init__(self, home: Path, **environment: str) -> None:
        self.home = home
        self.folder = home
        self.store = home / "memory.db"
        self.environment = {
            "HOME": str(home),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(SOURCE),
            "PYTHONDONTWRITEBYTECODE": "1",
            "LANG": "en_US.UTF-8",
            "STILLSO_STORE": str(self.store),
            "STILLSO_PERSON": "mei",
            **environment,
        }

    def plain(self, *words: str, stdin: str | bytes = "", environment: Mapping[str, str] | None = None) -> Printed:
        """Run a command as it is typed."""
        ended = self.begin(*words, environment=environment)
        out, err = ended.communicate(stdin.encode() if isinstance(stdin, str) else stdin, timeout=60)
        return Printed(ended.returncode, out.decode(), err.decode())

    def __call__(self, *words: str, at: str = JUNE, stdin: str | bytes = "") -> Printed:
        """Run a command with ``--json`` at a moment; its texts come after ``--`` as they stand."""
        before = words[: words.index("--")] if "--" in words else words
        return self.plain(*before, "--json", "--now", at, *words[len(before) :], stdin=stdin)

    def begin(self, *words: str, environment: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start a command and do not wait for it."""
        return subprocess.Popen(
            [sys.executable, "-m", "stillso", *words],
            cwd=self.folder,
            env={**self.environment, **(environment or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A fresh terminal of mei."""
    return Shell(tmp_path)


@pytest.fixture(scope="module")
def shell_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Shell]:
    """Makes a terminal that several tests of a module look at."""
    return lambda **environment: Shell(tmp_path_factory.mktemp("terminal"), **environment)


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., dict[str, Printed]]:
    """Plays a story in a terminal of its own, once for all workers of a run, and gives what was printed by step."""
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared

    def play(story: Callable[[Shell], dict[str, Printed]], **environment: str) -> dict[str, Printed]:
        kept = shared / f"{story.__module__}.json"
        with (shared / f"{story.__module__}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not kept.exists():
                told = story(Shell(tmp_path_factory.mktemp("terminal"), **environment))
                kept.write_text(json.dumps({name: [each.code, each.out, each.err] for name, each in told.items()}))
            found: dict[str, list[Any]] = json.loads(kept.read_text())
        return {name: Printed(*each) for name, each in found.items()}

    return play


class House:
    """The store of a terminal, opened by the library to prepare it quickly; closed before the commands run."""

    def __init__(self, app: App, clock: FixedClock) -> None:
        self.app = app
        self.clock = clock
        self.mei: Owner = app.owner("mei")
        self.mei.create_base("shop", name="Shop")
        app.add_agent("claude-code")
        self.mei.grant("claude-code", "shop", "write")

    def session(self, *heard: str, channel: str = "cli", agent: str = "claude-code") -> Session:
        """A session of an agent for mei, in which she has said this."""
        session = self.app.session(agent, ["shop"], channel=channel, person="mei")
        assert isinstance(session, Session), session
        for text in heard:
            session.hear(text)
        return session


@pytest.fixture
def house(shell: Shell) -> Iterator[House]:
    """The store of the terminal with the base shop and the agent claude-code."""
    clock = FixedClock(names.moment(JUNE))
    app = stillso.open(shell.store, clock=clock)
    yield House(app, clock)
    app.close()
