"""A new statement is held against what is there, on real stores: which records are offered, and when none is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

import stillso
from stillso import App, Code, Done, Outcome, Owner, Refused, Session, Status, Waiting
from stillso.services import answers
from stillso.testing import FixedClock

AT = datetime(2026, 6, 22, 3, 10, tzinfo=UTC)
JUNE = "staging is unstable these days, run unit tests only, no e2e until staging is fixed"
SEPTEMBER = "staging is fixed, run e2e again"
FRIDAYS, THURSDAYS = "The deploy day is Friday", "The deploy day is Thursday"


class Shop:
    """A base with a person and an agent that may write."""

    def __init__(self, app: App, clock: FixedClock) -> None:
        self.app, self.clock = app, clock
        self.mei: Owner = app.owner("mei")
        self.mei.create_base("shop")
        app.add_agent("claude")
        self.mei.grant("claude", "shop", "write")

    def session(self, *heard: str) -> Session:
        """A session that heard this."""
        session = self.app.session("claude", ["shop"], channel="cli", person="mei")
        assert isinstance(session, Session)
        for text in heard:
            session.hear(text)
        return session

    def count(self) -> int:
        """How many records there are, of whatever status."""
        listed = self.mei.list(*Status, base="shop")
        assert not isinstance(listed, Refused)
        return len(listed.rows)


@pytest.fixture(params=["memory:", "memory.db"])
def shop(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shop]:
    """The base on each store."""
    clock = FixedClock(AT)
    app = stillso.open("memory:" if request.param == "memory:" else tmp_path / request.param, clock=clock)
    yield Shop(app, clock)
    app.close()


def number(outcome: Outcome) -> int:
    """The record that was made."""
    assert isinstance(outcome, Done), outcome
    assert outcome.no is not None
    return outcome.no


def offered(outcome: Outcome) -> list[int]:
    """The records that a refusal offers, best first."""
    assert isinstance(outcome, Refused), outcome
    assert Code.SIMILAR_EXISTS is outcome.code
    assert outcome.now is not None
    similar = outcome.now["similar"]
    assert isinstance(similar, list)
    assert similar[0]["no"] == outcome.facts["no"]
    return [each["no"] for each in similar]


def test_the_record_that_has_another_value_is_offered(shop: Shop) -> None:
    """Refused with its number, its content and what to do; nothing is kept."""
    first = number(shop.mei.remember(FRIDAYS, base="shop"))
    number(shop.mei.remember("Write commit messages in English", base="shop"))
    outcome = shop.mei.remember(THURSDAYS, base="shop")
    assert [first] == offered(outcome)
    assert isinstance(outcome, Refused)
    assert ("other", FRIDAYS) == (outcome.facts["reason"], outcome.facts["content"])
    assert 2 == shop.count()


def test_of_several_the_surest_comes_first(shop: Shop) -> None:
    """Of equally sure ones the newest."""
    one = number(shop.mei.remember(FRIDAYS, base="shop", scope="web"))
    two = number(shop.mei.remember(THURSDAYS, base="shop", scope="api"))
    outcome = shop.mei.remember("The deploy day is Monday", base="shop")
    assert [two, one] == offered(outcome)
    assert isinstance(outcome, Refused)
    assert ("several", f"#{one}") == (outcome.facts["reason"], outcome.facts["others"])


@pytest.mark.parametrize("scope", ["checkout", "checkout/ui", None])
def test_a_scope_that_overlaps_is_compared(shop: Shop, scope: str | None) -> None:
    """One covers the other: both hold somewhere."""
    first = number(shop.mei.remember(FRIDAYS, base="shop", scope="checkout"))
    assert [first] == offered(shop.mei.remember(THURSDAYS, base="shop", scope=scope))


@pytest.mark.parametrize("new", [THURSDAYS, "The deploy day is Thursday from now on"])
def test_another_scope_is_not_compared(shop: Shop, new: str) -> None:
    """They hold nowhere together."""
    number(shop.mei.remember(FRIDAYS, base="shop", scope="checkout"))
    number(shop.mei.remember(new, base="shop", scope="billing"))
    assert 2 == shop.count()


@pytest.mark.parametrize("new", [THURSDAYS, "The deploy day is Thursday from now on"])
def test_another_audience_is_not_compared(shop: Shop, new: str) -> None:
    """What third parties may read does not replace what only the user's agent reads."""
    number(shop.mei.remember(FRIDAYS, base="shop"))
    number(shop.mei.remember(new, base="shop", audience="anyone"))
    assert 2 == shop.count()


