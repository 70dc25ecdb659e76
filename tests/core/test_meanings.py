"""What a text speaks of, so that a paraphrase in the other language is known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core.meanings import contrast, meanings_of, numbered
from stillso.core.vocabulary.meanings import CONTRASTS, MEANINGS


@pytest.mark.parametrize(
    ("english", "chinese", "shared"),
    [
        ("Do not deploy on Fridays", "週五不要部署", {"deploy", "friday"}),
        ("Run unit tests only", "只跑單元測試", {"run", "unit_test", "only"}),
        ("The staging database is unstable", "staging 的資料庫不穩定", {"staging", "database", "unstable"}),
        ("Use pnpm", "用 pnpm", {"use", "pnpm"}),
        ("Send 50 mails", "一次寄五十封信", {"send", "50", "email"}),
    ],
)
def test_both_languages_share_their_meanings(english: str, chinese: str, shared: set[str]) -> None:
    """Words of the trade by their meaning, identifiers and numbers as they are."""
    assert shared == set(meanings_of(english)) & set(meanings_of(chinese))


def test_simplified_characters_mean_the_same() -> None:
    """As everywhere in the lists."""
    assert set(meanings_of("資料庫的遷移要先備份")) == set(meanings_of("资料库的迁移要先备份"))


def test_identifiers_stay_whole() -> None:
    """A file name is no file and no test."""
    assert ["test_checkout.py", "pnpm-lock.yaml"] == meanings_of("test_checkout.py pnpm-lock.yaml")


def test_what_is_not_known_stands_as_it_is() -> None:
    """English without its ending, Chinese as pairs that begin with a colon."""
    assert ["kiosk", ":橫放"] == meanings_of("kiosks 橫放")


@pytest.mark.parametrize(
    ("written", "digits"),
    [("五十封", "50"), ("十二天", "12"), ("兩年", "2"), ("三百行", "300"), ("二十三個", "23"), ("fifty lines", "50")],
)
def test_numbers_in_words_are_digits(written: str, digits: str) -> None:
    """Before a measure word, where a number counts."""
    assert digits in numbered(written).split()


def test_an_article_is_no_number() -> None:
    """一 mostly means "a"."""
    assert "1" not in numbered("開一個分支").split()


def test_things_that_shut_each_other_out_contrast() -> None:
    """Daily and monthly reports do; both together contrast with neither."""
    daily, monthly = meanings_of("日報表"), meanings_of("the monthly report")
    assert (True, False, False) == (
        contrast(daily, monthly),
        contrast(daily, daily),
        contrast([*daily, *monthly], daily),
    )


def test_every_contrast_is_a_meaning() -> None:
    """A name that no line has would never be met."""
    names = {line.split()[0] for line in MEANINGS.strip().splitlines()}
    assert set() == set(CONTRASTS.split()) - names


@given(st.text())
def test_any_text_has_its_meanings(text: str) -> None:
    """Nothing raises, and no meaning is empty."""
    assert all(meanings_of(text) or [True])
