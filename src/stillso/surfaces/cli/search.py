"""search: what a base holds that fits a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from stillso.core import escapes, policy
from stillso.core.lines import Voice
from stillso.core.records import Status
from stillso.core.values import replace
from stillso.services import answers
from stillso.surfaces.cli.frame import argument, command, option
from stillso.surfaces.cli.terminal import Terminal

if TYPE_CHECKING:
    from stillso.services.search import Found, Hit


@command("search")
@argument("query")
@option("--base", metavar="SLUG")
@option("--session", metavar="ID")
@option("--scope", metavar="LABEL/…")
@option("--audience", type=click.Choice(policy.AUDIENCES))
@option("--ended", is_flag=True)
@option("--limit", type=click.IntRange(1, policy.MOST_HITS), metavar="N", default=policy.HITS)
def search_command(
    terminal: Terminal,
    query: str,
    base: str | None,
    session: str | None,
    scope: str | None,
    audience: str | None,
    ended: bool,
    limit: int,
) -> None:
    who = terminal.acting(session)
    if terminal.is_nowhere(base, session):
        return terminal.give({"hits": []}, terminal.no_base())
    slug = terminal.base(base, session)
    found = terminal.need(who.search(query, base=slug, scope=scope, audience=audience, ended=ended, limit=limit))
    if terminal.embedder_problem and found.query and found.query.is_sentence:
        found = replace(found, problem=terminal.embedder_problem)
    terminal.give(answers.search.hits(found), _text(terminal, query, found))


def _text(terminal: Terminal, query: str, found: Found) -> str:
    if found.query is None:
        return terminal.texts["cli.say.search-empty"]
    labels = answers.labels(terminal.texts)
    voices = {active: Voice(labels, found.now, marks=active) for active in (True, False)}
    told = [_line(terminal, found, hit, voices) for hit in found.hits]
    told = told or [terminal.texts.say("cli.say.search-nothing", query=_told(query))]
    return "\n".join([*told, *answers.search.shortfalls(found, terminal.texts)])


def _told(query: str) -> str:
    """What was looked for, on one line and not too long."""
    return escapes.one_line(escapes.cut(query, policy.TOLD_BACK_CHARS))


def _line(terminal: Terminal, found: Found, hit: Hit, voices: dict[bool, Voice]) -> str:
    if hit.entry is None or hit.status is None:
        return terminal.texts.say(
            "cli.say.found-file", path=escapes.one_line(hit.path), piece=escapes.one_line(found.snippet(hit).text)
        )
    status = terminal.texts[f"cli.say.status.{hit.status}"]
    return status + voices[hit.status is Status.ACTIVE].line(hit.entry)
