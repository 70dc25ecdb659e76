"""Escapes: a text on one line, so that nothing in it can pass for something else.

In the lines of a session a backslash also stands before what delimits (``field``, ``quoted``, ``opening``); elsewhere
it only shows what a reader would not see. The form is described in ``docs/format.md``.
"""

from __future__ import annotations

import re

from stillso.core import late, unseen

#: The marks that end a quote in some language. The index of records keeps which of them are plain: whoever escapes more
#: than before must have it rebuilt.
CLOSINGS = ("”", "」")

_ALWAYS_ESCAPED = late.pattern(r"[\\\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069|｜]|```")
#: What breaks a line, beside the characters that show nothing.
_BREAK = late.pattern(r"[\n-\r\x85\u2028\u2029]")
#: What reads like an escape of ours behind a backslash.
_ESCAPE = late.pattern(r"u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|r\Z")
_MAYBE_ESCAPED = late.pattern(rf"\\+|[\n-\r\x85\u2028\u2029]|{unseen.UNSEEN}")
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t", "\\": r"\\", "```": r"\`\`\`"}
_OPENERS = ("(", "（", "[")


def visible(text: str) -> str:
    """One line of a text with what a reader would not see written with a backslash; no two texts look alike.

    ``\\u`` and four digits or ``\\U`` and eight stand for a character that shows nothing or breaks the line, ``\\r`` at
    the end for a carriage return there. A backslash is doubled only before one of these, or what reads like one, so
    that paths and code stay as they are; so do tabs, emoji and letters that need such a character (``unseen``).
    """
    return text if _is_shown(text) else _written_out(text, doubling=True)


def seen(text: str) -> str:
    """The same for a text in which each backslash is doubled already, such as a ``field``."""
    return text if _is_shown(text) else _written_out(text, doubling=False)


def one_line(text: str) -> str:
    """A text on one line as a person reads it: line breaks and what would not be seen are written with a backslash.

    Where it has line breaks, every backslash in it is doubled.
    """
    return seen(text.replace("\\", "\\\\").replace("\n", "\\n")) if "\n" in text else visible(text)


def _is_shown(text: str) -> bool:
    return text.isascii() and text.isprintable() and "\\" not in text


def _written_out(text: str, *, doubling: bool) -> str:
    hidden = set(unseen.hidden(text))

    def written(found: re.Match[str]) -> str:
        char, at, end = found.group(), found.start(), found.end()
        if char[0] == "\\":
            is_mistakable = end in hidden or _BREAK.match(text, end) or _ESCAPE.match(text, end)
            return char * 2 if doubling and is_mistakable else char
        if char == "\r" and end == len(text):
            return "\\r"
        return char if at not in hidden and not _BREAK.match(char) else _numbered(char)

    return _MAYBE_ESCAPED.sub(written, text)


def _numbered(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def field(text: str | None) -> str:
    """A field on one line. Line breaks, control characters, delimiters and fences are written with a backslash;
    everything else stays as it is."""
    return text if text and _is_clean(text) else _ALWAYS_ESCAPED.sub(_escape, text or "")


def cut(text: str, most: int, sign: str = "…") -> str:
    """The text, or as much of it as makes ``most`` characters with the sign that something is left out."""
    return text if len(text) <= most else text[: most - 1] + sign


def quoted(text: str, closing: str) -> str:
    """A field that stands in quotes: its closing mark too is written with a backslash."""
    return field(text).replace(closing, "\\" + closing)


def opening(text: str) -> str:
    """A field at the head of a line. One that begins with a bracket could pass for a scope: it gets a backslash."""
    shown = field(text)
    return "\\" + shown if shown.startswith(_OPENERS) else shown


def are_plain(content: str, condition: str | None, quote: str | None) -> bool:
    """Whether nothing in the fields of a line needs a backslash, in any language. What it is unsure of it denies."""
    # They are looked at in one: hardly any holds what must be escaped.
    return (
        _is_clean(f"{content}{condition}{quote}")
        and not content.startswith(_OPENERS)
        and (quote is None or not any(mark in quote for mark in CLOSINGS))
    )


def _is_clean(text: str) -> bool:
    return text.isprintable() and "|" not in text and "\\" not in text and "｜" not in text and "```" not in text


def _escape(found: re.Match[str]) -> str:
    char = found.group()
    if char in _SHORT:
        return _SHORT[char]
    return "\\" + char if char in "|｜" else _numbered(char)
