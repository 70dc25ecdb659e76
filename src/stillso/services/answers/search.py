"""What a search found, as plain values and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stillso.core import escapes
from stillso.services.answers import Json
from stillso.texts import Texts

if TYPE_CHECKING:
    from stillso.services.search import Found


def hits(found: Found) -> Json:
    """``{"hits": […]}``: what a search found, best first; ``matches`` are spans of the snippet, in characters."""
    told: list[Json] = []
    for hit in found.hits:
        snippet = found.snippet(hit)
        record = hit.entry
        mark = {"mark": "needs-confirming" if found.is_marked(hit) else None}
        about = {"no": record.no, "status": hit.status, **mark, "scope": record.scope} if record else {}
        told.append(
            {
                "kind": "record" if record else "file",
                **about,
                "path": hit.path,
                "content": hit.text,
                "snippet": snippet.text,
                "matches": [list(span) for span in snippet.spans],
                "score": float(f"{hit.score:.4g}"),
            }
        )
    short = {"problem": found.problem, "lacking": found.lacking} if found.problem or found.lacking else {}
    return {"hits": told, **short, **({"unsearched": found.unsearched} if found.unsearched else {})}


def shortfalls(found: Found, texts: Texts) -> list[str]:
    """What a search lacked, a sentence each; what a search by meaning lacks for a while comes last."""
    told = [texts.say("outcomes.search.unsearched", count=found.unsearched)] if found.unsearched else []
    told += [texts.say("outcomes.search.problem", reason=escapes.one_line(found.problem))] if found.problem else []
    return told + ([texts.say("outcomes.search.lacking", count=found.lacking)] if found.lacking else [])
