"""files list | read | write, and what stands in ``versions`` and ``drafts``: the plain files of a base."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from stillso.core import escapes, policy
from stillso.core.authority import PrincipalKind
from stillso.core.names import in_records, written
from stillso.core.verbs import FileChange, is_text
from stillso.services import answers
from stillso.surfaces.cli import drafts, versions, wrapping
from stillso.surfaces.cli.frame import argument, group, option, pass_terminal
from stillso.surfaces.cli.terminal import Terminal

if TYPE_CHECKING:
    from stillso.core.operations import Operation
    from stillso.services.files import FileRead

files_command = group("files")

_VERSION = click.IntRange(0, 10**9)

_REQUEST = ("files", "reason")
_FIELDS = ("path", "mode", "content", "old", "new", "expected_sha256")


@files_command.command("list")
@argument("base")
@argument("prefix", default="")
@option("--version", type=_VERSION, metavar="VERSION")
@option("--session", metavar="ID")
@pass_terminal
def list_(terminal: Terminal, base: str, prefix: str, version: int | None, session: str | None) -> None:
    listed = terminal.need(terminal.acting(session).files(prefix, base=terminal.slug(base), version=version))
    text = "\n".join(f"{each.size_bytes:>9} {each.path}" for each in listed)
    terminal.give(answers.files(listed), text or terminal.texts["cli.say.nothing"])


@files_command.command("read")
@argument("base")
@argument("path")
@option("--version", type=_VERSION, metavar="VERSION")
@option("--session", metavar="ID")
@pass_terminal
def read(terminal: Terminal, base: str, path: str, version: int | None, session: str | None) -> None:
    who, slug = terminal.acting(session), terminal.slug(base)
    found = terminal.need(who.read(path, base=slug, version=version))
    if terminal.wants_json:
        return terminal.give(answers.file_read(found), "")
    is_seen = session is not None or terminal.agent is not None or wrapping.width() is not None
    if is_seen and found.kind == PrincipalKind.AGENT and not in_records(path):
        # The newest version of it, unless an older one was asked for or somebody wrote since it was read.
        logged = (each for limit in (1, None) for each in terminal.need(who.versions(path, base=slug, limit=limit)))
        wrote = next(each.operation for each in logged if each.operation.n == found.version)
        click.echo(_written_by(terminal, slug, found, wrote), err=True)
    terminal.pass_on(found.content)


def _written_by(terminal: Terminal, base: str, found: FileRead, wrote: Operation) -> str:
    """That an agent wrote this text of a file, and when: beside the file, which stays byte for byte what it is."""
    key = "agent-written-readme" if found.path == policy.README else "agent-written-file"
    said = {"path": escapes.field(found.path), "by": found.written_by, "at": written(wrote.at)}
    return terminal.texts.say(f"cli.say.{key}", base=base, version=found.version, **said)


@files_command.command("write")
@argument("base")
@option("--session", metavar="ID")
@pass_terminal
def write(terminal: Terminal, base: str, session: str | None) -> None:
    files, reason = _request(terminal, terminal.text("-"))
    who = terminal.acting(session)
    changes = [_change(terminal, file) for file in files]
    terminal.answer(who.write(*changes, base=terminal.slug(base), reason=reason))


for _each in (
    versions.versions_command,
    versions.diff_command,
    versions.revert_command,
    drafts.edit_command,
    drafts.draft_command,
    drafts.discard_command,
    drafts.publish_command,
):
    files_command.add_command(_each)


def _request(terminal: Terminal, text: str) -> tuple[list[object], str | None]:
    """The files and the reason in the JSON of ``write_context``. Raises a mistake for anything else."""
    try:
        asked = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise terminal.mistake("input-not-json", reason=problem) from problem
    if not isinstance(asked, dict) or set(asked) - set(_REQUEST):
        raise terminal.mistake("input-shape")
    files, reason = asked.get("files"), asked.get("reason")
    if not isinstance(files, list) or not (reason is None or (isinstance(reason, str) and is_text(reason))):
        raise terminal.mistake("input-shape")
    return files, reason


def _change(terminal: Terminal, file: object) -> FileChange:
    if not isinstance(file, dict) or set(file) - set(_FIELDS):
        raise terminal.mistake("file-fields", fields=", ".join(_FIELDS))
    if not all(value is None or isinstance(value, str) for value in file.values()) or not file.get("mode"):
        raise terminal.mistake("file-values")
    return FileChange(**{"path": "", **file})
