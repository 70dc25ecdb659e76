"""Finding what a base holds by ordinary text. Finding is no sight, and confirms nothing.

A few words must all be there, if any text has them all; of a sentence, or of words that stand nowhere together, the
texts that have most of them come first. With an embedder it is then the texts whose words and meaning together are
nearest.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from stillso import services
from stillso.core import fusion, policy, records, snippets, terms
from stillso.core.families import families_of
from stillso.core.findable import Part, Variants
from stillso.core.folding import is_cjk_letter
from stillso.core.items import Listed
from stillso.core.names import micros
from stillso.core.operations import Refused
from stillso.core.records import Entry, Status
from stillso.core.snippets import Snippet
from stillso.core.terms import Query
from stillso.core.values import dataclass, replace
from stillso.core.vectors import Embedder
from stillso.errors import BrokenData
from stillso.services import access
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.storage.contract import Match, Sought, TextKey, View


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
    """What a search gives, best first, and the moment that marks are of. Without a ``query`` nothing was asked.

    With an embedder: what it said where it failed, and how many texts could not be found by meaning yet.
    ``unsearched``: how many files were written last and could not be searched in, for nothing can be written.
    """

    hits: tuple[Hit, ...]
    query: Query | None
    now: datetime
    variants: Variants
    problem: str | None = None
    lacking: int = 0
    unsearched: int = 0

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
    files: bool = True,
    limit: int = policy.HITS,
) -> Found | Refused:
    """The texts of a base that fit best, at a place and for an audience: active records, with ``ended`` also those that
    are over, and ``files`` unless they are not wanted. A text that says nothing finds nothing.

    Refused when there is no such base, or it is not the caller's to read.
    """
    now, query = ws.now(), terms.query_of(text, ws.variants)
    with ws.view() as view:
        found = access.place(view, caller, base)
        if isinstance(found, Refused):
            return found
        if query is None:
            return Found(hits=(), query=None, now=now, variants=ws.variants)
        narrow = Sought(
            space=found.space.id,
            terms=query.exact,
            every=True,
            first=Part.ENDED if ended else Part.ACTIVE,
            last=Part.FILE if files else Part.ACTIVE,
            place=place,
            audience=audience,
            limit=min(limit, policy.MOST_HITS),
        )
        is_due = files and view.unread(narrow.space, 1).is_due
        wider, hits = (narrow, None) if is_due else _by_words(ws, view, query, narrow)
    left = services.indexing.catch_up(ws, narrow.space) if is_due else 0
    if is_due:
        with ws.view() as view:
            wider, hits = _by_words(ws, view, query, narrow)
    told = Found(hits=hits or (), query=query, now=now, variants=ws.variants, unsearched=left)
    return told if hits is not None or ws.embedder is None else _by_meaning_too(ws, ws.embedder, text, wider, told)


def _by_words(ws: Workspace, view: View, query: Query, narrow: Sought) -> tuple[Sought, tuple[Hit, ...] | None]:
    """What was looked for in the end, and what was found; None where an embedder is to be asked as well."""
    matches = [] if query.is_sentence else view.search(narrow) or view.search(replace(narrow, terms=query.every))
    wider = narrow if matches else _wider(narrow, query, ws.variants)
    if matches or ws.embedder is None:
        return wider, _hits(view, wider.space, matches or view.search(wider))
    return wider, None


def _by_meaning_too(ws: Workspace, embedder: Embedder, text: str, wider: Sought, told: Found) -> Found:
    """What is found by words and meaning. Encoding takes long, and a snapshot that is held keeps the log of the store
    from being folded."""
    asked = services.vectors.asked(ws, embedder, wider.space, text)
    with ws.view() as view:
        matches = _by_meaning(view, wider, embedder, asked.vector) if asked.vector else view.search(wider)
        hits = _hits(view, wider.space, matches)
    return replace(told, hits=hits, problem=asked.problem, lacking=asked.lacking)


def _wider(sought: Sought, query: Query, variants: Variants) -> Sought:
    """The same for whatever has one of the terms, or is of their families."""
    return replace(
        sought,
        terms=(*query.either, *families_of(query.either, variants)),
        every=False,
        family=policy.FAMILY_CJK if any(is_cjk_letter(term[0]) for term in query.either) else policy.FAMILY,
    )


def _by_meaning(view: View, sought: Sought, embedder: Embedder, question: bytes) -> list[Match]:
    """The texts that fit best by their words and their meaning together."""
    standings = services.vectors.standings(view, sought, embedder, question)
    worded = {_key(match): match for match in view.search(replace(sought, limit=fusion.CANDIDATES))}
    others = [key for key in fusion.nearest(standings) if key not in worded]
    found = worded | {_key(match): match for match in view.rated(sought, others)}
    ranked = [
        (match._replace(score=fusion.fused(match.score, standings.get(key, 0.0))), key) for key, match in found.items()
    ]
    ranked.sort(key=lambda each: (each[0].score, each[1]), reverse=True)
    return [match for match, _ in ranked[: sought.limit]]


def _key(match: Match) -> TextKey:
    if match.entry is None:
        return Part.FILE, match.key
    return Part.ACTIVE if match.status == Status.ACTIVE else Part.ENDED, Entry._make(match.entry).no


def _hits(view: View, space: str, matches: list[Match]) -> tuple[Hit, ...]:
    return tuple(_hit(view, space, match) for match in matches)


def _hit(view: View, space: str, match: Match) -> Hit:
    if match.entry is not None and match.status is not None:
        entry = Entry._make(match.entry)
        return Hit(match.score, match.path, entry.content, entry, Status(match.status))
    listed = next((each for each in view.files(space, match.path) if each.path == match.path), None)
    if listed is None:
        raise BrokenData(f"search finds {match.path}, which is no file of the base any more")
    head = view.revision(space, match.key, listed.head)
    return Hit(match.score, match.path, (head.text if head else None) or "", file=listed)
