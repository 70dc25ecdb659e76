"""Upkeep: what is left open ends, what was heard and shown is dropped in time, and what proves something stays."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import stillso
from stillso import App, Done, Owner, Refused, Session, Waiting
from stillso.core import names
from stillso.core.sights import Message
from stillso.core.sights import Session as SessionRow
from stillso.services import upkeep
from stillso.testing import FixedClock

WORDS = "改完程式只跑單元測試就好"
SMALL_TALK = "早安，先幫我看購物車那張單"


class Days:
    """A store whose clock is moved by days; any new session sweeps."""

    def __init__(self, app: App, clock: FixedClock) -> None:
        self.app, self.clock = app, clock
        self.mei: Owner = app.owner("mei")
        self.mei.create_base("shop")
        app.add_agent("claude-code")
        self.mei.grant("claude-code", "shop", "write")

    def session(self) -> Session:
        """A new session of the agent for mei."""
        session = self.app.session("claude-code", ["shop"], person="mei")
        assert isinstance(session, Session)
        return session

    def later(self, **by: float) -> None:
        """So much later somebody opens another session."""
        self.clock.advance(**by)
        self.session()

    def messages(self, session: Session) -> list[Message]:
        """What is kept of what a session heard."""
        with self.app.workspace.view() as view:
            return view.messages(session.id)

    def sights(self, session: Session) -> int:
        """How many showings of a session are kept."""
        with self.app.workspace.view() as view:
            return len(view.sights(session.id))

    def row(self, session: Session) -> SessionRow:
        """A session as it is kept."""
        with self.app.workspace.view() as view:
            found = view.session(session.id)
        assert found is not None
        return found


@pytest.fixture(params=["memory:", "{}/memory.db"], ids=["memory", "sqlite"])
def days(request: pytest.FixtureRequest, tmp_path: str) -> Iterator[Days]:
    """A fresh store of each kind."""
    clock = FixedClock(names.moment("2026-06-22T03:10:00Z"))
    app = stillso.open(request.param.format(tmp_path), clock=clock)
    yield Days(app, clock)
    app.close()


def talked(days: Days) -> Session:
    """A session that heard words for a record, and small talk before and after; it was shown the lines."""
    session = days.session()
    session.hear(SMALL_TALK)
    session.hear(WORDS)
    session.hear("謝謝，就這樣")
    assert isinstance(session.remember(WORDS, quote=WORDS), Done)
    session.lines()
    return session


# --- idle sessions --------------------------------------------------------------------------------------------------


def test_a_session_without_use_for_seven_days_ends(days: Days) -> None:
    """It ends at the first sweep after more than seven days, and is told so like any ended session."""
    session = talked(days)
    days.later(days=7, seconds=1)
    assert days.clock.at == days.row(session).closed_at
    assert isinstance(session.hear("還在嗎"), Refused)
    assert isinstance(session.remember(WORDS, quote=WORDS), Refused)


def test_what_piled_up_is_swept_by_and_by(days: Days) -> None:
    """Whoever opens a session does not wait for thousands that others left open; the next ones end the rest."""
    left = [days.session() for _ in range(upkeep.SWEPT + 1)]
    days.later(days=8)
    assert 1 == sum(days.row(each).closed_at is None for each in left)
    days.later(seconds=1)
    assert 0 == sum(days.row(each).closed_at is None for each in left)


def test_a_session_in_use_stays_open(days: Days) -> None:
    """Seven days are not over before they are, and hearing or showing begins them anew."""
    session = talked(days)
    days.later(days=6)
    session.hear("還在嗎")
    days.later(days=6)
    session.lines()
    days.later(days=6)
    assert days.row(session).closed_at is None


# --- what was heard and shown -----------------------------------------------------------------------------------------


def test_messages_without_evidence_and_showings_go_thirty_days_after_the_end(days: Days) -> None:
    """Only the message that a record rests on is left."""
    session = talked(days)
    session.end()
    days.later(days=30, seconds=1)
    assert [WORDS] == [each.text for each in days.messages(session)]
    assert 0 == days.sights(session)


def test_nothing_goes_before_thirty_days(days: Days) -> None:
    """A day earlier all of it is there."""
    session = talked(days)
    shown = days.sights(session)
    session.end()
    days.later(days=29)
    assert [SMALL_TALK, WORDS, "謝謝，就這樣"] == [each.text for each in days.messages(session)]
    assert shown == days.sights(session) > 0


def test_an_idle_sessions_thirty_days_count_from_when_it_ended(days: Days) -> None:
    """Ended by the sweep on day 8, it is emptied after day 38."""
    session = talked(days)
    days.later(days=8)
    days.later(days=29)
    before = len(days.messages(session))
    days.later(days=2)
    assert (3, 1) == (before, len(days.messages(session)))


def test_the_words_stay_in_why_and_history(days: Days) -> None:
    """After the sweep the record, its history and why still show them, and who said them."""
    session = talked(days)
    session.end()
    days.later(days=400)
    history = days.mei.history(1, base="shop")
    assert not isinstance(history, Refused)
    (past,) = history
    chains = days.mei.why("#1", base="shop")
    assert not isinstance(chains, Refused)
    assert past.record is not None
    assert (WORDS, "mei") == (past.record.quote, past.record.said_by)
    assert [WORDS] == [each.record.quote for chain in chains for each in chain if each.record]


def test_the_evidence_still_points_at_the_users_slice(days: Days) -> None:
    """The span of the kept message is the record's quote."""
    talked(days).end()
    days.later(days=400)
    with days.app.workspace.view() as view:
        space = view.space("shop")
        assert space is not None
        evidence = view.evidence(space.id, 1)
        assert evidence is not None
        (message,) = [each for each in view.messages(evidence.session) if each.n == evidence.message]
    assert WORDS == message.text[evidence.begins : evidence.ends]


