"""The terminal a command runs in: its language and options, who the person is, and how outcomes are printed.

The one place where the command line reads the environment. A person at a terminal is the owner; their base is that of
the repository they stand in.
"""

from __future__ import annotations

import getpass
import json
import os
import sys
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from stillso.acting import Acting, Owner, Session
from stillso.app import App, open_store
from stillso.core import names
from stillso.core.operations import Outcome, Refused
from stillso.errors import Code, Misuse
from stillso.services import answers
from stillso.texts import Texts

T = TypeVar("T")

REFUSED = 3

#: What agents' clients set in the shells that they open, and the agent's name. Read from their documentation and seen
#: in their shells, 2026-11-30.
AGENT_MARKS = {
    "CLAUDECODE": "claude-code",
    "CODEX_SANDBOX": "codex",
    "CODEX_SANDBOX_NETWORK_DISABLED": "codex",
    "CURSOR_AGENT": "cursor",
    "GEMINI_CLI": "gemini-cli",
    "OPENCODE": "opencode",
}


class Terminal:
    """One command's surroundings. ``app`` is opened when it is first needed."""

    def __init__(self, language: str = "en", *, wants_json: bool = False) -> None:
        self.texts = Texts(language)
        self.wants_json = wants_json
        self._now: str | None = None
        self._store: str | None = None
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")

    def choose(self, name: str, value: str) -> None:
        """Take a common option: ``store`` or ``now``."""
        if name == "now":
            names.moment(value)
            self._now = value
        else:
            self._store = value

    # --- who and where ---------------------------------------------------------------------------------------

    @cached_property
    def app(self) -> App:
        """The store of this terminal, opened."""
        address = self._store or os.environ.get("STILLSO_STORE") or str(_data_folder() / "stillso.db")
        now = self._now
        clock = (lambda: names.moment(now)) if now else None
        return open_store(address, language=self.texts.language, clock=clock)

    @cached_property
    def agent(self) -> str | None:
        """The agent whose shell this is, None at a person's terminal.

        What an agent's client sets in its shells decides, and nothing set there can make a person of it again.
        """
        if os.environ.get("STILLSO_ACTOR") == "agent":
            return os.environ.get("STILLSO_AGENT") or "agent"
        return next((name for mark, name in AGENT_MARKS.items() if os.environ.get(mark)), None)

    def only_a_person(self) -> None:
        """End the command in an agent's shell."""
        if self.agent:
            self._refuse(Refused(code=Code.NOT_A_PERSON, facts={"name": self.agent}))

    @property
    def administered(self) -> App:
        """The store, for what only a person may do."""
        self.only_a_person()
        return self.app

    @cached_property
    def owner(self) -> Owner:
        """The person at this terminal: ``STILLSO_PERSON``, else the name they are logged in with.

        Ends the command in an agent's shell.
        """
        name = os.environ.get("STILLSO_PERSON") or getpass.getuser()
        return self.administered.owner("".join(char if char.isalnum() or char in ".@+-_" else "-" for char in name))

    def acting(self, session: str | None, *, owner: bool = False) -> Acting:
        """Who carries out a verb: the agent of a session, else the person; in an agent's shell always that agent."""
        if session is not None and not (owner and self.agent is None):
            return self.session(session)
        return self.need(self.app.agent(self.agent, shell=True)) if self.agent else self.owner

    def session(self, id: str) -> Session:
        """A session that this person opened, or the shell's agent runs; ends the command when there is none."""
        return self.need(self.app.resume(id, self.agent or self.owner.caller.principal.name))

    def base(self, wanted: str | None, session: str | None) -> str | None:
        """The base a command is about: the one named, the session's own, or the repository's, made when missing."""
        return wanted if wanted or session else self.repository_base()

    def repository_base(self) -> str:
        """The base of the repository that this folder belongs to (or of the folder), made when missing."""
        root = _repository(Path.cwd())
        mine = [base.slug for base in self.app.bases() if base.settings.get("folder") == str(root)]
        if mine:
            return mine[0]
        taken = {base.slug for base in self.app.bases()}
        plain = names.slug_from(root.name, ascii_only=True) or "base"
        slug = next(name for n in range(1, 10**6) if (name := plain if n == 1 else f"{plain}-{n}") not in taken)
        settings = {"folder": str(root)}
        self.need(self.owner.create_base(slug, name=root.name or slug, settings=settings))
        return slug

    # --- saying ----------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Print text for a person, or nothing when JSON was asked for."""
        if not self.wants_json and text:
            click.echo(text.removesuffix("\n"))

    def answer(self, result: Outcome) -> None:
        """Print an outcome; ends the command with 3 when it was refused."""
        self.give(answers.outcome(result, self.texts), answers.sentence(result, self.texts))
        if isinstance(result, Refused):
            raise click.exceptions.Exit(REFUSED)

    def give(self, values: dict[str, Any], text: str) -> None:
        """Print a reading: its values as one JSON object, or its text."""
        if self.wants_json:
            click.echo(json.dumps(values, ensure_ascii=False))
        else:
            self.say(text)

    def fields(self, values: dict[str, Any]) -> str:
        """Values as a person reads them, a field a line, under their names in the language."""
        return "\n".join(
            self.texts.say(
                "cli.field", name=self.texts[f"cli.field.{key}"], value="–" if value in (None, "", {}) else value
            )
            for key, value in values.items()
        )

    def need(self, result: T | Refused) -> T:
        """What was asked for; when it was refused, says so and ends the command."""
        if isinstance(result, Refused):
            self._refuse(result)
        return result

    def _refuse(self, refused: Refused) -> NoReturn:
        self.answer(refused)
        raise AssertionError("a refusal ends the command")

    def failed(self, code: int, message: str) -> int:
        """Say why a command could not run; its exit code."""
        if self.wants_json:
            click.echo(json.dumps({"failed": code, "message": message}, ensure_ascii=False))
        click.echo(self.texts.say("cli.failed", message=message), err=True)
        return code

    def close(self) -> None:
        """Let go of the store, if it was opened."""
        if "app" in self.__dict__:
            self.app.close()

    def text(self, given: str) -> str:
        """A text argument; ``-`` reads standard input."""
        if given != "-":
            return given
        data = sys.stdin.buffer.read()
        try:
            return data.decode("utf-8").removesuffix("\n")
        except UnicodeDecodeError as problem:
            raise Misuse(f"standard input is not UTF-8: {problem}") from problem


def _repository(start: Path) -> Path:
    """The folder that holds ``.git`` above this one, else the folder itself."""
    return next((folder for folder in (start, *start.parents) if (folder / ".git").exists()), start)


def _data_folder() -> Path:
    """Where a person's store is by default: the platform's folder for a program's data."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "stillso"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "stillso"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "stillso"
