"""Items of the OpenAI Responses API as blocks: a flat list, in which a call and its result share a ``call_id``.

Facts: openai 3.57, read 2026-12-01. Only an output that may be any text is ours to clear: those of functions, of custom
tools and of ``apply_patch``. A screenshot, the chunks of a shell and the JSON of a local shell have a form that a text
would break. What the provider's own tools found, reasoning and compaction items are sent back as they came.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stillso.adapters.messages.fields import (
    changed,
    field,
    given_input,
    listed,
    not_text,
    passed_on,
    result_content,
    size_of,
    text_of,
)
from stillso.core.windows.blocks import WHOLE, Block, Kind, Other, Shape

_SPEAKERS = {
    "user": Kind.USER,
    "assistant": Kind.ASSISTANT,
    "system": Kind.SYSTEM,
    "developer": Kind.SYSTEM,
}

_TEXT = frozenset({"input_text", "output_text", "text", "summary_text", "reasoning_text"})

#: What people hand over beside their words.
_FILES = frozenset({"input_image", "input_file", "input_audio"})

#: Results whose output may be any text.
_TEXT_RESULTS = frozenset({"function_call_output", "custom_tool_call_output", "apply_patch_call_output"})

#: Results whose output has a form of its own.
_FORMED_RESULTS = frozenset({"computer_call_output", "shell_call_output", "local_shell_call_output"})

#: What the provider does itself, and what only it reads.
_PASSED_ON = frozenset(
    "web_search_call file_search_call code_interpreter_call image_generation_call mcp_call mcp_list_tools"
    " mcp_approval_request mcp_approval_response tool_search_call tool_search_output item_reference".split()
)

#: Calls of tools that the API knows and the client runs, and the field of what they were given.
_KNOWN_TOOLS = {
    "local_shell_call": "action",
    "shell_call": "action",
    "computer_call": "action",
    "apply_patch_call": "operation",
}


class _OpenAIResponses(Shape):
    name = "openai-responses"

    def blocks(self, message: Any, at: int) -> Sequence[Block]:
        kind = text_of(message, "type")
        if kind in ("", "message"):
            return _message(message, at)
        read = _ITEMS.get(kind)
        return [passed_on(at, WHOLE) if read is None else read(message, at)]

    def cleared(self, message: Any, texts: Mapping[int, str]) -> Any:
        return changed(message, output=texts[WHOLE]) if texts else message


OPENAI_RESPONSES = _OpenAIResponses()


def decides(message: Any) -> bool:
    """Whether no other provider's messages look like this one."""
    kind, content = text_of(message, "type"), field(message, "content")
    if kind in _ITEMS or kind in _PASSED_ON:
        return not text_of(message, "role")
    if kind == "message" and isinstance(content, str):
        return True
    return any(text_of(part, "type") in _FILES | {"input_text", "output_text"} for part in listed(content))


def _message(message: Any, at: int) -> list[Block]:
    speaker, content = _SPEAKERS.get(text_of(message, "role")), field(message, "content")
    if speaker is None:
        return [passed_on(at, WHOLE)]
    if isinstance(content, str):
        return [Block(at, WHOLE, speaker, content)]
    return [_part(each, at, part, speaker) for part, each in enumerate(listed(content))]


def _part(part: Any, at: int, place: int, speaker: Kind) -> Block:
    kind = text_of(part, "type")
    if kind in _TEXT:
        return Block(at, place, speaker, text_of(part, "text"))
    if kind == "refusal":
        return Block(at, place, speaker, text_of(part, "refusal"))
    return passed_on(at, place, not_text(part)) if kind in _FILES else passed_on(at, place)


def _call(item: Any, at: int, name: str, given: object) -> Block:
    return Block(at, WHOLE, Kind.CALL, "", text_of(item, "call_id"), name, given)


def _function(item: Any, at: int) -> Block:
    return _call(item, at, text_of(item, "name"), given_input(field(item, "arguments")))


def _custom(item: Any, at: int) -> Block:
    return _call(item, at, text_of(item, "name"), field(item, "input"))


def _known_tool(item: Any, at: int) -> Block:
    kind = text_of(item, "type")
    return _call(item, at, kind.removesuffix("_call"), field(item, _KNOWN_TOOLS[kind]))


def _text_result(item: Any, at: int) -> Block:
    text, others = result_content(field(item, "output"), _TEXT)
    ref, failed = text_of(item, "call_id"), field(item, "status") == "failed"
    return Block(at, WHOLE, Kind.RESULT, text, ref, text_of(item, "name"), failed=failed, others=others)


def _formed_result(item: Any, at: int) -> Block:
    kind = text_of(item, "type")
    # The result of a local shell has no other field for the id of its call.
    ref = text_of(item, "id" if kind == "local_shell_call_output" else "call_id")
    output = Other(kind.removesuffix("_call_output"), size_of(field(item, "output")))
    return Block(at, WHOLE, Kind.RESULT, "", ref, fixed=True, others=(output,))


def _reasoning(item: Any, at: int) -> Block:
    texts = [result_content(field(item, name), _TEXT)[0] for name in ("summary", "content")]
    return Block(at, WHOLE, Kind.THINKING, "\n".join(filter(None, texts)))


def _compaction(_item: Any, at: int) -> Block:
    return Block(at, WHOLE, Kind.SUMMARY, fixed=True)


#: How each type of item is read; messages are read apart, every other is passed on.
_ITEMS: Mapping[str, Callable[[Any, int], Block]] = {
    "function_call": _function,
    "custom_tool_call": _custom,
    "reasoning": _reasoning,
    "compaction": _compaction,
    **dict.fromkeys(_KNOWN_TOOLS, _known_tool),
    **dict.fromkeys(_TEXT_RESULTS, _text_result),
    **dict.fromkeys(_FORMED_RESULTS, _formed_result),
}
