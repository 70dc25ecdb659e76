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
from stillso.core.values import fields_of

K = TypeVar("K")

_K1, _B = 1.2, 0.75
#: What a term of each kind counts. Source: tried on public sets of questions, docs/decisions/0029.
WEIGHTS = {"own": 1.0, "asked": 0.7, "near": 0.4, "family": 0.05}


def scores(texts: Mapping[K, Words], terms: Sequence[str], *, every: bool) -> dict[K, float]:
    """How well each text fits that holds every one of the terms itself, or one of them anywhere."""
    held = {
        key: {name: Counter(text.split()) for name, text in fields_of(words).items()} for key, words in texts.items()
    }
    lengths = {key: sum(words.total() for words in columns.values()) for key, columns in held.items()}
    mean = sum(lengths.values()) / len(lengths) if lengths else 1.0
    found: dict[K, list[float]] = {}
    for term in terms:
        names = ["own"] if every else list(WEIGHTS)
        counts = {
            key: sum(WEIGHTS[name] * _count(columns[name], term) for name in names) for key, columns in held.items()
        }
        counts = {key: count for key, count in counts.items() if count}
        rarity = max(log((len(texts) - len(counts) + 0.5) / (len(counts) + 0.5)), 1e-6)
        for key, count in counts.items():
            length = _K1 * (1 - _B + _B * lengths[key] / (mean or 1))
            found.setdefault(key, []).append(rarity * count * (_K1 + 1) / (count + length))
    return {key: sum(parts) for key, parts in found.items() if not every or len(parts) == len(terms)}


def _count(words: Counter[str], term: str) -> int:
    if len(term) == 1 and is_cjk_letter(term):
        return sum(count for word, count in words.items() if word.startswith(term))
    return words[term]
