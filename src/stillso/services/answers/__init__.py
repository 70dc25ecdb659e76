"""Answers: outcomes and readings as the plain values and sentences that every surface gives.

The fields are a contract within a major version: fields may be added, never renamed. Whatever came from a writer stands
on one line, escaped, when it enters a sentence. What only some calls give stands in modules named as those of
``services`` that read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, assert_never

from stillso.core import escapes, late, records
from stillso.core.items import Listed
from stillso.core.lines import Labels
from stillso.core.names import written
from stillso.core.operations import Done, Outcome, Refused, Waiting
from stillso.core.records import Indexed, Record
from stillso.core.values import names_of
from stillso.errors import Code, LostStorage
from stillso.texts import Texts

if TYPE_CHECKING:
    from stillso.services.answers import compaction as compaction
    from stillso.services.answers import history as history
    from stillso.services.answers import mounting as mounting
    from stillso.services.answers import search as search
    from stillso.services.answers import tidying as tidying
    from stillso.services.answers import versions as versions
    from stillso.services.answers import windows as windows
    from stillso.services.files import FileRead
    from stillso.services.inbox import Pending
    from stillso.services.news import News
    from stillso.services.prompting import Prompt
    from stillso.services.reading import Opening, Shown

Json = dict[str, Any]

#: What a caller can have seen that is told by its number.
_COUNTED = ("revision", "version")


def labels(texts: Texts) -> Labels:
    """The labels of the lines in a language."""
    return _labels(texts.language)


@cache
def _labels(language: str) -> Labels:
    room = Texts(language).room("lines")
    return Labels(**{name: room[name] for name in names_of(Labels)})


# --- outcomes ------------------------------------------------------------------------------------------------


def outcome(result: Outcome, texts: Texts) -> Json:
    """``{"done": …}``, ``{"waiting": …}`` or ``{"refused": code, "message", …}``."""
    match result:
        case Done():
            return {"done": _done(result)}
        case Waiting():
            own = f"outcomes.needs.{result.why}"
            needs = texts.say(own if own in texts else "outcomes.needs", proposal=result.proposal, base=result.base)
            flags = [flag.value for flag in result.flags]
            waiting = {"proposal": result.proposal, "why": result.why.value, "needs": needs, "flags": flags}
            return {"waiting": waiting}
        case Refused():
            found: Json = {"refused": result.code.value, "message": sentence(result, texts)}
            found |= {"seen": dict(result.seen)} if result.seen else {}
            found |= {"now": dict(result.now)} if result.now else {}
            following = _next(result, texts)
            return found | ({"next": following} if following else {})
        case _:
            assert_never(result)


def _done(done: Done) -> Json:
    found: Json = {"verb": done.verb.value, "base": done.base, "version": done.version}
    found |= {"no": done.no} if done.no is not None else {}
    found |= {"replaces": done.replaces} if done.replaces is not None else {}
    found |= {"paths": list(done.paths)} if done.paths else {}
    found |= {"unchanged": True} if done.unchanged else {}
    found |= {"proposal": done.proposal} if done.proposal else {}
    found |= {"decided_before": True} if done.decided_before else {}
    found |= {"again": list(done.again)} if done.again else {}
    found |= {"ended": list(done.ended)} if done.ended else {}
    return found | {"notices": list(done.notices)}


def sentence(result: Outcome, texts: Texts) -> str:
    """An outcome as a person or a model reads it: what happened and, for a refusal, what to do next."""
    match result:
        case Done():
            key = "decided" if result.decided_before else "unchanged" if result.unchanged else f"done.{result.verb}"
            said = texts.say(f"outcomes.{key}", **{**_done(result), "paths": ", ".join(result.paths)})
            records = [_records(texts, key, nos) for key, nos in (("again", result.again), ("ended", result.ended))]
            notices = (texts.say(f"outcomes.notice.{notice}", base=result.base) for notice in result.notices)
            return _joined(texts, said, *records, *notices)
        case Waiting():
            why = texts[f"outcomes.why.{result.why}"]
            own = f"outcomes.waiting.{result.why}"
            key = own if own in texts else "outcomes.waiting"
            return texts.say(key, proposal=result.proposal, why=result.why, sentence=why, base=result.base)
        case Refused():
            said = texts.say(f"outcomes.{_variant(result, texts)}", **_places(result, texts))
            return _joined(texts, said, _next(result, texts))
        case _:
            assert_never(result)


def _records(texts: Texts, key: str, numbers: Sequence[int]) -> str:
    """Which records a revert brought back or ended; '' for none."""
    return texts.say(f"outcomes.{key}", records=", ".join(f"#{no}" for no in numbers)) if numbers else ""


def lost(loss: LostStorage, texts: Texts) -> str:
    """Why the store cannot be opened, read or written."""
    facts = {name: escapes.one_line(str(value)) for name, value in loss.facts.items()}
    return texts.say(f"store.lost.{loss.loss}", **facts) if facts else str(loss)


def _next(refused: Refused, texts: Texts) -> str:
    return texts.say(f"outcomes.next.{_variant(refused, texts)}", **_places(refused, texts))


def _joined(texts: Texts, *sentences: str) -> str:
    return texts["outcomes.between"].join(sentence for sentence in sentences if sentence)


def _variant(refused: Refused, texts: Texts) -> str:
    """The key of a refusal's sentence: by its reason, by what it is about, or the plain one."""
    for suffix in (refused.facts.get("reason"), "file" if "path" in refused.facts else None, refused.facts.get("what")):
        if suffix and f"outcomes.{refused.code}.{suffix}" in texts:
            return f"{refused.code}.{suffix}"
    return refused.code.value


