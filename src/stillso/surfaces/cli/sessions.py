"""session start | hear | news | end | list: what a harness does around an agent's run."""

from __future__ import annotations

import click

from stillso.core import policy
from stillso.core.names import written
from stillso.services import answers
from stillso.surfaces.cli.frame import argument, group, option, pass_terminal
from stillso.surfaces.cli.terminal import Terminal

session_command = group("session")


@session_command.command("start")
@option("--agent", metavar="NAME", required=True)
@option("--base", "bases", metavar="SLUG", multiple=True)
@option("--channel", type=click.Choice(policy.CHANNELS), default="cli")
@pass_terminal
def start(terminal: Terminal, agent: str, bases: tuple[str, ...], channel: str) -> None:
    terminal.only_a_person()
    named = [terminal.slug(base) for base in bases] or [terminal.make_base()]
    person = terminal.owner.caller.principal.name
    session = terminal.need(terminal.administered.session(agent, named, channel=channel, person=person))
    terminal.give({"session": session.id}, session.id)


@session_command.command("hear")
@argument("id")
@argument("text")
@option("--by", metavar="PERSON")
@option("--asked", metavar="TEXT")
@pass_terminal
def hear(terminal: Terminal, id: str, text: str, by: str | None, asked: str | None) -> None:
    terminal.only_a_person()  # only the harness hands over what was said
    session = terminal.session(id)
    message = terminal.need(session.hear(terminal.text(text), said_by=by, asked=asked, by="cli"))
    values = {"heard": {"session": id, "message": message.n, "by": message.said_by, "at": written(message.at)}}
    terminal.give(values, terminal.texts.say("cli.say.heard", n=message.n, by=message.said_by))


@session_command.command("news")
@argument("id")
@pass_terminal
def news(terminal: Terminal, id: str) -> None:
    values = answers.news(terminal.need(terminal.session(id).news()), terminal.texts)
    told = "\n".join(each["text"] for each in values["news"])
    terminal.give(values, told or terminal.texts["cli.say.no-news"])


@session_command.command("end")
@argument("id")
@pass_terminal
def end(terminal: Terminal, id: str) -> None:
    terminal.only_a_person()  # only the harness ends a session
    ended = terminal.need(terminal.session(id).end())
    closed = written(ended.closed_at) if ended.closed_at else None
    terminal.give({"session": id, "closed_at": closed}, terminal.texts.say("cli.say.ended", id=id))


@session_command.command("list")
@pass_terminal
def list_(terminal: Terminal) -> None:
    with terminal.administered.workspace.view() as view:
        people = {principal.id: principal.name for principal in view.principals()}
    slugs = {base.id: base.slug for base in terminal.administered.bases()}
    rows = [
        {
            "session": each.id,
            "agent": people.get(each.agent),
            "person": people.get(each.person or ""),
            "channel": each.channel,
            "bases": [slugs.get(base) for base in each.bases],
            "opened_at": written(each.opened_at),
            "closed_at": written(each.closed_at) if each.closed_at else None,
            "heard": each.heard,
        }
        for each in terminal.administered.sessions()
    ]
    text = "\n".join(terminal.texts.say("cli.say.session", **row | {"person": row["person"] or "–"}) for row in rows)
    terminal.give({"sessions": rows}, text or terminal.texts["cli.say.nothing"])
