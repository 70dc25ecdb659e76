"""Front matter: the keys at the head of a Markdown file, and back, with an exact round trip for any text.

Here text becomes keys and body and keys become text; what a key means is decided elsewhere (``records``).
Values are strings, null or keys again, never numbers or dates: a reader that guesses types turns ``1_000``
and ``yes`` into something nobody wrote. Reading never fails and never loses text: front matter that is no
plain YAML is read line by line as it stands, with the problem named (case AM-03). ``yaml_blocks`` reads what stands
between the fences.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from stillso.core import late, policy
from stillso.core.values import dataclass

Value: TypeAlias = "str | int | Keys | None"
Keys: TypeAlias = dict[str, Value]

_FENCED = late.pattern(r"\ufeff?---[ \t]*\r?\n(?P<block>.*?)^---[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Document:
    """A text taken apart. ``problem`` is one sentence when the front matter is no plain YAML, else None."""

    keys: Keys
    body: str
    problem: str | None


def parse(text: str) -> Document:
    """The keys and the body of a text; without front matter no keys and the whole text. Never raises.

    Front matter stands between a first line ``---`` (a byte order mark may precede it) and the next such
    line. Keys keep their order; a plain ``null``, ``~`` or nothing is None. With a problem the keys are the
    lines as written, and where not one of them is a key, all of the text is body.
    """
    found = _FENCED.match(text)
    if found is None:
        return Document(keys={}, body=text, problem=None)
    from stillso.core import yaml_blocks  # with the YAML library, which only a text with front matter needs

    keys, problem = yaml_blocks.read(found["block"])
    if keys is None:
        return Document(keys={}, body=text, problem=problem)
    return Document(keys=keys, body=text[found.end() :], problem=problem)


def render(keys: Mapping[str, Value], body: str) -> str:
    """The text of keys and body; ``parse`` gives exactly these back (whole numbers as digits), and no problem.

    A string stands plain only where YAML 1.1 and 1.2 both read a string, else in double quotes on one line;
    moments as in ``2026-06-22T03:10:00.000Z`` stand plain although YAML has a type for them, since ``parse``
    keeps strings. Raises ValueError for what ``parse`` would not take: lone surrogates, keys nested deeper
    than ``policy.FRONT_MATTER_DEPTH``, a block over ``policy.FRONT_MATTER_BYTES``, a key over 100 characters.
    """
    lines: list[str] = []
    _put_lines(lines, keys, depth=1)
    block = "".join(lines)
    body.encode()  # raises ValueError for a lone surrogate, as the next line does
    if len(block.encode()) > policy.FRONT_MATTER_BYTES:
        raise ValueError(f"front matter over {policy.FRONT_MATTER_BYTES} bytes would not be read back")
    return f"---\n{block}---\n{body}"


# --- writing ------------------------------------------------------------------------------------------------

_KEY_CHARS = 100  # YAML readers give up on a key after 1,024 characters, and an escape has up to ten.

# Shown by no reader, or a line end to some: controls, zero-widths, fillers, tags, noncharacters.
_UNSEEN = (
    r"\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff"
)
_ESCAPED = late.pattern(rf'[{_UNSEEN}"\\]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}

_PLAIN = late.pattern(rf"(?!.*(?::\s|\s#))(?:[A-Za-z0-9_(/]|[^\x00-\x7f\s{_UNSEEN}])[^{_UNSEEN}]*(?<![\s:])")
_NUMBER_OR_DATE = late.pattern(r"[0-9][0-9a-fA-FxXoOtTzZ_.:,+\- ]*")
_MOMENT = late.pattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z", re.ASCII)
_TYPED_WORDS = frozenset("null true false yes no on off y n inf nan".split())


def _put_lines(lines: list[str], keys: Mapping[str, Value], depth: int) -> None:
    if depth > policy.FRONT_MATTER_DEPTH:
        raise ValueError(f"front matter nested deeper than {policy.FRONT_MATTER_DEPTH} would not be read back")
    indent = "  " * (depth - 1)
    for key, value in keys.items():
        if isinstance(value, str):
            lines.append(f"{indent}{_key(key)}: {_short(value) if len(value) <= _SHORT_CHARS else _scalar(value)}\n")
        elif isinstance(value, dict):
            lines.append(f"{indent}{_key(key)}:\n" if value else f"{indent}{_key(key)}: {{}}\n")
            _put_lines(lines, value, depth + 1)
        else:
            # A whole number is written as one; it reads back as its digits, as everything reads back as text.
            lines.append(f"{indent}{_key(key)}: {'null' if value is None else value}\n")


@lru_cache(maxsize=256)
def _key(key: str) -> str:
    if len(key) > _KEY_CHARS:
        raise ValueError(f"a key over {_KEY_CHARS} characters would not be read back")
    return _scalar(key)


#: Names, kinds and moments are this short, and most of them stand in many records.
_SHORT_CHARS = 40


@lru_cache(maxsize=1024)
def _short(value: str) -> str:
    return _scalar(value)


def _scalar(value: str) -> str:
    """The text plain where every reader takes it for this string, else in double quotes.

    Our own emitter, since the library's takes most of the time of a write and breaks long lines.
    """
    if _MOMENT.fullmatch(value):
        return value
    plain = _PLAIN.fullmatch(value) and not _NUMBER_OR_DATE.fullmatch(value)
    if plain and value.lower() not in _TYPED_WORDS:
        return value
    return f'"{_ESCAPED.sub(_escape, value)}"'


def _escape(found: re.Match[str]) -> str:
    char = found[0]
    return _SHORT.get(char) or (f"\\u{ord(char):04X}" if char <= "\uffff" else f"\\U{ord(char):08X}")
