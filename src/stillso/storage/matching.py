"""Search by going through all texts: what an engine's index gives, in a form to read. Score: BM25.

Source: Robertson and Zaragoza, The Probabilistic Relevance Framework (2009), with the k1 and b of SQLite's FTS5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log
from typing import TypeVar

from stillso.core.folding import is_cjk_letter
from stillso.core.terms import Words

K = TypeVar("K")

_K1, _B = 1.2, 0.75
#: What a term of ``around`` counts beside one of ``said``.
_AROUND = 0.5


def scores(texts: Mapping[K, Words], terms: Sequence[str], *, every: bool) -> dict[K, float]:
    """How well each text fits that holds one of the terms, or every one."""
    said = {key: Counter(words.said.split()) for key, words in texts.items()}
    around = {key: Counter(words.around.split()) for key, words in texts.items()}
    lengths = {key: said[key].total() + around[key].total() for key in texts}
    mean = sum(lengths.values()) / len(lengths) if lengths else 1
    found: dict[K, list[float]] = {}
    for term in terms:
        held = {key: _count(said[key], term) + _AROUND * _count(around[key], term) for key in texts}
        held = {key: count for key, count in held.items() if count}
        rarity = max(log((len(texts) - len(held) + 0.5) / (len(held) + 0.5)), 1e-6)
        for key, count in held.items():
            length = _K1 * (1 - _B + _B * lengths[key] / (mean or 1))
            found.setdefault(key, []).append(rarity * count * (_K1 + 1) / (count + length))
    return {key: sum(parts) for key, parts in found.items() if not every or len(parts) == len(terms)}


def _count(words: Counter[str], term: str) -> int:
    if len(term) == 1 and is_cjk_letter(term):
        return sum(count for word, count in words.items() if word.startswith(term))
    return words[term]
