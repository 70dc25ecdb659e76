"""Replies: what a question is about, and what its answer says."""

from __future__ import annotations

import pytest

from stillso.core.replies import asked_about, is_bare_assent, names, narrowed, shares_words, stance


@pytest.mark.parametrize(
    ("numbers", "asked"),
    [
        ({3}, "Is #3 still so?"),
        ({3}, "#3 還是這樣嗎"),
        ({3}, "＃3 還有效嗎？"),
        ({3}, "要不要改 #3"),
        ({3}, "Tell me whether #3 still holds."),
        ({3}, "請告訴我 #3 是否還成立。"),
        ({3}, "Shall I retract #3"),
        ({3, 5}, "Do #3 and #5 still hold?"),
        ({5}, "I saw #3 earlier. Is #5 still so?"),
        ({7}, "#3 已更新。#7 呢？"),
        (set(), "I updated #3."),
        (set(), "Is issue #9 the cause? Or PR #8?"),
        (set(), "Is https://a.b/x#3 right?"),
    ],
)
def test_records_asked_about(numbers, asked):
    """Only sentences that ask count, and "#3" of an issue or an address is no record."""
    assert numbers == asked_about(asked).numbers


def test_proposals_asked_about():
    """A proposal is named by its id, p and eight characters."""
    asked = asked_about("Approve p0a1b2c3d? The parser is done.")
    assert {"p0a1b2c3d"} == asked.proposals
    assert names(asked, "p0a1b2c3d")
    assert not names(asked, 3)
    assert ("Approve p0a1b2c3d?",) == asked.sentences


@pytest.mark.parametrize(
    ("shared", "content", "condition"),
    [
        (True, "改完只跑 unit test，不跑驗收測試", None),
        (True, "skip e2e", "staging 的驗收修好之前"),
        (False, "報表用中文", None),
        (False, "staging 用 HTTPS", None),
    ],
)
def test_shared_words(shared, content, condition):
    """A question without a number is about a record with which it shares two content words."""
    assert shared == shares_words(asked_about("staging 的驗收測試修好了嗎？"), content, condition)


def test_a_statement_shares_no_words():
    """Words in a sentence that does not ask are not asked about."""
    assert not shares_words(asked_about("staging 的驗收測試修好了。"), "staging 的驗收測試")


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({3}, "#3 yes"),
        ({3}, "#3 修好了"),
        ({3, 5}, "#3 yes, #5 no"),
        ({"p0a1b2c3d"}, "approve p0a1b2c3d"),
        (set(), "yes"),
        (set(), "the first one"),
        (set(), "3 yes"),
        (set(), "#9 yes"),
    ],
)
def test_an_answer_to_several_names_its_own(named, message):
    """Of several only those that the answer names; "the first" is not understood."""
    assert named == narrowed(message, [3, 5, "p0a1b2c3d"])


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ("yes", "yes"),
        ("yes", "Yes please."),
        ("yes", "ok"),
        ("yes", "OK!"),
        ("yes", "y"),
        ("yes", "still so"),
        ("yes", "it still is"),
        ("yes", "go ahead"),
        ("yes", "👍"),
        ("yes", "好"),
        ("yes", "好，照你說的做"),
        ("yes", "對"),
        ("yes", "對啊，還是這樣"),
        ("yes", "可以"),
        ("yes", "嗯嗯"),
        ("yes", "沒錯"),
        ("yes", "没问题"),
        ("yes", "好的，謝謝"),
        ("no", "no"),
        ("no", "Nope"),
        ("no", "not yet"),
        ("no", "no, not any more"),
        ("no", "it has changed"),
        ("no", "No. Use 3000."),
        ("no", "不要"),
        ("no", "不用了"),
        ("no", "還沒"),
        ("no", "还没有"),
        ("no", "沒有"),
        ("no", "改了"),
        ("no", "不對"),
        ("statement", "staging is fixed"),
        ("statement", "修好了"),
        ("statement", "yes, but only on CI"),
        ("statement", "好，但只限 CI"),
        ("statement", "不對，是 3000"),
        ("unclear", ""),
        ("unclear", "maybe"),
        ("unclear", "稍後"),
        ("unclear", "不知道"),
        ("unclear", "為什麼？"),
        ("unclear", "what do you mean?"),
        ("unclear", "yes, no"),
        ("unclear", "謝謝"),
    ],
)
def test_what_an_answer_says(expected, message):
    """Bare assent, bare denial, a statement of its own, or nothing clear: by the first sentence."""
    assert expected == stance(message)


@pytest.mark.parametrize(
    ("third", "fifth", "message"),
    [
        ("yes", "no", "#3 yes, #5 no"),
        ("yes", "no", "#3 yes #5 no"),
        ("yes", "no", "#5 no longer. #3 yes"),
        ("yes", "no", "yes for #3 and no for #5"),
        ("yes", "no", "#3：還是這樣，#5：改了"),
        ("yes", "yes", "#3 and #5 yes"),
        ("statement", "yes", "#5 ok, #3 yes, but only on CI"),
    ],
)
def test_what_an_answer_says_about_each(third, fifth, message):
    """Beside each name stands what is said about it."""
    assert (third, fifth) == (stance(message, 3), stance(message, 5))


@pytest.mark.parametrize(
    ("bare", "message"),
    [
        (True, "yes"),
        (True, "好，照你說的做"),
        (True, "OK. Go ahead."),
        (False, "yes, use tabs"),
        (False, "no"),
        (False, ""),
    ],
)
def test_bare_assent(bare, message):
    """Assent and nothing else: then the content is the question's, and the record is confirmed, not stated."""
    assert bare == is_bare_assent(message)
