"""Context editing: what a request says so that the provider clears old results and thinking by itself.

The history stays whole and is sent whole, which is what signed thinking needs. What was cleared goes into the ledger by
``applied_edits``. Fields and defaults: anthropic 2.15, types/beta, and the provider's page, read 2026-12-01.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stillso.adapters.anthropic.replies import number
from stillso.adapters.messages.fields import field
from stillso.core.values import dataclass
from stillso.errors import Misuse
from stillso.tools import TOOLS

TOOL_USES = "clear_tool_uses_20250919"
THINKING = "clear_thinking_20251015"
COMPACT = "compact_20260112"

#: Which beta each edit needs. The memory tool by itself needs none.
BETAS: Mapping[str, str] = {
    THINKING: "context-management-2025-06-27",
    TOOL_USES: "context-management-2025-06-27",
    COMPACT: "compact-2026-01-12",
}

#: Tools whose results are not cleared unless told otherwise: what the agent noted, and what it asked to be kept.
EXCLUDED = ("memory", *(tool.name for tool in TOOLS if tool.writes))

Edit = dict[str, Any]


# --- the request ---------------------------------------------------------------------------------------------


def tool_uses(
    *,
    trigger_tokens: int | None = None,
    trigger_uses: int | None = None,
    keep: int | None = None,
    clear_at_least: int | None = None,
    exclude_tools: Sequence[str] | None = EXCLUDED,
    clear_tool_inputs: bool | Sequence[str] | None = None,
) -> Edit:
    """Clear the results of old uses of tools, oldest first, once there are more tokens or uses than the trigger.

    What is None is left to the provider: 100,000 tokens, the 3 newest kept, no least amount, inputs left alone.
    ``clear_at_least`` is in tokens: with less to gain nothing is cleared, so that a cache is not broken for little.
    Raises Misuse for a number below its least, and for two triggers.
    """
    if trigger_tokens is not None and trigger_uses is not None:
        raise Misuse("give trigger_tokens or trigger_uses, not both")
    edit: Edit = {"type": TOOL_USES}
    if trigger_tokens is not None:
        edit["trigger"] = counted("input_tokens", "trigger_tokens", trigger_tokens, 1)
    if trigger_uses is not None:
        edit["trigger"] = counted("tool_uses", "trigger_uses", trigger_uses, 1)
    if keep is not None:
        edit["keep"] = counted("tool_uses", "keep", keep, 0)
    if clear_at_least is not None:
        edit["clear_at_least"] = counted("input_tokens", "clear_at_least", clear_at_least, 0)
    if exclude_tools is not None:
        edit["exclude_tools"] = _names("exclude_tools", exclude_tools)
    if clear_tool_inputs is not None:
        is_switch = isinstance(clear_tool_inputs, bool)
        edit["clear_tool_inputs"] = clear_tool_inputs if is_switch else _names("clear_tool_inputs", clear_tool_inputs)
    return edit


def thinking(keep: int | str | None = None) -> Edit:
    """Clear the thinking of old turns: all but that of the newest ``keep`` turns, or of none with ``all``.

    None is left to the provider, and differs by model. Raises Misuse for anything else.
    """
    if keep is None:
        return {"type": THINKING}
    if isinstance(keep, str):
        if keep != "all":
            raise Misuse(f"keep is {keep!r}; give a number of turns, or 'all'")
        return {"type": THINKING, "keep": keep}
    return {"type": THINKING, "keep": counted("thinking_turns", "keep", keep, 1)}


def context_management(
    *, clear_tool_uses: Edit | None = None, clear_thinking: Edit | None = None, compact: Edit | None = None
) -> dict[str, Any]:
    """The field of a request with these edits, in the order that the provider asks for: thinking first.

    Raises Misuse without any edit, and for one in the place of another.
    """
    given = {THINKING: clear_thinking, TOOL_USES: clear_tool_uses, COMPACT: compact}
    edits = {kind: edit for kind, edit in given.items() if edit is not None}
    wrong = next((edit for kind, edit in edits.items() if edit.get("type") != kind), None)
    if wrong is not None:
        raise Misuse(f"{wrong.get('type')!r} stands in the place of another edit")
    if not edits:
        raise Misuse("give at least one edit: clear_tool_uses, clear_thinking or compact")
    return {"edits": list(edits.values())}


def betas(management: Mapping[str, Any]) -> list[str]:
    """The betas that the edits of a request need, each once."""
    needed = (BETAS.get(str(field(edit, "type"))) for edit in edits_of(management))
    return list(dict.fromkeys(beta for beta in needed if beta))


def counted(kind: str, name: str, value: object, least: int) -> dict[str, Any]:
    """A count as the provider takes it. Raises Misuse unless it is a whole number, and not below its least."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise Misuse(f"{name} is {value!r}; give a whole number from {least} on")
    return {"type": kind, "value": value}


def _names(name: str, given: object) -> list[str]:
    if isinstance(given, Sequence) and not isinstance(given, str):
        named = [each for each in given if isinstance(each, str)]
        if len(named) == len(given):
            return named
    raise Misuse(f"{name} is {given!r}; give a list of names of tools")


def edits_of(management: object) -> list[Any]:
    """The edits of a request's field, none where there is no such field."""
    return list(field(management, "edits") or ())


# --- what it would save --------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class Preview:
    """How many tokens a request has before the provider's edits, and after them; by the provider's own count."""

    before: int
    after: int


def preview(client: Any, **request: Any) -> Preview:
    """What the edits of a request would save now, asked of ``client`` (``Anthropic``); nothing is generated.

    ``request`` is what ``beta.messages.count_tokens`` takes; tools may be those of a runner.
    """
    return previewed(client.beta.messages.count_tokens(**countable(request)))


def countable(request: Mapping[str, Any]) -> dict[str, Any]:
    """A request as ``count_tokens`` takes it: tools as they are declared, and the betas that its edits need."""
    found = dict(request)
    if "tools" in found:
        found["tools"] = declared(found["tools"])
    needed = betas(found.get("context_management") or {})
    if needed:
        found["betas"] = list(dict.fromkeys([*found.get("betas", ()), *needed]))
    return found


def declared(tools: Iterable[Any]) -> list[Any]:
    """Tools as a request declares them; those of a runner are objects that know how."""
    return [tool.to_dict() if hasattr(tool, "to_dict") else tool for tool in tools]


def previewed(count: Any) -> Preview:
    """The same of an answer of ``count_tokens``, as an async client gives it."""
    after, edited = number(count, "input_tokens"), field(count, "context_management")
    return Preview(before=after if edited is None else number(edited, "original_input_tokens"), after=after)
