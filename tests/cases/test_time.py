"""Cases TM-01, TM-03, TM-06 and TM-07: limits to the microsecond, dates ahead of the clock, years, and dates kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from stillso import Misuse
from stillso.core import names
from stillso.core.records import Record
from stillso.core.verbs import Amend
from stillso.testing import FixedClock

if TYPE_CHECKING:
    from tests.cases.conftest import House, Shell

MICROSECOND = timedelta(microseconds=1)
#: One instant, as clocks in four zones show it.
ZONES = [
    "2026-06-22T16:30:00+00:00",
    "2026-06-22T09:30:00-07:00",
    "2026-06-23T00:30:00+08:00",
    "2026-06-22T22:15+05:45",
]
LIMITS = [("feedback", 30), ("project", 14), ("user", 180)]

# --- TM-01: limits are lengths of time between instants ---------------------------------------------------------


def the_three_of_tm_01(house: House) -> None:
    """The records of TM-01, and its now: thirty days and an hour later, and twice exactly thirty days."""
    for moment, scope in (
        ("2026-06-22T23:30:00+08:00", "one"),
        ("2026-06-22T16:30:00Z", "two"),
        ("2026-06-22T09:30:00-07:00", "three"),
    ):
        house.at(moment)
        house.said(f"run unit tests only in {scope} until staging is fixed", scope=scope, condition="c")
    house.at("2026-07-23T00:30:00+08:00")


def test_tm_01_marks_what_is_an_hour_over_and_neither_zone_of_the_same_instant(house: House) -> None:
    """Thirty days and an hour is over the limit; exactly thirty days is not, in whatever zone it was written."""
    the_three_of_tm_01(house)
    assert [1] == house.marked()


def test_tm_01_stored_moments_are_instants_in_utc(house: House) -> None:
    """One instant told in two zones is stored as the same moment, in UTC."""
    the_three_of_tm_01(house)
    assert "2026-06-22T16:30:00+00:00" == house.record(2).confirmed_at.isoformat()
    assert house.record(2).confirmed_at == house.record(3).confirmed_at


def test_tm_01_on_the_command_line(on_disk: House, shell: Shell) -> None:
    """The command line gives the same marks, and its moments name their zone."""
    the_three_of_tm_01(on_disk)
    lines = shell("lines", "--base", "shop", "--now", "2026-07-23T00:30:00+08:00").json["lines"]
    assert {1: "needs-confirming", 2: None, 3: None} == {line["no"]: line["mark"] for line in lines}
    assert "2026-06-22T16:30:00.000Z" == next(line["confirmed_at"] for line in lines if line["no"] == 3)


@pytest.mark.parametrize(("kind", "days"), LIMITS)
@pytest.mark.parametrize("said_at", ZONES)
def test_exactly_at_the_limit_of_its_type_a_record_is_not_marked(
    house: House, kind: str, days: int, said_at: str
) -> None:
    """At exactly the limit a record stands unmarked."""
    house.at(said_at)
    house.said("run unit tests only until staging is fixed", type=kind, condition="until staging is fixed")
    house.clock.advance(days=days)
    assert [] == house.marked()
    assert [] == house.due()


@pytest.mark.parametrize(("kind", "days"), LIMITS)
@pytest.mark.parametrize("said_at", ZONES)
def test_one_microsecond_over_the_limit_of_its_type_a_record_is_marked(
    house: House, kind: str, days: int, said_at: str
) -> None:
    """One microsecond over the limit a record is marked, and due."""
    house.at(said_at)
    no = house.said("run unit tests only until staging is fixed", type=kind, condition="until staging is fixed")
    house.clock.advance(days=days)
    house.clock.at += MICROSECOND
    assert [no] == house.marked()
    assert [no] == house.due()


@pytest.mark.parametrize("said_at", ["2026-03-29T00:30:00+01:00", "2026-10-25T00:30:00+02:00"])
def test_a_day_of_a_limit_has_twenty_four_hours_also_when_clocks_are_changed(house: House, said_at: str) -> None:
    """Where summer time begins or ends meanwhile, thirty days are still 720 hours."""
    house.at(said_at)
    no = house.said("run unit tests only until staging is fixed", condition="until staging is fixed")
    house.clock.advance(hours=720)
    before = house.marked()
    house.clock.at += MICROSECOND
    assert ([], [no]) == (before, house.marked())


def test_reference_is_never_marked(house: House) -> None:
    """A reference has no limit: after ten years with a condition it is not marked."""
    house.said("the wiki is at wiki.example until the move", type="reference", condition="until the move")
    house.clock.advance(days=3653)
    assert [] == house.marked()


@pytest.mark.parametrize("kind", ["user", "feedback", "project", "reference"])
def test_without_a_condition_nothing_is_ever_marked(house: House, kind: str) -> None:
    """What was said without a condition does not become doubtful by age."""
    house.said("write commit messages in English", type=kind)
    house.clock.advance(days=3653)
    assert [] == house.marked()


def test_a_base_has_limits_of_its_own(house: House) -> None:
    """A base's own limit of seven days counts instead of thirty, to the microsecond."""
    house.mei.settle("shop", limits={"feedback": 7})
    no = house.said("run unit tests only until staging is fixed", condition="until staging is fixed")
    house.clock.advance(days=7)
    before = house.marked()
    house.clock.at += MICROSECOND
    assert ([], [no]) == (before, house.marked())


