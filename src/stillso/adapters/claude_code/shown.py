"""Texts as Claude Code shows them: it changes white space, and what it takes for hidden, so letters are compared."""

from __future__ import annotations

import unicodedata


def bare(text: str) -> str:
    """A text without whatever may be shown otherwise, or not at all; as it is where nothing else is in it."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold())) or text.strip()
