"""Receipts: what is left outside of what left a window, and the lines that people read of it.

One operation of a window holds the receipts of one act (``render`` and ``parse`` are the form of its text); the ledger
is all of them. A receipt names the call, how long its result was, and a digest that knows the text again; the text
itself is no part of it. Source: document C's ledger, and "The window of a session" in ``docs/format.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple

from stillso.errors import BrokenData


class Way(StrEnum):
    """How something left a window, or began to."""

    CLEARED = "cleared"
    BY_PROVIDER = "cleared-by-provider"
    COMPACTED = "compacted"
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

    @property
    def key(self) -> tuple[str, str]:
        """What it is known by: the id of its call, and its digest."""
        return self.ref, self.digest


#: How long an id of a call may be, to be written down as it is. Our choice: those of providers have 10 to 55.
_ID_CHARS = 56


def named(ref: str) -> str:
    """The id of a call as receipts, placeholders and people have it.

    The provider's own where it is one short word of printable ASCII, else one made of its digest."""
    if ref.isascii() and ref.isprintable() and 0 < len(ref) <= _ID_CHARS and " " not in ref:
        return ref
    return f"id-{sha256(ref.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


#: What stands between the fields of a receipt, and after each.
_TAB, _END = "\t", "\n"


def render(receipts: Sequence[Receipt]) -> str:
    """The text of an operation of a window: one receipt a line, its fields in their order with tabs between them."""
    lines = [
        f"{way}\t{what}\t{ref}\t{chars}\t{tokens}\t{digest}\t{held}\n"
        for way, what, ref, chars, tokens, digest, held in receipts
    ]
    text = "".join(lines)
    if text.count(_END) == len(lines) and text.count(_TAB) == (len(Receipt._fields) - 1) * len(lines):
        return text
    plain = [
        receipt._replace(
            what=_plain(receipt.what), ref=_plain(receipt.ref), digest=_plain(receipt.digest), held=_plain(receipt.held)
        )
        for receipt in receipts
    ]
    return render(plain)


def parse(text: str) -> list[Receipt]:
    """The receipts of such a text. Raises BrokenData for one that ``render`` cannot have made."""
    found = []
    for line in text.split(_END)[:-1]:
        try:
            way, what, ref, chars, tokens, digest, held = line.split(_TAB)
            found.append(Receipt(Way(way), what, ref, int(chars), int(tokens), digest, held))
        except ValueError as problem:
            raise BrokenData(f"a receipt does not read: {line[:80]!r}") from problem
    return found


def _plain(text: str) -> str:
    """A field without what would end it; an id of a provider has none of that."""
    return text.replace(_TAB, " ").replace(_END, " ")
