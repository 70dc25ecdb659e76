"""compact instructions | check | preview: what a compaction must keep, and whether its summary did.

Nothing is written: what is found wrong with a summary is an answer, and no refusal.
"""

from __future__ import annotations

from collections.abc import Sequence

import click

from stillso import services
from stillso.core import policy
from stillso.core.windows import requests, survivors, tokens
from stillso.core.windows.blocks import Block, Kind
from stillso.core.windows.summaries import check as check_summary
from stillso.core.windows.summaries import put_back
from stillso.services import answers
from stillso.services.answers.compaction import Place
from stillso.services.compacting import Over
from stillso.surfaces.cli import message_files
from stillso.surfaces.cli.frame import argument, group, option, pass_terminal
from stillso.surfaces.cli.terminal import Terminal

compact_command = group("compact")

_MESSAGES = argument("messages", metavar="MESSAGES.json")
_SESSION = option("--session", metavar="ID")


@compact_command.command("instructions")
@option("--for", "place", type=click.Choice(list(map(str, Place))), default=Place.COMMAND.value)
@_SESSION
@pass_terminal
def instructions(terminal: Terminal, place: str, session: str | None) -> None:
    over: tuple[Over, ...] = ()
    if session is not None:
        acting = terminal.session(session)
        over = services.compacting.over(acting.workspace, acting.caller)
    text = answers.compaction.instruction(Place(place), terminal.texts, over)
    terminal.give({"for": place, "text": text}, text)


@compact_command.command("check")
@_MESSAGES
@argument("summary", required=False, metavar="[SUMMARY]")
@option("--restored", metavar="PATH", multiple=True)
@option("--all", "everything", is_flag=True)
@option("--budget", type=click.IntRange(1), metavar="CHARS")
@_SESSION
@pass_terminal
def check(
    terminal: Terminal,
    messages: str,
    summary: str | None,
    restored: tuple[str, ...],
    everything: bool,
    budget: int | None,
    session: str | None,
) -> None:
    window = _Window(terminal, messages)
    text = message_files.text_of(terminal, summary) if summary else window.summary
    if text is None:
        raise terminal.mistake("no-summary", file=messages)
    blocks = window.before_summary if summary is None else window.blocks
    must = _survivors(terminal, blocks, session)
    found = check_summary(text, must.kept, survivors.said(blocks), restored)
    back = put_back(
        must.kept if everything else found, answers.compaction.labels(terminal.texts), budget or policy.PUT_BACK_CHARS
    )
    values = answers.compaction.checked(found, back, must.kept)
    terminal.give(values, answers.compaction.check_text(found, back, must.kept, terminal.texts))


@compact_command.command("preview")
@_MESSAGES
@_SESSION
@pass_terminal
def preview(terminal: Terminal, messages: str, session: str | None) -> None:
    window = _Window(terminal, messages)
    must = _survivors(terminal, window.blocks, session)
    cut = requests.cut_of(window.blocks, window.length)
    size = sum(block.tokens for block in window.blocks)
    asked = answers.compaction.instruction(Place.API, terminal.texts)
    costs = requests.costs(size, tokens.estimate(asked))
    values = answers.compaction.preview(must, costs, cut, messages=window.length, tokens=size)
    text = answers.compaction.preview_text(must, costs, cut, terminal.texts, messages=window.length, tokens=size)
    terminal.give(values, text)


# --- what is given -------------------------------------------------------------------------------------------


class _Window:
    """A file of messages: an array, or an object that holds one as ``messages`` (and may hold a ``summary``)."""

    def __init__(self, terminal: Terminal, path: str) -> None:
        _, document, conversation = message_files.read(terminal, path)
        self._own = document.get("summary") if isinstance(document, dict) else None
        self.length = len(conversation.messages)
        self.blocks = conversation.shape.all_blocks(conversation.messages)

    @property
    def _block(self) -> Block | None:
        """The last summary that stands among the messages."""
        return next((each for each in reversed(self.blocks) if each.kind is Kind.SUMMARY and each.text), None)

    @property
    def summary(self) -> str | None:
        """The summary that came with the messages, None where there is none."""
        if isinstance(self._own, str):
            return self._own
        return self._block.text if self._block else None

    @property
    def before_summary(self) -> list[Block]:
        """What the summary that came with the messages is one of."""
        if isinstance(self._own, str) or self._block is None:
            return self.blocks
        return self.blocks[: self.blocks.index(self._block)]


def _survivors(terminal: Terminal, blocks: Sequence[Block], session: str | None) -> survivors.Survivors:
    if session is None:
        return survivors.survivors(blocks, None, survivors.earlier_in(blocks))
    acting = terminal.session(session)
    return services.surviving.of_window(acting.workspace, acting.caller, blocks)
