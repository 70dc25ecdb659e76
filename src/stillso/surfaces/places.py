"""Where a command runs: the repository of a folder, and where a person's store is by default.

A repository has one base, wherever in it somebody stands, also in a linked work tree.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

#: A pointer of Git holds a path; more of a file is not read. Our choice: no path is that long.
_POINTER_BYTES = 64 * 1024


def repository_of(start: Path) -> Path:
    """The main work tree of the repository that a folder is in; the folder itself outside any repository."""
    root = next((folder for folder in (start, *start.parents) if os.path.exists(folder / ".git")), start)
    return _main_tree(root / ".git") or root


def _main_tree(pointer: Path) -> Path | None:
    """The main work tree that a linked one belongs to; None where ``.git`` leads to no other.

    In a linked tree ``.git`` is a file that names its folder below ``worktrees`` of the shared one, and that folder
    points back; a pointer without an answer is somebody else's claim. Source: gitrepository-layout(5), 2026-11-30.
    """
    try:
        key, _, rest = _line(pointer).partition(":")
        own = (pointer.parent / rest.strip()).resolve()
        shared, back = ((own / _line(own / name)).resolve() for name in ("commondir", "gitdir"))
    except (OSError, RuntimeError, ValueError):
        return None  # a folder, as in a main work tree; or a file that Git did not write
    if key != "gitdir" or own.parent != shared / "worktrees" or back != pointer.resolve():
        return None
    return shared.parent if shared.name == ".git" else shared


def _line(path: Path) -> str:
    """What a short file says. Raises OSError also where it is none: a pipe would be waited for."""
    if not path.is_file():
        raise OSError(f"{path} is no file")
    with path.open("rb") as opened:
        return os.fsdecode(opened.read(_POINTER_BYTES)).strip()


def text_of(path: Path | str) -> str:
    """A path as text; bytes that are no UTF-8 stand as ``\\xe9``, so that different folders stay different."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def data_folder() -> Path:
    """Where a person's store is by default: the platform's folder for a program's data.

    Raises RuntimeError where nobody knows the person's home.
    """
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "stillso"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "stillso"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "stillso"
