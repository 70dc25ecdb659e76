"""Pages: every row once, in order, each page within its limit, and a cut that says so."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tools.conftest import MARK

from stillso.core.operations import Refused
from stillso.texts import LANGUAGES, Texts
from stillso.tools.pages import page

LIMIT = 1_000
CUT = re.compile(r" … ?[\[［][^\]］]*[\]］]$", re.M)


def follow(rows: list[str], language: str, most: int | None = None) -> list[str]:
    """All pages over these texts."""
    placed = [((-n, n), text) for n, text in zip(range(len(rows), 0, -1), rows, strict=True)]
    found: list[str] = []
    after: str | None = None
    while True:
        given_page = page("head", placed, str, after, Texts(language), most=most, limit=LIMIT)
        assert not isinstance(given_page, Refused)
        found.append(given_page.text)
        mark = MARK.search(found[-1].splitlines()[-1])
        if mark is None:
            return found
        after = mark[1]


@given(st.lists(st.text("ab字é", min_size=1, max_size=700), max_size=12), st.sampled_from(LANGUAGES), st.integers(1, 4))
def test_following_the_marks_gives_every_text_whole_and_once(rows: list[str], language: str, most: int):
    """Whatever the lengths, what stands on the pages between head and last line is what was there."""
    pages = follow(rows, language, most)
    bodies = ["\n".join(each.splitlines()[1:-1]) for each in pages]
    joined = "".join(CUT.sub("", body) if CUT.search(body.splitlines()[-1]) else body + "\n" for body in bodies if body)
    assert "".join(row + "\n" for row in rows) == joined
    assert all(LIMIT >= len(each.encode()) for each in pages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cut_text_says_so_at_the_cut(language: str):
    """The reader sees where it ends and how much is left, and the mark leads on."""
    first, *_, last = follow(["字" * 900], language)
    cut = first.splitlines()[1]
    left = re.search(r"(\d+)", CUT.findall(cut)[0])
    assert left is not None
    assert 900 == cut.count("字") - CUT.findall(cut)[0].count("字") + int(left[1])
    assert not CUT.search(last.splitlines()[1])


@pytest.mark.parametrize("mark", ["", "x", "1", "1.2.3.4.5.6.7", "1.2\n", "１.２", "9" * 30 + ".0"])
def test_a_mark_that_no_answer_gave_is_refused(mark: str):
    """It is never taken for the beginning."""
    assert isinstance(page("", [((1,), "a")], str, mark, Texts("en")), Refused)


def test_a_mark_after_the_last_row_gives_an_end():
    """What went meanwhile leaves an empty page that says so."""
    told = page("", [((1,), "a")], str, "7.0", Texts("en"))
    assert not isinstance(told, Refused)
    assert "Shown: 1 to 1 of 1; these are the last." == told.text
