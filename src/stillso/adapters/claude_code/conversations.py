"""Everything that was typed in a project: in the transcripts that its memories name, in the others, in the history.

Each file is read once, as a stream; what cannot be read is noted with its reason and stops nothing.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from stillso.adapters.claude_code import transcripts
from stillso.adapters.claude_code.memory_folder import MemoryFolder, read_folder
from stillso.adapters.claude_code.projects import INDEX, Project, is_key_of
from stillso.adapters.claude_code.transcripts import Count, Typed, Wrote
from stillso.core.values import dataclass, replace

#: Of less nobody waits for the end. Our choice.
TOLD_FROM_BYTES = 32_000_000

#: Told how much of how many bytes is read.
Progress: TypeAlias = Callable[[int, int], None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Unreadable:
    """A file of transcripts that gave nothing, or could not be opened: ``lines`` is 0 then."""

    path: Path
    lines: int
    reason: str | None = None


class Meter:
    """How much of all that is to be read is read."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._done = self._total = 0

    def add(self, path: Path) -> None:
        """One more file to read."""
        with suppress(OSError):  # told when it is opened
            self._total += path.stat().st_size

    def told(self, count: int) -> None:
        """So many bytes more are read."""
        self._done += count
        if self._progress and self._total >= TOLD_FROM_BYTES:
            self._progress(min(self._done, self._total), self._total)


class History:
    """The prompt history, which all projects share."""

    def __init__(self, config: Path, meter: Meter) -> None:
        self._path = config / "history.jsonl"
        self._meter = meter
        self.messages: list[Typed] = []
        self.counts: Counter[Count] = Counter()
        self.odd: list[Unreadable] = []
        meter.add(self._path)

    def read(self) -> None:
        """Read it once; a home without one has none."""
        if self._path.is_file():
            with _noting(self._path, self.counts, self.odd):
                self.messages += transcripts.read_history(self._path, self.counts, self._meter.told)


class Conversations:
    """What was typed in a project: in the transcripts that its memories name, in the others, and in the history."""

    def __init__(self, project: Project, config: Path, history: History, meter: Meter) -> None:
        self.project = project
        self.folder: MemoryFolder | None = None
        self.closed: str | None = None
        self.messages: list[Typed] = []
        self.writes: list[Wrote] = []
        self.counts: Counter[Count] = Counter()
        self.odd: list[Unreadable] = []
        self.paths: list[Path] = []
        self._history = history
        self._meter = meter
        try:
            self.folder = read_folder(project.folder)
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as problem:
            self.closed = problem.strerror or str(problem)
            return
        own = [path for each in project.transcripts for path in self._transcripts_in(each)]
        wanted = {each.session for each in self.folder.files if each.session} - {each.stem for each in own}
        self.paths = own + _origins(config, wanted)
        for path in self.paths:
            meter.add(path)

    def read(self) -> None:
        """Read all of it, the history last: it adds what no transcript has any more."""
        for path in self.paths:
            counts: Counter[Count] = Counter()
            with _noting(path, counts, self.odd):
                self._read(path, counts)
            self.counts.update(counts)
        known = {_bare(each.text) for each in self.messages}
        files = self.folder.files if self.folder else ()
        sessions = {each.session for each in self.messages} | {each.session for each in files}
        self.messages += [
            each
            for each in self._history.messages
            if ((each.session and each.session in sessions) or self._is_ours(each.project))
            and _bare(each.text) not in known
        ]
        self.counts.update(self._history.counts)
        self.odd += self._history.odd

    def _transcripts_in(self, folder: Path) -> list[Path]:
        try:
            return transcripts.transcripts_in(folder)
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as problem:
            self.odd.append(Unreadable(path=folder, lines=0, reason=problem.strerror))
            return []

    def _read(self, path: Path, counts: Counter[Count]) -> None:
        name = self.project.folder.name
        for found in transcripts.read_transcript(path, name, counts, self._meter.told):
            if isinstance(found, Typed):
                self.messages.append(found)
            elif file := _below(found.file, name):
                self.writes.append(replace(found, file=file))

    def _is_ours(self, place: str | None) -> bool:
        project = self.project
        if place is None:
            return False
        if project.root is None:
            return is_key_of(project.folder.parent.name, place)
        roots = (project.root, *project.trees)
        return place in roots or place.startswith(tuple(root.rstrip(os.sep) + os.sep for root in roots))


@contextmanager
def _noting(path: Path, counts: Counter[Count], odd: list[Unreadable]) -> Iterator[None]:
    """Notes a file that cannot be read, and one of whose lines none was understood."""
    try:
        yield
    except OSError as problem:
        odd.append(Unreadable(path=path, lines=0, reason=problem.strerror))
    if counts[Count.LINES] and not counts[Count.TYPED] + counts[Count.OTHER]:
        odd.append(Unreadable(path=path, lines=counts[Count.LINES]))


def _bare(text: str) -> str:
    return "".join(text.split())


def _origins(config: Path, sessions: set[str]) -> list[Path]:
    """The transcripts of these sessions, in whichever folder they were written; some may be gone."""
    if not sessions:
        return []
    return sorted(each for each in (config / "projects").glob("*/*.jsonl") if each.stem in sessions and each.is_file())


def _below(path: str, folder: str) -> str | None:
    """A path below the memory folder, from what a call names; None outside and for the index."""
    parts = PurePosixPath(path.replace("\\", "/")).parts
    if folder not in parts:
        return None
    at = len(parts) - 1 - parts[::-1].index(folder)
    return "/".join(parts[at + 1 :]) if parts[-1] != INDEX else None
