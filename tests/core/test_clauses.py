"""Sentences and clauses: where they end, and where a mark ends none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core.clauses import Span, clause_at, clauses, sentence_at, sentences, sentences_at

HARD = 'ab1 .,，。:：?!\n\r->`"」…、;#漢'


def cut(text: str) -> list[str]:
    """The sentences of a text as slices."""
    return [text[each.start : each.end] for each in sentences(text)]


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["Run lint.", "Then deploy!", "Okay?"], "Run lint. Then deploy! Okay?"),
        (["先跑 lint。", "再部署！", "好嗎？"], "先跑 lint。再部署！好嗎？"),
        (["用 v1.2.3 的 setup.md.", "好"], "用 v1.2.3 的 setup.md. 好"),
        (["See https://a.b/c?d=e.f first."], "See https://a.b/c?d=e.f first."),
        (["Use e.g. ruff, 3.5 GB and a no. 5 pen."], "Use e.g. ruff, 3.5 GB and a no. 5 pen."),
        (["Lint, test, etc. in CI.", "Tests, etc.", "Then push."], "Lint, test, etc. in CI. Tests, etc. Then push."),
        (["No.", "Use tabs."], "No. Use tabs."),
        (["他說「好。」", "然後走了。"], "他說「好。」然後走了。"),
        (['He said "no."', "Then left."], 'He said "no." Then left.'),
        (["嗯…", "先別跑"], "嗯…先別跑"),
        (["wait...", "no"], "wait... no"),
        (["改 a.b?.c 就好"], "改 a.b?.c 就好"),
        ([], " \n\n "),
    ],
)
def test_marks_that_end_a_sentence(expected, text):
    """A sentence ends at its marks, and not at a dot in a number, version, name, address or abbreviation."""
    assert expected == cut(text)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["發版前\r\n  一定要先跑\r\n  資料比對，\r\n不然會壞"], "發版前\r\n  一定要先跑\r\n  資料比對，\r\n不然會壞"),
        (["please run\nthe tests"], "please run\nthe tests"),
        (["one", "two"], "one\n\ntwo"),
        (
            ["rules:", "- one", "* two", "3. three", "4) four", "一、五"],
            "rules:\n- one\n* two\n3. three\n4) four\n一、五",
        ),
        (["> cited", "mine"], "> cited\nmine"),
        (["# Title", "text"], "# Title\ntext"),
        (["look", "```", "code", "```", "done"], "look\n```\ncode\n```\ndone"),
        (["no e2e today", "Use pnpm"], "no e2e today\nUse pnpm"),
        (["先別跑 e2e", "Use pnpm"], "先別跑 e2e\nUse pnpm"),
    ],
)
def test_line_breaks(expected, text):
    """A line break ends a sentence at a blank line and around blocks; a soft wrap does not."""
    assert expected == cut(text)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["這陣子不穩，", "先別跑，", "好"], "這陣子不穩，先別跑，好"),
        (["a、", "b；", "c:", "d,", "e"], "a、b；c: d, e"),
        (["1,000 rows at 10:30,", "https://a.b"], "1,000 rows at 10:30, https://a.b"),
        (["記住：", "先別跑"], "記住：先別跑"),
    ],
)
def test_marks_that_end_a_clause(expected, text):
    """A clause ends at ，,；;、 and at a colon that is one, never inside a number or an address."""
    assert expected == [text[each.start : each.end] for each in clauses(text, Span(0, len(text)))]


def test_joining_marks_end_no_clause():
    """A mark named in ``joining`` ends no clause."""
    assert [Span(0, 4), Span(4, 5)] == clauses("a、b，c", Span(0, 5), joining="、")


def test_around_a_span():
    """The sentence and the clause around a span, and several where it crosses an end."""
    text = "One, two. Three, four. Five"
    at = text.index("Three")
    assert "Three, four." == text[slice(*sentence_at(text, at, at + 5))]
    assert "Three," == text[slice(*clause_at(text, at, at + 5))]
    assert "One, two. Three, four." == text[slice(*sentence_at(text, 5, at + 5))]
    assert ["One, two.", "Three, four."] == [text[slice(*each)] for each in sentences_at(text, 5, at + 5)]


@given(st.text(HARD, max_size=60))
def test_sentences_leave_out_white_space_only(text):
    """Sentences stand in order, do not overlap, and leave out nothing but white space."""
    found = sentences(text)
    assert sorted(found) == found
    assert "".join(text.split()) == "".join("".join(text[each.start : each.end] for each in found).split())


@given(st.text(HARD, min_size=1, max_size=60), st.data())
def test_a_span_lies_in_its_sentence(text, data):
    """The sentence and the clause at a span hold it, whatever the text."""
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    sentence, clause = sentence_at(text, start, end), clause_at(text, start, end)
    assert sentence.start <= clause.start <= start
    assert end <= clause.end <= sentence.end
