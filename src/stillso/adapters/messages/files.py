"""Files of messages: finding the messages in one, and writing back those that changed.

People have an array of messages, the body of a request (``messages``; ``input`` of the OpenAI Responses API), or a case
that holds such a field. Of what is written back only the values that changed are new: every other byte is the file's
own, whatever its order, spacing, numbers and escapes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from stillso.adapters.messages.openai_responses import OPENAI_RESPONSES
from stillso.adapters.messages.shapes import shape_of
from stillso.core.late import pattern
from stillso.core.values import dataclass
from stillso.core.windows.blocks import Shape
from stillso.errors import Misuse

_BOM = "\ufeff"
_SPACE = pattern(r"[ \t\n\r]*")
_value_at = json.JSONDecoder().raw_decode


@dataclass(frozen=True, kw_only=True, slots=True)
class Conversation:
    """The messages of a document, in order, and the shape that they have."""

    messages: Sequence[Any]
    shape: Shape


def parse(text: str) -> Any:
    """The document that a text is. Raises Misuse with line and column where it is no JSON."""
    try:
        return json.loads(text.removeprefix(_BOM))
    except json.JSONDecodeError as problem:
        raise Misuse(f"no JSON: {problem.msg} at line {problem.lineno}, column {problem.colno}") from problem
    except (ValueError, RecursionError) as problem:
        raise Misuse(f"JSON that cannot be read: {problem}") from problem


def read(document: Any) -> Conversation:
    """The messages of a document: the array that it is, or its field ``messages`` or ``input``.

    An ``input`` that is a text is one message of the user. Raises Misuse for a document without messages, and for
    messages of no known shape.
    """
    field = _field_of(document)
    held = document[field] if field else document
    if field == "input":
        messages = [{"role": "user", "content": held}] if isinstance(held, str) else held
        return Conversation(messages=messages, shape=OPENAI_RESPONSES)
    return Conversation(messages=held, shape=shape_of(held))


def spliced(text: str, changed: Mapping[int, Any]) -> str:
    """The text of a document with these messages, by their places, instead of its own.

    Within a message only the values that differ are written anew. Raises Misuse as ``parse`` and ``read`` do, and for a
    place where there is no message.
    """
    document = parse(text)
    field = _field_of(document)
    at = _after(text, len(_BOM) if text.startswith(_BOM) else 0)
    if field:
        at = next(each.at for each in reversed(_members(text, at)) if each.key == field)
    messages = _members(text, at) if text[at] == "[" else []
    astray = [place for place in changed if not 0 <= place < len(messages)]
    if astray:
        raise Misuse(f"there is no message {astray[0]} in this document to write anew; it has {len(messages)}")
    # Where a file escapes all that is not ASCII, so do we: it may have to stay so.
    pen = _Pen(text, escapes=text.removeprefix(_BOM).isascii() and "\\u" in text)
    pieces, written = [], 0
    for place in sorted(changed):
        member = messages[place]
        pieces += [text[written : member.at], pen.value(member, changed[place])]
        written = member.ends
    return "".join([*pieces, text[written:]])


def _field_of(document: Any) -> str:
    """The field of a document that holds its messages, '' where it is an array itself."""
    if isinstance(document, list | tuple):
        return ""
    if not isinstance(document, Mapping):
        raise Misuse("a file of messages is an array of them, or an object with `messages` or `input`")
    if isinstance(document.get("messages"), list | tuple):
        return "messages"
    if isinstance(document.get("input"), list | tuple | str):
        return "input"
    names = ", ".join(f"`{name}`" for name in list(document)[:8]) or "nothing"
    raise Misuse(f"no array `messages` or `input` in this object; it has {names}")


class _Member(NamedTuple):
    """A member of an array or object in a text: where it begins, with its key, where its value stands, and that."""

    begins: int
    at: int
    ends: int
    key: str
    value: Any


def _after(text: str, at: int) -> int:
    """Where the white space that begins at ``at`` ends."""
    found = _SPACE.match(text, at)
    assert found is not None
    return found.end()


def _members(text: str, at: int) -> list[_Member]:
    """The members of the array or object that begins at ``at``, in a text that is JSON."""
    keyed = text[at] == "{"
    members = []
    at = _after(text, at + 1)
    while text[at] not in "]}":
        begins, key = at, ""
        if keyed:
            key, at = _value_at(text, at)
            at = _after(text, _after(text, at) + 1)  # past the colon
        value, ends = _value_at(text, at)
        members.append(_Member(begins, at, ends, key, value))
        at = _after(text, ends)
        if text[at] == ",":
            at = _after(text, at + 1)
    return members


class _Pen:
    """Writes values into a text, and leaves what is the same as it is written there."""

    def __init__(self, text: str, escapes: bool) -> None:
        self._text = text
        self._escapes = escapes

    def value(self, old: _Member, new: Any) -> str:
        """The value of a member anew."""
        if isinstance(new, Mapping) and isinstance(old.value, dict) and old.value:
            return self._object(old, new)
        if isinstance(new, list | tuple) and isinstance(old.value, list) and len(new) == len(old.value):
            return self._array(old, new)
        if type(new) is type(old.value) and new == old.value:
            return self._text[old.at : old.ends]
        return self._anew(new)

    def _array(self, old: _Member, new: Sequence[Any]) -> str:
        pieces, written = [], old.at
        for member, value in zip(_members(self._text, old.at), new, strict=True):
            pieces += [self._text[written : member.at], self.value(member, value)]
            written = member.ends
        return "".join([*pieces, self._text[written : old.ends]])

    def _object(self, old: _Member, new: Mapping[str, Any]) -> str:
        text, members = self._text, _members(self._text, old.at)
        if len(members) > len(old.value):  # a key stands twice: what is meant is the last, and it is said once
            return self._anew(new)
        gaps = [text[one.ends : next_one.begins] for one, next_one in pairwise(members)]
        pieces: list[str] = []
        for gap, member in zip(["", *gaps], members, strict=True):
            if member.key in new:
                before = gap if pieces else ""
                pieces += [before, text[member.begins : member.at], self.value(member, new[member.key])]
        more = gaps[-1] if gaps else ", "
        pieces += [f"{more}{self._anew(key)}: {self._anew(new[key])}" for key in new if key not in old.value]
        return "".join([text[old.at : members[0].begins], *pieces, text[members[-1].ends : old.ends]])

    def _anew(self, value: Any) -> str:
        written = json.dumps(value, ensure_ascii=self._escapes)
        # Half a pair of surrogates is in no encoding.
        return written if written.isascii() or _can_be_kept(written) else json.dumps(value)


def _can_be_kept(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)
