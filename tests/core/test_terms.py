"""Terms: one rule for words, identifiers, CJK and signs; and what a query asks for."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core import policy
from stillso.core.families import families_of
from stillso.core.snippets import SNIPPET_CHARS, best
from stillso.core.stems import stem
from stillso.core.terms import TERM_CHARS, Query, places_of, query_of, read, same, terms_of
from stillso.services.variants import simplified


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Run the tests", ["run", "the", "test"]),
        ("C++ 與 C#", ["c++", "c", "與", "c#", "c"]),
        ("src/read_file.py", ["src/read_file.py", "src", "read_file.py", "read_file", "py", "read", "fil"]),
        ("-O2 --no-verify", ["-o2", "o2", "--no-verify", "no-verify", "no", "verify"]),
        ("gpt-4o 20.04", ["gpt-4o", "gpt", "4o", "20.04", "20", "04"]),
        ("it's the user's", ["it", "the", "user"]),
        ("don’t", ["don't"]),
        ("退款規則", ["退款", "款規", "規則", "則"]),
        ("退 款", ["退", "款"]),
        ("e2e先別跑", ["e2e", "先別", "別跑", "跑"]),
        ("完成🙂→👩‍💻", ["完成", "成", "🙂", "→", "👩", "💻"]),
        ("👍🏽", ["👍"]),
        ("ＡＢＣ　１２", ["abc", "12"]),
        ("foo\u200bbar", ["foobar"]),
        ("，。！*** --", []),
        ("1,000 12:30", ["1,000", "1", "000", "12:30", "12", "30"]),
        ("カタカナ と ひら", ["カタ", "タカ", "カナ", "ナ", "と", "ひら", "ら"]),
        ("한국어 문서", ["한국어", "문서"]),
    ],
)
def test_terms_of_a_text(text: str, terms: list[str]):
    """Words by their stem, identifiers whole and in parts, pairs of CJK and the last one, signs one by one."""
    assert terms == terms_of(text)


@pytest.mark.parametrize(
    ("words", "root"),
    [
        ("deploy deploys deployed deploying deployment", "deploy"),
        ("test tests tested testing", "test"),
        ("stop stops stopped stopping", "stop"),
        ("call calls called calling", "call"),
        ("policy policies", "policy"),
        ("go goes went gone going", "go"),
        ("child children", "child"),
        ("cache caches caching", "cach"),
        ("retry retries retried", "retry"),
        ("bus", "bus"),
        ("e2e", "e2e"),
        ("naïve", "naïve"),
    ],
)
def test_forms_of_a_word_have_one_stem(words: str, root: str):
    """Endings come off, and irregular forms are known."""
    assert {root} == {stem(word) for word in words.split()}


@pytest.mark.parametrize(
    ("one", "other"), [("user", "use"), ("new", "news"), ("process", "proceed"), ("staging", "stage")]
)
def test_words_of_another_meaning_keep_apart(one: str, other: str):
    """A light stemmer: it merges forms and not what merely looks alike."""
    assert stem(one) != stem(other)


def test_forms_are_kept_where_they_are_not_the_stem():
    """Of "tests" and "caching"; not of "test", identifiers and CJK."""
    assert ["'tests", "'caching"] == read("tests caching test read_file.py 測試 -O2")[1]


@pytest.mark.parametrize(
    ("text", "exact", "either", "is_sentence"),
    [
        ("tests", ("'tests",), ("test",), False),
        ("the tests", ("the", "'tests"), ("test",), False),
        ("read_file", ("read_file",), ("read_file", "read fil"), False),
        ("退款規則", ("退款", "款規", "規則"), ("退款", "款規", "規則"), False),
        ("鑰", ("鑰",), ("鑰",), False),
        ("the", ("the",), ("the",), False),
        (
            "部署時間是什麼時候？",
            ("部署", "署時", "時間", "間是", "是什", "什麼", "麼時", "時候"),
            ("部署", "署時", "時間"),
            True,
        ),
    ],
)
def test_what_a_query_asks_for(text: str, exact: tuple[str, ...], either: tuple[str, ...], is_sentence: bool):
    """A few words as they stand, or what says something of a sentence."""
    found = query_of(text)
    assert found is not None
    assert (exact, either, is_sentence) == (found.exact, found.either, found.is_sentence)


@pytest.mark.parametrize("text", ["", " ", "，。", "***", "\u200b", '"', "()"])
def test_what_says_nothing_asks_nothing(text: str):
    """No letter, no number, no sign: no query."""
    assert query_of(text) is None


def test_a_long_query_is_cut():
    """So many terms, however long the text; what is asked for stays bounded."""
    found = query_of(" ".join(f"word{n}" for n in range(5_000)))
    assert found is not None
    assert policy.QUERY_TERMS == len(found.either) == len(found.exact)


@given(st.text(max_size=200))
def test_terms_are_what_an_index_can_keep(text: str):
    """No white space, no quotation mark, no capital that has a small form; never endless."""
    for term in (*read(text, simplified)[0], *read(text, simplified)[1]):
        assert term
        assert len(term) <= TERM_CHARS
        assert not any(char.isspace() or char == '"' for char in term)


@given(st.text(max_size=80))
def test_a_text_holds_what_it_asks_for(text: str):
    """Each text is found by itself: its exact terms are among its terms and forms."""
    found = query_of(text)
    held = {*read(text)[0], *read(text)[1]}
    for term in found.exact if found else ():
        assert term in held or any(each.startswith(term) for each in held)


@given(st.text(max_size=80))
def test_folding_again_changes_nothing(text: str):
    """The terms of a text's terms are terms of the text."""
    assert set(terms_of(" ".join(terms_of(text)))) <= {*terms_of(text)} | {
        part for term in terms_of(text) for part in terms_of(term)
    }


