"""For tests of stores and what is built on them: the in-memory store, a fixed clock, an embedder, laws, the contract.

A store of your own passes when a subclass of ``StoreConformance`` that gives ``make_store`` passes under pytest:

    class TestMyStore(StoreConformance):
        def make_store(self) -> Store:
            return MyStore()

Nothing here imports a test framework.
"""

from __future__ import annotations

from stillso.storage.memory import MemoryStore
from stillso.testing.clocks import FixedClock
from stillso.testing.conformance import StoreConformance
from stillso.testing.embedders import HashedWords
from stillso.testing.laws import faults

__all__ = ["FixedClock", "HashedWords", "MemoryStore", "StoreConformance", "faults"]
