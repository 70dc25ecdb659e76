"""An embedder for tests: texts that share words point the same way, in every process, and nothing is learned."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from stillso.core import terms


class HashedWords:
    """A bag of words: each adds 1 to the place that its checksum gives. ``same`` are words that mean another one.

    ``texts`` is what it was asked for, in that order; ``fails`` lets it raise.
    """

    def __init__(self, *, size: int = 64, name: str = "hashed-words-1", same: dict[str, str] | None = None) -> None:
        self.size = size
        self.name = name
        self.same = same or {}
        self.texts = list[str]()
        self.fails = False

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """A vector for each text."""
        if self.fails:
            raise ConnectionError("nobody answers")
        self.texts += texts
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        made = [0.01] * self.size
        for term in terms.terms_of(text):
            made[crc32(self.same.get(term, term).encode()) % self.size] += 1
        return made
