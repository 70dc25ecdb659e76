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
from stillso.surfaces import places
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
        raise terminal.mistake("file-not-json", file=given, reason=str(problem).removeprefix("no JSON: ")) from problem
    try:
        return MessageFile(text, document, files.read(document))
    except Misuse as problem:
        raise terminal.mistake("no-messages", file=given, reason=problem) from problem


def text_of(terminal: Terminal, given: str) -> str:
    """The text of a file, or of standard input for ``-``."""
    if given == "-":
        return terminal.whole(given)
    try:
        with open(given, encoding="utf-8", newline="") as file:  # line ends are the file's own
            return file.read()
    except UnicodeDecodeError as problem:
        raise terminal.mistake("file-not-text", path=given, reason=problem) from problem
    except OSError as problem:
        raise terminal.mistake("file", value=given) from problem


def can_write(terminal: Terminal, path: Path) -> None:
    """Refuse a place where no file can be written, before anything is put on record."""
    folder = Path(os.path.realpath(path)).parent
    if not (path.exists() and not path.is_file()) and not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise terminal.mistake("output", path=places.text_of(path))


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all: it may be the only one that holds the conversation.

    What is no file of its own, such as a pipe or a device, is written to as it is.
    """
    data = text.encode("utf-8")
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    target = Path(os.path.realpath(path))
    draft = target.with_name(f"{target.name}.{os.urandom(4).hex()}.new")
    try:
        with open(draft, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, draft)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
