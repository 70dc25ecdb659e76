"""Trees of files on the disk, shown at a link: whoever follows it once reads one whole tree, whatever comes after.

    DIR  ->  .DIR.stillso/12-1f9c03ab/files    the link: a rename switches it, so that it always leads to a whole tree
    .DIR.stillso/                              the holder, its owner's only: who may enter it may read the trees
        lock                                   locked while a tree is written, shown or taken away
        12-1f9c03ab/version                    what this tree is, a JSON object: from inside the tree, ../version
        12-1f9c03ab/files/…                    the tree
        new-…  old-…  link-…                   half made or half removed: what a killed run left

A tree is written whole before it is shown, and never changed. What is the same as in the tree before is the same file
(a hard link) where the file system allows it. Trees that were replaced are kept for whoever is still reading them.
Nothing here knows what the files are about (docs/decisions/0034).
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import stat
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from stillso.core import names
from stillso.core.values import dataclass
from stillso.storage.disk import files as disk_files

try:
    import fcntl
except ImportError:  # Windows: no rename takes the place of a link to a folder there
    fcntl = None  # type: ignore[assignment]

#: How long a tree that was replaced is kept at least; the last one stays until the next comes. Our choice: longer than
#: it takes to read a base.
GRACE_SECONDS = 60.0

_LOCK, _VERSION, _FILES = "lock", "version", "files"
_HOLDER = re.compile(r"\..+\.stillso")
_TREE = re.compile(r"[0-9]+-[0-9a-f]{8}")
_HALF = re.compile(r"(new|old|link)-[0-9a-f]{8}")


@dataclass(frozen=True, kw_only=True, slots=True)
class File:
    """A file of a tree: where it is to stand, what its bytes are known by, and when they were written."""

    path: str
    sha256: str
    size_bytes: int
    written_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Mount:
    """Where a tree is shown: the link, and the folder beside it that holds the trees."""

    link: Path
    holder: Path


class Unfit(Exception):
    """No tree can be shown there, or none can hold such a file; ``reason`` is a stable word, ``path`` what it is about.

    ``no-name``, ``no-parent``, ``inside``, ``store``, ``no-links``: the place. ``there``: something else stands there.
    ``nothing``: there is no tree. ``path``, ``clash``: a file that cannot be written, or not beside the others.
    """

    def __init__(self, reason: str, path: Path | str) -> None:
        super().__init__(f"{path}: {reason}")
        self.reason = reason
        self.path = str(path)


def at(folder: Path, store: Path | None = None) -> Mount:
    """The place that a name means. Raises Unfit where no tree may be shown: none over the files of the ``store``."""
    if fcntl is None:
        raise Unfit("no-links", folder)
    if folder.name in ("", "..") or "\0" in str(folder):
        raise Unfit("no-name", folder)
    if not folder.parent.is_dir():
        raise Unfit("no-parent", folder.parent)
    parent = folder.parent.resolve()
    if any(_HOLDER.fullmatch(part) for part in (*parent.parts, folder.name)):
        raise Unfit("inside", folder)
    if store is not None and disk_files.is_of(store, parent / folder.name):
        raise Unfit("store", folder)
    return Mount(link=parent / folder.name, holder=parent / f".{folder.name}.stillso")


def shown(mount: Mount) -> str | None:
    """The name of the tree that the link leads to; None when there is no link, or not one of ours."""
    try:
        holder, _, rest = os.readlink(mount.link).partition("/")
    except FileNotFoundError:
        return None
    except OSError as problem:
        if problem.errno == errno.EINVAL:  # it is no link
            return None
        raise
    tree, _, end = rest.partition("/")
    return tree if holder == mount.holder.name and _TREE.fullmatch(tree) and end == _FILES else None


def version(mount: Mount) -> Mapping[str, object] | None:
    """What the tree that is shown is, as it was written beside it; None when none is shown, or it does not read."""
    tree = shown(mount)
    if tree is None:
        return None
    try:
        found = json.loads(_bytes_of(mount.holder / tree / _VERSION))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


@contextmanager
def locked(mount: Mount) -> Iterator[None]:
    """Be the only one who writes, shows or takes away trees there; whoever comes later waits.

    What killed runs left is cleared up. Raises Unfit when the holder is not one that we made.
    """
    handle = _lock(mount)
    try:
        _clear_up(mount)
        try:
            yield
        finally:
            if not any(map(_TREE.fullmatch, os.listdir(mount.holder))):
                (mount.holder / _LOCK).unlink()
                with suppress(OSError):  # there is something in it that we did not make
                    mount.holder.rmdir()
    finally:
        os.close(handle)


def _lock(mount: Mount) -> int:
    while True:
        _make_holder(mount.holder)
        try:
            handle = os.open(mount.holder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        except FileNotFoundError:  # somebody took the empty holder away just now
            continue
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            if disk_files.identity(mount.holder / _LOCK) == _identity(handle):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)  # it was taken away while we waited for it


def _identity(handle: int) -> tuple[int, int]:
    there = os.fstat(handle)
    return there.st_dev, there.st_ino


def _make_holder(holder: Path) -> None:
    """Make the holder. Raises Unfit for one that others may write to: they could put their own files in its place."""
    with suppress(FileExistsError):
        _make_folder(holder)
    with suppress(FileNotFoundError):
        there = os.lstat(holder)
        is_own = stat.S_ISDIR(there.st_mode) and there.st_uid == os.geteuid() and not there.st_mode & 0o022
        if not is_own or _LOCK not in (os.listdir(holder) or [_LOCK]):
            raise Unfit("there", holder)


def _clear_up(mount: Mount) -> None:
    """Remove what is half made, and the trees that were replaced long ago; the last of these is kept."""
    now = shown(mount)
    replaced: list[tuple[float, str]] = []
    for name in os.listdir(mount.holder):
        if _HALF.fullmatch(name):
            _remove(mount.holder / name)
        elif _TREE.fullmatch(name) and name != now:
            replaced.append((os.lstat(mount.holder / name).st_mtime, name))
    for at, name in sorted(replaced, reverse=True)[1:]:
        if time.time() - at > GRACE_SECONDS:
            _take_tree(mount, name)


# --- showing -------------------------------------------------------------------------------------------------


def show(
    mount: Mount, number: int, version: Mapping[str, object], files: Sequence[File], text: Callable[[File], bytes]
) -> None:
    """Write a tree, and show it in the place of the one before. Call it while the place is ``locked``.

    ``text`` gives the bytes of a file where they are needed. Raises Unfit for a place where something else stands than
    a tree or an empty folder, and for files that no tree can hold, and OSError; then what was shown is shown still.
    """
    before = shown(mount)
    if before is None and os.path.lexists(mount.link) and not _is_empty_folder(mount.link):
        raise Unfit("there", mount.link)
    token = os.urandom(4).hex()
    made, link, tree = mount.holder / f"new-{token}", mount.holder / f"link-{token}", f"{number}-{token}"
    try:
        _make_link(f"{mount.holder.name}/{tree}/{_FILES}", link)
        _write(made, version, files, text, mount.holder / before / _FILES if before else None)
        made.rename(mount.holder / tree)
        if before is None:
            with suppress(FileNotFoundError):
                mount.link.rmdir()
        else:
            with suppress(FileNotFoundError):
                os.utime(mount.holder / before)  # from now on it counts as replaced
        link.replace(mount.link)
    finally:
        for half in (made, link):
            _remove(half)


def holds(mount: Mount, files: Sequence[File]) -> bool:
    """Whether the tree that is shown is exactly as it was made of these files: each name, kind, mode, date and byte."""
    tree = shown(mount)
    if tree is None:
        return False
    top = mount.holder / tree
    at = [_below(top / _FILES, file) for file in files]
    try:
        return (
            os.lstat(top / _VERSION).st_mode == stat.S_IFREG | 0o444
            and all(_is_folder_of(folder, names) for folder, names in _folders(top, at).items())
            and all(map(_is_same, at, files))
        )
    except OSError:
        return False


def _folders(top: Path, files: Sequence[bytes]) -> dict[bytes, set[bytes]]:
    """The folders of a tree, each with the names in it."""
    found = {os.fsencode(top): {os.fsencode(_VERSION), os.fsencode(_FILES)}, os.fsencode(top / _FILES): set[bytes]()}
    for file in files:
        folder, name = os.path.split(file)
        while folder not in found and name:  # without a name it is a root: such a path stands in no tree
            found[folder] = {name}
            folder, name = os.path.split(folder)
        found.setdefault(folder, set()).add(name)
    return found


def _is_folder_of(folder: bytes, names: set[bytes]) -> bool:
    return os.lstat(folder).st_mode == stat.S_IFDIR | 0o555 and set(os.listdir(folder)) == names


def _is_empty_folder(path: Path) -> bool:
    return stat.S_ISDIR(os.lstat(path).st_mode) and not os.listdir(path)


def _make_link(target: str, link: Path) -> None:
    try:
        os.symlink(target, link)
    except OSError as problem:
        if problem.errno in (errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP):
            raise Unfit("no-links", link.parent.parent) from problem
        raise


def _write(
    made: Path,
    version: Mapping[str, object],
    files: Sequence[File],
    text: Callable[[File], bytes],
    before: Path | None,
) -> None:
    """Write a tree with what it is; files that are the same in the tree ``before`` are taken over."""
    root = made / _FILES
    folders = {os.fsencode(made): None, os.fsencode(root): None}  # in the order of making
    for folder in folders:
        _make_folder(folder)
    for file in files:
        if names.path_problem(file.path):
            raise Unfit("path", file.path)
        at = _below(root, file)
        try:
            _make_folders(os.path.dirname(at), folders)
            if before is None or not _take_over(_below(before, file), at, file):
                _put(at, text(file), file.written_at)
        except (FileExistsError, NotADirectoryError) as problem:
            raise Unfit("clash", file.path) from problem
    _put(os.fsencode(made / _VERSION), json.dumps(version, ensure_ascii=False).encode() + b"\n", None)
    for folder in reversed(folders):
        os.chmod(folder, 0o555)


def _below(root: Path, file: File) -> bytes:
    """Where a file stands, as bytes: its name is UTF-8 whatever the locale says."""
    return os.path.join(os.fsencode(root), file.path.encode())


def _make_folders(folder: bytes, made: dict[bytes, None]) -> None:
    if folder not in made:
        _make_folders(os.path.dirname(folder), made)
        _make_folder(folder)
        made[folder] = None


def _make_folder(folder: Path | bytes) -> None:
    """A folder that only its owner enters, whatever the umask takes away."""
    os.mkdir(folder, 0o700)
    os.chmod(folder, 0o700)


def _put(at: bytes, data: bytes, written_at: datetime | None) -> None:
    handle = os.open(at, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with open(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fchmod(handle, 0o444)
        if written_at is not None:
            os.utime(handle, ns=(_nanoseconds(written_at),) * 2)


def _nanoseconds(at: datetime) -> int:
    return names.micros(at) * 1000


def _take_over(old: bytes, at: bytes, file: File) -> bool:
    """Link a file of the tree before; whether it was there, the same, and could be linked.

    What stands behind a link to a folder is not of that tree: somebody else can write to it.
    """
    folder = os.path.dirname(old)
    if os.path.realpath(folder) != folder or not _is_same(old, file):
        return False
    try:
        os.link(old, at, follow_symlinks=False)
    except OSError:  # a file system without hard links, or too many of them
        return False
    return True


def _is_same(old: bytes, file: File) -> bool:
    """Whether this is the file, byte for byte, with its date; somebody may have written to it all the same."""
    try:
        handle = os.open(old, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(handle, "rb") as found:
            there = os.fstat(handle)
            if there.st_mode != stat.S_IFREG | 0o444 or there.st_size != file.size_bytes:
                return False
            return there.st_mtime_ns == _nanoseconds(file.written_at) and names.digest(found.read()) == file.sha256
    except OSError:
        return False


def _bytes_of(path: Path) -> bytes:
    with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        return file.read()


# --- taking away ---------------------------------------------------------------------------------------------


def take_away(mount: Mount) -> None:
    """Take away the link and all trees, and nothing that we did not make. Raises Unfit where there is none."""
    if shown(mount) is None and not os.path.lexists(mount.holder):
        raise Unfit("nothing", mount.link)
    with locked(mount):
        if shown(mount) is not None:
            mount.link.unlink()
        for name in os.listdir(mount.holder):
            if _TREE.fullmatch(name):
                _take_tree(mount, name)


def _take_tree(mount: Mount, name: str) -> None:
    """Remove a tree; one that is half removed does not look like a tree."""
    half = mount.holder / f"old-{name.rpartition('-')[2]}"
    (mount.holder / name).rename(half)
    _remove(half)


def _remove(path: Path) -> None:
    """Remove a link, or a folder and what is in it, where it is there."""
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISDIR(mode):
        path.unlink()
        return
    _open_up(path)
    shutil.rmtree(path)


def _open_up(folder: str | Path) -> None:
    """Let files be taken out of a folder and those below it, which their modes forbid."""
    os.chmod(folder, 0o700)
    with os.scandir(folder) as entries:
        below = [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
    for each in below:
        _open_up(each)
