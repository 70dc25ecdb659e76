"""The real Claude Code, run on this machine alone: a home of its own, a fake API, no telemetry.

Three ways to talk to it: one prompt and its answer (``ask``), a conversation of several prompts (``talk``), and the
screen as a person has it (``open``). Nothing here sleeps: each way waits for what it expects to come.
"""

from __future__ import annotations

import json
import os
import queue
import select
import subprocess
import termios
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyte
from tests.e2e.fake_api import PATIENCE_SECONDS, FakeApi

#: The size of the screen: wide enough that what a test looks for stands on one line.
COLUMNS, LINES = 200, 50

#: What a terminal sends for a key.
KEYS = {"enter": "\r", "up": "\x1b[A", "down": "\x1b[B", "escape": "\x1b", "ctrl-c": "\x03"}

#: How long one look at the screen waits for something new.
MOMENT_SECONDS = 0.2

#: After how long a key is pressed again. Our choice: longer than a menu takes to redraw.
INSIST_SECONDS = 0.6

#: Stands on the line that ends a turn of the model, when its hooks have run as well.
TURN_DONE = " · done "

#: What keeps the client from talking to anybody but the API that it is given.
QUIET = {
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_AUTOUPDATER": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL": "1",
    "IS_SANDBOX": "1",
}


@dataclass(frozen=True)
class Place:
    """Where the client is started, and its whole environment."""

    folder: Path
    environment: Mapping[str, str]


@dataclass(repr=False)
class Client:
    """The client of a person: its settings, and a repository in which it is started."""

    binary: Path
    folder: Path
    api: FakeApi
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.home, self.config, self.project = (self.folder / name for name in ("home", "config", "shop"))
        self.store = self.home / "stillso.db"
        for folder in (self.home, self.config, self.project, self.folder / "tmp"):
            folder.mkdir()
        subprocess.run(["git", "init", "--quiet", self.project], check=True)
        # As on a machine where the client was used before: nothing is asked at the start, and the folder is trusted.
        trusted = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
        seen = {"hasCompletedOnboarding": True, "hasSeenAutoDefaultNudge": True}
        self.write(".claude.json", {**seen, "projects": {str(self.project): trusted}})

    def write(self, name: str, values: object) -> None:
        """Write a JSON file of the client's configuration."""
        path = self.config / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values, indent=2))

    def ask(self, prompt: str, *options: str) -> str:
        """Give one prompt in print mode; what the model said at its end."""
        ended = subprocess.run(
            [self.binary, "--print", *options, prompt],
            cwd=self.project,
            env=self._place.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=True,
        )
        return ended.stdout.rstrip("\n")

    @contextmanager
    def talk(self, *options: str) -> Iterator[Talk]:
        """A conversation with a program, one prompt after the other."""
        form = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]
        talk = Talk([self.binary, "--print", *form, *options], self._place)
        try:
            yield talk
        finally:
            talk.close()

    @contextmanager
    def open(self, *options: str, asked: str | None = None, answer: str = "") -> Iterator[Terminal]:
        """The client on a screen, ready for a prompt; when it was ``asked`` something first, after this choice."""
        terminal = Terminal([self.binary, *options], self._place)
        try:
            if asked is not None:
                terminal.wait_for(asked)
                terminal.insist("up", lambda: f"❯ {answer}" in terminal.text)
                terminal.insist("enter", lambda: asked not in terminal.text)
            terminal.wait(lambda: terminal.is_ready)
            yield terminal
            terminal.leave()
        finally:
            terminal.close()

    @property
    def _place(self) -> Place:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "TMPDIR": str(self.folder / "tmp"),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "SHELL": "/bin/sh",
            "USER": "mei",
            "CLAUDE_CONFIG_DIR": str(self.config),
            "ANTHROPIC_BASE_URL": self.api.address,
            "ANTHROPIC_AUTH_TOKEN": "none",
            # Whoever else it might ask would be asked through the fake API, which notes that.
            "HTTPS_PROXY": self.api.address,
            "NO_PROXY": "127.0.0.1",
            **QUIET,
            **self.environment,
        }
        return Place(self.project, environment)


