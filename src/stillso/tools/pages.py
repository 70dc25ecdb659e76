"""Answers in pages: as many rows as fit, what there is in all, and how to go on.

Each row has a place in an order that later rows do not disturb, and a page begins after the place that ``after`` names:
so the pages together give every row once, also when something was written between them. A row that is longer than a
page is given in parts, and each part says at its cut that it goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from stillso.core import late, policy
from stillso.core.operations import Refused
from stillso.texts import Texts
from stillso.tools.arguments import bad

T = TypeVar("T")

#: Where a row stands in its order: numbers that rise.
Place = tuple[int, ...]

#: What ``after`` looks like: the place of the last row, and how many of its parts were given.
_MARK = late.pattern(r"-?[0-9]{1,20}(?:\.-?[0-9]{1,20}){1,4}")

#: Room for the line that says how to go on, whatever its numbers are, in bytes.
_LAST_LINE_BYTES = 600


class Page(Generic[T]):
    """The text of a page, and what stands in it to its end."""

    def __init__(self, text: str, whole: Sequence[T]) -> None:
        self.text = text
        self.whole = whole


def page(
    head: str,
    rows: Sequence[tuple[Place, T]],
    render: Callable[[T], str],
    after: str | None,
    texts: Texts,
    *,
    most: int | None = None,
    limit: int = policy.ANSWER_BYTES,
) -> Page[T] | Refused:
    """The page after a mark, or the first one: at most ``most`` rows in ``limit`` bytes.

    ``rows`` come by place. Refused when the mark is none.
    """
    begun = _read(after)
    if isinstance(begun, Refused):
        return begun
    place, given = begun
    first = next((n for n, (each, _) in enumerate(rows) if place is None or each >= place), len(rows))
    first += given == 0 and first < len(rows) and rows[first][0] == place
    left = room = limit - _LAST_LINE_BYTES - size(head)
    told, whole, mark = [head] if head else [], list[T](), after
    last = first
    for at, row in rows[first:]:
        if most is not None and last - first >= most:
            break
        parts = _parts(render(row), room, texts)
        done = given if at == place else 0
        for part in parts[done:]:
            if left < size(part):
                break
            told.append(part)
            left -= size(part)
            done += 1
            mark = ".".join(map(str, (*at, 0 if done == len(parts) else done)))
        if done == len(parts):
            whole.append(row)
        if done:
            last += 1
        if done < len(parts):
            break
    ended = last == len(rows) and (not mark or mark.endswith(".0") or last == first)
    key = "tools.shown-all" if ended and first == 0 else "tools.shown-last" if ended else "tools.shown"
    told.append(texts.say(key, first=min(first + 1, last), last=last, total=len(rows), after=mark))
    return Page("\n".join(told), whole)


def size(text: str) -> int:
    """How much of an answer a line of text takes, in UTF-8 bytes."""
    return len(text.encode()) + 1


def _read(after: str | None) -> tuple[Place | None, int] | Refused:
    """The place that a mark names, and how many parts of the row there were given; 0 for all of them."""
    if after is None:
        return None, 0
    if not _MARK.fullmatch(after):
        return bad("mark", name="after")
    *place, part = map(int, after.split("."))
    return tuple(place), part


def _parts(text: str, room: int, texts: Texts) -> list[str]:
    """A text as it fits into pages: whole, or in parts that say that they go on."""
    if size(text) <= room:
        return [text]
    data = text.encode()
    each = room - size(texts.say("tools.cut", left=len(data))) - 1
    parts = []
    while data:
        part = data[:each].decode("utf-8", "ignore")
        data = data[len(part.encode()) :]
        parts.append(part + texts.say("tools.cut", left=len(data.decode())) if data else part)
    return parts
