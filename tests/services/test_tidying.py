"""What is due is asked so that the answer counts; what would keep a base in order is proposed, and not done."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stillso
from stillso import Done, Owner, Refused, Session, Waiting
from stillso.core import holding, names, questions
from stillso.core.operations import Proposal
from stillso.core.questions import Yes
from stillso.core.records import Source
from stillso.services.questions import Asker, question
from stillso.services.reading import Shown
from stillso.services.tidying import Advice, Kind, Tidied
from stillso.testing import FixedClock
from stillso.testing.builders import AT, DAY, ODD, a_row

BASE = "shop"
AGENT = "claude-code"


class House:
    """A store in memory: mei, her agent, and the base shop; the clock stands in June."""

    def __init__(self, *bases: str) -> None:
        self.clock = FixedClock(names.moment("2026-06-22T03:10:00Z"))
        self.app = stillso.open("memory:", clock=self.clock)
        self.mei: Owner = self.app.owner("mei")
        self.app.add_agent(AGENT)
        for base in bases or (BASE,):
            self.mei.create_base(base)
            self.mei.grant(AGENT, base, "write")

    def session(self, *bases: str, channel: str = "cli") -> Session:
        """A session of the agent for mei."""
        session = self.app.session(AGENT, bases or [BASE], channel=channel, person="mei")
        assert isinstance(session, Session)
        return session

    def keep(self, content: str, *, base: str = BASE, **fields: Any) -> int:
        """The number of a record that mei wrote."""
        done = self.mei.remember(content, base=base, **{"beside": 0, **fields})
        assert isinstance(done, Done)
        assert done.no is not None
        return done.no

    def say(self, content: str, **fields: Any) -> int:
        """The number of a record that an agent keeps of mei's words, beside whatever there is."""
        until = f"until {fields['until']}" if "until" in fields else ""
        said = " ".join(filter(None, (content, fields.get("condition", ""), until)))
        session = self.session()
        session.hear(said)
        done = session.remember(content, quote=said, beside=0, **fields)
        assert isinstance(done, Done), done
        assert done.no is not None
        return done.no

    def due(self, who: Owner | Session | None = None, base: str = BASE) -> dict[int, str]:
        """What is due, by number, with its question."""
        shown = (who or self.mei).due(base=base)
        assert isinstance(shown, Shown)
        return {row.record.no: each.text for row, each in zip(shown.rows, shown.questions, strict=True)}

    def tidy(self, *kinds: Kind, who: Owner | Session | None = None, **asked: Any) -> list[Advice]:
        """What would keep the base in order, of these kinds."""
        found = (who or self.mei).tidy(base=BASE, **asked)
        assert isinstance(found, Tidied)
        return [each for each in found.found if each.kind in kinds or not kinds]

    def proposals(self) -> list[Proposal]:
        """What waits."""
        found = self.app.inbox(BASE)
        assert not isinstance(found, Refused)
        return [each.proposal for each in found]

    def inbox(self) -> list[str]:
        """The ids of what waits."""
        return [each.id for each in self.proposals()]


def told(found: list[Advice]) -> list[tuple[str, str, list[int], bool]]:
    """What was found, in short: the kind, its variant, the numbers, and whether one retraction settles it."""
    return [(each.kind, each.variant, [row.record.no for row in each.rows], each.pair is not None) for each in found]


@pytest.fixture
def house() -> House:
    """A house with one base."""
    return House()


# --- due: the question ---------------------------------------------------------------------------------------

#: Contents, conditions and quotes that ask, name others, end sentences and open marks where they stand in a question.
CONDITIONS = (
    "staging 修好之前",
    "until staging is fixed",
    "while CI is red",
    "這陣子 staging 很不穩",
    "如果客戶來，就先停",
    "要不要先問 #2？",
    "until #1 is done? then #4. Shall I?",
    "「為什麼」。record 3 還是 p41d7k03b 嗎？",
    "until “it's done”…\n- #2 yes?\n> no",
    "for now; see https://example.com/a?b=#3",
    "要我刪掉 #5 嗎",
    "until " + "the very long job " * 40 + "is done",
    ODD,
)


ENDS = {Yes.ENDED: "retract", Yes.STILL_SO: "confirm"}