def test_a_new_limit_counts_at_once_for_what_is_there(house: House) -> None:
    """Records made before a limit was set are measured by it too."""
    no = house.said("run unit tests only until staging is fixed", condition="until staging is fixed")
    house.clock.advance(days=10)
    house.mei.settle("shop", limits={"feedback": 7})
    assert [no] == house.marked()


def test_a_base_may_lift_a_limit(house: House) -> None:
    """With the limit of a type set to none, its records are never marked."""
    house.mei.settle("shop", limits={"feedback": None})
    house.said("run unit tests only until staging is fixed", condition="until staging is fixed")
    house.clock.advance(days=3653)
    assert [] == house.marked()


def test_a_type_of_the_base_has_the_limit_it_was_made_with(house: House) -> None:
    """A type that a base added is marked one microsecond over its own limit."""
    house.mei.settle("shop", limits={"decision": 3})
    no = house.said("freeze the schema until the audit ends", type="decision", condition="until the audit ends")
    house.clock.advance(days=3)
    before = house.marked()
    house.clock.at += MICROSECOND
    assert ([], [no]) == (before, house.marked())


def test_a_record_kept_during_a_session_is_not_ahead_of_it(house: House) -> None:
    """What is said after a session opened is not taken for a date ahead of the clock when its lines are asked again."""
    session = house.session()
    house.clock.advance(minutes=5)
    session.hear("run unit tests only until staging is fixed")
    session.remember("run unit tests only", quote="run unit tests only until staging is fixed")
    house.clock.advance(minutes=5)
    lines = house.given(session.lines())
    assert "(today)" in house.line(1, lines)
    assert "[needs confirming]" not in lines


# --- TM-03: dates ahead of the clock ----------------------------------------------------------------------------


def the_three_of_tm_03(house: House) -> None:
    """Records of ten days ahead of now, nine years ahead of it, and two days before it."""
    for moment, scope in (("2026-09-11", "one"), ("2036-01-01", "two"), ("2026-08-30", "three")):
        house.at(f"{moment}T00:00:00Z")
        house.said(f"run unit tests only in {scope} until staging is fixed", scope=scope, condition="c")
    house.at("2026-09-01T00:00:00Z")


def test_tm_03_marks_dates_ahead_of_the_clock(house: House) -> None:
    """A record of the future is marked, ten days ahead or nine years; one of the past is not."""
    the_three_of_tm_03(house)
    assert [1, 2] == sorted(house.marked())


def test_tm_03_says_that_a_date_is_ahead_of_the_clock(house: House) -> None:
    """The line of a record of the future says so instead of giving an age."""
    the_three_of_tm_03(house)
    assert house.line(2, house.lines()).endswith("last confirmed 2036-01-01 (dated ahead of the clock)")


def test_tm_03_ages_are_never_below_nothing(on_disk: House, shell: Shell) -> None:
    """On the command line a record of the future has the age 0 and the mark."""
    the_three_of_tm_03(on_disk)
    lines = shell("lines", "--base", "shop", "--now", "2026-09-01T00:00:00Z").json["lines"]
    assert {1: (0, "needs-confirming"), 2: (0, "needs-confirming"), 3: (2, None)} == {
        line["no"]: (line["age_days"], line["mark"]) for line in lines
    }


def test_one_microsecond_ahead_is_ahead(house: House) -> None:
    """A date counts as ahead from the first microsecond."""
    now = house.clock.at
    house.clock.at += MICROSECOND
    no = house.said("write commit messages in English")
    house.clock.at = now
    assert [no] == house.marked()


def test_the_present_moment_is_not_ahead(house: House) -> None:
    """What is said at the moment of reading is not marked."""
    house.said("write commit messages in English")
    assert [] == house.marked()


