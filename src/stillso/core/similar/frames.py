"""What is found in a statement: values by their frames; and when one value takes the place of another."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from stillso.core.vocabulary import likening as said

#: A frame that is filled once: another value takes the place of the first.
FIRM = 2
#: A frame that may be filled by several things: only one of the same kind, or the word that something changed, tells.
LOOSE = 1

#: How a thing is. It may be slow and down at once.
STATE = "state"

#: How surely another value replaces the former. Our choice; only their order counts.
SURE, LIKELY, PERHAPS = 0.9, 0.7, 0.5
#: How much of what is liked must be what was disliked. Our choice.
MUCH = 0.67


class Value(NamedTuple):
    """What fills a frame.

    ``shape``: a number, a state, or anything else; ``kinds``: what it is one of; ``sign``: liked 1, disliked -1;
    ``changed``: it is said that something was otherwise before.
    """

    text: str
    firmness: int
    shape: str = ""
    kinds: frozenset[int] = frozenset()
    sign: int = 0
    changed: bool = False


class Frames:
    """What was found in a text so far."""

    def __init__(self) -> None:
        self.wholes: list[str] = []
        self.values: dict[str, Value] = {}
        #: Whether the clause that is being read says that something changed.
        self.changed = False
        #: Whether one says what may be done, not that it is.
        self.allows = False

    def add(self, key: str, value: Value) -> None:
        """A value in its frame; of two in one frame none counts, since they stand side by side."""
        if self.changed:
            value = value._replace(changed=True)
        held = self.values.get(key)
        if held is not None and (held.text != value.text or not held.firmness):
            value = value._replace(firmness=0)
        self.values[key] = value


@cache
def _kinds() -> dict[str, frozenset[int]]:
    kinds: dict[str, set[int]] = {}
    for number, line in enumerate(said.KINDS.strip().splitlines()):
        for word in line.split():
            kinds.setdefault(word, set()).add(number)
    return {word: frozenset(numbers) for word, numbers in kinds.items()}


NO_KINDS: frozenset[int] = frozenset()


def kinds_of(words: list[str]) -> frozenset[int]:
    """Of which kinds the things are that these words name."""
    known = _kinds()
    found = NO_KINDS
    for word in words:
        kinds = known.get(word)
        if kinds:
            found |= kinds
    return found


def may_follow(mine: Value, theirs: Value) -> float:
    """How surely one value takes the place of another in the same frame, 0 where both may hold."""
    firmness = min(mine.firmness, theirs.firmness)
    if not firmness:
        return 0.0
    if mine.sign != theirs.sign:
        return LIKELY if _much_alike(mine.text, theirs.text) else 0.0
    if mine.kinds and theirs.kinds:
        return SURE if mine.kinds & theirs.kinds else 0.0
    if mine.shape != theirs.shape or mine.shape == STATE:
        return 0.0
    if firmness == FIRM:
        return SURE
    return PERHAPS if mine.changed else 0.0


def _much_alike(one: str, other: str) -> bool:
    """Whether most words of the shorter text stand in the other."""
    words, others = set(one.split()), set(other.split())
    return len(words & others) >= MUCH * min(len(words), len(others))
