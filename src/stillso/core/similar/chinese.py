"""Where values stand in a Chinese statement: behind the word that joins them with their subject.

Words are not parted by spaces, so that a frame is the text before the joining word, without what says nothing.
"""

from __future__ import annotations

import re

from stillso.core import late
from stillso.core.similar.frames import FIRM, LOOSE, Frames, Value, kinds_of
from stillso.core.similar.pieces import Statement
from stillso.core.vocabulary import likening as said

_SILENT = late.pattern(said.ZH_SILENT)
_CHANGED = late.pattern(said.ZH_CHANGED)
_ANEW = late.pattern(said.ZH_ANEW)
_DENYING = late.pattern(said.ZH_DENYING)
_AFFIRMING = late.pattern(said.ZH_AFFIRMING)
_RELATION = late.pattern(said.ZH_RELATIONS)
_LIGHT_FIRST = late.pattern(f"^(?:{said.ZH_LIGHT})(?=.)")
_LIGHT_LAST = late.pattern(f"(?<=.)(?:{said.ZH_LIGHT})$")
_LIGHT = late.pattern(f"(?<=[^a-z])(?:{said.ZH_LIGHT})")
_WHOLE = late.pattern(f"(?:{said.ZH_WHOLES})$|^[\\x00-\\x7f]+$")
_MEASURES = late.pattern(said.ZH_MEASURES)
_COUNTED = late.pattern(said.ZH_COUNTED)
_TIMES = late.pattern(said.ZH_TIMES)
_CONDITION = late.pattern(said.ZH_CONDITION)
_LATIN = late.pattern(r"[\x00-\x7f]+")
_WORD = late.pattern(r"[a-z0-9_.+\-]+|[^\x00-\x7f]+")
_STATE_END = late.pattern("[掛壞爛慢快滿空穩好忙紅綠]$")

_DIGITS = {word: str(n) for n, word in enumerate("〇一二三四五六七八九十")} | {"兩": "2"}
_ANY = ("be", "use", "put", "at", "by", "from")
_TIME_JOINTS = late.pattern("時間$|(?:時間)?(?:是|在|為|訂在|定在)$")


def frames_of(statement: Statement, found: Frames) -> None:
    """The frames of a Chinese sentence with their values."""
    parts = [part for part in map(str.strip, statement.text.split(",")) if part]
    conditions = [part for part in parts if len(parts) > 1 and _CONDITION.search(part) and not _RELATION.search(part)]
    condition = "".join(f"|{part}" for part in conditions)
    for part in parts:
        if part not in conditions:
            _clause(part, condition, found)


def _clause(text: str, condition: str, found: Frames) -> None:
    change = _CHANGED.search(text)
    found.changed = found.changed or change is not None or _ANEW.search(text) is not None
    denied = len(_DENYING.findall(text)) % 2 == 1
    if change:
        before, after = _plain(text[: change.start()]), _plain(text[change.end() :])
        how = next((group for group in change.groups() if group), "")
        rest = before + after
        found.wholes.append(text + condition)
    else:
        rest = _plain(text)
        before, after, how = "", "", ""
        found.wholes.append(("-" if denied else "") + _SILENT.sub("", _DENYING.sub("", text)) + condition)
    if not rest:
        return
    times = _TIMES.findall(rest)
    if times and not denied:
        _timed(
            _TIMES.sub("", rest) if not change else _TIMES.sub("", before) + _TIMES.sub("", after),
            times,
            condition,
            found,
        )
    if not change:
        affirmed = _AFFIRMING.sub("", rest)
        if affirmed:
            found.add(f"\u00b1{affirmed}{condition}", Value("-" if denied else "+", FIRM))
    if denied:
        return
    if change:
        relations = (said.ZH_BECOMING[how],) if how in said.ZH_BECOMING else _ANY
        _joined(before, after, relations, condition, found)
    else:
        joint = _RELATION.search(rest)
        if joint and joint.end() < len(rest):
            _joined(rest[: joint.start()], rest[joint.end() :], (str(joint.lastgroup),), condition, found)
    _counted(rest, condition, found)


def _plain(text: str) -> str:
    """The text without what denies and what says nothing."""
    return _SILENT.sub("", _DENYING.sub("", text))


def _timed(rest: str, times: list[str], condition: str, found: Frames) -> None:
    subject = _TIME_JOINTS.sub("", rest)
    if subject:
        found.add(f"@{subject}{condition}", Value(" ".join(map(_time, times)), FIRM))


def _time(said_time: str) -> str:
    text = said_time.replace("星期", "週").replace("禮拜", "週").lstrip("每這本個")
    return "".join(_DIGITS.get(char, char) if at or "點" in text else char for at, char in enumerate(text))


def _joined(before: str, after: str, relations: tuple[str, ...], condition: str, found: Frames) -> None:
    """The value behind a joint, in the frame of what stands before it and of what is done with the value."""
    value, rest = _split(after)
    subject = _bare(before) + rest
    if not subject or not value:
        return
    for relation in relations:
        firm = relation in ("be", "put", "by", "from") or (relation == "use" and not _WHOLE.search(subject))
        place = "put" if relation == "at" and len(relations) == 1 else relation
        found.add(f"={place} {subject}{condition}", _value(value, FIRM if firm else LOOSE))


def _split(after: str) -> tuple[str, str]:
    """A value, and what stands behind it: 「英文寫 commit 訊息」 is 「英文」 and 「commit訊息」."""
    latin = _LATIN.match(after)
    if latin and latin.end() < len(after):
        return latin[0].strip(), _bare(after[latin.end() :], wholly=True)
    light = _LIGHT.search(after, 1)
    if light and light.start():
        return after[: light.start()], _bare(after[light.end() :], wholly=True)
    return after, ""


def _bare(text: str, *, wholly: bool = False) -> str:
    """The text without light verbs at its ends."""
    text = text.strip()
    if wholly and re.fullmatch(said.ZH_LIGHT, text):
        return ""
    return _LIGHT_LAST.sub("", _LIGHT_FIRST.sub("", text))


def _value(text: str, firmness: int) -> Value:
    words = _WORD.findall(text)
    shape = "state" if _STATE_END.search(text) else ""
    return Value(text, firmness, shape, kinds_of([*words, text]))


def _counted(rest: str, condition: str, found: Frames) -> None:
    """How many: in the frame of what is counted, and of what for."""
    number = _COUNTED.search(rest)
    if not number:
        return
    subject = _MEASURES.sub("", rest[: number.start()]) + _MEASURES.sub("", rest[number.end() :])
    if subject:
        found.add(f"#{subject}{condition}", Value(_DIGITS.get(number[1], number[1]), FIRM, "number"))