@pytest.mark.parametrize(
    ("answer", "says"), [("修好了", Yes.ENDED), ("yes", None), ("還沒", Yes.STILL_SO), ("對，還是這樣", Yes.STILL_SO)]
)
def test_an_answer_to_the_question_counts_for_that_record_and_verb_and_no_other(
    house: House, answer: str, says: Yes | None
):
    """Every question is asked as it stands: the verb that the answer says is done, on that record; the other waits."""
    for n, condition in enumerate(CONDITIONS):
        house.keep(
            "規則" + "甲乙丙丁戊己庚辛壬癸子丑寅"[n] if n % 2 else f"rule {'abcdefghijklm'[n] * 3}", condition=condition
        )
    house.clock.advance(days=94)
    shown = house.mei.due(base=BASE)
    assert isinstance(shown, Shown)
    done = {}
    asked = {row.record.no: each for row, each in zip(shown.rows, shown.questions, strict=True)}
    for no, each in asked.items():
        session = house.session()
        session.due()
        session.hear(answer, asked=each.text)
        right = ENDS[says or each.yes]
        (wrong,) = {*ENDS.values()} - {right}
        assert isinstance(getattr(session, wrong)(no, quote=answer), Waiting)
        open_ = [row.record.no for row in session.due().rows]  # type: ignore[union-attr]
        outcomes = {other: getattr(session, right)(other, quote=answer) for other in open_}
        done[no] = [other for other, outcome in outcomes.items() if isinstance(outcome, Done)]
    assert len(CONDITIONS) == len(asked)
    assert {no: [no] for no in asked} == done


def test_several_questions_in_one_message_are_answered_by_number(house: House):
    """The questions of a list may be asked at once: what the answer names is confirmed."""
    for n in range(4):
        house.keep(f"rule {n}", condition=CONDITIONS[n])
    house.clock.advance(days=94)
    session = house.session()
    asked = house.due(session)
    session.hear("#2 no", asked="\n".join(f"- {text}" for text in asked.values()))
    assert [2] == [no for no in asked if isinstance(session.confirm(no, quote="#2 no"), Done)]


def test_with_several_bases_the_question_names_its_base():
    """Each base has its own #1: an answer counts in the one that was asked about."""
    house = House("shop", "docs")
    house.keep("先不動 schema", base="shop", condition="版本凍結解除之前")
    house.keep("寫英文", base="docs", condition="在客戶簽約之前")
    house.clock.advance(days=94)
    session = house.session("shop", "docs")
    house.due(session, "shop")
    session.hear("還沒", asked=house.due(session, "docs")[1])
    assert isinstance(session.confirm(1, base="shop", quote="還沒"), Waiting)
    assert isinstance(session.confirm(1, base="docs", quote="還沒"), Done)


texts = st.lists(
    st.sampled_from([*CONDITIONS, "a", "。", "? ", " #7 ", "」", "”", "\n", "嗎", "p41d7k03b"]), max_size=4
)
words = st.one_of(texts.map("".join), st.text(max_size=60))


@given(
    content=words.filter(str.strip),
    condition=st.one_of(st.none(), words.filter(str.strip)),
    quote=st.one_of(st.none(), words),
    source=st.sampled_from(Source),
    said_by=st.sampled_from([None, "mei", "#4?"]),
    days=st.integers(-400, 400),
    until=st.one_of(st.none(), st.dates(min_value=AT.date(), max_value=AT.date() + 400 * DAY)),
    base=st.sampled_from([None, "shop", "a-1"]),
)
def test_every_question_is_about_its_record_alone(days: int, base: str | None, **fields: Any):
    """Whatever people wrote, the question is one that our own rules take for one about this record."""
    record = a_row(3, **fields).record
    asked = question(record, Asker(person="mei", now=AT + timedelta(days=days), base=base, language="en"))
    assert questions.is_about(3, asked.text)
    assert base is None or base in asked.text
    assert 700 > len(asked.text)
    assert asked.text.isprintable() or not asked.text.replace("\u3000", "").isprintable()


@given(
    content=st.sampled_from(CONDITIONS),
    condition=st.sampled_from([None, *CONDITIONS]),
    days=st.sampled_from([-400, 94]),
    until=st.sampled_from([None, AT.date() + DAY]),
    language=st.sampled_from(["en", "zh-Hant"]),
)
def test_what_a_yes_to_a_question_says_is_read_from_the_question_itself(days: int, language: str, **fields: Any):
    """Whether it asks for the end or for what goes on: the answer is judged by what was asked, as it stands."""
    record = a_row(3, **fields).record
    asked = question(record, Asker(person="mei", now=AT + timedelta(days=days), base=None, language=language))
    found = holding.asked_about(asked.text, 3, record.content, record.condition)
    assert {asked.yes} == found.yes


