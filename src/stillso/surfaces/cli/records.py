"""The verbs about records: remember, supersede, confirm, retract, restore, once, amend."""

from __future__ import annotations

import click

from stillso.acting import Session
from stillso.core import policy
from stillso.core.verbs import Amend, Confirm, RecordRequest, Remember, Restore, Retract, Supersede
from stillso.errors import Misuse
from stillso.surfaces.cli.frame import Number, command, option, options
from stillso.surfaces.cli.terminal import Terminal

_WHERE = options(
    option("--base", metavar="SLUG"),
    option("--session", metavar="ID"),
    option("--owner", is_flag=True),
    option("--quote", metavar="WORDS"),
)
_SEEN = option("--read-version", type=int, metavar="N")
_NUMBER = click.argument("number", type=Number(), metavar="'#N'")


def _act(terminal: Terminal, asked: RecordRequest, base: str | None, session: str | None, owner: bool) -> None:
    if asked.quote is not None and (session is None or owner):
        raise Misuse("--quote needs --session: the words are looked for among what the session heard")
    who = terminal.acting(session, owner=owner)
    terminal.answer(who.act(asked, terminal.base(base, session)))


@command("remember")
@click.argument("text")
@_WHERE
@option("--type", "kind", metavar="TYPE", default=policy.DEFAULT_TYPE)
@option("--scope", metavar="LABEL/…")
@option("--audience", type=click.Choice(policy.AUDIENCES), default=policy.AUDIENCES[0])
@option("--condition", metavar="TEXT")
@option("--until", metavar="DATE")
def remember_command(
    terminal: Terminal,
    text: str,
    base: str | None,
    session: str | None,
    owner: bool,
    quote: str | None,
    kind: str,
    scope: str | None,
    audience: str,
    condition: str | None,
    until: str | None,
) -> None:
    content = terminal.text(text)
    asked = Remember(
        content=content, type=kind, scope=scope, audience=audience, condition=condition, quote=quote, until=until
    )
    _act(terminal, asked, base, session, owner)


@command("supersede")
@_NUMBER
@click.argument("text")
@_WHERE
@_SEEN
@option("--condition", metavar="TEXT")
@option("--until", metavar="DATE")
def supersede_command(
    terminal: Terminal,
    number: int,
    text: str,
    base: str | None,
    session: str | None,
    owner: bool,
    quote: str | None,
    read_version: int | None,
    condition: str | None,
    until: str | None,
) -> None:
    content = terminal.text(text)
    asked = Supersede(
        no=number, content=content, condition=condition, quote=quote, until=until, read_version=read_version
    )
    _act(terminal, asked, base, session, owner)


@command("confirm")
@click.argument("what", metavar="'#N'|PROPOSAL")
@_WHERE
@_SEEN
def confirm_command(
    terminal: Terminal,
    what: str,
    base: str | None,
    session: str | None,
    owner: bool,
    quote: str | None,
    read_version: int | None,
) -> None:
    if what.startswith("p"):
        terminal.answer(terminal.acting(session, owner=owner).approve(what, quote=quote if session else None))
        return
    number = Number().convert(what, None, click.get_current_context())
    _act(terminal, Confirm(no=number, quote=quote, read_version=read_version), base, session, owner)


@command("retract")
@_NUMBER
@_WHERE
@_SEEN
@option("--reason", metavar="TEXT")
def retract_command(
    terminal: Terminal,
    number: int,
    base: str | None,
    session: str | None,
    owner: bool,
    quote: str | None,
    read_version: int | None,
    reason: str | None,
) -> None:
    asked = Retract(no=number, quote=quote, reason=reason, read_version=read_version)
    _act(terminal, asked, base, session, owner)


@command("restore")
@_NUMBER
@_WHERE
@_SEEN
def restore_command(
    terminal: Terminal,
    number: int,
    base: str | None,
    session: str | None,
    owner: bool,
    quote: str | None,
    read_version: int | None,
) -> None:
    _act(terminal, Restore(no=number, quote=quote, read_version=read_version), base, session, owner)


@command("amend")
@_NUMBER
@_WHERE
@_SEEN
@option("--scope", metavar="LABEL/…")
@option("--type", "kind", metavar="TYPE")
@option("--audience", type=click.Choice(policy.AUDIENCES))
@option("--condition", metavar="TEXT")
def amend_command(
    terminal: Terminal,
    number: int,
    base: str | None,
    session: str | None,
    owner: bool,
    quote: str | None,
    read_version: int | None,
    scope: str | None,
    kind: str | None,
    audience: str | None,
    condition: str | None,
) -> None:
    asked = Amend(
        no=number,
        scope=scope,
        type=kind,
        audience=audience,
        condition=condition,
        quote=quote,
        read_version=read_version,
    )
    _act(terminal, asked, base, session, owner)


@command("once")
@_NUMBER
@option("--base", metavar="SLUG")
@option("--session", metavar="ID")
@option("--quote", metavar="WORDS")
def once_command(terminal: Terminal, number: int, base: str | None, session: str | None, quote: str | None) -> None:
    slug = terminal.base(base, session)
    terminal.answer(_session_for_note(terminal, session, slug).once(number, base=slug, quote=quote))


def _session_for_note(terminal: Terminal, session: str | None, base: str | None) -> Session:
    """The session to note it in; a person at a terminal opens one for it."""
    if session:
        return terminal.session(session)
    name = terminal.owner.caller.principal.name
    return terminal.need(terminal.app.session(name, [base] if base else [], person=name))