def asked_first(days: Days) -> tuple[Session, str]:
    """An ended session of an agent that must ask, and the candidate whose words were found."""
    days.mei.grant("claude-code", "shop", "ask")
    session = days.session()
    session.hear(WORDS)
    session.hear(SMALL_TALK)
    outcome = session.remember(WORDS, quote=WORDS)
    assert isinstance(outcome, Waiting)
    session.end()
    return session, outcome.proposal


def test_an_open_candidate_never_outlives_its_words(days: Days) -> None:
    """As long as a person may approve it, its message is there; approved on the last day, the words stay with it."""
    session, candidate = asked_first(days)
    days.later(days=30)
    assert isinstance(days.mei.approve(candidate), Done)
    days.later(days=30, seconds=1)
    assert [WORDS] == [each.text for each in days.messages(session)]


def test_words_of_a_candidate_that_lapsed_do_not_stay(days: Days) -> None:
    """A candidate that nobody can approve any more keeps no message."""
    session, _ = asked_first(days)
    days.later(days=31)
    assert [] == days.messages(session)


def test_the_journal_of_a_session_stays(days: Days) -> None:
    """What was noted "this time only", and the words for it, are operations and stay."""
    session = talked(days)
    session.hear("這次跑一下整合測試就好")
    assert isinstance(session.once(1, quote="這次跑一下整合測試就好"), Done)
    session.end()
    days.later(days=31)
    assert [WORDS, "這次跑一下整合測試就好"] == [each.text for each in days.messages(session)]


def test_a_sweep_changes_no_base(days: Days) -> None:
    """No version, no record and no line is touched by upkeep."""
    talked(days).end()
    before = days.app.base("shop")
    days.later(days=14)
    days.later(days=31)
    with days.app.workspace.view() as view:
        space = view.space("shop")
        assert space is not None
        assert 1 == len(view.operations(space.id))
    assert before == days.app.base("shop")
