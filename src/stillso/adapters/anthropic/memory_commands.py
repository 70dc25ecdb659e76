"""The six commands of the memory tool, read from what a model sent: nothing of it is taken on trust.

The SDK hands the input on unchecked, so that a missing field would surface as an exception. Here it is a sentence for
the model. Paths are stricter than the SDK's: the page of the tool asks to refuse ways out in every spelling.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any, NamedTuple

from stillso.adapters.anthropic import memory_wording as wording
from stillso.core import escapes, names
from stillso.texts import Texts
from stillso.tools.calls import Answer

#: The folder that the tool is about; in a base it is the folder of the same name.
ROOT = "/memories"

#: How much of something that is no path or no command is told back, in characters. Our choice.
_TOLD_CHARS = 200

#: Beyond this nothing is normalised: it is too long for a path in any spelling.
_MOST_CHARS = 4_000


class View(NamedTuple):
    """Show a file, from line ``first`` (from 1) to ``last`` (None: to its end), or what a folder holds."""

    path: str
    first: int = 1
    last: int | None = None


class Create(NamedTuple):
    """A new file."""

    path: str
    file_text: str


class StrReplace(NamedTuple):
    """Another text in the place of one that occurs once."""

    path: str
    old_str: str
    new_str: str


class Insert(NamedTuple):
    """A text after a line; 0 is before the first."""

    path: str
    insert_line: int
    insert_text: str


class Delete(NamedTuple):
    """A file, or a folder with all that is in it, away."""

    path: str


class Rename(NamedTuple):
    """A file or a folder under another path."""

    old_path: str
    new_path: str


Command = View | Create | StrReplace | Insert | Delete | Rename


class _Field(NamedTuple):
    kind: type
    needed: bool = True


_TEXT, _PATH = _Field(str), _Field(str)

#: What each command takes. Some models call the text of an insert ``new_str``, and leave it out to replace by nothing.
_TAKES: Mapping[str, Mapping[str, _Field]] = {
    "view": {"path": _PATH, "view_range": _Field(list, needed=False)},
    "create": {"path": _PATH, "file_text": _TEXT},
    "str_replace": {"path": _PATH, "old_str": _TEXT, "new_str": _Field(str, needed=False)},
    "insert": {
        "path": _PATH,
        "insert_line": _Field(int),
        "insert_text": _Field(str, needed=False),
        "new_str": _Field(str, needed=False),
    },
    "delete": {"path": _PATH},
    "rename": {"old_path": _PATH, "new_path": _PATH},
}


def failed(text: str) -> Answer:
    """An answer that says why nothing was done."""
    return Answer(text=text, failed=True)


def parsed(given: object, texts: Texts) -> Command | Answer:
    """The command that an input asks for, its paths in their one spelling; or what is wrong with the input.

    A field that is null, or empty where the command does not take it, counts as left out: some models fill all that
    they know of.
    """
    command = given.get("command") if isinstance(given, Mapping) else None
    if not isinstance(given, Mapping) or not isinstance(command, str):
        return failed(texts.say("anthropic.memory.no-command", known=", ".join(_TAKES)))
    takes = _TAKES.get(command)
    if takes is None:
        told = escapes.one_line(escapes.cut(command, _TOLD_CHARS))
        return failed(texts.say("anthropic.memory.unknown-command", command=told, known=", ".join(_TAKES)))
    found = _fields(command, given, takes, texts)
    return found if isinstance(found, Answer) else _command(command, found, texts)


def _fields(
    command: str, given: Mapping[object, object], takes: Mapping[str, _Field], texts: Texts
) -> dict[str, Any] | Answer:
    """The fields that were given, each of its type."""
    found: dict[str, Any] = {}
    for name, value in given.items():
        if name == "command" or value is None:
            continue
        field = takes.get(name) if isinstance(name, str) else None
        if field is None:
            if value == "":
                continue
            told = escapes.one_line(escapes.cut(str(name), _TOLD_CHARS))
            return failed(texts.say("anthropic.memory.extra", command=command, field=told, known=", ".join(takes)))
        if not isinstance(value, field.kind) or isinstance(value, bool):
            wanted = texts[f"anthropic.memory.type.{field.kind.__name__}"]
            return failed(texts.say("anthropic.memory.type", command=command, field=name, wanted=wanted))
        found[str(name)] = value
    lacking = [name for name, field in takes.items() if field.needed and name not in found]
    if command == "insert" and not {"insert_text", "new_str"} & set(found):
        lacking.append("insert_text")
    if lacking:
        return failed(texts.say("anthropic.memory.lacking", command=command, fields=", ".join(lacking)))
    return found


def _command(command: str, found: dict[str, Any], texts: Texts) -> Command | Answer:
    for name in ("path", "old_path", "new_path"):
        if name in found:
            path = _path(found[name], texts)
            if isinstance(path, Answer):
                return path
            found[name] = path
    match command:
        case "view":
            return _view(found, texts)
        case "create":
            return Create(**found)
        case "str_replace":
            return StrReplace(found["path"], found["old_str"], found.get("new_str", ""))
        case "insert":
            return _insert(found, texts)
        case "delete":
            return Delete(**found)
        case _:
            return Rename(**found)


def _view(found: Mapping[str, Any], texts: Texts) -> View | Answer:
    """With a range: lines from 1, the last one included, -1 for the end of the file; a first line below 1 is 1."""
    lines = found.get("view_range") or []
    if not lines:
        return View(found["path"])
    if len(lines) != 2 or not all(isinstance(each, int) and not isinstance(each, bool) for each in lines):
        return failed(texts["anthropic.memory.range"])
    first, last = lines
    if last < -1:
        return failed(texts["anthropic.memory.range"])
    return View(found["path"], max(first, 1), None if last == -1 else last)


def _insert(found: Mapping[str, Any], texts: Texts) -> Insert | Answer:
    text, other = found.get("insert_text"), found.get("new_str")
    if text and other and text != other:
        return failed(texts["anthropic.memory.two-texts"])
    return Insert(found["path"], found["insert_line"], text or other or "")


def _path(given: str, texts: Texts) -> str | Answer:
    """A path in its one spelling, composed and without a slash at its end; or why it is none."""
    told = escapes.one_line(escapes.cut(given, _TOLD_CHARS))
    path = unicodedata.normalize("NFC", given).removesuffix("/") if len(given) <= _MOST_CHARS else given
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        return failed(wording.OUTSIDE.format(path=told))
    reason = names.path_problem(path[1:])
    if reason is None:
        return path
    if reason == "encoded" or ".." in path.replace("\\", "/").split("/"):
        return failed(wording.ESCAPES.format(path=told))
    return failed(texts.say("anthropic.memory.bad-path", path=told, reason=texts[f"outcomes.path.{reason}"]))
