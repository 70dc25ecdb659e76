"""What the memory tool says in the words of the SDK's own one, which models know: part of the protocol, in English.

The page of the tool and the SDK have the same texts but for the head of a listing, which is the SDK's here. What we say
beyond them stands in ``texts``. Source: anthropic 2.15, lib/tools/_beta_builtin_memory_tool.py, run 2026-12-01.
"""

from __future__ import annotations

from collections.abc import Sequence

CREATED = "File created successfully at: {path}"
EDITED = "The file {path} has been edited."
DELETED = "Successfully deleted {path}"
RENAMED = "Successfully renamed {old} to {new}"
REPLACED = "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{snippet}"

OUTSIDE = "Path must start with /memories, got: {path}"
ESCAPES = "Path {path} would escape /memories directory"
NOTHING_THERE = "The path {path} does not exist. Please provide a valid path."
NOTHING_TO_CHANGE = "The path {path} does not exist"
NO_FILE = "The path {path} is not a file."
EXISTS = "File {path} already exists"
TARGET_EXISTS = "The destination {path} already exists"
NOT_THE_ROOT = "Cannot {verb} the /memories directory itself"
NO_MATCH = "No replacement was performed, old_str `{old}` did not appear verbatim in {path}."
MANY_MATCHES = (
    "No replacement was performed. "
    + "Multiple occurrences of old_str `{old}` in lines: {lines}. Please ensure it is unique"
)
NO_SUCH_LINE = "Invalid `insert_line` parameter: {line}. It should be within the range [0, {lines}]."
TOO_MANY_LINES = "File {path} exceeds maximum line limit of 999,999 lines."

#: More lines than this are not numbered, in six places.
MOST_LINES = 999_999

_LISTING = "Here're the files and directories up to 2 levels deep in {path}, excluding hidden items:"
_FILE = "Here's the content of {path} with line numbers:"
_UNITS = "BKMG"


def numbered(lines: Sequence[str], first: int) -> list[str]:
    """Lines with their numbers before them, from ``first`` on."""
    return [f"{n:>6}\t{line}" for n, line in enumerate(lines, first)]


def file_head(path: str) -> str:
    """The line above the content of a file."""
    return _FILE.format(path=path)


def listing(path: str, rows: Sequence[tuple[str, int]]) -> list[str]:
    """What a folder holds, as lines: each path in it with its size in bytes; a size of its own for the first row."""
    return [_LISTING.format(path=path), *(f"{size(count)}\t{shown}" for shown, count in rows)]


def size(count: int) -> str:
    """A size in bytes as the tool writes it: ``14B``, ``1.5K``, ``2M``."""
    power = min(max(count.bit_length() - 1, 0) // 10, len(_UNITS) - 1)
    scaled = count / 1024**power
    return f"{scaled:.0f}{_UNITS[power]}" if scaled == int(scaled) else f"{scaled:.1f}{_UNITS[power]}"
