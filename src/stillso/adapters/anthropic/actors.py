"""Whoever acts, as the library hands it over: a session of an agent, or a person."""

from __future__ import annotations

from typing import Protocol

from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.texts import Texts


class Actor(Protocol):
    """What of a ``stillso.Session`` the adapters need; its class lives a layer above them."""

    @property
    def workspace(self) -> Workspace:
        """Where it acts."""

    @property
    def texts(self) -> Texts:
        """In which language it is told what came of it."""

    @property
    def caller(self) -> Caller:
        """Who acts, and in which session."""
