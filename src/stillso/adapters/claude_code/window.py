"""The window of a conversation as its transcript has it: what the client's next summary will stand for.

Only what stands after the newest compaction, the summary of that one included. Read from the end of the file, so that
hours of work before it cost nothing; what is not understood is passed over. Seen with 2.1.332: when the hooks around a
compaction run, neither its boundary nor its summary stands in the transcript yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from stillso.adapters.claude_code import transcript_end, transcripts
from stillso.adapters.messages import SHAPES
from stillso.core.windows.blocks import WHOLE, Block, Kind

_SHAPE = SHAPES["anthropic"]


def blocks(path: Path) -> list[Block]:
    """What stands in the window, in order; empty for a transcript that cannot be read."""
    rows = _since_boundary(transcript_end.from_the_end(path))
    return [block for at, row in enumerate(rows) for block in _blocks(row, at)]


def _since_boundary(rows: Iterator[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The rows of messages after the newest compaction, oldest first. One that nothing was said after is the one that
    is being looked at, and does not count."""
    found: list[Mapping[str, Any]] = []
    for row in rows:
        if row.get("subtype") == "compact_boundary":
            if any(not each.get("isCompactSummary") for each in found):
                break
            found = []
        elif _is_of_window(row):
            found.append(row)
    return found[::-1]


def _is_of_window(row: Mapping[str, Any]) -> bool:
    if row.get("isSidechain") or row.get("isMeta"):
        return False
    if row.get("type") == "assistant" or row.get("isCompactSummary") or _is_result(row):
        return isinstance(row.get("message"), Mapping)
    return bool(transcripts.typed_in(dict(row)))


def _is_result(row: Mapping[str, Any]) -> bool:
    return row.get("type") == "user" and "toolUseResult" in row


def _blocks(row: Mapping[str, Any], at: int) -> Iterator[Block]:
    if row.get("type") == "assistant" or _is_result(row):
        yield from _SHAPE.blocks(row["message"], at)
    elif row.get("isCompactSummary"):
        said = row["message"].get("content")
        yield Block(at, WHOLE, Kind.SUMMARY, said if isinstance(said, str) else "")
    else:
        yield Block(at, WHOLE, Kind.USER, transcripts.typed_in(dict(row)))
