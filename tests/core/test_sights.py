"""Sights: what a session was shown, packed small, and what of it is outdated."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core.sights import How, Seen, Sight, carried, outdated, pack, seen, unpack
from stillso.errors import BrokenData

shown = st.dictionaries(st.integers(0, 2**40), st.integers(0, 2**40))
hows = st.sampled_from([How.LINES, How.READ, How.WRITE])


def sight(how: How, turn: int, revisions: dict[int, int], n: int = 1) -> Sight:
    """One showing in the session s of the base B."""
    at = datetime(2026, 6, 22, tzinfo=UTC)
    return Sight(session="s", n=n, space="B", how=how, turn=turn, at=at, packed=pack(revisions))


sights = st.lists(st.builds(sight, hows, st.integers(0, 5), st.dictionaries(st.integers(1, 4), st.integers(1, 4))))
news = st.builds(sight, st.just(How.NEWS), st.integers(0, 5), st.dictionaries(st.integers(1, 4), st.integers(1, 4)))


@given(shown)
def test_what_is_packed_comes_back(revisions):
    """Unpacking gives the same keys and revisions."""
    assert revisions == unpack(pack(revisions))


def test_neighbours_take_two_bytes_each():
    """Two hundred records in a row, at low revisions, are 400 bytes."""
    assert 400 == len(pack(dict.fromkeys(range(100, 300), 1)))


@given(shown.filter(bool), st.data())
def test_a_sight_cut_in_the_middle_is_broken(revisions, data):
    """A half number, and a key without its revision, are broken data and not a shorter sight."""
    whole = pack(revisions)
    complete = {len(pack(dict(sorted(revisions.items())[:count]))) for count in range(len(revisions) + 1)}
    cuts = sorted(set(range(len(whole))) - complete)
    with pytest.raises(BrokenData):
        unpack(whole[: data.draw(st.sampled_from(cuts))])


@given(sights, st.integers(1, 4))
def test_the_newest_revision_shown_is_what_was_seen(given_sights, key):
    """Whatever the order of showings: the highest revision, and the first turn at which it was shown."""
    had = [(unpack(each.packed)[key], each.turn) for each in given_sights if key in unpack(each.packed)]
    newest = max((revision for revision, _ in had), default=None)
    turns = [turn for revision, turn in had if revision == newest]
    expected = None if newest is None else Seen(revision=newest, turn=min(turns))
    assert expected == seen(given_sights, key)


@given(sights, st.lists(news), st.integers(1, 4))
def test_news_is_no_sight(given_sights, told, key):
    """What was only told in news was not seen."""
    assert seen(given_sights, key) == seen([*told, *given_sights], key)


@given(sights, st.dictionaries(st.integers(1, 4), st.integers(1, 6)))
def test_what_was_seen_and_moved_on_is_outdated(given_sights, heads):
    """Exactly the items seen whose head is beyond what was seen, each with both."""
    seen_keys = {key: found.revision for key in range(1, 5) if (found := seen(given_sights, key))}
    expected = {
        key: (revision, heads[key]) for key, revision in seen_keys.items() if key in heads and heads[key] > revision
    }
    assert expected == outdated(given_sights, heads, turn=9)


def test_news_is_told_until_a_later_turn_has_followed():
    """Told at turn 2, it is told again at turn 2, and no more from turn 3 on."""
    had, told = sight(How.LINES, 1, {7: 1}), sight(How.NEWS, 2, {7: 2})
    assert {7: (1, 2)} == outdated([had, told], {7: 2}, turn=2)
    assert {} == outdated([had, told], {7: 2}, turn=3)


def test_news_of_an_older_revision_does_not_cover_a_newer_one():
    """A second change is news again."""
    had, told = sight(How.LINES, 1, {7: 1}), sight(How.NEWS, 2, {7: 2})
    assert {7: (1, 3)} == outdated([had, told], {7: 3}, turn=3)


def test_what_was_read_again_is_no_news():
    """A sight of the head ends it."""
    assert {} == outdated([sight(How.LINES, 1, {7: 1}), sight(How.READ, 1, {7: 2})], {7: 2}, turn=1)


# --- through summaries ---------------------------------------------------------------------------------------

numbers = st.dictionaries(st.integers(1, 4), st.integers(1, 6))


@given(sights, numbers, st.integers(1, 4))
def test_what_a_summary_carries_was_not_seen(given_sights, carries, key):
    """Law 2 wants a sight, and law 4 follows what was seen as before."""
    summary = sight(How.SUMMARY, 9, carries, n=99)
    heads = dict.fromkeys(range(1, 5), 7)
    assert seen(given_sights, key) == seen([*given_sights, summary], key)
    assert outdated(given_sights, heads, turn=9) == outdated([*given_sights, summary], heads, turn=9)


@given(sights, numbers, numbers)
def test_what_the_newest_summary_carries_is_held_against_the_heads(given_sights, carries, heads):
    """Whatever was seen besides, also newer revisions of the same items."""
    older, newest = sight(How.SUMMARY, 1, {1: 1, 2: 1}, n=98), sight(How.SUMMARY, 9, carries, n=99)
    expected = {key: (revision, heads[key]) for key, revision in carries.items() if heads.get(key, 0) > revision}
    assert expected == carried([*given_sights, older, newest], heads, turn=9)


def test_without_a_summary_nothing_is_carried():
    """A window that was never compacted."""
    assert {} == carried([sight(How.LINES, 1, {7: 1})], {7: 2}, turn=1)


def test_news_of_what_is_carried_counts_once_a_later_turn_has_followed():
    """As of what was seen."""
    summary, told = sight(How.SUMMARY, 1, {7: 1}, n=1), sight(How.NEWS, 2, {7: 2}, n=2)
    assert {7: (1, 2)} == carried([summary, told], {7: 2}, turn=2)
    assert {} == carried([summary, told], {7: 2}, turn=3)


def test_news_from_before_a_summary_does_not_correct_it():
    """It was written from what stood before, so it is told again."""
    told, summary = sight(How.NEWS, 2, {7: 2}, n=1), sight(How.SUMMARY, 3, {7: 1}, n=2)
    assert {7: (1, 2)} == carried([told, summary], {7: 2}, turn=9)


def test_what_news_told_of_beside_is_followed():
    """The record that holds now was told, not seen: when it moves on, that is news as well."""
    had, told = sight(How.LINES, 1, {7: 1}), sight(How.NEWS, 2, {7: 2, 8: 1})
    assert {} == outdated([had, told], {7: 2, 8: 1}, turn=3)
    assert {8: (1, 2)} == outdated([had, told], {7: 2, 8: 2}, turn=3)
