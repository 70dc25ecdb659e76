"""Whether a new statement says something else about the same thing as an older one, or the same once more.

A statement is cut into a frame – a subject and what is said of it – and the value that fills it; ``english`` and
``chinese`` know where a value stands. Two statements are alike when they share a frame, and they differ when their
values do. Nothing else counts, least of all how many words they share: facts that stand side by side share most of
them. A wrong offer is worse than a missed one, so what cannot be cut has no frame. Proves nothing.
"""

from __future__ import annotations

from enum import StrEnum
from hashlib import blake2b

from stillso.core.similar.chinese import frames_of as chinese_frames
from stillso.core.similar.english import frames_of as english_frames
from stillso.core.similar.frames import FIRM, Frames, Value, may_follow
from stillso.core.similar.pieces import statements
from stillso.core.values import dataclass

#: How many marks a text has at most, and of how many bytes each is, two letters a byte. Our choice.
MARKS = 12
MARK_BYTES = 6


class Kind(StrEnum):
    """What a new statement is to an older one."""

    SAME = "same"
    OTHER = "other"


@dataclass(frozen=True, kw_only=True, slots=True)
class Likeness:
    """What a new statement is to an older one, and how surely: above 0, at most 1."""

    kind: Kind
    strength: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Gist:
    """A statement as it is compared: all it says in one form, its values by their frames, and whether it allows."""

    whole: str
    values: dict[str, Value]
    clauses: int
    allows: bool = False


def gist_of(content: str) -> Gist:
    """What a text says, prepared for comparing; for one that cannot be cut into frames only ``whole``."""
    found = Frames()
    stated, rest = statements(content)
    for statement in stated:
        if statement.chinese:
            chinese_frames(statement, found)
        else:
            english_frames(statement, found)
    if rest:
        found.wholes.append(rest)
    values = found.values if len(found.values) < MARKS else dict(list(found.values.items())[: MARKS - 1])
    return Gist(whole="|".join(sorted(found.wholes)), values=values, clauses=len(found.wholes), allows=found.allows)


def compare(new: Gist, old: Gist) -> Likeness | None:
    """What a new statement is to an older one; None where both can stand side by side.

    The same the other way round, but for what follows only because the newer one says that something changed.
    """
    if new.whole == old.whole:
        return Likeness(kind=Kind.SAME, strength=1.0) if new.whole else None
    best = 0.0
    same = False
    for key in new.values.keys() & old.values.keys():
        mine, theirs = new.values[key], old.values[key]
        if mine.text == theirs.text:
            same = same or mine.firmness == theirs.firmness == FIRM
        else:
            best = max(best, may_follow(mine, theirs))
    if best:
        return Likeness(kind=Kind.OTHER, strength=best)
    if same and new.clauses == 1 and new.allows == old.allows:
        return Likeness(kind=Kind.SAME, strength=0.8)
    return None


def marks(gist: Gist) -> tuple[str, ...]:
    """What a record is found by: texts for which ``compare`` gives something have one in common. May be empty."""
    keys = [*gist.values, gist.whole] if gist.whole else list(gist.values)
    return tuple(blake2b(key.encode("utf-8", "surrogatepass"), digest_size=MARK_BYTES).hexdigest() for key in keys)
