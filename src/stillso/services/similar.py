"""Similar: whether a record in force is about what a new statement is about. The caller then replaces that one, or says
that both stand beside each other; nothing is ever replaced because it is similar.

Source: "Similar" in ``docs/model.md``.
"""

from __future__ import annotations

from functools import lru_cache

from stillso.core import policy, quotes, similar
from stillso.core.items import Space
from stillso.core.names import covers
from stillso.core.operations import Refused
from stillso.core.records import Indexed
from stillso.core.similar import Gist, Kind
from stillso.core.verbs import Remember
from stillso.errors import Code
from stillso.services import targets
from stillso.services.access import Caller, unknown
from stillso.storage.contract import Sharing, Transaction, View


@lru_cache(maxsize=512)
def gist(content: str) -> Gist:
    """What a content says, as it is compared."""
    return similar.gist_of(content)


@lru_cache(maxsize=512)
def marks(content: str) -> tuple[str, ...]:
    """What a record of this content is found by, to be compared."""
    return similar.marks(gist(content))


def check(tx: Transaction, caller: Caller, space: Space, asked: Remember) -> Refused | None:
    """Refused as ``similar-exists`` with the records that are alike, best first; None where a statement is new.

    Spans of one message are not alike to each other, nor is a record that the caller wants it to stand beside. Refused
    as unknown when there is no such record.
    """
    if asked.beside == policy.ANY_RECORD:
        return None
    if asked.beside is not None and tx.record(space.id, asked.beside) is None:
        return unknown("record", f"#{asked.beside}")
    found = [(kind, row) for kind, row in _alike(tx, space, asked) if not _is_of_one_message(tx, caller, row, asked)]
    if not found:
        return None
    numbers = [row.record.no for _, row in found]
    kind, best = found[0]
    facts = {"no": numbers[0], "content": best.record.content, "reason": kind.value if len(found) == 1 else "several"}
    facts |= {"others": ", ".join(f"#{no}" for no in numbers[1:])}
    alike = [{"no": row.record.no, "kind": kind.value, "content": row.record.content} for kind, row in found]
    return Refused(code=Code.SIMILAR_EXISTS, facts=facts, now=targets.brief(best.record) | {"similar": alike})


def _alike(view: View, space: Space, asked: Remember) -> list[tuple[Kind, Indexed]]:
    """The active records that a new statement is like, in a scope that overlaps with its own, best first."""
    new = gist(asked.content)
    found: list[tuple[float, int, Kind]] = []
    for each in view.sharing(space.id, marks(asked.content), policy.COMPARED):
        if each.no != asked.beside and _may_clash(each, asked):
            likeness = similar.compare(new, gist(each.content))
            found += [(likeness.strength, each.no, likeness.kind)] if likeness else []
    found.sort(key=lambda each: each[:2], reverse=True)
    rows = ((kind, view.record(space.id, no)) for _, no, kind in found[: policy.OFFERED])
    return [(kind, row) for kind, row in rows if row]


def _may_clash(each: Sharing, asked: Remember) -> bool:
    """Whether both hold at some place, for the same audience."""
    mine, theirs = asked.scope or None, each.scope
    return each.audience == asked.audience and (covers(mine, theirs) or covers(theirs, mine))


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
