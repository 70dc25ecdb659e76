"""Switching the client's own memory off and on again, by one key in a settings file that is somebody else's.

Only that key is put in, at the head of the object, and only it is taken out: every other byte stays, comments, order
and line ends included. A file that is no JSON object is left alone. What was put in is noted by the caller
(``plugin``), so that taking it out needs no guess. Seen with version 2.1.332, 2026-12-01: ``autoMemoryEnabled`` and
``CLAUDE_CODE_DISABLE_AUTO_MEMORY``.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stillso.core import late
from stillso.core.values import dataclass

KEY = "autoMemoryEnabled"
#: The variable that goes before all settings.
VARIABLE = "CLAUDE_CODE_DISABLE_AUTO_MEMORY"

_MEMBER = f'"{KEY}": false'
_WRITTEN = late.pattern(rf'"{KEY}"\s*:\s*false')
_BOM = "\ufeff"


class NoObject(Exception):
    """The text is no JSON object: nothing can be put into it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Switch:
    """What was put into a settings file: the piece of text, or the whole file where there was none."""

    file: Path
    piece: str
    created: bool


# --- texts ---------------------------------------------------------------------------------------------------


def inserted(text: str) -> str | None:
    """The piece to put behind the first brace of a JSON object; None where the key is there already.

    Raises NoObject.
    """
    plain = _plain(text)
    if KEY in _object(plain):
        return None
    at = plain.index("{") + 1
    rest = plain[at:]
    space = text[at : at + len(rest) - len(rest.lstrip())]
    lead = space if space.strip(" \t\r\n") == "" and "\n" in space else ""
    if rest.lstrip().startswith("}"):
        return _MEMBER
    return f"{lead}{_MEMBER}," if lead else f"{_MEMBER}, "


def put_in(text: str, piece: str) -> str:
    """The text of an object with the piece behind its first brace."""
    at = _plain(text).index("{") + 1
    return text[:at] + piece + text[at:]


def taken_out(text: str, piece: str) -> str | None:
    """The text without what ``put_in`` put in; None where the key is gone, or no longer says what was put in.

    Where others changed the text around it, the member goes with one comma. Raises NoObject.
    """
    plain = _plain(text)
    found = _object(plain)
    if found.get(KEY) is not False:
        return None
    at = plain.index("{") + 1
    if text.startswith(piece, at):
        without = text[:at] + text[at + len(piece) :]
        if _reads_as(without, found):
            return without
    for begin, end in _spans(plain, at):
        without = text[:begin] + text[end:]
        if _reads_as(without, found):
            return without
    return None


def _spans(plain: str, at: int) -> list[tuple[int, int]]:
    """Where the member may begin and end: with the comma behind it, else with that before it, else alone."""
    spans = []
    for found in _WRITTEN.finditer(plain, at):
        begin, end = found.span()
        behind = len(plain) - len(plain[end:].lstrip())
        before = len(plain[:begin].rstrip())
        if plain[behind : behind + 1] == ",":
            spans.append((before, behind + 1))
        if plain[before - 1 : before] == ",":
            spans.append((before - 1, end))
        spans.append((before, end))
    return spans


def _reads_as(text: str, before: Mapping[str, Any]) -> bool:
    """Whether a text is the same object without the key."""
    try:
        found = _object(_plain(text))
    except NoObject:
        return False
    # As texts: what is no number is not like itself.
    return json.dumps(found) == json.dumps({key: value for key, value in before.items() if key != KEY})


def _object(plain: str) -> dict[str, Any]:
    try:
        found = json.loads(plain.removeprefix(_BOM))
    except (ValueError, RecursionError) as problem:
        raise NoObject(str(problem)) from problem
    if not isinstance(found, dict):
        raise NoObject("it holds no object")
    return found


_COMMENT = r"//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/"
_TOKEN = late.pattern(rf'"(?:[^"\\\n]|\\.)*"|{_COMMENT}|,(?=(?:\s|{_COMMENT})*[}}\]])')


def _plain(text: str) -> str:
    """The text with comments, and commas that nothing follows, as spaces: each character where it was."""

    def spaces(found: Any) -> str:
        token: str = found[0]
        return token if token[0] == '"' else "".join(char if char in "\r\n" else " " for char in token)

    return _TOKEN.sub(spaces, text)


# --- files ---------------------------------------------------------------------------------------------------


def planned(file: Path) -> Switch | None:
    """What switching off would put into a settings file; None where the key is there already. Raises NoObject."""
    if not os.path.lexists(file):
        return Switch(file=file, piece=f"{{\n  {_MEMBER}\n}}\n", created=True)
    piece = inserted(_read(file))
    return None if piece is None else Switch(file=file, piece=piece, created=False)


def switch_off(switch: Switch) -> None:
    """Put in what was planned."""
    _write(switch.file, switch.piece if switch.created else put_in(_read(switch.file), switch.piece))


def switch_on(switch: Switch) -> bool:
    """Take out what was put in; whether anything was. What somebody changed since stays."""
    if not os.path.lexists(switch.file):
        return False
    text = _read(switch.file)
    if switch.created and text == switch.piece:
        switch.file.unlink()
        return True
    try:
        without = taken_out(text, switch.piece)
    except NoObject:
        return False
    if without is not None:
        _write(switch.file, without)
    return without is not None


def state(files: Sequence[Path], variable: str | None) -> tuple[bool, Path | None]:
    """Whether the client's own memory is on, and the file that says so; None where it is so by itself.

    ``files`` are those that count, the weakest first; ``variable`` goes before them all.
    """
    if variable in ("0", "1"):
        return variable == "0", Path(f"${VARIABLE}")
    for file in reversed(files):
        try:
            said = _object(_plain(_read(file))).get(KEY)
        except (OSError, NoObject):
            continue
        if isinstance(said, bool):
            return said, file
    return True, None


def _read(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8")
    except UnicodeDecodeError as problem:
        raise NoObject(str(problem)) from problem


def _write(file: Path, text: str) -> None:
    """Write a whole file, behind a link where it is one, with the leave that it had."""
    real = file.resolve()
    real.parent.mkdir(parents=True, exist_ok=True)
    draft = real.with_name(f".{real.name}.draft")
    draft.write_bytes(text.encode())
    if real.exists():
        shutil.copymode(real, draft)
    os.replace(draft, real)
