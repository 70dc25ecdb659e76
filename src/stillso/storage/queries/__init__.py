"""Named queries: every statement stands in a ``.sql`` file under ``-- name:`` with a line that says what it is for.

Parameters are written ``:name``; only values are ever put in. Both engines share these files; a folder beside them
holds what one engine says differently: schema, migrations and search.
"""

from __future__ import annotations

import os
from functools import cache

#: A plain folder: the engine is compiled, so the package never runs from inside an archive.
_FOLDER = os.path.dirname(__file__)


@cache
def load(engine: str) -> dict[str, str]:
    """All queries for an engine, by name: the shared ones and its own."""
    queries: dict[str, str] = {}
    for text in (*map(_read, _sql_files()), _read(engine, "search.sql")):
        for part in f"\n{text}".split("\n-- name: ")[1:]:
            name, *lines = part.splitlines()
            queries[name] = "\n".join(line for line in lines if not line.startswith("-- ")).strip().removesuffix(";")
    return queries


def schema(engine: str) -> str:
    """The tables of a new store."""
    return _read(engine, "schema.sql") + "\n" + terms(engine)


def terms(engine: str) -> str:
    """The index of terms alone."""
    return _read(engine, "terms.sql")


def newest(engine: str) -> int:
    """The number of the newest migration of an engine."""
    return _number(_sql_files(engine, "migrations")[-1])


def migrations(engine: str) -> list[tuple[int, str]]:
    """The migrations of an engine, as (number, SQL), in order."""
    return [(_number(file), _read(engine, "migrations", file)) for file in _sql_files(engine, "migrations")]


def _number(migration: str) -> int:
    return int(migration[:4])


def _sql_files(*folder: str) -> list[str]:
    return sorted(file for file in os.listdir(os.path.join(_FOLDER, *folder)) if file.endswith(".sql"))


def _read(*path: str) -> str:
    with open(os.path.join(_FOLDER, *path), encoding="utf-8") as file:
        return file.read()
