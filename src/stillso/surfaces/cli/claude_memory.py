"""The memory that Claude Code keeps itself: what of it is not taken over, whether it is on, and switching it off."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stillso.adapters.claude_code import memory_folder, plugin, reviewing, settings, switching, taking_over
from stillso.adapters.claude_code.look import Look
from stillso.adapters.claude_code.memory_folder import MemoryFile
from stillso.core import escapes
from stillso.surfaces import places, repositories
from stillso.surfaces.cli import look
from stillso.surfaces.cli.terminal import Terminal


def not_taken_over(terminal: Terminal) -> list[MemoryFile]:
    """The memories of this repository that taking over would bring in; nothing is read but their folder."""
    files = _files(terminal)
    found = repositories.find(terminal.app, Path.cwd()) if files else None
    return taking_over.pending(terminal.app.workspace, found.base.slug if found else None, files)


def _files(terminal: Terminal) -> Sequence[MemoryFile]:
    project = look.project_of(look.client_of(terminal), None)
    try:
        return memory_folder.read_folder(project.folder).files
    except OSError:
        return ()  # there is none, or it cannot be listed: a look says why


def lost_by_replacing(terminal: Terminal) -> str:
    """What to say of memories here that may not be taken over, and would not be loaded any more; may be empty."""
    names = [places.text_of(file.file) for file in taking_over.refused(_files(terminal))]
    listed = terminal.texts["look.comma"].join(escapes.one_line(name) for name in names)
    return terminal.texts.say("claude_code.replace.lost", files=listed) if names else ""


def look_here(terminal: Terminal) -> Look:
    """What this repository's folder holds, with the words that were found."""
    client = look.client_of(terminal)
    return look.look_at(terminal, client, [look.project_of(client, None)], terminal.app.workspace.now())[0]


def undecided(terminal: Terminal, scope: str) -> dict[str, int]:
    """How many notes are not decided, by base, in the bases that a settings file of this scope concerns."""
    found = repositories.find(terminal.app, Path.cwd())
    bases = terminal.app.bases() if scope == "user" else [found.base] if found else []
    counts = {base.slug: len(reviewing.open_notes(terminal.app.workspace, base)) for base in bases}
    return {slug: count for slug, count in counts.items() if count}


def may_replace(terminal: Terminal, scope: str, new: int, *, yes: bool) -> None:
    """End the command where notes are undecided, or where the settings cannot be changed."""
    file = settings_of(terminal, scope)
    try:
        switching.planned(file)
    except switching.NoObject as problem:
        raise terminal.mistake("replace-no-object", file=file, reason=problem) from problem
    left = undecided(terminal, scope)
    if new:
        found = repositories.find(terminal.app, Path.cwd())
        here = found.base.slug if found else repository().name
        left[here] = left.get(here, 0) + new
    if left and not yes:
        where = terminal.texts["look.comma"].join(f"{slug} {count}" for slug, count in left.items())
        raise terminal.mistake("replace-open", count=sum(left.values()), where=escapes.one_line(where))


def replace_memory(terminal: Terminal, scope: str) -> tuple[dict[str, Any], str]:
    """Switch the client's own memory off, and say so; a key that is there already is left."""
    file = settings_of(terminal, scope)
    try:
        done = plugin.replace_memory(folder_of(terminal, scope), file)
    except switching.NoObject as problem:
        raise terminal.mistake("replace-no-object", file=file, reason=problem) from problem
    key = "replaced" if done else "replace-there"
    return {"file": str(file), "changed": done}, terminal.texts.say(f"claude_code.{key}", file=file)


def settings_of(terminal: Terminal, scope: str) -> Path:
    """The settings file of a scope that is this person's own."""
    own = config() if scope == "user" else repository() / ".claude"
    return own.absolute() / ("settings.json" if scope == "user" else "settings.local.json")


def memory_state() -> tuple[bool, Path | None]:
    """Whether the client's own memory is on here, and what says so."""
    files = [*settings.files(config(), repository()), look.managed()]
    return switching.state(files, os.environ.get(switching.VARIABLE))


# --- where ---------------------------------------------------------------------------------------------------


def config() -> Path:
    """The folder of Claude Code's configuration."""
    return Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude")


def repository() -> Path:
    return places.repository_of(Path.cwd())


def folder_of(terminal: Terminal, scope: str) -> Path:
    above = config() if scope == "user" else repository() / ".claude"
    return above.absolute() / plugin.PLACE
