"""Is this quote in what the user said?

Here a quote is found in heard messages, as the user's own slice, or is not. Whether the words prove anything
– whether they ask, are cut from a negation, or fit the content – is not decided here. Never fuzzy: 「不要動
migration」 against 「要動 migration」 scores full marks in fuzzy matching.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal, TypeAlias

from stillso.core import policy
from stillso.core.folding import fold, is_cjk_letter, words
from stillso.core.landmarks import Landmark, Place, TooMany, first_of, landmarks_of, places_of
from stillso.core.values import dataclass

#: How many occurrences in one message are looked at: our choice, against texts that repeat one sign.
OCCURRENCES = 1_000

Fault: TypeAlias = Literal["quote-empty", "quote-too-thin", "quote-not-found"]


#: From how many characters on a message is folded only where the quote can stand. Below, folding all of it is faster
#: than preparing the search: our choice.
LONG = 4_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """Where the quote stands: ``slice`` is ``text[start:end]`` of the message with this number.

    ``folded`` says that the user's slice is not the quote letter for letter.
    """

    message: int
    start: int
    end: int
    slice: str
    folded: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class NotProved:
    """Why a quote counts for nothing. ``quote-empty`` is a refusal, the others leave a proposal."""

    code: Fault


def find(quote: str, heard: Sequence[tuple[int, str]], *, thick: int = policy.QUOTE_THICKNESS) -> Found | NotProved:
    """Where the user said this, in messages given as (number, text) with the newest last.

    The newest message that holds it counts, and in it an occurrence letter for letter before one found by
    folding. A quote lies within one message and does not begin or end inside a word or number of it.
    Thickness is judged on the quote, before it is looked for; an answer to a question may be as thin as it is
    (``thick`` 0). Source: "Whose words" in ``docs/model.md``.
    """
    folded = fold(quote).text
    if not folded:
        return NotProved(code="quote-empty")
    if thickness(folded) < thick:
        return NotProved(code="quote-too-thin")
    letters = quote.strip()
    long = sum(len(text) for _, text in heard) > LONG
    landmarks = landmarks_of(folded) if long else []
    for message, text in reversed(heard):
        span = _span_in_parts(folded, letters, text, landmarks) if long else _span(folded, letters, text)
        if span is not None:
            start, end = span
            said = text[start:end]
            return Found(message=message, start=start, end=end, slice=said, folded=said != letters)
    return NotProved(code="quote-not-found")


def thickness(quote: str) -> int:
    """How much a quote says: 2 a content word or number of a script with spaces, 1 a CJK character."""
    folded = fold(quote).text
    spaced = words("".join(" " if is_cjk_letter(char) else char for char in folded))
    return 2 * len(spaced) + sum(map(is_cjk_letter, folded))


def _span(quote: str, letters: str, text: str) -> tuple[int, int] | None:
    """The span, in a message, of an occurrence of a folded quote that keeps to whole words.

    One letter for letter is taken before others, as far as it is among the first ``OCCURRENCES``.
    """
    heard = fold(text)
    first: tuple[int, int] | None = None
    for at in islice(_occurrences(quote, heard.text), OCCURRENCES):
        end = at + len(quote)
        if not heard.inside_word(at) and not heard.inside_word(end):
            span = heard.span(at, end)
            if text[slice(*span)] == letters:
                return span
            first = first or span
    return first


def _span_in_parts(quote: str, letters: str, text: str, landmarks: Sequence[Landmark]) -> tuple[int, int] | None:
    """The same, with only those parts folded in which it can stand."""
    very = (Place(at=at) for at in _occurrences(letters, text))
    try:
        return first_of(quote, text, very) or first_of(quote, text, places_of(landmarks, text))
    except TooMany:
        return _span(quote, letters, text)


def _occurrences(piece: str, text: str) -> Iterator[int]:
    at = text.find(piece)
    while at >= 0:
        yield at
        at = text.find(piece, at + 1)
