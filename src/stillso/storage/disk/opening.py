"""Opening a store in a file: made whole when it is missing, looked at before the engine touches it, or told why not."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import apsw

from stillso.errors import Loss, LostStorage
from stillso.storage import migrate
from stillso.storage.disk import files, losses, soundness
from stillso.storage.disk.readonly import ReadOnlyDriver
from stillso.storage.sql import SqlStore
from stillso.storage.sqlite import SqliteDriver


def open_store(path: Path) -> SqlStore:
    """The store in this file, made when missing. Raises LostStorage, which says why, when that fails.

    Where nobody can write, it opens for reading.
    """
    try:
        found = soundness.fault(path)
        if found:
            raise losses.unsound(path, found)
        if not path.exists():
            _make(path)
        return SqlStore(_brought_up(path))
    except LostStorage:
        raise
    except (OSError, apsw.Error) as problem:
        raise losses.explained(path, problem) from problem


def _make(path: Path) -> None:
    """Make an empty store, for its owner only: whole under another name, then put in its place.

    So the file that bears the name is never without its tables, and a copy that has none is known as a part of one.
    """
    files.make_folder(path.parent)
    with files.draft(path) as draft, suppress(FileExistsError):  # another process was first: its store is the store
        driver = SqliteDriver(draft)
        migrate.bring_up(driver, "sqlite")
        with driver.writing() as link:
            link.connection.pragma("schema_version", soundness.any_cookie())
        driver.close()
        files.place(draft, path)


def driver_of(path: Path) -> SqliteDriver | ReadOnlyDriver:
    """The driver for a store in use: one that only reads where nobody can write."""
    return SqliteDriver(path) if files.is_writable(path) else ReadOnlyDriver(path)


def _brought_up(path: Path) -> SqliteDriver | ReadOnlyDriver:
    """The driver of a store, at the schema of this release. What a migration wrote is put into the file itself."""
    driver = driver_of(path)
    try:
        with driver.reading() as link:
            if link.is_empty():
                raise losses.lost(path, Loss.NO_TABLES)
        if migrate.bring_up(driver, "sqlite"):
            driver.fold()
    except BaseException:
        driver.close()
        raise
    return driver
