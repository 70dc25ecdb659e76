"""Messages of the Anthropic API as blocks: content as one text or as a list, of mappings or of the SDK's own objects.

Facts: anthropic 2.10 to 2.15, read 2026-12-01. Results of the provider's own tools (``web_search_tool_result`` and the
like), thinking and compaction blocks are sent back as they came. So is a result that holds tool references: they give
the model its tools. The signature of a thinking block binds all that stands before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from stillso.adapters.messages.fields import (
    changed,
    field,
    listed,
    not_text,
    passed_on,
    result_content,
    text_of,
    with_parts,
)
from stillso.core.windows.blocks import WHOLE, Block, Kind, Seen, Shape, take

_SPEAKERS = {"user": Kind.USER, "assistant": Kind.ASSISTANT, "system": Kind.SYSTEM}

_TURNS = frozenset(_SPEAKERS)

#: The parts of a result that are text.
_PARTS = frozenset({"text"})

_LISTS = (list, tuple)

#: What people hand over beside their words.
_FILES = frozenset({"image", "document", "search_result"})

#: Blocks that only messages of this provider hold.
_OWN = _FILES | {"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use", "compaction"}


class _Anthropic(Shape):
    name = "anthropic"

    def blocks(self, message: Any, at: int) -> Sequence[Block]:
        # This is the inner loop of the walk over a window: what is a dict, as nearly all are, is asked itself.
        get = message.get if type(message) is dict else partial(field, message)
        role, content = get("role"), get("content")
        speaker = _SPEAKERS.get(role) if isinstance(role, str) else None
        if speaker is None:
            return [passed_on(at, WHOLE)]
        if isinstance(content, str):
            return [Block(at, WHOLE, speaker, content)]
        if isinstance(content, _LISTS):
            return [_block(block, at, part, speaker) for part, block in enumerate(content)]
        return [] if content is None else [passed_on(at, WHOLE)]

    def see(self, seen: Seen, messages: Sequence[Any], until: int) -> None:
        """As any shape does, past ``blocks`` where messages are plain mappings: of 100,000 nearly all are."""
        results, opened, refs = seen.results, seen.open, seen.refs
        for at in range(seen.length, until):
            message = messages[at]
            try:
                content, role = message["content"], message["role"]
            except (KeyError, TypeError):
                content, role = None, None
            if type(content) is not list or type(role) is not str or role not in _TURNS:
                take(seen, self.blocks(message, at))
                continue
            for part, block in enumerate(content):
                try:
                    kind = block["type"]
                    if kind == "tool_use" and type(ref := block["id"]) is type(name := block["name"]) is str:
                        call = (name, block["input"], at)
                        if ref in refs:
                            seen.repeated.append(ref)
                        refs.add(ref)
                        opened[ref] = call
                        continue
                    if (
                        kind == "tool_result"
                        and type(ref := block["tool_use_id"]) is type(text := block["content"]) is str
                    ):
                        failed = "is_error" in block and block["is_error"] is True
                        results.append((at, part, ref, text, len(text), (), failed, False, opened.pop(ref, None)))
                        continue
                except (KeyError, TypeError):
                    kind = None  # an object, or a block that lacks something: read as any shape does
                if kind != "text":
                    take(seen, [_block(block, at, part, Kind.OTHER)])
        seen.length = until

    def cleared(self, message: Any, texts: Mapping[int, str]) -> Any:
        if type(message) is dict and len(texts) == 1 and type(message.get("content")) is list:
            ((part, text),) = texts.items()
            content = message["content"].copy()
            if type(content[part]) is dict:
                content[part] = block = content[part].copy()
                block["content"] = text
                found = message.copy()
                found["content"] = content
                return found
        if not texts:
            return message
        content = field(message, "content")
        results = {part: changed(content[part], content=text) for part, text in texts.items()}
        return changed(message, content=with_parts(content, results))


ANTHROPIC = _Anthropic()


def decides(message: Any) -> bool:
    """Whether no other provider's messages look like this one."""
    return any(text_of(block, "type") in _OWN for block in listed(field(message, "content")))


def _block(block: Any, at: int, part: int, speaker: Kind) -> Block:
    get = block.get if type(block) is dict else partial(field, block)
    kind = get("type")
    if kind == "tool_result":
        return _result(get, at, part)
    if kind == "tool_use":
        return Block(at, part, Kind.CALL, "", _text(get("id")), _text(get("name")), get("input"))
    if kind == "text":
        return Block(at, part, speaker, _text(get("text")))
    if kind == "thinking":
        return Block(at, part, Kind.THINKING, _text(get("thinking")), binds=bool(get("signature")))
    if kind == "redacted_thinking":
        return Block(at, part, Kind.THINKING, binds=True)
    if kind == "compaction":
        return Block(at, part, Kind.SUMMARY, _text(get("content")), fixed=True)
    if isinstance(kind, str) and kind in _FILES:
        return passed_on(at, part, not_text(block))
    return passed_on(at, part)


def _result(get: Callable[[str], Any], at: int, part: int) -> Block:
    content, ref, failed = get("content"), _text(get("tool_use_id")), get("is_error") is True
    if isinstance(content, str):
        return Block(at, part, Kind.RESULT, content, ref, failed=failed)
    text, others = result_content(content, _PARTS)
    fixed = any(other.kind == "tool_reference" for other in others)
    return Block(at, part, Kind.RESULT, text, ref, failed=failed, fixed=fixed, others=others)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
