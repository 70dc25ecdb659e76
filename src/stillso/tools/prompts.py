"""What a person may ask for by name in a client: what is due, with the question for each, and why something is so."""

from __future__ import annotations

from stillso.core import policy
from stillso.core.lines import Voice
from stillso.core.names import micros
from stillso.core.operations import Refused
from stillso.core.records import Indexed, entry
from stillso.services import access, answers, reading
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.texts import Texts
from stillso.tools import call
from stillso.tools.calls import Answer, refused
from stillso.tools.pages import page, size


def review_due(ws: Workspace, texts: Texts, caller: Caller, *, limit: int = policy.ANSWER_BYTES) -> Answer:
    """What needs confirming in the caller's bases, the longest unconfirmed first, with the question for each."""
    with ws.view() as view:
        bases: list[str | None] = [each.space.id for each in access.readable(view, caller)]
    found: list[Indexed] = []
    asked: dict[tuple[str, int], str] = {}
    for base in bases or [None]:
        shown = reading.due(ws, caller, base, texts.language)
        if isinstance(shown, Refused):
            return refused(texts, shown)
        found += shown.rows
        for row, each in zip(shown.rows, shown.questions, strict=True):
            asked[row.space, row.key] = each.told(texts)
    if not found:
        return Answer(text=texts["tools.prompt.review-due.none"])
    voice = Voice(answers.labels(texts), ws.now())
    rows = [((micros(row.record.confirmed_at), row.record.no, n), row) for n, row in enumerate(found)]
    given = page(
        texts["tools.prompt.review-due.head"],
        sorted(rows, key=lambda row: row[0]),
        lambda row: f"{voice.line(entry(row))}\n{asked[row.space, row.key]}",
        None,
        texts,
        limit=limit,
    )
    assert not isinstance(given, Refused)
    reading.note_read(ws, caller, given.whole)
    return Answer(text=given.text)


def why(ws: Workspace, texts: Texts, caller: Caller, topic: str, *, limit: int = policy.ANSWER_BYTES) -> Answer:
    """The steps behind what a topic holds: ``#3``, or a piece of text."""
    number = topic.strip().removeprefix("#")
    is_number = number.isascii() and number.isdecimal() and 0 < len(number) < 10
    head = texts["tools.prompt.why.head"]
    asked = {"no": int(number)} if is_number else {"query": topic}
    told = call(ws, texts, caller, "why", asked, limit=limit - size(head))
    return told if told.failed else Answer(text=f"{head}\n{told.text}")
