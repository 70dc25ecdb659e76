"""Long lines on a narrow terminal: cut between words and between Chinese characters, the rest hanging in.

A Chinese character takes two columns. Output that goes elsewhere than to a terminal is not cut: who reads it wraps.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator
from shutil import get_terminal_size


def width() -> int | None:
    """How wide the terminal is; None where output goes elsewhere, which wraps for itself."""
    if sys.stdout is not None and sys.stdout.isatty():
        return max(20, get_terminal_size().columns)
    return None


def wrapped(text: str, columns: int | None, hang: int) -> Iterator[str]:
    """A line cut at spaces, between Chinese characters, and where a word is too long; the rest hangs in."""
    if columns is None or _columns(text) <= columns:
        yield text
        return
    lead = text[: len(text) - len(text.lstrip())]
    line, used = lead, len(lead)
    for piece in _pieces(text.strip()):
        size = _columns(piece.rstrip())
        if used + size > columns and line.strip():
            yield line.rstrip()
            line, used = " " * hang, hang
            piece = piece.lstrip()
        line += piece
        used += _columns(piece)
    yield line.rstrip()


#: What begins no line.
_STICKS = "，。、；：！？」』）”’…,.;:!?)]"


def _pieces(text: str) -> list[str]:
    """A text in the pieces that stay together: a word with the space behind it, a Chinese character with its marks."""
    pieces: list[str] = []
    for char in text:
        free = bool(pieces) and (pieces[-1][-1] == " " or _wide(char) or _wide(pieces[-1][-1]))
        if not pieces or (free and char != " " and char not in _STICKS and pieces[-1][-1] not in "「『（“("):
            pieces.append(char)
        else:
            pieces[-1] += char
    return pieces


def _columns(text: str) -> int:
    return sum(2 if _wide(char) else 1 for char in text)


def _wide(char: str) -> bool:
    return char > "\u1100" and unicodedata.east_asian_width(char) in "WF"
