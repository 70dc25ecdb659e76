"""Whether a record or a file holds a text: what must not be wrong may leave a window only then.

Held is what stands in a record in force, in its content or its quote, or in a file, word for word after folding.
"""

from __future__ import annotations

from stillso.core.folding import fold
from stillso.core.operations import Refused
from stillso.services import access, search
from stillso.services.access import Caller
from stillso.services.search import Hit
from stillso.services.workspace import Workspace

#: How many texts that fit best are looked at. Our choice: what holds a text whole fits better than most.
_CANDIDATES = 10

#: What may end a sentence and be left out where it is held.
_ENDS = " .。!！,，;；"


def where(ws: Workspace, caller: Caller, text: str) -> str:
    """The number of a record (``#3``) or the path of a file that holds this text, behind the name of its base where
    there are several; '' where none does.

    Looks in the bases that the caller may read.
    """
    wanted = fold(text).text.strip(_ENDS)
    if not wanted:
        return ""
    with ws.view() as view:
        slugs = [place.space.slug for place in access.readable(view, caller)]
    for slug in slugs:
        found = search.search(ws, caller, slug, wanted, limit=_CANDIDATES)
        hits = () if isinstance(found, Refused) else found.hits
        held = next((hit for hit in hits if wanted in _held(hit)), None)
        if held is not None:
            place = f"#{held.no}" if held.no is not None else held.path
            return place if len(slugs) == 1 else f"{slug} {place}"  # numbers are those of a base
    return ""


def heads(ws: Workspace, caller: Caller) -> tuple[int, ...]:
    """The newest versions of these bases: while they stay, what is held stays as well."""
    with ws.view() as view:
        return tuple(place.space.head for place in access.readable(view, caller))


def _held(hit: Hit) -> str:
    """What a text holds, folded."""
    if hit.entry is None:
        return fold(hit.text).text
    return "\n".join(fold(text).text for text in (hit.entry.content, hit.entry.quote) if text)
