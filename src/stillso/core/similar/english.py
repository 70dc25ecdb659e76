"""Where values stand in an English statement: after what is said of a subject, or as the object of an order.

Only the closed words of the language and the order of words are looked at. A value must be one phrase, and stand behind
the main verb, so that no other subject is taken for another value.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from stillso.core.similar import thresholds
from stillso.core.similar.frames import FIRM, LOOSE, NO_KINDS, STATE, Frames, Value, kinds_of
from stillso.core.similar.pieces import Statement
from stillso.core.similar.words import NUMBER, Clause, Item, clauses_of, named, stem
from stillso.core.vocabulary import likening as said


def frames_of(statement: Statement, found: Frames) -> None:
    """The frames of an English sentence with their values."""
    if statement.tokens[0].lower() in said.ASKING and not named(statement.tokens):
        return
    clauses = clauses_of(statement.tokens)
    for clause in clauses:
        if not clause.items:
            continue
        found.changed = clause.changed
        _whole(clause, found)
        if not clause.open:
            _polarity(clause, found)
        if clause.open:
            continue
        if clause.sign > 0:
            _chosen(clause, found)
        if _preferred(clause, found):
            _joined(clause, found, LOOSE)
        elif clause.sign > 0:
            _timed(clause, found)
            _joined(clause, found)
            _used(clause, found)
            _charged(clause, found)
            _counted(clause, found)
    thresholds.of_words(statement.tokens, clauses, found)


def _key(name: str, items: list[Item], clause: Clause) -> str:
    return name + " ".join([item.word for item in items]) + clause.condition


def _whole(clause: Clause, found: Frames) -> None:
    words = [item.word for item in clause.items if item.role not in "x" or item.low in said.ALLOWING]
    found.allows = found.allows or (clause.sign > 0 and any(item.low in said.ALLOWING for item in clause.items))
    words += [*(["over"] if clause.over else []), *(item.word for item in clause.over), *clause.times]
    words += ["only"] if clause.only else []
    found.wholes.append(("" if clause.sign > 0 else "-") + " ".join(words) + clause.condition)


def _polarity(clause: Clause, found: Frames) -> None:
    """Whether what the clause says is so or not so, in the frame of its words but for those that only say that."""
    affirming = _affirming()
    words: list[str] = []
    says = skipped = False
    for item in clause.items:
        if item.role != "p" and item.word in affirming:
            skipped = True
            continue
        if not (skipped and item.word == "to"):
            words.append(item.word)
            says = says or item.role == "c"
        skipped = False
    if says:
        key = "\u00b1" + " ".join(words + clause.times) + clause.condition
        found.add(key, Value("+" if clause.sign > 0 else "-", FIRM))


@cache
def _affirming() -> frozenset[str]:
    return frozenset(map(stem, said.AFFIRMING)) | said.AFFIRMING


def _timed(clause: Clause, found: Frames) -> None:
    if clause.times and not clause.past and any(item.role == "c" for item in clause.items):
        items = [item for item in clause.items if item.role != "b"]
        found.add(_key("@", items, clause), Value(" ".join(clause.times), FIRM))


def _chosen(clause: Clause, found: Frames) -> None:
    """What is preferred of two things."""
    chosen = [item for item in clause.items[clause.verb + 1 :] if item.role == "c"]
    if chosen and clause.over and len(chosen) + len(clause.over) <= 6:
        words = sorted(item.word for item in [*chosen, *clause.over])
        found.add("over " + " ".join(words) + clause.condition, _value(chosen, FIRM))


def _joined(clause: Clause, found: Frames, most: int = FIRM) -> None:
    """What stands behind the last joint of a clause, in the frame of all that stands before it."""
    items, verb = clause.items, clause.verb
    joint = _joint(items, verb) if verb >= 0 else -1
    if joint < max(verb, 1) or joint + 1 >= len(items) or items[joint + 1].word in said.PRONOUNS:
        return
    if _happened(clause):
        return
    last, value = items[joint], items[joint + 1 :]
    defined = joint if last.role == "b" else _defined(items, joint)
    if defined:
        _is(clause, defined, found)
    elif last.word in said.LEADING and not _intended(items, joint):
        before = items[: joint + 1]
        filled = _value(value, 0 if _is_label(value, len(value) - 1) else min(most, _firmness(clause, before)))
        if not filled.kinds and not _of_a_kind(before) and _manner(value):
            filled = filled._replace(shape="manner")
        if any(item.definite == "a" for item in items[1:joint]) and all(item.role != "b" for item in items[:joint]):
            # One of several: "has an office in", "gave a talk on".
            filled = filled._replace(firmness=min(filled.firmness, LOOSE), kinds=NO_KINDS)
        found.add(_key("=", before, clause), filled)


def _happened(clause: Clause) -> bool:
    """Whether it tells what happened at some time, and may have again: "moved to Oslo in 2019"."""
    return clause.past and bool(clause.times)


def _is(clause: Clause, joint: int, found: Frames) -> None:
    """What a subject is, or who is what there is but one of: "Hana is the release manager"."""
    items = clause.items
    subject, value = [item for item in items[:joint] if item.role != "x"], items[joint + 1 :]
    if not subject:
        return
    firmness = FIRM if value[0].definite != "a" and _relational(subject, value) else LOOSE
    if value[0].definite == "the" and value[0].raw.islower():
        subject, value, firmness = value, subject, FIRM
    filled = _value(value, firmness)
    if firmness == LOOSE and value[0].raw.isalpha() and value[0].raw.islower():
        filled = filled._replace(shape=STATE)
    found.add(_key("=", [*subject, items[joint]._replace(word="is")], clause), filled)


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


def _defined(items: list[Item], joint: int) -> int:
    """Where "is" stands in "is the owner of": the subject is the value then, and what follows no other. Else 0."""
    for at in range(joint - 1, 0, -1):
        if items[at].role in "bp":
            one = items[at].role == "b" and items[at + 1].definite == "the" and items[joint].word in ("of", "for")
            return at if one else 0
    return 0


def _intended(items: list[Item], joint: int) -> bool:
    """Whether "to" opens what somebody wants to do, as in "refuses to watch"."""
    before, after = items[joint - 1], items[joint + 1]
    plain = items[joint].word == "to" and after.raw.islower() and after.raw.isalpha() and not after.definite
    return plain and before.role == "c" and joint < 3 and before.low not in said.GOING


def _relational(subject: list[Item], value: list[Item]) -> bool:
    """Whether a subject names what is said of another: "the capital of X", "X's child", "the default branch"."""
    if any(item.role == "p" or item.definite == "'s" for item in subject):
        return True
    if len(subject) > 1:
        return any(item.raw.islower() for item in subject)
    if subject[0].low in said.RELATIONAL:
        return True
    return subject[0].definite == "the" and not value[0].raw.islower()


def _of_a_kind(before: list[Item]) -> bool:
    """Whether the frame says what kind of value it has: "in the city of", "speaks the language of"."""
    if len(before) < 3 or before[-1].word != "of" or before[-2].definite != "the":
        return False
    return before[-3].word not in ("on", "for")


def _manner(value: list[Item]) -> bool:
    """Whether this may tell how, not what: "in parallel", "on demand"; it takes the place of no name."""
    return len(value) == 1 and not value[0].definite and value[0].raw.isalpha() and value[0].raw.islower()


def _firmness(clause: Clause, before: list[Item]) -> int:
    """Whether a preposition leads to the only value, or to one of several."""
    if _of_a_kind(before):
        return FIRM
    last = before[-1].word
    words = [item.low for item in before[clause.verb :]]
    if any(word in said.ADDITIVE for word in words):
        return LOOSE
    if clause.imperative:
        placing = words[0] in said.PLACING
        said_of = any(item.role == "c" for item in before[1:-1])
        if not said_of or last in ("for", "as", "of") or (last in ("in", "on", "at", "to") and not placing):
            return LOOSE
    return FIRM


def _used(clause: Clause, found: Frames) -> None:
    """What is used for a purpose."""
    items, verb = clause.items, clause.verb
    if verb < 0 or verb + 1 >= len(items):
        return
    if items[verb].low in said.SWITCHING:
        to = next((at for at in range(verb + 1, len(items) - 1) if items[at].word == "to"), 0)
        items, found.changed = [*items[:verb], items[verb], *items[to + 1 :]] if to else items, True
    elif items[verb].low not in said.USING:
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


def _charged(clause: Clause, found: Frames) -> None:
    """Who does what one does alone, and what something became."""
    items, verb = clause.items, clause.verb
    if verb < 1 or verb + 1 >= len(items):
        return
    subject, rest = items[:verb], items[verb:]
    if rest[0].low in said.CHARGED or rest[1].low == "responsible":
        found.add(_key("by ", rest, clause), _value(subject, LOOSE)._replace(kinds=NO_KINDS))
    if rest[0].role == "x":
        rest = rest[1:]
    if len(rest) > 2 and rest[0].low in said.BECAME and rest[1].word == "to" and not _happened(clause):
        found.changed = True
        value = _value(rest[2:], FIRM)
        named = " ".join([item.word for item in subject])
        for key in (f"={named} is", f"={named} run on", f"={named} is in", f"use {named}"):
            found.add(key + clause.condition, value)


def _counted(clause: Clause, found: Frames) -> None:
    """How many: the numbers of a clause behind its verb, or the one it begins with, in the frame of its other words."""
    items = clause.items
    if not clause.numbered or clause.past:
        return
    start = clause.verb + 1 if clause.verb > 0 or clause.imperative else 0
    if len(items) > 1 and NUMBER.fullmatch(items[0].word) and items[1].raw.islower():
        start = 0
    places = [at for at in range(start, len(items)) if NUMBER.fullmatch(items[at].word) and not _is_label(items, at)]
    numbers = [items[at].word for at in places]
    if not numbers or len(numbers) > 1:
        return
    measured = any(item.low in said.MEASURING or item.low in said.USING for item in items)
    joined = any(item.role == "b" or item.word in said.MEASURED_BY for item in items[max(0, start - 1) :])
    words = [
        item.word
        for at, item in enumerate(items)
        if item.role in "cp" and at not in places and item.low not in said.MEASURING
    ]
    firm = measured or joined or _quantity(items, start)
    lows = [item.low for item in items]
    value = Value(" ".join(numbers), FIRM if firm else LOOSE, "number", thresholds.limit_of(lows))
    found.add("#" + " ".join(words) + clause.condition, value)
    plain = [word for word in words if word not in said.GENERIC]
    if measured and plain and plain != words:
        found.add("#" + " ".join(plain) + clause.condition, value)


def _is_label(items: list[Item], at: int) -> bool:
    """Whether a number or the like is the name of what stands before it, as in "team 8" and "module m1934"."""
    label = any(char.isdigit() for char in items[at].word)
    return label and at > 0 and items[at - 1].low in said.NUMBERED


def _quantity(items: list[Item], start: int) -> bool:
    """Whether a number says how many, and is no name: "five engineers", not "bug 12"."""
    return any(
        NUMBER.fullmatch(items[at].word) and items[at + 1].role == "c" and items[at + 1].raw.islower()
        for at in range(start, len(items) - 1)
    )


def _preferred(clause: Clause, found: Frames) -> bool:
    """What somebody likes or not, by each two neighbouring words of it; whether the clause says that."""
    items = clause.items
    at = next((n for n, item in enumerate(items[:3]) if item.low in said.LIKING or item.low in said.DISLIKING), 0)
    if not at or any(item.word != "user" for item in items[:at]):
        return False
    # "Prefers to avoid" and "prefers not to watch" deny as well, not what a later clause does.
    denied = sum(place <= at + 2 for place in clause.denials) % 2 == 1
    sign = 1 if denied != (items[at].low in said.LIKING) else -1
    liked = [item.word for item in items[at + 1 :] if item.role == "c"]
    if len(liked) == 2 and sign > 0:
        value = _value([item for item in items[at + 1 :] if item.role == "c"][:-1], LOOSE)
        found.add("like " + liked[-1] + clause.condition, value._replace(firmness=LOOSE if value.kinds else 0))
    for signed, words in ((sign, liked), (-sign, [item.word for item in clause.over])):
        for one, two in pairwise(words[:6]):
            found.add(f"like {one} {two}", Value(" ".join(words), LOOSE, sign=signed))
    return True


def _value(items: list[Item], firmness: int) -> Value:
    words = [item.word for item in items]
    raws = [item.low for item in items]
    shape = items[0].definite if items[0].definite == "every" else ""
    if len(items) > 1 and NUMBER.fullmatch(raws[-1]) and items[0].raw.islower():
        shape = "numbered"  # "port 8000" is no other value than "Django"
    elif NUMBER.fullmatch(raws[0]) and (len(items) == 1 or items[1].raw[0].islower()):
        shape = "number"
    elif raws[-1] in said.STATES and len(raws) <= 2:
        shape = STATE
    return Value(" ".join(words), firmness, shape, kinds_of(raws))
