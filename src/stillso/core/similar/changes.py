"""Which record a statement is about that says something changed, where no frame tells.

Who says that something is otherwise than before speaks of what was said before, more often than not. What it is about
is told by the words that both share, the more the rarer they are among the records that come near; what is said of
changes, times and numbers counts for nothing, for that is what differs. Proves nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from math import log

from stillso.core import late, policy, terms
from stillso.core.families import SIGN, families_of
from stillso.core.folding import is_cjk_letter
from stillso.core.similar.pieces import LONGEST, lasts
from stillso.core.values import dataclass
from stillso.core.vocabulary import changing as said
from stillso.core.vocabulary import likening, pieces, plain

#: How much a word counts, beside a pair of Chinese characters: half of one is often chance.
WORD, LITTLE, FAMILY = 1.5, 0.6, 0.4
#: Fewer records that come near say nothing of what is rare.
FEW = 30
#: How much it counts that both hold in the same place.
SAME_PLACE = 1.5
#: The name of a place says nothing more of what holds there.
IN_SCOPE = 0.2
#: From which measure a record is offered, and how much of the best one's another must have to be told as well.
ENOUGH = 1.0
NEAR = 0.8
#: How many are told at most, and by how many terms they are looked for.
TOLD = 3
LOOKED_FOR = 6

Variants = Callable[[str], str]
Weights = dict[str, float]

_NOTHING = late.pattern(said.ZH_NOTHING)
# A title of several words, whatever they say: "Back to Black was recorded in …".
_NAME = late.pattern(r"\b(?!Now )[A-Z][\w']*(?: (?:to|of|the|and|in))?(?: [A-Z][\w']*)+")
_NUMBER = late.pattern(r"[\d.,:/%$€-]+(?:st|nd|rd|th|am|pm|k|m|s|ms|h|px|gb|mb)?")


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """What a statement is about: the weights of its terms, of each text and of all, and where it holds."""

    scope: str | None
    texts: tuple[Weights, ...]
    every: Weights


def says_change(*texts: str | None) -> bool:
    """Whether one of these texts says that something is otherwise than before, and not for this time only."""
    found = [plain(text[:LONGEST]) for text in texts if text]
    return any(map(_says_change, found)) and all(map(lasts, found))


def _says_change(text: str) -> bool:
    return said.CHANGE.may_match(pieces(text)) and _NAME.sub("", text) in said.CHANGE


def told(scope: str | None, *texts: str | None, variants: Variants = terms.same) -> Told:
    """What a statement is about, that is made of these texts."""
    named = terms.terms_of(scope or "", variants)
    place = dict.fromkeys((*named, *families_of(named, variants)), IN_SCOPE)
    weights = [weights_of(text[:LONGEST], variants) for text in texts if text]
    parts = tuple({term: place.get(term, weight) for term, weight in each.items()} for each in weights)
    every: Weights = {}
    for each in parts:
        every.update(each)
    return Told(scope=scope or None, texts=parts, every=every)


def weights_of(text: str, variants: Variants) -> Weights:
    """The terms of a text that say what it is about, each with what it counts."""
    said_of = text.lower() if text.isascii() else _NOTHING.sub("\uff0c", plain(text).lower())
    held = [term for term in terms.terms_of(said_of, variants) if _counts(term)]
    found = {term: _weight(term) for term in held}
    return found | dict.fromkeys(families_of(held, variants), FAMILY)


def _counts(term: str) -> bool:
    if is_cjk_letter(term[0]):
        return len(term) > 1
    return term not in _idle() and term not in policy.STOP_WORDS and not _NUMBER.fullmatch(term)


def _weight(term: str) -> float:
    if is_cjk_letter(term[0]):
        return LITTLE if term in said.ZH_LITTLE else 1.0
    return LITTLE if term in _little() else WORD


@cache
def _idle() -> frozenset[str]:
    words = said.EN_NOTHING | likening.TIMES | likening.MONTHS | frozenset(likening.DAYS) | likening.AFFIRMING
    return frozenset(term for word in words for term in terms.terms_of(word)) | words


@cache
def _little() -> frozenset[str]:
    return frozenset(term for word in said.EN_LITTLE | likening.VERBS for term in terms.terms_of(word))


def looked_for(new: Told) -> tuple[str, ...]:
    """The terms by which records are found that may be about the same: a few of those that count most. May be empty."""
    own = (term for term in new.every if term[0] != SIGN)
    return tuple(sorted(own, key=lambda term: (-new.every[term], -len(term), term))[:LOOKED_FOR])


def about(new: Told, olds: Sequence[Told]) -> list[int]:
    """Which of some statements a new one is about, by their places in the sequence, best first. May be empty."""
    found = measured(new, olds)
    least = max(ENOUGH, NEAR * found[0][0]) if found else 0.0
    return [at for measure, at in found if measure >= least][:TOLD]


def measured(new: Told, olds: Sequence[Told]) -> list[tuple[float, int]]:
    """How much each of some statements is about what a new one is about, best first, with its place."""
    near = [(at, old, new.every.keys() & old.every.keys()) for at, old in enumerate(olds)]
    near = [each for each in near if each[2]]
    held = Counter(term for _, old, _ in near for term in old.every)
    most = max(len(near), FEW)

    def rarity(term: str) -> float:
        return log(1 + most / (held[term] + 0.5)) / log(1 + most / 1.5)

    found: list[tuple[float, int]] = []
    for at, old, both in near:
        shared = {term: min(new.every[term], old.every[term]) * rarity(term) for term in both}
        sides = (max(_covered(text, shared, rarity) for text in side.texts) for side in (new, old))
        measure = sum(shared.values()) * sum(sides) / 2
        found.append((measure * (SAME_PLACE if new.scope and new.scope == old.scope else 1.0), at))
    return sorted(found, key=lambda each: (-each[0], each[1]))


def _covered(text: Weights, shared: Weights, rarity: Callable[[str], float]) -> float:
    """How much of a text is shared."""
    whole = sum(weight * rarity(term) for term, weight in text.items())
    return sum(shared.get(term, 0.0) for term in text) / whole if whole else 0.0
