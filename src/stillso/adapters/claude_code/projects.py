"""Where Claude Code keeps what belongs to a project: its memory folder and its transcripts.

Nothing here reads the environment, the home folder or the clock: ``Client`` has what they say. What the client does is
its own affair and may change; each rule says when it was seen.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

from stillso.core import late
from stillso.core.values import dataclass

INDEX = "MEMORY.md"

#: How long the name of a project's folder is, before a hash follows. Seen in version 2.1.328, 2026-11-30.
KEY_CHARS = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class Client:
    """Where a person's Claude Code keeps its files.

    ``config`` is its folder; ``memory`` replaces the memory folder, ``remote`` the folder that holds ``projects`` for
    memory, ``key`` the name of the project's folder; ``managed`` is the settings file of the machine's administrator.
    """

    home: Path
    config: Path
    memory: Path | None = None
    remote: Path | None = None
    key: str | None = None
    managed: Path | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Project:
    """A project with its memory folder, which may not exist, and the folders with its transcripts, the own one first.

    ``root`` is None where only the folder is known; ``trees`` are linked work trees; ``set_by`` is the settings file
    that moved the folder.
    """

    folder: Path
    root: str | None
    transcripts: tuple[Path, ...]
    trees: tuple[str, ...] = ()
    set_by: Path | None = None


_NOT_IN_KEY = late.pattern("[^A-Za-z0-9]")


def key_of(path: str) -> str:
    """The name of a path's folder under ``projects``: a hyphen for whatever is no ASCII letter or digit.

    Different paths may have one key. One longer than ``KEY_CHARS`` ends with a hyphen here, where the client puts a
    hash of its own. A character outside the basic plane counts two, as in the client's strings.
    """
    key = _NOT_IN_KEY.sub(lambda char: "--" if char[0] > "\uffff" else "-", path)
    return key if len(key) <= KEY_CHARS else key[:KEY_CHARS] + "-"


def project_at(client: Client, root: Path, trees: tuple[Path, ...] = ()) -> Project:
    """The project with this root: the main work tree of a repository; ``trees`` are the linked ones.

    Order: the client's override, ``autoMemoryDirectory`` of the administrator, the project and the person, the default.
    A project's own setting counts as if its folder were trusted. Seen in version 2.1.328, 2026-11-30.
    """
    base = (client.remote or client.config) / "projects"
    set_by, folder = None, client.memory
    if folder is None:
        set_by, folder = _setting(client, root)
    if folder is None:
        folder = _kept(base, client.key or key_of(str(root))) / "memory"
    linked = tuple(map(str, trees))
    transcripts = _transcript_folders(client, [str(root), *linked])
    return Project(folder=folder, root=str(root), transcripts=transcripts, trees=linked, set_by=set_by)


def project_of(client: Client, folder: Path) -> Project:
    """The project of a memory folder that is given by itself.

    Where it was worked on is told by the transcripts beside it; the root stays None where none tells.
    """
    beside = folder.parent
    if beside.parent.name != "projects":
        return Project(folder=folder, root=None, transcripts=())
    root = next((cwd for cwd in _places(beside) if is_key_of(beside.name, cwd)), None)
    if root is None:
        return Project(folder=folder, root=None, transcripts=(beside,))
    trees = tuple(map(str, linked_trees(Path(root))))
    folders = dict.fromkeys((beside, *_transcript_folders(client, [root, *trees])))
    return Project(folder=folder, root=root, transcripts=tuple(folders), trees=trees)


def is_key_of(key: str, path: str) -> bool:
    """Whether this is the name of a path's folder; of a long path only its beginning is compared."""
    wanted = key_of(path)
    return key == wanted or (len(wanted) > KEY_CHARS and key.startswith(wanted))


def every_project(client: Client) -> list[Project]:
    """Every project in the config folder that has a memory folder, by its name; may be empty."""
    base = (client.remote or client.config) / "projects"
    found = sorted(each for each in _folders(base) if (each / "memory").is_dir())
    return [project_of(client, each / "memory") for each in found]


def memory_folder_at(path: Path) -> Path | None:
    """The memory folder that a path names, by itself or by the client's folder for its project; None for a project."""
    if os.path.lexists(path / ".git"):
        return None
    if (path / INDEX).is_file() or path.name == "memory":
        return path
    return path / "memory" if path.parent.name == "projects" and (path / "memory").is_dir() else None


def linked_trees(root: Path) -> tuple[Path, ...]:
    """The linked work trees of a repository, as Git notes them; may be empty."""
    pointers = sorted((root / ".git" / "worktrees").glob("*/gitdir"))
    return tuple(Path(text).parent for each in pointers if (text := _text(each).strip()))


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "surrogateescape") if path.is_file() else ""
    except OSError:
        return ""  # gone or not ours to read: then it names nothing


def _setting(client: Client, root: Path) -> tuple[Path | None, Path | None]:
    """The settings file that names a memory folder, and the folder."""
    own = root / ".claude"
    files = (client.managed, own / "settings.local.json", own / "settings.json", client.config / "settings.json")
    for file in files:
        try:
            settings = json.loads(_text(file)) if file is not None else None
        except (ValueError, RecursionError):
            continue  # the client reads nothing from it either
        named = settings.get("autoMemoryDirectory") if isinstance(settings, dict) else None
        if not isinstance(named, str) or "\0" in named:
            continue
        if named.startswith("~/"):
            return file, client.home / named[2:]
        if Path(named).is_absolute():
            return file, Path(named)
    return None, None


def _folders(base: Path) -> list[Path]:
    try:
        return [base / name for name in os.listdir(base) if (base / name).is_dir()]
    except (FileNotFoundError, NotADirectoryError):
        return []


def _kept(base: Path, key: str) -> Path:
    """The folder of a key; of a long one that which begins with it, if there is only one."""
    if len(key) <= KEY_CHARS:
        return base / key
    found = [each for each in _folders(base) if each.name.startswith(key)]
    return found[0] if len(found) == 1 else base / key


def _transcript_folders(client: Client, roots: list[str]) -> tuple[Path, ...]:
    """The folders with transcripts of these work trees and of folders below them.

    ``/a/shop`` and ``/a/shop-web`` begin alike as keys, so one that goes on is looked at: its transcripts name where
    they were written.
    """
    base = client.config / "projects"
    own = [_kept(base, key_of(root)) for root in roots]
    keys = tuple(key_of(root)[:KEY_CHARS] + "-" for root in roots)
    below = tuple(root.rstrip(os.sep) + os.sep for root in roots)
    others = sorted(each for each in _folders(base) if each.name.startswith(keys) and each not in own)
    near = [each for each in others if any(cwd.startswith(below) for cwd in _places(each))]
    return tuple(dict.fromkeys([*(each for each in own if each.is_dir()), *near]))


_CWD = re.compile(rb'"cwd"\s*:\s*("(?:[^"\\]|\\.)*")')
#: How many transcripts of a folder are asked for the place where they were written, and how much of each is read.
_ASKED = 5
_HEAD_BYTES = 256 * 1024


def _places(folder: Path) -> Iterator[str]:
    """Where the transcripts of a folder say that they were written; several may share one key."""
    for file in sorted(folder.glob("*.jsonl"))[:_ASKED]:
        if not file.is_file():
            continue
        try:
            with file.open("rb") as opened:
                found = dict.fromkeys(_CWD.findall(opened.read(_HEAD_BYTES)))
        except OSError:
            continue  # told when the transcript itself is read
        for each in found:
            try:
                yield str(json.loads(each))
            except ValueError:
                continue
