"""Why a store is lost, in plain words: from what the engine or the system said, and what the files look like then."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import apsw

from stillso.core import late
from stillso.errors import Loss, LostStorage
from stillso.storage.disk import files, soundness

#: The reasons in short, for whoever reads the exception; surfaces say more, and in the reader's language.
_SHORT = {
    Loss.FAILED: "the engine gave up",
    Loss.DISK_FULL: "the disk is full",
    Loss.READ_ONLY: "{where} is read-only",
    Loss.NO_ACCESS: "{where} may not be read or made",
    Loss.BUSY: "another process has been writing for too long; if it hangs, end it",
    Loss.IN_USE: "another process has it open",
    Loss.CHANGED: "it was changed while it was read",
    Loss.MOVED: "the file was moved or deleted while it was open",
    Loss.IS_FOLDER: "it is a folder, and a store is a file",
    Loss.MISSING: "there is no such file",
    Loss.EMPTY: "the file is empty, and a store never is",
    Loss.NO_TABLES: "it holds no tables, and a store always does",
    Loss.NOT_A_DATABASE: "the file is not a database",
    Loss.FOREIGN: "it holds the tables of another program: give another path",
    Loss.NEWER: "it has schema {schema}; this release knows {known}: use a newer release",
    Loss.CUT_OFF: "the file has {size} bytes, and its header says {expected}: part of it is missing",
    Loss.DAMAGED: "the file is damaged",
    Loss.UNSEARCHABLE: "its index for searching is damaged or missing: reindex",
    Loss.NO_WAL: "the file cannot be put into WAL mode; is it on a network drive?",
    Loss.WAL_ALONE: "{where} holds changes, and the file that they belong to is missing or empty",
    Loss.WAL_DAMAGED: "the header of {where} is damaged, and the newest changes are in there",
    Loss.WAL_OF_ANOTHER: "{where} belongs to another store, or to another copy of this one",
    Loss.WAL_UNREAD: "{where} holds changes that cannot be read in a read-only folder",
}

#: What the engine says of the index of terms alone: no memory is lost with it.
_OF_INDEX = late.pattern(
    r"fts5: |invalid fts5 file format|no such table: (?:term|searched)\b|vtable constructor failed: term$"
)
_OUT_OF_SPACE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def lost(path: Path, loss: Loss, words: object = "", **facts: object) -> LostStorage:
    """The error that says why this store is lost; ``words`` are the engine's or the system's own."""
    told = _SHORT[loss].format_map({"where": path, **facts})
    said = str(words) if loss is Loss.FAILED and words else f"{told} ({words})" if words else told
    facts = {"path": str(path), "where": str(path), "words": str(words or told), **facts}
    return LostStorage(f"the store {path} failed: {said}", loss, **facts)


def unsound(path: Path, loss: Loss) -> LostStorage:
    """The error for a fault that was found before the engine opened anything."""
    if loss is Loss.CUT_OFF:
        header = files.header(path)
        expected = header.size_bytes if header else 0
        return lost(path, loss, size=files.size_bytes(path), expected=expected)
    where = path if loss is Loss.EMPTY else files.side(path, "-wal")
    return lost(path, loss, where=str(where))


def read_only(path: Path) -> LostStorage:
    """The error for a write where nobody can write; it names what is in the way."""
    there = next((each for each in (path, path.parent) if not os.access(each, os.W_OK)), path)
    return lost(path, Loss.READ_ONLY, where=str(there))


def explained(path: Path, problem: Exception, system_error: int = 0) -> LostStorage:
    """The error for what the engine or the system said about this store."""
    number = problem.errno or 0 if isinstance(problem, OSError) else system_error
    if isinstance(problem, apsw.FullError) or number in _OUT_OF_SPACE:
        return lost(path, Loss.DISK_FULL, problem)
    if isinstance(problem, apsw.SQLError | apsw.CorruptError) and _OF_INDEX.match(str(problem)):
        return lost(path, Loss.UNSEARCHABLE, problem)
    match problem:
        case apsw.BusyError() | apsw.LockedError():
            return lost(path, Loss.BUSY)
        case apsw.CorruptError() | apsw.NotADBError():
            return _damage(path, problem)
        case apsw.ReadOnlyError() if getattr(problem, "extendedresult", 0) == apsw.SQLITE_READONLY_DBMOVED:
            return lost(path, Loss.MOVED, problem)
        case apsw.ReadOnlyError() | apsw.CantOpenError() | PermissionError():
            return _barred(path, problem)
        case OSError(errno=errno.EROFS):
            return lost(path, Loss.READ_ONLY, problem, where=str(path.parent))
        case _:
            return lost(path, Loss.FAILED, problem)


def _damage(path: Path, problem: Exception) -> LostStorage:
    """What is wrong with a file that the engine cannot read as a database."""
    header = files.header(path)
    if header is None:
        return lost(path, Loss.NOT_A_DATABASE, problem)
    if soundness.is_cut_off(path):
        return lost(path, Loss.CUT_OFF, problem, size=files.size_bytes(path), expected=header.size_bytes)
    return lost(path, Loss.DAMAGED, problem)


def _barred(path: Path, problem: Exception) -> LostStorage:
    """Which of the files, or their folder, does not let us in."""
    folder = next((each for each in path.absolute().parents if each.exists()), path.parent)
    if not folder.is_dir() or not os.access(folder, os.X_OK):
        return lost(path, Loss.NO_ACCESS, problem, where=str(folder))
    there = [each for each in (path, *(files.side(path, suffix) for suffix in files.SIDES)) if each.exists()]
    for each in there:
        if not os.access(each, os.R_OK):
            return lost(path, Loss.NO_ACCESS, problem, where=str(each))
    if files.has_wal(path) and not os.access(folder, os.W_OK):
        return lost(path, Loss.WAL_UNREAD, problem, where=str(files.side(path, "-wal")))
    barred = next((each for each in (folder, *there) if not os.access(each, os.W_OK)), None)
    if barred is None:
        return lost(path, Loss.FAILED, problem)
    return lost(path, Loss.READ_ONLY, problem, where=str(barred))
