"""What a person typed, read from transcripts (``<session>.jsonl``) and the prompt history (``history.jsonl``).

The form of a transcript is its client's own and changes; so it is read defensively, and what is not understood is
counted and told. Only words that a person typed come out: no tool results, no prompts of subagents, no output of
commands, no reminders. Nearly all of a transcript is something else, so a line is looked at as bytes before it is read.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import IO, Any, TypeAlias

from stillso.core.names import moment
from stillso.core.values import dataclass
from stillso.errors import Misuse

#: A longer line is skipped: no person types one. A longer message is kept without its middle. Our choice.
LINE_BYTES = 16 * 1024 * 1024
KEPT_CHARS = 20_000

#: How often it is told how far reading is, in bytes.
TOLD_BYTES = 8 * 1024 * 1024

Told: TypeAlias = Callable[[int], None]


class Where(StrEnum):
    """Where words were found."""

    TRANSCRIPT = "transcript"
    HISTORY = "history"


class Count(StrEnum):
    """What the lines of transcripts turned out to be."""

    LINES = "lines"
    BLANK = "blank"
    TYPED = "typed"
    OTHER = "other"
    BROKEN = "broken"
    REPAIRED = "repaired"
    FOREIGN = "foreign"
    UNKNOWN = "unknown"
    TOO_LONG = "too_long"


@dataclass(frozen=True, kw_only=True, slots=True)
class Typed:
    """One message that a person typed, and where it stands.

    ``at`` is None where no date was noted; ``repaired`` says that its line was damaged, ``by_program`` that a program
    handed it over, as an editor or a script does. ``project`` is the folder that the prompt history names.
    """

    text: str
    at: datetime | None
    session: str | None
    path: Path
    line: int
    where: Where
    repaired: bool = False
    by_program: bool = False
    project: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Wrote:
    """The agent's call to write or edit a memory file, and where it stands."""

    file: str
    at: datetime | None
    session: str | None
    path: Path
    line: int


def read_transcript(path: Path, folder: str, counts: Counter[Count], told: Told) -> Iterator[Typed | Wrote]:
    """What was typed in a transcript, and the writes into the memory folder, in their order.

    ``folder`` is the name of the memory folder. Raises OSError where the file cannot be read.
    """
    own: Counter[Count] = Counter()
    needle = json.dumps(folder).strip('"').encode()
    with path.open("rb") as opened:
        for no, line in _lines(opened, own, told):
            yield from _read_line(line, no, path, needle, own)
    if not own[Count.TYPED] + own[Count.OTHER] + own[Count.FOREIGN] and own[Count.LINES]:
        yield from _read_whole(path, own)
    counts.update(own)


def read_history(path: Path, counts: Counter[Count], told: Told) -> Iterator[Typed]:
    """What the prompt history says was typed, in its order: without pasted texts, commands and shell lines."""
    with path.open("rb") as opened:
        for no, line in _lines(opened, counts, told):
            records, repaired = _parsed(line)
            counts[Count.BROKEN] += not records
            counts[Count.REPAIRED] += repaired
            for found in records:
                text = found.get("display")
                typed = _without_paste(text) if isinstance(text, str) else ""
                if not typed or _COMMAND.match(typed):
                    counts[Count.OTHER if "display" in found else Count.UNKNOWN] += 1
                    continue
                counts[Count.TYPED] += 1
                yield Typed(
                    text=_kept(typed.removeprefix("#").strip()),
                    at=_moment(found.get("timestamp")),
                    session=_word(found.get("sessionId")),
                    path=path,
                    line=no,
                    where=Where.HISTORY,
                    repaired=repaired,
                    project=_word(found.get("project")),
                )


# --- lines ---------------------------------------------------------------------------------------------------


def _lines(opened: IO[bytes], counts: Counter[Count], told: Told) -> Iterator[tuple[int, bytes]]:
    """The lines that are not empty, numbered from 1, without white space around; one too long is skipped."""
    no = read = 0
    while line := opened.readline(LINE_BYTES):
        no += 1
        read += len(line)
        if read >= TOLD_BYTES:
            told(read)
            read = 0
        if len(line) == LINE_BYTES and line[-1:] != b"\n":
            while len(rest := opened.readline(LINE_BYTES)) == LINE_BYTES and rest[-1:] != b"\n":
                told(len(rest))
            counts[Count.LINES] += 1
            counts[Count.TOO_LONG] += 1
        elif stripped := line.strip():
            counts[Count.LINES] += 1
            yield no, stripped
        else:
            counts[Count.BLANK] += 1
    told(read)


