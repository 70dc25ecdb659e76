"""The tools that ask: what is done, what waits, and what is refused, as a model reads it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tools.conftest import AGENT, BASE, House

from stillso import tools
from stillso.tools import Answer

WORDS = "staging is unstable these days, skip e2e for now"
RULE = "Run unit tests only, no e2e"

#: The tools that only read.
READING = ["recall", "why", "news", "list_context_files", "read_context_file"]


def test_words_that_were_heard_put_a_statement_into_force(house: House):
    """With the user's own words nothing waits."""
    house.session.hear(WORDS)
    told = house.call("remember", content=RULE, type="feedback", quote=WORDS)
    condition = "The condition was taken from the user's own words."
    assert Answer(text=f"Remembered as #1 (version 1 of shop). {condition}") == told


def test_what_waits_says_first_that_it_is_not_remembered(house: House):
    """The code comes first, then that nothing is remembered, then who decides and where."""
    told = house.call("remember", content=RULE, type="feedback")
    (pending,) = house.mei.workspace.store.view("local").__enter__().proposals(None)
    assert not told.failed
    assert told.text.startswith("waiting no-quote: NOT remembered")
    assert f"stillso inbox approve {pending.id}" in told.text


def test_mc_06_an_ask_first_write_waits_and_is_then_written_exactly(house: House):
    """Nothing is written; the answer has an id and a place to decide; an approval writes that, as one version."""
    house.mei.grant(AGENT, BASE, "ask")
    house.session.hear(WORDS)
    told = house.call("remember", content=RULE, type="feedback", quote=WORDS)
    pending = house.app.inbox(BASE)
    assert isinstance(pending, list)
    assert told.text.startswith("waiting ask-first: ")
    assert f"stillso inbox approve {pending[0].proposal.id}" in told.text
    assert "#1" not in house.call("recall").text
    house.mei.approve(pending[0].proposal.id)
    assert f"#1 {RULE} | condition: " in house.call("recall").text
    assert 1 == len(house.mei.log(base=BASE))  # type: ignore[arg-type]


@pytest.mark.parametrize(("heard", "said"), [((), True), ((WORDS,), False)])
def test_a_session_that_heard_nothing_is_told_so(house: House, heard: tuple[str, ...], said: bool):
    """Where nobody hands over the user's words, the answer says that everything waits."""
    for each in heard:
        house.session.hear(each)
    told = house.call("remember", content=RULE, type="feedback", quote="deploy on Fridays only")
    assert told.text.startswith("waiting quote-not-found: ")
    assert said == ("has heard nothing" in told.text)


def test_a_refusal_begins_with_its_code(house: House):
    """A memory that this session never read is not changed; the answer says what to do."""
    house.mei.remember(RULE, base=BASE)
    told = house.call("supersede", no=1, content="Run all tests")
    assert told.failed
    assert told.text.startswith("refused not-seen: #1 was not shown in this session. Read #1 whole")


def test_what_was_read_can_be_replaced_confirmed_amended_and_retracted(house: House):
    """Recall counts as having seen; each verb then rests on the user's words."""
    house.mei.remember(RULE, base=BASE, condition="until staging is stable")
    house.call("recall", no=1)
    house.at("2026-06-23T00:00:00Z")
    house.session.hear("staging is still unstable, unit tests only")
    confirmed = house.call("confirm", no=1, quote="staging is still unstable, unit tests only")
    house.session.hear("the unit tests rule is for checkout only")
    amended = house.call("amend", no=1, scope="checkout", quote="the unit tests rule is for checkout only")
    house.session.hear("staging is stable now: run all tests, e2e as well")
    replaced = house.call("supersede", no=1, content="Run all tests, e2e as well", quote="run all tests, e2e as well")
    house.session.hear("forget that rule to run all tests, e2e as well; it does not hold any more")
    gone = house.call(
        "retract", no=2, quote="forget that rule to run all tests, e2e as well; it does not hold any more"
    )
    assert ["#1 is confirmed", "#1 is amended", "#2 replaces #1", "#2 will not"] == [
        answer.text[:length] for answer, length in ((confirmed, 15), (amended, 13), (replaced, 14), (gone, 11))
    ]


def test_an_agent_cannot_approve(house: House):
    """Neither without words nor with words that answer no question."""
    house.call("remember", content=RULE, type="feedback")
    (pending,) = house.app.inbox(BASE)  # type: ignore[misc]
    house.session.hear("yes, please")
    told = [
        house.call("confirm", proposal=pending.proposal.id),
        house.call("confirm", proposal=pending.proposal.id, quote="yes, please"),
    ]
    assert ["refused not-a-person"] * 2 == [answer.text[:20] for answer in told]