def test_a_question_repeats_the_words_and_says_whose_they_are(house: House):
    """The agent asks mei about her own words; about somebody else's it says who."""
    session = house.session()
    session.hear("e2e 先別跑，staging 還沒修好")
    session.remember("不跑 e2e", condition="staging 修好之前", quote="e2e 先別跑，staging 還沒修好")
    house.keep("Skip e2e", condition="until staging is fixed")
    house.clock.advance(days=94)
    lin = house.due(house.app.owner("lin"))
    assert {
        1: "#1：staging 修好了嗎？（你 6 月 22 日說：「e2e 先別跑，staging 還沒修好」）",
        2: "#2: Is staging fixed by now? (you wrote on 2026-06-22: “Skip e2e”)",
    } == house.due()
    assert "（mei 6 月 22 日說：「e2e 先別跑，staging 還沒修好」）" in lin[1]
    assert "(mei wrote on 2026-06-22: “Skip e2e”)" in lin[2]


def test_what_ended_on_a_day_is_asked_by_that_day(house: House):
    """It says on which day it was to end."""
    house.keep("Freeze the schema", until="2026-06-30")
    house.clock.advance(days=30)
    assert (
        "#1 was to hold until 2026-06-30: is it still so? (you wrote on 2026-06-22: “Freeze the schema”)"
        == (house.due()[1])
    )


def test_what_is_dated_ahead_of_the_clock_is_asked_by_its_date(house: House):
    """A clock that was wrong once is no confirmation."""
    house.keep("先別跑 e2e")
    house.clock.advance(days=-400)
    assert house.due()[1].startswith("#1 的日期 2026 年 6 月 22 日還沒到，現在是這樣嗎？")


def test_a_yes_says_that_it_has_ended_where_the_question_asks_that(house: House):
    """Who reads the list need not guess what a yes means."""
    house.keep("Skip e2e", condition="until staging is fixed")
    house.keep("Skip e2e tests", condition="for now")
    house.clock.advance(days=94)
    shown = house.mei.due(base=BASE)
    assert isinstance(shown, Shown)
    assert [Yes.ENDED, Yes.STILL_SO] == [each.yes for each in shown.questions]


def test_whoever_is_given_what_is_due_has_seen_it(house: House):
    """Each is given whole, so an answer to its question counts without another reading."""
    house.keep("Skip e2e", condition="for now")
    house.clock.advance(days=94)
    session = house.session()
    asked = house.due(session)[1]
    session.hear("yes", asked=asked)
    assert isinstance(session.confirm(1, quote="yes"), Done)


@pytest.mark.parametrize(("channel", "attended"), [("cli", True), ("automation", False)])
def test_due_says_whether_somebody_can_answer(house: House, channel: str, attended: bool):
    """Where nobody can, the questions belong into a report."""
    shown = house.session(channel=channel).due()
    assert not isinstance(shown, Refused)
    assert attended is shown.attended


# --- tidy: how full the lines are, what nobody reads, what is overdue -----------------------------------------


def test_a_base_in_order_has_nothing_to_tidy(house: House):
    """Two rules about two things, fresh: nothing."""
    house.keep("Write commit messages in English")
    house.keep("Releases are on Thursdays")
    assert [] == house.tidy()


def test_lines_that_fill_up_are_told_from_four_fifths_of_their_limit_on(house: House):
    """The figures, the scopes that take the most, and the longest records."""
    for n in range(158):
        house.keep(f"rule {n}", scope=f"part-{n % 40}")
    assert [] == house.tidy(Kind.NEAR_LIMIT)
    house.keep("a long rule " * 9, scope="checkout")
    (found,) = house.tidy(Kind.NEAR_LIMIT)
    assert (160, 80, 159) == (found.facts["lines"], found.facts["percent"], found.rows[0].record.no)
    assert "part-20: " in str(found.facts["scopes"])


def test_lines_that_find_no_room_are_counted(house: House):
    """Over the limit it says how many are left out."""
    for n in range(205):
        house.keep(f"rule {n}")
    (found,) = house.tidy(Kind.NEAR_LIMIT)
    assert ("over", 7) == (found.variant, found.facts["left_out"])


def test_what_no_session_was_shown_for_long_is_told(house: House):
    """Only where sessions worked: the lines of another place left it out."""
    house.keep("Legacy runs on Java", scope="legacy")
    house.keep("Releases are on Thursdays")
    house.clock.advance(days=40)
    for _ in range(4):
        house.session().lines(scope="checkout")
    assert [] == house.tidy(Kind.UNREAD)
    house.session().lines(scope="checkout")
    (found,) = house.tidy(Kind.UNREAD)
    assert ([1], 5, 30) == ([row.record.no for row in found.rows], found.facts["sessions"], found.facts["days"])


