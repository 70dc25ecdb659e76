"""Cutting a text into statements, and these into words. What a word does is decided by ``english`` and ``chinese``."""

from __future__ import annotations

from typing import NamedTuple

from stillso.core import late
from stillso.core.folding import NARROWED
from stillso.core.vocabulary.asking import ABBREVIATIONS, OPEN_ABBREVIATIONS
from stillso.core.vocabulary.timing import FROM_NOW_ON, ONE_OFF

#: Of a text with more sentences than this only the first counts, which states what the others explain; of a longer
#: one none. In characters; our choice.
LONGEST = 400
MOST = 2

_CJK = late.pattern("[\u3005-\u3007\u3040-\u30ff\u3105-\u312f\u3400-\u9fff\uf900-\ufaff]")
_BESIDE_CJK = late.pattern(
    "(?<=[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])\\s+|\\s+(?=[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])"
)
_ZH_END = late.pattern(r"[。！？!?；;\n]+|\.(?:\s|$)")
_TOKEN = late.pattern(
    r"(?:--?|\.{0,2}/|\.|~/)?[\w<>{}$]+(?:[.'\-/@:&]+[\w<>{}$]+)*(?:\+\+|\#)?/?|[,;:!?()\n\u2013\u2014]|\.(?=\s|$)"
)


_COMMAS = str.maketrans("，、：", ",,:")


class Statement(NamedTuple):
    """One sentence: in Chinese its text without needless space, else its words and signs."""

    chinese: bool
    text: str
    tokens: list[str]


def statements(content: str) -> tuple[list[Statement], str]:
    """The sentences of a text that states something, in order, and what of it states nothing that is compared.

    That is all of a question, of a long text and of what holds for this time only.
    """
    text = content if content.isascii() else content.translate(NARROWED)
    if len(text) > LONGEST or "?" in text or _for_once(text):
        return [], " ".join(text.lower().split())
    if _CJK.search(text):
        squeezed = _BESIDE_CJK.sub("", text.lower().translate(_COMMAS))
        found = [Statement(True, piece.strip(), []) for piece in _ZH_END.split(squeezed) if piece.strip()]
    else:
        found = [Statement(False, "", tokens) for tokens in _sentences(_TOKEN.findall(text))]
    if len(found) <= MOST:
        return found, ""
    rest = [each.text + " ".join(each.tokens).lower() for each in found[1:]]
    return found[:1], " ".join(rest)


def _for_once(text: str) -> bool:
    """Whether a text speaks of one occasion. Most hold not even a hint of that, which is quickly seen."""
    low = text.lower()
    return any(hint in low for hint in ONE_OFF.hints) and text in ONE_OFF and text not in FROM_NOW_ON


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