_USER = re.compile(rb'"(?:type|role)"\s*:\s*"user"|"queued_command"')
_RESULT = re.compile(rb'"tool(?:UseResult|_use_id)"\s*:')
_TYPE = re.compile(rb'"type"\s*:')


def _read_line(line: bytes, no: int, path: Path, needle: bytes, counts: Counter[Count]) -> Iterator[Typed | Wrote]:
    whole = line[:1] == b"{" and line[-1:] == b"}"
    writes = b'"tool_use"' in line and b'"file_path"' in line and needle in line
    if whole and not writes and (_RESULT.search(line) or not _USER.search(line)):
        counts[Count.OTHER if _TYPE.search(line) else Count.UNKNOWN] += 1
        return
    records, repaired = _parsed(line)
    counts[Count.BROKEN] += not records
    counts[Count.REPAIRED] += repaired
    for found in records:
        yield from _found(found, no, path, counts, repaired=repaired)


def _found(
    found: dict[str, Any], no: int, path: Path, counts: Counter[Count], *, repaired: bool
) -> Iterator[Typed | Wrote]:
    """What one record of a transcript holds; counts what it was."""
    at, session = _moment(found.get("timestamp")), _word(found.get("sessionId")) or path.stem
    writes = list(_written(found)) if found.get("type") == "assistant" else []
    for file in writes:
        yield Wrote(file=file, at=at, session=session, path=path, line=no)
    text = "" if writes else typed_in(found)
    if text:
        counts[Count.TYPED] += 1
        counts[Count.FOREIGN] += "type" not in found
        yield Typed(
            text=_kept(text),
            at=at,
            session=session,
            path=path,
            line=no,
            where=Where.TRANSCRIPT,
            repaired=repaired,
            by_program=found.get("promptSource") == "sdk",
        )
    else:
        counts[Count.OTHER if "type" in found or "role" in found else Count.UNKNOWN] += 1


def _read_whole(path: Path, counts: Counter[Count]) -> Iterator[Typed | Wrote]:
    """A small file whose lines are no records: one value over many lines, or several, or a list of them."""
    if path.stat().st_size > LINE_BYTES:
        return
    text = path.read_bytes().decode("utf-8", "replace").replace("\0", "")
    values: list[Any] = []
    at = 0
    try:
        while at < len(text.rstrip()):
            at += len(text[at:]) - len(text[at:].lstrip())
            value, at = _DECODER.raw_decode(text, at)
            values += value if isinstance(value, list) else [value]
    except (ValueError, RecursionError):
        return
    records = [value for value in values if isinstance(value, dict)]
    if not records:
        return
    counts.clear()
    counts[Count.LINES] = len(values)
    counts[Count.BROKEN] = len(values) - len(records)
    for no, record in enumerate(records, 1):
        yield from _found(record, no, path, counts, repaired=False)


# --- records -------------------------------------------------------------------------------------------------

_DECODER = json.JSONDecoder()
_RECORD = re.compile(r'\{\s*"(?:type|parentUuid|uuid|role|sessionId|isSidechain|message|attachment|display)"\s*:')
#: How many places of a damaged line are tried.
_TRIES = 40


def _parsed(line: bytes) -> tuple[list[dict[str, Any]], bool]:
    """The records of a line, and whether the line was damaged; none where none can be read.

    After a half line without its end the next one stands on the same line: what begins a record and is whole is taken,
    unless it stands where a value may stand within another record.
    """
    text = line.decode("utf-8", "replace").lstrip("\ufeff")
    damaged = b"\0" in line or "\ufffd" in text
    text = text.replace("\0", "").strip()
    found: list[dict[str, Any]] = []
    at = tries = 0
    while 0 <= at < len(text) and tries < _TRIES:
        tries += 1
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            damaged, at = True, _next_record(text, at + 1)
            continue
        rest = text[end : end + 40].lstrip()
        if isinstance(value, dict) and (not rest or rest[0] == "{"):
            found.append(value)
        damaged = damaged or bool(rest)
        at = end + len(text[end:]) - len(text[end:].lstrip()) if not rest or rest[0] == "{" else _next_record(text, end)
    return found, damaged and bool(found)


def _next_record(text: str, start: int) -> int:
    """Where the next record begins that is no value within another one; -1 where none does."""
    for found in _RECORD.finditer(text, start):
        if text[max(0, found.start() - 40) : found.start()].rstrip()[-1:] not in tuple(":,["):
            return found.start()
    return -1


def _written(found: dict[str, Any]) -> Iterator[str]:
    """The files that an agent's message writes or edits."""
    message = found.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    for block in content if isinstance(content, list) else []:
        if isinstance(block, dict) and block.get("type") == "tool_use" and block.get("name") in _WRITERS:
            given = block.get("input")
            file = given.get("file_path") if isinstance(given, dict) else None
            if isinstance(file, str):
                yield file


