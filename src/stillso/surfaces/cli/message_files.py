"""Files of messages on a command line: reading one, with what is wrong said in the language of the terminal."""

from __future__ import annotations

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
