"""Applied edits: what the provider cleared by itself, written down in the ledger of the session.

A reply tells how much was cleared of its request, never which, and the same is cleared again of the next one: which
uses of tools they were is worked out from the messages, and only what is new becomes a receipt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from stillso.adapters.anthropic.actors import Actor
from stillso.adapters.anthropic.context_editing import THINKING, TOOL_USES, edits_of
from stillso.adapters.anthropic.receipts import (
    counted,
    described,
    encoded,
    entries,
    most,
    recorded,
)
from stillso.adapters.anthropic.replies import compactions, content, number, plain
from stillso.adapters.messages.anthropic import ANTHROPIC
from stillso.adapters.messages.fields import field
from stillso.core.operations import Refused, Verb
from stillso.core.values import dataclass
from stillso.core.windows.blocks import Kind
from stillso.core.windows.clearing import digest_of
from stillso.core.windows.receipts import Receipt, Way
from stillso.core.windows.tokens import estimate
from stillso.services.windows import Entry

#: How many uses the provider keeps where nothing is said.
_KEPT = 3

_SERVER_CALLS = frozenset({"server_tool_use", "mcp_tool_use"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Applied:
    """What a reply says that the provider cleared of its request, and the receipts that were new by it.

    The counts and ``tokens`` are the provider's own, of all that it cleared this time. Which uses they were is worked
    out, and each new one is a receipt.
    """

    tool_uses: int = 0
    thinking_turns: int = 0
    tokens: int = 0
    receipts: tuple[Receipt, ...] = ()


def note_switched_on(actor: Actor, management: Mapping[str, Any]) -> tuple[Receipt, ...] | Refused:
    """Write down which edits the provider is to apply from now on; nothing for one that was on in the same way.

    Refused as unknown without a session, and for one that ended.
    """
    found = entries(actor)
    if isinstance(found, Refused):
        return found
    on = {line.receipt.ref: line.receipt.digest for line in found if line.receipt.way is Way.SWITCHED_ON}
    receipts = tuple(each for each in map(_switched_on, edits_of(management)) if on.get(each.ref) != each.digest)
    return recorded(actor, Verb.NOTE, receipts) or receipts


def _switched_on(edit: Any) -> Receipt:
    kind = str(field(edit, "type"))
    how = {name: value for name, value in edit.items() if name != "type"}
    return Receipt(Way.SWITCHED_ON, described(kind, how), ref=kind, digest=digest_of(encoded(how)))


def note_applied(
    actor: Actor, messages: Sequence[Any], response: Any, management: Mapping[str, Any] | None = None
) -> Applied | Refused:
    """Write down what the provider cleared of a request: one receipt for each use of a tool that is newly cleared.

    ``messages`` are those of the request, ``management`` its field: the oldest uses that it neither excludes nor keeps,
    as many as the reply counts. A reply without such a count, and edits that nobody knows, leave no line. Refused as
    unknown without a session, and for one that ended.
    """
    applied = [edit for edit in field(field(response, "context_management"), "applied_edits") or () if edit is not None]
    counts = {str(field(edit, "type")): edit for edit in applied}
    cleared, thought = counts.get(TOOL_USES), counts.get(THINKING)
    if cleared is None and thought is None:
        return Applied()
    found = entries(actor)
    if isinstance(found, Refused):
        return found
    uses, turns = number(cleared, "cleared_tool_uses"), number(thought, "cleared_thinking_turns")
    setting = next((edit for edit in edits_of(management) if field(edit, "type") == TOOL_USES), None)
    receipts = (*_of_uses(actor, messages, setting, uses, found), *_of_thinking(actor, thought, turns, found))
    tokens = sum(number(edit, "cleared_input_tokens") for edit in (cleared, thought))
    refused = recorded(actor, Verb.CLEAR, receipts)
    return refused or Applied(tool_uses=uses, thinking_turns=turns, tokens=tokens, receipts=receipts)


class Use(NamedTuple):
    """One use of a tool with its result, as it stands in the messages: the call, and how long the result is."""

    ref: str
    name: str
    input: object
    text: str
    chars: int

    def receipt(self, what: str) -> Receipt:
        """Its receipt; ``what`` says which call it was."""
        return Receipt(
            Way.BY_PROVIDER, what, self.ref, chars=self.chars, tokens=estimate(self.text), digest=digest_of(self.text)
        )


def clearable(messages: Sequence[Any], setting: Mapping[str, Any] | None) -> list[Use]:
    """The uses that the provider may clear, oldest first: answered, not excluded, and not among the newest kept."""
    excluded = set(field(setting, "exclude_tools") or ())
    keep = field(setting, "keep")
    kept = _KEPT if keep is None else number(keep, "value")
    uses = [use for use in _uses(messages) if use.name not in excluded]
    return uses[: max(len(uses) - kept, 0)]


def _of_uses(
    actor: Actor, messages: Sequence[Any], setting: Mapping[str, Any] | None, count: int, found: Sequence[Entry]
) -> Iterator[Receipt]:
    gone = {line.receipt.ref for line in found if line.receipt.way is not Way.SWITCHED_ON}
    worked_out = clearable(messages, setting)[:count]
    for use in worked_out:
        if use.ref not in gone:
            what = described(use.name, use.input)
            yield use.receipt(actor.texts.say("anthropic.ledger.worked-out", what=what))
    others = count - len(worked_out)
    before, _ = most(found, TOOL_USES)
    if others > before:
        told = actor.texts.say("anthropic.ledger.uses", count=others - before)
        yield counted(TOOL_USES, others, told, 0)


def _of_thinking(actor: Actor, edit: object, turns: int, found: Sequence[Entry]) -> Iterator[Receipt]:
    before, tokens = most(found, THINKING)
    if turns > before:
        told = actor.texts.say("anthropic.ledger.thinking", count=turns - before)
        yield counted(THINKING, turns, told, max(number(edit, "cleared_input_tokens") - tokens, 0))


def _uses(messages: Sequence[Any]) -> list[Use]:
    """All answered uses of tools, by their calls, behind the newest summary: what is before it the provider drops."""
    calls: dict[str, tuple[str, object]] = {}
    found: dict[str, Use] = {}
    for at, message in enumerate(messages):
        if any(block.get("content") for block in compactions(message)):
            calls, found = {}, {}
        raw = content(message)
        for block in ANTHROPIC.blocks(message, at):
            if block.kind is Kind.CALL:
                calls[block.ref] = block.name, block.input
            elif block.kind is Kind.RESULT and block.ref in calls:
                found[block.ref] = Use(block.ref, *calls[block.ref], text=block.text, chars=block.size)
            elif block.kind is Kind.OTHER:
                _of_server(raw[block.part] if 0 <= block.part < len(raw) else None, calls, found)
    return [found[ref] for ref in calls if ref in found]


def _of_server(block: Any, calls: dict[str, tuple[str, object]], found: dict[str, Use]) -> None:
    """A tool that the provider runs itself, which is cleared like any other."""
    kind = str(field(block, "type"))
    if kind in _SERVER_CALLS:
        calls[str(field(block, "id"))] = str(field(block, "name")), field(block, "input")
    elif kind.endswith("_tool_result"):
        ref = str(field(block, "tool_use_id"))
        text = encoded(field(plain(block), "content"))
        if ref in calls:
            found[ref] = Use(ref, *calls[ref], text=text, chars=len(text))
