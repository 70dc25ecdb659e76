"""Cutting a text into statements, and these into words. What a word does is decided by ``english`` and ``chinese``."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from stillso.core import conditions, late
from stillso.core.folding import INVISIBLE, NARROWED
from stillso.core.vocabulary import plain
from stillso.core.vocabulary.asking import ABBREVIATIONS, OPEN_ABBREVIATIONS

#: Of a text with more sentences or characters than this only the first sentence counts: it states what the others
#: explain. Our choice.
MOST = 2
LONGEST = 400

_HAN = "\u3005-\u3007\u3040-\u30ff\u3105-\u312f\u3400-\u9fff\uf900-\ufaff"
_CJK = late.pattern(f"[{_HAN}]")
_BESIDE_CJK = late.pattern(rf"(?<=[{_HAN}])\s+|\s+(?=[{_HAN}])")
# Not the sign in an address.
_QUESTION = late.pattern(r"\?(?![\w=&/])|？")
_ZH_END = late.pattern(r"[。！？!?；;\n]+|(?<!\b[a-z])\.(?:\s|$)")
_TOKEN = late.pattern(
    r"(?:--?|\.{0,2}/|\.|~/)?[\w<>{}$]+(?:[.'\-/@:&]+[\w<>{}$]+)*(?:\+\+|\#|%)?/?|[,;:!?()\n\u2013\u2014]|\.(?=\s|$)"
)
# Thousands are one number: "1,000".
_THOUSANDS = late.pattern(r"(?<=\d),(?=\d{3}(?![\d,.]\d|\d))")
_DOLLARS = late.pattern(r"\b[A-Z]{2}\$(?=\d)")
_UNSEEN = late.pattern(f"[{INVISIBLE}]")
# Marks of quotation and emphasis say nothing about what is quoted.
_COMMAS = str.maketrans("，、：", ",,:", "\"'`*")


class Statement(NamedTuple):
    """One sentence: in Chinese its text without needless space, else its words and signs."""

    chinese: bool
    text: str
    tokens: list[str]


def statements(content: str) -> tuple[list[Statement], str]:
    """The sentences of a text that state something, in order, and the text itself where these are not all of it.

    None of a question, of what holds for this time only, and of a text that does not soon come to an end.
    """
    head = content[:LONGEST]
    text = head if head.isascii() else _folded(head)
    if "," in text:
        text = _THOUSANDS.sub("", text)
    if "$" in text:
        text = _DOLLARS.sub("$", text)
    text = text.replace(" %", "%")
    if not lasts(text):
        return [], " ".join(content.lower().split())
    if _CJK.search(text):
        squeezed = _BESIDE_CJK.sub("", text.lower().translate(_COMMAS))
        pieces = (piece.strip(" -") for piece in _ZH_END.split(squeezed))
        found = [Statement(True, piece, []) for piece in pieces if piece]
    else:
        found = [Statement(False, "", tokens) for tokens in _sentences(_TOKEN.findall(text))]
    if len(content) <= LONGEST and len(found) <= MOST:
        return found, ""
    return found[:1] if len(found) > 1 else [], " ".join(content.lower().split())


def lasts(text: str) -> bool:
    """Whether a text asks nothing, and speaks of more than this time."""
    return not (_QUESTION.search(text) or conditions.is_one_off(text, 0, len(text)))


def _folded(content: str) -> str:
    """The text with letters in one form and width, Simplified ones as the Traditional ones of the word lists."""
    seen = content if content.isprintable() else _UNSEEN.sub("", content)
    composed = seen if unicodedata.is_normalized("NFC", seen) else unicodedata.normalize("NFC", seen)
    return plain(composed.translate(NARROWED))


def _sentences(tokens: list[str]) -> list[list[str]]:
    found: list[list[str]] = []
    at = 0
    for place, token in enumerate(tokens):
        if token in ".!?;\n" and _ends(tokens, place):
            if place > at:
                found.append(tokens[at:place])
            at = place + 1
    if at < len(tokens):
        found.append(tokens[at:])
    return found


def _ends(tokens: list[str], place: int) -> bool:
    """Whether a sign ends a sentence, and stands in no name: "Apple Inc. is", "J. R. R. Tolkien", "Yahoo! is"."""
    if tokens[place] in ";\n" or place + 1 == len(tokens):
        return True
    before = tokens[place - 1] if place else ""
    if tokens[place] == ".":
        low = before.lower()
        if (len(before) < 3 and before != low) or "." in before or low in ABBREVIATIONS or low in OPEN_ABBREVIATIONS:
            return False
    return tokens[place + 1][0].isupper()
