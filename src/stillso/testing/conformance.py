"""The contract of a store as tests: each states one sentence of ``stillso.storage.contract``."""

from __future__ import annotations

from stillso.testing.paging import Paging
from stillso.testing.pointing import Pointing
from stillso.testing.reading import Reading
from stillso.testing.saving import Saving
from stillso.testing.searching import Searching
from stillso.testing.writing import Writing


class StoreConformance(Writing, Reading, Searching, Saving, Paging, Pointing):
    """What every store does. A subclass gives ``make_store``: an empty store, at each call a new one."""
