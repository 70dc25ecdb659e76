"""claude-code review: the notes that were taken over, one at a time, and what the person decides about each.

Plain lines, one under the other, so that it can be read aloud. Each answer is carried out at once; whoever stops in the
middle goes on there the next time.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from stillso.adapters.claude_code import hooks, reviewing
from stillso.adapters.claude_code.taking_over import Note
from stillso.core import escapes, records
from stillso.core.items import Space
from stillso.core.lines import Voice
from stillso.core.names import written
from stillso.core.operations import Done, Refused
from stillso.errors import Code, Misuse
from stillso.services import answers
from stillso.surfaces import repositories
from stillso.surfaces.cli import look, wrapping
from stillso.surfaces.cli.terminal import Terminal

#: Of a long note so much is shown, in characters. Our choice: a screen.
_SHOWN_CHARS = 1_500

#: What can be decided, in the order of the screen; the first only where words were found.
_KEYS = ("pick", "keep", "condition", "drop", "later", "stop")


def review(terminal: Terminal) -> bool:
    """Go through the open notes of the repository here, or list them where nobody can be asked.

    Whether they were gone through and none is left open.
    """
    terminal.only_a_person()
    found = repositories.find(terminal.app, Path.cwd())
    base = found.base if found else None
    left = reviewing.open_notes(terminal.app.workspace, base) if base else []
    if not is_conversation(terminal) or base is None or not left:
        _list(terminal, base, left)
        return False
    _go_through(terminal, base, left)
    count = len(reviewing.open_notes(terminal.app.workspace, _now(terminal, base)))
    told = terminal.texts.say("claude_code.review.left", count=count) if count else _say(terminal, "done")
    _print("", told)
    return not count


def is_conversation(terminal: Terminal) -> bool:
    """Whether somebody can be asked: a terminal on both sides, and no JSON."""
    streams = (sys.stdin, sys.stdout)
    return not terminal.wants_json and all(stream is not None and stream.isatty() for stream in streams)


# --- what is open --------------------------------------------------------------------------------------------


def _list(terminal: Terminal, base: Space | None, left: list[Note]) -> None:
    """What is open, as a list: no questions."""
    rows = [row for note in left for row in (*_shown(terminal, note), "")]
    told = terminal.texts.say("claude_code.review.open", count=len(left)) if left else _say(terminal, "nothing")
    values = {"base": base.slug if base else None, "open": [_one(terminal, note) for note in left]}
    terminal.give(values, "\n".join([*rows, told]))


def _one(terminal: Terminal, note: Note) -> dict[str, Any]:
    words = note.words
    return {
        "path": note.path,
        "file": note.file,
        "name": note.name,
        "type": note.type,
        "dated_at": written(note.written_at),
        "age_days": _age(terminal, note),
        "statement": reviewing.statement_of(note),
        "text": note.body,
        "suggestion": None
        if words is None
        else {
            "sentence": words.sentence,
            "message": words.message,
            "typed_at": written(words.typed_at) if words.typed_at else None,
            "session": words.session,
        },
    }


def _age(terminal: Terminal, note: Note) -> int:
    return max(0, (terminal.app.workspace.now() - note.written_at).days)


# --- one at a time -------------------------------------------------------------------------------------------


def _go_through(terminal: Terminal, base: Space, left: list[Note]) -> None:
    """Ask about each of these notes, until the person stops."""
    for number, note in enumerate(left, 1):
        shown: Note | None = note
        while shown is not None:
            _print("", terminal.texts.say("claude_code.review.number", number=number, count=len(left)))
            _print(*_shown(terminal, shown), "", *(_say(terminal, f"key.{key}") for key in _keys(shown)))
            key = _asked(terminal, shown)
            if key == "stop":
                return
            if key == "later":
                break
            shown = _again(terminal, base, shown, _decide(terminal, base, shown, key))


def _decide(terminal: Terminal, base: Space, note: Note, key: str) -> Done | Space | Refused | None:
    """Carry out a decision; None where the person gave nothing that could be."""
    ws, owner = terminal.app.workspace, terminal.owner.caller
    try:
        if key == "keep":
            return reviewing.keep(ws, owner, base, note)
        if key == "drop":
            return _plain(reviewing.drop(ws, owner, base, note))
        said = reviewing.statement_of(note)
        worded = _line(terminal.texts.say("claude_code.review.statement", statement=_quoted(said))) or said
        if key == "pick":
            return _plain(reviewing.pick(ws, owner, hooks.AGENT, base, note, worded))
        condition = _line(_say(terminal, "condition"))
        return _plain(reviewing.bind(ws, owner, base, note, worded, condition)) if condition else None
    except Misuse as mistake:
        click.echo(terminal.texts.say("cli.misuse", message=mistake))
        return None


def _plain(outcome: object) -> Done | Refused:
    """A person's own act is done or refused; nothing of it waits."""
    assert isinstance(outcome, Done | Refused)
    return outcome


