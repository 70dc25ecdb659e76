"""Search by going through all texts: what an engine's index gives, in a form to read. Score: BM25.

Source: Robertson and Zaragoza, The Probabilistic Relevance Framework (2009), with the k1 and b of SQLite's FTS5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import log
from typing import TypeVar

from stillso.core.findable import Terms
from stillso.core.folding import is_cjk_letter
from stillso.core.values import fields_of
from stillso.storage.contract import Sought

K = TypeVar("K")

_K1, _B = 1.2, 0.75
#: What a term of each kind counts. Source: tried on public sets of questions, docs/decisions/0029.
WEIGHTS = {"own": 1.0, "form": 1.0, "asked": 0.7, "near": 0.4}


def scores(texts: Mapping[K, Terms], sought: Sought) -> dict[K, float]:
    """How well each text fits that holds every one of the terms itself, or one of them anywhere."""
    terms, every = sought.terms, sought.every
    weights = {name: WEIGHTS[name] for name in ("own", "form")} if every else WEIGHTS | {"family": sought.family}
    held = {
        key: {name: Counter(text.split()) for name, text in fields_of(words).items()} for key, words in texts.items()
    }
    lengths = {key: sum(words.total() for words in each.values()) for key, each in held.items()}
    mean = sum(lengths.values()) / len(lengths) if lengths else 1.0
    counts = {part: _counts(held, part, weights) for term in terms for part in term.split()}
    wanted = {term: set.intersection(*(set(counts[part]) for part in term.split())) for term in terms}
    found = set.intersection(*wanted.values()) if every else set.union(*wanted.values())
    scored = dict.fromkeys(found, 0.0)
    for term, holding in wanted.items():
        # A part of a term counts where all of the term is there: elsewhere it is another word.
        for part in term.split():
            rarity = max(log((len(texts) - len(counts[part]) + 0.5) / (len(counts[part]) + 0.5)), 1e-6)
            for key in found & holding:
                length = _K1 * (1 - _B + _B * lengths[key] / (mean or 1))
                scored[key] += rarity * counts[part][key] * (_K1 + 1) / (counts[part][key] + length)
    return scored


def _counts(held: Mapping[K, Mapping[str, Counter[str]]], term: str, weights: Mapping[str, float]) -> dict[K, float]:
    """How often each text holds a term, by the weight of where it does; those that hold it."""
    counts = {
        key: sum(weight * _count(words[name], term) for name, weight in weights.items()) for key, words in held.items()
    }
    return {key: count for key, count in counts.items() if count}


def _count(words: Counter[str], term: str) -> int:
    if len(term) == 1 and is_cjk_letter(term):
        return sum(count for word, count in words.items() if word.startswith(term))
    return words[term]