_WRITERS = ("Write", "Edit", "MultiEdit")
#: How a prompt that a person typed came in; ``queued`` is one typed while the agent worked.
_TYPED_SOURCES = (None, "typed", "queued", "sdk")
#: Records under the name of the user that nobody typed.
_NOT_TYPED = ("isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly", "toolUseResult", "agentId")


def typed_in(found: dict[str, Any]) -> str:
    """The words of a record that a person typed; empty where it holds none.

    Seen in version 2.1.332, 2026-11-30; a record with ``role`` and no ``type`` is another tool's.
    """
    if any(found.get(mark) for mark in _NOT_TYPED) or _origin(found) not in (None, "human", "sdk"):
        return ""
    if found.get("rowSource") in ("harness", "hook") or found.get("promptSource") not in _TYPED_SOURCES:
        return ""
    if found.get("type") == "attachment":
        queued = found.get("attachment")
        if not isinstance(queued, dict) or queued.get("type") != "queued_command":
            return ""
        mode = queued.get("commandMode")
        return _own(queued.get("prompt")) if mode in (None, "prompt") and _origin(queued) in (None, "human") else ""
    if found.get("type", "user") != "user":
        return ""
    message = found.get("message", found)
    if not isinstance(message, dict) or message.get("role", found.get("role", "user")) != "user":
        return ""
    return _own(message.get("content"))


def _origin(found: dict[str, Any]) -> object:
    """Who began the turn, as far as a record says so."""
    said = found.get("turnOrigin", found.get("origin"))
    return said.get("kind") if isinstance(said, dict) else said


def _own(content: object) -> str:
    """The typed words of a content: its text blocks without what others put into them; empty beside a tool result."""
    if isinstance(content, str):
        return without_wrappers(content)
    if not isinstance(content, list):
        return ""
    blocks = [block for block in content if isinstance(block, dict)]
    if any(block.get("type") == "tool_result" for block in blocks):
        return ""
    texts = [block.get("text") for block in blocks if block.get("type") == "text"]
    return "\n\n".join(own for text in texts if isinstance(text, str) and (own := without_wrappers(text)))


_TAGS = r"system-reminder|command-[a-z-]+|local-command-[a-z-]+|bash-[a-z-]+|ide_[a-z_]+|task-notification|[a-z-]+-hook"
_WRAPPED = re.compile(rf"<(?P<tag>{_TAGS})(?:\s[^<>]*)?>.*?(?:</(?P=tag)>|\Z)", re.DOTALL)
_PLAIN_TAGS = re.compile(r"</?(?:user-memory-input|user_query)>")
# What the client itself writes in the user's name.
_CLIENTS_OWN = re.compile(
    r"\[Request interrupted by user|Caveat: The messages below were generated"
    r"|This session is being continued from a previous conversation"
)
_PASTE = re.compile(r"\[(?:Pasted text|Image|Truncated text)[^\[\]]*\]|\[\.\.\.Truncated text[^\[\]]*\]")
#: A slash command, a line for the shell.
_COMMAND = re.compile(r"/[a-z][\w:.-]*(?:\s|$)|!", re.IGNORECASE)


def without_wrappers(text: str) -> str:
    """A text without reminders, commands and their output; what a person handed over to be remembered stays."""
    if "<" in text:
        text = _PLAIN_TAGS.sub("", _WRAPPED.sub("\n", text))
    return "" if _CLIENTS_OWN.match(text.lstrip()) else _without_paste(text)


def _without_paste(text: str) -> str:
    return _PASTE.sub(" ", text).strip() if "[" in text else text.strip()


def _kept(text: str) -> str:
    """A message, of a very long one its first and its last part."""
    half = KEPT_CHARS // 2
    return text if len(text) <= KEPT_CHARS else f"{text[:half]}\n\n…\n\n{text[-half:]}"


def _word(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _moment(value: object) -> datetime | None:
    """A moment as transcripts (ISO) and the history (milliseconds) write it."""
    try:
        if isinstance(value, str):
            return moment(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value / 1000, UTC)
    except (Misuse, OverflowError, ValueError, OSError):
        return None
    return None


def transcripts_in(folder: Path) -> list[Path]:
    """The transcripts of sessions in a folder, by name; those of subagents lie deeper. Raises OSError.

    One that cannot be looked at is among them: opening it says why. What is no file, such as a pipe, is none.
    """
    return [
        folder / name for name in sorted(os.listdir(folder)) if name.endswith(".jsonl") and _may_be_file(folder / name)
    ]


def _may_be_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return True