def test_what_was_confirmed_or_shown_lately_is_read(house: House):
    """Within as many days as showings are kept; a session that ended before tells nothing."""
    for name in ("one", "two", "three"):
        house.keep(f"{name.capitalize()} is legacy", scope=name)
    house.keep("Releases are on Thursdays")
    house.session().show(1)
    house.clock.advance(days=40)
    for _ in range(5):
        session = house.session()
        session.lines(scope="checkout")
        session.end()
    house.session().show(2)
    house.mei.confirm(3, base=BASE)
    assert [[1]] == [[row.record.no for row in found.rows] for found in house.tidy(Kind.UNREAD)]


def test_what_nobody_answered_for_another_limit_is_overdue_and_has_its_question(house: House):
    """Due after 30 days, overdue after 60."""
    house.keep("Skip e2e", condition="until staging is fixed")
    house.keep("Freeze the schema", type="reference", until="2026-06-22")
    house.clock.advance(days=60)
    assert [2] == [each.rows[0].record.no for each in house.tidy(Kind.OVERDUE)]
    house.clock.advance(days=1)
    found = {each.rows[0].record.no: each for each in house.tidy(Kind.OVERDUE)}
    assert {"no": 1, "day": "2026-07-22", "days": 31, "limit": 30} == found[1].facts
    assert house.due()[1] == getattr(found[1].question, "text", None)


# --- tidy: what stands beside each other ----------------------------------------------------------------------


def both(house: House, older: dict[str, Any], newer: dict[str, Any]) -> list[tuple[str, str, list[int], bool]]:
    """What is found of two records, a day between them."""
    house.say(**older)
    house.clock.advance(days=1)
    house.say(**newer)
    return told(house.tidy(Kind.DUPLICATE, Kind.CONTRADICTION))


NPM, PNPM = {"content": "Use npm for the frontend"}, {"content": "Use pnpm for the frontend"}
AGAIN = {"content": "use npm for the frontend."}


@pytest.mark.parametrize(
    ("older", "newer", "found"),
    [
        (NPM, AGAIN, [("duplicate", "", [1, 2], True)]),
        (NPM | {"scope": "web/ui"}, AGAIN | {"scope": "web"}, [("duplicate", "", [1, 2], True)]),
        (NPM, AGAIN | {"scope": "web"}, [("duplicate", "apart", [1, 2], False)]),
        (NPM, AGAIN | {"condition": "for now"}, [("duplicate", "apart", [1, 2], False)]),
        (NPM, AGAIN | {"until": "2026-12-31"}, [("duplicate", "apart", [1, 2], False)]),
        (NPM, AGAIN | {"audience": "anyone"}, []),
        (NPM | {"scope": "web"}, AGAIN | {"scope": "docs"}, []),
        (NPM, PNPM, [("contradiction", "", [1, 2], True)]),
        (NPM | {"scope": "web"}, PNPM, [("contradiction", "apart", [1, 2], False)]),
        (NPM, PNPM | {"condition": "for now"}, [("contradiction", "apart", [1, 2], False)]),
        (NPM | {"scope": "web"}, PNPM | {"scope": "docs"}, []),
        (NPM, {"content": "Write tests for the frontend"}, []),
    ],
)
def test_two_records_are_held_against_each_other(
    house: House, older: dict[str, Any], newer: dict[str, Any], found: list[Any]
):
    """In places that overlap and for the same audience; only where nothing else differs one retraction settles it."""
    assert found == both(house, older, newer)


def test_the_one_that_was_confirmed_last_is_the_newer(house: House):
    """What was said first and is still so outlives what was said after it."""
    house.say(**NPM)
    house.clock.advance(days=1)
    house.say(**PNPM)
    house.clock.advance(days=1)
    house.mei.confirm(1, base=BASE)
    assert [("contradiction", "", [2, 1], True)] == told(house.tidy(Kind.CONTRADICTION))


def test_of_many_that_say_the_same_each_is_held_against_the_newest(house: House):
    """Also of more than are compared with each other."""
    for _ in range(60):
        house.say("Use npm for the frontend")
        house.clock.advance(minutes=1)
    assert [([n, 60]) for n in range(1, 60)] == [nos for _, _, nos, _ in told(house.tidy(Kind.DUPLICATE))]


@pytest.mark.parametrize("beside", [1, 0])
@pytest.mark.parametrize("newer", [PNPM, AGAIN])
def test_what_a_person_put_beside_another_is_in_order(house: House, newer: dict[str, Any], beside: int):
    """By its number, or beside any; also when the older one is confirmed later on."""
    house.keep(**NPM)
    house.keep(**newer, beside=beside)
    assert ([], []) == (house.tidy(propose=True), house.inbox())
    house.clock.advance(days=1)
    house.mei.confirm(1, base=BASE)
    assert [] == house.tidy()


