"""base, reindex: the knowledge bases, what holds in each, and what all is found by."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from stillso.core import verbs
from stillso.core.items import Space
from stillso.core.names import written
from stillso.core.operations import Done
from stillso.core.values import replace
from stillso.errors import Notice
from stillso.services import bases
from stillso.surfaces import places, repositories
from stillso.surfaces.cli import values, watching
from stillso.surfaces.cli.frame import argument, command, group, option, pass_terminal
from stillso.surfaces.cli.terminal import Terminal

if TYPE_CHECKING:
    from stillso.services.vectors import Progress

base_command = group("base")


@base_command.command("create")
@argument("slug")
@option("--name", metavar="TEXT")
@option("--description", metavar="TEXT", default="")
@option("--readme", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@option("--template", is_flag=True)
@pass_terminal
def create(
    terminal: Terminal, slug: str, name: str | None, description: str, readme: Path | None, template: bool
) -> None:
    if readme and template:
        raise terminal.mistake("readme-twice")
    text = bases.readme_template(name or slug, description, terminal.texts) if template else _read(terminal, readme)
    made = terminal.owner.create_base(slug, name=name, description=description, readme=text)
    if template and isinstance(made, Done):
        made = replace(made, notices=(*made.notices, Notice.README_TEMPLATE.value))
    terminal.answer(made)


def _read(terminal: Terminal, file: Path | None) -> str | None:
    try:
        return file.read_text("utf-8") if file else None
    except UnicodeDecodeError as problem:
        raise terminal.mistake("file-not-text", path=file, reason=problem) from problem


@base_command.command("list")
@pass_terminal
def list_bases(terminal: Terminal) -> None:
    rows = [
        {"base": base.slug, "name": base.name, "description": base.description, "version": base.head}
        for base in terminal.administered.bases()
    ]
    text = "\n".join(terminal.texts.say("cli.say.base", **row) for row in rows)
    terminal.give({"bases": rows}, text or terminal.texts["cli.say.nothing"])


@base_command.command("show")
@argument("slug")
@pass_terminal
def show_base(terminal: Terminal, slug: str) -> None:
    space = terminal.need(terminal.administered.base(terminal.slug(slug)))
    with terminal.administered.workspace.view() as view:
        people = {principal.id: principal.name for principal in view.principals()}
        grants = [{"agent": people.get(each.principal), "level": each.level.value} for each in view.grants(space.id)]
    values = {
        "base": space.slug,
        "name": space.name,
        "description": space.description,
        "version": space.head,
        "records": space.records,
        "created_at": written(space.created_at),
        "settings": dict(space.settings),
        "grants": grants,
    }
    linked = ", ".join(terminal.aside(str(each["agent"]), str(each["level"])) for each in grants)
    terminal.give(values, terminal.fields({**values, "settings": ", ".join(_told(terminal, space)), "grants": linked}))


@base_command.command("settings")
@argument("slug")
@option("--limit", "limits", metavar="TYPE=DAYS", multiple=True)
@option("--fate", "fates", metavar="TOOL=FATE", multiple=True)
@option("--file-bytes", metavar="N")
@option("--files-a-call", metavar="N")
@option("--folder", metavar="PATH")
@pass_terminal
def settings(
    terminal: Terminal,
    slug: str,
    *,
    limits: tuple[str, ...],
    fates: tuple[str, ...],
    file_bytes: str | None,
    files_a_call: str | None,
    folder: str | None,
) -> None:
    space = terminal.need(terminal.administered.base(terminal.slug(slug)))
    files = {"file_bytes": file_bytes, "files_a_call": files_a_call}
    changes: dict[str, Any] = {
        name: _file_limit(terminal, name, given) for name, given in files.items() if given is not None
    }
    if limits:
        changes["limits"] = dict(_limit(terminal, limit) for limit in limits)
    if fates:
        changes["fates"] = dict(values.fate(terminal.texts, each, bases.DEFAULT) for each in fates)
    if folder is not None:
        changes["folder"] = _folder(terminal, space, folder)
        changes["repository"] = repositories.marks_of(Path(changes["folder"])) if changes["folder"] else None
    if changes:
        space = terminal.need(terminal.owner.settle(space.slug, **changes))
    told = _told(terminal, space)
    if not any(name in space.settings for name in bases.FILE_BOUNDS):
        told.append(_file_limits(terminal, space))
    if not space.settings.get("limits"):
        told.append(terminal.texts["cli.say.default-limits"])
    terminal.give({"base": space.slug, "settings": dict(space.settings)}, "\n".join(told))


def _limit(terminal: Terminal, given: str) -> tuple[str, int | str | None]:
    """A type and its limit as they were typed; what is left of them, ``settle`` judges."""
    kind, _, days = given.partition("=")
    if days in ("none", bases.DEFAULT):
        return kind, None if days == "none" else days
    if not (days.isascii() and days.isdecimal() and len(days) < 10):
        raise terminal.mistake("limit", value=given)
    return kind, int(days)


def _file_limit(terminal: Terminal, name: str, given: str) -> int | None:
    """What a file or a call may hold, as a setting keeps it; None for ``default``."""
    if given == bases.DEFAULT:
        return None
    least, most = bases.FILE_BOUNDS[name]
    if not (given.isascii() and given.isdecimal() and len(given) < 10 and least <= int(given) <= most):
        raise terminal.mistake("file-limit", value=given, least=least, most=most)
    return int(given)


def _file_limits(terminal: Terminal, space: Space) -> str:
    limits = verbs.limits_of(space.settings)
    return terminal.texts.say("cli.say.file-limits", file_bytes=limits.file_bytes, files_a_call=limits.files_a_call)


def _folder(terminal: Terminal, space: Space, given: str) -> str | None:
    """The repository of a folder, as a setting keeps it; None for an empty text. One folder has one base."""
    if not given:
        return None
    folder = places.text_of(places.repository_of(Path(given).resolve()))
    other = next((each for each in terminal.app.bases() if each.settings.get("folder") == folder), space)
    if other.id != space.id:
        raise terminal.mistake("folder-taken", folder=folder, base=other.slug)
    return folder


def _told(terminal: Terminal, space: Space) -> list[str]:
    """The settings of a base, one a text: its folder, the fates of tools and the limits that it set itself."""
    folder, limits = space.settings.get("folder"), space.settings.get("limits")
    own = limits if isinstance(limits, dict) else {}
    told = space.settings.get("fates")
    return (
        [terminal.texts.say("cli.say.folder", folder=folder)] * bool(folder)
        + [
            terminal.texts.say("cli.say.fate", tool=tool, fate=fate)
            for tool, fate in (told if isinstance(told, dict) else {}).items()
        ]
        + [
            terminal.texts.say("cli.say.no-limit" if days is None else "cli.say.limit", kind=kind, days=days)
            for kind, days in own.items()
        ]
        + [_file_limits(terminal, space)] * any(name in space.settings for name in bases.FILE_BOUNDS)
    )


@command("reindex")
@option("--base", metavar="SLUG")
def reindex_command(terminal: Terminal, base: str | None) -> None:
    if terminal.embedder_problem:
        raise terminal.mistake("embedder", reason=terminal.embedder_problem)
    slugs = [terminal.slug(base)] if base is not None else [each.slug for each in terminal.administered.bases()]
    counts = {slug: terminal.need(terminal.administered.reindex(slug)) for slug in slugs}
    told = [terminal.texts.say("cli.say.reindexed", base=slug, count=n) for slug, n in counts.items()]
    values: dict[str, Any] = {"reindexed": counts}
    if terminal.app.workspace.embedder:
        values["encoded"], said = _encoded(terminal, slugs)
        told += said
    terminal.give(values, "\n".join(told) or terminal.texts["cli.say.nothing"])


def _encoded(terminal: Terminal, slugs: list[str]) -> tuple[dict[str, Any], list[str]]:
    """Encode all texts of these bases; what came of it as values and as sentences."""
    values, told = dict[str, Any](), list[str]()
    for slug in slugs:
        try:
            done = terminal.need(terminal.app.encode(slug, progress=_encoding(terminal, slug)))
        finally:
            watching.shown("")
        facts = {"count": done.count, "lacking": done.lacking, "reason": done.problem}
        values[slug] = {"count": done.count, "lacking": done.lacking, "problem": done.problem}
        told.append(terminal.texts.say("cli.say.encoded", base=slug, **facts))
        if done.problem:
            told.append(terminal.texts.say("cli.say.not-encoded", base=slug, **facts))
    return values, told


def _encoding(terminal: Terminal, slug: str) -> Progress | None:
    """Tells somebody who watches how far it is; nobody else."""
    if not watching.is_watched():
        return None
    return lambda done, all: watching.shown(terminal.texts.say("cli.say.encoding", base=slug, done=done, all=all))
