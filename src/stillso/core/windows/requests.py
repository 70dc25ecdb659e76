"""Requests for a summary: where a window may be cut for one, what is asked, and what asking costs.

The request begins like the last one did, byte for byte, and the instruction comes last: then the provider reads what it
has in its cache. Nothing is cut between a call and its result that is still to come, and no result is made up. Source:
document C ("what happens when /compact is pressed"); case CL-12.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from stillso.core import policy
from stillso.core.values import dataclass
from stillso.core.windows.blocks import Block, Kind, Shape


class Cut(NamedTuple):
    """Where a window may be cut: messages before ``at`` go, from there on they stay as they are.

    ``waiting`` are the ids of calls whose results are still to come; ``unanswered`` those of earlier calls that never
    got one: they hold nothing up, and a provider may refuse them.
    """

    at: int
    waiting: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class SummaryRequest:
    """The messages of a request for a summary, the instruction last, and where the window was cut for it."""

    messages: tuple[Any, ...]
    cut: Cut


@dataclass(frozen=True, kw_only=True, slots=True)
class Costs:
    """What a request for a summary costs, in multiples of the price of one token of input that is not cached.

    ``warm``: what stands before the instruction is still in the provider's cache; ``expired``: it is written there
    anew; ``plain``: without a cache.
    """

    warm: float
    expired: float
    plain: float


def cut_of(blocks: Iterable[Block], length: int) -> Cut:
    """Where a window of so many messages may be cut: at its end, or before the message whose calls still wait."""
    open_calls: dict[str, int] = {}
    speaking = -1
    for block in blocks:
        if block.kind is Kind.CALL:
            open_calls[block.ref] = block.at
            speaking = block.at
        elif block.kind is Kind.RESULT:
            open_calls.pop(block.ref, None)
        elif block.kind in (Kind.ASSISTANT, Kind.USER):
            # Whoever speaks after a call no longer waits for it; a text beside calls or results does not count.
            speaking = max(speaking, block.at)
    waiting = {ref: at for ref, at in open_calls.items() if at == speaking}
    unanswered = tuple(ref for ref in open_calls if ref not in waiting)
    return Cut(min(waiting.values(), default=length), tuple(waiting), unanswered)


def summary_request(messages: Sequence[Any], instruction: str, shape: Shape) -> SummaryRequest:
    """A request for a summary of these messages: as they are up to the cut, then the instruction as a person's message.

    The message is a mapping of ``role`` and ``content``, as chat APIs take it; whoever keeps messages as objects of
    their own makes it of the text.
    """
    cut = cut_of(shape.all_blocks(messages), len(messages))
    return SummaryRequest(messages=(*messages[: cut.at], {"role": "user", "content": instruction}), cut=cut)


def costs(prefix_tokens: int, instruction_tokens: int) -> Costs:
    """What it costs to ask for a summary of so many tokens with an instruction of so many."""
    return Costs(
        warm=prefix_tokens * policy.CACHE_READ_PRICE + instruction_tokens,
        expired=prefix_tokens * policy.CACHE_WRITE_PRICE + instruction_tokens,
        plain=float(prefix_tokens + instruction_tokens),
    )
