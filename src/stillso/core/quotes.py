"""Is this quote in what the user said?

Here a quote is found in heard messages, as the user's own slice, or is not. Whether the words prove anything
– whether they ask, are cut from a negation, or fit the content – is not decided here. Never fuzzy: 「不要動
migration」 against 「要動 migration」 scores full marks in fuzzy matching.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from stillso.core import policy
from stillso.core.folding import Folded, fold, is_cjk_letter, words

Fault: TypeAlias = Literal["quote-empty", "quote-too-thin", "quote-not-found"]


#: How many occurrences in one message are looked at: our choice, against texts that repeat one sign.
OCCURRENCES = 1_000

#: How many of them are looked at by their surroundings alone, before the whole message is folded.
NEARBY = 50

#: How much around an occurrence tells whether it stands between words. In characters; our choice.
AROUND = 64


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
    for message, text in reversed(heard):
        # Letter for letter first: that needs only the surroundings folded, not a message of any length.
        span = _letter_for_letter(folded, letters, text) or _span(folded, fold(text), text, letters)
        if span is not None:
            start, end = span
            said = text[start:end]
            return Found(message=message, start=start, end=end, slice=said, folded=said != letters)
    return NotProved(code="quote-not-found")


def thickness(quote: str) -> int:
    """How much a quote says: 2 a content word or number of a script with spaces, 1 a CJK character."""
    spaced = sum(1 for word in words(quote) if not is_cjk_letter(word[0]))
    return 2 * spaced + sum(1 for char in fold(quote).text if is_cjk_letter(char))


def _letter_for_letter(quote: str, letters: str, text: str) -> tuple[int, int] | None:
    """The span of the first occurrence of these very letters that keeps to whole words."""
    at = text.find(letters)
    for _ in range(NEARBY):
        if at < 0:
            break
        start = max(0, at - AROUND)
        near = text[start : at + len(letters) + AROUND]
        span = _span(quote, fold(near), near, letters)
        if span is not None and near[slice(*span)] == letters:
            return start + span[0], start + span[1]
        at = text.find(letters, at + 1)
    return None


def _span(quote: str, heard: Folded, text: str, letters: str) -> tuple[int, int] | None:
    """The span, in the original text, of an occurrence of a folded quote that keeps to whole words.

    One letter for letter is taken before others, as far as it is among the first ``OCCURRENCES``.
    """
    first: tuple[int, int] | None = None
    at = heard.text.find(quote)
    for _ in range(OCCURRENCES):
        if at < 0:
            break
        end = at + len(quote)
        if not heard.inside_word(at) and not heard.inside_word(end):
            span = heard.span(at, end)
            if text[slice(*span)] == letters:
                return span
            first = first or span
        at = heard.text.find(quote, at + 1)
    return first
