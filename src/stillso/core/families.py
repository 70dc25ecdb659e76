"""Families: words that speak of the same thing, so that a question in other words, or in the other language, finds it.

A name of a family is a weak term beside the words themselves: it finds what no word finds, and breaks ties. It begins
with a sign, so that it never equals a word. The words stand in ``vocabulary.meanings`` and ``vocabulary.everyday``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache

from stillso.core import policy, terms
from stillso.core.findable import Variants
from stillso.core.folding import is_cjk_letter
from stillso.core.vocabulary.everyday import EVERYDAY
from stillso.core.vocabulary.idle import IDLE
from stillso.core.vocabulary.meanings import MEANINGS

#: What the name of a family begins with.
SIGN = "="

_IDLE = frozenset(IDLE)

#: By a term: the names of families, each with the other terms that its word has.
_Table = dict[str, list[tuple[str, frozenset[str]]]]


def families_of(held: Collection[str], variants: Variants) -> list[str]:
    """The families that the terms of a text belong to, each once."""
    table, there = _table(variants), set(held)
    return list(
        dict.fromkeys(name for term in held if term in table for name, others in table[term] if others <= there)
    )


@lru_cache(maxsize=4)
def _table(variants: Callable[[str], str]) -> _Table:
    """By the first term of each word in the lists. Of English words only single ones: their parts are words as well."""
    table: _Table = {}
    for line in filter(None, f"{EVERYDAY}{MEANINGS}".splitlines()):
        name = line.split()[0]
        for word in line.split():
            first, *rest = _terms(word, variants) or [""]
            if first:
                table.setdefault(first, []).append((SIGN + name, frozenset(rest)))
    return table


def _terms(word: str, variants: Variants) -> list[str]:
    """The terms of a word in the lists; none for one that says nothing: it would be found everywhere."""
    if word in policy.STOP_WORDS or word in _IDLE:
        return []
    if is_cjk_letter(word[0]):
        # The last term of a run is its last character: in a longer text that is another one.
        return [] if "_" in word else terms.terms_of(word, variants)[:-1]
    return [] if "_" in word else terms.terms_of(word, variants)[:1]
