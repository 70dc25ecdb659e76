"""mount, unmount: a base as a read-only tree of files."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from stillso.app import unmount
from stillso.core import escapes
from stillso.errors import LostStorage
from stillso.services import answers
from stillso.surfaces.cli.frame import argument, command, option
from stillso.surfaces.cli.terminal import Terminal

if TYPE_CHECKING:
    from stillso.acting import Acting
    from stillso.services.mounting import Mounted

#: How often --watch looks for a new version. Our choice: soon enough for whoever reads files, and next to no work.
LOOK_SECONDS = 0.5

_FOLDER = click.Path(path_type=Path)


@command("mount")
@argument("base")
@argument("folder", metavar="DIR", type=_FOLDER)
@option("--watch", is_flag=True)
@option("--session", metavar="ID")
def mount_command(terminal: Terminal, base: str, folder: Path, watch: bool, session: str | None) -> None:
    who = terminal.acting(session)
    slug = terminal.slug(base)
    found = _mounted(terminal, who, slug, folder, again=False)
    terminal.give(answers.mounting.mounted(found), _told(terminal, found, "mounted" if found.changed else "shown"))
    while watch:
        time.sleep(LOOK_SECONDS)
        found = _mounted(terminal, who, slug, folder, again=True)
        if found.changed:
            click.echo(_told(terminal, found, "mounted"), err=True)


def _mounted(terminal: Terminal, who: Acting, slug: str, folder: Path, *, again: bool) -> Mounted:
    """Mount the newest version; ends the command when it is refused, and says what is shown when it cannot be."""
    try:
        return terminal.need(terminal.app.mount(slug, folder, by=who, again=again))
    except LostStorage:
        raise
    except OSError as problem:
        words = escapes.one_line(str(problem))
        raise OSError(terminal.texts.say("cli.say.not-mounted", path=folder, words=words)) from problem


def _told(terminal: Terminal, found: Mounted, said: str) -> str:
    return terminal.texts.say(
        f"cli.say.{said}", path=found.path, base=found.base, version=found.version, count=found.files
    )


@command("unmount")
@argument("folder", metavar="DIR", type=_FOLDER)
def unmount_command(terminal: Terminal, folder: Path) -> None:
    terminal.need(unmount(folder))
    path = os.path.abspath(folder)
    terminal.give({"unmounted": {"path": path}}, terminal.texts.say("cli.say.unmounted", path=path))
