"""A person says that quoted words are theirs: what waited is carried out, with the words and no younger than they."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from tests.services.conftest import AT

import stillso
from stillso import Done, Refused, Session, Waiting, services
from stillso.core.records import Record
from stillso.errors import Misuse
from stillso.testing import FixedClock

SAID = "staging is unstable these days, skip e2e for now"


class House:
    """The base shop, and a session in which mei said it 94 days ago."""

    def __init__(self, path: Path, *heard: str, said_by: str | None = None) -> None:
        self.clock = FixedClock(AT)
        self.app = stillso.open(path, clock=self.clock)
        self.mei = self.app.owner("mei")
        self.app.owner("ken")
        self.mei.create_base("shop")
        self.app.add_agent("claude-code")
        self.mei.grant("claude-code", "shop", "write")
        session = self.app.session("claude-code", ["shop"], person="mei")
        assert isinstance(session, Session)
        self.session = session
        for text in heard:
            session.hear(text, said_by=said_by)
        self.clock.advance(days=94)

    def waiting(self, content: str, quote: str) -> str:
        """The candidate that a request leaves."""
        found = self.session.remember(content, quote=quote)
        assert isinstance(found, Waiting), found
        return found.proposal

    def vouched(self, proposal: str) -> Record:
        """The record that comes of it."""
        done = services.reviews.vouch(self.app.workspace, self.mei.caller, proposal)
        assert isinstance(done, Done), done
        shown = self.mei.show(done.no or 0, base="shop")
        assert not isinstance(shown, Refused)
        return shown.rows[0].record


@pytest.fixture
def house(tmp_path: Path):
    """A house in which mei said it."""
    house = House(tmp_path / "memory.db", SAID)
    yield house
    house.app.close()


def test_the_words_stay_and_it_is_as_old_as_they_are(house: House):
    """Confirmed by the person, and made now; approving it plainly would have left the words and made it fresh."""
    record = house.vouched(house.waiting("Deploy before lunch", SAID))
    assert ("confirmed", SAID, "mei") == (record.source.value, record.quote, record.said_by)
    assert (AT, AT, AT + timedelta(days=94)) == (record.said_at, record.confirmed_at, record.created_at)
    verified = house.app.verify()
    assert not isinstance(verified, Refused)
    assert () == tuple(verified.findings)


def test_words_that_were_not_heard_are_not_kept(house: House):
    """The person's yes still counts, and is no younger than the conversation."""
    record = house.vouched(house.waiting("Deploy before lunch", "deploy before lunch, always"))
    assert (None, AT) == (record.quote, record.confirmed_at)


def test_words_of_somebody_else_are_not_the_persons(tmp_path: Path):
    """Nobody vouches for another one's words."""
    house = House(tmp_path / "memory.db", SAID, said_by="ken")
    assert house.vouched(house.waiting("Deploy before lunch", SAID)).quote is None
    house.app.close()


def test_an_agent_vouches_for_nothing(house: House):
    """Only a person knows their words."""
    proposal = house.waiting("Deploy before lunch", SAID)
    found = services.reviews.vouch(house.app.workspace, house.session.caller, proposal)
    assert isinstance(found, Refused)
    assert "not-a-person" == found.code


def test_what_is_kept_is_merged_and_taken_out_by_none(house: House):
    """As two reviews at once would want it."""
    house.mei.settle("shop", kept={"a": "1", "b": "2"})
    settled = house.mei.settle("shop", kept={"b": None, "c": "3"})
    assert not isinstance(settled, Refused)
    assert {"a": "1", "c": "3"} == settled.settings["kept"]
    with pytest.raises(Misuse):
        house.mei.settle("shop", kept={"a": 1})
