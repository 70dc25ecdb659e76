"""Services: load what is seen, call a verb, commit, answer. One module a subject; none knows a surface or an engine.

``services.reviews`` is loaded when it is first asked for, as are the others: opening a store needs none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stillso.core import late

if TYPE_CHECKING:
    from stillso.services import (
        access,
        answers,
        bases,
        carrying,
        clearing,
        compacting,
        conversations,
        drafts,
        files,
        guarding,
        heads,
        history,
        holding,
        inbox,
        indexing,
        listings,
        memory,
        mounting,
        news,
        owing,
        prompting,
        proposals,
        questions,
        reading,
        reverting,
        reviews,
        search,
        seeking,
        sessions,
        surviving,
        tidying,
        variants,
        vectors,
        verifying,
        versions,
        windows,
    )

__all__ = [
    "access",
    "answers",
    "bases",
    "carrying",
    "clearing",
    "compacting",
    "conversations",
    "drafts",
    "files",
    "guarding",
    "heads",
    "history",
    "holding",
    "inbox",
    "indexing",
    "listings",
    "memory",
    "mounting",
    "news",
    "owing",
    "prompting",
    "proposals",
    "questions",
    "reading",
    "reverting",
    "reviews",
    "search",
    "seeking",
    "sessions",
    "surviving",
    "tidying",
    "variants",
    "vectors",
    "verifying",
    "versions",
    "windows",
]

if not TYPE_CHECKING:  # a type checker would take every misspelt name for a module
    __getattr__ = late.modules(__name__, *__all__)
