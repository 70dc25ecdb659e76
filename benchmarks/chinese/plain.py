"""The plain rules that stand beside stillso's: shared pieces of words, and a few words for an exception."""

from __future__ import annotations

import re
from collections.abc import Sequence

from stillso.core.records import Record

#: What a plain rule takes for an exception.
PLAIN_ONCE = ("這次", "今天", "這一次", "just once")


def pieces(text: str) -> set[str]:
    """Pairs of Chinese characters, and whole words of other scripts, with case folded."""
    runs = re.findall(r"[\u4e00-\u9fff]+|[a-z0-9_#%.-]+", text.casefold())
    pairs = {run[at : at + 2] for run in runs for at in range(len(run) - 1) if run[0] >= "\u4e00"}
    return pairs | {run for run in runs if run[0] < "\u4e00"}


def plain_search(query: str, records: Sequence[Record]) -> list[int]:
    """The numbers of the records that share pieces with a text, those with the most first."""
    asked = pieces(query)
    shared = {each.no: len(asked & pieces(f"{each.content} {each.condition} {each.quote}")) for each in records}
    return sorted((no for no in shared if shared[no]), key=lambda no: (-shared[no], no))


def seems_once(text: str) -> bool:
    """Whether a text has a word of this occasion."""
    return any(word in text for word in PLAIN_ONCE)
