"""The command line: ``stillso``. One module a command group, imported when one of its commands is called.

Exit codes: 0 done or waiting, 3 refused, 2 misuse, 1 lost storage or broken data.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from stillso.errors import BrokenData, LostStorage, Misuse
from stillso.surfaces.cli.frame import LazyGroup
from stillso.surfaces.cli.terminal import Terminal
from stillso.texts import language_of

#: Every command and the module that holds it, in the order of the help.
COMMANDS = {
    "tour": "tour",
    "remember": "records",
    "supersede": "records",
    "confirm": "records",
    "retract": "records",
    "restore": "records",
    "once": "records",
    "amend": "records",
    "lines": "reading",
    "list": "reading",
    "show": "reading",
    "due": "reading",
    "why": "reading",
    "history": "reading",
    "as-of": "reading",
    "log": "reading",
    "inbox": "inbox",
    "files": "files",
    "session": "sessions",
    "base": "setup",
    "person": "setup",
    "agent": "setup",
    "grant": "setup",
    "reindex": "setup",
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and end the process with its exit code."""
    sys.exit(run(sys.argv[1:] if arguments is None else list(arguments)))


def run(arguments: list[str]) -> int:
    """Run one command line; the exit code."""
    terminal = Terminal(_language(arguments), wants_json="--json" in arguments)
    group = LazyGroup("stillso", COMMANDS)
    try:
        code = group.main(arguments, prog_name="stillso", standalone_mode=False, obj=terminal)
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.exceptions.NoArgsIsHelpError as ended:
        click.echo(ended.format_message())
        return 2
    except click.ClickException as mistake:
        return terminal.failed(2, mistake.format_message())
    except Misuse as mistake:
        return terminal.failed(2, str(mistake))
    except (LostStorage, BrokenData) as failure:
        return terminal.failed(1, str(failure))
    except (click.Abort, KeyboardInterrupt):
        return terminal.failed(130, terminal.texts["cli.interrupted"])
    except BrokenPipeError:
        # The reader went away (as in `stillso log | head`): what was done is done.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    finally:
        terminal.close()


def _language(arguments: Sequence[str]) -> str:
    """The language before any option is parsed, since help is asked for before options are."""
    wanted = os.environ.get("STILLSO_LANG")
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument.startswith("--lang="):
            wanted = argument.partition("=")[2]
        elif argument == "--lang" and place + 1 < len(arguments):
            wanted = arguments[place + 1]
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return language_of(wanted, locale)
