"""clear | ledger: what leaves a window, and what left it.

``clear`` works on a file of messages, of any provider, alone or for a session; the ledger is a session's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import stillso
from stillso.adapters.messages import SHAPES, files
from stillso.core import escapes, policy
from stillso.core.windows.blocks import Kind
from stillso.core.windows.costs import cost
from stillso.core.windows.fates import folded
from stillso.services import answers, clearing
from stillso.surfaces import places
from stillso.surfaces.cli import message_files, values
from stillso.surfaces.cli.frame import argument, command, option
from stillso.surfaces.cli.terminal import Terminal

if TYPE_CHECKING:
    from stillso.acting import Acting
    from stillso.core.windows.blocks import Shape
    from stillso.core.windows.costs import Cost
    from stillso.services.clearing import Cleared
    from stillso.services.windows import Entry

_WHOLE = click.IntRange(0, 10**9)
_FILE = click.Path(dir_okay=False, path_type=Path)


@command("clear")
@argument("messages", metavar="MESSAGES.json")
@option("--session", metavar="ID")
@option("--keep-last", type=_WHOLE, default=policy.KEPT_RESULTS, metavar="N")
@option("--exclude", metavar="TOOL", multiple=True)
@option("--fate", "fates", metavar="TOOL=FATE", multiple=True)
@option("--clear-at-least", type=_WHOLE, default=0, metavar="N")
@option("--keep-text", is_flag=True)
@option("--provider", type=click.Choice(list(SHAPES)))
@option("--force", is_flag=True)
@option("--preview", is_flag=True)
@option("--output", type=_FILE, metavar="FILE")
def clear_command(
    terminal: Terminal,
    messages: str,
    *,
    session: str | None,
    keep_last: int,
    exclude: tuple[str, ...],
    fates: tuple[str, ...],
    clear_at_least: int,
    keep_text: bool,
    provider: str | None,
    force: bool,
    preview: bool,
    output: Path | None,
) -> None:
    text, _, document = message_files.read(terminal, messages)
    rules = clearing.rules(
        keep_last=keep_last,
        exclude=exclude,
        table=dict(values.fate(terminal.texts, each) for each in fates),
        clear_at_least=clear_at_least,
        keep_text=keep_text,
    )
    before, shape = document.messages, SHAPES[provider] if provider else document.shape
    if keep_text and session is None:
        raise terminal.mistake("keep-text")
    if session is not None and output is None and not (preview or terminal.wants_json):
        raise terminal.mistake("clear-where")
    if output is not None:
        message_files.can_write(terminal, output)
    acting = _harness(terminal, session)
    window = clearing.Window(acting.workspace, acting.caller, terminal.texts, lambda _: shape, rules=rules)
    found = terminal.need(window.clear(before, force=force, preview=preview))
    costs = cost(before, found.messages, shape, found.freed.tokens)
    if output is not None and not preview:
        pairs = enumerate(zip(before, found.messages, strict=True))
        changed = {at: new for at, (old, new) in pairs if new is not old}
        message_files.write(output, files.spliced(text, changed))
    given = answers.windows.cleared(found, costs, terminal.texts)
    told = [
        *_told(terminal, found, costs, given["ledger"], output, preview),
        *_unmatched(terminal, {*exclude, *rules.table}, before, shape),
        *_misread(terminal, before, shape, document.shape),
    ]
    terminal.give(given, "\n".join(told))


def _harness(terminal: Terminal, session: str | None) -> Acting:
    """Who clears: the session, of which only the harness may, or nobody, whom nothing is written down for."""
    if session is not None:
        terminal.only_a_person()
        return terminal.session(session)
    return stillso.open("memory:", language=terminal.texts.language, clock=terminal.clock).owner("harness")


def _told(
    terminal: Terminal, found: Cleared, costs: Cost, lines: Sequence[str], output: Path | None, preview: bool
) -> Iterator[str]:
    """What was cleared, a line each, what that frees and costs, and what stays although it is old."""
    say = terminal.texts.say
    yield from map(escapes.seen, lines)
    freed = found.freed
    if freed.characters:
        key = "would-free" if preview else "freed"
        yield say(f"cli.say.{key}", characters=freed.characters, tokens=freed.tokens)
        turns = answers.windows.turns(costs.pays_after, terminal.texts)
        yield say("cli.say.clear-cost", rewritten=costs.rewritten, price=round(costs.price), turns=turns)
    elif found.held_back:
        yield answers.sentence(found.held_back, terminal.texts)
    else:
        yield terminal.texts["cli.say.nothing-to-clear"]
    for each in found.waiting:
        yield say("cli.say.remember-first", ref=each.receipt.ref, what=each.receipt.what)
    if found.kept:
        stays = ", ".join(f"{escapes.one_line(tool)} {count} ({fate})" for (tool, fate), count in found.kept.items())
        yield say("cli.say.kept-results", stays=stays)
    for name, refs in found.damage._asdict().items():
        if refs:
            yield say(f"cli.say.damage-{name}", refs=", ".join(map(escapes.one_line, refs)))
    if output is not None and not preview:
        yield say("cli.say.messages-written", file=places.text_of(output))
    elif freed.characters and not preview:
        yield terminal.texts["cli.say.messages-where"]


def _unmatched(terminal: Terminal, names: set[str], messages: Sequence[Any], shape: Shape) -> Iterator[str]:
    """Names that were given of tools of which nothing stands in the messages: perhaps misspelt."""
    there = _calls(messages, shape) if names else set()
    for name in sorted(each for each in names if folded(each) not in there):
        yield terminal.texts.say("cli.say.no-tool", tool=escapes.one_line(name))


def _misread(terminal: Terminal, messages: Sequence[Any], given: Shape, like: Shape) -> Iterator[str]:
    """Whether no call is found the way that was asked for, and some are the way that the messages look."""
    if given is not like and not _calls(messages, given) and _calls(messages, like):
        yield terminal.texts.say("cli.say.other-provider", given=given.name, like=like.name)


def _calls(messages: Sequence[Any], shape: Shape) -> set[str]:
    """The folded names of the tools that messages call."""
    return {folded(block.name) for block in shape.all_blocks(messages) if block.kind is Kind.CALL}


@command("ledger")
@argument("session", metavar="SESSION")
@argument("query", required=False)
@option("--messages", metavar="FILE")
@option("--recall", metavar="ID")
@option("--limit", type=click.IntRange(1, 10**9), metavar="N")
def ledger_command(
    terminal: Terminal, session: str, query: str | None, *, messages: str | None, recall: str | None, limit: int | None
) -> None:
    acting = terminal.session(session)
    if recall is not None:
        text = terminal.need(acting.recalled(recall))
        return terminal.give({"ref": recall, "text": text}, "") if terminal.wants_json else terminal.pass_on(text)
    if query is None:
        found = list(terminal.need(acting.ledger()))[-(limit or 0) :]
        told = "\n".join(_line(terminal, each) for each in found)
        return terminal.give(answers.windows.ledger(found, terminal.texts), told or terminal.texts["cli.say.no-ledger"])
    there = message_files.read(terminal, messages).conversation if messages else None
    sought, left = terminal.need(
        acting.sought(query, there.messages, there.shape.name) if there else acting.sought(query)
    )
    where = "nowhere" if there and sought == "never" else sought
    lines = [terminal.texts.say(f"cli.say.sought-{where}", query=escapes.one_line(query))]
    lines += [_line(terminal, each) for each in left[-(limit or 0) :]]
    terminal.give(answers.windows.ledger(left[-(limit or 0) :], terminal.texts, sought), "\n".join(lines))


def _line(terminal: Terminal, each: Entry) -> str:
    return escapes.seen(answers.windows.line(each.receipt, each.at, terminal.texts))
