"""Cases about search: ordinary text is a query, two characters are a word, nothing asked finds nothing.

Their kinds: signs and identifiers, both scripts, what is out of reach or over, and order.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.cases.conftest import BASE, House, Shell

import stillso
from stillso.core.verbs import FileChange

#: The documents and queries of SR-01.
SIGNS = (
    "C++ 與 C# 的建置說明",
    "foo-bar 模組",
    "it's the Downloads/notes folder",
    "gpt-4o on ubuntu 20.04",
    "完成 100% under_score 🙂 👩‍💻 .NET",
    "memory:safe (x) a^b a,b",
)
QUERIES = (
    *("C++", "foo-bar", '"unbalanced', 'say "hi', "a AND", "NOT", "OR OR", "memory:safe", "(x", "x)", "a^b", "auth*"),
    *("*", "it's", "Downloads/notes", "gpt-4o", "2026-05-08", "20.04", "a,b", "100%", "under_score", "[x]", "{y}"),
    *("a\\b", "C#", ".NET", "🙂", "👩‍💻", "--", "NEAR(a b)", "col:", "\0x", "'; DROP TABLE records; --"),
)
#: The documents of SR-03.
NOTES = ("值班暗號是青石，寫在機房鑰匙旁", "下雪天改線上會議", "補跑etl-job後通知陳工")


def found(house: House, query: str, **asked: Any) -> list[int | str]:
    """What mei finds, best first: numbers of records, paths of files."""
    hits = house.given(house.mei.search(query, base=BASE, **asked)).hits
    return [hit.no or hit.path for hit in hits]


def remembered(house: House, *texts: str, **fields: Any) -> None:
    """Records of these contents, in this order."""
    for text in texts:
        house.number(house.mei.remember(text, base=BASE, beside=0, **fields))


@pytest.mark.parametrize("query", QUERIES)
def test_sr_01_any_text_is_a_query(house: House, query: str) -> None:
    """No sign is syntax: whatever is asked, the answer is a list."""
    remembered(house, *SIGNS)
    assert set(found(house, query)) <= {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("query", "no"),
    [
        *[("C++", 1), ("foo-bar", 2), ("it's", 3), ("Downloads/notes", 3), ("gpt-4o", 4), ("20.04", 4)],
        *[("memory:safe", 6), ("100%", 5), ("under_score", 5), ("C#", 1), ("🙂", 5), (".NET", 5), ("👩‍💻", 5)],
        *[("(x", 6), ("a^b", 6), ("a,b", 6)],
    ],
)
def test_sr_01_signs_within_words_are_found(house: House, query: str, no: int) -> None:
    """Each returns the document that holds it, and no other."""
    remembered(house, *SIGNS)
    assert [no] == found(house, query)


@pytest.mark.parametrize("query", ["1000%", "underXscore", "10%", "under_", "%", "_"])
def test_sr_01_percent_and_underscore_stand_for_themselves(house: House, query: str) -> None:
    """They match no other character, and not any number of them."""
    remembered(house, "完成 100 under score", "完成 1005 underAscore")
    assert [] == [no for no in found(house, query) if no == 2]


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        *[("read_file", "call read_file.py first"), ("readme", "the README.md"), ("-O2", "build with -O2")],
        *[("O2", "build with -O2"), ("file.py", "src/app/file.py"), ("node 20", "node-20 is required")],
        *[
            ("ＣＩ", "the CI pipeline"),
            ("ci", "the ＣＩ pipeline"),
            ("tests", "run one test"),
            ("deploying", "we deployed"),
        ],
        *[
            ("user", "user's machine"),
            ("café", "CAFÉ hours"),
            ("β", "the Β channel"),
            ("→", "a → b"),
            ("@mei", "ask @mei"),
        ],
    ],
)
def test_identifiers_forms_case_and_width(house: House, query: str, asked: str) -> None:
    """A part of an identifier, another form of a word, case and width find the text."""
    remembered(house, "nothing of the kind", asked)
    assert [2] == found(house, query)


@pytest.mark.parametrize(
    ("query", "no"),
    [("暗號", 1), ("青石", 1), ("機房", 1), ("鑰匙", 1), ("會議", 2), ("通知", 3), ("機房 鑰匙", 1)],
)
def test_sr_03_two_characters_find_their_text_and_no_other(house: House, query: str, no: int) -> None:
    """A word of two characters within a sentence is found."""
    remembered(house, *NOTES)
    assert [no] == found(house, query)


@pytest.mark.parametrize(
    ("query", "no"),
    [("鑰", 1), ("雪", 2), ("議", 2), ("工", 3), ("暗号", 1), ("机房钥匙", 1), ("线上", 2), ("etl-job", 3), ("etl", 3)],
)
def test_single_characters_and_simplified_ones_are_found(house: House, query: str, no: int) -> None:
    """One character is enough, wherever it stands, and either script finds the other."""
    remembered(house, *NOTES)
    assert [no] == found(house, query)


def test_traditional_finds_simplified(house: House) -> None:
    """The other way round as well."""
    remembered(house, "数据库每天备份")
    assert [1] == found(house, "資料庫備份") == found(house, "備份")


@pytest.mark.parametrize("query", ["", " ", "\n", "，。", "***", "\u200b", "…", "\U000e0041"])
def test_sr_05_nothing_asked_finds_nothing(house: House, query: str) -> None:
    """An empty query gives an empty answer: no error, and not everything."""
    remembered(house, *(f"規則 {n}" for n in range(25)))
    assert [] == found(house, query)


def test_sr_05_the_command_line_says_that_nothing_was_asked(on_disk: House, shell: Shell) -> None:
    """A short notice, and an empty list."""
    remembered(on_disk, "a rule")
    assert {"hits": []} == shell("search", "，。", "--base", "shop").json


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    query=st.text(max_size=60), text=st.text(min_size=1, max_size=60).filter(lambda text: any(map(str.isalnum, text)))
)
def test_every_string_is_a_valid_query(house: House, query: str, text: str) -> None:
    """Whatever is remembered and asked, nothing raises, and hits are texts of the base."""
    no = house.mei.remember(text, base=BASE, beside=0)
    known = house.given(house.app.base(BASE)).records
    for asked in (query, text, f"{query} {text}"):
        hits = house.given(house.mei.search(asked, base=BASE))
        assert all(0 < (hit.no or 0) <= known and hits.snippet(hit) for hit in hits.hits)
    assert no is not None


# --- what is not found -------------------------------------------------------------------------------------------


def test_st_03_search_finds_the_successor_only(house: House) -> None:
    """Of a record and its successor the default search finds the successor, and with ``ended`` both."""
    remembered(house, "搜尋網頁用甲工具")
    house.mei.supersede(1, "搜尋網頁用乙工具", base=BASE)
    assert [2] == found(house, "搜尋網頁")
    assert [2, 1] == found(house, "搜尋網頁", ended=True)


def test_dl_01_what_was_edited_or_retracted_is_in_no_search(house: House) -> None:
    """After the edit the old mark finds nothing, after the retraction neither does."""
    remembered(house, "標記甲一二三 mark-north")
    house.mei.supersede(1, "標記乙 mark-south", base=BASE)
    assert ([], [2]) == (found(house, "mark-north"), found(house, "mark-south"))
    house.mei.retract(2, base=BASE)
    assert [] == found(house, "mark-south")
    house.app.reindex(BASE)
    assert [] == found(house, "mark-south")
    assert [2] == found(house, "mark-south", ended=True)


def test_dl_01_nor_after_a_restart(on_disk: House, shell: Shell) -> None:
    """Another process finds as little."""
    remembered(on_disk, "標記乙 mark-south")
    on_disk.mei.retract(1, base=BASE)
    assert [] == shell("search", "mark-south", "--base", "shop").json["hits"]
    assert ["retracted"] == [
        hit["status"] for hit in shell("search", "mark-south", "--base", "shop", "--ended").json["hits"]
    ]


def test_what_is_restored_is_found_again(house: House) -> None:
    """A record that is in force once more is found, and what had replaced it is not."""
    remembered(house, "搜尋網頁用甲工具")
    house.mei.supersede(1, "搜尋網頁用乙工具", base=BASE)
    house.mei.restore(1, base=BASE)
    assert [1] == found(house, "搜尋網頁")


def test_mu_01_foreign_records_take_no_place(house: House) -> None:
    """200 better matches of another base leave the one record of this one where it is."""
    house.mei.create_base("theirs")
    for n in range(200):
        house.mei.remember(f"我負責南區倉儲 我負責南區倉儲 {n}", base="theirs", beside=0)
    remembered(house, "我負責北區倉儲")
    session = house.session()
    assert [1] == found(house, "倉儲", limit=5)
    assert "no-grant" == house.refused(session.search("倉儲", base="theirs"))
    assert [1] == [hit.no for hit in house.given(session.search("倉儲")).hits]


def test_mu_01_without_a_base_it_is_refused_where_there_are_several(house: House) -> None:
    """Nothing named is not everything."""
    house.mei.create_base("theirs")
    assert "unknown" == house.refused(house.mei.search("倉儲"))


def test_sc_04_what_is_remembered_in_one_place_is_not_found_in_another(house: House) -> None:
    """Scope comes before the limit: other places take no room."""
    remembered(house, *(f"deploy rule {n}" for n in range(30)), scope="catalog")
    remembered(house, "deploy on Fridays", scope="checkout")
    remembered(house, "deploy from main")
    assert {31, 32} == set(found(house, "deploy", scope="checkout/e2e", limit=5))


def test_audience_is_kept(house: House) -> None:
    """For text to third parties only what is for anyone is found."""
    remembered(house, "answer briefly")
    remembered(house, "answer formally", audience="anyone")
    assert [2] == found(house, "answer", audience="anyone")
    assert {1, 2} == set(found(house, "answer"))


def test_tm_03_a_date_ahead_is_found_marked(house: House) -> None:
    """A record of the future is found like any other, and marked."""
    house.at("2036-01-01T00:00:00Z")
    remembered(house, "ship on Fridays")
    house.at("2026-09-01T00:00:00Z")
    results = house.given(house.mei.search("ship", base=BASE))
    assert [True] == [results.is_marked(hit) for hit in results.hits]


# --- what comes first --------------------------------------------------------------------------------------------


def test_of_equal_ones_the_newest_comes_first(house: House) -> None:
    """The same score: the later record."""
    remembered(house, "build with make", "build with ninja", "build with bazel")
    assert [3, 2, 1] == found(house, "build")


def test_of_a_few_words_all_must_be_there_if_they_are_anywhere(house: House) -> None:
    """Two words find the text that holds both; words that stand nowhere together find each."""
    remembered(house, "deploy on Fridays", "rollback on errors", "deploy after a rollback")
    assert [3] == found(house, "deploy rollback")
    assert {1, 2, 3} >= set(found(house, "deploy errors")) >= {1, 2}


def test_a_question_finds_what_fits_best(house: House) -> None:
    """Words that say nothing do not count, and not all of the others need be there."""
    remembered(house, "unit tests only, no e2e", "commit messages in English", "deploy on Fridays")
    assert 1 == found(house, "which of the tests am I supposed to run before a commit in here?", limit=1)[0]
    remembered(house, "報價單有效期是 15 天", "退款三千元以上要問主管")
    assert 5 == found(house, "多少錢以上的退款需要主管同意？")[0]


def test_files_are_found_with_their_path(house: House) -> None:
    """Notes of agents and other files stand among the records; a deleted one is gone."""
    remembered(house, "use pnpm")
    changes = [FileChange(path="notes/tools.md", mode="create", content="pnpm is used here, version 9")]
    house.mei.write(*changes, base=BASE)
    assert {1, "notes/tools.md"} == set(found(house, "pnpm"))
    assert ["notes/tools.md"] == found(house, "tools.md")
    house.mei.write(FileChange(path="notes/tools.md", mode="overwrite", content="yarn berry"), base=BASE)
    assert ([1], ["notes/tools.md"]) == (found(house, "pnpm"), found(house, "berry"))
    house.mei.write(FileChange(path="notes/tools.md", mode="delete"), base=BASE)
    assert [] == found(house, "berry")


def test_what_the_words_answered_helps_to_find_them(house: House) -> None:
    """A record is found by the question that its words answered, after those that say it themselves."""
    session = house.session()
    session.hear("always squash them please", asked="How should I merge the pull requests?")
    house.number(session.remember("Squash always", quote="always squash them please"))
    remembered(house, "pull requests need two reviews")
    assert [2, 1] == found(house, "which way do pull requests go in?")
    house.app.reindex(BASE)
    assert [2, 1] == found(house, "which way do pull requests go in?")


def test_limits_are_upper_bounds(house: House) -> None:
    """As many as asked for, never more than a hundred."""
    remembered(house, *(f"rule {n}" for n in range(120)))
    assert [3, 100] == [len(found(house, "rule", limit=n)) for n in (3, 1_000)]


def test_a_snippet_tells_where_it_matches(on_disk: House, shell: Shell) -> None:
    """The piece of a long text that holds the match, with its spans; the text itself is plain."""
    remembered(on_disk, "前言" * 200 + "，部署用 make ship，" + "後語" * 200)
    (hit,) = shell("search", "make ship", "--base", "shop").json["hits"]
    assert ["make", "ship"] == [hit["snippet"][start:end] for start, end in hit["matches"]]
    assert len(hit["snippet"]) <= 170
    assert ("record", 1, "active", None) == (hit["kind"], hit["no"], hit["status"], hit["mark"])


def test_the_same_search_gives_the_same_on_every_store(house: House) -> None:
    """What a store that goes through all texts finds, the index finds in the same order."""
    remembered(house, *SIGNS, *NOTES, "run the tests", "tests run on staging", "staging is for tests and for demos")
    assert [12, 11, 10] == found(house, "which tests run on staging these days for demos?", limit=3)


def test_finding_is_no_sight(house: House) -> None:
    """What was found by the session was not shown whole: to change it, it must be read."""
    remembered(house, "use pnpm")
    session = house.session("use npm from now on")
    session.search("pnpm")
    assert "not-seen" == house.refused(session.supersede(1, "use npm", quote="use npm from now on"))


def test_an_index_built_again_finds_the_same(house: House) -> None:
    """Reindexing changes no answer."""
    remembered(house, *SIGNS, *NOTES)
    house.mei.supersede(2, "foo-baz 模組", base=BASE)
    house.mei.write(FileChange(path="notes/x.md", mode="create", content="foo and C++"), base=BASE)
    asked = ("C++", "foo", "foo-bar", "會議", "notes")
    before = [found(house, query, ended=True) for query in asked]
    house.app.reindex(BASE)
    assert before == [found(house, query, ended=True) for query in asked]


def test_a_store_in_memory_and_one_in_a_file_agree(tmp_path: Any) -> None:
    """Order and scores are the same, to the last but a few digits."""
    answers = []
    for address in ("memory:", str(tmp_path / "one.db")):
        app = stillso.open(address)
        mei = app.owner("mei")
        mei.create_base(BASE)
        for text in (*SIGNS, *NOTES, "run the tests", "tests run on staging", "C++ tests"):
            mei.remember(text, base=BASE, beside=0)
        hits = [
            mei.search(query, base=BASE) for query in ("C++ tests", "which tests run on staging?", "機房會議在哪裡")
        ]
        answers.append([(hit.no, round(hit.score, 6)) for each in hits for hit in House.given(each).hits])
        app.close()
    assert answers[0] == answers[1] != []
