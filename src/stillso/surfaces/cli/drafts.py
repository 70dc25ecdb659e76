"""files edit | draft | discard | publish: what a person prepares in a base before it counts."""

from __future__ import annotations

import sys
from pathlib import PurePosixPath

import click

from stillso.services import answers, drafts
from stillso.services.inbox import Pending
from stillso.surfaces.cli.frame import argument, command, option
from stillso.surfaces.cli.terminal import Terminal


@command("edit")
@argument("base")
@argument("path")
@option("--content", metavar="TEXT")
@option("--delete", is_flag=True)
@option("--read-version", metavar="VERSION", type=click.IntRange(1, 10**9))
def edit_command(
    terminal: Terminal, base: str, path: str, content: str | None, delete: bool, read_version: int | None
) -> None:
    if delete and content is not None:
        raise terminal.mistake("edit-or-delete")
    slug = terminal.slug(base)
    given = terminal.whole(content) if content is not None else None
    text = None if delete else given if given is not None else _edited(terminal, slug, path)
    terminal.answer(terminal.owner.edit(path, text, base=slug, read_version=read_version))


def _edited(terminal: Terminal, base: str, path: str) -> str:
    """The text as the person leaves it in their editor, which begins with the draft's, else the file's."""
    if not (sys.stdin and sys.stdin.isatty()):
        raise terminal.mistake("edit-text")
    draft = terminal.need(terminal.owner.draft(base))
    drafted, text = drafts.text_of(draft, path) if draft else (False, None)
    if not drafted:
        there = next((each for each in terminal.need(terminal.owner.files(path, base=base)) if each.path == path), None)
        text = terminal.need(terminal.owner.read(path, base=base)).content if there else ""
    try:
        # Without a change the editor gives None: the draft then holds what it began with.
        edited = click.edit(text or "", extension=PurePosixPath(path).suffix or ".md")
    except click.ClickException as problem:
        raise terminal.mistake("no-editor", reason=problem.format_message()) from problem
    return (text or "") if edited is None else edited


@command("draft")
@argument("base")
def draft_command(terminal: Terminal, base: str) -> None:
    found = terminal.need(terminal.owner.draft(terminal.slug(base)))
    terminal.give(answers.versions.draft(found), _told(terminal, found))


def _told(terminal: Terminal, found: Pending | None) -> str:
    if found is None:
        return terminal.texts["cli.say.no-draft"]
    head = terminal.texts.say("cli.say.draft", base=found.base)
    changed = [terminal.texts["cli.say.changed-since"], "", found.changed] if found.changed else []
    return "\n".join([head, "", found.diff, *changed])


@command("discard")
@argument("base")
@argument("path", required=False)
def discard_command(terminal: Terminal, base: str, path: str | None) -> None:
    slug = terminal.slug(base)
    terminal.need(terminal.owner.discard(slug, path))
    values = {"done": {"verb": "discard", "base": slug, "paths": [path] if path else [], "notices": []}}
    key = "discarded-path" if path else "discarded"
    terminal.give(values, terminal.texts.say(f"cli.say.{key}", base=slug, path=path or ""))


@command("publish")
@argument("base")
@option("--reason", metavar="TEXT")
def publish_command(terminal: Terminal, base: str, reason: str | None) -> None:
    terminal.answer(terminal.owner.publish(terminal.slug(base), reason=reason))
