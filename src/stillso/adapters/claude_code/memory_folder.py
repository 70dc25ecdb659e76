"""The auto memory folder of Claude Code: the files in it, and which lines of its index are loaded.

Only reading lives here: where it is stands in ``projects``, what a file has lost in ``look``. A file is never dropped:
what is odd about it is a note beside it. Each rule on the client says when it was seen.
"""

from __future__ import annotations

import os
import stat
from bisect import bisect_left
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from urllib.parse import unquote

from stillso.adapters.claude_code.projects import INDEX
from stillso.core import frontmatter, late
from stillso.core.frontmatter import Keys, Value
from stillso.core.names import moment
from stillso.core.values import dataclass, field
from stillso.errors import Misuse

#: What the client loads of the index: whole lines, counted without front matter and comments, in the units of its own
#: strings. Seen in version 2.1.328, 2026-11-30.
INDEX_LINES = 200
INDEX_CHARS = 25_000

#: More of a memory file is not read. Our choice: a memory is a page, and the client loads no more of one at a time.
FILE_BYTES = 256 * 1024
INDEX_BYTES = 4 * 1024 * 1024

# --- files ---------------------------------------------------------------------------------------------------


class Oddity(StrEnum):
    """What is odd about a file and was no reason to leave it out."""

    FRONT_MATTER = "front-matter"
    NO_FRONT_MATTER = "no-front-matter"
    NOT_UTF8 = "not-utf8"
    CUT = "cut"
    LINK = "link"
    BAD_DATE = "bad-date"


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryFile:
    """One memory as its file has it; ``file`` is its path below the folder.

    ``modified_at`` is what the client noted, None without; ``changed_at`` is the date of the file. ``session`` is the
    one that wrote it first.
    """

    file: str
    name: str
    description: str | None
    type: str | None
    body: str
    session: str | None
    modified_at: datetime | None
    changed_at: datetime
    oddities: tuple[Oddity, ...] = ()
    problem: str | None = None

    @property
    def dated_at(self) -> datetime:
        """From when its age counts: what the client noted, else the date of the file."""
        return self.modified_at or self.changed_at

    @property
    def rule(self) -> str:
        """What it says in one line: the description, else the first line of its text."""
        first = next((line.strip("# \t") for line in self.body.splitlines() if line.strip("# \t")), "")
        return " ".join((self.description or first or self.name).split())


@dataclass(frozen=True, kw_only=True, slots=True)
class IndexLine:
    """A line of the index that names a file; ``no`` counts from 1, ``loaded`` says whether the client shows it."""

    no: int
    text: str
    title: str
    file: str
    loaded: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryFolder:
    """What a memory folder holds. ``index`` is None where there is no index; ``lines`` and ``chars`` are its size."""

    path: Path
    files: tuple[MemoryFile, ...]
    index: tuple[IndexLine, ...] | None
    lines: int = 0
    chars: int = 0
    unread: tuple[str, ...] = field(default_factory=tuple)


def read_folder(path: Path) -> MemoryFolder:
    """The memories of a folder, by their paths, and its index.

    Raises OSError where the folder itself cannot be listed. Folders that are links are not entered.
    """
    files: list[MemoryFile] = []
    unread: list[str] = []
    faults: list[OSError] = []
    for place, folders, names in os.walk(path, onerror=faults.append):
        folders.sort()
        for name in sorted(names):
            own = os.path.relpath(os.path.join(place, name), path).replace(os.sep, "/")
            if name.endswith(".md") and name != INDEX:
                found = _read_file(path, own)
                files += [found] if found else []
                unread += [] if found else [own]
    if faults and Path(str(faults[0].filename)) == path:
        raise faults[0]
    unread += [os.path.relpath(str(fault.filename), path) for fault in faults]
    unread += [INDEX] * (os.path.lexists(path / INDEX) and not os.access(path / INDEX, os.R_OK))
    index, lines, chars = _read_index(path / INDEX)
    files.sort(key=lambda each: each.file)
    return MemoryFolder(path=path, files=tuple(files), index=index, lines=lines, chars=chars, unread=tuple(unread))


