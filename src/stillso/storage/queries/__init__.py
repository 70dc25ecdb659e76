"""Named queries: every statement stands in a ``.sql`` file under ``-- name:`` with a line that says what it is for.

Parameters are written ``:name``; only values are ever put in. Both engines share these files; a folder beside them
holds what one engine says differently (schema and migrations).
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_NAMED = re.compile(r"^-- name: (\w+)\n((?:-- [^\n]*\n)+)(.*?);\s*(?=^-- name: |\Z)", re.MULTILINE | re.DOTALL)


@cache
def load() -> dict[str, str]:
    """All shared queries, by name."""
    queries: dict[str, str] = {}
    folder = files(__name__)
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".sql"):
            queries.update({name: sql for name, _, sql in _NAMED.findall(file.read_text("utf-8"))})
    return queries


def schema(engine: str) -> str:
    """The tables of a new store."""
    return (files(__name__) / engine / "schema.sql").read_text("utf-8")


def migrations(engine: str) -> list[tuple[int, str]]:
    """The migrations of an engine, as (number, SQL), in order."""
    folder = files(__name__) / engine / "migrations"
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda each: each.name)
    return [(int(file.name[:4]), file.read_text("utf-8")) for file in found]
