"""A store in which the people of the set speak to an agent that remembers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from benchmarks.chinese.entries import Entry, Turns

import stillso
from stillso import Done, Outcome, Owner, Refused, Session, Waiting
from stillso.core.records import Record
from stillso.testing import FixedClock

AT = datetime(2026, 3, 2, 1, 0, tzinfo=UTC)
BASE, AGENT, KEEPER = "desk", "claude-code", "keeper"


@dataclass
class Desk:
    """A store with a base, an agent, and whoever speaks in the set. ``numbers`` are those of the kept records."""

    app: stillso.App
    clock: FixedClock
    numbers: dict[str, int] = field(default_factory=dict)
    misses: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.owner: Owner = self.app.owner(KEEPER)
        self.owner.create_base(BASE)
        self.app.add_agent(AGENT)
        self.owner.grant(AGENT, BASE, "write")

    def session(self, person: str, dialogue: Turns, *seen: int) -> Session:
        """A session of the agent that was shown these records, and then heard this, each turn with what it answers."""
        self.clock.advance(hours=3)
        session = self.app.session(AGENT, [BASE], channel="cli", person=person)
        assert isinstance(session, Session), session
        for no in seen:
            session.show(no)
        asked = None
        for turn in dialogue:
            asked = turn.get("assistant", asked)
            if "user" in turn:
                session.hear(turn["user"], asked=asked)
                asked = None
        return session

    def fill(self, entries: Sequence[Entry], *, named: bool = True) -> dict[str, Outcome]:
        """What comes of remembering every entry with its quote; what waits is approved afterwards. Then months pass."""
        outcomes: dict[str, Outcome] = {}
        for each in entries:
            outcome = self.session(each["person"], each["dialogue"]).remember(
                each["content"],
                type=each["type"],
                scope=each["scope"],
                condition=each["condition"] if named else None,
                quote=each["quote"],
            )
            outcomes[each["id"]] = outcome
            there = self.owner.approve(outcome.proposal) if isinstance(outcome, Waiting) else outcome
            if isinstance(there, Done):
                assert there.no is not None
                self.numbers[each["id"]] = there.no
        self.clock.advance(days=120)
        return outcomes

    def undo(self, outcome: Outcome) -> None:
        """Take back what was put in, so that the next entry finds the same records."""
        if isinstance(outcome, Done):
            assert outcome.no is not None
            if outcome.replaces is not None:
                self.owner.restore(outcome.replaces)
            else:
                self.owner.retract(outcome.no)

    def record(self, no: int) -> Record:
        """A record as it is."""
        shown = self.owner.show(no, base=BASE)
        assert not isinstance(shown, Refused), shown
        return shown.rows[0].record

    def records(self) -> list[Record]:
        """All kept records."""
        return [self.record(no) for no in self.numbers.values()]

    def miss(self, part: str, entry: Entry, found: object) -> None:
        """Note what went wrong with an entry."""
        self.misses.append(f"{part:<10}{entry['id']:<20}{found}")