def _again(terminal: Terminal, base: Space, note: Note, done: Done | Space | Refused | None) -> Note | None:
    """Say what came of it; the note to show again, None when it is decided."""
    if done is None:
        return note
    if isinstance(done, Space):
        _print(_say(terminal, "kept"))
        return None
    if isinstance(done, Done):
        _print(*_becoming(terminal, base, done))
        return None
    if done.code not in (Code.STALE, Code.MISSING):
        _print(answers.sentence(done, terminal.texts))
        return note
    now = [
        each for each in reviewing.open_notes(terminal.app.workspace, _now(terminal, base)) if each.path == note.path
    ]
    _print(_say(terminal, "changed" if now else "gone"))
    return now[0] if now else None


def _becoming(terminal: Terminal, base: Space, done: Done) -> Iterator[str]:
    """What was done, and the line that agents are given from now on."""
    if done.no is None:
        yield _say(terminal, "dropped")
        return
    shown = terminal.need(terminal.owner.show(done.no, base=base.slug))
    voice = Voice(answers.labels(terminal.texts), shown.now)
    yield _say(terminal, "becomes")
    yield f"  {voice.line(records.entry(shown.rows[0]))}"


def _now(terminal: Terminal, base: Space) -> Space:
    """The base as it is now: what is kept stands in its settings."""
    return terminal.need(terminal.app.base(base.slug))


# --- a screen ------------------------------------------------------------------------------------------------


def _shown(terminal: Terminal, note: Note) -> Iterator[str]:
    """A note: its name, kind and age, its text, and the words that were found."""
    texts = terminal.texts
    age = look.age_told(texts, _age(terminal, note))
    parts = [note.name, note.type or texts["look.no-type"], age]
    yield escapes.one_line(texts["look.between"].join(parts))
    statement = reviewing.statement_of(note)
    body = note.body if len(note.body) <= _SHOWN_CHARS else note.body[:_SHOWN_CHARS] + "…"
    yield f"  {_quoted(statement)}"
    if " ".join(body.split()) != statement:
        yield from (f"  {escapes.visible(row)}".rstrip() for row in body.split("\n"))
    if len(note.body) > _SHOWN_CHARS:
        yield texts.say("claude_code.review.more", path=note.path, count=len(note.body) - _SHOWN_CHARS)
    words = note.words
    if words is None:
        yield _say(terminal, "no-words")
        return
    key = "words" if words.typed_at else "words-undated"
    date = words.typed_at.date().isoformat() if words.typed_at else None
    yield texts.say(f"claude_code.review.{key}", date=date, quote=_quoted(words.sentence))
    if words.message.strip() != words.sentence.strip():
        yield texts.say("claude_code.review.message", message=_quoted(words.message))


def _keys(note: Note) -> tuple[str, ...]:
    return _KEYS if note.words else _KEYS[1:]


def _asked(terminal: Terminal, note: Note) -> str:
    """What the person decides; asked again until it is one of what is offered."""
    while True:
        try:
            given = unicodedata.normalize("NFKC", _line(_say(terminal, "choice"))).casefold()
        except click.Abort:  # the end of the input
            click.echo()
            return "stop"
        for key in _keys(note):
            if given and given in _say(terminal, f"answer.{key}").split():
                return key
        _print(_say(terminal, "again"))


def _line(asked: str) -> str:
    """One line that the person types; may be empty. Asked on standard output, where the rest of the screen stands."""
    click.echo(f"{asked} ", nl=False)
    given = sys.stdin.readline()
    if not given:
        raise click.Abort
    return given.strip()


def _quoted(text: str) -> str:
    return escapes.one_line(" ".join(text.split()))


def _say(terminal: Terminal, key: str) -> str:
    return terminal.texts[f"claude_code.review.{key}"]


def _print(*rows: str) -> None:
    width = wrapping.width()
    for row in rows:
        hang = len(row) - len(row.lstrip())
        for piece in wrapping.wrapped(row, width, hang):
            click.echo(piece)
