"""Fusion: one rank from two measures, how well the words of a text fit and how near its meaning is.

A cosine says little by itself: an embedder may give 0.8 to any two texts. What counts is how far it lies above those
of the other texts in reach, in standard deviations. Source of the weight: docs/decisions/0030.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import nlargest
from math import sqrt
from typing import TypeVar

K = TypeVar("K")

#: What one standard deviation counts, in points of BM25. Between 1 and 2 the figures are the same.
WEIGHT = 1.5
#: How many of each measure are looked at. Source: scoring all texts gives the same first ten.
CANDIDATES = 50


def standings(cosines: Mapping[K, float]) -> dict[K, float]:
    """How many standard deviations each lies above their mean; 0 where all are alike."""
    if not cosines:
        return {}
    mean = sum(cosines.values()) / len(cosines)
    spread = sqrt(sum((cosine - mean) ** 2 for cosine in cosines.values()) / len(cosines))
    return {key: (cosine - mean) / spread if spread else 0.0 for key, cosine in cosines.items()}


def nearest(standing: Mapping[K, float]) -> list[K]:
    """The texts whose meaning is nearest, that one first."""
    return nlargest(CANDIDATES, standing, key=standing.__getitem__)


def fused(words: float, standing: float) -> float:
    """The score of a text: that of its words, 0 for none, and its standing, 0 where its meaning is not known."""
    return words + WEIGHT * standing
