"""The verbs about records: remember, supersede, confirm, retract, restore, once, amend."""

from __future__ import annotations

from pathlib import Path

import click

from stillso.core import policy
from stillso.core.verbs import Amend, Confirm, RecordRequest, Remember, Restore, Retract, Supersede
from stillso.surfaces.cli.frame import argument, command, option, options
from stillso.surfaces.cli.store import restore_file
from stillso.surfaces.cli.terminal import Terminal
from stillso.surfaces.cli.values import Number, NumberOrCandidate, NumberOrFile

_WHERE = options(
    option("--base", metavar="SLUG"),
    option("--session", metavar="ID"),
    option("--owner", is_flag=True),
    option("--quote", metavar="WORDS"),
)
_SEEN = option("--read-version", type=int, metavar="N")
_NUMBER = argument("number", type=Number(), metavar="'#N'")


def _act(terminal: Terminal, asked: RecordRequest, base: str | None, session: str | None, owner: bool) -> None:
    _check_quote(terminal, asked.quote, session, owner)
    who = terminal.acting(session, owner=owner)
    is_first = isinstance(asked, Remember) and base is None and session is None
    terminal.answer(who.act(asked, terminal.make_base() if is_first else terminal.base(base, session)))


def _check_quote(terminal: Terminal, quote: str | None, session: str | None, owner: bool) -> None:
    if quote is not None and (session is None or owner):
        raise terminal.mistake("quote-without-session")


@command("remember")
@argument("text")
@_WHERE
@option("--type", "kind", metavar="TYPE", default=policy.DEFAULT_TYPE)
@option("--scope", metavar="LABEL/…")
@option("--audience", type=click.Choice(policy.AUDIENCES), default=policy.AUDIENCES[0])
@option("--condition", metavar="TEXT")
@option("--until", metavar="DATE")
@option("--beside", type=Number(), metavar="['#N']", is_flag=False, flag_value=Number.ANY)
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
    beside: int | None,
) -> None:
    asked = Remember(
        content=terminal.text(text),
        type=kind,
        scope=scope,
        audience=audience,
        condition=condition,
        quote=quote,
        until=until,
        beside=beside,
    )
    _act(terminal, asked, base, session, owner)


@command("supersede")
@_NUMBER
@argument("text")
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
@argument("what", type=NumberOrCandidate(), metavar="'#N'|PROPOSAL")
@_WHERE
@_SEEN
def confirm_command(
    terminal: Terminal,
    what: int | str,
    base: str | None,
    session: str | None,
    owner: bool,
    quote: str | None,
    read_version: int | None,
) -> None:
    if isinstance(what, int):
        return _act(terminal, Confirm(no=what, quote=quote, read_version=read_version), base, session, owner)
    _check_quote(terminal, quote, session, owner)
    terminal.answer(terminal.acting(session, owner=owner).approve(what, quote=quote))


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
@argument("what", type=NumberOrFile(), metavar="'#N'|FILE")
@_WHERE
@_SEEN
def restore_command(
    terminal: Terminal,
    what: int | Path,
    base: str | None,
    session: str | None,
    owner: bool,
    quote: str | None,
    read_version: int | None,
) -> None:
    if isinstance(what, int):
        return _act(terminal, Restore(no=what, quote=quote, read_version=read_version), base, session, owner)
    if owner or any(each is not None for each in (base, session, quote, read_version)):
        raise terminal.mistake("restore-file")
    restore_file(terminal, what)


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
@option("--session", metavar="ID", required=True)
@option("--base", metavar="SLUG")
@option("--quote", metavar="WORDS")
def once_command(terminal: Terminal, number: int, session: str, base: str | None, quote: str | None) -> None:
    slug = terminal.base(base, session)
    terminal.answer(terminal.session(session).once(number, base=slug, quote=quote))
