"""Taking over the memories of Claude Code, as ``look --rescue`` and ``claude-code install`` do it, and what is told."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from stillso.adapters.claude_code import hooks, taking_over
from stillso.adapters.claude_code.look import Look
from stillso.adapters.claude_code.taking_over import Became, Taken
from stillso.core import escapes
from stillso.core.values import dataclass
from stillso.services import access, answers
from stillso.surfaces import places, repositories
from stillso.surfaces.cli.terminal import Terminal


@dataclass(frozen=True, kw_only=True, slots=True)
class TakenOver:
    """What came of the memories of one folder; ``base`` is None where it held none."""

    folder: Path
    base: str | None
    taken: tuple[Taken, ...]

    @property
    def words(self) -> int:
        """With how many notes the user's own words are kept."""
        return sum(each.words for each in self.taken)


def take_over(terminal: Terminal, found: Look) -> TakenOver:
    """Take over what was found into the base of its repository, made when missing. Ends the command when refused."""
    terminal.only_a_person()
    root = found.project.root
    folder = found.project.folder
    if not found.memories:
        return TakenOver(folder=folder, base=None, taken=())
    if root is None or not Path(root).is_dir():
        raise terminal.mistake("rescue-nowhere", folder=escapes.one_line(places.text_of(folder)))
    base = terminal.need(repositories.linked(terminal.app, terminal.owner, Path(root), hooks.AGENT, made=True))
    assert base is not None
    with terminal.app.workspace.view() as view:
        agent = view.principal(hooks.AGENT)
    if agent is None:
        terminal.refuse(access.unknown("agent", hooks.AGENT))
    try:
        taken = taking_over.take_over(
            terminal.app.workspace, agent, base.slug, found.memories, lambda done, total: _shown(terminal, done, total)
        )
    finally:
        _shown(terminal, 0, 0)
    return TakenOver(folder=folder, base=base.slug, taken=tuple(terminal.need(taken)))


def values(result: TakenOver) -> dict[str, Any]:
    """What came of it, as a program reads it."""
    return {
        "folder": places.text_of(result.folder),
        "base": result.base,
        "words_kept": result.words,
        "notes": [_one(each) for each in result.taken],
    }


def _one(each: Taken) -> dict[str, Any]:
    return {
        "file": places.text_of(each.file),
        "path": each.path,
        "became": each.became.value,
        "words": each.words,
        "waiting": each.waiting.proposal if each.waiting else None,
        "refused": each.refused.code.value if each.refused else None,
    }


def told(terminal: Terminal, result: TakenOver) -> Iterator[str]:
    """What came of it, as a person reads it, line by line."""
    texts = terminal.texts
    if result.base is None:
        yield texts["claude_code.taken.nothing"]
        return
    counts = Counter(each.became for each in result.taken)
    sums = {became.value: counts[became] for became in Became}
    yield texts.say("claude_code.taken.sum", base=result.base, **sums)
    yield texts.say("claude_code.taken.words", words=result.words)
    if counts[Became.DECIDED]:
        yield texts.say("claude_code.taken.decided", **sums)
    for each in result.taken:
        file = escapes.one_line(places.text_of(each.file))
        if each.waiting:
            why = texts[f"outcomes.why.{each.waiting.why}"]
            yield texts.say("claude_code.taken.waiting", file=file, why=why, proposal=each.waiting.proposal)
        if each.refused:
            reason = answers.sentence(each.refused, texts)
            yield texts.say("claude_code.taken.refused", file=file, reason=reason)
    yield texts["claude_code.taken.next"]


def _shown(terminal: Terminal, done: int, total: int) -> None:
    """Put how far it is in the place of what stood on the line of standard error; nothing at the end."""
    if sys.stderr is not None and sys.stderr.isatty():
        text = terminal.texts.say("claude_code.taken.progress", done=done, total=total) if total else ""
        click.echo(f"\r\x1b[K{text}", err=True, nl=False)
