"""files list | read | write: the plain files of a base."""

from __future__ import annotations

import json

import click

from stillso.core.verbs import FileChange
from stillso.errors import Misuse
from stillso.services import answers
from stillso.surfaces.cli.frame import group, option, pass_terminal
from stillso.surfaces.cli.terminal import Terminal

files_command = group("files")

_FIELDS = ("path", "mode", "content", "old", "new", "expected_sha256")


@files_command.command("list")
@click.argument("base")
@click.argument("prefix", default="")
@option("--session", metavar="ID")
@pass_terminal
def list_(terminal: Terminal, base: str, prefix: str, session: str | None) -> None:
    listed = terminal.need(terminal.acting(session).files(prefix, base=base))
    text = "\n".join(f"{each.size_bytes:>9} {each.path}" for each in listed)
    terminal.give(answers.files(listed), text or terminal.texts["cli.say.nothing"])


@files_command.command("read")
@click.argument("base")
@click.argument("path")
@option("--session", metavar="ID")
@pass_terminal
def read(terminal: Terminal, base: str, path: str, session: str | None) -> None:
    found = terminal.need(terminal.acting(session).read(path, base=base))
    terminal.give(answers.file_read(found), found.content)


@files_command.command("write")
@click.argument("base")
@option("--session", metavar="ID")
@pass_terminal
def write(terminal: Terminal, base: str, session: str | None) -> None:
    files, reason = _request(terminal.text("-"))
    who = terminal.acting(session)
    terminal.answer(who.write(*map(_change, files), base=base, reason=reason))


def _request(text: str) -> tuple[list[object], str | None]:
    """The files and the reason in the JSON of ``write_context``. Raises Misuse for anything else."""
    try:
        asked = json.loads(text)
    except ValueError as problem:
        raise Misuse(f"standard input is not JSON: {problem}") from problem
    files, reason = (asked.get("files"), asked.get("reason")) if isinstance(asked, dict) else (None, None)
    if not isinstance(files, list) or not (reason is None or isinstance(reason, str)):
        raise Misuse('standard input must be {"files": [{"path": …, "mode": …}], "reason": …}')
    return files, reason


def _change(file: object) -> FileChange:
    if not isinstance(file, dict) or set(file) - set(_FIELDS):
        raise Misuse(f"each file is an object of {', '.join(_FIELDS)}")
    if not all(value is None or isinstance(value, str) for value in file.values()) or not file.get("mode"):
        raise Misuse("path, mode and texts of a file are strings; path and mode are needed")
    return FileChange(**{"path": "", **file})
