"""Every store of the house keeps the contract."""

from __future__ import annotations

from pathlib import Path

import pytest

from stillso.storage.contract import Store
from stillso.storage.disk.opening import open_store
from stillso.testing import MemoryStore, StoreConformance


class TestMemoryStore(StoreConformance):
    """The store to read first."""

    def make_store(self) -> Store:
        return MemoryStore()


class TestSqliteStore(StoreConformance):
    """The embedded store, in a file."""

    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path) -> None:
        self.path = tmp_path / "memory.db"

    def make_store(self) -> Store:
        self.path.unlink(missing_ok=True)
        return open_store(self.path)
