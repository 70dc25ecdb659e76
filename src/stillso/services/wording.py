"""What the texts of a base are found by: from items to the words that an index keeps.

A record is found by its content, condition, quote and scope, and with less weight by what its words were said in: the
rest of the heard message, and the message that it answered. A file is found by its path and its text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from stillso.core import late, policy, terms
from stillso.core.families import families_of
from stillso.core.findable import Part, Terms, Worded
from stillso.core.items import Item, ItemKind, Space
from stillso.core.operations import Evidence
from stillso.core.records import Indexed, Record, Status
from stillso.core.values import dataclass
from stillso.errors import BrokenData
from stillso.services import similar
from stillso.services.workspace import Workspace
from stillso.storage.contract import View

R = TypeVar("R", Item, Indexed)


@dataclass(frozen=True, kw_only=True, slots=True)
class Around:
    """What words were said in: the questions they answered, and what else stood near them."""

    asked: str = ""
    near: str = ""


def of_record(ws: Workspace, record: Record, around: Around, *, is_new: bool = False) -> Worded:
    """The words of a record, and of what its own words were said in."""
    part = Part.ACTIVE if record.status is Status.ACTIVE else Part.ENDED
    told = "\n".join((*_apart(record.texts), record.scope or ""))
    own, forms = terms.read(told, ws.variants)
    kept = Terms(
        own=" ".join(own),
        form=" ".join(forms),
        asked=_terms(ws, around.asked),
        near=_terms(ws, around.near),
        family=" ".join(families_of(own, ws.variants)),
        marks=" ".join(similar.marks(record.content)),
    )
    return Worded(part=part, n=record.no, terms=kept, is_new=is_new)


def _apart(texts: Sequence[str]) -> list[str]:
    """Those of these texts that do not stand within another one: what was said once counts once."""
    whole = dict.fromkeys(texts)
    return [text for text in whole if not any(text in other for other in whole if other != text)]


def of_file(ws: Workspace, item: Item, text: str, *, is_new: bool = False) -> Worded:
    """The words of a file."""
    told = f"{item.path}\n{text}"
    own, forms = terms.read(told, ws.variants)
    kept = Terms(
        own=" ".join(own),
        form=" ".join(forms),
        family=" ".join(families_of(own, ws.variants)),
    )
    return Worded(part=Part.FILE, n=item.key, terms=kept, is_new=is_new)


def around(view: View, evidence: Evidence | None) -> Around:
    """What the words of an operation were said in: what they answered, and what stands beside them in their message."""
    message = view.message(evidence.session, evidence.message) if evidence else None
    if evidence is None or message is None:
        return Around()
    most = policy.AROUND_CHARS
    told = [part for part in _SENTENCE.split((message.asked or "")[-most:]) if part]
    asked = [part for part in told if part.endswith(_ASKING)]
    near = [part for part in told if part not in asked]
    near += [message.text[: evidence.begins][-most:], message.text[evidence.ends :][:most]]
    return Around(asked="\n".join(asked), near="\n".join(near))


def around_first(view: View, space: Space, key: int) -> Around:
    """What the words of a record were said in when it began."""
    version = view.written_by(space.id, key, 1)
    return around(view, view.evidence(space.id, version) if version is not None else None)


#: How many rows are read at a time.
_ROWS = 500


def all_of(ws: Workspace, view: View, space: Space) -> Iterator[Worded]:
    """The words of all that a base holds, part by part. Raises BrokenData for a file that lacks its text."""
    for wanted in (False, True):
        for row in _rows(view, Indexed, space):
            if (row.record.status is Status.ACTIVE) is wanted:
                yield of_record(ws, row.record, around_first(view, space, row.key), is_new=True)
    for item in _rows(view, Item, space):
        if item.kind is ItemKind.FILE and not item.deleted:
            head = view.revision(space.id, item.key, item.head)
            if head is None or head.text is None:
                raise BrokenData(f"{space.slug}: {item.path} has no revision {item.head}")
            yield of_file(ws, item, head.text, is_new=True)


def _rows(view: View, kind: type[R], space: Space) -> Iterator[R]:
    """The rows of a kind, some at a time."""
    last: R | None = None
    while page := view.page(kind, space.id, last, _ROWS):
        yield from page
        last = page[-1]


_SENTENCE = late.pattern(r"(?<=[.!?。！？])\s*")
_ASKING = ("?", "？")


def _terms(ws: Workspace, text: str) -> str:
    return " ".join(terms.terms_of(text, ws.variants))
