"""Which records of a session's bases its summary carries, also among very many records.

Looked at are the records that the session was shown or told of, however long ago, those that hold in their place now,
and what a search finds by the sentences of the summary in which none of these stands: words come into a summary without
a sight as well, as from a list, or because the user said them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from stillso.core import escapes, policy, sights, terms
from stillso.core.findable import Part
from stillso.core.items import Space
from stillso.core.records import Entry, Indexed, Record, Status
from stillso.core.sights import Session
from stillso.core.windows import carrying
from stillso.core.windows.carrying import Known, Summary
from stillso.services import access
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.storage.contract import Sought, View

#: Where the summaries of a window are kept, the newest under the last path.
SUMMARIES = "summaries/"

#: How many sentences of a summary are looked for, by how many of their terms, and how many records are looked at for
#: each. Our choice: some tens of milliseconds among 100,000 records. A summary that says more is of things that the
#: session was shown, and those are looked at anyway.
SENTENCES_SOUGHT = 200
TERMS_SOUGHT = 4
FOUND_A_SENTENCE = 5
_PAIR = 2


def newest(view: View, window: str) -> str | None:
    """The newest summary of a window, None when it was never compacted, or the text is gone."""
    listed = view.files(window, SUMMARIES)
    written = view.head(window, listed[-1].path) if listed else None
    return written.text if written else None


def words_of(view: View, window: str, records: Iterable[Record]) -> list[str]:
    """For each of these records its words that stand in the newest summary of a window, not too long; '' for none."""
    summary = Summary(newest(view, window) or "")
    held = (
        next((words for words in (record.content, record.quote) if words and summary.holds(words)), "")
        for record in records
    )
    return [escapes.cut(words, policy.DESCRIPTION_CHARS) for words in held]


def known_keys(view: View, session: Session, space: Space) -> list[int]:
    """The items of a base that a session was shown or told of, or that a summary of it carried, by key."""
    shown = view.sights(session.id, space.id)
    return sorted({key for sight in shown for key in sights.unpack(sight.packed)})


def known(view: View, session: Session, space: Space) -> Iterator[Indexed]:
    """The records of a base that a session was shown or told of, or that hold in the place of one of these now."""
    seen: set[int] = set()
    for key in known_keys(view, session, space):
        row = record_of(view, space, key)
        while row is not None and row.record.no not in seen:
            seen.add(row.record.no)
            yield row
            after = row.record.superseded_by
            row = view.record(space.id, after) if after is not None else None


def carried(ws: Workspace, view: View, caller: Caller, text: str) -> dict[str, dict[int, int]]:
    """What a summary of the caller's session carries: base to item key to the revision that it carries, of each base
    that the session may read."""
    session = caller.session
    assert session is not None
    summary = Summary(text)
    found: dict[str, dict[int, int]] = {}
    for base in session.bases:
        place = access.place(view, caller, base)
        if isinstance(place, access.Place):
            rows = {row.key: _known(row, named=True) for row in known(view, session, place.space)}
            standing = [rows[key] for key in carrying.carried(summary, rows.values())]
            sentences = carrying.pieces(text, standing, SENTENCES_SOUGHT)
            others = {each.key: each for each in _sought(ws, view, place.space, sentences)}
            found[place.space.id] = carrying.carried(summary, (others | rows).values())
    return found


def _known(row: Indexed, *, named: bool) -> Known:
    record = row.record
    active = record.status is Status.ACTIVE
    return Known(row.key, row.revision, record.no, record.content, record.quote, active, named)


def _sought(ws: Workspace, view: View, space: Space, sentences: Iterable[str]) -> Iterator[Known]:
    """The records that fit these sentences best, in force or over."""
    for sentence in sentences:
        query = terms.query_of(sentence, ws.variants)
        if query is None:
            continue
        sought = Sought(
            space=space.id,
            terms=_telling(query.either),
            every=False,
            first=Part.ENDED,
            last=Part.ACTIVE,
            family=policy.FAMILY,
            limit=FOUND_A_SENTENCE,
        )
        for match in view.search(sought):
            if match.entry is not None:
                entry = Entry._make(match.entry)
                active = match.status == Status.ACTIVE
                yield Known(entry.key, entry.revision, entry.no, entry.content, entry.quote, active, named=False)


def _telling(terms: Sequence[str]) -> tuple[str, ...]:
    """The longest terms, which are rare, so that few rows are read; of pairs of characters some from all over."""
    long = sorted((term for term in terms if len(term) > _PAIR), key=len, reverse=True)[:TERMS_SOUGHT]
    pairs = [term for term in terms if len(term) <= _PAIR]
    step = max(1, len(pairs) // TERMS_SOUGHT)
    return (*long, *pairs[::step])[:TERMS_SOUGHT]


def record_of(view: View, space: Space, key: int) -> Indexed | None:
    """The record that an item holds, None for a file."""
    item = view.item_of(space.id, key)
    return view.record(space.id, item.no) if item is not None and item.no is not None else None
