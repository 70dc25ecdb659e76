"""A rule with another threshold is led to the old one; tiers, names and other limits stand side by side."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core import similar_thresholds, similar_thresholds_held_out

from stillso.core.similar import Kind, compare, gist_of

SETS = {
    "similar_thresholds": similar_thresholds,
    "similar_thresholds_held_out": similar_thresholds_held_out,
}
PARTS = [(name, language) for name in SETS for language in ("EN", "ZH")]


def pairs(name: str, language: str, kind: str) -> list[tuple[str, str]]:
    """The pairs of one kind in one language."""
    found: list[tuple[str, str]] = getattr(SETS[name], f"{language}_{kind}")
    return found


def judged(old: str, new: str) -> Kind | None:
    """What the new text is to the old one."""
    likeness = compare(gist_of(new), gist_of(old))
    return likeness.kind if likeness else None


@pytest.mark.parametrize(("name", "language"), PARTS)
def test_of_changed_thresholds_80_of_100_are_found(name: str, language: str) -> None:
    """Another number or another unit, all else the same."""
    replaced = pairs(name, language, "REPLACED")
    missed = [pair for pair in replaced if judged(*pair) != Kind.OTHER]
    assert 15 == len(replaced)
    assert len(missed) <= 0.2 * len(replaced), missed


@pytest.mark.parametrize(("name", "language"), PARTS)
def test_tiers_names_and_other_limits_stand_side_by_side(name: str, language: str) -> None:
    """In whichever order they were said; at most one of 15."""
    beside = pairs(name, language, "BESIDE")
    wrong = [pair for pair in beside if judged(*pair) or judged(*pair[::-1])]
    assert 15 == len(beside)
    assert len(wrong) <= 1, wrong


@pytest.mark.parametrize(("name", "language"), PARTS)
def test_rules_of_different_pairs_are_not_alike(name: str, language: str) -> None:
    """At most 1 of 100 of all against each other, some of them rightly."""
    texts = {text for kind in ("REPLACED", "BESIDE") for pair in pairs(name, language, kind) for text in pair}
    known = {frozenset(pair) for kind in ("REPLACED", "BESIDE") for pair in pairs(name, language, kind)}
    strangers = [pair for pair in combinations(sorted(texts), 2) if frozenset(pair) not in known]
    offered = [pair for pair in strangers if judged(*pair)]
    assert len(offered) <= 0.01 * len(strangers), offered


RULES: list[tuple[str, str, str, Kind | None]] = [
    ("a number in words", "Keep a table for fifteen minutes", "Keep a table for 15 minutes", Kind.SAME),
    ("a number in Chinese characters", "退款超過三千元要主管核准", "退款超過 3000 元要主管核准", Kind.SAME),
    ("thousands", "退款超過 3,000 元要主管核准", "退款超過三千元要主管核准", Kind.SAME),
    ("ten thousand and two", "金額超過一萬二千元要簽名", "金額超過 12000 元要簽名", Kind.SAME),
    ("Simplified characters", "退款超過三千元要主管核准", "退款超过五千元要主管核准", Kind.OTHER),
    ("a word of change", "訂位保留十五分鐘", "訂位改成保留十分鐘", Kind.OTHER),
    ("another unit of time", "訂位保留十五分鐘", "訂位保留一小時", Kind.OTHER),
    ("one tier that is another", "滿 1000 元打 9 折", "滿 1000 元打 8 折", Kind.OTHER),
    ("two tiers", "滿 1000 元打 9 折", "滿 2000 元打 8 折", None),
    ("two tiers in one rule", "Over 50 euros 5% off, over 90 euros 9% off", "Over 70 euros 7% off", None),
    ("above and below", "Orders above 50 euros are checked", "Orders below 90 euros are checked", None),
    ("a number without a unit", "A refund above 3000 needs Mei", "A refund above 5000 needs Mei", Kind.OTHER),
    ("more than", "Groups of more than 10 pay first", "Groups of more than 15 pay first", Kind.OTHER),
    ("raised to", "The limit is 50 euros a day", "The limit was raised to 80 euros a day", Kind.OTHER),
    ("what a price is of", "A 5 kg parcel costs 10 euros", "A 10 kg parcel costs 10 euros", None),
    ("the other direction", "Orders over 50 euros are checked", "Orders under 90 euros are checked", None),
    ("the same number the other way", "Orders over 50 euros are checked", "Orders under 50 euros are checked", None),
    ("a denial", "Refunds over 3000 need approval", "Refunds over 5000 need no approval", None),
    ("another measure", "包裹最多 20 公斤", "包裹最多 60 公分", None),
    ("years", "Invoices from 2019 are kept", "Invoices from 2021 are kept", None),
    ("what may hold four", "4 人座保留 10 分鐘", "6 人座保留 10 分鐘", None),
    ("a question", "Refunds over 3000 need approval", "Do refunds over 5000 need approval?", None),
    ("this time only", "退款超過三千元要主管核准", "這次退款超過五千元要主管核准", None),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "kind"), [rule[1:] for rule in RULES], ids=[rule[0] for rule in RULES])
def test_rule(old: str, new: str, kind: Kind | None) -> None:
    """Each rule by an example."""
    assert kind == judged(old, new)


RULE = st.sampled_from(["Refunds over {} euros need approval", "退款超過 {} 元要主管核准", "Keep logs for {} days"])


@given(RULE, st.integers(2, 99_999), st.integers(2, 99_999))
def test_of_one_threshold_another_number_is_something_else(rule: str, one: int, other: int) -> None:
    """Whatever the numbers; the same one is the same."""
    assert (Kind.SAME if one == other else Kind.OTHER) == judged(rule.format(one), rule.format(other))


@given(st.integers(2, 9999), st.integers(2, 9999), st.integers(2, 99), st.integers(2, 99))
def test_where_two_numbers_differ_both_hold(one: int, other: int, less: int, more: int) -> None:
    """These are tiers."""
    if one != other and less != more:
        assert judged(f"滿 {one} 元折 {less} 元", f"滿 {other} 元折 {more} 元") is None
        assert judged(f"Orders over {one} euros get {less}% off", f"Orders over {other} euros get {more}% off") is None


@given(st.text("0123456789零一二兩三四五六七八九十百千萬半元滿超過以上內.,% $kms第-", max_size=40))
def test_whatever_stands_for_a_number_can_be_read(text: str) -> None:
    """No text is too odd."""
    assert judged(text, text) in (None, Kind.SAME)
