"""A clock for tests: it stands still until it is moved."""

from __future__ import annotations

from datetime import datetime, timedelta

from stillso.core import names


class FixedClock:
    """A clock that stands still until it is moved. Raises Misuse for a naive moment."""

    def __init__(self, at: datetime) -> None:
        self.at = names.utc(at)

    def __call__(self) -> datetime:
        return self.at

    def advance(self, **by: float) -> None:
        """Move on by so many ``days``, ``hours``, ``minutes``, as ``timedelta`` takes them."""
        self.at += timedelta(**by)
