"""files versions | diff | revert: which versions a base has, what differs between two, and going back to one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from stillso.core import escapes
from stillso.core.authority import Basis
from stillso.core.names import written
from stillso.core.operations import Refused
from stillso.services import answers
from stillso.surfaces.cli.frame import argument, command, option
from stillso.surfaces.cli.terminal import Terminal
from stillso.surfaces.cli.values import Number

if TYPE_CHECKING:
    from stillso.services.history import Logged
    from stillso.services.reverting import Preview
    from stillso.services.versions import Difference

_VERSION = click.IntRange(0, 10**9)


@command("versions")
@argument("base")
@argument("path", required=False)
@option("--session", metavar="ID")
@option("--limit", type=click.IntRange(1, 10**9), metavar="N")
def versions_command(terminal: Terminal, base: str, path: str | None, session: str | None, limit: int | None) -> None:
    found = terminal.need(terminal.acting(session).versions(path, base=terminal.slug(base), limit=limit))
    text = "\n".join(_told(terminal, each) for each in found)
    terminal.give(answers.history.log(found), text or terminal.texts["cli.say.nothing"])


def _told(terminal: Terminal, each: Logged) -> str:
    """One version on a line: its number, when, what, by whom, and the path or how many files it changed."""
    operation, texts = each.operation, terminal.texts
    actor = each.actor.name if each.actor else operation.actor
    kind = each.actor.kind.value if each.actor else "system"
    person = each.person.name if each.person and each.person != each.actor else None
    by = texts.say(f"cli.say.by-{kind}", name=actor)
    behind = "in-words-of" if operation.authority is Basis.QUOTED else "for-person"
    by += texts.say(f"cli.say.{behind}", name=person) if person else ""
    one = each.paths[0] if len(each.paths) == 1 else texts.say("cli.say.files", count=len(each.paths))
    verb = texts[f"outcomes.verb.{operation.verb}"]
    return terminal.aside(f"{operation.n:>5}  {written(operation.at)}  {verb}  {by}  {one}", operation.reason)


@command("diff")
@argument("base")
@argument("since", metavar="[FROM]", type=_VERSION, required=False)
@argument("until", metavar="[TO]", type=_VERSION, required=False)
@option("--path", metavar="PATH")
@option("--session", metavar="ID")
def diff_command(
    terminal: Terminal, base: str, since: int | None, until: int | None, path: str | None, session: str | None
) -> None:
    who = terminal.acting(session)
    found = terminal.need(who.diff(since, until, path=path, base=terminal.slug(base)))
    head = terminal.texts.say("cli.say.differences", base=found.base, since=found.since, until=found.until)
    shown = [_shown(terminal, each) for each in found.changes] or [terminal.texts["cli.say.no-difference"]]
    terminal.give(answers.versions.differences(found), "\n".join([head, "", *shown]))


def _shown(terminal: Terminal, each: Difference) -> str:
    """The difference of a file as its lines, that of a record as its fields."""
    if each.no is None:
        return each.text
    title = terminal.texts.say(f"cli.say.memory-{each.change}", no=each.no, path=each.path)
    rows = [
        terminal.texts.say(
            "cli.say.field-change",
            name=terminal.texts[f"cli.field.{field.name}"],
            before=_value(terminal, field.name, field.before),
            after=_value(terminal, field.name, field.after),
        )
        for field in each.fields
    ]
    return "\n".join([title, *rows, ""])


def _value(terminal: Terminal, field: str, value: str | None) -> str:
    """What a field holds, on one line; where it holds one of a few words, that word in the language."""
    named = f"cli.value.{field}.{value}"
    if named in terminal.texts:
        return terminal.texts[named]
    return "–" if value is None else escapes.one_line(value)


@command("revert")
@argument("base")
@option("--to", "to", type=_VERSION, metavar="VERSION", required=True)
@option("--path", "paths", metavar="PATH", multiple=True)
@option("--reactivate", metavar="#N", type=Number(), multiple=True)
@option("--preview", is_flag=True)
@option("--reason", metavar="TEXT")
@option("--read-version", metavar="VERSION", type=_VERSION)
@option("--session", metavar="ID")
def revert_command(
    terminal: Terminal,
    base: str,
    to: int,
    paths: tuple[str, ...],
    reactivate: tuple[int, ...],
    preview: bool,
    reason: str | None,
    read_version: int | None,
    session: str | None,
) -> None:
    who, slug = terminal.acting(session), terminal.slug(base)
    if preview:
        found = terminal.need(who.would_revert(to, paths=paths, base=slug))
        return terminal.give(answers.versions.preview(found), _foreseen(terminal, found))
    outcome = who.revert(to, *reactivate, paths=paths, base=slug, reason=reason, read_version=read_version)
    returning = isinstance(outcome, Refused) and outcome.facts.get("reason") == "revert"
    if isinstance(outcome, Refused) and returning and not terminal.wants_json:
        foreseen = terminal.need(who.would_revert(to, paths=paths, base=slug))
        terminal.refuse(outcome, f"{answers.sentence(outcome, terminal.texts)}\n\n{_foreseen(terminal, foreseen)}")
    terminal.answer(outcome)


def _foreseen(terminal: Terminal, found: Preview) -> str:
    """What a revert would do: the records that would count again or no more, by their content, and the paths."""
    texts = terminal.texts
    records = [
        texts.say(f"cli.say.would-{key}", no=record.no, content=escapes.field(record.content))
        for key, some in (("return", found.again), ("end", found.ended))
        for record in some
    ]
    paths = [f"  {path}" for path in found.paths]
    head = texts.say("cli.say.would-revert" if paths else "cli.say.would-not", base=found.base, to=found.to)
    return "\n".join([head, *paths, *records])