def _places(refused: Refused, texts: Texts) -> dict[str, str]:
    """What fills the places of a refusal's sentence, each on one line; names of things in the language of the texts."""
    places = {
        name: ", ".join(map(str, value)) if isinstance(value, list | tuple) else escapes.field(str(value))
        for name, value in refused.facts.items()
    }
    for name in ("what", "verb", "decision"):
        known = f"outcomes.{name}.{places.get(name)}"
        places |= {name: texts[known]} if known in texts else {}
    why = f"outcomes.path.{places.get('reason')}"
    places |= {"reason": texts[why]} if refused.code is Code.BAD_PATH and why in texts else {}
    seen = [
        texts.say(f"outcomes.seen.{name}", n=value) for name, value in (refused.seen or {}).items() if name in _COUNTED
    ]
    if refused.code is Code.SIMILAR_EXISTS:
        places["also"] = texts.say("outcomes.similar-also", **places) if places["others"] else ""
    return places | ({"seen": ", ".join(seen)} if seen else {})


# --- readings ------------------------------------------------------------------------------------------------


def line(row: Indexed, now: datetime, read_at: datetime | None = None) -> Json:
    """One record as the fields of its line."""
    record = row.record
    return {
        "no": record.no,
        "version": record.version,
        "mark": "needs-confirming" if records.needs_confirming(row, now, read_at) else None,
        "type": record.type,
        "scope": record.scope,
        "audience": record.audience,
        "content": record.content,
        "condition": record.condition,
        "until": record.until.isoformat() if record.until else None,
        "quote": record.quote,
        "source": record.source.value,
        "said_by": record.said_by,
        "said_at": written(record.said_at),
        "created_at": written(record.created_at),
        "confirmed_at": written(record.confirmed_at),
        "age_days": records.age_days(record, now),
    }


def full(row: Indexed, now: datetime) -> Json:
    """One record with its status, its links and its path."""
    record = row.record
    return {
        **line(row, now),
        "mark": line(row, now)["mark"] if record.status is records.Status.ACTIVE else None,
        "status": record.status.value,
        "supersedes": record.supersedes,
        "superseded_by": record.superseded_by,
        "path": record.path,
        "written_by": record.written_by,
    }


