"""Similar: whether a record in force is about what a new statement is about. The caller then replaces that one, or says
that both stand beside each other; nothing is ever replaced because it is similar.

First those whose frames say so. Where there are none and the statement says that something changed, those that are
found by its words and speak of the same.

Source: "Similar" in ``docs/model.md``.
"""

from __future__ import annotations

from functools import lru_cache

from stillso.core import policy, quotes, similar
from stillso.core.findable import Part, Variants
from stillso.core.items import Space
from stillso.core.names import covers
from stillso.core.operations import Refused
from stillso.core.records import Entry, Indexed, Record
from stillso.core.similar import Gist, Kind, changes
from stillso.core.similar.changes import Told
from stillso.core.verbs import Remember, Supersede
from stillso.errors import Code
from stillso.services import targets
from stillso.services.access import Caller, unknown
from stillso.services.workspace import Workspace
from stillso.storage.contract import Sought, Transaction, View

Found = list[tuple[Kind, Indexed]]


@lru_cache(maxsize=512)
def gist(content: str) -> Gist:
    """What a content says, as it is compared."""
    return similar.gist_of(content)


@lru_cache(maxsize=512)
def marks(content: str) -> tuple[str, ...]:
    """What a record of this content is found by, to be compared."""
    return similar.marks(gist(content))


@lru_cache(maxsize=512)
def _told(scope: str | None, texts: tuple[str | None, ...], variants: Variants) -> Told:
    return changes.told(scope, *texts, variants=variants)


def check(ws: Workspace, tx: Transaction, caller: Caller, space: Space, asked: Remember) -> Refused | None:
    """Refused as ``similar-exists`` with the records that are alike, best first; None where a statement is new.

    Spans of one message that do not say the same are not alike to each other, nor is a record that the caller wants it
    to stand beside. Refused as unknown when there is no such record.
    """
    if asked.beside == policy.ANY_RECORD:
        return None
    if asked.beside is not None and tx.record(space.id, asked.beside) is None:
        return unknown("record", f"#{asked.beside}")
    found = _of_others(tx, caller, asked, _alike(tx, space, asked))
    by_words = not found and changes.says_change(asked.content, asked.quote)
    if by_words:
        found = _of_others(tx, caller, asked, _changed(tx, space, asked, ws.variants))
    if not found:
        return None
    kind = found[0][0]
    told = kind is Kind.SAME or len(found) == 1
    return _refused("several" if not told else "perhaps" if by_words else kind.value, found)


def check_twin(tx: Transaction, space: Space, asked: Supersede, old: Record) -> Refused | None:
    """Refused as ``similar-exists`` where another record than the one that is replaced says the very same in its place;
    a condition of its own makes it another statement."""
    placed = Remember(content=asked.content, scope=old.scope, audience=old.audience, beside=old.no)
    found: Found = [
        (kind, row)
        for kind, row in _alike(tx, space, placed)
        if kind is Kind.SAME
        and gist(row.record.content).whole == gist(asked.content).whole
        and row.record.scope == old.scope
        and asked.condition in (None, row.record.condition)
    ]
    return _refused("twin", found, replaced=old.no) if found else None


def _refused(reason: str, found: Found, **facts: object) -> Refused:
    """The refusal with what was found, best first."""
    numbers = [row.record.no for _, row in found]
    best = found[0][1]
    facts |= {"no": numbers[0], "content": best.record.content, "reason": reason}
    facts |= {"others": ", ".join(f"#{no}" for no in numbers[1:])}
    alike = [{"no": row.record.no, "kind": kind.value, "content": row.record.content} for kind, row in found]
    return Refused(code=Code.SIMILAR_EXISTS, facts=facts, now=targets.brief(best.record) | {"similar": alike})


def _alike(view: View, space: Space, asked: Remember) -> Found:
    """The active records whose frames say that a new statement is like them, best first: those that say the same."""
    new = gist(asked.content)
    found: list[tuple[bool, float, int, Kind]] = []
    for each in view.sharing(space.id, marks(asked.content), policy.COMPARED):
        if each.no != asked.beside and each.audience == asked.audience and _overlaps(each.scope, asked):
            likeness = similar.compare(new, gist(each.content))
            if likeness:
                found.append((likeness.kind is Kind.SAME, likeness.strength, each.no, likeness.kind))
    found.sort(key=lambda each: each[:3], reverse=True)
    rows = ((kind, view.record(space.id, no)) for _, _, no, kind in found[: policy.OFFERED])
    return [(kind, row) for kind, row in rows if row]


def _changed(view: View, space: Space, asked: Remember, variants: Variants) -> Found:
    """The active records that speak of what a statement says of that it changed, best first."""
    new = _told(asked.scope, (asked.content, asked.quote), variants)
    looked_for = changes.looked_for(new)
    if not looked_for:
        return []
    sought = Sought(
        space=space.id, terms=looked_for, every=False, first=Part.ACTIVE, last=Part.ACTIVE, limit=policy.FOUND
    )
    near = (Entry._make(match.entry) for match in view.search(sought) if match.entry)
    entries = [each for each in near if each.no != asked.beside and _overlaps(each.scope, asked)][: policy.WEIGHED]
    olds = [_told(each.scope, (each.content, each.condition, each.quote), variants) for each in entries]
    rows = (view.record(space.id, entries[at].no) for at in changes.about(new, olds))
    return [(Kind.OTHER, row) for row in rows if row and row.record.audience == asked.audience]


def _overlaps(scope: str | None, asked: Remember) -> bool:
    """Whether both hold at some place."""
    mine, theirs = asked.scope or None, scope
    return covers(mine, theirs) or covers(theirs, mine)


def _of_others(view: View, caller: Caller, asked: Remember, found: Found) -> Found:
    """Those that do not rest on the message in which the new quote stands; and those of it that say the same, or a call
    that was made twice would be kept twice."""
    return [(kind, row) for kind, row in found if kind is Kind.SAME or not _is_of_one_message(view, caller, row, asked)]


def _is_of_one_message(view: View, caller: Caller, row: Indexed, asked: Remember) -> bool:
    """Whether the record rests on the message in which the new quote stands."""
    if caller.session is None or asked.quote is None:
        return False
    version = view.written_by(row.space, row.key, 1)
    evidence = view.evidence(row.space, version) if version is not None else None
    if evidence is None or evidence.session != caller.session.hearing:
        return False
    message = view.message(evidence.session, evidence.message)
    return message is not None and isinstance(
        quotes.find(asked.quote, [(message.n, message.text)], thick=0), quotes.Found
    )
