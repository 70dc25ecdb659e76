"""tour: the story of one rule, played on a real store with a clock that moves.

Everything shown is what the verbs answered just now; only the narration stands in ``texts/<language>/tour.md``.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import click

from stillso.acting import Owner, Session
from stillso.app import App, open_store
from stillso.core.operations import Done, Outcome, Refused
from stillso.core.verbs import FileChange
from stillso.errors import BrokenData
from stillso.services import answers
from stillso.surfaces.cli.frame import command
from stillso.surfaces.cli.reading import chain_text
from stillso.surfaces.cli.terminal import Terminal

T = TypeVar("T")

_BASE = "shop"
_AGENT = "claude-code"
_PERSON = "mei"


@command("tour")
def tour_command(terminal: Terminal) -> None:
    stage = Stage(terminal)
    with tempfile.TemporaryDirectory(prefix="stillso-tour-") as folder:
        app = open_store(Path(folder) / "tour.db", language=terminal.texts.language, clock=lambda: stage.now)
        try:
            play(stage, app)
        finally:
            app.close()
    terminal.give({"steps": stage.steps}, "")


@dataclass
class Stage:
    """Where the story is played: its clock, and what was shown at each step."""

    terminal: Terminal
    now: datetime = datetime(2026, 6, 22, 3, 10, tzinfo=UTC)
    steps: list[dict[str, str]] = field(default_factory=list)

    def text(self, key: str, **values: object) -> str:
        """A text of the tour."""
        return self.terminal.texts.say(f"tour.{key}", **values)

    def step(self, key: str, *parts: str) -> None:
        """Show one step, dated; on a terminal, after the person asked for it."""
        title = f"{self.now.date().isoformat()}  {self.text(f'{key}.title')}"
        body = "\n\n".join(part.rstrip("\n") for part in (self.text(key), *parts))
        if self.steps:
            self._pause()
        self.steps.append({"step": key, "at": self.now.date().isoformat(), "title": title, "text": body})
        if not self.terminal.wants_json:
            click.secho(f"\n{title}", bold=True)
            click.echo(f"\n{body}")

    def shown(self, label: str, text: str) -> str:
        """A piece of output under its label, set off from the narration."""
        lines = text.rstrip("\n").splitlines() or [""]
        return "\n".join([self.text(label), *(f"  | {line}" for line in lines)])

    def said(self, key: str) -> str:
        """The person's words at a step, as the story shows them."""
        return self.shown("label.said", self.text(f"said.{key}"))

    def outcome(self, outcome: Outcome) -> str:
        """What a verb answered."""
        return self.shown("label.answer", answers.sentence(outcome, self.terminal.texts))

    def _pause(self) -> None:
        if not self.terminal.wants_json and all(each is not None and each.isatty() for each in (sys.stdin, sys.stdout)):
            click.pause(f"\n{self.text('pause')}")


def play(stage: Stage, app: App) -> None:
    """The story, from June to September."""
    owner = app.owner(_PERSON)
    _needed(owner.create_base(_BASE))
    _needed(app.add_agent(_AGENT))
    _needed(owner.grant(_AGENT, _BASE, "write"))
    _june(stage, app)
    _july(stage, owner)
    september, other = _september(stage, app)
    _this_time(stage, september)
    _from_now_on(stage, september)
    _too_late(stage, other)
    _forged(stage, app, owner, september)
    _why(stage, owner)
    stage.step("next")


def _june(stage: Stage, app: App) -> None:
    session = _session(app)
    _needed(session.hear(stage.text("said.june")))
    outcome = session.remember(
        stage.text("content.june"),
        scope="checkout",
        condition=stage.text("condition.june"),
        quote=stage.text("quote.june"),
    )
    note = FileChange(path="notes/tooling.md", mode="create", content=stage.text("note") + "\n")
    _done(session.write(note))
    index = stage.shown("label.index", stage.text("index.june"))
    stage.step("june", stage.said("june"), stage.outcome(_done(outcome)), _sees(stage, session), index)


def _july(stage: Stage, owner: Owner) -> None:
    stage.now += timedelta(days=14)
    stage.step("july", _sees(stage, owner))


def _september(stage: Stage, app: App) -> tuple[Session, Session]:
    stage.now += timedelta(days=80)
    session, other = _session(app), _session(app)
    _needed(session.hear(stage.text("said.september")))
    _needed(other.lines())
    index = stage.shown("label.index", stage.text("index.june"))
    stage.step("september", stage.said("september"), index, _sees(stage, session), stage.text("september.ask"))
    return session, other


def _this_time(stage: Stage, session: Session) -> None:
    _needed(session.hear(stage.text("said.once")))
    outcome = session.once(1, quote=stage.text("said.once"))
    stage.step("once", stage.said("once"), stage.outcome(_done(outcome)), _sees(stage, session))


def _from_now_on(stage: Stage, session: Session) -> None:
    stage.now += timedelta(hours=1)
    _needed(session.hear(stage.text("said.replace")))
    outcome = session.supersede(1, stage.text("content.replace"), quote=stage.text("said.replace"))
    stage.step("replace", stage.said("replace"), stage.outcome(_done(outcome)), _sees(stage, session))


def _too_late(stage: Stage, other: Session) -> None:
    _needed(other.hear(stage.text("said.late")))
    refused = other.supersede(1, stage.text("content.late"), quote=stage.text("said.late"))
    news = answers.news(_needed(other.news()), stage.terminal.texts)["news"]
    told = stage.shown("label.news", "\n".join(each["text"] for each in news))
    stage.step("late", stage.said("late"), stage.outcome(refused), told)


def _forged(stage: Stage, app: App, owner: Owner, session: Session) -> None:
    waiting = session.remember(stage.text("content.forged"), quote=stage.text("quote.forged"))
    waits = stage.shown("label.inbox", "\n".join(pending.proposal.id for pending in _needed(app.inbox())))
    claimed = stage.shown("label.claimed", stage.text("quote.forged"))
    stage.step("forged", claimed, stage.outcome(waiting), waits, _sees(stage, owner))


def _why(stage: Stage, owner: Owner) -> None:
    stage.now += timedelta(days=7)
    chains = _needed(owner.why("e2e", base=_BASE))
    told = "\n\n".join(chain_text(stage.terminal, chain) for chain in chains)
    stage.step("why", stage.said("why"), stage.shown("label.answer", told))


def _session(app: App) -> Session:
    return _needed(app.session(_AGENT, [_BASE], person=_PERSON))


def _sees(stage: Stage, who: Owner | Session) -> str:
    """What an agent reads that starts now (or reads on, in its session)."""
    named = (_BASE,) if isinstance(who, Owner) else ()
    return stage.shown("label.sees", _needed(who.lines(*named)))


def _done(outcome: Outcome) -> Outcome:
    """The outcome of a step that the story depends on."""
    if not isinstance(outcome, Done):
        raise BrokenData(f"the tour expected this to be done: {outcome}")
    return outcome


def _needed(found: T | Refused) -> T:
    """What the story needs to go on."""
    if isinstance(found, Refused):
        raise BrokenData(f"the tour was refused: {found}")
    return found
