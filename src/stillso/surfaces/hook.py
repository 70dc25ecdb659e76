"""``stillso hook``: what Claude Code runs at its events. It starts without the command line and its library.

It reads one JSON object, answers with one or with nothing, and always ends well: what goes wrong is noted beside the
store, for ``stillso doctor``, and neither holds up the session nor shows in it. It runs as the harness, for the person
who installed it; the marks of an agent's shell do not concern it.
"""

from __future__ import annotations

import getpass
import json
import os
import select
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stillso import core
from stillso.acting import Owner
from stillso.adapters.claude_code import hooks
from stillso.adapters.claude_code.hooks import Here, Told
from stillso.app import App, file_of, open_store, system_clock
from stillso.core import policy
from stillso.core.operations import Refused
from stillso.services.workspace import Clock
from stillso.surfaces import hook_log, places, repositories
from stillso.texts import language_of

#: When a hook gives up, in seconds: long before the client does. Our choice.
PATIENCE_SECONDS = 3

#: How much a client may hand over. Our choice: more than the longest message that is kept.
INPUT_BYTES = 16 * 2**20

#: How long to wait for the rest of what the client hands over, in seconds; it may never close its end.
_INPUT_SECONDS = 2


def run(arguments: Sequence[str]) -> int:
    """Answer one event; always 0."""
    options = dict(zip(arguments[1::2], arguments[2::2], strict=False))
    wanted = options.get("--lang") or os.environ.get("STILLSO_LANG")
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    store, event = options.get("--store") or os.environ.get("STILLSO_STORE"), arguments[0] if arguments else "-"
    path: Path | None = None
    try:
        path = file_of(store or places.data_folder() / "stillso.db")
        _limit(path, event)
        given = _given()
        if given is not None:
            told = _answer(path, {"hook_event_name": event, **given}, options, language_of(wanted, locale))
            _say(told)
            if told and told.refused:
                hook_log.note(path, system_clock(), event, f"{told.refused.code}: {dict(told.refused.facts)}")
    except Exception as problem:
        if path is not None:
            hook_log.note(path, system_clock(), event, f"{type(problem).__name__}: {problem}")
    return 0


def _answer(path: Path, event: Mapping[str, Any], options: Mapping[str, str], language: str) -> Told | None:
    app = open_store(path, language=language, clock=_clock(options.get("--now")))
    try:
        owner = app.owner(options.get("--person") or os.environ.get("STILLSO_PERSON") or getpass.getuser())
        folder = os.environ.get("CLAUDE_PROJECT_DIR") or event.get("cwd")
        here = Here(
            workspace=app.workspace,
            texts=app.texts,
            person=owner.caller.principal,
            channel=_channel(os.environ),
            base=lambda made: _base(app, owner, folder, made=made),
        )
        return hooks.answer(here, event)
    finally:
        app.close()


def _clock(now: str | None) -> Clock | None:
    return None if now is None else lambda: core.names.moment(now)


def _channel(environment: Mapping[str, str]) -> str:
    """Where the agent runs: what the harness says, else whether the client says that somebody is at it.

    What is not known to have a person at it has none.
    """
    named = environment.get("STILLSO_CHANNEL")
    if named in policy.CHANNELS:
        return named
    attended = environment.get("CLAUDE_CODE_SESSION_ATTENDED")
    interactive = environment.get("CLAUDE_CODE_ENTRYPOINT") == "cli"
    return "cli" if attended == "1" or (attended is None and interactive) else "automation"


def _base(app: App, owner: Owner, folder: object, *, made: bool) -> str | Refused | None:
    """The base of the repository that the client names, with its agent linked."""
    if not isinstance(folder, str) or not os.path.isabs(folder):
        return None
    start = Path(os.path.realpath(folder))  # as a command that runs there has it
    base = repositories.linked(app, owner, start, hooks.AGENT, made=made)
    return base if base is None or isinstance(base, Refused) else base.slug


# --- input and output ----------------------------------------------------------------------------------------


def _given() -> dict[str, Any] | None:
    """The object on standard input, read until it is whole: the client may keep its end open. None when it is none."""
    if sys.stdin is None:
        return None
    handle, until, read = sys.stdin.fileno(), time.monotonic() + _INPUT_SECONDS, bytearray()
    while len(read) <= INPUT_BYTES and _is_ready(handle, until):
        piece = os.read(handle, 2**16)
        read += piece
        if not piece or piece.rstrip().endswith(b"}"):
            try:
                found = json.loads(read)
            except ValueError:
                found = None
            if isinstance(found, dict):
                return found
        if not piece:
            return None
    return None


def _is_ready(handle: int, until: float) -> bool:
    if os.name == "nt":  # pipes cannot be waited for there
        return True
    return bool(select.select([handle], [], [], max(0, until - time.monotonic()))[0])


def _say(told: Told | None) -> None:
    values = told.given() if told else None
    text = told.plain if told and told.plain else json.dumps(values, ensure_ascii=False) if values else ""
    if text:
        os.write(1, text.encode("utf-8", "backslashreplace") + b"\n")


def _limit(path: Path, event: str) -> None:
    """End the process when the time is up, wherever that is.

    A signal would wait for the engine, which waits for a lock; what was not committed is as if never begun.
    """

    def give_up() -> None:
        hook_log.note(path, system_clock(), event, f"gave up after {PATIENCE_SECONDS} s")
        os._exit(0)

    timer = threading.Timer(PATIENCE_SECONDS, give_up)
    timer.daemon = True
    timer.start()
