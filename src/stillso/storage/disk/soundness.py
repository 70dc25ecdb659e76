"""What is wrong with the files of a store that the engine would not say: it would throw changes away, or mix two files.

Copied, moved and restored by hand, a file and its -wal part or meet as strangers. The engine deletes the -wal of an
empty file, reads over a -wal whose header is damaged, and plays the -wal of another database into the file. So this is
looked at before anything can be written. What no look can tell: a file that was copied without its -wal, or a -wal cut
off between two commits, is an older state of the store. Comparing with noted heads shows that.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path

import apsw

from stillso.errors import Loss
from stillso.storage.disk import files
from stillso.storage.disk.files import Header

#: How far two schema cookies of one store may lie apart. A store begins at a random one, and each change of the schema
#: adds 1.
COOKIES_APART = 1_000_000

#: How long a look waits for whoever is just putting the files in order, in milliseconds. Our choice.
_BUSY_MILLISECONDS = 60_000

_WAL_MAGIC = (0x377F0682, 0x377F0683)
_WAL_HEAD = struct.Struct(">8I")


def fault(path: Path) -> Loss | None:
    """Why this store must not be opened as it lies there; None when nothing speaks against it, or there is none yet.

    Raises apsw.Error and OSError when the files cannot be read.
    """
    found = _fault(path)
    if found is None:
        return None
    again = _fault(path)  # a writer may have been at work between two looks
    return found if found is again else None


def any_cookie() -> int:
    """A schema cookie for a new file, by which a -wal of any other is known."""
    return COOKIES_APART + int.from_bytes(os.urandom(4), "big") // 4


def _fault(path: Path) -> Loss | None:
    if not files.has_wal(path):  # asked first: whoever is just making this store writes the file before the -wal
        if path.exists() and files.size_bytes(path) == 0:
            return Loss.EMPTY
        return Loss.CUT_OFF if path.is_file() and _is_short(path) else None
    if files.size_bytes(path) == 0:
        return Loss.WAL_ALONE
    main = files.header(path)
    return _wal_fault(path, main) if main else None  # what is no database, the engine says itself


def _wal_fault(path: Path, main: Header) -> Loss | None:
    """Why the changes that wait beside a file cannot be its own."""
    wal = files.side(path, "-wal")
    try:
        with wal.open("rb") as file:
            head = file.read(_WAL_HEAD.size)
    except FileNotFoundError:
        return None  # the last one who had it open has just put it into the file
    if not _is_head(head):
        return Loss.WAL_DAMAGED
    if not main.is_wal or _WAL_HEAD.unpack(head)[2] != main.page_bytes or _cookie_moves(path, main):
        return Loss.WAL_OF_ANOTHER
    return None


def _is_head(head: bytes) -> bool:
    """Whether this is the header of a -wal, by its checksum. Source: sqlite.org/walformat.html, section 3."""
    if len(head) < _WAL_HEAD.size or _WAL_HEAD.unpack(head)[0] not in _WAL_MAGIC:
        return False
    words = struct.unpack((">" if head[3] & 1 else "<") + "6I", head[:24])
    one = two = 0
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return (one, two) == _WAL_HEAD.unpack(head)[6:]


def _cookie_moves(path: Path, main: Header) -> bool:
    """Whether the file has another schema cookie with the -wal than without."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        connection.set_busy_timeout(_BUSY_MILLISECONDS)
        return abs(int(connection.pragma("schema_version")) - main.cookie) >= COOKIES_APART
    finally:
        connection.close()


def is_cut_off(path: Path) -> bool:
    """Whether the file is shorter than its header says, and no -wal makes up for it."""
    return all(_is_short(path) for _ in range(2))


def _is_short(path: Path) -> bool:
    header = files.header(path)
    return header is not None and not files.has_wal(path) and files.size_bytes(path) < header.size_bytes