def test_what_a_person_approved_beside_another_is_in_order(house: House):
    """Also where the person words it otherwise on the card."""
    house.keep(**NPM)
    for content in (None, "Use pnpm for the frontend again"):
        waiting = house.session().remember(**PNPM, beside=0)
        assert isinstance(waiting, Waiting)
        assert isinstance(house.mei.approve(waiting.proposal, content=content), Done)
        assert [] == [each for each in house.tidy() if 1 in [row.record.no for row in each.rows]]


def test_beside_one_record_another_still_contradicts(house: House):
    """What was decided of one says nothing of the next."""
    house.keep(**NPM)
    house.keep(**PNPM, beside=1)
    house.say("Use yarn for the frontend")
    assert [("contradiction", "one-day", [2, 3], True)] == told(house.tidy())[-1:]
    assert all(3 in nos for _, _, nos, _ in told(house.tidy()))


def test_what_an_agent_put_beside_another_is_asked_about(house: House):
    """No person looked at both."""
    house.keep(**NPM)
    house.say(**PNPM)
    (found,) = house.tidy()
    assert "#2, the newer one, says something else than #1" in found.reason(house.app.texts)


def test_that_two_stand_side_by_side_is_kept_in_the_log(house: House):
    """It is a reason like any, and no index has to know it."""
    house.keep(**NPM)
    house.keep(**PNPM, beside=1)
    house.app.reindex(BASE)
    assert [] == house.tidy()


# --- tidy: proposing ------------------------------------------------------------------------------------------


def test_what_one_retraction_settles_is_proposed_once_and_with_its_reason(house: House):
    """Approving it retracts the older one; nothing else changes."""
    both(house, NPM, PNPM)
    (first,) = house.tidy(propose=True)
    (again,) = house.tidy(who=house.session(), propose=True)
    (waits,) = house.proposals()
    assert [first.proposal] == house.inbox() == [again.proposal]
    assert ("tidying", first.reason(house.app.texts)) == (waits.why, waits.asked["reason"])
    assert isinstance(house.mei.approve(waits.id), Done)
    assert [] == house.tidy()
    left = house.mei.list(base=BASE)
    assert isinstance(left, Shown)
    assert [2] == [row.record.no for row in left.rows]


def test_without_propose_nothing_is_written(house: House):
    """Looking leaves the version and the inbox as they are."""
    both(house, NPM, PNPM)
    assert ([], 2) == (house.inbox(), getattr(house.app.base(BASE), "head", None))


def test_what_a_person_refused_is_not_found_again_until_it_changes(house: House):
    """Both are to stand; a confirmation makes it a question anew."""
    both(house, NPM, PNPM)
    (found,) = house.tidy(propose=True)
    house.mei.refuse(str(found.proposal))
    assert ([], [], []) == (house.tidy(), house.tidy(propose=True), house.inbox())
    house.clock.advance(days=1)
    house.mei.confirm(1, base=BASE)
    assert [[2, 1]] == [nos for _, _, nos, _ in told(house.tidy())]


@pytest.mark.parametrize("changed", [1, 2])
def test_approving_is_stale_when_either_record_has_changed(house: House, changed: int):
    """Were the newer one gone meanwhile, nothing of what was said would be left."""
    both(house, NPM, PNPM)
    (found,) = house.tidy(propose=True)
    house.mei.amend(changed, base=BASE, scope="web")
    outcome = house.mei.approve(str(found.proposal))
    assert isinstance(outcome, Refused)
    assert "stale" == outcome.code


def test_tidying_leaves_room_in_the_inbox(house: House):
    """So many wait at a time; the rest is proposed once those are decided."""
    for n in range(25):
        house.say(f"Use npm {n} for the frontend")
        house.say(f"use npm {n} for the frontend.")
    found = house.mei.tidy(base=BASE, propose=True)
    assert isinstance(found, Tidied)
    assert (20, True) == (len(house.inbox()), found.full)
    house.mei.approve(house.inbox()[0])
    house.tidy(propose=True)
    assert 20 == len(house.inbox())


def test_an_agent_that_may_only_read_proposes_nothing(house: House):
    """It is told what is not in order, and refused what it may not ask."""
    both(house, NPM, PNPM)
    house.app.add_agent("reader")
    house.mei.grant("reader", BASE, "read")
    reader = house.app.session("reader", [BASE], channel="cli", person="mei")
    assert not isinstance(reader, Refused)
    refused = reader.tidy(propose=True)
    assert isinstance(refused, Refused)
    assert "no-grant" == refused.code
    assert 1 == len(house.tidy(who=reader))