def test_a_plain_yes_to_the_question_about_a_candidate_approves_it(house: House):
    """The user's own yes counts, handed over with the question that names the candidate."""
    house.call("remember", content="Deploy on Fridays", type="feedback")
    (pending,) = house.app.inbox(BASE)  # type: ignore[misc]
    house.session.hear("yes, please", asked=f"Shall I remember that deploys are on Fridays ({pending.proposal.id})?")
    told = house.call("confirm", proposal=pending.proposal.id, quote="yes, please")
    assert Answer(text="Remembered as #1 (version 1 of shop).") == told


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("remember", {"content": RULE}, "remember needs the argument type"),
        ("remember", {"content": RULE, "type": "feedback", "quot": WORDS}, "remember takes no argument quot"),
        ("remember", {"content": 3, "type": "feedback"}, "content must be of the JSON type string, and is of"),
        ("remember", {"content": ["a"], "type": "feedback"}, "content must be of the JSON type string, and is of"),
        ("recall", {"no": "1"}, "no must be of the JSON type integer, and is of the type string"),
        ("recall", {"no": True}, "no must be of the JSON type integer, and is of the type boolean"),
        ("recall", {"no": 1.5}, "no must be of the JSON type integer, and is of the type number"),
        ("recall", {"no": 10**30}, "no must be a number between 1 and"),
        ("recall", {"no": 0}, "no must be a number between 1 and"),
        ("recall", {"no": 1, "query": "x"}, "recall takes exactly one of these arguments: no, query"),
        ("recall", {"after": "no mark"}, "after is no mark that an answer gave"),
        ("why", {}, "why takes exactly one of these arguments: no, query"),
        ("confirm", {"quote": WORDS}, "confirm takes exactly one of these arguments: no, proposal"),
        ("news", {"x" * 5000: 1}, "news takes no argument xxxx"),
        ("remember", {"content": " ", "type": "feedback"}, "An argument does not fit: the content is empty"),
        ("remember", {"content": RULE, "type": "feedback", "until": "soon"}, "An argument does not fit: 'soon'"),
        ("remember", {"content": RULE, "type": "feedback", "scope": "a//b"}, "An argument does not fit: 'a//b'"),
    ],
)  # fmt: skip
def test_arguments_that_do_not_fit_are_refused_in_a_sentence(house: House, name: str, given: dict[str, Any], said: str):
    """Whatever a model gives, it reads which argument was wrong, and never more than that."""
    told = house.call(name, **given)
    assert told.failed
    assert told.text.startswith(f"refused bad-argument: {said}")
    assert 500 > len(told.text)


@pytest.mark.parametrize("name", ["content", "base", "query"])
def test_what_is_no_text_is_refused(house: House, name: str):
    """Half a character cannot be kept, looked for, or name a base."""
    tool, given = ("recall", {}) if name == "query" else ("remember", {"content": RULE, "type": "feedback"})
    assert house.call(tool, **(given | {name: "\ud800"})).text.startswith("refused not-text: ")


def test_an_argument_that_is_null_was_not_given(house: House):
    """Models fill optional arguments with null."""
    told = house.call("remember", content=RULE, type="feedback", quote=None, base=None)
    assert told.text.startswith("waiting no-quote: ")


@pytest.mark.parametrize(
    ("level", "channel", "writes"),
    [("write", "cli", True), ("ask", "cli", True), ("read", "cli", False), ("ask", "webhook", False)],
)
def test_without_a_writable_base_there_are_no_tools_that_write(house: House, level: str, channel: str, writes: bool):
    """What could only be refused is not offered; what reads always is."""
    house.app.add_agent("helper")
    house.mei.grant("helper", BASE, level)
    session = house.open("helper", channel)
    offered = tools.available(house.app.workspace, session.caller)
    assert writes == any(tool.writes for tool in offered)
    assert READING == [tool.name for tool in offered if not tool.writes]


def test_a_tool_that_is_none_is_a_mistake_of_the_surface(house: House):
    """A surface knows what it offers."""
    with pytest.raises(KeyError):
        house.call("approve")


def test_answers_are_in_the_language_of_the_app():
    """The codes stay, the sentences are Chinese."""
    told = House("zh-Hant").call("remember", content="改完只跑單元測試", type="feedback")
    assert told.text.startswith("waiting no-quote：還沒有記住")