def test_variants_fold_both_scripts_to_one():
    """Character by character, so that nothing moves."""
    assert terms_of("資料庫備份", simplified) == terms_of("数据库备份".replace("数据", "资料"), simplified)
    assert len("後台裡的設定") == len(simplified("後台裡的設定"))


@pytest.mark.parametrize(
    ("one", "other"),
    [("checkout", "結帳"), ("deploy", "上線"), ("hotel", "訂房"), ("refund", "退費"), ("movie", "影片")],
)
def test_families_cross_languages(one: str, other: str):
    """A word and its counterpart have a family in common."""
    assert set(families_of(terms_of(one, simplified), simplified)) & set(
        families_of(terms_of(other, simplified), simplified)
    )


def test_a_family_equals_no_word():
    """Its name begins with a sign that no term begins with."""
    assert all(name.startswith("=") for name in families_of(terms_of("movie deploy"), same))
    assert [] == [term for term in terms_of("=movie =deploy") if term.startswith("=")]


def query(text: str) -> Query:
    """A query that asks for something."""
    found = query_of(text, simplified)
    assert found is not None
    return found


def test_places_are_spans_of_the_text_itself():
    """Also behind wide letters and in the other script; touching ones are one."""
    text = "這裡的ＴＥＳＴＳ跑 staging，資料庫備份"
    found = [text[start:end] for start, end in places_of(text, query("test staging 数据库备份"), simplified)]
    assert ["ＴＥＳＴＳ", "staging", "庫備份"] == found


@given(st.text(max_size=600), st.text(min_size=1, max_size=20))
def test_a_snippet_is_short_and_its_spans_lie_within(text: str, asked: str):
    """Whatever is cut: one line, and spans that can be shown."""
    wanted = query_of(asked)
    if wanted is None or not text:
        return
    snippet = best([text], wanted, same)
    assert len(snippet.text) <= SNIPPET_CHARS + 2
    assert "\n" not in snippet.text
    assert all(0 <= start < end <= len(snippet.text) for start, end in snippet.spans)


@pytest.mark.parametrize(("text", "term"), [("Acme™", "acmetm"), ("№5", "no5"), ("𝐓ests", "test"), ("㎑", "khz")])
def test_capitals_of_compatibility_forms_are_small(text: str, term: str) -> None:
    """What has no small form of its own has one after it was unified."""
    assert [term] == terms_of(text)


def test_where_a_long_text_matches_is_found_as_fast_as_it_is_read() -> None:
    """Of 256 KB of a few words each is looked at once: it takes no longer than taking the terms of the text."""
    text = "deploy the staging system before the tests " * 6_000
    query = query_of("deploy")
    assert query is not None
    begin = time.perf_counter()
    assert 6_000 == len(places_of(text, query))
    looked = time.perf_counter() - begin
    begin = time.perf_counter()
    read(text)
    assert looked < 2 * (time.perf_counter() - begin)