def _read_file(folder: Path, file: str) -> MemoryFile | None:
    """A memory, None where its file is none (a pipe) or cannot be read."""
    path = folder / file
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return None
        with path.open("rb") as opened:
            content = opened.read(FILE_BYTES + 1)
        linked = path.is_symlink()
    except OSError:
        return None
    oddities = [Oddity.CUT] * (len(content) > FILE_BYTES) + [Oddity.LINK] * linked
    try:
        text = content[:FILE_BYTES].decode("utf-8")
    except UnicodeDecodeError:
        text = content[:FILE_BYTES].decode("utf-8", "replace")
        oddities += [] if len(content) > FILE_BYTES else [Oddity.NOT_UTF8]
    return _memory(file, text, datetime.fromtimestamp(status.st_mtime, UTC), oddities)


def _memory(file: str, text: str, changed_at: datetime, oddities: list[Oddity]) -> MemoryFile:
    document = frontmatter.parse(text.replace("\r\n", "\n"))
    metadata = document.keys.get("metadata")
    inner: Keys = metadata if isinstance(metadata, dict) else {}
    keys = {**document.keys, **inner}
    if document.problem:
        oddities.append(Oddity.FRONT_MATTER)
    elif not document.keys:
        oddities.append(Oddity.NO_FRONT_MATTER)
    stated = _word(keys.get("modified"))
    modified_at = _moment(stated)
    if stated and modified_at is None:
        oddities.append(Oddity.BAD_DATE)
    return MemoryFile(
        file=file,
        name=_word(document.keys.get("name")) or Path(file).stem,
        description=_word(document.keys.get("description")),
        type=_word(keys.get("type")),
        body=document.body.strip(),
        session=_word(keys.get("originSessionId")),
        modified_at=modified_at,
        changed_at=changed_at,
        oddities=tuple(oddities),
        problem=document.problem,
    )


def _word(value: Value) -> str | None:
    return value.strip() or None if isinstance(value, str) else None


def _moment(text: str | None) -> datetime | None:
    try:
        return moment(text) if text else None
    except Misuse:
        return None


# --- the index -----------------------------------------------------------------------------------------------

_LINK = late.pattern(
    r"\[(?P<title>(?:[^\[\]]|\[[^\[\]]*\])+)\]\(<?(?P<file>[^()<>]+?\.md)>?\)|\[\[(?P<name>[^\[\]]+)\]\]"
)


def _read_index(path: Path) -> tuple[tuple[IndexLine, ...] | None, int, int]:
    try:
        if not path.is_file():
            return None, 0, 0
        with path.open("rb") as opened:
            text = opened.read(INDEX_BYTES).decode("utf-8", "replace").replace("\r\n", "\n")
    except OSError:
        return None, 0, 0  # told among what could not be read
    lines = index_lines(text)
    counted = _counted(text)
    return lines, len(counted), sum(_units(line) + 1 for _, line in counted) - bool(counted)


def index_lines(text: str) -> tuple[IndexLine, ...]:
    """The lines of an index that name files, in order, each with whether the client loads it."""
    found: list[IndexLine] = []
    room = INDEX_CHARS
    for at, (no, line) in enumerate(_counted(text)):
        # Once a line does not fit, none after it is loaded.
        room = room - _units(line) if room >= _units(line) else -1
        loaded = at < INDEX_LINES and room >= 0
        room -= 1
        if link := _LINK.search(line):
            file = unquote(link["file"]) if link["file"] else f"{link['name']}.md"
            title = link["title"] or link["name"]
            found.append(IndexLine(no=no, text=line.strip(), title=title, file=file.removeprefix("./"), loaded=loaded))
    return tuple(found)


def _counted(text: str) -> list[tuple[int, str]]:
    """The lines of an index that the client counts, with their numbers in the file: no front matter, no comments."""
    lines = list(enumerate(text.removeprefix("\ufeff").split("\n"), 1))
    if lines[0][1].rstrip() == "---":
        fences = [at for at, (_, line) in enumerate(lines) if line.rstrip() == "---"]
        lines = lines[fences[1] + 1 :] if len(fences) > 1 else lines
    ends = [at for at, (_, line) in enumerate(lines) if line.rstrip().endswith("-->")]
    kept: list[tuple[int, str]] = []
    at = 0
    while at < len(lines):
        end = bisect_left(ends, at)
        if lines[at][1].lstrip().startswith("<!--") and end < len(ends):
            at = ends[end] + 1
            continue
        kept.append(lines[at])
        at += 1
    while kept and not kept[-1][1].strip():
        kept.pop()
    first = next((at for at, (_, line) in enumerate(kept) if line.strip()), 0)
    return kept[first:]


def _units(text: str) -> int:
    """The length of a text in the units of the client's strings."""
    return len(text) + sum(char > "\uffff" for char in text)
