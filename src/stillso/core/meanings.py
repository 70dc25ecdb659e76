"""What a text speaks of, for comparing it with one in the other language: meanings, and words where none is known.

Proves nothing; it only tells how likely one text is a paraphrase of another. Which words mean the same stands in
``vocabulary.meanings``.
"""

from __future__ import annotations

import re
from functools import cache

from stillso.core import late
from stillso.core.folding import is_cjk_letter, words
from stillso.core.vocabulary import plain
from stillso.core.vocabulary.meanings import MEANINGS

_ENDINGS = ("ies", "es", "s", "ing", "ed")
_ASCII = late.pattern(r"[a-z0-9]")


def meanings_of(text: str) -> list[str]:
    """The meanings of a text, repeated ones too: named ones, then what is left as ``words`` has it. May be empty.

    Pairs of Chinese characters begin with ``:``, so that a reader can tell what has no counterpart in English.
    """
    said = plain(text).lower()
    named: list[str] = []

    def take(found: re.Match[str]) -> str:
        named.append(_named()[found[0].replace("_", " ")])
        return " \u241f "

    rest = _known().sub(take, said)
    left = (f":{word}" if is_cjk_letter(word[0]) else _stem(word) for word in words(rest))
    return named + list(left)


def _stem(word: str) -> str:
    """An English word without its ending, so that "mocks" and "mocked" are one; identifiers stay."""
    if not word.isalpha() or not word.isascii() or len(word) < 5:
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)].rstrip("e") + ("y" if ending == "ies" else "")
    return word.rstrip("e")


@cache
def _named() -> dict[str, str]:
    """The name of a meaning by each of its words."""
    found: dict[str, str] = {}
    for line in MEANINGS.strip().splitlines():
        name, *others = line.split()
        for word in (name, *others):
            found.setdefault(word.replace("_", " "), name)
    return found


@cache
def _known() -> re.Pattern[str]:
    """All words that have a meaning, the longest first; English ones whole."""
    listed = sorted(_named(), key=lambda word: (-len(word), word))
    english = "|".join(re.escape(word) for word in listed if _ASCII.match(word[0]))
    chinese = "|".join(re.escape(word) for word in listed if not _ASCII.match(word[0]))
    return re.compile(rf"(?<![a-z0-9_./-])(?:{english})(?![a-z0-9_-]|[./]\w)|(?:{chinese})")
