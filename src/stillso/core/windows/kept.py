"""What must survive a compaction, as values: the four kinds, a line of them, and what a check of a summary found."""

from __future__ import annotations

from enum import StrEnum

from stillso.core import guards, late
from stillso.core.folding import fold
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
    of this window (a record, or what an earlier compaction kept). ``condition``: it is not what that record says, but
    under which condition.
    """

    sort: Sort
    text: str
    no: int | None = None
    at: int | None = None
    condition: bool = False


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


# --- on one line ---------------------------------------------------------------------------------------------

_BREAK = late.pattern(r"[\x00-\x08\n-\x1f\x7f-\x9f\u2028\u2029]")
#: White space and breaks in one run: to look for a break with white space around it takes the square of the time.
_RUN = late.pattern(r"[\s\x00-\x08\n-\x1f\x7f-\x9f\u2028\u2029]+")


def on_one_line(text: str) -> str:
    """The text with each line break in it, and each control character, as one space; none stands at either end."""
    if not _BREAK.search(text):
        return text.strip()
    return _RUN.sub(lambda run: " " if _BREAK.search(run[0]) else run[0], text).strip()


def masked(text: str) -> str:
    """The text without secrets."""
    found = guards.secrets_in(text) if guards.may_hold_secret(text) else []
    return guards.mask(text, found) if found else text


def spoken_key(text: str) -> str:
    """What two lines have in common that say the same: the text after folding."""
    return fold(on_one_line(text)).text


_END_MARKS = " .。!！…,，;；"


def said_key(text: str) -> str:
    """What two sentences have in common that differ at most by end marks and the case of the first letter."""
    said = spoken_key(text).rstrip(_END_MARKS)
    return said[:1].lower() + said[1:]


def says(whole: str, part: str) -> bool:
    """Whether a text holds all that another one says, in whole words, as ``said_key`` compares them."""
    folded, said = fold(on_one_line(whole)), spoken_key(part).rstrip(_END_MARKS)
    forms = {said[:1].lower() + said[1:], said[:1].upper() + said[1:]}
    return not said or any(place for form in forms for place in folded.places(form))
