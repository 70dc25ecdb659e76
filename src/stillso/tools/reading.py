"""The tools that read: recall, why, news. Nothing read confirms anything; what was given whole counts as seen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from stillso import services
from stillso.core import escapes, policy
from stillso.core.lines import Voice
from stillso.core.names import micros
from stillso.core.operations import Refused
from stillso.core.records import Entry, Indexed, Status, entry
from stillso.services import answers, history, reading
from stillso.services.history import Past
from stillso.services.search import Hit
from stillso.tools.arguments import bad, one_of
from stillso.tools.calls import Answer, Call
from stillso.tools.pages import Place, page
from stillso.tools.parts import fenced, parts_of

#: Room for what stands around a part of a text, in bytes.
_AROUND_BYTES = 1_000


def recall(call: Call) -> Answer:
    """One record whole, what fits a text best, or a result that was cleared from the window; without any of these, all
    active records."""
    if "no" not in call.given and "cleared" not in call.given:
        return _found(call)
    refused = one_of("recall", call.given, "no", "query", "cleared")
    if refused:
        return call.told(refused)
    return _cleared(call) if "cleared" in call.given else _one(call)


def _cleared(call: Call) -> Answer:
    """The text of a result that was cleared and kept, or the part of it that ``after`` asks for."""
    text = services.windows.recalled(call.workspace, call.caller, call.given["cleared"])
    if isinstance(text, Refused):
        return call.told(text)
    parts = list(parts_of(text, call.limit - _AROUND_BYTES))
    after = call.given.get("after", "1")
    if not (after.isascii() and after.isdecimal() and 1 <= int(after[:6]) <= len(parts)):
        return call.told(bad("mark", name="after"))
    n = int(after)
    told = [call.texts["tools.cleared"], *fenced(call.texts, text, parts[n - 1], n - 1, len(parts))]
    return Answer(text="\n".join(told + [call.texts.say("tools.cleared-more", after=n + 1)] * (n < len(parts))))


def _one(call: Call) -> Answer:
    # The record is noted as seen below, once it was given to its end.
    shown = reading.one(call.workspace, call.caller, call.base, call.given["no"])
    if isinstance(shown, Refused):
        return call.told(shown)
    (row,) = shown.rows
    voice = Voice(answers.labels(call.texts), shown.now, marks=row.record.status is Status.ACTIVE)
    text = f"{voice.line(entry(row))}\n{_details(call, row)}"
    given = page(heading(call), [((row.record.no,), row)], lambda _: text, call.given.get("after"), call.texts)
    if isinstance(given, Refused):
        return call.told(given)
    reading.note_read(call.workspace, call.caller, [entry(row) for row in given.whole])
    return Answer(text=given.text)


def _details(call: Call, row: Indexed) -> str:
    """What no line says of a record: what a change of it may name, and whether it is in force."""
    record = row.record
    return call.texts.say(
        "tools.details",
        type=escapes.field(record.type),
        audience=record.audience,
        until=record.until.isoformat() if record.until else "–",
        version=record.version,
        status=call.texts.say(f"tools.status.{record.status}", by=record.superseded_by),
    )


def _found(call: Call) -> Answer:
    """What fits a text best, by rank; without a text every active record, newest confirmed first."""
    query = call.given.get("query", "")
    looked = _searched(call, query) if query.strip() else _every(call)
    if isinstance(looked, Refused):
        return call.told(looked)
    found, short = looked
    given = page(heading(call), found, lambda row: row[1](), call.given.get("after"), call.texts, most=policy.RECALLED)
    if isinstance(given, Refused):
        return call.told(given)
    if not found:
        key = "tools.nothing-found" if query.strip() else "tools.nothing-there"
        return Answer(text="\n".join([*short, call.texts.say(key, query=_told(call, query))]))
    reading.note_read(call.workspace, call.caller, [row for row, _ in given.whole if row])
    return Answer(text="\n".join([*short, given.text]))


#: Rows of a page by place: a record (None for a file) and what makes its line, for a long file takes its time; and what
#: the search lacked.
_Rows = tuple[list[tuple[Place, tuple[Entry | None, Callable[[], str]]]], list[str]]


def _searched(call: Call, query: str) -> _Rows | Refused:
    found = services.search.search(call.workspace, call.caller, call.base, query, limit=policy.MOST_HITS)
    if isinstance(found, Refused):
        return found
    voice = Voice(answers.labels(call.texts), found.now)

    def line(hit: Hit) -> str:
        if hit.entry:
            return voice.line(hit.entry)
        return call.texts.say("tools.found-file", path=hit.path, piece=escapes.field(found.snippet(hit).text))

    rows = [((rank,), (hit.entry, partial(line, hit))) for rank, hit in enumerate(found.hits, 1)]
    return [*rows], answers.search.shortfalls(found, call.texts)[: bool(found.unsearched) + bool(found.problem)]


def _every(call: Call) -> _Rows | Refused:
    shown = reading.list_records(call.workspace, call.caller, call.base, [Status.ACTIVE])
    if isinstance(shown, Refused):
        return shown
    voice = Voice(answers.labels(call.texts), shown.now)
    places = (((-micros(row.record.confirmed_at), -row.record.no), entry(row)) for row in shown.rows)
    return [(place, (row, partial(voice.line, row))) for place, row in sorted(places)], []


def why(call: Call) -> Answer:
    """Each chain of replacements that a record, or a text, belongs to, a line a step, oldest first."""
    refused = one_of("why", call.given, "no", "query")
    if refused:
        return call.told(refused)
    query = f"#{call.given['no']}" if "no" in call.given else call.given["query"]
    chains = history.why(call.workspace, call.caller, call.base, query)
    if isinstance(chains, Refused):
        if "query" in call.given and chains.facts.get("what") == "record":
            return Answer(text=call.texts.say("tools.why-nothing", query=_told(call, query)))
        return call.told(chains)
    rows = [row for chain in chains for row in _steps(answers.history.told(chain))]
    given = page(
        "",
        sorted(rows, key=lambda row: row[0]),
        lambda past: answers.history.step(past, call.texts),
        call.given.get("after"),
        call.texts,
        limit=call.limit,
    )
    return call.told(given) if isinstance(given, Refused) else Answer(text=given.text)


def _steps(chain: list[Past]) -> list[tuple[Place, Past]]:
    """The steps of a chain with their places: by its first record, then by record and revision."""
    numbers = [each.record.no for each in chain if each.record]
    return [((numbers[0], no, past.revision.n), past) for no, past in zip(numbers, chain, strict=True)]


def news(call: Call) -> Answer:
    """What the session was shown and has changed since."""
    changed = services.news.changed(call.workspace, call.caller)
    if isinstance(changed, Refused):
        return call.told(changed)
    if not changed:
        return Answer(text=call.texts["tools.no-news"])
    bases = call.caller.session.bases if call.caller.session else ()
    rows = [((bases.index(each.space), each.key), each) for each in changed]
    told = {
        (each.space, each.key): said["text"]
        for each, said in zip(changed, answers.news(changed, call.texts)["news"], strict=True)
    }
    given = page(
        call.texts["tools.news-title"],
        rows,
        lambda each: told[each.space, each.key],
        call.given.get("after"),
        call.texts,
    )
    if isinstance(given, Refused):
        return call.told(given)
    services.news.note_told(call.workspace, call.caller, given.whole)
    return Answer(text=given.text)


def _told(call: Call, query: str) -> str:
    """A text that somebody looked for, on one line and not too long."""
    return escapes.field(escapes.cut(query, policy.TOLD_BACK_CHARS))


def heading(call: Call) -> str:
    """The heading of lines: whose words these are, and what a mark means where the caller runs."""
    channel = call.caller.session.channel if call.caller.session else None
    return (
        answers.labels(call.texts).unattended if channel in policy.UNATTENDED else answers.labels(call.texts).attended
    )
