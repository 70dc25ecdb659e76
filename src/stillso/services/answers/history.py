"""The past of a base, as plain values and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stillso.core import escapes, records
from stillso.core.names import written
from stillso.services.answers import Json, labels
from stillso.texts import Texts

if TYPE_CHECKING:
    from stillso.services.history import Logged, Past


def history(no: int, past: Sequence[Past]) -> Json:
    """The revisions of a record, oldest first."""
    last = past[-1].record
    found: Json = {"no": no, "revisions": [_revision(each) for each in past]}
    if last and last.superseded_by is not None:
        found["superseded_by"] = last.superseded_by
    return found


def _revision(past: Past) -> Json:
    operation, record = past.operation, past.record
    found: Json = {
        "n": past.revision.n,
        "version": operation.n,
        "verb": operation.verb.value,
        "at": written(operation.at),
        "actor": past.actor,
        "person": past.person,
        "session": operation.session,
        "authority": operation.authority,
        "reason": operation.reason,
        "words": past.words,
    }
    if record:
        found |= {
            "status": record.status.value,
            "content": record.content,
            "condition": record.condition,
            "quote": record.quote,
            "confirmed_at": written(record.confirmed_at),
            "superseded_by": record.superseded_by,
        }
    return found


def why(query: str, chains: Sequence[Sequence[Past]]) -> Json:
    """For each chain of replacements, what happened to its records, oldest first."""
    return {
        "query": query,
        "chains": [[{"no": p.record.no if p.record else None, **_revision(p)} for p in chain] for chain in chains],
    }


def told(chain: Sequence[Past]) -> list[Past]:
    """A chain as it is told: what took a record's place says that it ended, so its own last step is not repeated."""
    return [each for each in chain if not (each.record and each.record.status is records.Status.SUPERSEDED)]


def step(past: Past, texts: Texts) -> str:
    """What happened to a record, on one line: when, what, by whom, and by whose words."""
    words, record, operation = labels(texts), past.record, past.operation
    assert record is not None
    through = texts.say("past.through", person=past.person, agent=past.actor)
    by = past.actor if past.person in (None, past.actor) else through
    ended = record.status is not records.Status.ACTIVE
    said = texts.say(
        f"past.{record.status if ended else operation.verb}",
        no=record.no,
        by=by,
        date=operation.at.date().isoformat(),
        content=escapes.field(record.content),
        condition=escapes.field(record.condition) if record.condition else texts["past.none"],
        replaces=record.supersedes,
        replaced_by=record.superseded_by,
    )
    if not past.words:
        return said
    day = past.heard_at.date() if past.heard_at else None
    key = "past.words" if day in (None, operation.at.date()) else "past.words-then"
    return said + texts.say(key, quote=escapes.quoted(past.words, words.closing), date=day)


def log(logged: Sequence[Logged]) -> Json:
    """The operations of a base, newest first."""
    return {
        "versions": [
            {
                "version": each.operation.n,
                "verb": each.operation.verb.value,
                "actor": each.actor.name if each.actor else each.operation.actor,
                "kind": each.actor.kind.value if each.actor else "system",
                "person": each.person.name if each.person else None,
                "authority": each.operation.authority,
                "at": written(each.operation.at),
                "paths": list(each.paths),
                "reason": each.operation.reason,
            }
            for each in logged
        ]
    }
