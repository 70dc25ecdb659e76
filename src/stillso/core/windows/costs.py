"""What clearing costs in broken cache, and what it saves, in tokens at the price of a plain one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stillso.core import policy
from stillso.core.values import dataclass
from stillso.core.windows.blocks import Shape


@dataclass(frozen=True, kw_only=True, slots=True)
class Cost:
    """What a clearing costs and saves, about; ``before`` and ``after`` are how many tokens the messages take.

    ``rewritten`` tokens stand behind the first change: the cache no longer knows them. ``pays_after`` turns what that
    costs is saved again, None where nothing is freed.
    """

    before: int
    after: int
    rewritten: int
    price: float
    saved_a_turn: float
    pays_after: int | None


def cost(before: Sequence[Any], after: Sequence[Any], shape: Shape, freed: int) -> Cost:
    """What it costs that messages became others, which take so many tokens less: all behind the first change is written
    anew.
    """
    first = next((at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old is not new), len(before))
    kept = sum(block.tokens for block in shape.all_blocks(before[:first]))
    rewritten = sum(block.tokens for block in shape.all_blocks(after[first:]))
    price = rewritten * (policy.CACHE_WRITE_PRICE - policy.CACHE_READ_PRICE)
    saved = freed * policy.CACHE_READ_PRICE
    return Cost(
        before=kept + rewritten + freed,
        after=kept + rewritten,
        rewritten=rewritten,
        price=price,
        saved_a_turn=saved,
        pays_after=-int(-price // saved) if saved > 0 else None,
    )
