"""Memory for AI agents that keeps the condition and the user's own words, shows its age, and asks before it is used."""

from __future__ import annotations

from stillso.acting import Owner, Session
from stillso.app import App
from stillso.app import open_store as open
from stillso.core.operations import Done, Outcome, Refused, Waiting
from stillso.core.records import Record, Source, Status
from stillso.core.verbs import FileChange
from stillso.errors import BrokenData, Code, LostStorage, Misuse, StillsoError, Why

__version__ = "0.1.0"

__all__ = [
    "App",
    "BrokenData",
    "Code",
    "Done",
    "FileChange",
    "LostStorage",
    "Misuse",
    "Outcome",
    "Owner",
    "Record",
    "Refused",
    "Session",
    "Source",
    "Status",
    "StillsoError",
    "Waiting",
    "Why",
    "open",
]
