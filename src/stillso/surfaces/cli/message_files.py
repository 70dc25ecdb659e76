"""Files of messages on a command line: reading one, with what is wrong said in the language of the terminal, and
writing one.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any, NamedTuple

from stillso.adapters.messages import files
from stillso.adapters.messages.files import Conversation
from stillso.errors import Misuse
from stillso.surfaces.cli.terminal import Terminal


class MessageFile(NamedTuple):
    """A file of messages: its text, what that says, and the messages in it."""

    text: str
    document: Any
    conversation: Conversation


def read(terminal: Terminal, given: str) -> MessageFile:
    """The messages of a file, or of standard input for ``-``."""
    text = text_of(terminal, given)
    try:
        document = files.parse(text)
    except Misuse as problem:
        raise terminal.mistake("file-not-json", file=given, reason=problem) from problem
    try:
        return MessageFile(text, document, files.read(document))
    except Misuse as problem:
        raise terminal.mistake("no-messages", file=given, reason=problem) from problem


def text_of(terminal: Terminal, given: str) -> str:
    """The text of a file, or of standard input for ``-``."""
    if given == "-":
        return terminal.whole(given)
    try:
        return Path(given).read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        raise terminal.mistake("file-not-text", path=given, reason=problem) from problem
    except OSError as problem:
        raise terminal.mistake("file", value=given) from problem


def write(path: Path, text: str) -> None:
    """Write a whole file: whatever ends this halfway, the messages that were there are there still.

    Behind a link where the file is one, and with the leave that it had. What is no file, such as a pipe, is written to.
    """
    real = path.resolve()
    if real.exists() and not real.is_file():
        real.write_text(text, encoding="utf-8", newline="")
        return
    draft = real.with_name(f".{real.name}.{os.getpid()}.draft")
    try:
        with draft.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
        if real.exists():
            shutil.copymode(real, draft)
        os.replace(draft, real)
    finally:
        draft.unlink(missing_ok=True)
