"""lines, list, show, why, history, as-of, log: reading, which never confirms anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import click

from stillso.core import policy
from stillso.core.lines import Voice
from stillso.core.names import written
from stillso.core.operations import Refused
from stillso.core.records import Status, entry
from stillso.services import answers
from stillso.surfaces.cli.frame import argument, command, option
from stillso.surfaces.cli.terminal import Terminal
from stillso.surfaces.cli.values import Number, When

if TYPE_CHECKING:
    from stillso.acting import Acting
    from stillso.services.history import Logged, Past
    from stillso.services.reading import Shown

_BASE = option("--base", metavar="SLUG")
_SESSION = option("--session", metavar="ID")
#: Fields whose values are words of the house: shown in the language, codes in JSON.
_NAMED = ("mark", "status", "source")
_NUMBER = argument("number", type=Number(), metavar="'#N'")


@command("lines")
@option("--base", "bases", metavar="SLUG", multiple=True)
@_SESSION
@option("--scope", metavar="LABEL/…")
@option("--audience", type=click.Choice(policy.AUDIENCES))
@option("--marks", type=click.Choice(["on", "off"]), default="on")
def lines_command(
    terminal: Terminal,
    bases: tuple[str, ...],
    session: str | None,
    scope: str | None,
    audience: str | None,
    marks: str,
) -> None:
    who = terminal.acting(session)
    if terminal.is_nowhere(bases, session):
        empty = {"text": "", "lines": [], "notes": [], "left_out": 0}
        return terminal.give(empty, terminal.no_base())
    named = filter(None, map(terminal.slug, bases) if bases else (terminal.base(None, session),))
    whole = terminal.wants_json
    found = terminal.need(who.opening(*named, scope=scope, audience=audience, marks=marks == "on", whole=whole))
    terminal.give(answers.opening(found), found.assembled.text or terminal.texts["cli.say.nothing"])


@command("list")
@_BASE
@_SESSION
@option("--status", "statuses", type=click.Choice([*(status.value for status in Status), "all"]), multiple=True)
def list_command(terminal: Terminal, base: str | None, session: str | None, statuses: tuple[str, ...]) -> None:
    wanted = list(Status) if "all" in statuses else [Status(status) for status in statuses]
    _give(terminal, base, session, lambda who, slug: who.list(*wanted, base=slug))


@command("as-of")
@argument("when", type=When(), metavar="DATE")
@_BASE
@_SESSION
def as_of_command(terminal: Terminal, when: datetime, base: str | None, session: str | None) -> None:
    _give(terminal, base, session, lambda who, slug: who.as_of(when, base=slug))


@command("show")
@_NUMBER
@_BASE
@_SESSION
def show_command(terminal: Terminal, number: int, base: str | None, session: str | None) -> None:
    shown = terminal.need(terminal.acting(session).show(number, base=terminal.base(base, session)))
    values = answers.full(shown.rows[0], shown.now)
    read = {name: terminal.texts[f"cli.value.{name}.{values[name]}"] for name in _NAMED if values[name] is not None}
    terminal.give(values, terminal.fields({**values, **read}))


def _give(
    terminal: Terminal,
    base: str | None,
    session: str | None,
    reading: Callable[[Acting, str | None], Shown | Refused],
) -> None:
    """Print the records of a reading; a repository that has no base yet has none."""
    who = terminal.acting(session)
    if terminal.is_nowhere(base, session):
        return terminal.give({"lines": []}, terminal.no_base())
    shown = terminal.need(reading(who, terminal.base(base, session)))
    labels = answers.labels(terminal.texts)
    voices = {active: Voice(labels, shown.now, marks=active) for active in (True, False)}
    rows = [
        terminal.texts[f"cli.say.status.{row.record.status}"]
        + voices[row.record.status is Status.ACTIVE].line(entry(row))
        for row in shown.rows
    ]
    terminal.give(answers.listing(shown), "\n".join(rows) or terminal.texts["cli.say.nothing"])


# --- the past ------------------------------------------------------------------------------------------------


@command("history")
@_NUMBER
@_BASE
@_SESSION
def history_command(terminal: Terminal, number: int, base: str | None, session: str | None) -> None:
    past = terminal.need(terminal.acting(session).history(number, base=terminal.base(base, session)))
    terminal.give(
        answers.history.history(number, past), "\n".join(answers.history.step(each, terminal.texts) for each in past)
    )


@command("why")
@argument("query")
@_BASE
@_SESSION
def why_command(terminal: Terminal, query: str, base: str | None, session: str | None) -> None:
    chains = terminal.acting(session).why(query, base=terminal.base(base, session))
    if isinstance(chains, Refused):
        unfound = chains.facts.get("what") == "record" and not query.strip().startswith("#")
        terminal.refuse(chains, terminal.texts.say("cli.say.why-nothing", query=query) if unfound else None)
    told = "\n\n".join(chain_text(terminal, chain) for chain in chains)
    terminal.give(answers.history.why(query, chains), told)


def chain_text(terminal: Terminal, chain: Sequence[Past]) -> str:
    """A chain of replacements as it is told, a line a step."""
    return "\n".join(answers.history.step(each, terminal.texts) for each in answers.history.told(chain))


@command("log")
@_BASE
@_SESSION
@option("--limit", type=click.IntRange(1, 10**9), metavar="N")
def log_command(terminal: Terminal, base: str | None, session: str | None, limit: int | None) -> None:
    who = terminal.acting(session)
    if terminal.is_nowhere(base, session):
        return terminal.give({"versions": []}, terminal.no_base())
    logged = terminal.need(who.log(base=terminal.base(base, session), limit=limit))
    text = "\n".join(_logged(terminal, each) for each in logged)
    terminal.give(answers.history.log(logged), text or terminal.texts["cli.say.nothing"])


def _logged(terminal: Terminal, each: Logged) -> str:
    operation = each.operation
    who = each.actor.name if each.actor else operation.actor
    parts = (f"{operation.n:>5}", written(operation.at), f"{operation.verb:<9}", who, ", ".join(each.paths))
    return terminal.aside("  ".join(parts), operation.reason)
