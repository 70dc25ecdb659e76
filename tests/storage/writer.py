"""One process on a store: does what it reads, a call a line, and prints what came of each.

    python writer.py STORE NAME [SESSION]

It acts as the person NAME, or as SESSION of the agent NAME. It says "ready", waits for a line, and only then opens the
store, so that several can begin at the same moment.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any

import stillso
from stillso.services import answers
from stillso.services.files import FileRead


def main(address: str, name: str, *session: str) -> None:
    """Read calls as ``[verb, arguments]`` until there are no more."""
    say("ready")
    sys.stdin.readline()
    app = stillso.open(address)
    actor = app.resume(session[0], name) if session else app.owner(name)
    say("open")
    for line in sys.stdin:
        verb, given = json.loads(line)
        files = [stillso.FileChange(**file) for file in given.pop("files", ())]
        say(plain(getattr(actor, verb)(*files, **given), app))
    app.close()


def plain(result: Any, app: stillso.App) -> Any:
    """An outcome as every surface has it, a file as its fields, anything else as its kind."""
    if isinstance(result, stillso.Done | stillso.Waiting | stillso.Refused):
        return answers.outcome(result, app.texts)
    return asdict(result) if isinstance(result, FileRead) else type(result).__name__


def say(something: Any) -> None:
    """One line for whoever started this process."""
    sys.stdout.write(json.dumps(something) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
