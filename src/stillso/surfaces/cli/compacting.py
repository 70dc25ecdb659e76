"""compact instructions | check | preview: what a compaction must keep, and whether its summary did.

Nothing is written: what is found wrong with a summary is an answer, and no refusal.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from stillso import services
from stillso.core import policy
from stillso.core.records import Status
from stillso.core.windows import requests, survivors, tokens
from stillso.core.windows.blocks import Block, Kind
from stillso.core.windows.summaries import check as check_summary
from stillso.core.windows.summaries import put_back
from stillso.services import answers
from stillso.surfaces.cli import message_files
from stillso.surfaces.cli.frame import argument, group, option, pass_terminal
from stillso.surfaces.cli.terminal import Terminal

if TYPE_CHECKING:
    from stillso.core.records import Record
    from stillso.core.windows.kept import Kept

compact_command = group("compact")

_PLACES = ("command", "section", "api")
_MESSAGES = argument("messages", metavar="MESSAGES.json")
_SESSION = option("--session", metavar="ID")


@compact_command.command("instructions")
@option("--for", "place", type=click.Choice(_PLACES), default="command")
@_SESSION
@pass_terminal
def instructions(terminal: Terminal, place: str, session: str | None) -> None:
    over = _over(terminal, session) if session else []
    text = answers.compaction.instruction(answers.compaction.Place(place), terminal.texts, over)
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
    size = sum(_tokens(block) for block in window.blocks)
    asked = answers.compaction.instruction(answers.compaction.Place.API, terminal.texts)
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
        blocks = conversation.shape.blocks
        self.blocks = [block for at, message in enumerate(conversation.messages) for block in blocks(message, at)]

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
    records, ended = _records(terminal, session)
    earlier = _earlier(terminal, session) or survivors.earlier_in(blocks)
    return survivors.survivors(blocks, records, earlier, ended)


def _earlier(terminal: Terminal, session: str) -> tuple[Kept, ...]:
    """What the last compaction of a session kept."""
    acting = terminal.session(session)
    assert acting.caller.session is not None
    with acting.workspace.view() as view:
        return services.compacting.earlier(view, acting.caller.session.window_id)


def _records(terminal: Terminal, session: str) -> tuple[list[Record], list[Record]]:
    """The records of a session's bases: those in force, and those that ended."""
    records = [each for base in _by_base(terminal, session) for each in base]
    active = [each for each in records if each.status is Status.ACTIVE]
    return active, [each for each in records if each.status is not Status.ACTIVE]


def _by_base(terminal: Terminal, session: str) -> list[list[Record]]:
    """All records of a session's bases, base by base."""
    who = terminal.acting(session)
    bases = who.caller.session.bases if who.caller.session else ()
    return [[row.record for row in terminal.need(who.list(*Status, base=base)).rows] for base in bases]


def _over(terminal: Terminal, session: str) -> list[tuple[str, str | None]]:
    """What the session's bases said that holds no longer, newest first, each with what holds in its place."""
    found = []
    for records in _by_base(terminal, session):
        living = {each.no: each for each in records}
        for each in sorted(records, key=lambda record: record.modified_at, reverse=True):
            if each.status is not Status.ACTIVE:
                after = each
                while after.superseded_by is not None and after.superseded_by in living:
                    after = living[after.superseded_by]
                found.append((each.content, after.content if after.status is Status.ACTIVE else None))
    return found


def _tokens(block: Block) -> int:
    given = "" if block.input is None else json.dumps(block.input, ensure_ascii=False, default=str)
    return tokens.estimate(block.text) + tokens.estimate(given) + sum(other.size for other in block.others) // 4
