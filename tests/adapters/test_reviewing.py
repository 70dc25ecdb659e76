"""Deciding about a note: once, whatever broke off in between, and only about what was shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.adapters.test_taking_over import SAID, House

import stillso
from stillso import Done, FileChange, Refused
from stillso.adapters.claude_code import reviewing
from stillso.adapters.claude_code.taking_over import Note
from stillso.core.items import Space


@pytest.fixture
def house(tmp_path: Path):
    """One memory, taken over with its words."""
    house = House(tmp_path)
    house.remembers("unit-tests-only", "Run unit tests only after a change")
    house.typed()
    house.taken()
    yield house
    house.app.close()


def base_of(house: House) -> Space:
    """The base as it is now."""
    base = house.app.base("shop")
    assert not isinstance(base, Refused)
    return base


def note_of(house: House) -> Note:
    """The one note that is open."""
    (note,) = reviewing.open_notes(house.app.workspace, base_of(house))
    return note


def records(house: House) -> list[tuple[str, str | None]]:
    """What is in force, with its source."""
    shown = house.mei.list(*stillso.Status, base="shop")
    assert not isinstance(shown, Refused)
    return [(row.record.content, row.record.source.value) for row in shown.rows]


@pytest.mark.parametrize("decision", ["pick", "bind"])
def test_a_decision_that_broke_off_is_carried_on_not_made_twice(house: House, decision: str):
    """The record was made, and the process ended before the note was gone: decided again, there is one record."""
    note, base, mei = note_of(house), base_of(house), house.mei.caller
    acts = {
        "pick": lambda: reviewing.pick(house.app.workspace, mei, "claude-code", base, note_of(house), "Run unit tests"),
        "bind": lambda: reviewing.bind(house.app.workspace, mei, base, note_of(house), "Run unit tests", "for now"),
    }
    assert isinstance(acts[decision](), Done)
    agent = house.app.agent("claude-code")
    assert not isinstance(agent, Refused)
    with house.app.workspace.view() as view:
        item = view.item(base.id, note.path)
        assert item is not None
        before = view.revision(base.id, item.key, 1)
    assert before is not None
    agent.write(FileChange(path=note.path, mode="create", content=before.text), base="shop")
    assert isinstance(acts[decision](), Done)
    assert 1 == len(records(house))
    assert [] == reviewing.open_notes(house.app.workspace, base)


def test_nothing_is_decided_about_a_note_that_is_not_as_it_was_shown(house: House):
    """Each of the four decisions is refused, and leaves nothing."""
    note, base, ws, mei = note_of(house), base_of(house), house.app.workspace, house.mei.caller
    house.remembers("unit-tests-only", "Run every test")
    house.taken()
    found = [
        reviewing.pick(ws, mei, "claude-code", base, note, "Run unit tests"),
        reviewing.bind(ws, mei, base, note, "Run unit tests", "for now"),
        reviewing.keep(ws, mei, base, note),
        reviewing.drop(ws, mei, base, note),
    ]
    assert ["stale"] * 4 == [each.code for each in found if isinstance(each, Refused)]
    assert ([], "Run every test") == (records(house), note_of(house).description)


def test_a_type_that_the_base_does_not_know_becomes_the_usual_one(house: House):
    """What the client calls its memories is its own affair."""
    house.remembers("unit-tests-only", "Run unit tests only after a change", type="habit")
    house.taken()
    done = reviewing.bind(house.app.workspace, house.mei.caller, base_of(house), note_of(house), "Test", "for now")
    assert isinstance(done, Done)


def test_the_condition_comes_from_the_words(house: House):
    """Nobody has to type it again."""
    reviewing.pick(
        house.app.workspace, house.mei.caller, "claude-code", base_of(house), note_of(house), "Run unit tests only"
    )
    shown = house.mei.list(base="shop")
    assert not isinstance(shown, Refused)
    assert [(SAID, SAID)] == [(row.record.quote, row.record.condition) for row in shown.rows]
