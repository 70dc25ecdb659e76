"""clear | ledger: what leaves a window, and what left it.

``clear`` works on a file of messages, of any provider, alone or for a session; the ledger is a session's.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from stillso.adapters.messages import SHAPES, reader
from stillso.adapters.messages.files import Document, read
from stillso.core import policy
from stillso.core.windows.blocks import Kind, Shape
from stillso.core.windows.fates import Fate
from stillso.core.windows.placeholders import described
from stillso.services import answers, clearing, guarding
from stillso.surfaces.cli.frame import argument, command, option
from stillso.surfaces.cli.terminal import Terminal

if TYPE_CHECKING:
    from stillso.services.clearing import Cleared, Cost
    from stillso.services.windows import Sought

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
    document = read(_text(terminal, messages))
    rules = clearing.rules(
        keep_last=keep_last,
        exclude=exclude,
        table=dict(_fate(terminal, each) for each in fates),
        clear_at_least=clear_at_least,
        keep_text=keep_text,
    )
    shape = reader(provider)(document.messages)
    if keep_text and session is None:
        raise terminal.mistake("keep-text")
    if session is not None:
        terminal.only_a_person()  # only the harness clears a window
        acting = terminal.session(session)
        window = clearing.Window(acting.workspace, acting.caller, terminal.texts, lambda _: shape, rules=rules)
    else:
        window = clearing.Window(None, None, terminal.texts, lambda _: shape, rules=rules, clock=terminal.clock)
    found = terminal.need(window.clear(document.messages, force=force, preview=preview))
    costs = clearing.cost(found, document.messages, shape)
    if output is not None:
        output.write_text(document.with_messages(found.messages), encoding="utf-8", newline="")
    terminal.give(answers.windows.cleared(found, costs, terminal.texts), _told(terminal, found, costs, output, preview))
