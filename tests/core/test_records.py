"""Records: their file and back, when they must be confirmed, and the order in which lines show them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core import records
from stillso.core.names import micros
from stillso.core.records import Record, Source, Status
from stillso.errors import BrokenData

AT = datetime(2026, 6, 22, 3, 10, tzinfo=UTC)
DAY = timedelta(days=1)
INSTANT = timedelta(microseconds=1)
LIMITS = records.limits_of({})

odd = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40)
moments = st.datetimes(timezones=st.just(UTC))
numbers = st.integers(1, 10**9)
RECORD = Record(
    no=3, id="01J", name="unit-tests-only", type="feedback", status=Status.ACTIVE, source=Source.STATED,
    content="run unit tests only", condition="until staging is fixed", quote="e2e is off for now", scope="checkout",
    audience="user", said_by="mei", said_at=AT, written_by="codex", session="s1",
    created_at=AT, modified_at=AT, confirmed_at=AT, version=41,
)  # fmt: skip
whole = st.builds(
    Record, no=numbers, id=st.just("01J"), name=odd, type=odd, status=st.sampled_from(Status),
    source=st.sampled_from(Source), content=odd.filter(str.strip), condition=st.none() | odd, quote=st.none() | odd,
    scope=st.none() | odd, audience=odd, said_by=st.none() | odd, said_at=moments, written_by=odd,
    session=st.none() | odd,
    created_at=moments, modified_at=moments, confirmed_at=moments, version=numbers, supersedes=st.just(1),
    supersedes_id=st.just("one"), superseded_by=st.just(9), superseded_by_id=st.just("nine"),
)  # fmt: skip


def number_of(id: str) -> int | None:
    """The number of the records that others here name."""
    return {"one": 1, "nine": 9}.get(id)


@given(whole)
def test_the_file_of_a_record_says_all_of_it(record):
    """Any text in any field, and every moment, comes back as it was."""
    assert record == records.parse(records.render(record), number_of)


def test_absent_and_empty_fields_differ_in_the_file():
    """Null is nothing, an empty text is one."""
    nothing = replace(RECORD, condition=None, quote="", scope=None, said_by=None, session="null")
    assert nothing == records.parse(records.render(nothing), number_of)


@pytest.mark.parametrize(
    "key", ["stillso_no", "stillso_status", "stillso_confirmed_at", "name", "stillso_audience", "type"]
)
def test_a_file_without_a_key_is_broken(key):
    """A record is read whole or not at all, and the message names what is missing."""
    text = "".join(row for row in records.render(RECORD).splitlines(True) if not row.strip().startswith(f"{key}:"))
    with pytest.raises(BrokenData, match=key):
        records.parse(text, number_of)


@pytest.mark.parametrize("text", ["", "no front matter\n", "---\nname: x\n---\n", "---\n- a\n---\n"])
def test_a_text_that_is_no_record_is_broken(text):
    """Any other file is never taken for a record."""
    with pytest.raises(BrokenData):
        records.parse(text, number_of)


def test_the_description_is_the_first_line_shortened():
    """At most 120 characters, with a sign that there is more."""
    assert "first" == replace(RECORD, content="\n first\nsecond").description.strip()
    assert 120 == len(replace(RECORD, content="x" * 121).description)
    assert replace(RECORD, content="x" * 121).description.endswith("x…")


@pytest.mark.parametrize(("kind", "days"), [("user", 180), ("feedback", 30), ("project", 14)])
def test_a_condition_is_asked_about_strictly_after_the_limit_of_its_type(kind, days):
    """On the last instant it still holds, a microsecond later it needs confirming."""
    row = records.indexed("B", 1, 1, replace(RECORD, type=kind), LIMITS)
    assert not records.needs_confirming(row, AT + days * DAY)
    assert records.needs_confirming(row, AT + days * DAY + INSTANT)


@pytest.mark.parametrize("fields", [{"condition": None}, {"type": "reference"}])
def test_without_a_condition_or_a_limit_nothing_is_ever_due(fields):
    """However old it is."""
    row = records.indexed("B", 1, 1, replace(RECORD, **fields), LIMITS)
    assert not records.needs_confirming(row, AT + 10_000 * DAY)


def test_a_limit_beyond_the_calendar_is_never_reached():
    """A record confirmed on the last day there is has an index row like any other."""
    last = datetime.max.replace(tzinfo=UTC)
    row = records.indexed("B", 1, 1, replace(RECORD, confirmed_at=last), LIMITS)
    assert not records.needs_confirming(row, last)


def test_a_date_ahead_of_the_clock_needs_confirming_at_once():
    """It would go unmarked for years otherwise; its age is 0 and not below."""
    row = records.indexed("B", 1, 1, replace(RECORD, confirmed_at=AT + 3000 * DAY, condition=None), LIMITS)
    assert records.needs_confirming(row, AT)
    assert 0 == records.age_days(row.record, AT)


def test_a_base_sets_limits_of_its_own():
    """Over the ones of the policy; null takes a limit away."""
    limits = records.limits_of({"limits": {"feedback": 3, "user": None, "chore": 1}})
    assert [3 * DAY, None, DAY, 14 * DAY] == [limits[kind] for kind in ("feedback", "user", "chore", "project")]


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(Source), st.integers(0, 9), st.booleans()), unique=True))
def test_marked_lines_come_first_then_narrow_scopes_then_stated_ones(made):
    """The order of lines is total: no two records stand at the same place, and marked ones stand before all others."""
    rows = [
        records.indexed(
            "B", no, 1,
            replace(
                RECORD, no=no, scope="/".join("abc"[:depth]) or None, source=source, confirmed_at=AT - days * 10 * DAY,
                condition="c" if conditional else None,
            ),
            LIMITS,
        )
        for no, (depth, source, days, conditional) in enumerate(made, 1)
    ]  # fmt: skip
    ordered = sorted(rows, key=lambda row: records.order_key(records.entry(row), micros(AT), micros(AT)))
    marks = [records.needs_confirming(row, AT) for row in ordered]
    assert sorted(marks, reverse=True) == marks
    places = [
        (not mark, -row.depth, row.rank, -row.record.confirmed_at.timestamp(), -row.record.no)
        for mark, row in zip(marks, ordered, strict=True)
    ]
    assert sorted(places) == places
    assert len(rows) == len(set(places))
