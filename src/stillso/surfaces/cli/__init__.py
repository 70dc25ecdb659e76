"""The command line: ``stillso``. One module a command group, imported when one of its commands is called.

Exit codes: 0 done or waiting, 3 refused, 2 misuse, 1 lost storage or broken data (also what ``verify`` found),
130 interrupted.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from stillso.errors import BrokenData, LostStorage, Misuse
from stillso.surfaces import places
from stillso.surfaces.cli import mistakes
from stillso.surfaces.cli.frame import LazyGroup
from stillso.surfaces.cli.terminal import Terminal
from stillso.texts import LANGUAGES, language_of

#: Every command and the module that holds it, in the order of the help.
COMMANDS = {
    "tour": "tour",
    "look": "look",
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
    "due": "tidying",
    "tidy": "tidying",
    "search": "search",
    "why": "reading",
    "history": "reading",
    "as-of": "reading",
    "log": "reading",
    "compact": "compacting",
    "inbox": "inbox",
    "files": "files",
    "mount": "mounting",
    "unmount": "mounting",
    "session": "sessions",
    "clear": "clearing",
    "ledger": "clearing",
    "base": "setup",
    "person": "principals",
    "agent": "principals",
    "grant": "principals",
    "revoke": "principals",
    "reindex": "setup",
    "claude-code": "claude_code",
    "hook": "hooks",
    "verify": "verifying",
    "backup": "store",
    "doctor": "store",
    "mcp": "mcp",
}


def run(arguments: list[str]) -> int:
    """Run one command line; the exit code."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    terminal = Terminal(_language(options), wants_json="--json" in options)
    try:
        _check(terminal, arguments, options)
        group = LazyGroup("stillso", COMMANDS)
        code = group.main(arguments, prog_name="stillso", standalone_mode=False, obj=terminal)
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.exceptions.NoArgsIsHelpError as ended:
        return terminal.helped(ended.format_message())
    except click.ClickException as mistake:
        return terminal.failed(2, mistakes.sentence(mistake, terminal.texts))
    except Misuse as mistake:
        return terminal.failed(2, terminal.texts.say("cli.misuse", message=mistake))
    except (click.Abort, KeyboardInterrupt):
        return terminal.failed(130, terminal.texts["cli.interrupted"])
    except SystemExit:
        return 0  # click's answer to a reader who went away (as in `stillso log | head`): what was done is done
    except LostStorage as lost:
        return terminal.lost(lost)
    except (OSError, BrokenData) as failure:
        return terminal.failed(1, str(failure))
    finally:
        terminal.close()


def _check(terminal: Terminal, arguments: Sequence[str], options: Sequence[str]) -> None:
    """Raises a mistake for words that are no text, and for a language that there is not."""
    bad = next((word for word in arguments if places.text_of(word) != word), None)
    if bad is not None:
        raise terminal.mistake("not-text", value=places.text_of(bad))
    wanted = os.environ.get("STILLSO_LANG")
    named = any(word == "--lang" or word.startswith("--lang=") for word in options)
    if wanted and not named and language_of(wanted, "en") != language_of(wanted, "zh-Hant"):
        # It names neither language, so each of them is as good.
        told = terminal.texts.say("cli.mistake.choice", value=wanted, choices=", ".join(LANGUAGES))
        raise terminal.mistake("value", name="STILLSO_LANG", told=told)


def _language(options: Sequence[str]) -> str:
    """The language before any option is parsed, since help is asked for before options are."""
    wanted = os.environ.get("STILLSO_LANG")
    for place, option in enumerate(options):
        if option.startswith("--lang="):
            wanted = option.partition("=")[2]
        elif option == "--lang" and place + 1 < len(options):
            wanted = options[place + 1]
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return language_of(wanted, locale)
