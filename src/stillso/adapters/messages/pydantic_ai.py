"""Messages of pydantic-ai as blocks: its objects, and what ``ModelMessagesTypeAdapter`` writes of them.

Facts: pydantic-ai-slim 2.62 to 2.68, read 2026-12-01. Parts of the provider's own tools (``builtin-tool-return``) are
sent back as they came, and so are results by which the model came to its tools (``tool-search``, ``capability-load``):
the harness reads them again. A user prompt beside results may be a tool's (``ToolReturn.content``): it is nobody's
words. A retry prompt that names a tool is the result of a call.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stillso.adapters.messages.fields import (
    as_json,
    changed,
    field,
    given_input,
    listed,
    not_text,
    passed_on,
    text_of,
    with_parts,
)
from stillso.core.windows.blocks import Block, Kind, Other, Shape

#: Parts that are one text, and what they are.
_TEXTS = {
    "system-prompt": Kind.SYSTEM,
    "instruction-delta": Kind.SYSTEM,
    "text": Kind.ASSISTANT,
    "compaction": Kind.SUMMARY,
}

_SPEAKERS = {"user": Kind.USER, "assistant": Kind.ASSISTANT}

#: Files as the content of a part holds them.
_FILES = frozenset("image-url audio-url document-url video-url binary uploaded-file".split())

#: Kinds of tools whose results the harness itself reads again.
_READ_AGAIN = frozenset({"tool-search", "capability-load"})


class _PydanticAI(Shape):
    name = "pydantic-ai"

    def blocks(self, message: Any, at: int) -> Sequence[Block]:
        """As ``Shape`` says it; a user prompt of several texts gives a block for each, with the same place."""
        parts = listed(field(message, "parts"))
        typed = not any(_answers(part) for part in parts)
        return [block for place, part in enumerate(parts) for block in _part(part, at, place, typed)]

    def cleared(self, message: Any, texts: Mapping[int, str]) -> Any:
        if not texts:
            return message
        parts = field(message, "parts")
        results = {place: _saying(parts[place], text) for place, text in texts.items()}
        return changed(message, parts=with_parts(parts, results))


PYDANTIC_AI = _PydanticAI()


def decides(message: Any) -> bool:
    """Whether no other provider's messages look like this one."""
    return text_of(message, "kind") in ("request", "response") and isinstance(field(message, "parts"), list | tuple)


def _answers(part: Any) -> bool:
    """Whether a part is the result of a call of a tool that we run."""
    kind = text_of(part, "part_kind")
    return kind == "tool-return" or (kind == "retry-prompt" and field(part, "tool_name") is not None)


def _part(part: Any, at: int, place: int, typed: bool) -> Iterator[Block]:
    kind = text_of(part, "part_kind")
    if _answers(part):
        yield _result(part, at, place, kind)
    elif kind == "tool-call":
        given = given_input(field(part, "args"))
        yield Block(at, place, Kind.CALL, "", text_of(part, "tool_call_id"), text_of(part, "tool_name"), given)
    elif kind == "user-prompt":
        yield from _prompt(field(part, "content"), at, place, typed)
    elif kind == "thinking":
        # Signatures of other providers do not bind what stands before them.
        binds = bool(field(part, "signature")) and text_of(part, "provider_name") == "anthropic"
        yield Block(at, place, Kind.THINKING, text_of(part, "content"), binds=binds)
    elif kind == "speech" and text_of(part, "speaker") in _SPEAKERS:
        yield Block(at, place, _SPEAKERS[text_of(part, "speaker")], text_of(part, "transcript"))
    elif kind in _TEXTS:
        yield Block(at, place, _TEXTS[kind], text_of(part, "content"), fixed=kind == "compaction")
    elif kind == "file":
        yield passed_on(at, place, not_text(field(part, "content"), "kind"))
    else:
        yield passed_on(at, place)


def _prompt(content: object, at: int, place: int, typed: bool) -> Iterator[Block]:
    """What a user prompt says; nobody has ``typed`` it where it may be a tool's."""
    for each in [content] if isinstance(content, str) else listed(content):
        kind = text_of(each, "kind")
        if isinstance(each, str) or kind == "text-content":
            text = each if isinstance(each, str) else text_of(each, "content")
            yield Block(at, place, Kind.USER, text) if typed else passed_on(at, place, text=text)
        elif kind in _FILES:
            yield passed_on(at, place, not_text(each, "kind"))
        else:
            yield passed_on(at, place)


def _result(part: Any, at: int, place: int, kind: str) -> Block:
    text, others = _returned(field(part, "content"))
    return Block(
        at,
        place,
        Kind.RESULT,
        text,
        text_of(part, "tool_call_id"),
        text_of(part, "tool_name"),
        failed=kind == "retry-prompt" or field(part, "outcome") not in ("success", None),
        fixed=text_of(part, "tool_kind") in _READ_AGAIN,
        others=others,
    )


def _returned(content: Any) -> tuple[str, tuple[Other, ...]]:
    """The text of what a tool returned, which may be anything, and the files in it."""
    if isinstance(content, str):
        return content, ()
    if text_of(content, "kind") in _FILES:
        return "", (not_text(content, "kind"),)
    if not isinstance(content, list | tuple):
        return "" if content is None else as_json(content), ()
    files = [each for each in content if text_of(each, "kind") in _FILES]
    rest = [each for each in content if text_of(each, "kind") not in _FILES]
    others = tuple(not_text(each, "kind") for each in files)
    if all(isinstance(each, str) for each in rest):
        return "\n".join(rest), others
    return as_json(rest), others


def _saying(part: Any, text: str) -> Any:
    """The result with this text for its content.

    A class or kind of its own says what its content holds, so the part goes back to the class that all results have.
    """
    kind = None if text_of(part, "tool_kind") in _READ_AGAIN else field(part, "tool_kind")
    if isinstance(part, Mapping):
        kept = {name: held for name, held in part.items() if name != "content_file_digests"}
        return {**kept, "content": text} | ({"tool_kind": kind} if "tool_kind" in part else {})
    plain = next((each for each in type(part).__mro__ if each.__name__ == "ToolReturnPart"), type(part))
    # Not by its constructor: the class of a retry prompt is deprecated, and says so to whoever makes one.
    anew: Any = object.__new__(plain)
    vars(anew).update(vars(part), content=text)
    if hasattr(part, "tool_kind"):
        anew.tool_kind = kind
    return anew
