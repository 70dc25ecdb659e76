"""Fields of messages, whether a message is a mapping, an object of a provider's package, or neither.

The shapes of all providers are read through these. Nothing here raises for a message that is not what it should be:
what is missing or of another type reads as nothing. No provider's package is imported; its objects are known by what
they can do (``model_copy``, fields of a dataclass).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from stillso.core.windows.blocks import Block, Kind, Other

_MAPPINGS = (dict, Mapping)  # a dict is known at once, other mappings are asked what they are

#: Fields that say how something is sent, and are not what is sent.
_MARKS = frozenset("type kind media_type mime_type detail identifier cache_control _media_type _identifier".split())

#: How deep texts and files are looked for in a part: a document in a document has its text at the sixth level.
_DEPTH = 8


def field(value: Any, name: str) -> Any:
    """The field of a mapping or an object, None where it has none."""
    if isinstance(value, _MAPPINGS):
        return value.get(name)
    return getattr(value, name, None)


def text_of(value: Any, name: str) -> str:
    """The field where it is a text, else ''."""
    held = field(value, name)
    return held if isinstance(held, str) else ""


def listed(value: object) -> Sequence[Any]:
    """The list or tuple itself; an empty one for everything else."""
    return value if isinstance(value, list | tuple) else ()


def changed(value: Any, **given: object) -> Any:
    """A copy of the mapping or object with these fields; every other field holds the very thing that it held.

    Raises TypeError for what is neither a mapping, nor has ``model_copy``, nor is a dataclass.
    """
    if isinstance(value, Mapping):
        return {**value, **given}
    if hasattr(value, "model_copy"):
        return value.model_copy(update=given)
    return replace(value, **given)


def with_parts(parts: Any, given: Mapping[int, Any]) -> Any:
    """The list or tuple with these parts instead of its own."""
    anew = list(parts)
    for part, value in given.items():
        anew[part] = value
    return anew if isinstance(parts, list) else tuple(anew)


def given_input(arguments: object) -> object:
    """What a call was given: what its JSON says, or the arguments as they are where they are none."""
    if not isinstance(arguments, str):
        return arguments
    try:
        return json.loads(arguments)
    except (ValueError, RecursionError):
        return arguments


def as_json(value: object) -> str:
    """The value as it is sent in a text, or '' where it cannot be."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    except (TypeError, ValueError, RecursionError):
        return ""


def size_of(value: object, depth: int = _DEPTH) -> int:
    """How many characters all texts and files within take as they are sent; bytes are sent in base64."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, bytes):
        return (len(value) + 2) // 3 * 4
    if not depth:
        return 0
    if isinstance(value, list | tuple):
        return sum(size_of(each, depth - 1) for each in value)
    held = value if isinstance(value, Mapping) else getattr(value, "__dict__", {})
    return sum(size_of(each, depth - 1) for name, each in held.items() if name not in _MARKS)


def not_text(part: Any, name: str = "type") -> Other:
    """An image, a document, a file, or what else a content holds besides text; ``name`` is the field of its kind."""
    return Other(text_of(part, name), size_of(part))


def passed_on(at: int, part: int, *others: Other, text: str = "") -> Block:
    """The block of what is not ours to read: it is sent back as it came."""
    return Block(at, part, Kind.OTHER, text, fixed=True, others=others)


def result_content(content: object, texts: frozenset[str]) -> tuple[str, tuple[Other, ...]]:
    """The text of a result, and what else is in it; ``texts`` are the types of its parts that are text."""
    if isinstance(content, str):
        return content, ()
    said, others = [], []
    for part in listed(content):
        if isinstance(part, str):
            said.append(part)
        elif text_of(part, "type") in texts:
            said.append(text_of(part, "text"))
        else:
            others.append(not_text(part))
    return "\n".join(said), tuple(others)
