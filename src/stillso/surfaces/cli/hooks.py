"""hook: how ``stillso hook`` is described; what it does stands in ``surfaces.hook``, which needs no command line."""

from __future__ import annotations

from stillso.surfaces import hook
from stillso.surfaces.cli.frame import argument, command, option
from stillso.surfaces.cli.terminal import Terminal


@command("hook")
@argument("event")
@option("--person", metavar="NAME")
def hook_command(terminal: Terminal, event: str, person: str | None) -> None:
    given = {"--store": terminal.address, "--lang": terminal.texts.language, "--person": person}
    hook.run([event, *(word for pair in given.items() if pair[1] for word in pair)])
