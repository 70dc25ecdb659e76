"""Stems: one form for the forms of an English word, so that "tests" is found by "test". Light: it never guesses."""

from __future__ import annotations

_DOUBLED = frozenset("bdfgmnprt")


def stem(word: str) -> str:
    """The stem of a word in lower case; words of other scripts, and short ones, stay as they are."""
    if len(word) < 4 or not word.isascii():
        return word
    return _undone(_singular(word))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _undone(word: str) -> str:
    for ending in ("ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) >= 3 and any(vowel in root for vowel in "aeiouy"):
            if root[-1] == root[-2] and root[-1] in _DOUBLED:
                return root[:-1]
            return root.rstrip("e")
    return word.rstrip("e") if len(word) > 4 else word
