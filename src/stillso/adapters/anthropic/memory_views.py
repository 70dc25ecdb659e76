"""What the memory tool shows of files and folders, and where its edits go: texts in, texts out.

Lines end with LF alone, as in the SDK: a carriage return belongs to its line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from stillso.adapters.anthropic import memory_wording as wording
from stillso.core import policy
from stillso.texts import Texts
from stillso.tools.calls import Answer

#: Room for the hint at the end of what was cut, in bytes.
_HINT_BYTES = 600

#: How many places of a text that should be found once are told. Our choice, as counting stops there as well.
_PLACES = 1_000


class Shown(NamedTuple):
    """What was shown of a file, and whether that was all of it."""

    text: str
    whole: bool


def file(path: str, content: str, first: int, last: int | None, texts: Texts) -> Shown | Answer:
    """Lines ``first`` to ``last`` of a file, as many as fit into one answer; where some do not, how to go on.

    A range beyond the end shows no lines and is no error.
    """
    lines = content.split("\n")
    if len(lines) > wording.MOST_LINES:
        return Answer(text=wording.TOO_MANY_LINES.format(path=path), failed=True)
    numbered = wording.numbered(lines[first - 1 : last], first)
    room = policy.ANSWER_BYTES - len(wording.file_head(path).encode()) - 1
    kept = _fitting(numbered, room)
    is_whole = first == 1 and (last is None or last >= len(lines)) and len(kept) == len(numbered)
    if len(kept) == len(numbered):
        return Shown(f"{wording.file_head(path)}\n" + "\n".join(kept), is_whole)
    kept = _fitting(numbered, room - _HINT_BYTES)
    hint = {"last": first + len(kept) - 1, "next": first + len(kept), "total": len(lines)}
    told = texts.say("anthropic.memory.go-on", **hint)
    if not kept:
        cut = numbered[0].encode()[: room - _HINT_BYTES].decode("utf-8", "ignore")
        kept, told = [cut], texts.say("anthropic.memory.long-line", line=first, next=first + 1, total=len(lines))
    return Shown("\n".join([wording.file_head(path), *kept, told]), whole=False)


def _fitting(lines: Sequence[str], room: int) -> list[str]:
    """The first lines that take at most ``room`` bytes together."""
    for n, line in enumerate(lines):
        room -= len(line.encode()) + 1
        if room < -1:  # behind the last line nothing stands
            return list(lines[:n])
    return list(lines)


def folder(path: str, sizes: Mapping[str, int], texts: Texts) -> str:
    """What a folder holds, two levels deep, by name; ``sizes`` are those of all files in it, by path.

    A folder's size is that of all that is in it. Hidden files count there, and are not listed.
    """
    rows: dict[tuple[str, ...], int] = {}
    for each, count in sizes.items():
        parts = tuple(each.removeprefix(f"{path}/").split("/"))
        for depth in range(1, min(len(parts), 2) + 1):
            name = parts[:depth] if depth == len(parts) else (*parts[: depth - 1], f"{parts[depth - 1]}/")
            rows[name] = rows.get(name, 0) + count
    named = {tuple(part.rstrip("/") for part in name): name for name in rows}
    shown = [(path, sum(sizes.values()))]
    for parts in sorted(named):
        if not any(part.startswith(".") for part in parts):
            name = named[parts]
            shown.append(("/".join([path, *parts]) + ("/" if name[-1].endswith("/") else ""), rows[name]))
    lines = wording.listing(path, shown)
    kept = _fitting(lines, policy.ANSWER_BYTES)
    if len(kept) == len(lines):
        return "\n".join(lines)
    kept = _fitting(lines, policy.ANSWER_BYTES - _HINT_BYTES)
    return "\n".join([*kept, texts.say("anthropic.memory.more-below", shown=len(kept) - 2, total=len(lines) - 2)])


# --- edits ---------------------------------------------------------------------------------------------------


def lines_in(text: str) -> list[str]:
    """The lines of a text, without the empty one that its last line end leaves."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def inserted(lines: Sequence[str], at: int, text: str) -> str:
    """A text with more lines after line ``at``; it ends with a line end, and keeps to CRLF where all of it does."""
    added = text.rstrip("\n")
    if lines and all(line.endswith("\r") for line in lines):
        added = "\n".join(line.removesuffix("\r") + "\r" for line in added.split("\n"))
    return "\n".join([*lines[:at], added, *lines[at:], ""])


def has_one_line_end(text: str) -> bool:
    """Whether all lines of a text end alike, so that an edit of all of it changes no line end."""
    return text.count("\r\n") in (0, text.count("\n"))


def lines_of(old: str, text: str) -> list[int]:
    """The line on which each place of a text begins, from 1; a line with two places stands twice.

    Where there is none, those that differ in line ends only.
    """
    if old not in text:
        old, text = old.replace("\r\n", "\n"), text.replace("\r\n", "\n")
    found: list[int] = []
    line, at, before = 1, text.find(old), 0
    while at >= 0 and len(found) < _PLACES:
        line += text.count("\n", before, at)
        before = at
        found.append(line)
        at = text.find(old, at + 1)
    return found


def snippet(before: str, after: str, old: str) -> str:
    """The lines around a replacement: from two above its first line to two below that one."""
    at = before.find(old)
    if at < 0:  # found with other line ends
        at = next((n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    changed = before.count("\n", 0, at)
    first = max(changed - 2, 0)
    return "\n".join(wording.numbered(after.split("\n")[first : changed + 3], first + 1))
