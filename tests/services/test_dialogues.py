"""Short answers: words of any length suffice for the record or candidate that a recorded question is about."""

from __future__ import annotations

from typing import Any

import pytest
from tests.core.dialogues_held_out import DIALOGUES

import stillso
from stillso import Done, Outcome, Owner, Refused, Session, Waiting
from stillso.core import names, policy, quotes
from stillso.core.records import Record
from stillso.testing import FixedClock


class Talk:
    """A store with records of mei, and an agent's session that was shown them."""

    def __init__(self, *records: tuple[str, str | None], level: str = "write") -> None:
        self.clock = FixedClock(names.moment("2026-06-22T03:10:00Z"))
        self.app = stillso.open("memory:", clock=self.clock)
        self.mei: Owner = self.app.owner("mei")
        self.mei.create_base("shop")
        self.app.add_agent("claude-code")
        self.mei.grant("claude-code", "shop", level)
        for content, condition in records:
            assert isinstance(self.mei.remember(content, condition=condition, base="shop"), Done)
        self.clock.advance(days=94)
        session = self.app.session("claude-code", ["shop"], person="mei")
        assert isinstance(session, Session)
        session.lines()
        self.session = session

    def record(self, no: int) -> Record:
        """A record as it is."""
        shown = self.mei.show(no, base="shop")
        assert not isinstance(shown, Refused)
        return shown.rows[0].record

    def hear(self, said: str, asked: str | None) -> None:
        """What mei said, and what it answers."""
        assert not isinstance(self.session.hear(said, asked=asked), Refused)

    def answer(self, said: str, asked: str | None, verb: str, no: int, *content: str) -> Outcome:
        """What the agent is answered when it rests a verb on the whole of what mei said."""
        self.hear(said, asked)
        outcome: Outcome = getattr(self.session, verb)(no, *content, quote=said)
        return outcome


def kind(outcome: Outcome) -> str:
    """The outcome in the words of the corpus."""
    return {Done: "done", Waiting: "waits", Refused: "refused"}[type(outcome)]


def ended(dialogue: Any) -> tuple[str, str | None]:
    """How a dialogue ends: the outcome, and the source that it gave the record."""
    talk = Talk(dialogue.record, *dialogue.others)
    late = [("先等我一下", dialogue.asked or None)] if dialogue.late else []
    for said, asked in late:
        talk.hear(said, asked)
    outcome = talk.answer(
        dialogue.reply,
        None if dialogue.late else dialogue.asked or None,
        dialogue.verb,
        1,
        *([dialogue.content] if dialogue.verb == "supersede" else []),
    )
    gave = isinstance(outcome, Done) and dialogue.source is not None
    return kind(outcome), talk.record(outcome.no or 0).source.value if gave else None  # type: ignore[union-attr]


def is_short(dialogue: Any) -> bool:
    """Whether the reply counts for nothing but as an answer."""
    return quotes.thickness(dialogue.reply) < policy.QUOTE_THICKNESS


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda each: each.id)
def test_a_held_out_dialogue_ends_as_the_model_says(dialogue: Any) -> None:
    """Done or waiting, and stated or confirmed, as judged by the words of the design."""
    assert (dialogue.outcome, dialogue.source) == ended(dialogue)


@pytest.mark.parametrize("dialogue", [each for each in DIALOGUES if is_short(each)], ids=lambda each: each.id)
def test_an_answer_that_comes_one_message_late_counts_no_more(dialogue: Any) -> None:
    """What is too thin to speak for itself proves nothing when another message came between."""
    assert ("waits", None) == ended(dialogue._replace(late=True))


# --- the issue's own: "#3: is staging repaired?" -----------------------------------------------------------------

RECORDS: tuple[tuple[str, str | None], ...] = (
    ("Write commit messages in English", None),
    ("回覆用繁體中文", None),
    ("改完只跑 unit test，不跑 e2e", "staging 修好之前"),
)
ASKED = "#3: is staging repaired?"
OPTIONS = "#3: is staging repaired?\n1. 還沒，照舊只跑 unit test\n2. 修好了，unit test 和 e2e 都跑"


def test_not_yet_confirms_the_record_that_was_asked_about() -> None:
    """「還沒」 renews #3, dated by the answer, and keeps its source."""
    talk = Talk(*RECORDS)
    before = talk.record(3)
    assert "done" == kind(talk.answer("還沒", ASKED, "confirm", 3))
    assert (talk.clock.at, before.source) == (talk.record(3).confirmed_at, talk.record(3).source)


def test_yes_confirms_nothing_that_was_not_asked() -> None:
    """ "yes" answers for #3 only: #1 stays as it was."""
    talk = Talk(*RECORDS)
    before = talk.record(1)
    assert "waits" == kind(talk.answer("yes", ASKED, "confirm", 1))
    assert before == talk.record(1)


