"""Front matter: the keys at the head of a Markdown file, and back, with an exact round trip for any text.

Here text becomes keys and body and keys become text; what a key means is decided elsewhere (``records``).
Values are strings, null or keys again, never numbers or dates: a reader that guesses types turns ``1_000``
and ``yes`` into something nobody wrote. Reading never fails and never loses text: front matter that is no
plain YAML is read line by line as it stands, with the problem named (case AM-03). This is the one module of
the core that may use the YAML library.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import yaml

from stillso.core import policy

Value: TypeAlias = "str | int | Keys | None"
Keys: TypeAlias = dict[str, Value]

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
# Lone surrogates fail as they are encoded; the Python loader lets the errors of chr() through.
_FAULTS = (yaml.YAMLError, ValueError, OverflowError)

_FENCED = re.compile(r"\ufeff?---[ \t]*\r?\n(?P<block>.*?)^---[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


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
    try:
        keys, problem = _strict(found["block"])
    except _NotPlain as fault:
        keys, problem = _as_written(found["block"]), str(fault)
        if not keys.keys() - {""}:
            return Document(keys={}, body=text, problem=problem)
    return Document(keys=keys, body=text[found.end() :], problem=problem)


def render(keys: Mapping[str, Value], body: str) -> str:
    """The text of keys and body; ``parse`` gives exactly these back (whole numbers as digits), and no problem.

    A string stands plain only where YAML 1.1 and 1.2 both read a string, else in double quotes on one line;
    moments as in ``2026-06-22T03:10:00.000Z`` stand plain although YAML has a type for them, since ``parse``
    keeps strings. Raises ValueError for what ``parse`` would not take: lone surrogates, keys nested deeper
    than ``policy.FRONT_MATTER_DEPTH``, a block over ``policy.FRONT_MATTER_BYTES``, a key over 100 characters.
    """
    block = "".join(_lines(keys, depth=1))
    if _SURROGATE.search(block) or _SURROGATE.search(body):
        raise ValueError("a lone surrogate cannot be written as UTF-8")
    if len(block.encode()) > policy.FRONT_MATTER_BYTES:
        raise ValueError(f"front matter over {policy.FRONT_MATTER_BYTES} bytes would not be read back")
    return f"---\n{block}---\n{body}"


_CUT = re.compile(r" #[^\r\n]*")

# --- reading strictly ---------------------------------------------------------------------------------------


class _NotPlain(Exception):
    """Why a block is not read as YAML, as a sentence."""


def _strict(block: str) -> tuple[Keys, str | None]:
    """The keys of a block of plain YAML, and a problem that did not stop the reading. Raises _NotPlain.

    Works on the events of the parser, so that depth is capped before anything is built.
    """
    if len(block.encode("utf-8", "surrogatepass")) > policy.FRONT_MATTER_BYTES:
        raise _NotPlain(f"The front matter is over {policy.FRONT_MATTER_BYTES} bytes.")
    try:
        events: Iterator[Any] = iter(yaml.parse(block, Loader=_LOADER))
        next(events)
        if isinstance(next(events), yaml.StreamEndEvent):
            return {}, None
        if not isinstance(root := next(events), yaml.MappingStartEvent):
            raise _NotPlain("The front matter holds no keys.")
        reading = _Reading(block=block, events=events, problems=[])
        keys = reading.value(root, depth=0)
        next(events)
        if not isinstance(next(events), yaml.StreamEndEvent):
            raise _NotPlain("The front matter holds a second document.")
    except _FAULTS as fault:
        raise _NotPlain(f"The front matter is not valid YAML{_reason(fault)}.") from fault
    return (keys if isinstance(keys, dict) else {}), " ".join(dict.fromkeys(reading.problems)) or None


def _reason(fault: Exception) -> str:
    """Where and why, in the parser's words; nothing where it does not say."""
    if isinstance(fault, yaml.MarkedYAMLError) and fault.problem_mark is not None:
        # Lines are counted from 0 and the first line of the file is the fence.
        return f" (line {fault.problem_mark.line + 2}: {fault.problem})"
    return ""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Reading:
    """One pass over the events of a block; ``problems`` collects what was kept as written."""

    block: str
    events: Iterator[Any]
    problems: list[str]

    def value(self, event: Any, depth: int) -> Value:
        """The value that begins with this event, inside ``depth`` mappings."""
        if isinstance(event, yaml.AliasEvent) or event.anchor or getattr(event, "tag", None):
            raise _NotPlain("The front matter uses an anchor, an alias or a tag.")
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        if depth >= policy.FRONT_MATTER_DEPTH:
            raise _NotPlain(f"The front matter is nested deeper than {policy.FRONT_MATTER_DEPTH} levels.")
        mapping = isinstance(event, yaml.MappingStartEvent)
        return self._mapping(depth + 1) if mapping else self._list(event, depth + 1)

    def _scalar(self, event: Any) -> str | None:
        text = str(event.value)
        if event.style:
            return text
        if text in _NULLS:
            return None
        # YAML cuts "fix issue #12" at the sign. After one blank it is taken as text, after more as a comment.
        cut = _CUT.match(self.block, _end(event))
        if cut is None:
            return text
        self.problems.append("Text after a # would be cut as a comment by YAML; it is kept.")
        return text + cut[0].rstrip()

    def _mapping(self, depth: int) -> Keys:
        keys: Keys = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise _NotPlain("The front matter has a key that is not a text.")
            if event.anchor or event.tag:
                raise _NotPlain("The front matter uses an anchor, an alias or a tag.")
            if event.value in keys:
                raise _NotPlain("The front matter has a key twice.")
            keys[event.value] = self.value(next(self.events), depth)
        return keys

    def _list(self, first: Any, depth: int) -> str:
        """A list as its source text: we never write one, and what others mean by it is theirs."""
        last: Any = next(self.events)
        while type(last) is not yaml.SequenceEndEvent:
            self.value(last, depth)
            last = next(self.events)
        self.problems.append("A list is kept as its text.")
        return self.block[first.start_mark.index : _end(last)].rstrip()


