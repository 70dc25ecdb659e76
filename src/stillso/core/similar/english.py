"""Where values stand in an English statement: after what is said of a subject, or as the object of an order.

Only the closed words of the language and the order of words are looked at. A value must be one phrase, and stand behind
the main verb, so that no other subject is taken for another value.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from stillso.core import late
from stillso.core.similar.frames import FIRM, LOOSE, Frames, Value, kinds_of
from stillso.core.similar.pieces import Statement
from stillso.core.vocabulary import likening as said

_SEPARATORS = frozenset(",:()\u2013\u2014")
_CLOCK = late.pattern(r"\d{1,2}:\d{2}(?:am|pm)?|\d{1,2}(?:am|pm)")
_NUMBER = late.pattern(r"v?\d[\d.,]*%?(?:ms|s|kb|mb|gb|px|k|m|x)?")


class Item(NamedTuple):
    """A word that says something: as it is compared, as it stands there, and what it does."""

    word: str
    raw: str
    role: str
    definite: str


# Roles: content, preposition, be (copula), x (auxiliary), verb, relative; and of words that are left out: silent,
# changed, not, determiner, time, every, quantity.
@cache
def _roles() -> dict[str, str]:
    groups = (
        ("s", said.SILENT),
        ("t", said.TIMES),
        ("q", said.QUANTITIES),
        ("e", said.EVERY),
        ("x", said.AUXILIARIES),
        ("b", said.COPULAS),
        ("p", said.PREPOSITIONS),
        ("r", said.RELATIVES),
        ("g", said.CHANGED),
        ("n", said.DENYING),
        ("d", said.DETERMINERS),
    )
    return {word: role for role, words in groups for word in words}


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

    def __init__(self, tokens: list[str], condition: str) -> None:
        self.items: list[Item] = []
        self.times: list[str] = []
        self.sign = 1
        self.changed = False
        self.verb = -1
        self.imperative = False
        self.condition = condition
        self._read(tokens)

    def _read(self, tokens: list[str]) -> None:
        roles = _roles()
        items = self.items
        definite = ""
        for raw in tokens:
            low = raw.lower()
            role = roles.get(low, "c")
            if role in "cqt" and self._is_time(low, raw, role):
                self._take_time(low)
            elif role == "d":
                definite = "a" if low in ("a", "an") else "the"
                continue
            elif role == "e":
                definite = "every"
                continue
            elif role == "g":
                self.changed = True
            elif role == "n":
                self.sign = -self.sign
                if self.verb < 0 and low.endswith("n't"):
                    self.verb = len(items)
            elif role != "s":
                if low.endswith("'s"):
                    low, definite = low[:-2], "'s"
                if role in "bx":
                    if self.verb < 0 and (items or role == "b"):
                        self.verb = len(items)
                elif role == "q":
                    low = said.QUANTITIES[low]
                elif role in "ct":
                    role = "c"
                    if self.verb < 0 and self._is_verb(low, raw):
                        self.verb = len(items)
                        self.imperative = not items
                items.append(Item(low if role in "bpxr" else stem(low), raw, role, definite))
            definite = ""

    def _is_time(self, low: str, raw: str, role: str) -> bool:
        items = self.items
        after = bool(items) and items[-1].role == "p"
        if role == "t":
            return after or (self.verb >= 0 and len(items) > self.verb) or bool(self.times)
        if role == "c" and low[0].isdigit():
            return _CLOCK.fullmatch(low) is not None or (
                after
                and len(low) == 4
                and low.isdigit()
                and low[:2] in ("19", "20")
                and items[-1].word in ("in", "since")
            )
        return False

    def _take_time(self, low: str) -> None:
        items = self.items
        if items and len(items) > self.verb + 1 and _NUMBER.fullmatch(items[-1].word):
            low = items.pop().word + low
        while items and items[-1].role == "p" and len(items) > max(self.verb, 0):
            items.pop()
        self.times.append(_time(low))

    def _is_verb(self, low: str, raw: str) -> bool:
        if not self.items:
            return low in said.VERBS
        if not raw.islower() or self.items[-1].role != "c":
            return False
        return low in said.VERBS or (low[-1] == "s" and low[-2:] != "ss") or low.endswith("ed")


@lru_cache(maxsize=1024)
def _time(low: str) -> str:
    if low[0].isdigit():
        return low.removesuffix(":00")
    return low[:3] if low.rstrip("s") in said.DAYS else low.rstrip("s")


def frames_of(statement: Statement, found: Frames) -> None:
    """The frames of an English sentence with their values."""
    for clause in _clauses(statement.tokens):
        if not clause.items:
            continue
        found.changed = found.changed or clause.changed
        _whole(clause, found)
        _polarity(clause, found)
        if clause.sign > 0:
            _timed(clause, found)
            if not _preferred(clause, found):
                _joined(clause, found)
                _used(clause, found)
                _counted(clause, found)


def _clauses(tokens: list[str]) -> list[Clause]:
    """The clauses of a sentence; what sets a condition is a part of each, what has no verb a part of its neighbour."""
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token in _SEPARATORS or (token == "but" and parts[-1]):
            parts.append([])
        else:
            parts[-1].append(token)
    parts = [part for part in parts if part]
    if len(parts) == 1:
        return [Clause(parts[0], "")]
    if len(parts) == 2 and tokens[len(parts[0])] == ":":
        return [Clause([*parts[0], "is", *parts[1]], "")]
    condition = ""
    clauses: list[list[str]] = []
    for part in parts:
        if part[0].lower() in said.CONDITIONS and len(parts) > 1 and not condition:
            condition = "|" + " ".join(map(str.lower, part))
        elif clauses and not (_acts(part) and _acts(clauses[-1])):
            clauses[-1] = clauses[-1] + part
        else:
            clauses.append(part)
    return [Clause(part, condition) for part in clauses]


def _acts(tokens: list[str]) -> bool:
    """Whether these words are a clause: they have a verb that the closed lists know."""
    roles = _roles()
    return tokens[0].lower() in said.VERBS or any(roles.get(token.lower(), "") in "bxn" for token in tokens if token)


def _key(name: str, items: list[Item], clause: Clause) -> str:
    return name + " ".join([item.word for item in items]) + clause.condition


def _whole(clause: Clause, found: Frames) -> None:
    words = [item.word for item in clause.items if item.role not in "x"]
    found.wholes.append(("" if clause.sign > 0 else "-") + " ".join(words + clause.times) + clause.condition)


def _polarity(clause: Clause, found: Frames) -> None:
    words = [item.word for item in clause.items if item.role == "p" or item.word not in _affirming()]
    if any(item.role == "c" and item.word in words for item in clause.items):
        key = "\u00b1" + " ".join(words + clause.times) + clause.condition
        found.add(key, Value("+" if clause.sign > 0 else "-", FIRM))


@cache
def _affirming() -> frozenset[str]:
    return frozenset(map(stem, said.AFFIRMING)) | said.AFFIRMING


def _timed(clause: Clause, found: Frames) -> None:
    if clause.times and any(item.role == "c" for item in clause.items):
        items = [item for item in clause.items if item.role != "b"]
        found.add(_key("@", items, clause), Value(" ".join(clause.times), FIRM))


def _joined(clause: Clause, found: Frames) -> None:
    """What stands behind the last joint of a clause, in the frame of all that stands before it."""
    items, verb = clause.items, clause.verb
    if verb < 0:
        return
    joint = _joint(items, verb)
    if joint < max(verb, 1) or joint + 1 >= len(items):
        return
    value = items[joint + 1 :]
    before = items[: joint + 1]
    last = items[joint]
    if last.role == "b":
        subject = items[:joint]
        if value[0].definite == "the" and value[0].raw.islower():
            found.add(_key("=", [*value, last._replace(word="is")], clause), _value(subject, FIRM))
            return
        firm = _relational(subject) and value[0].definite != "a"
        found.add(_key("=", [*subject, last._replace(word="is")], clause), _value(value, FIRM if firm else LOOSE))
        return
    if last.word not in said.LEADING or _defined(items, joint):
        return
    found.add(_key("=", before, clause), _value(value, _firmness(clause, before, value)))


def _joint(items: list[Item], verb: int) -> int:
    """Where the last joint is, a preposition or a form of "to be" that stands in no name."""
    fallback = -1
    for at in range(len(items) - 2, max(verb, 1) - 1, -1):
        item = items[at]
        if item.role == "b":
            return at
        if item.role == "p":
            if not (items[at - 1].raw[0].isupper() and items[at + 1].raw[0].isupper()):
                return at
            fallback = at if fallback < 0 else fallback
        elif item.role in "xr":
            break
    return fallback


def _defined(items: list[Item], joint: int) -> bool:
    """Whether "is the owner of" leads here: then the subject is the value, and what follows no other."""
    for at in range(joint - 1, 0, -1):
        if items[at].role in "bp":
            return items[at].role == "b" and items[at + 1].definite == "the" and items[joint].word == "of"
    return False


def _relational(subject: list[Item]) -> bool:
    """Whether a subject names what is said of another: "the capital of X", "X's child", "the default branch"."""
    if any(item.role == "p" or item.definite == "'s" for item in subject):
        return True
    return len(subject) > 1 and any(item.raw.islower() for item in subject)


def _firmness(clause: Clause, before: list[Item], value: list[Item]) -> int:
    """Whether a preposition leads to the only value, or to one of several."""
    last = before[-1]
    words = [item.raw.lower() for item in before[clause.verb :]]
    kind_of_value = last.word == "of" and len(before) > 2 and before[-2].definite == "the" and before[-3].role == "p"
    if kind_of_value and before[-3].word in ("in", "with"):
        return FIRM
    if any(word in said.ADDITIVE for word in words) and last.word != "of":
        return LOOSE
    if clause.imperative:
        objects = [item for item in before[1:-1] if item.role == "c"]
        placing = words[0] in said.PLACING
        if not objects or last.word in ("for", "as", "of") or (last.word in ("in", "on", "at") and not placing):
            return LOOSE
    return FIRM


def _used(clause: Clause, found: Frames) -> None:
    """What is used for a purpose."""
    items, verb = clause.items, clause.verb
    if verb < 0 or verb + 1 >= len(items) or items[verb].raw.lower() not in said.USING:
        return
    end = next((at for at in range(verb + 1, len(items)) if items[at].role == "p"), len(items))
    if end == verb + 1:
        return
    used = items[verb + 1 : end]
    rest = [*items[:verb], *items[end:]]
    if rest:
        purpose = end < len(items) and items[end].word in said.PURPOSES
        found.add(_key("use ", rest, clause), _value(used, FIRM if purpose else LOOSE))
    else:
        value = _value(used, LOOSE)
        for kind in value.kinds:
            found.add(f"use {kind}{clause.condition}", value)


def _counted(clause: Clause, found: Frames) -> None:
    """How many: the numbers of a clause behind its verb, in the frame of all its other words."""
    items = clause.items
    start = clause.verb + 1 if clause.verb > 0 or clause.imperative else 0
    numbers = [item.word for item in items[start:] if _NUMBER.fullmatch(item.word)]
    if not numbers:
        return
    measured = any(item.raw.lower() in said.MEASURING or item.raw.lower() in said.USING for item in items)
    firm = measured or any(
        item.role == "b" or item.word in said.LEADING or item.word == "under" for item in items[start - 1 :]
    )
    words = [
        item.word
        for at, item in enumerate(items)
        if item.role in "cp" and not (at >= start and item.word in numbers) and item.raw.lower() not in said.MEASURING
    ]
    value = Value(" ".join(numbers), FIRM if firm else LOOSE, "number")
    found.add("#" + " ".join(words) + clause.condition, value)
    plain = [word for word in words if word not in said.GENERIC]
    if measured and plain and plain != words:
        found.add("#" + " ".join(plain) + clause.condition, value)


def _preferred(clause: Clause, found: Frames) -> bool:
    """What somebody likes, by each two neighbouring words of it."""
    items = clause.items
    at = next((n for n, item in enumerate(items[:3]) if item.raw.lower() in said.LIKING | said.DISLIKING), -1)
    if at < 0 or any(item.word != "user" for item in items[:at]):
        return False
    sign = "+" if items[at].raw.lower() in said.LIKING else "-"
    liked = [item for item in items[at + 1 :] if item.role == "c"]
    over = next((n for n, item in enumerate(items) if item.word in ("over", "than")), -1)
    if over > 0 and len(items) <= 6:
        words = sorted(item.word for item in items[at + 1 :] if item.role == "c")
        chosen = [item for item in items[at + 1 : over] if item.role == "c"]
        found.add("over " + " ".join(words) + clause.condition, _value(chosen, FIRM))
    if len(liked) > 1:
        value = _value(liked[:-1], LOOSE)
        found.add("like " + liked[-1].word + clause.condition, value._replace(firmness=LOOSE if value.kinds else 0))
    for one, two in pairwise(liked[:7]):
        found.add(f"like {one.word} {two.word}", Value(sign + " ".join(item.word for item in liked), LOOSE))
    return True


def _value(items: list[Item], firmness: int) -> Value:
    words = [item.word for item in items]
    raws = [item.raw.lower() for item in items]
    shape = ""
    if _NUMBER.fullmatch(raws[0]):
        shape = "number"
    elif raws[-1] in said.STATES and len(raws) <= 2:
        shape = "state"
    return Value(" ".join(words), firmness, shape, kinds_of(raws))
