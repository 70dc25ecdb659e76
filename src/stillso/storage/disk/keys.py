"""The key of a workspace: a file of its own beside an embedded store, readable by its owner only.

Fingerprints of rejected contents are made with it, so that a copy of the database alone tells nobody what was rejected.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from stillso.errors import BrokenData, LostStorage
from stillso.storage.disk import files, losses

KEY_BYTES = 32


def of(store: Path) -> bytes | None:
    """The key beside this store, None when there is none. Raises BrokenData for one that is none, and LostStorage."""
    path = files.side(store, ".key")
    if files.is_pipe(path):
        raise BrokenData(f"the key {path} is no file")
    try:
        key = path.read_bytes() if path.exists() else None
    except OSError as problem:
        raise _lost(path, problem) from problem
    if key is not None and len(key) != KEY_BYTES:
        raise BrokenData(f"the key {path} has {len(key)} bytes, not {KEY_BYTES}")
    return key


def beside(store: Path, random: Callable[[int], bytes]) -> bytes | None:
    """The key beside this store; made when neither exists yet. None when the store is there and its key is gone.

    Made before the store, and linked into place whole: of two processes that begin together one makes it, both use it.
    """
    path = files.side(store, ".key")
    try:
        if not any(each.exists() for each in (path, store, files.side(store, "-wal"))):
            _make(path, random)
    except OSError as problem:
        raise _lost(path, problem) from problem
    return of(store)


def _lost(path: Path, problem: OSError) -> LostStorage:
    told = losses.explained(path, problem)
    return LostStorage(f"the key {path} cannot be read or made: {problem}", told.loss, **told.facts)


def _make(path: Path, random: Callable[[int], bytes]) -> None:
    files.make_folder(path.parent)
    with files.draft(path) as draft, suppress(FileExistsError):  # the other process was first: its key is the key
        draft.write_bytes(random(KEY_BYTES))
        files.place(draft, path)