def _end(event: Any) -> int:
    """Where an event ends in the block."""
    return int(event.end_mark.index)


# --- reading as written -------------------------------------------------------------------------------------

_LINE_END = re.compile(r"\r?\n")
_KEY = re.compile(
    r"""(?P<indent>[ \t]*)(?:"(?P<double>[^"\\]+)"|'(?P<single>[^']+)'|(?P<plain>\w[\w .\-]*?))"""
    r"[ \t]*:(?:[ \t]+(?P<text>.*)|$)"
)


def _as_written(block: str) -> Keys:
    """The keys of a block whose lines are taken as they stand, one level of nesting understood.

    A line without a key belongs to the key before it; before any key, to the empty one. So nothing is dropped
    but blank lines and comments at the margin.
    """
    parts: dict[tuple[str, str | None], list[str]] = {}
    top, below, inner = "", None, ""
    for line in _LINE_END.split(textwrap.dedent(block)):
        if not line.strip() or line.startswith("#"):
            continue
        found = _KEY.match(line)
        text: str | None = line
        if found and not found["indent"]:
            top, below, inner, text = _name(found), None, "", found["text"]
        elif found and not parts.get((top, None)) and inner in ("", found["indent"]):
            below, inner, text = _name(found), found["indent"], found["text"]
        lines = parts.setdefault((top, below), [])
        if text and text.strip():
            lines.append(text.strip())
    return _nested(parts)


def _name(found: re.Match[str]) -> str:
    return str(found["double"] or found["single"] or found["plain"])


def _nested(parts: Mapping[tuple[str, str | None], list[str]]) -> Keys:
    """Keys from lines by key and key below it; text beside nested keys stands under the empty one."""
    keys: Keys = {}
    for (top, below), lines in parts.items():
        value = _unquoted("\n".join(lines))
        holder = keys.get(top)
        if below is None:
            keys[top] = value
        elif isinstance(holder, dict):
            holder[below] = value
        else:
            keys[top] = {below: value} if holder is None else {"": holder, below: value}
    return keys


def _unquoted(text: str) -> str | None:
    """A value that is one quoted text, without its quotes; any other as it stands; None for a null."""
    if text in _NULLS:
        return None
    if re.fullmatch(r"'(?:[^']|'')*'", text):
        return text[1:-1].replace("''", "'")
    if re.fullmatch(r'"(?:[^"\\]|\\[^u])*"', text):
        try:
            return str(json.loads(text))
        except json.JSONDecodeError:
            return text
    return text


# --- writing ------------------------------------------------------------------------------------------------

_KEY_CHARS = 100  # YAML readers give up on a key after 1,024 characters, and an escape has up to ten.

_SURROGATE = re.compile(r"[\ud800-\udfff]")
# Shown by no reader, or a line end to some: controls, zero-widths, fillers, tags, noncharacters.
_UNSEEN = (
    r"\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff"
)
_ESCAPED = re.compile(rf'[{_UNSEEN}"\\]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}

_PLAIN = re.compile(rf"(?!.*(?::\s|\s#))(?:[A-Za-z0-9_(/]|[^\x00-\x7f\s{_UNSEEN}])[^{_UNSEEN}]*(?<![\s:])")
_NUMBER_OR_DATE = re.compile(r"[0-9][0-9a-fA-FxXoOtTzZ_.:,+\- ]*")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z", re.ASCII)
_TYPED_WORDS = frozenset("null true false yes no on off y n inf nan".split())


def _lines(keys: Mapping[str, Value], depth: int) -> Iterator[str]:
    if depth > policy.FRONT_MATTER_DEPTH:
        raise ValueError(f"front matter nested deeper than {policy.FRONT_MATTER_DEPTH} would not be read back")
    for key, value in keys.items():
        if len(key) > _KEY_CHARS:
            raise ValueError(f"a key over {_KEY_CHARS} characters would not be read back")
        start = "  " * (depth - 1) + _key(key) + ":"
        if isinstance(value, Mapping):
            yield f"{start}\n" if value else f"{start} {{}}\n"
            yield from _lines(value, depth + 1)
        else:
            yield f"{start} {_plainly(value)}\n"


@lru_cache(maxsize=256)
def _key(key: str) -> str:
    return _scalar(key)


def _plainly(value: str | int | None) -> str:
    """A whole number is written as one; it reads back as its digits, as everything reads back as text."""
    if value is None:
        return "null"
    return str(value) if isinstance(value, int) else _scalar(value)


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
