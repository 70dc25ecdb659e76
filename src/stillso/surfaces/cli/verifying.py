"""verify: whether a store is what its log says it is."""

from __future__ import annotations

from pathlib import Path

import click

from stillso.errors import Misuse
from stillso.services import findings
from stillso.services.verifying import Verified
from stillso.services.walks import Progress
from stillso.surfaces.cli import watching
from stillso.surfaces.cli.frame import command, option
from stillso.surfaces.cli.terminal import Terminal

#: What is found is broken data.
FOUND = 1


@command("verify")
@option("--base", metavar="SLUG")
@option("--anchor", metavar="FILE", type=Path)
def verify_command(terminal: Terminal, base: str | None, anchor: Path | None) -> None:
    app, slug = terminal.existing, terminal.slug(base) if base is not None else None
    try:
        result = terminal.need(app.verify(slug, anchor=anchor, progress=_progress(terminal)))
    except Misuse as problem:
        raise terminal.mistake("anchor", path=anchor, reason=problem) from problem
    finally:
        watching.shown("")
    terminal.give(findings.verified(result, terminal.texts), "\n".join(_told(terminal, result, anchor)))
    if result.findings:
        raise click.exceptions.Exit(FOUND)


def _told(terminal: Terminal, result: Verified, anchor: Path | None) -> list[str]:
    """What was found, line by line, then the sum, and what became of the anchor."""
    texts = terminal.texts
    counts = {name: getattr(result, name) for name in ("operations", "revisions", "bases", "sessions")}
    told = [findings.sentence(each, texts) for each in result.findings]
    key = "found" if result.findings else "verified"
    told.append(texts.say(f"cli.say.{key}", count=len(result.findings) + result.left_out, **counts))
    if not result.bases + result.sessions:
        told.append(texts["cli.say.nothing"])
    if anchor is not None:
        told.append(texts.say(f"cli.say.anchor-{result.anchored or 'kept'}", path=anchor))
    return told


def _progress(terminal: Terminal) -> Progress | None:
    """Tells somebody who watches how far a long log is; nobody else."""
    if not watching.is_watched():
        return None
    return lambda name, version, head: watching.shown(
        terminal.texts.say("cli.say.progress", name=name, version=version, head=head)
    )
