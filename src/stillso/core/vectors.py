"""Vectors: what an embedder makes of a text, so that texts of like meaning point the same way.

Only directions are compared, so a vector is kept as one signed byte a number, its longest one 127: a tenth of the
answers lie one place higher or lower than with whole numbers, and a store grows by a quarter. Nothing here encodes.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import isfinite
from typing import Protocol

from stillso.core.findable import Part

_MOST = 127


class Embedder(Protocol):
    """What turns texts into vectors. Slow or far away, it is never asked while a store is locked.

    Whatever it raises is told beside the answer, and the search goes on by words alone.
    """

    @property
    def name(self) -> str:
        """Its name and version. Vectors of different names are never compared."""

    @property
    def size(self) -> int:
        """How many numbers a vector has."""

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """A vector for each text, in their order; a question is a text like any other."""


#: The vector of a text: its part, the number of a record in force or the key of a file, and its direction. Of a store
#: with many records all are read at once, so it is a bare row.
Vector = tuple[Part, int, bytes]


def packed(numbers: Sequence[float], size: int) -> bytes:
    """The direction of a vector as bytes. Raises ValueError where it has not so many numbers, or points nowhere."""
    found = [float(number) for number in numbers]
    longest = max(map(abs, found), default=0.0)
    if len(found) != size or not longest or not all(map(isfinite, found)):
        raise ValueError(f"{len(found)} numbers where {size} were to make a direction")
    return array("b", (round(number * _MOST / longest) for number in found)).tobytes()
