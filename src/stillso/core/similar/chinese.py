"""Where values stand in a Chinese statement: behind the word that joins them with their subject.

Words are not parted by spaces, so that a frame is the text before the joining word, without what says nothing.
"""

from __future__ import annotations

from stillso.core import late
from stillso.core.similar import thresholds
from stillso.core.similar.frames import FIRM, LOOSE, STATE, Frames, Value, kinds_of
from stillso.core.similar.pieces import Statement
from stillso.core.vocabulary import likening as said

#: A subject of so many characters is more than somebody's name. Our choice.
LONG = 4

_SILENT = late.pattern(said.ZH_SILENT)
_GENERIC = late.pattern(said.ZH_GENERIC)
_DENYING = late.pattern(said.ZH_DENYING)
_AFFIRMING = late.pattern(said.ZH_AFFIRMING)
_ALLOWING = late.pattern(said.ZH_ALLOWING)
_CONDITION = late.pattern(said.ZH_CONDITION)
_LABEL = late.pattern("^([^:]{2,12}):(?!/)")

# A quick look first: most clauses hold none of these.
_MAY_CHANGE = late.pattern(said.ZH_MAY_CHANGE)
_CHANGED = late.pattern(said.ZH_CHANGED)
_CHANGED_VERB = late.pattern(said.ZH_CHANGED_VERB)
_ANEW = late.pattern(said.ZH_ANEW)

_RELATION = late.pattern(said.ZH_RELATIONS)
_RELATIONAL = late.pattern(said.ZH_RELATIONAL)
_WHOLE = late.pattern(f"(?:{said.ZH_WHOLES})$|^[\\x00-\\x7f]+$")
_PLACED = late.pattern(said.ZH_PLACED)
_CHARGED = late.pattern(said.ZH_CHARGED)
_OF_VALUE = late.pattern(said.ZH_OF_VALUE)
_STATE = late.pattern(said.ZH_STATE)
_LIGHT = late.pattern(f"(?<=[^a-z])(?:{said.ZH_LIGHT})")
_LIGHT_START = late.pattern(said.ZH_LIGHT)
_LIGHT_FIRST = late.pattern(f"^(?:{said.ZH_LIGHT})(?=.)")
_LIGHT_LAST = late.pattern(f"(?<=.)(?:{said.ZH_LIGHT})$")
_LATIN = late.pattern(r"[\x00-\x7f]+")
_WORD = late.pattern(r"[a-z0-9_.+\-]+|[^\x00-\x7f]+")

_MEASURES = late.pattern(said.ZH_MEASURES)
_COUNTED = late.pattern(said.ZH_COUNTED)
_BOUNDS = late.pattern("至少|最少|下限|最多|上限|不[要能]?超過")
_ARTICLE = late.pattern("^(?:一個|每個)")
_DIGITS = {word: str(n) for n, word in enumerate("〇一二三四五六七八九十")} | {"兩": "2"}

_TIMES = late.pattern(said.ZH_TIMES)
_PLACED_TIME = late.pattern(f"[在於](?={said.ZH_TIMES})")
_TIME_JOINTS = late.pattern("時間$|(?:時間)?(?:是|在|為|訂在|定在|於)$")


def frames_of(statement: Statement, found: Frames) -> None:
    """The frames of a Chinese sentence with their values."""
    parts = [part for part in map(str.strip, statement.text.split(",")) if part]
    conditions = [part for part in parts if len(parts) > 1 and _CONDITION.search(part) and not _RELATION.search(part)]
    condition = "".join(f"|{part}" for part in conditions)
    for part in parts:
        if part not in conditions:
            _Clause(part, condition, found).read()
    thresholds.of_text(statement.text, found)


