"""Names: moments, ids, labels and paths, by one strict rule each."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone, tzinfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core.names import (
    check_name,
    check_scope,
    check_slug,
    covers,
    from_micros,
    micros,
    moment,
    moment_or_day_end,
    path_problem,
    short_id,
    slug_from,
    ulid,
    utc,
    written,
)
from stillso.errors import Misuse

instants = st.datetimes(timezones=st.just(UTC))
zones = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
inner = st.datetimes(datetime(2, 1, 1), datetime(9998, 12, 31), timezones=zones)  # noqa: DTZ001 - zones come in beside
labels = st.from_regex(r"[a-z0-9漢字][a-z0-9漢字._-]{0,4}", fullmatch=True)
scopes = st.lists(labels, min_size=1, max_size=3).map("/".join)


# --- moments -------------------------------------------------------------------------------------------------


@given(instants)
def test_a_written_moment_is_read_as_the_same_instant(at):
    """Nothing is lost, to the microsecond, and the text ends in Z."""
    assert at == moment(written(at))
    assert written(at).endswith("Z")


@given(inner)
def test_any_zone_is_the_same_instant_in_utc(at):
    """A moment given with an offset is kept in UTC."""
    assert (at, UTC) == (moment(at.isoformat()), moment(at.isoformat()).tzinfo)
    assert at == moment(written(at))


class Autumn(tzinfo):
    """A zone on the night when its clocks go back."""

    def utcoffset(self, at: datetime | None) -> timedelta:
        return timedelta(hours=1 if at is not None and at.fold else 2)

    def dst(self, at: datetime | None) -> None:
        return None

    def tzname(self, at: datetime | None) -> str:
        return "autumn"


def test_the_hour_that_comes_twice_is_two_hours():
    """Python takes its moments for equal within the zone; written they differ."""
    night = datetime(2026, 10, 25, 2, 30, tzinfo=Autumn())
    assert ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"] == [written(night.replace(fold=n)) for n in (0, 1)]


@given(instants)
def test_counted_microseconds_are_the_same_instant(at):
    """How stores keep a moment is exact, before 1970 as well."""
    assert at == from_micros(micros(at))


@given(instants, instants)
def test_counts_keep_the_order(one, other):
    """Earlier instants have smaller counts."""
    assert (one < other) == (micros(one) < micros(other))


@pytest.mark.parametrize("text", ["2026-06-22T03:10:00", "2026-06-22", "", "gestern", "2026-13-01T00:00:00Z", "1"])
def test_a_moment_without_a_zone_or_a_sense_is_refused(text):
    """Guessing a zone would shift dates by a day."""
    with pytest.raises(Misuse):
        moment(text)


@given(st.datetimes())
def test_a_naive_time_is_refused(at):
    """A clock without a zone is a mistake."""
    with pytest.raises(Misuse, match="has no zone"):
        utc(at)


@pytest.mark.parametrize("text", ["0001-01-01T00:00:00+05:00", "9999-12-31T23:59:59-05:00"])
def test_a_moment_outside_the_calendar_is_refused(text):
    """As a misuse that names the text, like every other text that is no moment."""
    with pytest.raises(Misuse):
        moment(text)


def test_a_day_means_its_last_microsecond():
    """As-of a day takes in all of that day in UTC."""
    assert datetime(2026, 6, 22, 23, 59, 59, 999_999, tzinfo=UTC) == moment_or_day_end("2026-06-22")
    assert datetime(2026, 6, 22, 3, 10, tzinfo=UTC) == moment_or_day_end("2026-06-22T03:10:00Z")


def test_the_last_day_of_the_calendar_has_an_end():
    """9999-12-31 is a usual way to say "the newest there is"."""
    assert datetime.max.replace(tzinfo=UTC) == moment_or_day_end("9999-12-31")


# --- ids and labels ------------------------------------------------------------------------------------------


@given(
    instants.filter(lambda at: at.year >= 1970),
    instants.filter(lambda at: at.year >= 1970),
    st.binary(min_size=10, max_size=10),
)
def test_ids_sort_by_time(one, other, random):
    """26 characters, in the order of their milliseconds."""
    earlier, later = sorted([one, other])
    assert ulid(earlier, random) <= ulid(later, random)
    assert 26 == len(ulid(one, random))


def test_short_ids_can_be_read_aloud():
    """A prefix and 8 characters without i, l, o and u."""
    assert ("s00000000", "pzzzzzzzz") == (short_id("s", bytes(5)), short_id("p", b"\xff" * 5))


@given(st.text(), st.booleans(), st.integers(1, 40))
def test_a_slug_is_a_path_part_of_every_platform(text, ascii_only, length):
    """Letters, digits and inner hyphens, no longer than asked for; a file of that name can be written anywhere."""
    slug = slug_from(text, ascii_only=ascii_only, length=length)
    assert len(slug) <= length
    assert slug == slug.strip("-")
    assert None is path_problem(f"records/0001-{slug or 'record'}.md")


@pytest.mark.parametrize("slug", ["", "-a", "A", "a b", "a_b", "漢", "a" * 64, "a\n"])
def test_a_slug_of_another_form_is_refused(slug):
    """1 to 63 of a-z, 0-9 and hyphen."""
    with pytest.raises(Misuse):
        check_slug(slug)


@pytest.mark.parametrize("name", ["", "a b", "-a", ".a", "a/b", "a|b", "a\n", "x" * 64])
def test_a_name_of_more_than_one_word_is_refused(name):
    """A name stands in lines and logs: no blanks, delimiters or line ends."""
    with pytest.raises(Misuse):
        check_name(name)


@pytest.mark.parametrize("scope", ["/", "a/", "/a", "a//b", "a b", "a\n", "%", "a/../b", "x" * 121])
def test_a_scope_of_another_form_is_refused(scope):
    """Labels joined by single slashes, each beginning with a letter or digit."""
    with pytest.raises(Misuse):
        check_scope(scope)


@given(scopes, labels)
def test_a_scope_covers_itself_and_what_is_below(scope, label):
    """Label by label: a longer last label is another place, and nothing covers what is above it."""
    assert scope == check_scope(scope)
    assert covers(scope, scope)
    assert covers(scope, f"{scope}/{label}")
    assert covers(None, scope)
    assert covers(scope, None)
    assert not covers(scope, scope + label)
    assert not covers(f"{scope}/{label}", scope)


# --- paths ---------------------------------------------------------------------------------------------------

OUTSIDE = [
    "../x.md", "a/../../x.md", "..\\x.md", "/etc/x.md", "C:\\x.md", "\\\\host\\share\\x.md", "%2e%2e%2fx.md",
    "%2e%2e/x.md", "a/%2e%2e/%2e%2e/x.md", "a\0b.md", "~/x.md", "", ".", " ", "a//../..//x.md", "．．/x.md",
]  # fmt: skip
NOWHERE = [
    "nul", "NUL.md", "con", "aux.md", "com1 .txt", "LPT9.tar.gz", "a/prn", "clock$", "name.", "name ", "dir./x.md",
    "a:b.md", "a?.md", "a*.md", "a|b.md", "a<b>.md", 'a"b.md', "a\tb.md",
]  # fmt: skip
LONG = ["字" * 90 + ".md", "a" * 255 + ".md", "/".join(["x"] * 200)]
GOOD = [
    "a/b.md", "筆記/部署.md", "a..b.md", "..a.md", "console.md", "nullable.md", "auxiliary.md", "com10.md",
    "字" * 84 + ".md", "a" * 252 + ".md", "/".join(["x"] * 32),
]  # fmt: skip


@pytest.mark.parametrize("path", OUTSIDE)
def test_pa_01_a_path_that_leads_outside_has_a_problem(path):
    """PA-01: plain, encoded, absolute, or in another platform's writing."""
    assert path_problem(path)


