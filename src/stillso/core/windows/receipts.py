"""Receipts: what is left outside of what left a window, and the lines that people read of it.

One operation of a window holds the receipts of one act (``render`` and ``parse`` are the form of its text); the ledger
is all of them. A receipt names the call, how long its result was, and a digest that knows the text again; the text
itself is no part of it. Source: document C's ledger, and "Receipt" in ``docs/format.md``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from stillso.errors import BrokenData


class Way(StrEnum):
    """How something left a window, or began to."""

    CLEARED = "cleared"
    BY_PROVIDER = "cleared-by-provider"
    COMPACTED = "compacted"
    DROPPED = "dropped"
    SWITCHED_ON = "switched-on"


class Receipt(NamedTuple):
    """What is known of one thing that left.

    ``ref`` is the provider's id of its call, '' where it has none; ``what`` says on one line what it was, without
    secrets; ``chars`` is how long it was, ``tokens`` about how many tokens it took; ``digest`` knows its text again, ''
    where nobody saw it; ``held`` says where its text is kept (a record, a file, the window), '' for nowhere.
    """

    way: Way
    what: str
    ref: str = ""
    chars: int = 0
    tokens: int = 0
    digest: str = ""
    held: str = ""


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def render(receipts: Iterable[Receipt]) -> str:
    """The text of an operation of a window: one receipt a line, as the fields of it in their order."""
    return "".join([f"{_encode(receipt)}\n" for receipt in receipts])


def parse(text: str) -> list[Receipt]:
    """The receipts of such a text. Raises BrokenData for one that ``render`` cannot have made."""
    try:
        return [Receipt(Way(way), *rest) for way, *rest in map(json.loads, text.split("\n")[:-1])]
    except (ValueError, TypeError) as problem:
        raise BrokenData(f"a receipt does not read: {problem}") from problem
