"""What a memory folder has lost: each memory with its age, its condition, and the user's own sentence, found again.

Reads the folder, its index, the transcripts of the project and the prompt history, and changes nothing. What is found
is a value that others can use: ``Look`` holds a ``Looked`` for each memory, with its suggestion.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path

from stillso.adapters.claude_code.conversations import Conversations, History, Meter, Progress, Unreadable
from stillso.adapters.claude_code.memory_folder import IndexLine, MemoryFile, MemoryFolder
from stillso.adapters.claude_code.projects import Project
from stillso.adapters.claude_code.suggestions import Suggestion, Utterances
from stillso.adapters.claude_code.transcripts import Count
from stillso.core import escapes, guards, policy, records
from stillso.core.clauses import sentences
from stillso.core.conditions import condition_of
from stillso.core.meanings import meanings_of
from stillso.core.names import micros
from stillso.core.values import dataclass

#: From this age on a memory is counted as old. Our choice: twice what a rule may go unconfirmed.
OLD = 2 * (policy.TYPES["feedback"] or timedelta())

#: From how many days on the client tells a model how old a memory is. Seen in version 2.1.328, 2026-11-30.
CLIENT_TELLS_DAYS = 2

#: Meanings that tell of a state that passes. Our choice.
_STATES = frozenset("unstable broken freeze vacation temporary outage incident audit holiday slow expire".split())


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
    def is_dated_otherwise(self) -> bool:
        """Whether the client will tell another age, or none: it goes by the date of the file."""
        return abs((self.client_days or 0) - self.age_days) > 1

    @property
    def loaded(self) -> bool:
        """Whether an agent that starts is shown its line."""
        return self.line is not None and self.line.loaded


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """A memory folder as it was found, the memories in the order in which they need a person.

    ``folder`` is None where there is none, or ``closed`` says why it cannot be listed. ``counts`` is what the lines of
    its transcripts and of the history were; ``odd`` the files that were not understood; ``typed`` how many typed
    messages were searched.
    """

    project: Project
    closed: str | None
    memories: tuple[Looked, ...]
    folder: MemoryFolder | None
    transcripts: int
    typed: int
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
    def dated_otherwise(self) -> int:
        """For how many memories the client will tell another age, or none."""
        return sum(each.is_dated_otherwise for each in self.memories)

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


def look(projects: Sequence[Project], config: Path, now: datetime, progress: Progress | None = None) -> list[Look]:
    """What the memory folders of these projects have lost, in their order. A folder that cannot be listed says why."""
    meter = Meter(progress)
    history = History(config, meter)
    readings = [Conversations(project, config, history, meter) for project in projects]
    history.read()
    return [_look(reading, now) for reading in readings]


def _look(reading: Conversations, now: datetime) -> Look:
    folder = reading.folder
    memories: list[Looked] = []
    if folder is not None:
        reading.read()
        uttered = Utterances(reading.messages, reading.writes)
        lines = {line.file: line for line in folder.index or ()}
        made = folder.index is None  # then the client makes one
        memories = [_looked(file, lines.get(file.file), uttered.suggest(file), now, made=made) for file in folder.files]
        order = list(State)
        memories.sort(
            key=lambda each: (order.index(each.state), each.suggestion is None, -each.age_days, each.file.file)
        )
    return Look(
        project=reading.project,
        closed=reading.closed,
        memories=tuple(memories),
        folder=folder,
        transcripts=len(reading.paths),
        typed=len(reading.messages),
        counts=dict(reading.counts),
        odd=tuple(reading.odd),
    )


# --- one memory ----------------------------------------------------------------------------------------------


def _looked(
    file: MemoryFile, line: IndexLine | None, suggestion: Suggestion | None, now: datetime, *, made: bool
) -> Looked:
    """A memory with its line in the index, or that which the client makes of it."""
    own = _own_condition(file)
    said = suggestion.condition if suggestion else None
    condition = said or own
    text = f"{file.description or ''}\n{file.body}"
    starts_with = file.rule if made else line.text if line is not None and line.loaded else ""
    if condition is None:
        state = State.UNCONDITIONAL
    elif _conditions(starts_with) or _shows(starts_with, condition):
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
    """What sets a condition in a text, in order; may be empty."""
    said = (text[span.start : span.end] for span in sentences(text))
    return [found for each in said if (found := condition_of(each, 0, len(each)))]


def _shows(text: str, condition: str) -> bool:
    """Whether a text names the state that a condition speaks of, though it sets none: "staging is unstable"."""
    return bool(_STATES & set(meanings_of(condition)) & set(meanings_of(text)))


def masked(text: str) -> str:
    """A text without its secrets: what is found is shown on screens and handed to programs."""
    return guards.mask(text, guards.secrets_in(text))


def entry_of(looked: Looked, person: str) -> records.Entry:
    """The memory as a record's line would show it, once the person said that the words are theirs.

    Its limit is that of its type; it counts as confirmed when the words were typed, else when the file was dated.
    """
    file, suggestion = looked.file, looked.suggestion
    said_at = (suggestion.message.at if suggestion else None) or file.dated_at
    kind = file.type if file.type in policy.TYPES else policy.DEFAULT_TYPE
    limit = policy.TYPES[kind]
    due_at = micros(said_at + limit) if looked.condition and limit else None
    content, condition = masked(file.rule), masked(looked.condition) if looked.condition else None
    quote = masked(suggestion.sentence) if suggestion else None
    return records.Entry(
        no=1,
        scope=None,
        content=content,
        condition=condition,
        quote=quote,
        source=(records.Source.STATED if suggestion else records.Source.OWNER).value,
        by=person,
        said_at=micros(said_at),
        confirmed_at=micros(said_at),
        due_at=due_at,
        plain=escapes.are_plain(content, condition, quote),
        space="",
        key=1,
        revision=1,
    )
