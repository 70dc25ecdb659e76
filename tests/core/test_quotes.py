"""Quotes: found only as the user's own words, in one message, whole, and thick enough."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core.folding import extends, fold
from stillso.core.quotes import Found, NotProved, find, thickness

HARD = "ab 12.,-'漢字要不é\u0301\u200b\r\n，「」"
NOT_FOUND = NotProved(code="quote-not-found")


def one(text: str) -> list[tuple[int, str]]:
    """A session in which the user said only this."""
    return [(1, text)]


def whole(text: str, quote: str) -> Found:
    """The finding of a quote that is all of a message."""
    return Found(message=1, start=0, end=len(text), slice=text, folded=text != quote)


def test_qp_01_decomposed_letters_are_found():
    """QP-01: what was typed in decomposed letters is found by a composed quote, and kept as it was typed."""
    said = unicodedata.normalize("NFD", "在 café 那台機器上別重開服務")
    quote = "在 café 那台機器上別重開服務"
    assert len(said) == len(quote) + 1
    assert whole(said, quote) == find(quote, one(said))


def test_qp_02_typographic_marks_are_found():
    """QP-02: straight marks in the quote find the curly ones of the message, which are kept."""
    said = "Don’t touch the “billing” folder until Friday’s release"
    quote = "Don't touch the \"billing\" folder until Friday's release"
    assert whole(said, quote) == find(quote, one(said))


def test_qp_05_wrapped_lines_are_found():
    """QP-05: a message wrapped with CRLF and indentation is found whole by the flat quote."""
    said = "發版前\r\n  一定要先跑\r\n  資料比對，\r\n不然上次那種事又會發生"
    quote = "發版前 一定要先跑 資料比對，不然上次那種事又會發生"
    assert whole(said, quote) == find(quote, one(said))


@pytest.mark.parametrize(
    ("code", "quote"),
    [
        ("quote-empty", ""),
        ("quote-empty", "   \n"),
        ("quote-empty", "\u200b\ufeff\u3000"),
        ("quote-too-thin", "好"),
        ("quote-too-thin", "，"),
    ],
)
def test_qp_11_a_quote_that_says_nothing(code, quote):
    """QP-11: nothing, white space, one character or a comma proves nothing, though each is there."""
    assert NotProved(code=code) == find(quote, one("好，照你說的做"))


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("run unit tests only", "run unit tests only"),
        ("café au lait please", unicodedata.normalize("NFD", "café au lait please")),
        (unicodedata.normalize("NFD", "한국어 문장은 짧게"), "한국어 문장은 짧게"),
        ("只用　ＰＮＰＭ　９，不用ｎｐｍ", "只用 PNPM 9,不用npm"),
        ("只用 PNPM 9,不用npm", "只用　ＰＮＰＭ　９，不用ｎｐｍ"),
        ("ｶﾞｲﾄﾞを先に読む", "ガイドを先に読む"),
        ("do not deploy\r\n  on Fridays", "do not deploy on Fridays"),
        ("don't touch 'billing' folder", "don’t touch ‘billing’ folder"),
        ("先看「設計」再改程式", '先看"設計"再改程式'),
        ("run\u200b unit\u00ad tests only", "run unit tests only"),
        ("跑 npm test，\r\nnpm run e2e 先別跑", "跑 npm test，npm run e2e 先別跑"),
    ],
)
def test_a_form_that_changed_unasked_is_found(said, quote):
    """Composition, width, wraps, quote marks and invisible characters differ between typing and repeating."""
    assert whole(said, quote) == find(quote, one(said))


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("要動 migration 的話先問", "不要動 migration"),
        ("Please do not deploy on Friday", "do deploy on Friday"),
        ("Never deploy on Friday", "never deploy on Friday"),
        ("後台先不要重開服務", "后台先不要重开服务"),
        ("run unit tests only", "run all tests only"),
        ("run unit tests only", "run unit test only"),
        ("週五不要部署", "週六不要部署"),
        ("run unit tests, then deploy", "run unit tests deploy"),
        ("non-prod deploys are fine", "prod deploys are fine"),
        ("we can't deploy on Friday", "t deploy on Friday"),
        ("we shouldn't deploy on Friday", "we should deploy on Friday"),
        ("use 3.5 replicas there", "5 replicas there"),
        ("keep 100 replicas there", "keep 10"),
        ("keep replicas at 1,000", "keep replicas at 1"),
        ("keep it at -5 degrees", "5 degrees"),
        ("delete config.bak today", "delete config"),
        ("undeploy service today", "deploy service today"),
        ("deploy service cafe\u0301", "deploy service cafe"),
        ("금요일에는 절대 배포하지마", "금요일에는 절대 배포하지"),
    ],
)
def test_other_words_are_not_found(said, quote):
    """A word changed, cut, dropped or added, another case, another script variant: not what the user said."""
    assert NOT_FOUND == find(quote, one(said))


def test_a_shorter_text_within_is_found():
    """Whether a cut quote still means what was said is for another rule: here the words are there."""
    expected = Found(message=1, start=1, end=13, slice="要動 migration", folded=False)
    assert expected == find("要動 migration", one("不要動 migration"))


def test_a_later_occurrence_counts():
    """Where the first occurrence cuts a word, the next one is tried."""
    expected = Found(message=1, start=18, end=32, slice="deploy service", folded=False)
    assert expected == find("deploy service", one("undeploy service, deploy service"))


def test_a_quote_letter_for_letter_comes_first():
    """Within a message, the very characters of the quote before others that fold alike."""
    said = "run ‘billing’ jobs\nrun 'billing' jobs"
    expected = Found(message=1, start=19, end=37, slice="run 'billing' jobs", folded=False)
    assert expected == find("run 'billing' jobs", one(said))


def test_the_newest_message_counts():
    """Of two messages that say it, the one heard last."""
    heard = [(3, "run unit tests only"), (8, "again: run unit  tests only"), (9, "thanks")]
    expected = Found(message=8, start=7, end=27, slice="run unit  tests only", folded=True)
    assert expected == find("run unit tests only", heard)


def test_no_quote_across_two_messages():
    """The end of one message and the beginning of the next make no sentence."""
    assert NOT_FOUND == find("不要跑 e2e 測試", [(1, "不要跑"), (2, "e2e 測試")])
    assert NOT_FOUND == find("run unit tests", [])


def test_thin_is_said_before_not_found():
    """A quote too thin is too thin, found or not."""
    assert NotProved(code="quote-too-thin") == find("別跑", one("e2e 別跑"))
    assert NotProved(code="quote-too-thin") == find("別跑", one("別的"))


@pytest.mark.parametrize(
    ("thick", "quote"),
    [
        (0, "?!, — the of"),
        (2, "deploy"),
        (4, "deploy Friday"),
        (5, "e2e 先別跑"),
        (3, "先別跑"),
        (4, "ガイド先"),
        (2, "read_file.py"),
        (0, "it's don't"),
        (2, "배포"),
    ],
)
def test_thickness(thick, quote):
    """2 for a content word or number, 1 for a CJK character, nothing for stop words and signs."""
    assert thick == thickness(quote)


@given(st.text(), st.text().filter(lambda text: not extends((fold(text).text or " ")[0])), st.text())
def test_what_was_said_between_spaces_is_found(before, quote, after):
    """Any text between white space in a message is found in it, unless it is empty or too thin.

    One that begins with a mark is none: the mark belongs to the sign before it.
    """
    found = find(quote, one(f"{before}\n{quote}\n{after}"))
    assert NOT_FOUND != found


@given(st.text(alphabet=HARD, max_size=12), st.text(alphabet=HARD))
def test_a_finding_is_the_text_of_the_message(quote, text):
    """Whatever is found is the message's own text from start to end."""
    said = f"{text} alpha beta {quote}\n{text}"
    found = find(f"alpha beta {quote}", one(said))
    assert isinstance(found, Found)
    assert found.slice == said[found.start : found.end]