def opening(found: Opening) -> Json:
    """The lines of a session, of which the records were read whole."""
    assembled = found.assembled
    return {
        "text": assembled.text,
        "lines": [line(each, found.now, found.read_at) for each in found.rows],
        "notes": [note(each) for each in assembled.notes],
        "left_out": assembled.left_out,
    }


def note(listed: Listed) -> Json:
    """An agent's note as its line has it."""
    return {"path": listed.path, "summary": listed.summary, "by": listed.actor, "at": written(listed.at)}


def listing(shown: Shown) -> Json:
    """Records of any status."""
    return {"lines": [full(row, shown.now) for row in shown.rows]}


def news(found: Sequence[News], texts: Texts) -> Json:
    """What changed since the session was shown it, each with the sentence to pass on."""
    return {"news": [_news(each, texts) for each in found]}


def _news(each: News, texts: Texts) -> Json:
    living = each.living
    facts: Json = {
        "path": escapes.field(each.path),
        "no": each.no,
        "date": each.at.date().isoformat(),
        "living": living.no if living else None,
        "content": holding(living, texts) if living else None,
        "words": texts.say("news.words", words=_quoted(each.carried, texts)) if each.carried else "",
    }
    found: Json = {"path": each.path, "seen": each.seen, "now": each.now, "how": each.how}
    found |= {"no": each.no} if each.no is not None else {}
    found |= {"carried": each.carried} if each.carried is not None else {}
    kind = "carried" if each.carried is not None else "record" if each.no is not None else "file"
    # Also what replaced it may have ended since: then it is not what holds.
    is_over = each.how == records.Status.SUPERSEDED and living is not None and living.status != records.Status.ACTIVE
    return found | {"text": texts.say(f"news.{kind}.{each.how}{'-over' if is_over else ''}", **facts)}


def holding(record: Record, texts: Texts) -> str:
    """What a record says, with its condition, on one line."""
    if record.condition is None:
        return escapes.field(record.content)
    of = labels(texts)
    condition = of.condition.format(condition=escapes.field(record.condition))
    return f"{escapes.field(record.content)}{of.delimiter}{condition}"


def _quoted(text: str, texts: Texts) -> str:
    return escapes.quoted(text, labels(texts).closing)


def pending(each: Pending) -> Json:
    """A proposal as the inbox lists it."""
    proposal = each.proposal
    found: Json = {
        "proposal": proposal.id,
        "verb": proposal.verb.value,
        "base": each.base,
        "why": proposal.why.value,
        "origin": each.origin,
        "opened_at": written(proposal.opened_at),
        "flags": [flag.value for flag in proposal.flags],
        "asked": dict(proposal.asked),
        "paths": list(each.paths),
        "diff": each.diff,
        "changed": each.changed,
    }
    return found | ({"outcome": proposal.outcome} if proposal.outcome else {})


def prompt(found: Prompt) -> Json:
    """What an agent is told about its bases, and which of them it may write, asks first in, or may only read."""
    return {
        "prompt": found.text,
        "writable": list(found.writable),
        "asking": list(found.asking),
        "readable": list(found.readable),
        "records": found.records,
    }


def file_read(found: FileRead) -> Json:
    """A file with what a later write may pass as proof of having read it."""
    return {
        "path": found.path,
        "content": found.content,
        "sha256": found.sha256,
        "version": found.version,
        "written_by": found.written_by,
        "kind": found.kind,
    }


def files(listed: Sequence[Listed]) -> Json:
    """The living files of a base, by path."""
    return {
        "files": [
            {"path": each.path, "size": each.size_bytes, "sha256": each.sha256, "version": each.version}
            for each in listed
        ]
    }


if not TYPE_CHECKING:
    __getattr__ = late.modules(
        __name__, "compaction", "history", "mounting", "search", "tidying", "versions", "windows"
    )
