"""look: what the memory of a person's coding agent has lost. It reads, and needs no store."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from stillso.adapters.claude_code import look, memory_folder, projects
from stillso.adapters.claude_code.conversations import Progress
from stillso.adapters.claude_code.look import Look, Looked, State
from stillso.adapters.claude_code.memory_folder import Oddity
from stillso.adapters.claude_code.projects import Client, Project
from stillso.adapters.claude_code.transcripts import Count
from stillso.core import escapes, lines
from stillso.core.names import written
from stillso.services import answers
from stillso.surfaces import places
from stillso.surfaces.cli import wrapping
from stillso.surfaces.cli.frame import argument, command, option
from stillso.surfaces.cli.terminal import Terminal
from stillso.texts import Texts

#: How many memories are listed unasked: a screen. Our choice.
_LISTED = 20
#: How many lines of the index that are cut off are named. Our choice.
_NAMED = 40
#: A sentence of a person is shown up to here. Our choice.
_SHOWN_CHARS = 300

#: Where an administrator keeps the client's settings. Read from its documentation, 2026-11-30.
_MANAGED = {
    "darwin": "/Library/Application Support/ClaudeCode/managed-settings.json",
    "win32": r"C:\Program Files\ClaudeCode\managed-settings.json",
}


@command("look")
@argument("path", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path))
@option("--all", "everything", is_flag=True)
@option("--limit", type=click.IntRange(1, 10**9), metavar="N")
@option("--rescue", is_flag=True)
def look_command(terminal: Terminal, path: Path | None, everything: bool, limit: int | None, rescue: bool) -> None:
    if path is not None and everything:
        raise terminal.mistake("look-all", path=path)
    if rescue and everything:
        raise terminal.mistake("look-rescue-all")
    if rescue:
        terminal.only_a_person()
    client = client_of(terminal)
    now = terminal.clock() if terminal.clock else datetime.now(UTC)
    wanted = projects.every_project(client) if everything else [project_of(client, path)]
    found = look_at(terminal, client, wanted, now)
    if rescue and found[0].closed is None:
        return _rescue(terminal, found[0])
    page = _Page(terminal, now, limit or _LISTED)
    terminal.give(_values(found, terminal, now), "\n".join(page.told(found, client)))
    if any(each.closed for each in found):
        raise click.exceptions.Exit(1)


def look_at(terminal: Terminal, client: Client, wanted: Sequence[Project], now: datetime) -> list[Look]:
    """What the folders of these projects have lost, with a line on the terminal that says how far it is."""
    progress = _progress(terminal)
    try:
        return look.look(wanted, client.config, now, progress)
    finally:
        _shown("")


def _rescue(terminal: Terminal, found: Look) -> None:
    """Keep what was found in the store of this person, and say what came of it."""
    from stillso.surfaces.cli import taking  # with the store, which a look does without

    result = taking.take_over(terminal, found)
    width = wrapping.width()
    rows = [row for line in taking.told(terminal, result) for row in wrapping.wrapped(line, width, 0)]
    terminal.give({"rescued": taking.values(result)}, "\n".join(rows))


def client_of(terminal: Terminal) -> Client:
    """Where this person's Claude Code keeps its files, as the environment says."""

    def named(name: str) -> Path | None:
        given = os.environ.get(name)
        return Path(given) if given else None

    try:
        home = Path.home()
    except RuntimeError as problem:
        raise terminal.mistake("no-home") from problem
    config = named("CLAUDE_CONFIG_DIR")
    return Client(
        home=home,
        config=config or home / ".claude",
        memory=named("CLAUDE_COWORK_MEMORY_PATH_OVERRIDE"),
        remote=named("CLAUDE_CODE_REMOTE_MEMORY_DIR"),
        key=os.environ.get("CLAUDE_CODE_PROJECT_DIR_NAME") if config else None,
        managed=managed(),
    )


def managed() -> Path:
    """The settings file of the machine's administrator."""
    return Path(_MANAGED.get(sys.platform, "/etc/claude-code/managed-settings.json"))


def project_of(client: Client, path: Path | None) -> Project:
    """The project to look at: a memory folder that was named, else that of the repository."""
    place = (path or Path.cwd()).resolve()
    folder = projects.memory_folder_at(place) if path is not None else None
    if folder is not None:
        return projects.project_of(client, folder)
    root = places.repository_of(place)
    return projects.project_at(client, root, projects.linked_trees(root))


# --- as values -----------------------------------------------------------------------------------------------


def _values(found: Sequence[Look], terminal: Terminal, now: datetime) -> dict[str, Any]:
    return {"looked": [_folder(each, terminal, now) for each in found]}


