"""Compaction by the provider: what to send for it, and how a conversation goes on behind a summary.

Two ways. By threshold the provider summarizes in the middle of an ordinary request; the block comes first in its reply,
and all of the reply is sent back. On demand a request of its own gives a signed block, which takes the place of the
messages that it summarizes. Facts: anthropic 2.15, types/beta, and the provider's pages, read 2026-12-01.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stillso.adapters.anthropic.context_editing import COMPACT, Edit, counted, declared
from stillso.adapters.anthropic.replies import COMPACTION, content, plain
from stillso.adapters.messages.fields import field
from stillso.core import policy
from stillso.errors import Misuse

#: The beta of a compaction on demand; that of the threshold stands in ``context_editing.BETAS``.
BETA_ON_DEMAND = "compact-2026-09-04"

#: When the threshold acts, in input tokens, and the least that the provider takes.
TRIGGER_TOKENS = 150_000
LEAST_TRIGGER_TOKENS = 50_000

#: What only shapes a reply, or belongs to a runner: a request on demand with it is refused.
_LEFT_OUT = ("context_management", "stop_sequences", "output_format", "max_iterations", "run_tools_eagerly")
_FORCED = ("any", "tool")

_CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})


# --- the request ---------------------------------------------------------------------------------------------


def threshold(
    *, trigger_tokens: int | None = TRIGGER_TOKENS, pause: bool = False, instructions: str | None = None
) -> Edit:
    """The edit that has the provider summarize once a request has more input tokens than the trigger.

    With ``pause`` it stops behind the summary (``stop_reason`` is ``compaction``). ``instructions`` take the place of
    the provider's own. Raises Misuse for a trigger below the least, and for instructions that are too long.
    """
    edit: Edit = {"type": COMPACT}
    if trigger_tokens is not None:
        edit["trigger"] = counted("input_tokens", "trigger_tokens", trigger_tokens, LEAST_TRIGGER_TOKENS)
    if pause:
        edit["pause_after_compaction"] = True
    return edit | _instructions(instructions)


def on_demand(request: Mapping[str, Any], instructions: str | None = None) -> dict[str, Any]:
    """A request of the session as one that only summarizes it, for ``beta.messages.create``.

    ``system``, ``tools`` and ``messages`` stay as they are, what shapes a reply is left out. Raises Misuse where a call
    of the last turn has no result yet (it names the place to cut), without anything to summarize, for instructions that
    are too long, and for an empty summary among the messages.
    """
    messages = list(request.get("messages") or ())
    whole = cut(messages)
    if whole < len(messages):
        raise Misuse(f"a call without a result stands at the end; summarize messages[:{whole}] and keep the rest")
    if not messages:
        raise Misuse("there is nothing to summarize")
    for message in messages:
        _check_sendable(content(message))
    found = {name: value for name, value in request.items() if name not in _LEFT_OUT}
    if found.get("thread") is False:
        del found["thread"]
    if field(found.get("tool_choice"), "type") in _FORCED:
        del found["tool_choice"]
    found |= _with_plain_output(found)
    fallbacks = found.get("fallbacks")
    if fallbacks and not isinstance(fallbacks, str):
        found["fallbacks"] = [{**each, **_with_plain_output(each)} for each in fallbacks]
    if "tools" in found:
        found["tools"] = declared(found["tools"])
    found["betas"] = list(dict.fromkeys([*(found.get("betas") or ()), BETA_ON_DEMAND]))
    found["compaction"] = {"type": "summarize", **_instructions(instructions)}
    return found


def _with_plain_output(request: Mapping[str, Any]) -> dict[str, Any]:
    """The output settings without a format and without what is left of a budget; none where there are none."""
    given = request.get("output_config")
    if not given:
        return {}
    kept = {name: value for name, value in given.items() if name != "format"}
    if kept.get("task_budget"):
        kept["task_budget"] = {name: value for name, value in kept["task_budget"].items() if name != "remaining"}
    return {"output_config": kept}


def _instructions(given: str | None) -> dict[str, str]:
    """Instructions as a field; blank ones count as none."""
    if given is None or not given.strip():
        return {}
    if len(given) > policy.COMPACTION_INSTRUCTIONS_CHARS:
        raise Misuse(
            f"the instructions have {len(given)} characters; the limit is {policy.COMPACTION_INSTRUCTIONS_CHARS}"
        )
    return {"instructions": given}


# --- going on ------------------------------------------------------------------------------------------------


def cut(messages: Sequence[Any], keep_tail: int = 0) -> int:
    """How many messages can be summarized so that at least the last ``keep_tail`` stay, and no call is open there."""
    open_calls: set[Any] = set()
    place = 0
    for n, message in enumerate(messages[: max(len(messages) - keep_tail, 0)], 1):
        for block in content(message):
            kind = str(field(block, "type"))
            if kind in _CALLS:
                open_calls.add(field(block, "id"))
            elif kind.endswith("tool_result"):
                open_calls.discard(field(block, "tool_use_id"))
        place = place if open_calls else n
    return place


def carried_back(response: Any) -> dict[str, Any]:
    """A reply as the message to send back: all of its content, byte for byte as it came, a summary included.

    Of a reply that is kept as text only, the summary is lost without an error. Raises Misuse for an empty summary,
    which the provider does not take back.
    """
    blocks = [plain(block) for block in content(response)]
    _check_sendable(blocks)
    return {"role": "assistant", "content": blocks}


def continued(messages: Sequence[Any], block: Any, keep_tail: int = 0) -> list[Any]:
    """The conversation behind a summary: its block first, and of ``messages`` only those that it does not cover.

    ``keep_tail`` are the newest that were not sent to be summarized; where a call is open there, more stay. A block
    without content is a summary that failed: then all messages stay. Raises Misuse for an empty summary, and where
    nothing would be covered.
    """
    summary = plain(block)
    _check_sendable([summary])
    if summary.get("content") is None:
        return list(messages)
    covered = cut(messages, keep_tail)
    if not covered:
        raise Misuse("the summary would cover no message; keep fewer")
    return [{"role": "assistant", "content": [summary]}, *messages[covered:]]


def _check_sendable(blocks: Sequence[Any]) -> None:
    if any(field(block, "type") == COMPACTION and field(block, "content") == "" for block in blocks):
        raise Misuse("a compaction block is empty, which the provider refuses; leave it out")