def test_spans_of_one_message_stand_side_by_side(shop: Shop) -> None:
    """Who says both at once means both; said later, it replaces."""
    said = "the deploy day is Friday for web, the deploy day is Thursday from now on for api"
    session = shop.session(said)
    first = number(session.remember(FRIDAYS, quote="the deploy day is Friday for web"))
    second = session.remember(THURSDAYS, quote="the deploy day is Thursday from now on for api")
    assert not (isinstance(second, Refused) and second.code is Code.SIMILAR_EXISTS)
    later = shop.session("the deploy day is Monday from now on")
    assert first in offered(later.remember("The deploy day is Monday", quote="the deploy day is Monday from now on"))


def test_beside_the_record_it_is_kept(shop: Shop) -> None:
    """The caller says that both hold."""
    first = number(shop.mei.remember(FRIDAYS, base="shop"))
    number(shop.mei.remember(THURSDAYS, base="shop", beside=first))
    assert 2 == shop.count()


def test_beside_one_record_another_is_still_offered(shop: Shop) -> None:
    """Only the one that was named is passed over."""
    first = number(shop.mei.remember(FRIDAYS, base="shop"))
    second = number(shop.mei.remember(THURSDAYS, base="shop", beside=first))
    assert [second] == offered(shop.mei.remember("The deploy day is Monday", base="shop", beside=first))


def test_beside_0_is_beside_any(shop: Shop) -> None:
    """Nothing is looked for."""
    number(shop.mei.remember(FRIDAYS, base="shop"))
    number(shop.mei.remember(THURSDAYS, base="shop", beside=0))
    number(shop.mei.remember(FRIDAYS, base="shop", beside=0))
    assert 3 == shop.count()


def test_beside_a_record_that_is_not_there_is_unknown(shop: Shop) -> None:
    """Whatever the statement says."""
    outcome = shop.mei.remember(FRIDAYS, base="shop", beside=7)
    assert isinstance(outcome, Refused)
    assert (Code.UNKNOWN, 0) == (outcome.code, shop.count())


def test_the_same_content_is_to_be_confirmed(shop: Shop) -> None:
    """It says so, and names the record."""
    first = number(shop.mei.remember(FRIDAYS, base="shop"))
    outcome = shop.mei.remember("The deploy day is Friday.", base="shop")
    assert [first] == offered(outcome)
    assert isinstance(outcome, Refused)
    assert "same" == outcome.facts["reason"]


def test_what_says_the_same_comes_before_what_says_otherwise(shop: Shop) -> None:
    """It is told as the same, the others behind it, however much newer they are."""
    first = number(shop.mei.remember(FRIDAYS, base="shop"))
    second = number(shop.mei.remember(THURSDAYS, base="shop", beside=0))
    outcome = shop.mei.remember(FRIDAYS, base="shop")
    assert [first, second] == offered(outcome)
    assert isinstance(outcome, Refused)
    assert ("same", f"#{second}") == (outcome.facts["reason"], outcome.facts["others"])
    told = answers.outcome(outcome, shop.app.texts)
    assert f"#{first} says this already: “{FRIDAYS}” (also: #{second})." in str(told["message"])


def test_what_another_record_says_exactly_replaces_none(shop: Shop) -> None:
    """Else two would say the same; its number is told, and that of the one to retract."""
    first = number(shop.mei.remember(FRIDAYS, base="shop"))
    second = number(shop.mei.remember("Deploys are announced in the shop channel", base="shop"))
    outcome = shop.mei.supersede(second, "The deploy day is Friday.", base="shop")
    assert [first] == offered(outcome)
    assert isinstance(outcome, Refused)
    assert ("twin", second) == (outcome.facts["reason"], outcome.facts["replaced"])
    assert f"retract '#{second}'" in str(answers.outcome(outcome, shop.app.texts)["next"])
    assert 2 == shop.count()


def test_what_says_the_same_otherwise_may_be_replaced(shop: Shop) -> None:
    """By its own content, by what another record only resembles, and by what that says under a condition."""
    number(shop.mei.remember(FRIDAYS, base="shop", condition="until June"))
    second = number(shop.mei.remember("Deploys are announced in the shop channel", base="shop"))
    third = number(shop.mei.supersede(second, THURSDAYS, base="shop"))
    fourth = number(shop.mei.supersede(third, THURSDAYS, base="shop"))
    number(shop.mei.supersede(fourth, FRIDAYS, base="shop", condition="while Mei is here"))


