"""Weekdays and Chinese numbers in one form, for comparing texts: 「禮拜三」 is 週三, 「六十五」 is 65; no proof."""

from __future__ import annotations

from stillso.core import late

_WEEKDAY = late.pattern(r"(?:週|周|禮拜|礼拜|星期)([一二三四五六日])(?![個个次])|(?:禮拜|礼拜|星期)天(?!氣|气)")
_NUMERALS = "一二兩两三四五六七八九"
_NUMERAL = late.pattern(
    rf"(?<![{_NUMERALS}零〇十百千萬万億亿])[{_NUMERALS}零十百千]+(?![{_NUMERALS}零〇十百千萬万億亿])"
)
_NUMBER = late.pattern(
    rf"(?:([{_NUMERALS}])千)?(零?)(?:([{_NUMERALS}])百)?(零?)(?:([{_NUMERALS}]?)(十))?([{_NUMERALS}]?)"
)
_COUNTED = late.pattern("[點点號号天個个人歲岁月日次張张筆笔封件份秒元塊块名坪條条頁页]|分[鐘钟]|小時|小时")
_VALUES = {numeral: value for value, numeral in enumerate("一二三四五六七八九", 1)} | {"兩": 2, "两": 2, "": 0}


def one_way(text: str) -> str:
    """The text with weekdays, and Chinese numbers from ten on, in one form."""
    if text.isascii():
        return text
    text = _WEEKDAY.sub(lambda found: f"週{found[1] or '日'}", text)
    return _NUMERAL.sub(lambda found: _number(found[0], text[found.end() : found.end() + 2]), text)


def _number(written: str, follows: str) -> str:
    """The digits of a number; the numerals as they are where they are none: 「十分」「一一」「百」「一百二」."""
    counts = len(written) > 1 and not {*"十百千"}.isdisjoint(written)
    parts = _NUMBER.fullmatch(written) if counts or (written == "十" and _COUNTED.match(follows)) else None
    if parts is None:
        return written
    thousands, zero, hundreds, other_zero, tens, ten, ones = (part or "" for part in parts.groups())
    if ones and not (ten or zero or other_zero):
        return written
    value = 1000 * _VALUES[thousands] + 100 * _VALUES[hundreds] + _VALUES[ones]
    return f" {value + 10 * (_VALUES[tens] or 1) if ten else value} "
