"""Heads of logs, and the anchor: the file outside a store that remembers them.

A log cannot tell by itself that its end was cut off, or that it was written anew from some version on: every hash in it
may fit. Whoever keeps a head elsewhere can tell.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from stillso.core.names import written
from stillso.core.values import dataclass
from stillso.errors import Misuse

#: The number of the form of an anchor; what reads it takes only this one.
FORM = 1

HASH_BYTES = 32


@dataclass(frozen=True, kw_only=True, slots=True)
class Head:
    """The newest version of a space and its hash. ``name`` is for people: a base's slug, or a session's id."""

    space: str
    name: str
    version: int
    hash: bytes


def render(heads: Iterable[Head], at: datetime) -> str:
    """The text of an anchor: these heads in the order of their spaces, one a line, and when they were read."""
    lines = ",\n  ".join(_json(given(head)) for head in sorted(heads, key=lambda head: head.space))
    return f'{{"stillso_anchor": {FORM}, "at": {_json(written(at))}, "heads": [\n  {lines}\n]}}\n'


def parse(text: str) -> tuple[Head, ...]:
    """The heads of an anchor. Raises Misuse for any other text; what it says goes behind the name of the file."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise Misuse(f"it is not JSON ({problem})") from problem
    if not isinstance(given, dict) or "stillso_anchor" not in given:
        raise Misuse("it is not one that stillso wrote")
    if given["stillso_anchor"] != FORM:
        raise Misuse(f"it has form {given['stillso_anchor']!r}, and this release knows {FORM}")
    listed = given.get("heads")
    heads = tuple(_head(each) for each in listed) if isinstance(listed, list) else ()
    if not isinstance(listed, list) or len({head.space for head in heads}) != len(heads):
        raise Misuse("its heads do not read")
    return heads


def given(head: Head) -> dict[str, Any]:
    """A head as JSON gives it."""
    return {"space": head.space, "name": head.name, "version": head.version, "hash": head.hash.hex()}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _head(given: Any) -> Head:
    try:
        head = Head(**{**given, "hash": bytes.fromhex(given["hash"])})
        # What JSON gives need not be what the fields say.
        reads = (type(head.space), type(head.name), type(head.version), len(head.hash)) == (str, str, int, HASH_BYTES)
    except (KeyError, TypeError, ValueError) as problem:
        raise Misuse(f"a head in it does not read: {given!r}") from problem
    if not reads or head.version < 1:
        raise Misuse(f"a head in it does not read: {given!r}")
    return head