class Talk:
    """A conversation: what is said to the client, and the rows that it prints."""

    def __init__(self, words: Sequence[str | Path], place: Place) -> None:
        self._process = subprocess.Popen(
            words,
            cwd=place.folder,
            env=place.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        self._rows: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def say(self, prompt: str) -> str:
        """Give a prompt and wait for the end of its turn; what the model said then."""
        assert self._process.stdin is not None
        row = {"type": "user", "message": {"role": "user", "content": prompt}}
        self._process.stdin.write(json.dumps(row) + "\n")
        self._process.stdin.flush()
        while (printed := self._rows.get(timeout=PATIENCE_SECONDS)) is not None:
            if printed["type"] == "result":
                return str(printed["result"])
        raise AssertionError("the client ended before its answer")

    def close(self) -> None:
        """Say nothing more, and wait for the client's end."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(PATIENCE_SECONDS)
        finally:
            self._process.kill()
            self._reading.join()
            self._process.stdout.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._rows.put(json.loads(line))
        self._rows.put(None)


class Terminal:
    """The client's screen, and its keyboard."""

    def __init__(self, words: Sequence[str | Path], place: Place) -> None:
        self._screen = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.ByteStream(self._screen)
        self._ours, theirs = os.openpty()
        termios.tcsetwinsize(theirs, (LINES, COLUMNS))
        self._process = subprocess.Popen(
            words,
            cwd=place.folder,
            env=place.environment,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)

    @property
    def text(self) -> str:
        """What stands on the screen now."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    @property
    def is_ready(self) -> bool:
        """Whether an empty line waits for a prompt."""
        return any(line.strip() == "❯" for line in self._screen.display)

    # --- the screen ------------------------------------------------------------------------------------------

    def wait(self, seen: Callable[[], bool]) -> None:
        """Wait until something can be seen on the screen."""
        until = time.monotonic() + PATIENCE_SECONDS
        while not seen():
            assert time.monotonic() < until, f"never came; on the screen stands:\n{self.text}"
            assert self._look(), f"the client ended; on the screen stood:\n{self.text}"

    def wait_for(self, text: str) -> None:
        """Wait until a text stands on the screen."""
        self.wait(lambda: text in self.text)

    @contextmanager
    def turn(self, count: int = 1) -> Iterator[None]:
        """Do what begins turns of the model, and wait until they are over, with all their hooks."""
        before = self.text.count(TURN_DONE)
        yield
        self.wait(lambda: self.text.count(TURN_DONE) >= before + count)

    def _look(self) -> bool:
        """Take what the client draws within a moment; False when it has ended."""
        if not select.select([self._ours], [], [], MOMENT_SECONDS)[0]:
            return True
        try:
            drawn = os.read(self._ours, 2**16)
        except OSError:  # nobody is at the other end any more
            return False
        self._stream.feed(drawn)
        return bool(drawn)

    # --- the keyboard ----------------------------------------------------------------------------------------

    def type(self, text: str) -> None:
        """Type a text, and wait until it stands there."""
        os.write(self._ours, text.encode())
        self.wait_for(text)

    def press(self, key: str) -> None:
        """Press a key."""
        os.write(self._ours, KEYS[key].encode())

    def insist(self, key: str, seen: Callable[[], bool]) -> None:
        """Press a key until its effect is seen: a menu takes none in its first moment."""
        again_at = 0.0

        def pressed() -> bool:
            nonlocal again_at
            if seen():
                return True
            if time.monotonic() > again_at:
                self.press(key)
                again_at = time.monotonic() + INSIST_SECONDS
            return False

        self.wait(pressed)

    def begin(self, prompt: str) -> None:
        """Give a prompt."""
        self.type(prompt)
        self.press("enter")

    def say(self, prompt: str) -> None:
        """Give a prompt, and wait until the model's turn is over."""
        with self.turn():
            self.begin(prompt)

    def clear(self) -> None:
        """Begin a new conversation in the same process."""
        self.begin("/clear")
        self.wait(lambda: self.is_ready and TURN_DONE not in self.text)

    def leave(self) -> None:
        """Leave the client, as a person does."""
        self.press("ctrl-c")
        self.wait_for("again to exit")
        self.press("ctrl-c")
        while self._look():
            pass
        assert self._process.wait(PATIENCE_SECONDS) == 0

    def close(self) -> None:
        """End the client, however it stands."""
        self._process.kill()
        self._process.wait()
        os.close(self._ours)
