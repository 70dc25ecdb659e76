"""This time only: an exception is told from a rule, in sentences that the lists were fitted to and in others.

Both halves were written by one hand before the lists, so that the second says how they carry within one style;
``LATER`` says where they end.
"""

from __future__ import annotations

import pytest
from tests.core import occasions

from stillso.core.conditions import from_now_on, is_one_off


@pytest.mark.parametrize("language", ["ZH", "EN"])
@pytest.mark.parametrize("half", ["SEEN", "HELD_OUT"])
def test_95_of_100_exceptions_are_told(language: str, half: str) -> None:
    """A thing that comes and goes, a single day, an exception by name."""
    once: list[str] = getattr(occasions, f"ONCE_{language}_{half}")
    missed = [text for text in once if not is_one_off(text, 0, len(text))]
    assert len(once) >= 30
    assert len(missed) <= 0.05 * len(once), missed


@pytest.mark.parametrize("language", ["ZH", "EN"])
@pytest.mark.parametrize("half", ["SEEN", "HELD_OUT"])
def test_at_most_5_of_100_rules_are_taken_for_one(language: str, half: str) -> None:
    """A rule about a thing, a weekday, a decision made today, a start from some day on."""
    lasting: list[str] = getattr(occasions, f"LASTING_{language}_{half}")
    false = [text for text in lasting if is_one_off(text, 0, len(text))]
    assert len(lasting) >= 30
    assert len(false) <= 0.05 * len(lasting), false


def test_where_the_lists_end() -> None:
    """Of sentences made to slip by them 2 in 3 exceptions are told, and 1 in 10 of what lasts is taken for one."""
    missed = [text for text in occasions.ONCE_ZH_LATER if not is_one_off(text, 0, len(text))]
    false = [text for text in occasions.LASTING_ZH_LATER if is_one_off(text, 0, len(text))]
    assert len(missed) <= 0.34 * len(occasions.ONCE_ZH_LATER), missed
    assert len(false) <= 0.1 * len(occasions.LASTING_ZH_LATER), false


@pytest.mark.parametrize(
    ("one_off", "text"),
    [
        (True, "這張單先不要出"),
        (False, "這張表的欄位都用 snake_case"),
        (False, "這張桌子不要移"),
        (True, "老張那張打八折"),
        (False, "避開晚上十一點那個 batch 就好"),
        (True, "這位差二十塊，運費幫他免了"),
        (False, "這位客戶都是月結"),
        (True, "明天電話轉語音信箱"),
        (False, "明天起電話都轉語音信箱"),
        (False, "明天中午以前不要刪"),
        (True, "今天十點以後的單排明天"),
        (True, "這個禮拜天不要重灌"),
        (False, "每個禮拜天重灌"),
        (True, "30 號那天可以上"),
        (False, "每月 30 號那天可以上"),
        (True, "這個月提早關帳"),
        (False, "這個月先不要關帳"),
        (True, "破例收一次現金"),
        (False, "誰來都不准破例"),
        (False, "今天開會決定改用 pnpm"),
        (True, "这张先别合并"),
        (True, "Tomorrow's deploy skips the smoke test"),
        (False, "Starting tomorrow, deploys skip the smoke test"),
        (False, "Don't deploy until tomorrow"),
        (True, "Make an exception for her"),
        (False, "Make an exception for hotfixes"),
        (True, "This PR needs no screenshots"),
        (False, "This PR template needs no screenshots"),
        (False, "This printer is black and white"),
        (False, "In today's climate nobody prints"),
    ],
)
def test_near_misses(one_off: bool, text: str) -> None:
    """What lasts is named beside what does not."""
    assert one_off == is_one_off(text, 0, len(text))


@pytest.mark.parametrize(
    ("lasting", "text"),
    [
        (True, "從明天開始都走新流程"),
        (True, "這個月起每天填工時"),
        (True, "九月一號起收費"),
        (True, "每個禮拜天大掃除"),
        (False, "今天從十點開始停機"),
        (False, "這個月一起吃飯"),
        (True, "From tomorrow on, use the form"),
        (True, "Starting Monday, use the form"),
        (True, "Every evening, post tomorrow's plan"),
        (False, "Tomorrow everyone brings a form"),
    ],
)
def test_from_some_day_on(lasting: bool, text: str) -> None:
    """A day from which it holds, or a rhythm, is said for all that comes."""
    assert lasting == from_now_on(text, 0, len(text))
