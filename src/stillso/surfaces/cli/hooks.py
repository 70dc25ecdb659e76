"""hook: how ``stillso hook`` is described; what it does stands in ``surfaces.hook``, which needs no command line."""

from __future__ import annotations

from stillso.surfaces import hook
from stillso.surfaces.cli.frame import argument, command, option
from stillso.surfaces.cli.terminal import Terminal


@command("hook")
@argument("event")
@option("--person", metavar="NAME")
def hook_command(terminal: Terminal, event: str, person: str | None) -> None:
    named = ["--person", person] if person else []
    hook.run([event, "--store", terminal.address, "--lang", terminal.texts.language, *named])