class _Clause:
    """One clause, and where what it says goes."""

    def __init__(self, text: str, condition: str, found: Frames) -> None:
        self._text = _LABEL.sub(r"\1是", text)
        self._condition = condition
        self._found = found

    def read(self) -> None:
        """Put the frames of the clause with their values into what was found."""
        text, found = self._text, self._found
        change = None
        found.changed = False
        if _MAY_CHANGE.search(text):
            verb = _CHANGED_VERB.search(text)
            text = text[: verb.start()] + text[verb.end() :] if verb else text
            change = None if verb else _CHANGED.search(text)
            found.changed = bool(verb or change or _ANEW.search(text))
        if change:
            before, after = _plain(text[: change.start()]), _plain(text[change.end() :])
            how = next((group for group in change.groups() if group), "")
            found.wholes.append(text + self._condition)
            self._timed(before, after)
            self._joined(before, after, said.ZH_BECOMING.get(how, said.ZH_ANY))
            self._counted(before + after)
            return
        denied = len(_DENYING.findall(text)) % 2 == 1
        rest = _plain(text)
        found.wholes.append(("-" if denied else "") + rest + self._condition)
        self._add("\u00b1", _PLACED_TIME.sub("", _AFFIRMING.sub("", rest)), Value("-" if denied else "+", FIRM))
        if denied:
            return
        found.allows = found.allows or _ALLOWING.search(text) is not None
        self._timed(rest, "")
        joint = _RELATION.search(rest)
        if joint and joint.end() < len(rest):
            self._joined(rest[: joint.start()], rest[joint.end() :], (str(joint.lastgroup),))
        self._counted(rest)

    def _add(self, name: str, subject: str, value: Value) -> None:
        if subject and value.text:
            self._found.add(f"{name}{subject}{self._condition}", value)

    def _timed(self, before: str, after: str) -> None:
        times = _TIMES.findall(before) + _TIMES.findall(after)
        if times:
            rest = _TIMES.sub("", before) + _TIMES.sub("", after)
            subject = _TIME_JOINTS.sub("", _AFFIRMING.sub("", rest))
            self._add("@", subject, Value(" ".join(map(_time, times)), FIRM))

    def _joined(self, before: str, after: str, relations: tuple[str, ...]) -> None:
        """The value behind a joint, in the frame of what stands before it and of what is done with the value."""
        if _TIMES.search(after):
            return
        subject, whole = _bare(before), _LIGHT_LAST.sub("", after)
        for relation in relations:
            if relation == "use":
                value, done, rest = _split(after)
                rest = _OF_VALUE.sub("", rest)
                subject_used = subject + rest
                loose = not subject_used or _WHOLE.search(subject_used)
                self._add("=use ", subject_used or done, _value(value, LOOSE if loose else FIRM))
            elif relation == "be":
                firm = _RELATIONAL.search(subject) or len(subject) >= LONG
                self._add("=be ", subject, _value(whole, FIRM if firm else LOOSE))
            elif relation == "at":
                self._add("=put ", subject, _value(whole, FIRM if _PLACED.search(subject) else LOOSE))
            elif relation == "by":
                does = _LIGHT_LAST.search(after)
                does_what = "" if not does or _CHARGED.fullmatch(does[0]) else does[0]
                # Where the verb is not known, the same end of the value stands for the same verb.
                end = whole[-2:] if len(whole) >= LONG and not whole[-2:].isascii() else ""
                self._add("=by ", subject + does_what, _value(whole, FIRM)._replace(shape=end))
            else:
                self._add(f"={relation} ", subject, _value(whole, FIRM))

    def _counted(self, rest: str) -> None:
        """How many: in the frame of what is counted, and of what for."""
        rest = _ARTICLE.sub("", rest)
        numbers = _COUNTED.findall(rest)
        if len(numbers) == 1:
            subject = _MEASURES.sub("", _COUNTED.sub("", rest))
            number = _DIGITS.get(numbers[0], numbers[0])
            self._add("#", subject, Value(number, FIRM, "number", thresholds.limit_of(_BOUNDS.findall(rest))))


def _plain(text: str) -> str:
    """The text without what denies and what says nothing."""
    return _SILENT.sub("", _GENERIC.sub("", _DENYING.sub("", text)))


def _time(said_time: str) -> str:
    text = said_time.replace("星期", "週").replace("禮拜", "週").lstrip("每這本個")
    return "".join(_DIGITS.get(char, char) if at or "點" in text else char for at, char in enumerate(text))


def _split(after: str) -> tuple[str, str, str]:
    """A value, a light verb behind it, and the rest: 「英文寫 commit 訊息」 is 「英文」, 「寫」 and 「commit訊息」."""
    latin = _LATIN.match(after)
    if latin and latin.end() < len(after):
        rest = after[latin.end() :]
        verb = _LIGHT_START.match(rest)
        done = verb[0] if verb else ""
        return latin[0].strip(), done, _LIGHT_LAST.sub("", rest[len(done) :])
    verb = _LIGHT.search(after, 1)
    if verb:
        return after[: verb.start()], verb[0], _LIGHT_LAST.sub("", after[verb.end() :])
    return after, "", ""


def _bare(text: str) -> str:
    """The text without light verbs at its ends."""
    text = text.strip()
    return text if _RELATIONAL.search(text) else _LIGHT_LAST.sub("", _LIGHT_FIRST.sub("", text))


def _value(text: str, firmness: int) -> Value:
    shape = STATE if _STATE.search(text) else ""
    return Value(text, firmness, shape, kinds_of([*_WORD.findall(text), text]))
