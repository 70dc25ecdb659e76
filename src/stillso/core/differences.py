"""What became of a text between two states of it: line by line, and of a record field by field.

Texts are divided at LF only, and what a reader would not see is written with a backslash: a difference is what a person
decides by.
"""

from __future__ import annotations

import difflib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import accumulate

from stillso.core import escapes
from stillso.core.names import written
from stillso.core.records import Record
from stillso.core.values import dataclass, fields_of

#: Fields of a record that say which revision it is, and nothing of what holds.
_OF_THE_REVISION = frozenset({"version", "modified_at", "id", "name", "no", "supersedes_id", "superseded_by_id"})

#: How many equal lines are shown around a change, as ``diff -u`` does.
_AROUND = 3
#: How many steps the lines between those that stand in both texts once may take in all: about a second. Our choice.
_STEPS = 2_000_000
#: Stands after a last line without a line end; no line holds one.
_NO_END = "\n"
_NO_END_TOLD = "\\ no line end"

#: What a difference calls an absent file. Source: the unified format, as ``diff -u`` prints it.
_ABSENT = "/dev/null"

#: Lines that went and lines that came in their place: from where to where in the old text, and in the new one.
Change = tuple[int, int, int, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldChange:
    """One field of a record on both sides, as texts; None where it has no value."""

    name: str
    before: str | None
    after: str | None


def unified(before: str | None, after: str | None, path: str) -> str:
    """The difference of two texts in the unified format, a row a line; None is no text, '' when they are equal.

    It takes about as long as the texts are, whatever they are: parts that are hard to compare are given whole, the old
    lines and then the new ones. Lines are written as ``escapes.visible`` writes them. A last line without a line end is
    followed by the row ``\\ no line end``; a line that reads like it gets a backslash.
    """
    old, new = _rows(before), _rows(after)
    if old == new and (before is None) == (after is None):
        return ""
    names = (f"--- {path if before is not None else _ABSENT}", f"+++ {path if after is not None else _ABSENT}")
    told = [*map(escapes.visible, names), *_hunks(old, new, _changes(old, new))]
    return "".join(row + "\n" for row in told)


def _rows(text: str | None) -> list[str]:
    """The lines of a text, divided at LF only; a last line without one is followed by a row that says so."""
    if not text:
        return []
    rows = text.split("\n")
    return rows[:-1] if rows[-1] == "" else [*rows, _NO_END]


# --- which lines stayed --------------------------------------------------------------------------------------


def _changes(old: list[str], new: list[str]) -> list[Change]:
    """What lies between the lines that stayed, in order."""
    found, i, j = list[Change](), 0, 0
    for a, b in (*_stayed(old, new), (len(old), len(new))):
        if i < a or j < b:
            found.append((i, a, j, b))
        i, j = a + 1, b + 1
    return found


def _stayed(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """Where lines stand that are taken for the same, in both texts, in order.

    The texts are divided at the lines that each of them has once, in the order of both; what lies between is short in
    most texts, and compared line by line as long as the steps last. Source: Bram Cohen's patience diff.
    """
    start, end = _shared(old, new, 0, len(old), 0, len(new))
    stop_old, stop_new = len(old) - end, len(new) - end
    marks = [(i + start, j + start) for i, j in _landmarks(old[start:stop_old], new[start:stop_new])]
    found = [(n, n) for n in range(start)]
    i = j = start
    left = _STEPS
    for a, b in (*marks, (stop_old, stop_new)):
        before, after = _shared(old, new, i, a, j, b)
        found += [(i + n, j + n) for n in range(before)]
        i, j = i + before, j + before
        between, left = _compared(old[i : a - after], new[j : b - after], left)
        found += [(i + each, j + other) for each, other in between]
        found += [(a - n, b - n) for n in range(after, 0, -1)]
        found += [(a, b)] if a < stop_old else []
        i, j = a + 1, b + 1
    return found + [(stop_old + n, stop_new + n) for n in range(end)]


def _shared(old: list[str], new: list[str], i: int, a: int, j: int, b: int) -> tuple[int, int]:
    """How many lines of ``old[i:a]`` and ``new[j:b]`` are the same at the beginning, and of the rest at the end."""
    most = min(a - i, b - j)
    start = next((n for n in range(most) if old[i + n] != new[j + n]), most)
    end = next((n for n in range(most - start) if old[a - 1 - n] != new[b - 1 - n]), most - start)
    return start, end


def _landmarks(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """Where the lines stand that each text has once: the most of them that come in the same order in both."""
    once_old, once_new = ({line for line, count in Counter(rows).items() if count == 1} for rows in (old, new))
    place = {line: j for j, line in enumerate(new) if line in once_new}
    pairs = [(i, place[line]) for i, line in enumerate(old) if line in once_old and line in place]
    ends, last = list[int](), list[int]()  # of the runs of each length: the least end, and the pair that it is
    before = list[int]()  # of each pair: the one before it in its run
    for n, (_, j) in enumerate(pairs):
        length = bisect_left(ends, j)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [j]
        last[length : length + 1] = [n]
    found, at = list[tuple[int, int]](), last[-1] if last else -1
    while at >= 0:
        found.append(pairs[at])
        at = before[at]
    return found[::-1]


def _compared(old: list[str], new: list[str], left: int) -> tuple[list[tuple[int, int]], int]:
    """The lines of two pieces that stayed, as far as so many steps go, and the steps that are left then."""
    if not old or not new:
        return [], left
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    count = Counter(new)
    steps = [0, *accumulate(1 + count[line] for line in old)]  # what a look for the longest run of lines takes
    found, pieces = list[tuple[int, int]](), [(0, len(old), 0, len(new))]
    while pieces:
        i, a, j, b = pieces.pop()
        taken = steps[a] - steps[i]
        if i == a or j == b or taken > left:
            continue
        left -= taken
        same = matcher.find_longest_match(i, a, j, b)
        if same.size:
            found += [(same.a + n, same.b + n) for n in range(same.size)]
            pieces += [(i, same.a, j, same.b), (same.a + same.size, a, same.b + same.size, b)]
    return sorted(found), left


# --- how it is told ------------------------------------------------------------------------------------------


def _hunks(old: list[str], new: list[str], changes: list[Change]) -> Iterator[str]:
    """The rows of all hunks: changes with the lines around them, those together whose lines would meet."""
    hunks = list[list[Change]]()
    for change in changes:
        if hunks and change[0] - hunks[-1][-1][1] <= 2 * _AROUND:
            hunks[-1].append(change)
        else:
            hunks.append([change])
    for hunk in hunks:
        yield from _hunk(old, new, hunk)


def _hunk(old: list[str], new: list[str], changes: list[Change]) -> Iterator[str]:
    first, last = changes[0], changes[-1]
    around, after = min(first[0], _AROUND), min(len(old) - last[1], _AROUND)
    start, end = first[0] - around, last[1] + after
    yield f"@@ -{_range(start, end)} +{_range(first[2] - around, last[3] + after)} @@"
    for i, a, j, b in changes:
        yield from _told(" ", old[start:i])
        yield from _told("-", old[i:a])
        yield from _told("+", new[j:b])
        start = a
    yield from _told(" ", old[start:end])


def _range(start: int, end: int) -> str:
    """Lines as ``diff -u`` names them: the first one and how many; where there are none, the one before them."""
    count = end - start
    return f"{start + 1}" if count == 1 else f"{start + 1 if count else start},{count}"


def _told(sign: str, rows: list[str]) -> Iterator[str]:
    for row in rows:
        if row == _NO_END:
            yield sign + _NO_END_TOLD
        elif row.lstrip("\\") == _NO_END_TOLD.lstrip("\\") and row.startswith("\\"):
            yield sign + row.replace("\\", "\\\\")
        else:
            yield sign + escapes.visible(row)


# --- records -------------------------------------------------------------------------------------------------


def of_fields(before: Record | None, after: Record | None) -> tuple[FieldChange, ...]:
    """The fields in which two states of a record differ, in the order of the record; None is a record that is not."""
    old, new = (_texts(each) for each in (before, after))
    names = dict.fromkeys((*old, *new))
    return tuple(
        FieldChange(name=name, before=old.get(name), after=new.get(name))
        for name in names
        if old.get(name) != new.get(name)
    )


def _texts(record: Record | None) -> dict[str, str]:
    if record is None:
        return {}
    kept = {name: value for name, value in fields_of(record).items() if name not in _OF_THE_REVISION}
    return {name: _text(value) for name, value in kept.items() if value is not None}


def _text(value: object) -> str:
    return written(value) if isinstance(value, datetime) else str(value)