@pytest.mark.parametrize("kind", ["user", "feedback", "project", "reference"])
def test_a_date_ahead_is_marked_whatever_the_type_and_without_a_condition(house: House, kind: str) -> None:
    """A wrong date is doubtful also where age would not be."""
    house.clock.advance(days=900)
    no = house.said("write commit messages in English", type=kind)
    house.clock.advance(days=-900)
    assert [no] == house.marked()


def test_confirming_mends_a_date_ahead_of_the_clock(house: House) -> None:
    """Words heard now confirm a record of the future, and it stands unmarked with the right date."""
    house.clock.advance(days=3653)
    no = house.said("run unit tests only until staging is fixed", condition="until staging is fixed")
    house.clock.advance(days=-3653)
    session = house.session()
    session.lines()
    session.hear("staging is still broken, keep to unit tests only")
    house.number(session.confirm(no, quote="keep to unit tests only"))
    assert house.clock.at == house.record(no).confirmed_at
    assert [] == house.marked()


def test_the_order_of_versions_is_not_the_order_of_the_clock(house: House) -> None:
    """When the clock was set back, the newest version is still the one that was written last."""
    house.said("write commit messages in English", scope="one")
    house.clock.advance(days=-30)
    house.said("answer in Chinese", scope="two")
    assert [2, 1] == [each.operation.n for each in house.given(house.mei.log(base="shop"))]


# --- TM-06: years -----------------------------------------------------------------------------------------------


def the_two_of_tm_06(house: House) -> None:
    """The same day of two years."""
    for year, words in ((2025, "我平常都寫 Python"), (2026, "回答用繁體中文")):
        house.at(f"{year}-06-22T00:00:00Z")
        house.said(words, type="user", scope=f"year-{year}")
    house.at("2026-09-24T00:00:00Z")


def test_tm_06_lines_of_two_years_show_different_dates(house: House) -> None:
    """The same day of two years is told apart: each date has its year."""
    the_two_of_tm_06(house)
    lines = house.lines()
    assert house.line(1, lines).endswith("last confirmed 2025-06-22 (459 days ago)")
    assert house.line(2, lines).endswith("last confirmed 2026-06-22 (94 days ago)")


def test_tm_06_on_the_command_line(on_disk: House, shell: Shell) -> None:
    """In Chinese the years stand there as well."""
    the_two_of_tm_06(on_disk)
    text = shell("lines", "--base", "shop", "--lang", "zh-Hant", "--now", "2026-09-24T00:00:00Z").json["text"]
    assert on_disk.line(1, text).endswith("上次確認 2025-06-22（459 天前）")
    assert on_disk.line(2, text).endswith("上次確認 2026-06-22（94 天前）")


# --- TM-07: every record has its dates, and keeps them ----------------------------------------------------------


def stated(house: House) -> int:
    """A record from words that a session heard."""
    return house.said("run unit tests only until staging is fixed", condition="until staging is fixed")


def approved(house: House) -> int:
    """A record that a person approved in the inbox."""
    house.session().remember("run unit tests only", condition="until staging is fixed")
    return house.number(house.mei.approve(house.proposals()[0].proposal.id))


def owned(house: House) -> int:
    """A record that a person wrote."""
    return house.number(house.mei.remember("run unit tests only", base="shop", condition="until staging is fixed"))


def superseding(house: House) -> int:
    """A record that took the place of another."""
    old = owned(house)
    return house.number(house.mei.supersede(old, "run all tests", base="shop", condition="until staging is fixed"))


ENTRIES = [stated, approved, owned, superseding]


@pytest.mark.parametrize("entry", ENTRIES)
def test_tm_07_every_entry_gives_created_and_confirmed_times(house: House, entry: Callable[[House], int]) -> None:
    """By whatever road a record came, it has the moment it was made and the moment it was confirmed."""
    record = house.record(entry(house))
    assert (house.clock.at, house.clock.at) == (record.created_at, record.confirmed_at)


@pytest.mark.parametrize("entry", ENTRIES)
def test_tm_07_every_entry_is_found_by_time(house: House, entry: Callable[[House], int]) -> None:
    """A record is there as of its moment and not as of the microsecond before."""
    at = house.clock.at
    no = entry(house)
    house.clock.advance(days=1)
    moments = (at - MICROSECOND, at)
    before, then = (house.given(house.mei.as_of(moment, base="shop")).rows for moment in moments)
    assert ([], [no]) == ([row.record.no for row in before], [row.record.no for row in then])


def identity(record: Record) -> tuple[object, ...]:
    """What a change of its place or type leaves alone."""
    return (record.no, record.id, record.created_at, record.confirmed_at, record.content, record.quote, record.source)


