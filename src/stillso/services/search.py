"""Finding what a base holds by ordinary text. Finding is no sight, and confirms nothing.

A few words must all be there, if any text has them all; of a sentence, or of words that stand nowhere together, the
texts that have most of them come first.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from stillso.core import policy, records, snippets, terms
from stillso.core.families import families_of
from stillso.core.items import Listed
from stillso.core.names import micros
from stillso.core.operations import Refused
from stillso.core.records import Entry, Status
from stillso.core.snippets import Snippet
from stillso.core.terms import Query
from stillso.core.values import dataclass, replace
from stillso.core.words import Part, Variants
from stillso.errors import BrokenData
from stillso.services import access
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.storage.contract import Match, Sought, View


class Hit(NamedTuple):
    """One text that was found: a record as a line shows it, with its status, or a file with its text."""

    score: float
    path: str
    text: str
    entry: Entry | None = None
    status: Status | None = None
    file: Listed | None = None

    @property
    def no(self) -> int | None:
        """The number of the record, None for a file."""
        return self.entry.no if self.entry else None


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """What a search gives, best first, and the moment that marks are of. Without a ``query`` nothing was asked."""

    hits: tuple[Hit, ...]
    query: Query | None
    now: datetime
    variants: Variants

    def snippet(self, hit: Hit) -> Snippet:
        """The piece of a hit that holds most of what was asked, and where."""
        texts = [hit.text] if hit.entry is None else [hit.entry.content, hit.entry.condition, hit.entry.quote]
        assert self.query is not None
        return snippets.best([text for text in texts if text], self.query, self.variants)

    def is_marked(self, hit: Hit) -> bool:
        """Whether a record that was found needs confirming; one that ended does not."""
        now = micros(self.now)
        return hit.entry is not None and hit.status is Status.ACTIVE and records.is_marked(hit.entry, now, now)


def search(
    ws: Workspace,
    caller: Caller,
    base: str | None,
    text: str,
    *,
    place: str | None = None,
    audience: str | None = None,
    ended: bool = False,
    limit: int = policy.HITS,
) -> Found | Refused:
    """The texts of a base that fit best, at a place and for an audience: files, active records, and with ``ended`` also
    those that are over. A text that says nothing finds nothing.

    Refused when there is no such base, or it is not the caller's to read.
    """
    now, query = ws.now(), terms.query_of(text, ws.variants)
    with ws.view() as view:
        found = access.place(view, caller, base)
        if isinstance(found, Refused):
            return found
        matches: list[Match] = []
        if query is not None:
            sought = Sought(
                space=found.space.id,
                terms=query.exact,
                every=True,
                first=Part.ENDED if ended else Part.ACTIVE,
                place=place,
                audience=audience,
                limit=min(limit, policy.MOST_HITS),
            )
            matches = _matches(view, sought, query, ws.variants)
        hits = tuple(_hit(view, found.space.id, match) for match in matches)
    return Found(hits=hits, query=query, now=now, variants=ws.variants)


def _matches(view: View, sought: Sought, query: Query, variants: Variants) -> list[Match]:
    for wanted in () if query.is_sentence else dict.fromkeys((query.exact, query.every)):
        matches = view.search(replace(sought, terms=wanted))
        if matches:
            return matches
    wider = (*query.either, *families_of(query.either, variants))
    return view.search(replace(sought, terms=wider, every=False))


def _hit(view: View, space: str, match: Match) -> Hit:
    if match.entry is not None and match.status is not None:
        entry = Entry._make(match.entry)
        return Hit(match.score, match.path, entry.content, entry, Status(match.status))
    listed = next((each for each in view.files(space, match.path) if each.path == match.path), None)
    if listed is None:
        raise BrokenData(f"search finds {match.path}, which is no file of the base any more")
    head = view.revision(space, match.key, listed.head)
    return Hit(match.score, match.path, (head.text if head else None) or "", file=listed)
