"""Findings: what is not as the log of a space says it must be, and where.

A finding is a value, never an error: whoever verifies a store is told all of them. The sentence of each fault stands in
``texts/<language>/findings.md``, what is looked for and what is not in ``docs/how-to/verify-a-store.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from stillso.core.values import dataclass


class Fault(StrEnum):
    """What can be wrong. The words are stable within a major version."""

    # rows
    UNREADABLE = "unreadable"
    BASE_MISSING = "base-missing"
    # the log
    VERSION_MISSING = "version-missing"
    VERSION_STRAYS = "version-strays"
    PARENT_DIFFERS = "parent-differs"
    HASH_DIFFERS = "hash-differs"
    GROUNDS_DIFFER = "grounds-differ"
    COUNTER_DIFFERS = "counter-differs"
    # revisions and items
    REVISION_MISSING = "revision-missing"
    REVISION_STRAYS = "revision-strays"
    REVISION_BEYOND = "revision-beyond"
    REVISION_DIFFERS = "revision-differs"
    DIGEST_DIFFERS = "digest-differs"
    ITEM_MISSING = "item-missing"
    ITEM_DIFFERS = "item-differs"
    # records
    RECORD_UNREADABLE = "record-unreadable"
    RECORD_DIFFERS = "record-differs"
    INDEX_MISSING = "index-missing"
    INDEX_STRAYS = "index-strays"
    INDEX_DIFFERS = "index-differs"
    # what is kept to be fast
    LISTING_DIFFERS = "listing-differs"
    COUNT_DIFFERS = "count-differs"
    WORDS_DIFFER = "words-differ"
    # words
    EVIDENCE_MISSING = "evidence-missing"
    EVIDENCE_STRAYS = "evidence-strays"
    MESSAGE_MISSING = "message-missing"
    QUOTE_DIFFERS = "quote-differs"
    # rejections
    REJECTION_STRAYS = "rejection-strays"
    REJECTION_DIFFERS = "rejection-differs"
    # what an anchor knows
    ANCHOR_GONE = "anchor-gone"
    ANCHOR_CUT = "anchor-cut"
    ANCHOR_DIFFERS = "anchor-differs"


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One thing that is wrong. ``facts`` fill its sentence: where (base or session, version, path, revision, number),
    and what (which fields, what is there and what there should be)."""

    fault: Fault
    facts: Mapping[str, object]


def found(fault: Fault, **facts: object) -> Finding:
    """A finding with these facts."""
    return Finding(fault=fault, facts=facts)
