"""The end of a transcript: what the agent said last, which the person's next words may answer; and prompts that the
client made itself.

The format is the client's own and may change or be cut anywhere: what is not understood is passed over, and a file that
cannot be read says nothing. However long it is, only its end is read.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from stillso.adapters.claude_code.shown import bare

#: How much of the end of a transcript is read. Our choice: a turn with long tool results fits.
END_BYTES = 512 * 1024

#: How much of it is searched for prompts that nobody typed. Our choice: hours of work fit.
SEARCHED_BYTES = 32 * 2**20


def last_said(path: Path, prompt: str) -> str | None:
    """What the agent said after the person's last words, its blocks one under the other; None when it said nothing.

    ``prompt`` is what the person says now: whether it stands in the transcript already differs.
    """
    said: list[str] = []
    for row in reversed(_rows(path)):
        if row.get("isSidechain") or row.get("isMeta"):
            continue
        message = row.get("message")
        content = message.get("content") if isinstance(message, Mapping) else None
        if row.get("type") == "assistant":
            said = [*_texts(content), *said]
        elif row.get("type") == "user" and (typed := _typed(content)) and (said or typed != prompt.strip()):
            break
    return "\n".join(said) or None


def is_scheduled(path: Path, prompt: str) -> bool:
    """Whether the client runs this prompt because it was scheduled: it writes so right before it hands it over.

    What the person typed once, as a "yes", may be scheduled as well: so only a run whose prompt does not stand in the
    transcript yet counts. It is told on one line and shortened (seen with 2.1.332).
    """
    wanted, pending = bare(prompt), False
    for row in _rows(path, having=_TELLS_OF_PROMPTS):
        message = row.get("message")
        content = message.get("content") if isinstance(message, Mapping) else None
        told = row.get("prompt")
        if row.get("subtype") == "scheduled_task_fire" and isinstance(told, str):
            letters = bare(told)
            pending = pending or wanted == letters or (len(told) >= _SHORTENED_CHARS and wanted.startswith(letters))
        elif row.get("type") == "user" and isinstance(content, str) and "promptSource" in row:
            pending = pending and wanted != bare(content)
    return pending


def made_by_client(path: Path) -> set[str]:
    """The prompts that nobody typed: what the agent scheduled, and what a row says came from elsewhere.

    The row of a prompt itself may be written after the first call of its turn; when it was scheduled, and when it was
    run, stand before it (seen with 2.1.332). What was typed as well is the person's.
    """
    made: set[str] = set()
    typed: set[str] = set()
    for row in _rows(path, SEARCHED_BYTES, having=_TELLS_OF_PROMPTS):
        message = row.get("message")
        content = message.get("content") if isinstance(message, Mapping) else None
        if row.get("type") == "user" and isinstance(content, str) and "promptSource" in row:
            (typed if row["promptSource"] in _TYPED and not row.get("isMeta") else made).add(content)
        elif row.get("subtype") == "scheduled_task_fire" and isinstance(row.get("prompt"), str):
            made.add(row["prompt"])
        elif row.get("type") == "assistant":
            made.update(_scheduled(content))
    return made - typed


#: From here on the client shortens what it says it runs (to 200).
_SHORTENED_CHARS = 190

#: Where a prompt comes from that a person typed, or a program handed over; the channel says whether somebody is there.
_TYPED = ("typed", "queued", "sdk")
_SCHEDULING = ("CronCreate", "ScheduleWakeup")
_TELLS_OF_PROMPTS = re.compile(b"promptSource|scheduled_task_fire|CronCreate|ScheduleWakeup")


def _scheduled(content: object) -> Iterator[str]:
    """The prompts that an agent's message schedules."""
    for block in content if isinstance(content, list) else []:
        if isinstance(block, Mapping) and block.get("name") in _SCHEDULING:
            given = block.get("input")
            prompt = given.get("prompt") if isinstance(given, Mapping) else None
            if isinstance(prompt, str):
                yield prompt


def _rows(
    path: Path, end_bytes: int = END_BYTES, *, having: re.Pattern[bytes] | None = None
) -> list[Mapping[str, Any]]:
    """The rows at the end of a transcript that are whole, and in which something is found."""
    lines = _end_of(path, end_bytes).split(b"\n")
    rows = (_row(line) for line in lines if having is None or having.search(line))
    return [row for row in rows if row is not None]


def from_the_end(path: Path) -> Iterator[Mapping[str, Any]]:
    """The rows of a transcript that are whole, the last one first, as far back as it is searched; none for a file that
    cannot be read."""
    for line in reversed(_end_of(path, SEARCHED_BYTES).split(b"\n")):
        row = _row(line)
        if row is not None:
            yield row


def _end_of(path: Path, size_bytes: int) -> bytes:
    try:
        with open(path, "rb", opener=_regular) as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - size_bytes))
            return file.read(size_bytes)
    except OSError:
        return b""


def _row(line: bytes) -> Mapping[str, Any] | None:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, Mapping) else None


def _regular(path: str, flags: int) -> int:
    """Open a file, and nothing that is none: a pipe would be waited for."""
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(f"{path} is no file")
    return handle


def _texts(content: object) -> list[str]:
    if isinstance(content, str):
        return [content] if content.strip() else []
    blocks = content if isinstance(content, list) else []
    texts = [block.get("text") for block in blocks if isinstance(block, Mapping) and block.get("type") == "text"]
    return [text for text in texts if isinstance(text, str) and text.strip()]


def _typed(content: object) -> str:
    """The text of a row that came from the person, empty for one that carries results of tools."""
    blocks = content if isinstance(content, list) else []
    if any(isinstance(block, Mapping) and block.get("type") == "tool_result" for block in blocks):
        return ""
    return "\n".join(_texts(content)).strip()
