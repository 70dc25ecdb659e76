"""A look at the files of a store from outside: nothing is opened for writing, and nothing is made that is missing.

Each check is a function in ``_CHECKS``. What only the contents tell, services look at.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import apsw

from stillso.core.checks import Checked, State
from stillso.errors import BrokenData, Loss, LostStorage
from stillso.storage import queries
from stillso.storage.disk import files, keys, losses, mounts, soundness
from stillso.storage.disk.readonly import ReadOnlyDriver

T = TypeVar("T")

#: The first engine without the bug that damages a file which several processes write. Source: sqlite.org/wal.html,
#: 2026-11-30.
SOUND_ENGINE = (3, 51, 3)

#: With less than this free, writing may fail soon. Our choice.
LITTLE_SPACE_BYTES = 16 * 2**20

#: A -wal is put into the file at 1,000 pages; at this size something keeps it from that. Our choice.
LARGE_WAL_BYTES = 64 * 2**20

#: Clocks of one machine and its disks may differ by so much. Our choice.
CLOCK_SECONDS = 120

#: How often a file that changes while it is read is read again.
_ATTEMPTS = 5


def look(path: Path) -> list[Checked]:
    """What the files say, in a stable order. Never fails: that something cannot be read is told."""
    found: list[Checked] = []
    for check in _CHECKS[:1] if files.is_pipe(path) else _CHECKS:
        with suppress(OSError):  # where we may not look there is nothing to say but that, and the first check says it
            found += [each for each in [check(path)] if each]
    return found


def opened(path: Path) -> ReadOnlyDriver:
    """The store, to be read without a trace. Raises LostStorage, which says exactly why, when it cannot be."""
    try:
        if not files.is_there(path) and not files.has_wal(path):
            raise losses.lost(path, Loss.MISSING)
        if path.is_dir():
            raise losses.lost(path, Loss.IS_FOLDER)
        if files.is_pipe(path):
            raise losses.lost(path, Loss.NOT_A_DATABASE)
        if found := soundness.fault(path):
            raise losses.unsound(path, found)
    except LostStorage:
        raise
    except (OSError, apsw.Error) as problem:
        raise losses.explained(path, problem) from problem
    return ReadOnlyDriver(path)


def again(read: Callable[[], T]) -> T:
    """What is read from a store that others may write to meanwhile. Raises LostStorage."""
    for _ in range(_ATTEMPTS):
        try:
            return read()
        except LostStorage as lost:
            if lost.loss is not Loss.CHANGED:
                raise
    return read()


def _structure(path: Path) -> Checked:
    """Whether the engine can open the store and finds its structure sound, and whether this release knows it."""

    def opens() -> tuple[int, list[str], bool]:
        with opened(path).reading() as link:
            if link.is_empty():
                raise losses.lost(path, Loss.NO_TABLES)
            return link.version(), link.quick_check(), link.is_index_sound()

    try:
        return judged(path, *again(opens))
    except LostStorage as lost:
        return _lost(path, lost)


def judged(path: Path, schema: int, wrong: list[str], is_index_sound: bool = True) -> Checked:
    """What is to be said of a store that opens with this schema, and with these faults of its structure; and whether
    what is found in it can be read."""
    known = queries.migrations("sqlite")[-1][0]
    facts: dict[str, object] = {"path": path, "schema": schema, "known": known}
    if wrong:
        return _problem("store", Loss.DAMAGED, **facts, words=wrong[0])
    if schema > known:
        return _problem("store", Loss.NEWER, **facts)
    if schema < known:
        return Checked(check="store", case="older", state=State.NOTE, facts=facts)
    if not is_index_sound:
        return _problem("store", Loss.UNSEARCHABLE, **facts)
    return Checked(check="store", case="ok", facts=facts)


def _lost(path: Path, lost: LostStorage) -> Checked:
    if lost.loss is Loss.MISSING:
        if files.side(path, ".key").exists():
            return _problem("store", "gone", **lost.facts)
        return Checked(check="store", case="none-yet", state=State.NOTE, facts=lost.facts)
    return Checked(check="store", case=lost.loss, state=State.PROBLEM, facts=lost.facts)


def _problem(check: str, case: str, **facts: object) -> Checked:
    return Checked(check=check, case=case, state=State.PROBLEM, facts=facts)


# --- around the file -----------------------------------------------------------------------------------------


def _engine(path: Path) -> Checked:
    version = apsw.sqlite_lib_version()
    facts = {"sqlite": version, "apsw": apsw.apsw_version(), "needed": ".".join(map(str, SOUND_ENGINE))}
    sound = tuple(map(int, version.split("."))) >= SOUND_ENGINE
    return Checked(check="engine", case="ok", facts=facts) if sound else _problem("engine", "old", **facts)


def _journal(path: Path) -> Checked | None:
    """Whether the file is in WAL mode; each writer syncs its -wal before it answers (``SqliteLink.prepare``)."""
    try:
        header = files.header(path)
    except (OSError, apsw.Error):
        return None
    if header is None or header.application_id != files.APPLICATION_ID:
        return None
    if header.is_wal:
        return Checked(check="journal", case="ok")
    return Checked(check="journal", case="rollback", state=State.NOTE)


def _wal(path: Path) -> Checked | None:
    size = files.size_bytes(files.side(path, "-wal"))
    facts: dict[str, object] = {"size": megabytes(size), "where": files.side(path, "-wal")}
    if not size:
        return None
    if size > LARGE_WAL_BYTES:
        return Checked(check="wal", case="large", state=State.NOTE, facts=facts)
    return Checked(check="wal", case="ok", facts=facts)


def _access(path: Path) -> Checked | None:
    folder = _nearest(path)
    for each in (path, files.side(path, "-wal"), files.side(path, "-shm"), files.side(path, ".key")):
        if each.exists() and not os.access(each, os.R_OK):
            return _problem("access", "unreadable", where=each)
    for each in (path, files.side(path, "-wal"), files.side(path, "-shm"), folder):
        if each.exists() and not os.access(each, os.W_OK):
            return _problem("access", "read-only", where=each)
    return Checked(check="access", case="ok", facts={"where": path})


def _privacy(path: Path) -> Checked | None:
    """Whether others than the owner can read the files, or put other files in their place."""
    if os.name != "posix":
        return None
    for each in (files.side(path, ".key"), path, files.side(path, "-wal"), files.side(path, "-shm")):
        if each.exists() and each.stat().st_mode & 0o077:
            return _problem("privacy", "open", where=each, mode=f"{each.stat().st_mode & 0o777:o}")
    mode = _nearest(path).stat().st_mode
    if mode & 0o022 and not mode & 0o1000:
        return _problem("privacy", "folder", where=_nearest(path), mode=f"{mode & 0o777:o}")
    return Checked(check="privacy", case="ok", facts={"where": path})


def _disk(path: Path) -> Checked:
    size = files.size_bytes(path) + files.size_bytes(files.side(path, "-wal"))
    free = shutil.disk_usage(_nearest(path)).free
    facts: dict[str, object] = {"free": megabytes(free), "size": megabytes(size)}
    if free < LITTLE_SPACE_BYTES:
        return _problem("disk", "full", **facts)
    if free < 2 * size:
        return Checked(check="disk", case="little", state=State.NOTE, facts=facts)
    return Checked(check="disk", case="ok", facts=facts)


def _place(path: Path) -> Checked | None:
    return placed(mounts.kind_of(_nearest(path).resolve()), mounts.synced_by(path.absolute()))


def placed(kind: str | None, service: str | None) -> Checked | None:
    """What is to be said of a kind of file system, and of a service that copies what lies there."""
    if service:
        return Checked(check="place", case="synced", state=State.NOTE, facts={"service": service})
    if kind is None:
        return None
    facts = {"kind": kind}
    if kind in mounts.NETWORK:
        return _problem("place", "network", **facts)
    if kind in mounts.MEMORY:
        return Checked(check="place", case="memory", state=State.NOTE, facts=facts)
    if kind in mounts.SHARED or kind.startswith("fuse"):
        return Checked(check="place", case="odd", state=State.NOTE, facts=facts)
    return Checked(check="place", case="ok", facts=facts)


def _files_clock(path: Path) -> Checked | None:
    """Whether the files were changed later than the clock says it is."""
    newest = 0.0
    for each in (path, files.side(path, "-wal")):
        with suppress(OSError):
            newest = max(newest, each.stat().st_mtime)
    ahead = newest - time.time()
    if ahead <= CLOCK_SECONDS:
        return None
    return _problem("clock", "files", minutes=round(ahead / 60))


def _drafts(path: Path) -> Checked | None:
    """Copies that were being made when their maker was ended."""
    left = sorted(each.name for each in _nearest(path).glob(f"{path.name}.*.new"))
    if not left:
        return None
    return Checked(check="drafts", case="left", state=State.NOTE, facts={"names": ", ".join(left)})


def key(path: Path) -> Checked | None:
    """What is wrong with the key beside a store as a file; None when it is one, or there is none."""
    where = files.side(path, ".key")
    try:
        keys.of(path)
    except BrokenData:
        return _problem("key", "length", where=where, size=files.size_bytes(where), expected=keys.KEY_BYTES)
    except LostStorage:
        return _problem("access", "unreadable", where=where)
    return None


def megabytes(size_bytes: int) -> str:
    """A size as people read it."""
    return f"{size_bytes / 2**20:,.1f} MB"


def _nearest(path: Path) -> Path:
    """The folder of the store; while it is missing, the nearest one above that is there."""
    return next(each for each in path.absolute().parents if each.is_dir())


_CHECKS: tuple[Callable[[Path], Checked | None], ...] = (
    _structure,
    _engine,
    _journal,
    _wal,
    _access,
    _privacy,
    _disk,
    _place,
    _files_clock,
    _drafts,
)