def test_a_changed_threshold_is_led_to_the_old_one(shop: Shop) -> None:
    """In either language."""
    for old, new in (
        ("退款超過三千元要主管核准", "退款超過五千元要主管核准"),
        ("Free shipping from 50 euros", "Free shipping from 80 euros"),
    ):
        first = number(shop.mei.remember(old, base="shop"))
        assert [first] == offered(shop.mei.remember(new, base="shop"))


def test_what_was_replaced_is_not_offered(shop: Shop) -> None:
    """What took its place is."""
    first = number(shop.mei.remember(FRIDAYS, base="shop"))
    second = number(shop.mei.supersede(first, THURSDAYS, base="shop"))
    for new in ("The deploy day is Monday", "We moved the deploy day to Monday"):
        assert [second] == offered(shop.mei.remember(new, base="shop"))


@pytest.mark.parametrize("new", [THURSDAYS, "We moved the deploy day to Thursday"])
def test_what_was_retracted_is_not_offered(shop: Shop, new: str) -> None:
    """It does not hold any more."""
    first = number(shop.mei.remember(FRIDAYS, base="shop"))
    assert isinstance(shop.mei.retract(first, base="shop"), Done)
    number(shop.mei.remember(new, base="shop"))


def test_a_candidate_is_not_held_against_the_records_again(shop: Shop) -> None:
    """Whoever approves it has it before their eyes."""
    waiting = shop.session().remember(THURSDAYS)
    assert isinstance(waiting, Waiting)
    number(shop.mei.remember(FRIDAYS, base="shop"))
    number(shop.mei.approve(waiting.proposal))
    assert 2 == shop.count()


@pytest.mark.parametrize("new", [THURSDAYS, "We moved the deploy day to Thursday"])
def test_an_agent_without_words_is_refused_as_well(shop: Shop, new: str) -> None:
    """Nothing waits in the inbox."""
    first = number(shop.mei.remember(FRIDAYS, base="shop"))
    assert [first] == offered(shop.session().remember(new))
    assert [] == shop.app.inbox("shop")


def test_what_changed_is_led_to_what_was_said_in_june(shop: Shop) -> None:
    """In other words, months later: the record is offered, and replaced."""
    june = shop.session(JUNE)
    first = number(
        june.remember("Run unit tests only, no e2e", condition="until staging is fixed", quote=JUNE, scope="checkout")
    )
    number(shop.mei.remember("Write commit messages in English", base="shop"))
    shop.clock.advance(days=90)
    september = shop.session(SEPTEMBER)
    september.lines()
    new = "Run e2e before every pull request"
    assert [first] == offered(september.remember(new, quote=SEPTEMBER, scope="checkout"))
    assert 2 == shop.count()


def test_what_changed_is_found_in_chinese(shop: Shop) -> None:
    """By the words that both share, in Simplified characters as well."""
    first = number(shop.mei.remember("報價單有效期寫 7 天", base="shop", condition="這季匯率亂跳"))
    number(shop.mei.remember("發票月底一次寄出", base="shop"))
    for new in ("報價單有效期改回 30 天", "报价单有效期改回 30 天"):
        assert [first] == offered(shop.mei.remember(new, base="shop"))


def test_what_changed_elsewhere_is_kept(shop: Shop) -> None:
    """A change of something that was not recorded is new."""
    number(shop.mei.remember("報價單有效期寫 7 天", base="shop"))
    number(shop.mei.remember("辦公室換到三樓", base="shop"))
    assert 2 == shop.count()


def test_of_two_sessions_at_once_the_second_is_led_to_the_first(shop: Shop) -> None:
    """Whoever comes later finds what the first one wrote, though it was not there when the session opened."""
    one, two = shop.session(FRIDAYS), shop.session(THURSDAYS)
    first = number(one.remember(FRIDAYS, quote=FRIDAYS))
    assert [first] == offered(two.remember(THURSDAYS, quote=THURSDAYS))
    assert 1 == shop.count()


def test_a_call_that_is_made_twice_is_kept_once(shop: Shop) -> None:
    """The same words of the same message, and of a later one that says them again, say what is there already."""
    session = shop.session("always use pnpm for installs, and yarn for docs")
    number(session.remember("Always use pnpm for installs", quote="always use pnpm for installs"))
    for _ in range(2):
        again = session.remember("Always use pnpm for installs", quote="always use pnpm for installs")
        assert isinstance(again, Refused)
        assert ("similar-exists", "same") == (again.code, again.facts["reason"])
        session.hear("always use pnpm for installs, I said")
    assert 1 == shop.count()
