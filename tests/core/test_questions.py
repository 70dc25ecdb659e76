"""What to ask about a condition: the question that a person would ask, or the condition in quotation marks."""

from __future__ import annotations

import pytest

from stillso.core import questions
from stillso.core.questions import Asking, Form, Yes
from stillso.testing.builders import a_row

ZH_EVENTS = {
    "staging 修好之前": "staging 修好",
    "在 staging 還沒修好之前": "staging 修好",
    "直到客戶簽約": "客戶簽約",
    "v2 上線前": "v2 上線",
    "版本凍結解除以前": "版本凍結解除",
    "等新的憑證拿到為止": "新的憑證拿到",
    "测试机还没恢复之前": "测试机恢复",
}
EN_EVENTS = {
    "until staging is fixed": ("Is", "staging", "fixed"),
    "Until the two certificates are there.": ("Are", "the two certificates", "there"),
    "until the vendor has replied": ("Has", "the vendor", "replied"),
    "not before the audit is over": ("Is", "the audit", "over"),
}
QUOTED = {
    "這陣子 staging 很不穩": Form.VAGUE,
    "目前": Form.VAGUE,
    "如果客戶來": Form.RECURRING,
    "客戶來的時候": Form.RECURRING,
    "下週三之前": Form.HOLDS,
    "到 6 月底為止": Form.HOLDS,
    "我同意之前": Form.HOLDS,
    "還沒決定要不要改之前": Form.HOLDS,
    "修好，而且測完之前": Form.HOLDS,
    "for now": Form.VAGUE,
    "when the client visits": Form.RECURRING,
    "until we have moved": Form.HOLDS,
    "until the vendor has time": Form.HOLDS,
    "until staging is not down": Form.HOLDS,
    "until v2 ships": Form.HOLDS,
    "until the host that was down is up and I say so": Form.HOLDS,
    "": Form.HOLDS,
}


@pytest.mark.parametrize(("condition", "event"), ZH_EVENTS.items())
def test_what_a_chinese_condition_waits_for_is_asked_as_if_it_had_come(condition: str, event: str):
    """Only a plain statement before 之前 becomes 「…了嗎？」, and a yes says that it has come."""
    assert Asking(form=Form.ENDED, event=event) == questions.asking(condition, chinese=True)
    assert Yes.ENDED is questions.asking(condition, chinese=True).yes


@pytest.mark.parametrize("piece", ["直到", "還沒", "until the ", "while is ", "a is ", "之前", "前 "])
def test_a_long_condition_is_read_in_no_time(piece: str):
    """A condition of the greatest length that repeats what begins or ends a construction."""
    text = (piece * 1000)[:1000]
    assert Form.ENDED is not questions.asking(text, chinese=True).form
    assert Form.STILL is not questions.asking(text, chinese=False).form


@pytest.mark.parametrize(("condition", "parts"), EN_EVENTS.items())
def test_what_an_english_condition_waits_for_is_asked_as_if_it_had_come(condition: str, parts: tuple[str, str, str]):
    """ "until X is Y" becomes "Is X Y by now?"."""
    verb, subject, event = parts
    asked = Asking(form=Form.ENDED, verb=verb, subject=subject, event=event)
    assert asked == questions.asking(condition, chinese=False)


def test_what_goes_on_is_asked_whether_it_still_does():
    """ "while X is Y" becomes "Is X still Y?", and a yes says that the record holds."""
    found = questions.asking("while CI is still red", chinese=False)
    assert (Form.STILL, "CI", "red", Yes.STILL_SO) == (found.form, found.subject, found.event, found.yes)


@pytest.mark.parametrize(("condition", "form"), QUOTED.items())
def test_every_other_condition_is_quoted(condition: str, form: Form):
    """A day, somebody who speaks, a denial, several clauses: no question is made of them."""
    found = questions.asking(condition, chinese=not condition.isascii())
    assert (form, Yes.STILL_SO) == (found.form, found.yes)


@pytest.mark.parametrize(
    ("chinese", "condition", "quote", "content"),
    [
        (True, "staging 修好之前", "until staging is fixed", "skip e2e"),
        (False, "until staging is fixed", "修好之前", "先別跑"),
        (False, 'until the label "修好" is gone', None, "先別跑"),
        (True, None, "e2e 先別跑", "skip e2e"),
        (False, None, None, "skip e2e"),
        (True, None, None, "123"),
    ],
)
def test_the_language_is_that_of_the_condition_else_of_the_words(
    chinese: bool, condition: str | None, quote: str | None, content: str
):
    """Latin names make no English of a Chinese text; who has no letters is asked in the language of the screen."""
    record = a_row(1, condition=condition, quote=quote, content=content).record
    assert chinese is questions.is_chinese(record, otherwise=True)


@pytest.mark.parametrize(
    ("about", "text"),
    [
        (True, "#3: is it so?"),
        (True, "Fixed in #5. Is #3 so?"),
        (False, "#3 is so."),
        (False, "#3. Is it so?"),
        (False, "#3 or #5?"),
        (False, "Shall I keep #3?"),
        (False, "#3：p41d7k03b 要嗎？"),
    ],
)
def test_a_question_about_a_record_names_it_alone_where_it_asks(about: bool, text: str):
    """An answer must count for this record, and for no other and no candidate."""
    assert about is questions.is_about(3, text)
