"""The keys of a block of front matter: read as plain YAML, else line by line as it stands.

Guards that nothing is guessed and nothing lost. This is the one module of the core that may use the YAML library.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import yaml

from stillso.core import late, policy
from stillso.core.values import dataclass

if TYPE_CHECKING:
    from stillso.core.frontmatter import Keys, Value

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
# Lone surrogates fail as they are encoded; the Python loader lets the errors of chr() through.
_FAULTS = (yaml.YAMLError, ValueError, OverflowError)

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_CUT = late.pattern(r" #[^\r\n]*")


def read(block: str) -> tuple[Keys | None, str | None]:
    """The keys of a block in their order, and the problem as a sentence when it is no plain YAML. Never raises.

    With a problem the keys are the lines as written; None when not one of them is a key.
    """
    try:
        return _strict(block)
    except _NotPlain as fault:
        keys = _as_written(block)
        return (keys if keys.keys() - {""} else None), str(fault)


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

_LINE_END = late.pattern(r"\r?\n")
_KEY = late.pattern(
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
