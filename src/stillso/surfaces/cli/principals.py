"""person, agent, grant, revoke: who there is, who may do what, and what an agent is told about it."""

from __future__ import annotations

import click

from stillso import services
from stillso.core import policy
from stillso.core.authority import Level, PrincipalKind
from stillso.surfaces.cli.frame import argument, command, group, option, pass_terminal
from stillso.surfaces.cli.terminal import Terminal

person_command = group("person")
agent_command = group("agent")

_SWITCH = ("on", "off")


def _done(terminal: Terminal, verb: str, key: str, **facts: object) -> None:
    terminal.give({"done": {"verb": verb, **facts, "notices": []}}, terminal.texts.say(f"cli.say.{key}", **facts))


@person_command.command("add")
@argument("name")
@pass_terminal
def add_person(terminal: Terminal, name: str) -> None:
    terminal.need(terminal.administered.add_person(name))
    _done(terminal, "person add", "person", person=name)


@agent_command.command("add")
@argument("name")
@pass_terminal
def add_agent(terminal: Terminal, name: str) -> None:
    terminal.need(terminal.administered.add_agent(name))
    _done(terminal, "agent add", "agent", agent=name)


@agent_command.command("list")
@pass_terminal
def list_agents(terminal: Terminal) -> None:
    with terminal.administered.workspace.view() as view:
        agents = [each for each in view.principals() if each.kind is PrincipalKind.AGENT]
        links = [
            (each.principal, base.slug, each.level.value) for base in view.bases() for each in view.grants(base.id)
        ]
    rows = [
        {
            "agent": agent.name,
            "auto_record": agent.auto_record,
            "grants": [{"base": base, "level": level} for id, base, level in links if id == agent.id],
        }
        for agent in agents
    ]
    text = "\n".join(
        terminal.texts.say(
            "cli.say.agent-listed",
            agent=agent.name,
            grants=", ".join(terminal.aside(base, level) for id, base, level in links if id == agent.id) or "–",
            switch=terminal.texts["cli.say.auto-record"] if agent.auto_record else "",
        )
        for agent in agents
    )
    terminal.give({"agents": rows}, text or terminal.texts["cli.say.nothing"])


@agent_command.command("set")
@argument("name")
@option("--auto-record", type=click.Choice(_SWITCH), required=True)
@pass_terminal
def set_agent(terminal: Terminal, name: str, auto_record: str) -> None:
    terminal.need(terminal.owner.set_agent(name, auto_record=auto_record == "on"))
    facts = {"agent": name, "auto_record": auto_record == "on"}
    _done(terminal, "agent set", f"agent-set-{auto_record}", **facts)


@agent_command.command("prompt")
@argument("name", required=False)
@option("--channel", type=click.Choice(policy.CHANNELS), default="cli")
@option("--base", "bases", metavar="SLUG", multiple=True)
@option("--template", is_flag=True)
@pass_terminal
def prompt(terminal: Terminal, name: str | None, channel: str, bases: tuple[str, ...], template: bool) -> None:
    workspace, texts = terminal.administered.workspace, terminal.texts
    if template:
        text = terminal.need(services.prompting.template(workspace, texts, name))
        terminal.give({"template": text}, text)
        return
    if name is None:
        raise terminal.mistake("missing", name="NAME")
    slugs = [terminal.slug(base) for base in bases]
    found = terminal.need(services.prompting.prompt(workspace, texts, name, channel=channel, bases=slugs))
    if not found.text and not terminal.wants_json:
        click.echo(texts.say("cli.say.no-prompt", agent=name), err=True)
    terminal.give(services.answers.prompt(found), found.text)


@command("grant")
@argument("agent")
@argument("base")
@argument("level", type=click.Choice([level.value for level in Level]))
def grant_command(terminal: Terminal, agent: str, base: str, level: str) -> None:
    slug = terminal.slug(base)
    terminal.need(terminal.owner.grant(agent, slug, level))
    _done(terminal, "grant", "grant", agent=agent, base=slug, level=level)


@command("revoke")
@argument("agent")
@argument("base")
def revoke_command(terminal: Terminal, agent: str, base: str) -> None:
    slug = terminal.slug(base)
    was_linked = terminal.need(terminal.owner.revoke(agent, slug))
    facts: dict[str, object] = {"agent": agent, "base": slug} | ({} if was_linked else {"unchanged": True})
    _done(terminal, "revoke", "revoke" if was_linked else "not-linked", **facts)