def test_a_bare_yes_leaves_a_replacement_confirmed() -> None:
    """The wording is the agent's, the user agreed: confirmed, with the answer as its words."""
    talk = Talk(*RECORDS)
    outcome = talk.answer("yes", ASKED, "supersede", 3, "staging 修好了，unit test 和 e2e 都跑")
    assert isinstance(outcome, Done)
    assert ("confirmed", "yes") == (talk.record(4).source.value, talk.record(4).quote)


def test_it_is_repaired_run_them_from_now_on_replaces_the_record() -> None:
    """「修好了，以後都跑」 replaces #3; the content needs the question, so it is confirmed, without a condition."""
    talk = Talk(*RECORDS)
    outcome = talk.answer("修好了，以後都跑", ASKED, "supersede", 3, "改完 unit test 和 e2e 都跑")
    assert isinstance(outcome, Done)
    new = talk.record(4)
    assert ("confirmed", "修好了，以後都跑", None, 3) == (new.source.value, new.quote, new.condition, new.supersedes)


@pytest.mark.parametrize("said", ["2", "修好了，unit test 和 e2e 都跑", "第二個"])
def test_a_chosen_option_is_confirmed(said: str) -> None:
    """An option taken by its number, its text or its place is the agent's wording, agreed to."""
    talk = Talk(*RECORDS)
    outcome = talk.answer(said, OPTIONS, "supersede", 3, "修好了，unit test 和 e2e 都跑")
    assert isinstance(outcome, Done), outcome
    assert "confirmed" == talk.record(4).source.value


@pytest.mark.parametrize("verb", ["confirm", "retract"])
def test_an_answer_about_another_record_is_none(verb: str) -> None:
    """Asked about #3, no answer says anything about #2."""
    assert "waits" == kind(Talk(*RECORDS).answer("還沒", ASKED, verb, 2))


@pytest.mark.parametrize("said", ["還沒", "yes", "對"])
def test_two_questions_at_once_need_a_name(said: str) -> None:
    """Of two records that were asked about, an answer without a name is about neither."""
    both = "#3: is staging repaired? #1: still in English?"
    assert ["waits", "waits"] == [kind(Talk(*RECORDS).answer(said, both, "confirm", no)) for no in (3, 1)]


def test_of_two_questions_the_one_that_is_named_is_answered() -> None:
    """ "#1 yes" is about #1 and not about #3."""
    both = "#3: is staging repaired? #1: still in English?"
    assert ["waits", "done"] == [kind(Talk(*RECORDS).answer("#1 yes", both, "confirm", no)) for no in (3, 1)]


@pytest.mark.parametrize("said", ["還沒", "yes", "not yet"])
def test_an_answer_one_message_late_is_none(said: str) -> None:
    """It counts for the next message only: what comes after that is an answer to something else."""
    talk = Talk(*RECORDS)
    talk.hear("等一下", ASKED)
    assert "waits" == kind(talk.answer(said, None, "confirm", 3))


def test_an_answer_is_used_up_by_the_next_message() -> None:
    """Words that answered and were followed by others are too thin again."""
    talk = Talk(*RECORDS)
    talk.hear("還沒", ASKED)
    talk.hear("幫我看購物車那張單", None)
    outcome = talk.session.confirm(3, quote="還沒")
    assert isinstance(outcome, Waiting)
    assert "quote-too-thin" == outcome.why.value


def test_an_answer_counts_only_for_what_the_session_had_seen() -> None:
    """A question about a record that the session was never shown opens nothing."""
    talk = Talk(*RECORDS)
    blind = talk.app.session("claude-code", ["shop"], person="mei")
    assert isinstance(blind, Session)
    blind.hear("還沒", asked=ASKED)
    outcome = blind.confirm(3, quote="還沒")
    assert isinstance(outcome, Refused)
    assert "not-seen" == outcome.code.value


@pytest.mark.parametrize("verb", ["confirm", "retract", "supersede"])
def test_an_answer_to_a_question_asked_before_it_was_shown_is_old(verb: str) -> None:
    """Asked and answered first, shown afterwards: the words are not about what was shown."""
    talk = Talk(*RECORDS)
    blind = talk.app.session("claude-code", ["shop"], person="mei")
    assert isinstance(blind, Session)
    blind.hear("不用了", asked="#3 還需要嗎？")
    blind.lines()
    content = {"supersede": ["改完 unit test 和 e2e 都跑"]}.get(verb, [])
    assert "waits" == kind(getattr(blind, verb)(3, *content, quote="不用了"))


