"""Going through the notes that were taken over: what a person can decide about each, and what is still open.

A note is open as long as the agent wrote it last and the person has not kept this text of it. That they keep it stands
in the settings of the base, with the note's digest: a revision of their own would take it out of the agents' notes and
date it today. A note that changed since it was shown is not decided: the answer is ``stale``.
"""

from __future__ import annotations

from collections.abc import Mapping

from stillso import services
from stillso.adapters.claude_code import taking_over
from stillso.adapters.claude_code.taking_over import Note, Words
from stillso.core import policy
from stillso.core.items import Space
from stillso.core.operations import Done, Outcome, Refused, Verb, Waiting
from stillso.core.records import Status, limits_of
from stillso.core.values import replace
from stillso.core.verbs import FileChange, Remember, Write
from stillso.errors import Code
from stillso.services.access import Caller
from stillso.services.workspace import Workspace

#: How much of a note's digest stands in the settings.
_DIGEST_CHARS = 16


def open_notes(ws: Workspace, base: Space) -> list[Note]:
    """The notes of a base that nobody decided about yet, the oldest first."""
    kept = _kept(base)
    found = [note for note in taking_over.notes(ws, base.id) if note.is_agents and kept.get(note.path) != _mark(note)]
    return sorted(found, key=lambda note: (note.written_at, note.path))


def statement_of(note: Note) -> str:
    """What a note says in one sentence: its description, else the first line of its text."""
    first = next((line.strip("# \t") for line in note.body.splitlines() if line.strip("# \t")), "")
    return " ".join((note.description or first or note.name).split())


def keep(ws: Workspace, by: Caller, base: Space, note: Note) -> Space | Refused:
    """The note stays what it is, an agent's; it is not asked about again until it changes."""
    refused = _changed(ws, base, note)
    if refused:
        return refused
    there = {each.path for each in taking_over.notes(ws, base.id)}
    gone = {path: None for path in _kept(base) if path not in there}
    return services.bases.settle(ws, by, base.slug, {"kept": {**gone, note.path: _mark(note)}})


def drop(ws: Workspace, by: Caller, base: Space, note: Note) -> Outcome:
    """The note goes, and does not come back; its text stays in the history."""
    change = FileChange(path=note.path, mode="delete", expected_sha256=note.sha256)
    return services.files.write(ws, by, base.slug, Write(files=(change,)))


def bind(ws: Workspace, by: Caller, base: Space, note: Note, statement: str, condition: str) -> Outcome:
    """The person says it themselves, under a condition, in the place of the note."""
    refused = _changed(ws, base, note)
    if refused:
        return refused
    asked = Remember(
        content=statement.strip(), type=_type(base, note), condition=condition.strip(), beside=policy.ANY_RECORD
    )
    done = _there(ws, base, asked) or services.memory.act(ws, by, base.slug, asked)
    return done if isinstance(done, Refused) else _instead(ws, by, base, note, done)


def pick(ws: Workspace, by: Caller, agent: str, base: Space, note: Note, statement: str) -> Outcome:
    """The suggested words are the person's: the note's statement becomes a record that rests on them.

    The message is heard as it was typed, on the day on which it was typed, and the checks are those of any quote. What
    they leave waiting the person carries out by having picked it, then as ``confirmed``. Refused leaves the note.
    """
    refused = _changed(ws, base, note)
    if refused or note.words is None:
        return refused or services.access.unknown("quote", "–")
    asked = Remember(
        content=statement.strip(), type=_type(base, note), quote=note.words.sentence, beside=policy.ANY_RECORD
    )
    done = _there(ws, base, asked) or _quoted(ws, by, agent, base, asked, note.words, note)
    return done if isinstance(done, Refused) else _instead(ws, by, base, note, done)


def _quoted(
    ws: Workspace, by: Caller, agent: str, base: Space, asked: Remember, words: Words, note: Note
) -> Done | Refused:
    session = services.sessions.start(ws, agent, [base.slug], "cli", by.principal)
    if isinstance(session, Refused):
        return session
    typed_at = min(words.typed_at or note.written_at, ws.now())
    then = replace(ws, clock=lambda: typed_at)
    heard = services.sessions.hear(then, session.id, words.message, by="review", said_by=None)
    if isinstance(heard, Refused):
        return heard
    with ws.view() as view:
        principal, session = view.principal(agent), view.session(session.id) or session
    assert principal is not None
    done = services.memory.act(ws, Caller(principal=principal, session=session), base.slug, asked)
    services.sessions.end(ws, session.id)
    return services.reviews.vouch(ws, by, done.proposal) if isinstance(done, Waiting) else done


def _there(ws: Workspace, base: Space, asked: Remember) -> Done | None:
    """The record, where a review that broke off has made it already."""
    with ws.view() as view:
        found = [row.record for row in view.records(base.id, [Status.ACTIVE]) if row.record.content == asked.content]
    rests = "quote" if asked.quote else "condition"
    same = next((each for each in found if getattr(each, rests) == getattr(asked, rests)), None)
    return Done(verb=Verb.REMEMBER, base=base.slug, version=same.version, no=same.no) if same else None


def _instead(ws: Workspace, by: Caller, base: Space, note: Note, done: Outcome) -> Outcome:
    """What was done, once the note has made room for it."""
    gone = drop(ws, by, base, note)
    return gone if isinstance(gone, Refused) else done


def _changed(ws: Workspace, base: Space, note: Note) -> Refused | None:
    """Refused when the note is not as it was shown."""
    now = next((each for each in taking_over.notes(ws, base.id) if each.path == note.path), None)
    if now is not None and now.sha256 == note.sha256:
        return None
    return Refused(code=Code.STALE if now else Code.MISSING, facts={"path": note.path})


def _type(base: Space, note: Note) -> str:
    return note.type if note.type in limits_of(base.settings) else policy.DEFAULT_TYPE


def _kept(base: Space) -> Mapping[str, object]:
    kept = base.settings.get("kept")
    return kept if isinstance(kept, Mapping) else {}


def _mark(note: Note) -> str:
    return note.sha256[:_DIGEST_CHARS]
