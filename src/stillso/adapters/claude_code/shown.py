"""Texts as Claude Code shows them: it changes white space, and what it takes for hidden, so letters are compared."""

from __future__ import annotations

import re
import unicodedata

_NO_TEXT = re.compile("[\0\ud800-\udfff]")


def as_text(text: str) -> str:
    """A text as a store can keep it: what is no text is shown as such."""
    return _NO_TEXT.sub("\ufffd", text)


def bare(text: str) -> str:
    """A text without whatever may be shown otherwise, or not at all; as it is where nothing else is in it."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold())) or text.strip()
