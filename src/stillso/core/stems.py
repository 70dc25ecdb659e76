"""Stems: one form for the forms of an English word, so that what was "deployed" is found by "deploying".

Endings of inflection and a few of derivation come off; which verbs and nouns change within stands in
``vocabulary.irregular``. What merges words of different meaning ("user" and "use") stays.
"""

from __future__ import annotations

from functools import cache

from stillso.core import late
from stillso.core.vocabulary.irregular import IRREGULAR

_VOWELS = late.pattern("[aeiouy]+")
_SUFFIXES = ("fulness", "iveness", "ness", "ment", "fully", "ally", "ely", "ly", "ful")


def stem(word: str) -> str:
    """The stem of a word in lower case. Words of other scripts, and most short ones, stay as they are."""
    known = _irregular()
    if word in known:
        return known[word]
    if len(word) < 4 or not word.isascii():
        return word
    word = _uninflected(_singular(word))
    return known.get(word) or _underived(word)


@cache
def _irregular() -> dict[str, str]:
    lines = (line.split() for line in IRREGULAR.strip().splitlines())
    return {word: name for name, *words in lines for word in words}


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _uninflected(word: str) -> str:
    """Without -ing and -ed, and with one of the two letters before them: stopping, stop; but calling, call."""
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    ending = "ing" if word.endswith("ing") else "ed" if word.endswith("ed") and not word.endswith("eed") else ""
    root = word.removesuffix(ending)
    vowels = len(_VOWELS.findall(root))
    if not ending or not vowels or len(root) < (2 if ending == "ing" else 3):
        return word
    doubled = len(root) > 3 and root[-1] == root[-2]
    return root[:-1] if doubled and (root[-1] not in "lsfzaeou" or (root[-1] == "l" and vowels > 1)) else root


def _underived(word: str) -> str:
    suffix = next((each for each in _SUFFIXES if word.endswith(each) and len(word) - len(each) >= 4), "")
    word = word.removesuffix(suffix)
    if word.endswith("i") and len(word) > 3:
        word = word[:-1] + "y"
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    if word.endswith("ion") and len(word) >= 8:
        word = word[:-3]
    return word[:-2] if word.endswith("at") and len(word) >= 6 else word
