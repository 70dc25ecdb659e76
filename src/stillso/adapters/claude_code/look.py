"""What a memory folder has lost: each memory with its age, its condition, and the user's own sentence, found again.

Reads the folder, its index, the transcripts of the project and the prompt history, and changes nothing. What is found
is a value that others can use: ``Look`` holds a ``Looked`` for each memory, with its suggestion.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from stillso.adapters.claude_code import transcripts
from stillso.adapters.claude_code.memory_folder import (
    INDEX,
    IndexLine,
    MemoryFile,
    MemoryFolder,
    Project,
    is_key_of,
    read_folder,
)
from stillso.adapters.claude_code.suggestions import DENIES, Heard, Suggestion
from stillso.adapters.claude_code.transcripts import Count, Typed, Wrote
from stillso.core import policy, records
from stillso.core.clauses import clauses, sentences
from stillso.core.conditions import condition_of
from stillso.core.meanings import meanings_of
from stillso.core.names import micros
from stillso.core.values import dataclass
from stillso.core.vocabulary import plain

#: From this age on a memory is counted as old. Our choice: twice what a rule may go unconfirmed.
OLD = 2 * (policy.TYPES["feedback"] or timedelta())

#: From how many days on the client tells a model how old a memory is. Seen in version 2.1.328, 2026-11-30.
CLIENT_TELLS_DAYS = 2

#: Told how much of how many bytes is read.
Progress: TypeAlias = Callable[[int, int], None]


class State(StrEnum):
    """What became of the condition under which a memory was said, the worst first."""

    LOST = "lost"
    FILE_ONLY = "file-only"
    KEPT = "kept"
    UNCONDITIONAL = "unconditional"


@dataclass(frozen=True, kw_only=True, slots=True)
class Looked:
    """One memory as it was found.

    ``age_days`` counts from ``file.dated_at``, ``client_days`` from the date of the file, as the client does; it shows
    that only when it is not None. ``condition`` is the user's, else the file's own; ``line`` the index line, ``listed``
    whether there is one, ``loaded`` whether the client shows it.
    """

    file: MemoryFile
    age_days: int
    client_days: int | None
    condition: str | None
    state: State
    line: IndexLine | None
    suggestion: Suggestion | None

    @property
    def loaded(self) -> bool:
        """Whether an agent that starts is shown its line."""
        return self.line is not None and self.line.loaded


@dataclass(frozen=True, kw_only=True, slots=True)
class Unreadable:
    """A file of transcripts that gave nothing, or could not be opened: ``lines`` is 0 then."""

    path: Path
    lines: int
    reason: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """A memory folder as it was found, the memories in the order in which they need a person.

    ``missing`` says that there is no folder; ``counts`` what the lines of its transcripts were; ``odd`` the transcripts
    that were not understood. ``heard`` is how many typed messages were searched.
    """

    project: Project
    missing: bool
    memories: tuple[Looked, ...]
    folder: MemoryFolder | None
    transcripts: int
    heard: int
    counts: dict[Count, int]
    odd: tuple[Unreadable, ...]

    @property
    def old(self) -> int:
        """How many memories are older than ``OLD``."""
        return sum(each.age_days > OLD.days for each in self.memories)

    @property
    def found(self) -> int:
        """For how many the user's own sentence was found."""
        return sum(each.suggestion is not None for each in self.memories)

    def having(self, *states: State) -> int:
        """How many memories are in one of these states."""
        return sum(each.state in states for each in self.memories)

    @property
    def cut_off(self) -> tuple[IndexLine, ...]:
        """The lines of the index that no agent is shown."""
        return tuple(line for line in (self.folder.index if self.folder else None) or () if not line.loaded)

    @property
    def unlisted(self) -> tuple[str, ...]:
        """The files that the index does not name."""
        return tuple(each.file.file for each in self.memories if each.line is None)

    @property
    def worst(self) -> Looked | None:
        """The first memory whose words were found: one that lost its condition, if there is one. None without any."""
        found = [each for each in self.memories if each.suggestion is not None]
        return found[0] if found else None


