"""What a store keeps of a text so that it is found: its terms, and where among all texts it stands.

``core.terms`` makes them; this is all that a store has to know of it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from stillso.core.values import dataclass

#: Puts one character for each that is written in several ways; the length stays.
Variants = Callable[[str], str]


class Part(IntEnum):
    """Where a text stands in the index: records in force are between those that ended and files."""

    ENDED = 0
    ACTIVE = 1
    FILE = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Terms:
    """What an index keeps of a text, one space between two: its own terms, and the forms of its words where these are
    not their stems; the terms of the question it answered and of what stood near when it was said; families; marks."""

    own: str
    form: str = ""
    asked: str = ""
    near: str = ""
    family: str = ""
    marks: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Worded:
    """The terms of one text: ``n`` is the number of a record, or the key of a file; ``terms`` None for none any more.

    ``is_new`` says that the index holds nothing of it yet.
    """

    part: Part
    n: int
    terms: Terms | None
    is_new: bool = False
