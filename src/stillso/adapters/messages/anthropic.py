"""Messages of the Anthropic API as blocks: content as one text or as a list, of mappings or of the SDK's own objects.

Facts: anthropic 2.10 and 2.14, read 2026-11-30. Results of the provider's own tools (``web_search_tool_result`` and the
like), thinking and compaction blocks are sent back as they came.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stillso.core.windows.blocks import WHOLE, Block, Kind, Other, Seen, take

_SPEAKERS = {"user": Kind.USER, "assistant": Kind.ASSISTANT, "system": Kind.SYSTEM}


class _Anthropic:
    name = "anthropic"

    def see(self, seen: Seen, messages: Sequence[Any], until: int) -> None:
        results, opened, refs = seen.results, seen.open, seen.refs
        for at in range(seen.length, until):
            message = messages[at]
            content = message.get("content") if message.__class__ is dict else None
            if content.__class__ is str:
                continue
            if content.__class__ is not list:
                take(seen, self.blocks(message, at))
                continue
            for part, block in enumerate(content):
                kind = block.get("type") if block.__class__ is dict else None
                if kind == "tool_result" and block.get("content").__class__ is str:
                    text, ref = block["content"], block.get("tool_use_id") or ""
                    call = opened.pop(ref, None)
                    results.append((at, part, ref, text, len(text), (), block.get("is_error") is True, False, call))
                elif kind == "tool_use" and (ref := block.get("id")) not in refs:
                    refs.add(ref)
                    opened[ref] = (block.get("name") or "", block.get("input"), at)
                elif kind != "text":
                    take(seen, [_block(block, at, part, Kind.OTHER)])
        seen.length = until

    def blocks(self, message: Any, at: int) -> Sequence[Block]:
        speaker = _SPEAKERS.get(_get(message, "role"), Kind.OTHER)
        content = _get(message, "content")
        if isinstance(content, str):
            return [Block(at, WHOLE, speaker, content)]
        if not isinstance(content, list):
            return []
        return [_block(block, at, part, speaker) for part, block in enumerate(content)]

    def cleared(self, message: Any, texts: Mapping[int, str]) -> Any:
        content = _get(message, "content")[:]
        for part, text in texts.items():
            content[part] = _with(content[part], "content", text)
        return _with(message, "content", content)


ANTHROPIC = _Anthropic()


def _get(value: Any, name: str) -> Any:
    if value.__class__ is dict:  # a mapping of another kind takes ten times as long to tell
        return value.get(name)
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)


def _with(value: Any, name: str, given: object) -> Any:
    """The mapping or object with one field changed."""
    if value.__class__ is dict:
        return {**value, name: given}
    return {**value, name: given} if isinstance(value, Mapping) else value.model_copy(update={name: given})


def _block(block: Any, at: int, part: int, speaker: Kind) -> Block:
    kind = _get(block, "type")
    if kind == "tool_result":
        content = _get(block, "content")
        ref, failed = _get(block, "tool_use_id") or "", _get(block, "is_error") is True
        if isinstance(content, str):
            return Block(at, part, Kind.RESULT, content, ref, failed=failed)
        text, others = _parts(content)
        return Block(at, part, Kind.RESULT, text, ref, failed=failed, others=others)
    if kind == "tool_use":
        return Block(at, part, Kind.CALL, "", _get(block, "id") or "", _get(block, "name") or "", _get(block, "input"))
    if kind == "text":
        return Block(at, part, speaker, _text(_get(block, "text")))
    if kind == "thinking":
        return Block(at, part, Kind.THINKING, _text(_get(block, "thinking")), binds=bool(_get(block, "signature")))
    if kind == "redacted_thinking":
        return Block(at, part, Kind.THINKING, binds=True)
    if kind == "compaction":
        return Block(at, part, Kind.SUMMARY, _text(_get(block, "content")), fixed=True)
    return Block(at, part, Kind.OTHER, fixed=True)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _parts(content: object) -> tuple[str, tuple[Other, ...]]:
    """The text of a result whose content is a list of blocks, and what else is in it."""
    if not isinstance(content, list):
        return "", ()
    texts, others = [], []
    for each in content:
        kind = _get(each, "type")
        if kind == "text":
            texts.append(_text(_get(each, "text")))
        else:
            source = _get(each, "source")
            sent = next(
                (held for name in ("data", "url", "content") if isinstance(held := _get(source, name), str)), ""
            )
            others.append(Other(str(kind), len(sent)))
    return "\n".join(texts), tuple(others)
