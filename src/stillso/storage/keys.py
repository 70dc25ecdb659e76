"""The key of a workspace: a file of its own beside an embedded store, readable by its owner only.

Fingerprints of rejected contents are made with it, so that a copy of the database alone tells nobody what was rejected.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from stillso.errors import BrokenData, LostStorage

KEY_BYTES = 32


def beside(store: Path, random: Callable[[int], bytes]) -> bytes | None:
    """The key beside this store; made when neither exists yet. None when the store is there and its key is gone.

    Made before the store, and linked into place whole: of two processes that begin together one makes it, both use it.
    """
    path = store.with_name(store.name + ".key")
    try:
        if not path.exists() and not store.exists():
            _make(path, random)
        key = path.read_bytes() if path.exists() else None
    except OSError as problem:
        raise LostStorage(f"the key {path} cannot be read or made: {problem}") from problem
    if key is not None and len(key) != KEY_BYTES:
        raise BrokenData(f"the key {path} has {len(key)} bytes, not {KEY_BYTES}")
    return key


def _make(path: Path, random: Callable[[int], bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{random(4).hex()}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(random(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):  # the other process was first: its key is the key
            os.link(draft, path)
    finally:
        draft.unlink(missing_ok=True)