@pytest.mark.parametrize("path", NOWHERE)
def test_pa_05_a_name_that_some_platform_cannot_keep_has_a_problem(path):
    """PA-05: device names, ends in dots and blanks, forbidden characters; refused on every platform."""
    assert path_problem(path)


@pytest.mark.parametrize("path", LONG)
def test_pa_05_a_name_over_255_bytes_is_too_long(path):
    """PA-05: counted in UTF-8 bytes for each part, and in parts."""
    assert "too-long" == path_problem(path)


@pytest.mark.parametrize("path", GOOD)
def test_pa_01_pa_05_a_good_name_has_none(path):
    """PA-01, PA-05: dots inside a name, names that begin like a device, any script, just within the limits."""
    assert None is path_problem(path)


@pytest.mark.parametrize("path", ["e\u0301.md", "a\u200bb.md", "a\u202eb.md", "a\ud800.md", "a/ b.md", "a\n.md"])
def test_a_path_that_looks_like_another_has_a_problem(path):
    """Decomposed letters, invisible and turning characters, padded parts."""
    assert path_problem(path)


@given(st.text())
def test_any_text_is_a_path_or_has_a_problem(path):
    """A good path stays inside on every platform: relative, no empty or dotted part, at most 255 bytes a part."""
    problem = path_problem(path)
    parts = path.split("/")
    sound = all(part.strip(". ") and len(part.encode("utf-8", "replace")) <= 255 for part in parts)
    assert problem or (sound and "\\" not in path and "\0" not in path)