def _folder(found: Look, terminal: Terminal, now: datetime) -> dict[str, Any]:
    return {
        "folder": places.text_of(found.project.folder),
        "project": found.project.root,
        "set_by": places.text_of(found.project.set_by) if found.project.set_by else None,
        "missing": found.folder is None and found.closed is None,
        "closed": found.closed,
        "memories": [_memory(each, terminal, now) for each in found.memories],
        "old": found.old,
        "words_found": found.found,
        "lost": found.having(State.LOST),
        "file_only": found.having(State.FILE_ONLY),
        "cut_off": [{"line": each.no, "title": each.title, "file": each.file} for each in found.cut_off],
        "unlisted": list(found.unlisted),
        "not_read": list(found.folder.unread) if found.folder else [],
        "transcripts": found.transcripts,
        "typed": found.typed,
        "lines": {str(kind): found.counts.get(kind, 0) for kind in Count},
        "not_understood": [
            {"path": places.text_of(each.path), "lines": each.lines, "reason": each.reason} for each in found.odd
        ],
    }


def _memory(each: Looked, terminal: Terminal, now: datetime) -> dict[str, Any]:
    file, suggestion = each.file, each.suggestion
    return {
        "file": file.file,
        "name": file.name,
        "type": file.type,
        "description": _masked(file.description),
        "modified": written(file.modified_at) if file.modified_at else None,
        "file_dated": written(file.changed_at),
        "age_days": each.age_days,
        "client_days": each.client_days,
        "condition": _masked(each.condition),
        "state": each.state.value,
        "index_line": _masked(each.line.text) if each.line else None,
        "loaded": each.loaded,
        "notes": [oddity.value for oddity in file.oddities],
        "problem": file.problem,
        "suggestion": None
        if suggestion is None
        else {
            "sentence": look.masked(suggestion.sentence),
            "message": look.masked(suggestion.message.text),
            "typed_at": written(suggestion.message.at) if suggestion.message.at else None,
            "session": suggestion.message.session,
            "where": suggestion.message.where.value,
            "path": places.text_of(suggestion.message.path),
            "line": suggestion.message.line,
            "condition": _masked(suggestion.condition),
            "one_off": suggestion.one_off,
            "repaired": suggestion.message.repaired,
            "by_program": suggestion.message.by_program,
        },
        "becomes": _line(each, terminal, now),
    }


def _masked(text: str | None) -> str | None:
    return None if text is None else look.masked(text)


def _line(each: Looked, terminal: Terminal, now: datetime) -> str:
    """The line that stillso would give an agent for a memory."""
    voice = lines.Voice(answers.labels(terminal.texts), now)
    return voice.line(look.entry_of(each, terminal.texts["look.you"]))


# --- as a page -----------------------------------------------------------------------------------------------