def look(project: Project, config: Path, now: datetime, progress: Progress | None = None) -> Look:
    """What the memory folder of a project has lost. Raises OSError where the folder cannot be listed."""
    try:
        folder = read_folder(project.folder)
    except (FileNotFoundError, NotADirectoryError):
        return _nothing(project)
    reading = _Reading(project, folder, config, progress)
    heard = Heard(reading.messages, reading.writes)
    lines = {line.file: line for line in folder.index or ()}
    memories = [_looked(file, lines.get(file.file), heard, now) for file in folder.files]
    order = list(State)
    memories.sort(key=lambda each: (order.index(each.state), each.suggestion is None, -each.age_days, each.file.file))
    return Look(
        project=project,
        missing=False,
        memories=tuple(memories),
        folder=folder,
        transcripts=reading.files,
        heard=len(reading.messages),
        counts=dict(reading.counts),
        odd=tuple(reading.odd),
    )


def _nothing(project: Project) -> Look:
    return Look(project=project, missing=True, memories=(), folder=None, transcripts=0, heard=0, counts={}, odd=())


# --- one memory ----------------------------------------------------------------------------------------------


def _looked(file: MemoryFile, line: IndexLine | None, heard: Heard, now: datetime) -> Looked:
    suggestion = heard.suggest(file)
    own = _own_condition(file)
    said = suggestion.condition if suggestion else None
    condition = said or own
    text = f"{file.description or ''}\n{file.body}"
    if condition is None:
        state = State.UNCONDITIONAL
    elif line is not None and (_conditions(line.text) or _shows(line.text, condition)):
        state = State.KEPT
    else:
        state = State.FILE_ONLY if own or _shows(text, condition) else State.LOST
    days = (now - file.changed_at) // timedelta(days=1)
    return Looked(
        file=file,
        age_days=max(0, (now - file.dated_at) // timedelta(days=1)),
        client_days=days if days >= CLIENT_TELLS_DAYS else None,
        condition=condition,
        state=state,
        line=line,
        suggestion=suggestion,
    )


def _own_condition(file: MemoryFile) -> str | None:
    """The first condition that a memory itself sets."""
    return next(iter([*_conditions(file.description or ""), *_conditions(file.body)]), None)


def _conditions(text: str) -> list[str]:
    return [found for span in sentences(text) if (found := condition_of(text, *span))]


def _shows(text: str, condition: str) -> bool:
    """Whether a text has at least half of what a condition speaks of, its orders left out."""
    spans = [span for sentence in sentences(condition) for span in clauses(condition, sentence)]
    said = [condition[span.start : span.end] for span in spans]
    wanted = {meaning for each in said if plain(each) not in DENIES for meaning in meanings_of(each)}
    return bool(wanted) and 2 * len(wanted & set(meanings_of(text))) >= len(wanted)


def entry_of(looked: Looked, person: str) -> records.Entry:
    """The memory as a record's line would show it, once the person said that the words are theirs.

    Its limit is that of its type; it counts as confirmed when the words were typed, else when the file was dated.
    """
    file, suggestion = looked.file, looked.suggestion
    said_at = (suggestion.message.at if suggestion else None) or file.dated_at
    kind = file.type if file.type in policy.TYPES else policy.DEFAULT_TYPE
    limit = policy.TYPES[kind]
    due_at = micros(said_at + limit) if looked.condition and limit else None
    return records.Entry(
        space="",
        key=1,
        revision=1,
        no=1,
        version=1,
        type=kind,
        scope=None,
        audience=policy.AUDIENCES[0],
        content=file.rule,
        condition=looked.condition,
        until=None,
        quote=suggestion.sentence if suggestion else None,
        source=(records.Source.STATED if suggestion else records.Source.OWNER).value,
        said_by=person,
        written_by=person,
        said_at=micros(said_at),
        created_at=micros(said_at),
        confirmed_at=micros(said_at),
        due_at=due_at,
        depth=0,
        rank=0,
    )


# --- reading what was typed ----------------------------------------------------------------------------------


class _Reading:
    """Everything that was typed in a project, read once: the transcripts named as origin, the others, the history."""

    def __init__(self, project: Project, folder: MemoryFolder, config: Path, progress: Progress | None) -> None:
        self.messages: list[Typed] = []
        self.writes: list[Wrote] = []
        self.counts: Counter[Count] = Counter()
        self.odd: list[Unreadable] = []
        self._project = project
        self._folder = folder.path.name
        own = [path for each in project.transcripts for path in self._transcripts_in(each)]
        sessions = {each.session for each in folder.files if each.session} - {each.stem for each in own}
        paths = own + [path for each in sorted(sessions) if (path := _origin(config, each))]
        history = config / "history.jsonl"
        self.files = len(paths)
        self._done = 0
        self._total = sum(_size(path) for path in [*paths, history])
        self._progress = progress
        for path in paths:
            self._read(path, self._transcript)
        if history.is_file():
            self._read(history, self._history)

    def _transcripts_in(self, folder: Path) -> list[Path]:
        try:
            return transcripts.transcripts_in(folder)
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as problem:
            self.odd.append(Unreadable(path=folder, lines=0, reason=problem.strerror))
            return []

    def _read(self, path: Path, take: Callable[[Path, Counter[Count]], None]) -> None:
        counts: Counter[Count] = Counter()
        try:
            take(path, counts)
        except OSError as problem:
            self.odd.append(Unreadable(path=path, lines=0, reason=problem.strerror))
        self.counts.update(counts)
        known = counts[Count.TYPED] + counts[Count.OTHER]
        if counts[Count.LINES] and not known:
            self.odd.append(Unreadable(path=path, lines=counts[Count.LINES]))

    def _transcript(self, path: Path, counts: Counter[Count]) -> None:
        for found in transcripts.read_transcript(path, self._folder, counts, self._told):
            if isinstance(found, Typed):
                self.messages.append(found)
            elif file := _below(found.file, self._folder):
                self.writes.append(
                    Wrote(file=file, at=found.at, session=found.session, path=found.path, line=found.line)
                )

    def _history(self, path: Path, counts: Counter[Count]) -> None:
        """What the history adds: messages of this project whose transcript is gone."""
        known = {_bare(each.text) for each in self.messages}
        sessions = {each.session for each in self.messages} | {each.session for each in self.writes}
        for found in transcripts.read_history(path, counts, self._told):
            ours = self._is_ours(found.project) or (found.session is not None and found.session in sessions)
            if ours and _bare(found.text) not in known:
                self.messages.append(found)

    def _is_ours(self, place: str | None) -> bool:
        root = self._project.root
        if place is None or root is None:
            return place is not None and is_key_of(self._project.folder.parent.name, place)
        return place == root or place.startswith(root.rstrip(os.sep) + os.sep)

    def _told(self, count: int) -> None:
        self._done += count
        if self._progress:
            self._progress(min(self._done, self._total), self._total)


def _bare(text: str) -> str:
    return "".join(text.split())


def _origin(config: Path, session: str) -> Path | None:
    """The transcript of a session, in whichever folder it was written."""
    if "/" in session or os.sep in session or session.startswith("."):
        return None
    return next((each for each in sorted((config / "projects").glob(f"*/{session}.jsonl")) if each.is_file()), None)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _below(path: str, folder: str) -> str | None:
    """A path below the memory folder, from what a call names; None outside and for the index."""
    parts = PurePosixPath(path.replace("\\", "/")).parts
    if folder not in parts:
        return None
    at = len(parts) - 1 - parts[::-1].index(folder)
    return "/".join(parts[at + 1 :]) if parts[-1] != INDEX else None
