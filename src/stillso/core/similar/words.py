"""Reading an English sentence: its clauses, and what each of their words does.

Only the closed words of the language and the order of words are looked at; what may be a verb is guessed from where it
stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from stillso.core import late
from stillso.core.vocabulary import likening as said

#: Stands for "instead of" and "rather than".
_OVER = "+over"
_SEPARATORS = frozenset(",:()\u2013\u2014")
_CLOCK = late.pattern(r"\d{1,2}:\d{2}(?:am|pm)?|\d{1,2}(?:am|pm)")
_NUMERIC = frozenset("v$0123456789")
NUMBER = late.pattern(r"v?\d[\d.,]*%?(?:ms|s|kb|mb|gb|px|k|m|x)?")


class Item(NamedTuple):
    """A word that says something: as it is compared, as it stands there, in small letters, and what it does.

    ``definite`` is what stood before it: "a", "the" for any word that points at one thing, "every"; "'s" where it has
    that at its end.
    """

    word: str
    raw: str
    low: str
    role: str
    definite: str


_USER = Item("user", "user", "user", "c", "")


# What a word does, of those that are kept: (c)ontent, (p)reposition, (b)e, au(x)iliary, (r)elative; of content also
# (t)ime and (q)uantity. Left out are those that are (s)ilent, (d)eterminers and (e)very, who speaks (w), and what tells
# of the clause as a whole: (g) that something changed, (n) a denial, (o)nly, (y) that a reason follows.
@cache
def _roles() -> dict[str, str]:
    groups = (
        ("s", said.SILENT),
        ("t", said.TIMES),
        ("q", said.QUANTITIES),
        ("e", said.EVERY),
        ("x", said.AUXILIARIES),
        ("b", said.COPULAS),
        ("p", said.PREPOSITIONS | {_OVER}),
        ("r", said.RELATIVES),
        ("g", said.CHANGED),
        ("n", said.DENYING),
        ("d", said.DETERMINERS),
        ("o", said.ONLY),
        ("y", said.REASONS),
        ("w", said.SPEAKERS | said.GROUP),
    )
    return {word: role for role, words in groups for word in words}


def role_of(low: str) -> str:
    """What a word in small letters does."""
    return _roles().get(low, "c")


def is_number(word: str) -> bool:
    """Whether a word is a number, with its unit."""
    return NUMBER.fullmatch(word) is not None


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """A word in small letters without its ending; names, numbers and identifiers stay."""
    if len(word) < 4 or not (word.isalpha() and word.isascii()):
        return word
    for ending, put in (("ies", "y"), ("ing", ""), ("ed", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)] + put
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sle":
        word = word[:-1]
    return word.rstrip("e") if len(word) > 3 else word


class Clause:
    """One clause: its words by what they do, in order, and what was taken out of it."""

    def __init__(self, tokens: Sequence[str], condition: str) -> None:
        self.items: list[Item] = []
        self.times: list[str] = []
        self.over: list[Item] = []
        self.denials: list[int] = []
        self.changed = self.only = self.imperative = self.numbered = False
        #: Where the main verb is; -1 where none was seen.
        self.verb = -1
        self.condition = condition
        self._speaker = self._month = self._no_order = False
        self._definite = ""
        self._read(tokens)
        self._choose()
        if len(self.items) > 1 and self.items[-1].word in ("on", "up"):
            self.items.pop()
        if self.verb >= len(self.items):
            self.verb = -1
        self.sign = -1 if len(self.denials) % 2 else 1
        #: What this speaks of is named elsewhere.
        self.open = bool(self.items) and self.items[0].word in said.PRONOUNS and not named(tokens)

    @property
    def past(self) -> bool:
        """Whether it tells what somebody did once; "is founded" and "was founded" say what is so."""
        if self.verb < 0 or self.items[self.verb].role != "c":
            return False
        verb = self.items[self.verb].low
        return verb in said.PAST or (verb.endswith("ed") and len(verb) > 4)

    def _read(self, tokens: Sequence[str]) -> None:
        roles = _roles()
        begins = named(tokens)
        self._no_order = begins and any(roles.get(token.lower()) == "b" for token in tokens)
        for at, raw in enumerate(tokens):
            low = raw.lower()
            role = roles.get(low, "c")
            if role not in "cdptw" and (at or begins) and raw[0].isupper() and not (raw.isupper() and len(raw) > 1):
                role = "c"  # as in "Never Let Me Go"
            elif raw == "I" and at and tokens[at - 1][0].isupper():
                role = "c"  # as in "Paul I of Russia"
            if role == "y":
                break
            if role in "cqt":
                self._take_content(low, raw, role)
            elif low == "to" and not self.items:
                continue
            elif role in "pbxr":
                if role in "bx" and self.verb < 0 and (self.items or role == "b"):
                    self.verb = len(self.items)
                self._keep(low, raw, low, role)
            elif role == "d":
                self._definite = "a" if low in ("a", "an") else "the"
            elif role == "e":
                self._definite = "every"
            else:
                self._note(role, low)

    def _keep(self, word: str, raw: str, low: str, role: str) -> None:
        self.items.append(Item(word, raw, low, role, self._definite))
        self._definite = ""
        self._month = False

    def _take_content(self, low: str, raw: str, role: str) -> None:
        if role != "q" and self._is_time(low, role):
            self._take_time(low)
            return
        if role == "q":
            low = said.QUANTITIES[low]
            self.numbered = True
        elif low[0] in _NUMERIC:
            self.numbered = True
        elif "'" in low:
            low, self._definite = low.partition("'")[0], "'s"
        if not self.items and low in said.ELLIPTIC:
            self.items.append(_USER)
            self._speaker = True
        if self.verb < 0 and self._is_verb(low, raw):
            self.verb = len(self.items)
            self.imperative = not self.items and not self._speaker
        self._keep(stem(low), raw, low, "c")

    def _note(self, role: str, low: str) -> None:
        """Take in what is no word of the frame."""
        if role == "g":
            if low == "now" and self.items and self.items[-1].word == "for":
                self.items.pop()
            else:
                self.changed = True
        elif role == "o":
            if self.denials and self.denials[-1] == len(self.items):
                self.denials.pop()  # as in "not only"
            self.only = True
        elif role == "n":
            if self.verb < 0 and low.endswith("n't"):
                self.verb = len(self.items)
            self.denials.append(len(self.items))
            if low == "without":
                self._keep("with", low, low, "p")
        elif role == "w":
            if low in said.SPEAKERS or self.items:
                self.items.append(_USER)
            self._speaker = self._speaker or len(self.items) < 2
        self._definite = ""

    def _is_time(self, low: str, role: str) -> bool:
        items = self.items
        if role == "t":
            behind_verb = self.verb >= 0 and len(items) > self.verb
            return behind_verb or bool(self.times) or (bool(items) and items[-1].role == "p")
        if not low[0].isdigit():
            return False
        year = len(low) == 4 and low.isdigit() and low[:2] in ("19", "20")
        if year and items and items[-1].word in ("in", "since"):
            return True
        return (self._month and len(low) <= 4) or _CLOCK.fullmatch(low) is not None

    def _take_time(self, low: str) -> None:
        items = self.items
        self._month = low in said.MONTHS
        self._definite = ""
        if items and len(items) > self.verb + 1 and NUMBER.fullmatch(items[-1].word):
            low = items.pop().word + low
        while items and items[-1].role == "p" and len(items) > max(self.verb, 0):
            items.pop()
        self.times.append(_time(low))

    def _is_verb(self, low: str, raw: str) -> bool:
        if self._speaker and len(self.items) < 2:
            return raw.islower() or low in said.ELLIPTIC
        if not self.items:
            return low in said.VERBS and not self._no_order
        if not raw.islower() or self.items[-1].role != "c":
            return False
        return low in said.VERBS or (low[-1] == "s" and low[-2:] != "ss") or low.endswith("ed")

    def _choose(self) -> None:
        """Take out what something is preferred to, up to the next preposition."""
        items = self.items
        preferring = 0 <= self.verb < len(items) and items[self.verb].low in said.LIKING
        over = ("over", _OVER) if preferring else (_OVER,)
        at = next((n for n, item in enumerate(items) if item.word in over), 0)
        if at:
            end = next((n for n in range(at + 1, len(items)) if items[n].role == "p"), len(items))
            self.over = items[at + 1 : end]
            del items[at:end]


def named(tokens: Sequence[str]) -> bool:
    """Whether a sentence begins with a name of several words, whatever they say: "They Live was directed by …"."""
    return len(tokens) > 1 and tokens[1][0].isupper() and tokens[1] != "I"


@lru_cache(maxsize=1024)
def _time(low: str) -> str:
    if low[0].isdigit():
        return low.removesuffix(":00")
    return low[:3] if low.rstrip("s") in said.DAYS else low.rstrip("s")


def clauses_of(tokens: Sequence[str]) -> list[Clause]:
    """The clauses of a sentence; what sets a condition is a part of each, what has no verb a part of its neighbour."""
    parts: list[list[str]] = [[]]
    for token in _one_word(tokens):
        if token in _SEPARATORS or (token == "but" and parts[-1]):
            parts.append([])
        else:
            parts[-1].append(token)
    parts = [part for part in parts if part]
    if len(parts) == 1:
        return [Clause(*_conditional(parts[0], ""))]
    if len(parts) == 2 and len(parts[0]) > 1 and tokens[len(parts[0])] == ":":
        return [Clause([*parts[0], "is", *parts[1]], "")]
    condition = ""
    clauses: list[list[str]] = []
    for part in parts:
        if not condition and _is_condition(part):
            condition = "|" + " ".join(map(str.lower, part))
        elif clauses and not (_acts(part) and _acts(clauses[-1])):
            clauses[-1] = clauses[-1] + part
        else:
            clauses.append(part)
    return [Clause(*_conditional(part, condition)) for part in clauses]


def _is_condition(part: Sequence[str]) -> bool:
    """Whether a part says only when the others hold: behind its own "is" no order follows. What stands before that may
    be the name of a thing: "if a test is slow"."""
    if part[0].lower() not in said.CONDITIONS:
        return False
    own = next((at for at, token in enumerate(part) if token.lower() in said.COPULAS), 0)
    return said.VERBS.isdisjoint(part[own + 1 :])


def _conditional(part: list[str], condition: str) -> tuple[list[str], str]:
    """A clause without the condition at its end, and this with the one that stands before."""
    if said.MIDDLE_CONDITIONS.isdisjoint(part):
        return part, condition
    for at in range(1, len(part)):
        if part[at] in said.MIDDLE_CONDITIONS:
            return part[:at], condition + "|" + " ".join(part[at:]).lower()
    return part, condition


def _one_word(tokens: Sequence[str]) -> Sequence[str]:
    """The words with "instead of" and "rather than" as one."""
    if "of" not in tokens and "than" not in tokens:
        return tokens
    for at in range(len(tokens) - 1, 0, -1):
        if (tokens[at - 1], tokens[at]) in (("instead", "of"), ("rather", "than")):
            tokens = [*tokens[: at - 1], _OVER, *tokens[at + 1 :]]
    return tokens


def _acts(tokens: Sequence[str]) -> bool:
    """Whether these words are a clause: they have a verb that the closed lists know."""
    found = [_roles().get(token.lower(), "c") for token in tokens]
    first = next((at for at, role in enumerate(found) if role not in "sog"), 0)
    return tokens[first].lower() in said.VERBS or any(role in "bxn" for role in found)