class _Page:
    """What a person reads: the memories, the sum, and the worst one before and after."""

    def __init__(self, terminal: Terminal, now: datetime, limit: int) -> None:
        self.terminal = terminal
        self.now = now
        self.limit = limit
        self.width = wrapping.width()

    def say(self, key: str, **values: object) -> str:
        """A text of the room."""
        shown = {name: escapes.one_line(value) if isinstance(value, str) else value for name, value in values.items()}
        return self.terminal.texts.say(f"look.{key}", **shown)

    def told(self, found: Sequence[Look], client: Client) -> Iterator[str]:
        """The whole page, line by line."""
        if not found:
            yield from self.wrapped(self.say("no-folders", config=str(client.config)))
        told = [each for each in found if each.memories or each.folder is None] if len(found) > 1 else found
        for number, each in enumerate(told):
            yield from [""] * bool(number)
            yield from self._folder(each)
        if len(found) > 1:
            yield ""
            yield from self.wrapped(self._sum(found))
        if len(told) < len(found):
            yield from self.wrapped(self.say("empties", count=len(found) - len(told)))
        worst = [(each.worst, each) for each in found if each.worst]
        if worst:
            yield from self._worst(*min(worst, key=lambda pair: (list(State).index(pair[0].state), -pair[0].age_days)))

    def _folder(self, found: Look) -> Iterator[str]:
        folder = places.text_of(found.project.folder)
        if found.closed:
            yield from self.wrapped(self.say("closed", folder=folder, reason=found.closed))
            return
        if found.folder is None:
            yield from self.wrapped(self.say("no-folder", folder=folder, project=found.project.root or folder))
            return
        yield from self.wrapped(self.say("title", folder=folder))
        if found.project.set_by:
            yield from self.wrapped(self.say("set-by", file=str(found.project.set_by)))
        if found.memories:
            yield ""
            yield from self._rows(found)
            yield ""
            yield from self.wrapped(self._sum([found]))
        else:
            yield from self.wrapped(self.say("empty"))
        yield from self._warnings(found)

    def _rows(self, found: Look) -> Iterator[str]:
        shown = found.memories[: self.limit]
        for each in shown:
            yield from self.wrapped(self._row(each), hang=2)
            for line in self._below(each):
                yield from self.wrapped(f"  {line}", hang=4)
        if len(shown) < len(found.memories):
            count = len(found.memories)
            yield from self.wrapped(self.say("more", count=count - len(shown), all=count))

    def _row(self, each: Looked) -> str:
        age = age_told(self.terminal.texts, each.age_days, of_file=not each.file.modified_at)
        parts = [each.file.name, each.file.type or self.say("no-type"), age]
        parts += [self.say(f"state.{each.state}")] * (each.state is not State.UNCONDITIONAL)
        parts += [self.say("not-loaded")] * (each.line is not None and not each.line.loaded)
        return escapes.one_line(self.say("between").join(parts))

    def _below(self, each: Looked) -> Iterator[str]:
        if each.suggestion:
            message = each.suggestion.message
            where = self.say(f"where.{message.where}")
            quote = _shortened(look.masked(each.suggestion.sentence))
            if message.at:
                yield self.say("words", date=message.at.date().isoformat(), quote=quote, where=where)
            else:
                yield self.say("words-undated", quote=quote, where=where)
            if each.suggestion.one_off:
                yield self.say("one-off")
            if message.by_program:
                yield self.say("by-program")
            if message.repaired:
                yield self.say("repaired")
        for oddity in each.file.oddities:
            if oddity is not Oddity.NO_FRONT_MATTER:
                yield self.say(f"note.{oddity}", name=each.file.file)

    def _sum(self, found: Sequence[Look]) -> str:
        """How many memories there are in these folders, and what is lost."""
        sums = {
            "count": sum(len(each.memories) for each in found),
            "old": sum(each.old for each in found),
            "found": sum(each.found for each in found),
            "lost": sum(each.having(State.LOST) for each in found),
            "file_only": sum(each.having(State.FILE_ONLY) for each in found),
            "otherwise": sum(each.dated_otherwise for each in found),
        }
        told = [self.say("sum" if len(found) == 1 else "sum-of-all", days=look.OLD.days, folders=len(found), **sums)]
        without = sums["lost"] + sums["file_only"]
        key = "sum-none-lost" if not without else "sum-lost-in-line" if sums["file_only"] else "sum-lost"
        told.append(self.say(key, without=without, **sums))
        told += [self.say("sum-otherwise", **sums)] * bool(sums["otherwise"])
        return self.terminal.texts["outcomes.between"].join(told)

    def _warnings(self, found: Look) -> Iterator[str]:
        if found.cut_off:
            named = found.cut_off[:_NAMED]
            names = self.say("comma").join(line.title for line in named)
            more = self.say("cut-off-more", count=len(found.cut_off) - len(named)) if named != found.cut_off else ""
            told = self.say("cut-off", count=len(found.cut_off), lines=memory_folder.INDEX_LINES, names=names)
            yield from self.wrapped(told + more)
        if found.folder and found.folder.index is None and found.memories:
            yield from self.wrapped(self.say("no-index"))
        elif found.unlisted:
            yield from self.wrapped(self.say("unlisted", count=len(found.unlisted)))
        for name in found.folder.unread if found.folder else ():
            yield from self.wrapped(self.say("note.unreadable", name=name))
        for odd in found.odd:
            key = "not-understood" if odd.reason is None else "not-opened"
            yield from self.wrapped(self.say(key, path=str(odd.path), lines=odd.lines, reason=odd.reason))
        counts = {str(kind): found.counts.get(kind, 0) for kind in Count}
        skipped = counts["broken"] + counts["too_long"]
        if skipped + counts["repaired"] + counts["foreign"]:
            yield from self.wrapped(self.say("skipped", skipped=skipped, **counts))
        if found.memories and not found.typed:
            yield from self.wrapped(self.say("nothing-typed"))

    def _worst(self, each: Looked, found: Look) -> Iterator[str]:
        yield ""
        yield from self.wrapped(self.say("before"))
        yield from self.wrapped(f"  {escapes.one_line(self._before(each, found))}", hang=2)
        yield from self.wrapped(self.say("after"))
        yield from self.wrapped(f"  {_line(each, self.terminal, self.now)}", hang=2)
        yield ""
        yield from self.wrapped(self.say("suggested"))

    def _before(self, each: Looked, found: Look) -> str:
        """What an agent reads of a memory when it starts; without an index the client makes one."""
        if each.line is not None and each.line.loaded:
            return look.masked(each.line.text)
        has_index = found.folder is not None and found.folder.index is not None
        return (
            self.say("reads-nothing")
            if has_index
            else f"- [{each.file.name}]({each.file.file}) — {look.masked(each.file.rule)}"
        )

    def wrapped(self, text: str, hang: int = 0) -> Iterator[str]:
        """A line, on a terminal in as many as it takes."""
        yield from wrapping.wrapped(text, self.width, hang)


def age_told(texts: Texts, days: int, *, of_file: bool = False) -> str:
    """How old a memory is, as it is said; by the date of its file where it has none of its own."""
    return texts.say(f"look.age{'-of-file' if of_file else ''}{'-one' if days == 1 else ''}", days=days)


def _shortened(text: str) -> str:
    """A sentence on one line, of a long one the beginning."""
    text = " ".join(text.split())
    return escapes.cut(text, _SHOWN_CHARS)


# --- progress ------------------------------------------------------------------------------------------------


def _progress(terminal: Terminal) -> Progress | None:
    if not _is_watched():
        return None
    return lambda done, total: _shown(
        terminal.texts.say("look.progress", done=done // 1_000_000, total=total // 1_000_000)
    )


def _shown(text: str) -> None:
    """Put this text in the place of what stood on the line of standard error."""
    if _is_watched():
        click.echo(f"\r\x1b[K{text}", err=True, nl=False)


def _is_watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()
