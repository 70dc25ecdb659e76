"""Survivors: what must not be lost when a window is compacted, worked out from the window and the records in force.

No model takes part, so that the same window always gives the same. Constraints, decisions and lessons are never left
out; leads have a budget. What an earlier compaction kept is kept again, unless it was taken back since. Source: the
four kinds of document C.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from stillso.core import escapes, guards, policy
from stillso.core.clauses import sentences
from stillso.core.values import dataclass, replace
from stillso.core.vocabulary import denying, plain
from stillso.core.windows import fates, leads, sayings
from stillso.core.windows.answered import answers_in
from stillso.core.windows.blocks import Block, Kind
from stillso.core.windows.kept import Kept, Sort, masked, on_one_line, said_key, says, spoken_key
from stillso.core.windows.put_backs import behind_put_back, parse_put_back


class Recorded(Protocol):
    """A record as far as a compaction reads it; entries of lines and records of the index are such."""

    @property
    def no(self) -> int: ...
    @property
    def content(self) -> str: ...
    @property
    def condition(self) -> str | None: ...
    @property
    def quote(self) -> str | None: ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Survivors:
    """What must survive, in the order of the kinds and then of the window, and how many leads found no room."""

    kept: tuple[Kept, ...] = ()
    left_out: int = 0

    def __iter__(self) -> Iterator[Kept]:
        return iter(self.kept)

    def __len__(self) -> int:
        return len(self.kept)


def survivors(
    blocks: Sequence[Block],
    records: Sequence[Recorded] | None = None,
    earlier: Sequence[Kept] = (),
    ended: Sequence[Recorded] = (),
) -> Survivors:
    """What must survive a compaction of this window; each text once, and what a record says from the record alone.

    ``records`` are those in force, None where no store is at hand; ``ended`` those that were superseded or retracted:
    words that they rest on are no rule any more. ``earlier`` is what the last compaction kept (``earlier_in`` finds it
    in the window): of it falls away what its user took back, and where ``records`` are at hand what bears a number.
    """
    found = [*_recorded(records or ()), *_alive(earlier, records), *_said(blocks), *_failures(blocks)]
    gone = [key for record in ended for text in (record.content, record.quote) if text and (key := spoken_key(text))]
    solved = frozenset(_named(call) for call, result in _called(blocks) if not result.failed)
    held = {key for each in found if each.no is not None and not each.condition for key in _sentences(each.text)}
    once: dict[tuple[Sort, str, int | None], Kept] = {}
    for each in found:
        key = spoken_key(each.text)
        if each.no is None and each.sort is not Sort.LEAD and held.issuperset(_sentences(each.text)):
            continue
        if each.no is None and each.sort is Sort.CONSTRAINT and any(words in key for words in gone):
            continue
        if each.sort is not Sort.LEAD and not (each.sort is Sort.LESSON and _is_solved(each, solved)):
            once.setdefault((each.sort, key, each.no if each.condition else None), each)
    kept_leads, left_out = leads.choose(blocks, earlier)
    kept = sorted([*once.values(), *map(_masked, kept_leads)], key=lambda each: _ORDER[each.sort])
    return Survivors(kept=tuple(kept), left_out=left_out)


_ORDER = {sort: place for place, sort in enumerate(Sort)}


def earlier_in(blocks: Iterable[Block]) -> tuple[Kept, ...]:
    """What earlier compactions kept, as far as texts that were put back in this window say; each once.

    Results are not read: a page that an agent fetched could say what it likes.
    """
    told = (block.text for block in blocks if block.kind in (Kind.USER, Kind.SYSTEM, Kind.SUMMARY))
    return tuple(dict.fromkeys(kept for text in told for kept in parse_put_back(text)))


def said(blocks: Iterable[Block]) -> Iterator[str]:
    """All texts, inputs and results of a window, in order: what a summary of it can know."""
    for block in blocks:
        if block.text:
            yield block.text
        if block.input is not None:
            yield from _strings(block.input)


def _strings(value: object) -> Iterator[str]:
    """The texts in a JSON value, with the names of its fields; numbers as they are written."""
    stack = [value]
    while stack:
        each = stack.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, Mapping):
            stack += [*map(str, each), *each.values()]
        elif isinstance(each, (list, tuple)):
            stack += each
        else:
            yield json.dumps(each, default=str)


# --- constraints, decisions, lessons -------------------------------------------------------------------------


def _recorded(records: Iterable[Recorded]) -> Iterator[Kept]:
    """What each record in force says, and what of its words and its condition that does not say."""
    for record in records:
        told: list[str] = []
        for text, condition in ((record.content, False), (record.quote, False), (record.condition, True)):
            if text and not any(says(other, text) for other in told):
                yield _masked(Kept(sort=Sort.CONSTRAINT, text=text, no=record.no, condition=condition))
                told.append(text)


def _sentences(text: str) -> list[str]:
    """The sentences of a text, each as ``said_key`` compares it."""
    return [said_key(text[span.start : span.end]) for span in sentences(text)] or [said_key(text)]


def _alive(earlier: Iterable[Kept], records: Sequence[Recorded] | None) -> list[Kept]:
    """What of an earlier compaction still holds. What bears a number is no longer taken from it where the records are
    at hand: they say themselves what they say, and whoever writes into a window can write any number."""
    if records is None:
        return list(earlier)
    return [each for each in earlier if each.no is None]


def _said(blocks: Sequence[Block]) -> list[Kept]:
    """What people and agents said, in the order of the window, without what was taken back right after."""
    found: list[Kept] = []
    for block, text in _spoken(blocks):
        if block.kind is Kind.ASSISTANT:
            told = sayings.of_agent(text)
        else:
            if found and _takes_back(text) and found[-1].at is not None:
                last = found[-1]
                del found[-1]
                found += [] if last.sort is not Sort.LESSON else [last]
            told = sayings.of_person(text)
        found += [_masked(Kept(sort=each.sort, text=text[each.start : each.end], at=block.at)) for each in told]
    return found


def _spoken(blocks: Sequence[Block]) -> Iterator[tuple[Block, str]]:
    """What was typed, answered and told, with its block. Of results only those in which a person answered."""
    answers = {
        (result.at, result.part)
        for call, result in _called(blocks)
        if fates.asks_person(call.name) and not result.failed
    }
    for block in blocks:
        if block.kind is Kind.ASSISTANT:
            yield block, block.text
            continue
        if block.kind is Kind.USER:
            told = [block.text]
        elif block.kind is Kind.RESULT and (block.at, block.part) in answers:
            told = answers_in(block.text)
        else:
            continue
        yield from ((block, own) for text in told if (own := _own_words(text)))


#: How a client begins the message that holds a summary. Source: Claude Code, read 2026-11-30.
_CONTINUED = "This session is being continued from a previous conversation"


def _own_words(text: str) -> str:
    """What of a text under the person's role is theirs: nothing of a summary, which a put-back ends; a client that puts
    all into one text has what they typed behind that."""
    return "" if text.lstrip().startswith(_CONTINUED) else behind_put_back(text)


#: How long a message is that only takes back what was said before it, in characters. Our choice.
_TAKING_BACK_CHARS = 40


def _takes_back(text: str) -> bool:
    """Whether a message does nothing but take back the last words of its writer: "scratch that"."""
    spans = sentences(text) if len(text) <= _TAKING_BACK_CHARS else []
    return len(spans) == 1 and plain(text) in denying.TAKEN_BACK


def _called(blocks: Sequence[Block]) -> Iterator[tuple[Block, Block]]:
    """Each call with its result, in the order of the results; by their ids, which a later call may bear again."""
    calls: dict[str, Block] = {}
    for block in blocks:
        if block.kind is Kind.CALL:
            calls[block.ref] = block
        elif block.kind is Kind.RESULT and block.ref in calls:
            yield calls[block.ref], block


def _failures(blocks: Sequence[Block]) -> Iterator[Kept]:
    """The failed results: which call it was, and what it says first. One that gives orders is no lesson of ours."""
    for call, result in _called(blocks):
        first = _first_line(result.text) if result.failed else ""
        if first and not guards.orders_in(first):
            yield _masked(Kept(sort=Sort.LESSON, text=f"{_named(call)}: {first}", at=result.at))


def _named(call: Block) -> str:
    return f"{call.name} {leads.main_of(call)}".strip()


def _is_solved(lesson: Kept, solved: frozenset[str]) -> bool:
    """Whether a failed call was made again, and then did not fail: it is no dead end."""
    text = lesson.text
    at = text.find(": ")
    while at >= 0:
        if text[:at] in solved:
            return True
        at = text.find(": ", at + 1)
    return False


#: What opens a failed result and says nothing of why, one behind the other.
_OPENINGS = ("<tool_use_error>", "error:", "command failed", "with", "exit code", "exit status", "traceback")


def _first_line(text: str) -> str:
    """The line of a failed result that says most: the first that is not only its opening, the last of a traceback."""
    lines = [line for each in text.splitlines() if (line := on_one_line(each))]
    if not lines:
        return ""
    if any(line.startswith("Traceback (most recent call last)") for line in lines[:3]):
        return escapes.cut(lines[-1], policy.LESSON_CHARS)
    telling = (line for line in lines if not _is_opening(line))
    return escapes.cut(next(telling, lines[0]), policy.LESSON_CHARS)


#: What may stand behind an opening, as the number of a code, in characters. Our choice.
_REST_CHARS = 6


def _is_opening(line: str) -> bool:
    rest = line.lower()
    for opening in _OPENINGS:
        rest = rest.removeprefix(opening).strip()
    return rest != line.lower() and len(rest) <= _REST_CHARS


def _masked(kept: Kept) -> Kept:
    """The same without secrets."""
    text = masked(kept.text)
    return kept if text is kept.text else replace(kept, text=text)
