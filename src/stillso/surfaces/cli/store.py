"""backup, doctor, and ``restore FILE``: the store as a file, copied, put back and looked at."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from stillso.app import file_of
from stillso.care import diagnose, restore_store
from stillso.core import escapes
from stillso.core.checks import Checked, State
from stillso.core.heads import given
from stillso.core.names import written
from stillso.errors import Loss
from stillso.services.heads import Backup
from stillso.surfaces import hook_log
from stillso.surfaces.cli.frame import argument, command, option
from stillso.surfaces.cli.terminal import Terminal

#: How many lines of the hooks' log are told. Our choice.
_NOTED = 3

#: A copy of more pages is worth telling how far it is. Our choice: 40 MB.
_TOLD_PAGES = 10_000


@command("backup")
@argument("file", type=click.Path(dir_okay=False, path_type=Path))
@option("--over", is_flag=True)
def backup_command(terminal: Terminal, file: Path, over: bool) -> None:
    made = terminal.need(terminal.existing.backup(file, over=over, progress=_tell))
    heads = [given(head) for head in made.heads]
    values = {
        "file": str(made.file),
        "key": str(made.key) if made.key else None,
        "heads_file": str(made.heads_file),
        "made_at": written(made.made_at),
        "heads": heads,
    }
    terminal.give({"backup": values}, _told(terminal, made))


def _told(terminal: Terminal, made: Backup) -> str:
    said = "backed-up" if made.key else "backed-up-without-key"
    return "\n".join(
        [
            terminal.texts.say(f"store.{said}", file=made.file, key_file=made.key, heads=made.heads_file),
            *(terminal.texts.say("store.head", **given(head)) for head in made.heads),
        ]
    )


def _tell(done: int, pages: int) -> None:
    """How far a copy is, on a terminal, where it takes a while."""
    if pages > _TOLD_PAGES and sys.stderr is not None and sys.stderr.isatty():
        click.echo(f"\r{100 * done // pages} %", nl=done == pages, err=True)


def restore_file(terminal: Terminal, file: Path) -> None:
    """Put a backup where the terminal's store would be."""
    terminal.only_a_person()
    made = terminal.need(restore_store(file, terminal.address, progress=_tell))
    values = {
        "file": str(made.file),
        "store": str(made.store),
        "has_key": made.has_key,
    }
    said = [terminal.texts.say("store.restored", **values)]
    said += [terminal.texts["store.restored-without-key"]] * (not made.has_key)
    terminal.give({"restored": values}, "\n".join(said))


@command("doctor")
def doctor_command(terminal: Terminal) -> None:
    found = [*diagnose(terminal.address, clock=terminal.clock), *_hooks(terminal)]
    problems = sum(each.state is State.PROBLEM for each in found)
    checks = [
        {"check": each.check, "state": each.state.value, "case": each.case, "message": _sentence(terminal, each)}
        for each in found
    ]
    rows = [_row(terminal, each) for each in found]
    rows.append(terminal.texts.say("store.problems" if problems else "store.no-problems", count=problems))
    terminal.give({"checks": checks, "problems": problems}, "\n".join(rows))
    if problems:
        raise click.exceptions.Exit(1)


def _hooks(terminal: Terminal) -> list[Checked]:
    """What went wrong in hooks of late; nothing where none ever did."""
    noted = hook_log.last(file_of(terminal.address), _NOTED)
    return [Checked(check="hooks", case="noted", state=State.NOTE, facts={"lines": " / ".join(noted)})] if noted else []


def _row(terminal: Terminal, found: Checked) -> str:
    texts = terminal.texts
    state, name = texts[f"store.state.{found.state}"], texts[f"store.name.{found.check}"]
    return texts.say("store.check", state=state, name=name, message=_sentence(terminal, found))


def _sentence(terminal: Terminal, found: Checked) -> str:
    facts = {name: escapes.one_line(str(value)) for name, value in found.facts.items()}
    is_lost = found.check == "store" and found.case in set(Loss)
    key = f"lost.{found.case}" if is_lost else f"doctor.{found.check}.{found.case}"
    return terminal.texts.say(f"store.{key}", **facts)
