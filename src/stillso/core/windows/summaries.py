"""Summaries: what must survive a compaction, and whether it did.

The four kinds of document C: constraints, decisions with their reasons, lessons, and leads. What they are is worked out
from the window and the records in force, without a model (``survivors``); a summary is held against them word for word.
"""

from __future__ import annotations

from enum import StrEnum

from stillso.core.values import dataclass


class Sort(StrEnum):
    """The four kinds of what a summary must keep, in the order in which they are told."""

    CONSTRAINT = "constraint"
    DECISION = "decision"
    LESSON = "lesson"
    LEAD = "lead"


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """One line that must survive: ``text`` word for word as it was said (a path or a command for a lead).

    ``no`` is the record that says it, where one does; ``at`` the place of its message, None where it is from no message
    of this window (a record, or what an earlier compaction kept).
    """

    sort: Sort
    text: str
    no: int | None = None
    at: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Softened:
    """What a summary says instead of the words that it should have kept."""

    kept: Kept
    instead: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Checked:
    """What is wrong with a summary: what it lost (with what it says instead), and what it invented.

    ``missing`` are all that do not stand in it word for word, in the order of the kinds; ``softened`` are those of them
    of which it says something else; ``invented`` are rules, paths and commands of the summary that nobody had said or
    used.
    """

    missing: tuple[Kept, ...] = ()
    softened: tuple[Softened, ...] = ()
    invented: tuple[str, ...] = ()
