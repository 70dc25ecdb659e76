"""Escapes: a text on one line, so that nothing in it can pass for something else.

In the lines of a session a backslash also stands before what delimits (``field``, ``quoted``, ``opening``); elsewhere
it only shows what a reader would not see. The form is described in ``docs/format.md``.
"""

from __future__ import annotations

import re

from stillso.core import late

#: The marks that end a quote in some language. The index of records keeps which of them are plain: whoever escapes more
#: than before must have it rebuilt.
CLOSINGS = ("”", "」")

_UNSEEN = late.pattern(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]")
_ALWAYS_ESCAPED = late.pattern(r"[\\\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069|｜]|```")
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t", "\\": r"\\", "```": r"\`\`\`"}
_OPENERS = ("(", "（", "[")


def visible(text: str) -> str:
    """One line of a text with what a reader would not see, or would see as something else, written with a backslash."""
    return _UNSEEN.sub(_escape, text)


def one_line(text: str) -> str:
    """A text on one line as a person reads it: line breaks and what would not be seen are written with a backslash."""
    return visible(text.replace("\\", "\\\\").replace("\n", "\\n")) if "\n" in text else visible(text)


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
    return "\\" + char if char in "|｜" else f"\\u{ord(char):04x}"
