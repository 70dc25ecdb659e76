"""Search terms: what a text is found by, in any script, with one rule for every engine.

Words in lower case and by their stem; identifiers whole and in their parts (``read_file.py``, ``c++``, ``-o2``); of
CJK each pair of neighbours, and the last character of a run by itself, so that a single character is found as the
beginning of a term; signs and emoji one by one. A query is ordinary text: nothing in it is syntax.

Traditional and Simplified are folded by what is passed in, character by character. Finding proves nothing: quotes have
folds of their own (``folding``).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache

from stillso.core import folding, late, policy
from stillso.core.findable import Variants
from stillso.core.folding import CJK_LETTERS, INVISIBLE, is_cjk_letter
from stillso.core.stems import stem
from stillso.core.values import dataclass
from stillso.core.vocabulary.idle import IDLE

_IN_WORD = rf"(?:[^\W{CJK_LETTERS}]|[{folding.MARKS}])"
_TOKEN = late.pattern(
    rf"[{CJK_LETTERS}]+"
    rf"|(?:(?<![\w\-])--?|(?<!\w)[.@$\#])?{_IN_WORD}+"
    rf"(?:[.'’\-@/\\]{_IN_WORD}+|(?<=\d)[,:](?=\d){_IN_WORD}+)*(?:\+\+?|\#|%)?"
    rf"|[^\w\s\x00-\x7f]"
)
_CJK = late.pattern(f"[{CJK_LETTERS}]")
_INVISIBLE = late.pattern(f"[{INVISIBLE}]")
_PARTS = late.pattern(rf"(?:[^\W_]|[{folding.MARKS}])+")
_PIECES = (late.pattern(r"[/\\]"), late.pattern(r"[./\\@:]"))


#: What a term is at most, in characters. Our choice: longer ones are no words, and are found by their parts.
TERM_CHARS = 64
#: The terms of longer words are not kept for the next time. Our choice.
KEPT_CHARS = 4 * TERM_CHARS


@dataclass(frozen=True, kw_only=True, slots=True)
class Query:
    """What is looked for. A term that is a single CJK character stands for all that begin with it, one with white space
    for all of its parts together: of an identifier no part is enough.

    ``exact`` are the terms of which all should be there, each in its form, ``every`` the same by their stems,
    ``either`` those of which one suffices. ``is_sentence`` says that the text was no list of a few words: then much of
    it need not be there.
    """

    exact: tuple[str, ...]
    every: tuple[str, ...]
    either: tuple[str, ...]
    is_sentence: bool


def same(text: str) -> str:
    """No variants: the text as it is."""
    return text


def terms_of(text: str, variants: Variants = same) -> list[str]:
    """The terms that a text is found by, in order, repeated ones too. May be empty."""
    return read(text, variants)[0]


def read(text: str, variants: Variants = same) -> tuple[list[str], list[str]]:
    """The same, and the forms of its words that are not their stems, each behind a sign: by these "tests" is told from
    "testing" where somebody looks for one of them."""
    found, forms = list[str](), list[str]()
    for token in _tokens(text, variants):
        if is_cjk_letter(token[0]):
            found.extend([token[at : at + 2] for at in range(len(token))])
        else:
            terms, form = _of_token(token)
            found.extend(terms)
            if form:
                forms.append(form)
    return found, forms


def query_of(text: str, variants: Variants = same) -> Query | None:
    """What a text asks for; None when it holds nothing to look for. Beyond ``policy.QUERY_TERMS`` terms it is cut."""
    exact, every, either = list[str](), list[str](), list[str]()
    units = 0
    for token in _tokens(text[: policy.QUERY_CHARS], variants):
        if is_cjk_letter(token[0]):
            units += (len(token) + 1) // 2
            exact.extend(_pairs(token))
            every.extend(_pairs(token))
            pieces = (piece for piece in _idle(variants).split(token) if len(piece) > 1 or piece == token)
            either.extend(pair for piece in pieces for pair in _pairs(piece))
        else:
            units += 1
            terms, form = _of_token(token)
            exact.append(form or terms[0])
            every.append(terms[0])
            if policy.STOP_WORDS.isdisjoint((token, terms[0])):
                parts = " ".join(_parts(token)) if len(terms) > 1 else ""
                either.extend((terms[0], parts) if parts else terms[:1])
    if not every:
        return None
    most = policy.QUERY_TERMS
    return Query(
        exact=tuple(dict.fromkeys(exact))[:most],
        every=tuple(dict.fromkeys(every))[:most],
        either=tuple(dict.fromkeys(either or every))[:most],
        is_sentence=units > policy.FEW_WORDS,
    )


def _pairs(run: str) -> list[str]:
    """Each pair of neighbours in a run of CJK characters; a single one stands for what begins with it."""
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]


@lru_cache(maxsize=4)
def _idle(variants: Variants) -> re.Pattern[str]:
    """The Chinese words that say nothing, the longest first."""
    words = sorted({variants(word) for word in IDLE}, key=lambda word: (-len(word), word))
    return re.compile("|".join(words))


def places_of(text: str, query: Query, variants: Variants = same) -> list[tuple[int, int]]:
    """Where a text holds terms of a query: spans in characters, in order, touching ones joined."""
    wanted = {part for term in (*query.every, *query.either) for part in term.split()}
    single = {term for term in wanted if len(term) == 1 and is_cjk_letter(term)}
    spans: list[tuple[int, int]] = []
    for start, end in _places(text, lambda term: term in wanted or term[0] in single, variants):
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return spans


def _places(text: str, is_wanted: Callable[[str], bool], variants: Variants) -> Iterator[tuple[int, int]]:
    """The tokens of a text as they stand that have a wanted term; of CJK each pair that is one."""
    known: dict[str, bool] = {}  # the words of a long text are few
    for found in _TOKEN.finditer(text):
        written, start = found[0], found.start()
        has = known.get(written)
        if has is None:
            token = folded(written, variants)
            if token and is_cjk_letter(token[0]) and len(token) == len(written):
                pairs = ((at, token[at : at + 2]) for at in range(len(token)))
                yield from ((start + at, start + at + len(pair)) for at, pair in pairs if is_wanted(pair))
                continue
            has = known[written] = any(map(is_wanted, terms_of(token)))
        if has:
            yield start, found.end()


def folded(text: str, variants: Variants = same) -> str:
    """The text in the form in which terms are taken from it."""
    if text.isascii():
        return text.lower()
    text = _INVISIBLE.sub("", folding.search_text(text))
    return variants(text) if _CJK.search(text) else text


def _tokens(text: str, variants: Variants) -> Iterator[str]:
    for token in _TOKEN.findall(folded(text, variants)):
        if token[0] > "\x7f" and len(token) == 1 and not token.isalnum() and not _is_sign(token):
            continue
        yield token


@lru_cache(maxsize=4096)
def _is_sign(char: str) -> bool:
    """Whether a character is found by itself: emoji, arrows, units; no punctuation and no shade of skin."""
    return unicodedata.category(char)[0] == "S" and not "\U0001f3fb" <= char <= "\U0001f3ff"


def _parts(token: str) -> list[str]:
    """The words within an identifier, by their stems."""
    return [stem(part) if part.isalpha() else part for part in _PARTS.findall(token)]


def _of_token(token: str) -> tuple[tuple[str, ...], str]:
    """The same as ``_of_word``, which keeps what it was asked: not what may be as long as a file."""
    return _of_word(token) if len(token) <= KEPT_CHARS else _of_word.__wrapped__(token)


@lru_cache(maxsize=16_384)
def _of_word(token: str) -> tuple[tuple[str, ...], str]:
    """The terms of one word or identifier, the whole one first; and the form of a word that is not its stem."""
    token = token.replace("’", "'").removesuffix("'s")
    if token.isalpha() or "'" in token:
        root = stem(token)[:TERM_CHARS]
        return (root,), f"'{token}"[:TERM_CHARS] if token.isalpha() and token.isascii() and root != token else ""
    pieces = [token, *(piece for split in _PIECES for piece in split.split(token)), *_parts(token)]
    terms = (stem(piece) if piece.isalpha() else piece.strip(".-_") if at else piece for at, piece in enumerate(pieces))
    return tuple(dict.fromkeys(term for term in terms if term and len(term) <= TERM_CHARS)) or (token[:TERM_CHARS],), ""
