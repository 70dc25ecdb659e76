"""base, person, agent, grant, reindex: who there is, what they share, and who may do what."""

from __future__ import annotations

from pathlib import Path

import click

from stillso.core.authority import Level
from stillso.core.items import Space
from stillso.core.names import written
from stillso.errors import Misuse
from stillso.surfaces.cli.frame import command, group, option, pass_terminal
from stillso.surfaces.cli.terminal import Terminal

base_command = group("base")
person_command = group("person")
agent_command = group("agent")


def _done(terminal: Terminal, verb: str, key: str, **facts: object) -> None:
    terminal.give({"done": {"verb": verb, **facts, "notices": []}}, terminal.texts.say(f"cli.say.{key}", **facts))


@base_command.command("create")
@click.argument("slug")
@option("--name", metavar="TEXT")
@option("--description", metavar="TEXT", default="")
@option("--readme", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@pass_terminal
def create(terminal: Terminal, slug: str, name: str | None, description: str, readme: Path | None) -> None:
    try:
        text = readme.read_text("utf-8") if readme else None
    except UnicodeDecodeError as problem:
        raise Misuse(f"{readme} is not UTF-8: {problem}") from problem
    terminal.answer(terminal.owner.create_base(slug, name=name, description=description, readme=text))


@base_command.command("list")
@pass_terminal
def list_bases(terminal: Terminal) -> None:
    rows = [
        {"base": base.slug, "name": base.name, "description": base.description, "version": base.head}
        for base in terminal.administered.bases()
    ]
    text = "\n".join(terminal.texts.say("cli.say.base", **row) for row in rows)
    terminal.give({"bases": rows}, text or terminal.texts["cli.say.nothing"])


@base_command.command("show")
@click.argument("slug")
@pass_terminal
def show_base(terminal: Terminal, slug: str) -> None:
    space = terminal.need(terminal.administered.base(slug))
    with terminal.administered.workspace.view() as view:
        people = {principal.id: principal.name for principal in view.principals()}
        grants = [{"agent": people.get(each.principal), "level": each.level.value} for each in view.grants(space.id)]
    values = {
        "base": space.slug,
        "name": space.name,
        "description": space.description,
        "version": space.head,
        "records": space.records,
        "created_at": written(space.created_at),
        "settings": dict(space.settings),
        "grants": grants,
    }
    linked = ", ".join(f"{each['agent']} ({each['level']})" for each in grants)
    terminal.give(values, terminal.fields({**values, "settings": _limits(terminal, space), "grants": linked}))


@base_command.command("settings")
@click.argument("slug")
@option("--limit", "limits", metavar="TYPE=DAYS", multiple=True)
@pass_terminal
def settings(terminal: Terminal, slug: str, limits: tuple[str, ...]) -> None:
    space = terminal.need(terminal.administered.base(slug))
    own = dict(space.settings.get("limits") or {})  # type: ignore[call-overload]
    for limit in limits:
        kind, _, days = limit.partition("=")
        if days != "none" and not (days.isascii() and days.isdecimal()):
            raise Misuse(f"{limit!r} is no limit; write TYPE=DAYS, such as feedback=14, or TYPE=none")
        own[kind] = None if days == "none" else int(days)
    settled = terminal.need(terminal.owner.settle(slug, limits=own)) if limits else space
    values = {"base": slug, "settings": dict(settled.settings)}
    terminal.give(values, _limits(terminal, settled) or terminal.texts["cli.say.default-limits"])


def _limits(terminal: Terminal, space: Space) -> str:
    """The limits that a base set itself."""
    limits = space.settings.get("limits")
    own = limits if isinstance(limits, dict) else {}
    return "\n".join(
        terminal.texts.say("cli.say.no-limit" if days is None else "cli.say.limit", kind=kind, days=days)
        for kind, days in own.items()
    )


@person_command.command("add")
@click.argument("name")
@pass_terminal
def add_person(terminal: Terminal, name: str) -> None:
    terminal.need(terminal.administered.add_person(name))
    _done(terminal, "person add", "person", person=name)


@agent_command.command("add")
@click.argument("name")
@pass_terminal
def add_agent(terminal: Terminal, name: str) -> None:
    terminal.need(terminal.administered.add_agent(name))
    _done(terminal, "agent add", "agent", agent=name)


@command("grant")
@click.argument("agent")
@click.argument("base")
@click.argument("level", type=click.Choice([level.value for level in Level]))
def grant_command(terminal: Terminal, agent: str, base: str, level: str) -> None:
    terminal.need(terminal.owner.grant(agent, base, level))
    _done(terminal, "grant", "grant", agent=agent, base=base, level=level)


@command("reindex")
@option("--base", metavar="SLUG")
def reindex_command(terminal: Terminal, base: str | None) -> None:
    slugs = [base] if base else [each.slug for each in terminal.administered.bases()]
    counts = {slug: terminal.need(terminal.administered.reindex(slug)) for slug in slugs}
    text = "\n".join(terminal.texts.say("cli.say.reindexed", base=slug, count=n) for slug, n in counts.items())
    terminal.give({"reindexed": counts}, text or terminal.texts["cli.say.nothing"])