@pytest.mark.parametrize("verb", ["confirm", "retract"])
@pytest.mark.parametrize(("said", "asked"), [("e2e 還是先別跑", None), ("不用了", "#3 還需要嗎？")])
def test_a_version_that_the_call_names_makes_no_words_new(verb: str, said: str, asked: str | None) -> None:
    """``read_version`` is no showing in a session: words heard before one are not about what it would show."""
    talk = Talk(*RECORDS)
    before = talk.record(3)
    blind = talk.app.session("claude-code", ["shop"], person="mei")
    assert isinstance(blind, Session)
    blind.hear(said, asked=asked)
    outcome = getattr(blind, verb)(3, quote=said, read_version=before.version)
    assert (False, before) == (isinstance(outcome, Done), talk.record(3))


# --- about a candidate ------------------------------------------------------------------------------------------


def candidate(talk: Talk) -> str:
    """A candidate that the agent made without words."""
    outcome = talk.session.remember("每次發版前更新 changelog")
    assert isinstance(outcome, Waiting)
    return outcome.proposal


@pytest.mark.parametrize("said", ["好", "可以", "yes", "ok"])
def test_yes_to_a_question_that_names_the_candidate_carries_it_out(said: str) -> None:
    """The candidate becomes a confirmed record with the answer as its words and the person's name."""
    talk = Talk(*RECORDS)
    id = candidate(talk)
    talk.hear(said, f"要記下 {id} 嗎？")
    outcome = talk.session.approve(id, quote=said)
    assert isinstance(outcome, Done), outcome
    new = talk.record(outcome.no or 0)
    assert ("confirmed", said, "mei") == (new.source.value, new.quote, new.said_by)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("不要", "要記下 {id} 嗎？"),
        ("不要", "要不要記下 {id}？"),
        ("no", "Shall I note {id}?"),
        ("not", "Keep {id} or not?"),
        ("好嗎？", "要記下 {id} 嗎？"),
        ("好", "要不要先跑測試？"),
        ("好", "我提了 {id}。要不要先跑測試？"),
        ("好", None),
        ("好", "要記下 {id} 和 #3 嗎？"),
    ],
)
def test_anything_but_a_plain_yes_to_it_leaves_it_waiting(said: str, asked: str | None) -> None:
    """Only a person approves: a no, a question back, or a yes to something else is no approval."""
    talk = Talk(*RECORDS)
    id = candidate(talk)
    talk.hear(said, asked and asked.format(id=id))
    outcome = talk.session.approve(id, quote=said)
    assert isinstance(outcome, Refused)
    assert "not-a-person" == outcome.code.value
    assert 1 == len(talk.app.inbox("shop"))  # type: ignore[arg-type]


def two_bases() -> tuple[Talk, str]:
    """A candidate in the base shop, and an agent without a grant on it."""
    talk = Talk(*RECORDS)
    id = candidate(talk)
    talk.mei.create_base("other")
    talk.app.add_agent("codex")
    talk.mei.grant("codex", "other", "write")
    return talk, id


def test_yes_in_a_session_without_a_grant_carries_nothing_out() -> None:
    """The user's yes does not lift the bounds of a grant: another base's candidate is out of reach."""
    talk, id = two_bases()
    stranger = talk.app.session("codex", ["other"], person="mei")
    assert isinstance(stranger, Session)
    stranger.hear("yes", asked=f"Shall I keep {id}?")
    assert isinstance(stranger.approve(id, quote="yes"), Refused)
    assert 1 == len(talk.app.inbox("shop"))  # type: ignore[arg-type]


def test_yes_in_a_session_that_ended_carries_nothing_out() -> None:
    """An ended session writes nothing any more."""
    talk = Talk(*RECORDS)
    id = candidate(talk)
    talk.hear("yes", f"Shall I keep {id}?")
    talk.session.end()
    assert isinstance(talk.session.approve(id, quote="yes"), Refused)
    assert 1 == len(talk.app.inbox("shop"))  # type: ignore[arg-type]


def test_yes_to_a_candidate_with_only_a_grant_to_read_carries_nothing_out() -> None:
    """A grant that was lowered to reading stops this write like any other."""
    talk = Talk(*RECORDS)
    id = candidate(talk)
    talk.hear("yes", f"Shall I keep {id}?")
    talk.mei.grant("claude-code", "shop", "read")
    assert isinstance(talk.session.approve(id, quote="yes"), Refused)


@pytest.mark.parametrize("said", ["later", "稍後再說", "not sure", "不知道"])
@pytest.mark.parametrize("verb", ["confirm", "retract"])
def test_later_and_not_sure_decide_nothing(said: str, verb: str) -> None:
    """The third answer beside "still so" and "it changed" leaves the record as it is (decisions, "Words")."""
    talk = Talk(*RECORDS)
    before = talk.record(3)
    assert "waits" == kind(talk.answer(said, "#3: still so?", verb, 3))
    assert before == talk.record(3)
