"""The workspace that services act in: its store and key, and where time and randomness come from.

Clock and randomness are passed in once, here; nothing below reads a clock of its own.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from stillso.core import folding, names
from stillso.core.findable import Variants
from stillso.core.operations import Refused
from stillso.core.values import dataclass, replace
from stillso.storage.contract import Store, Transaction, View

if TYPE_CHECKING:
    from stillso.core.vectors import Embedder

T = TypeVar("T")

Clock = Callable[[], datetime]


class _Undone(Exception):
    """Carries a refusal out of a transaction, which is rolled back."""

    def __init__(self, refused: Refused) -> None:
        self.refused = refused


@dataclass(frozen=True, kw_only=True, slots=True)
class Workspace:
    """One tenant's part of a store. ``clock`` dates what happens, ``recorder`` when it was written down.

    ``variants`` folds Traditional and Simplified for searching; ``embedder`` finds by meaning, where there is one.
    """

    id: str
    store: Store
    key: bytes | None
    clock: Clock
    recorder: Clock
    random: Callable[[int], bytes]
    variants: Variants
    embedder: Embedder | None = None

    def now(self) -> datetime:
        """The moment of acting, in UTC. Raises Misuse when the clock is naive."""
        return names.utc(self.clock())

    def stopped(self) -> Workspace:
        """The same workspace with its clock stopped: everything that one call does has one moment."""
        now = self.now()
        return replace(self, clock=lambda: now)

    def new_id(self) -> str:
        """A new ULID, by the recorder's time."""
        return names.ulid(names.utc(self.recorder()), self.random(10))

    def short_id(self, prefix: str) -> str:
        """A new short id, for what people read aloud: sessions and proposals."""
        return names.short_id(prefix, self.random(5))

    def view(self) -> AbstractContextManager[View]:
        """A snapshot to read from."""
        return self.store.view(self.id)

    def run(self, space: str | None, work: Callable[[Transaction], T], *, durable: bool = True) -> T:
        """One transaction under the lock of the space; of work that ends in a refusal nothing is kept."""

        def kept(tx: Transaction) -> T:
            result = work(tx)
            if isinstance(result, Refused):
                raise _Undone(result)
            return result

        try:
            return self.store.run(self.id, space, kept, durable=durable)
        except _Undone as undone:
            return undone.refused  # type: ignore[return-value]

    def fingerprint(self, text: str) -> bytes | None:
        """The keyed fingerprint of a text, by which it is known again after folding; None without the key."""
        if self.key is None:
            return None
        return hmac.digest(self.key, folding.fingerprint_text(text).encode(), "sha256")
