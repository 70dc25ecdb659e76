"""What stands in a window: the results, as a ledger would name them, and all that is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stillso.core import policy
from stillso.core.windows.blocks import Block, Kind, Seen, Shape
from stillso.core.windows.clearing import digest_of
from stillso.core.windows.placeholders import described
from stillso.core.windows.receipts import Receipt, Way, named


def results(messages: Sequence[Any], shape: Shape) -> list[Receipt]:
    """The results of a window whose call stands there too."""
    seen = Seen()
    shape.see(seen, messages, len(messages))
    return [
        Receipt(Way.CLEARED, described(call[0], call[1]), named(ref), size, digest=digest_of(text))
        for _, _, ref, text, size, _, _, _, call in seen.results
        if call is not None
    ]


def said(messages: Sequence[Any], shape: Shape) -> list[str]:
    """All texts of a window, but for results that are short enough to be a placeholder: it is no trace of a text."""
    return [block.text for block in shape.all_blocks(messages) if block.text and not _may_be_placeholder(block)]


def _may_be_placeholder(block: Block) -> bool:
    return block.kind is Kind.RESULT and len(block.text) < policy.CALL_CHARS + policy.FAILURE_CHARS