@pytest.mark.parametrize("change", [{"scope": "checkout"}, {"type": "project"}, {"audience": "anyone"}])
def test_tm_07_a_change_of_place_or_type_keeps_identity_and_times(house: House, change: dict[str, str]) -> None:
    """Amending adds a version and leaves id, created and confirmed times as they were."""
    no = stated(house)
    before, version = house.record(no), house.version()
    house.clock.advance(days=20)
    house.mei.act(Amend(no=no, **change), "shop")  # type: ignore[arg-type]
    after = house.record(no)
    assert identity(before) == identity(after)
    assert (version + 1, version + 1) == (house.version(), after.version)
    assert change == {field: getattr(after, field) for field in change}


def test_tm_07_amending_does_not_make_a_record_younger(house: House) -> None:
    """A record that was over its limit is still marked after its scope was changed."""
    no = stated(house)
    house.clock.advance(days=40)
    house.mei.amend(no, base="shop", scope="checkout")
    assert [no] == house.marked()


def test_tm_07_a_record_changed_to_another_type_is_measured_by_its_limit(house: House) -> None:
    """Twenty days are within the limit of feedback and over that of project."""
    no = stated(house)
    house.clock.advance(days=20)
    before = house.marked()
    house.mei.amend(no, base="shop", type="project")
    assert ([], [no]) == (before, house.marked())


def test_tm_07_on_the_command_line(on_disk: House, shell: Shell) -> None:
    """Made and amended on the command line, a record has both times and keeps them."""
    shell("remember", "run unit tests only", "--base", "shop", "--now", "2026-06-22T11:10:00+08:00")
    shell("amend", "#1", "--base", "shop", "--scope", "checkout", "--now", "2026-07-22T00:00:00Z")
    record = shell("show", "#1", "--base", "shop", "--now", "2026-07-22T00:00:00Z").json
    moment = "2026-06-22T03:10:00.000Z"
    assert (moment, moment, "checkout") == (record["created_at"], record["confirmed_at"], record["scope"])


# --- confirming -------------------------------------------------------------------------------------------------


def test_the_limit_counts_from_when_the_confirming_words_were_heard(house: House) -> None:
    """A confirmation dates from the words, not from the call that came an hour later."""
    no = stated(house)
    house.clock.advance(days=40)
    session = house.session()
    session.lines()
    session.hear("staging is still broken, keep to unit tests only")
    heard = house.clock.at
    house.clock.advance(hours=1)
    house.number(session.confirm(no, quote="keep to unit tests only"))
    assert heard == house.record(no).confirmed_at


def test_words_are_dated_by_when_they_were_said(house: House) -> None:
    """Words heard in June and remembered in July stand in their line with the date of June."""
    session = house.session("keep to unit tests only")
    house.clock.advance(days=20)
    session.remember("keep to unit tests only", quote="keep to unit tests only")
    line = house.line(1, house.lines())
    assert "stated 2026-06-22: “keep to unit tests only” | last confirmed 2026-06-22 (20 days ago)" in line


def test_the_date_of_confirmation_never_moves_back(house: House) -> None:
    """Words that are older than the last confirmation are not about it: they wait, and the date stays."""
    no = stated(house)
    session = house.session()
    session.lines()
    session.hear("staging is still broken, keep to unit tests only")
    house.clock.advance(days=5)
    house.mei.confirm(no, base="shop")
    session.show(no)
    assert "old-words" == house.waiting(session.confirm(no, quote="keep to unit tests only"))
    assert house.clock.at == house.record(no).confirmed_at


def test_reading_never_confirms(house: House) -> None:
    """However often a record is read, its date stays."""
    no = stated(house)
    house.clock.advance(days=40)
    session = house.session()
    session.lines()
    session.show(no)
    session.read(house.record(no).path)
    house.mei.show(no, base="shop")
    assert names.moment("2026-06-22T03:10:00Z") == house.record(no).confirmed_at
    assert [no] == house.marked()


NAIVE = names.moment("2026-06-22T03:10:00Z").replace(tzinfo=None)


def test_a_naive_clock_is_misuse() -> None:
    """A clock without a zone is not guessed at."""
    with pytest.raises(Misuse, match="no zone"):
        FixedClock(NAIVE)


def test_as_of_a_naive_moment_is_misuse(house: House) -> None:
    """A moment without a zone is refused as what it is, on every store and before anything is looked up."""
    with pytest.raises(Misuse, match="no zone"):
        house.mei.as_of(NAIVE, base="shop")
