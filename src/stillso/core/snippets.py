"""Snippets: the piece of a text that holds most of what was looked for, as plain text, with where it matches."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from stillso.core import terms
from stillso.core.findable import Variants
from stillso.core.terms import Query

#: How long a snippet is at most, in characters. Our choice: two lines of a terminal.
SNIPPET_CHARS = 160
_LEAD = 30
_BREAKS = " \t\n，。；、,.;:：！？!?"


class Snippet(NamedTuple):
    """A piece of a text on one line, with an ellipsis where it was cut, and the spans of the matches in it."""

    text: str
    spans: tuple[tuple[int, int], ...]


def best(texts: Sequence[str], query: Query, variants: Variants) -> Snippet:
    """The piece of these texts with the most matches, the first of equal ones; their beginning when there is none."""
    cut = [_cut(text, terms.places_of(text, query, variants)) for text in texts]
    return max(cut, key=lambda snippet: sum(end - start for start, end in snippet.spans))


def _cut(text: str, places: list[tuple[int, int]]) -> Snippet:
    """The window of a text that holds the most matches. White space in it is one space a character."""
    start = _densest(places)
    begin = max(0, start - _LEAD) if len(text) > SNIPPET_CHARS else 0
    if begin:
        begin = next((at + 1 for at in range(begin, start) if text[at] in _BREAKS), begin)
    end = min(len(text), begin + SNIPPET_CHARS)
    head, tail = "…" if begin else "", "…" if end < len(text) else ""
    piece = "".join(" " if char.isspace() or unicodedata.category(char) == "Cc" else char for char in text[begin:end])
    shift = len(head) - begin
    inside = ((max(a, begin) + shift, min(b, end) + shift) for a, b in places if a < end and b > begin)
    return Snippet(f"{head}{piece}{tail}", tuple(inside))


def _densest(places: list[tuple[int, int]]) -> int:
    """Where the window begins that covers the most matched characters."""
    best = start = covered = most = 0
    for at, (begin, end) in enumerate(places):
        covered += end - begin
        while end - places[start][0] > SNIPPET_CHARS - _LEAD:
            covered -= places[start][1] - places[start][0]
            start += 1
            if start > at:
                break
        if covered > most:
            most, best = covered, places[min(start, at)][0]
    return best
