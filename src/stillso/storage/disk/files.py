"""The files of a store as they lie on the disk: what their headers say, and how a whole new one is put in its place.

The main file is only ever read through the engine's own file layer: closing any other handle on it would drop the
locks that this process holds there. Source: "How To Corrupt An SQLite Database File", section 2.2, sqlite.org.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from stillso.core.values import dataclass

try:
    import fcntl
except ImportError:  # Windows has none, and needs none
    fcntl = None  # type: ignore[assignment]

#: Marks a file as a store of ours ("stil").
APPLICATION_ID = 0x7374696C

#: What stands beside a file while it is open: the files of the engine, and the queue of writers (``turns``).
SIDES = ("-wal", "-shm", "-journal", "-turns")

_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100

#: A -wal up to this size holds a header at most.
_WAL_HEADER_BYTES = 32


@dataclass(frozen=True, kw_only=True, slots=True)
class Header:
    """The first 100 bytes of a database, as far as they matter here. Source: sqlite.org/fileformat2.html."""

    page_bytes: int
    is_wal: bool
    pages: int
    cookie: int
    schema: int
    application_id: int
    counted: bool

    @property
    def size_bytes(self) -> int:
        """How long the file must be at least; 0 when the header does not say."""
        return self.page_bytes * self.pages if self.counted else 0


def side(path: Path, suffix: str) -> Path:
    """The file beside a store whose name ends in this."""
    return path.with_name(path.name + suffix)


def header(path: Path) -> Header | None:
    """The header of a database; None when the file has none. Raises apsw.Error when it cannot be read."""
    flags = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY
    file = apsw.VFSFile("", os.path.abspath(path), [flags, 0])
    try:
        data = file.xRead(_HEADER_BYTES, 0) if file.xFileSize() >= _HEADER_BYTES else b""
    finally:
        file.xClose()
    if not data.startswith(_MAGIC):
        return None

    def number(at: int, size: int = 4) -> int:
        return int.from_bytes(data[at : at + size], "big")

    return Header(
        page_bytes=65536 if number(16, 2) == 1 else number(16, 2),
        is_wal=data[18:20] == b"\2\2",
        pages=number(28),
        cookie=number(40),
        schema=number(60),
        application_id=number(68),
        counted=number(24) == number(92),
    )


def is_there(path: Path) -> bool:
    """Whether there is such a file. Raises OSError when we may not look."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def size_bytes(path: Path) -> int:
    """The size of a file; 0 when it is not there. Raises OSError when we may not look."""
    try:
        return path.stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        return 0


def identity(path: Path) -> tuple[int, int] | None:
    """By what the system knows a file whatever its name is; None when there is none of this name."""
    try:
        there = os.stat(path)
    except OSError:
        return None
    return there.st_dev, there.st_ino


def has_wal(path: Path) -> bool:
    """Whether a -wal with more than a header lies beside this file: the newest changes are in there alone."""
    return size_bytes(side(path, "-wal")) > _WAL_HEADER_BYTES


def is_writable(path: Path) -> bool:
    """Whether our permissions let us write a store here; a file that is not there, or not for us, counts as writable.

    So that whoever opens it hears what is wrong, and not only that it cannot be written.
    """
    if not os.access(path, os.R_OK):
        return True
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


# --- putting a file in its place -----------------------------------------------------------------------------


def make_folder(folder: Path) -> None:
    """Make a folder and those above it where they are missing; after a power failure they are still there."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def is_pipe(path: Path) -> bool:
    """Whether this is a pipe, a device or a socket: reading it could wait for ever."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def is_of(store: Path, path: Path) -> bool:
    """Whether a name is that of a store, or of a file that stands or may stand beside it."""
    names = (store, *(side(store, suffix) for suffix in (".key", ".heads", *SIDES)))
    return os.path.realpath(path) in {os.path.realpath(each) for each in names}


def sync_past_cache(handle: int) -> None:
    """Make a file durable where ``fsync`` stops at the cache of the drive, as on macOS; as SQLite's ``fullfsync``."""
    full = getattr(fcntl, "F_FULLFSYNC", None)
    if full is None:
        os.fsync(handle)
    else:
        fcntl.fcntl(handle, full)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system lets a folder be synced."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def draft(target: Path) -> Iterator[Path]:
    """An empty file beside the target, its owner's only; taken away afterwards, unless it was put in its place."""
    path = target.with_name(f"{target.name}.{os.urandom(4).hex()}.new")
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield path
    finally:
        for each in (path, *(side(path, suffix) for suffix in SIDES)):
            each.unlink(missing_ok=True)


def place(made: Path, target: Path, *, over: bool = False) -> None:
    """Give a draft its name, durably; with ``over`` in the place of a file that is there.

    Raises FileExistsError when one is there; of two who place the same name at once one is told so.
    """
    with open(made, "r+b") as file:
        os.fsync(file.fileno())
    if over:
        os.replace(made, target)
    else:
        _link(made, target)
    sync_folder(target.parent)


def _link(made: Path, target: Path) -> None:
    try:
        os.link(made, target)
    except FileExistsError as there:
        raise FileExistsError(target) from there
    except OSError:  # a file system without hard links, such as that of a USB stick: the name is taken first
        try:
            os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError as there:
            raise FileExistsError(target) from there
        os.replace(made, target)
