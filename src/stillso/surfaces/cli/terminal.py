"""The terminal a command runs in: its language and options, who the person is, and how outcomes are printed.

The one place where the command line reads who and what the environment names (``places`` has the folders). A person at
a terminal is the owner; their base is that of the repository they stand in.
"""

from __future__ import annotations

import getpass
import json
import os
import sys
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, TypeVar

import click

import stillso
from stillso import core, embedding, services
from stillso.errors import Code, Loss, LostStorage
from stillso.surfaces import places, repositories
from stillso.texts import Texts

if TYPE_CHECKING:
    from stillso.acting import Acting
    from stillso.core.vectors import Embedder
    from stillso.services.workspace import Clock

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
            core.names.moment(value)
            self._now = value
        else:
            self._store = value

    # --- who and where ---------------------------------------------------------------------------------------

    @cached_property
    def app(self) -> stillso.App:
        """The store of this terminal, opened."""
        language, clock = self.texts.language, self.clock
        return stillso.open(self.address, language=language, clock=clock, embedder=self._embedder())

    def _embedder(self) -> Embedder | None:
        """What finds by meaning, where ``STILLSO_EMBED`` names it and it is there: else words are enough."""
        name = os.environ.get("STILLSO_EMBED")
        return embedding.named(name) if name and self.embedder_problem is None else None

    @cached_property
    def embedder_problem(self) -> str | None:
        """Why what ``STILLSO_EMBED`` names is not to be had, as a sentence; None where nothing is wrong."""
        name = os.environ.get("STILLSO_EMBED")
        if not name or embedding.is_there(name):
            return None
        known = embedding.NAMES
        key = "embedder-missing" if name in known else "embedder-unknown"
        return self.texts.say(f"cli.say.{key}", name=name, known=", ".join(known))

    @property
    def address(self) -> str:
        """Where the store of this terminal is."""
        return self._store if self._store is not None else os.environ.get("STILLSO_STORE") or self._default_store()

    @property
    def clock(self) -> Clock | None:
        """The clock that ``--now`` sets, None for that of the system; ends the command in an agent's shell."""
        now = self._now
        if now is None:
            return None
        self.only_a_person()  # an agent's acts are dated by the clock
        return lambda: core.names.moment(now)

    def _default_store(self) -> str:
        try:
            return str(places.data_folder() / "stillso.db")
        except RuntimeError as problem:
            raise self.mistake("no-home") from problem

    @cached_property
    def agent(self) -> str | None:
        """The agent whose shell this is, None at a person's terminal.

        What an agent's client sets in its shells decides, also which agent it is; nothing set there beside it can make
        a person of it, or another agent.
        """
        marked = next((name for mark, name in AGENT_MARKS.items() if os.environ.get(mark)), None)
        if marked is None and os.environ.get("STILLSO_ACTOR") == "agent":
            return os.environ.get("STILLSO_AGENT") or "agent"
        return marked

    def only_a_person(self) -> None:
        """End the command in an agent's shell."""
        if self.agent:
            self.refuse(stillso.Refused(code=Code.NOT_A_PERSON, facts={"name": self.agent}))

    @property
    def existing(self) -> stillso.App:
        """The store, where one is there already: to check or to copy a new and empty one would say that all is well.

        Raises LostStorage when there is none.
        """
        from stillso.app import file_of

        self.only_a_person()
        path = file_of(self.address)
        if not os.path.lexists(path):
            raise LostStorage(f"there is no store {path}", Loss.MISSING, path=str(path), where=str(path))
        return self.app

    @property
    def administered(self) -> stillso.App:
        """The store, for what only a person may do."""
        self.only_a_person()
        return self.app

    @cached_property
    def owner(self) -> stillso.Owner:
        """The person at this terminal: ``STILLSO_PERSON``, else the name they are logged in with.

        Ends the command in an agent's shell.
        """
        self.only_a_person()
        try:
            name = os.environ.get("STILLSO_PERSON") or getpass.getuser()
        except (ImportError, KeyError, OSError) as problem:  # which of them depends on the platform and the Python
            raise self.mistake("no-person") from problem
        return self.app.owner("".join(char if char.isalnum() or char in ".@+-_" else "-" for char in name))

    def acting(self, session: str | None, *, owner: bool = False) -> Acting:
        """Who carries out a verb: the agent of a session, else the person; in an agent's shell always that agent."""
        if session is not None and not (owner and self.agent is None):
            return self.session(session)
        return self.need(self.app.agent(self.agent, shell=True)) if self.agent else self.owner

    def session(self, id: str) -> stillso.Session:
        """A session that this person opened, or the shell's agent runs; ends the command when there is none."""
        if self.agent and isinstance(self.app.agent(self.agent), stillso.Refused):
            # A person's name in the agent's place opens nothing of theirs.
            self.refuse(services.access.unknown("session", id))
        return self.need(self.app.resume(id, self.agent or self.owner.caller.principal.name))

    # --- the base --------------------------------------------------------------------------------------------

    def base(self, wanted: str | None, session: str | None) -> str | None:
        """The base a command is about: the one named, the session's own (None), or that of the repository here.

        Ends the command when the repository has none.
        """
        if wanted is not None or session is not None:
            return self.slug(wanted) if wanted is not None else None
        found = self.repository_base()
        if found is None:
            _, name = self._here()
            self.refuse(services.access.unknown("base", name, (base.slug for base in self.app.bases())), self.no_base())
        return found

    def no_base(self) -> str:
        """That the repository here has no base yet, and how it gets one."""
        folder, _ = self._here()
        return self.texts.say("cli.say.no-base", folder=folder)

    def is_nowhere(self, wanted: str | Sequence[str] | None, session: str | None) -> bool:
        """Whether no base is named and the repository here has none: there is nothing to read."""
        return not wanted and session is None and self.repository_base() is None

    def slug(self, wanted: str) -> str:
        """The slug of the base that is named by its slug, or by the name that it alone has."""
        bases = self.app.bases()
        named = [base.slug for base in bases if base.name == wanted]
        taken = any(base.slug == wanted for base in bases)
        return named[0] if len(named) == 1 and not taken else wanted

    def repository_base(self) -> str | None:
        """The base of the repository that this folder belongs to (or of the folder); None when it has none yet."""
        found = repositories.find(self.app, Path.cwd())
        return found.base.slug if found else None

    def make_base(self) -> str:
        """The base of the repository here, made when missing; in an agent's shell it must be there."""
        found = self.repository_base()
        if found is not None and self.agent:
            return found
        return self.need(repositories.make(self.app, self.owner, Path.cwd())).slug

    def _here(self) -> tuple[str, str]:
        """The repository here as a setting keeps it, and its name."""
        root = places.repository_of(Path.cwd())
        return places.text_of(root), places.text_of(root.name)

    # --- saying ----------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Print text for a person, or nothing when JSON was asked for."""
        if not self.wants_json and text:
            click.echo(text.removesuffix("\n"))

    def give(self, values: dict[str, Any], text: str) -> None:
        """Print a reading: its values as one JSON object, or its text."""
        if self.wants_json:
            click.echo(json.dumps(values, ensure_ascii=False))
        else:
            self.say(text)

    def pass_on(self, text: str) -> None:
        """Print somebody's text: its bytes, and nothing else, where a program or a file takes them.

        A terminal would follow the controls in it: there they are written with a backslash.
        """
        if sys.stdout and sys.stdout.isatty():
            self.say("\n".join(map(core.escapes.visible, text.split("\n"))))
        else:
            click.echo(text.encode(), nl=False)  # text would lose its colours, and get line ends of the platform

    def answer(self, result: stillso.Outcome) -> None:
        """Print an outcome; ends the command with 3 when it was refused."""
        if isinstance(result, stillso.Refused):
            self.refuse(result, self._with_both(result))
        self.give(services.answers.outcome(result, self.texts), services.answers.sentence(result, self.texts))

    def _with_both(self, refused: stillso.Refused) -> str | None:
        """A refusal with both differences, where it has them: what was shown, and what came since."""
        sides = [(refused.seen or {}).get("difference"), (refused.now or {}).get("difference")]
        if not any(sides):
            return None
        said = services.answers.sentence(refused, self.texts)
        titles = (self.texts["cli.say.was-shown"], self.texts["cli.say.changed-since"])
        told = zip(titles, (str(side).rstrip("\n") for side in sides), strict=True)
        return "\n\n".join([said, *(f"{title}\n\n{text}" for title, text in told)])

    def refuse(self, refused: stillso.Refused, text: str | None = None) -> NoReturn:
        """Say what was refused (to a person on standard error, so that output stays what was asked for), and end."""
        if self.wants_json:
            self.give(services.answers.outcome(refused, self.texts), "")
        else:
            click.echo(text or services.answers.sentence(refused, self.texts), err=True)
        raise click.exceptions.Exit(REFUSED)

    def need(self, result: T | stillso.Refused) -> T:
        """What was asked for; when it was refused, says so and ends the command."""
        if isinstance(result, stillso.Refused):
            self.refuse(result)
        return result

    def fields(self, values: dict[str, Any]) -> str:
        """Values as a person reads them, a field a line, under their names in the language."""
        one_line = core.escapes.one_line
        shown = {key: "–" if value in (None, "", {}) else one_line(str(value)) for key, value in values.items()}
        return "\n".join(
            self.texts.say("cli.field", name=self.texts[f"cli.field.{key}"], value=value)
            for key, value in shown.items()
        )

    def aside(self, text: str, more: str | None) -> str:
        """A text with more in brackets, as the language has them; alone when there is no more."""
        return self.texts.say("cli.say.aside", text=text, aside=core.escapes.one_line(more)) if more else text

    def mistake(self, key: str, **values: object) -> click.UsageError:
        """A mistake in how a command was called, as its text says it."""
        return click.UsageError(self.texts.say(f"cli.mistake.{key}", **values))

    def helped(self, help: str) -> int:
        """Answer a call without a command: with the help, or as a mistake where one JSON object is due."""
        if self.wants_json:
            return self.failed(2, self.texts["cli.mistake.no-command"])
        click.echo(help)
        return 2

    def lost(self, lost: LostStorage) -> int:
        """Say why the store is lost, in the language of the terminal; the exit code."""
        return self.failed(1, services.answers.lost(lost, self.texts), lost=lost.loss.value)

    def failed(self, code: int, message: str, **more: str) -> int:
        """Say why a command could not run; its exit code."""
        values = {"failed": code, "message": message, **more}
        _say_last(sys.stdout, json.dumps(values, ensure_ascii=False) + "\n" if self.wants_json else "")
        _say_last(sys.stderr, self.texts.say("cli.failed", message=message) + "\n")
        return code

    def close(self) -> None:
        """Let go of the store, if it was opened."""
        if "app" in self.__dict__:
            self.app.close()

    def text(self, given: str) -> str:
        """A text argument; ``-`` reads standard input, but for the line end that closes it."""
        return given if given != "-" else self.whole(given).removesuffix("\n")

    def whole(self, given: str) -> str:
        """A text argument; ``-`` reads standard input, as it is."""
        if given != "-":
            return given
        if sys.stdin is None:
            raise self.mistake("no-input")
        data = sys.stdin.buffer.read()
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as problem:
            raise self.mistake("input-not-text", reason=problem) from problem


def _say_last(stream: TextIO | None, text: str) -> None:
    """Print to a stream as far as it still takes anything; a full or closed one would fail again at the very end."""
    if stream is None:
        return
    try:
        click.echo(text, file=stream, nl=False)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
