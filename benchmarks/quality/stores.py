"""A real store in a folder of its own, filled and asked through the public library."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.sides import undurable

import stillso

#: The person, and the agent that works for them.
PERSON, AGENT = "mei", "helper"


class Figure(NamedTuple):
    """One line of the table: a name, ours, the plain way's, and the goal, None where there is none."""

    name: str
    ours: float
    plain: float | None = None
    goal: float | None = None
    at_most: bool = False

    @property
    def is_met(self) -> bool:
        """Whether the goal is reached."""
        return self.goal is None or (self.ours <= self.goal if self.at_most else self.ours >= self.goal)


@contextmanager
def opened(embedder: stillso.Embedder | None) -> Iterator[stillso.App]:
    """A new store; its writes do not wait for the disk."""
    with tempfile.TemporaryDirectory(prefix="stillso-bench-") as folder:
        app = stillso.open(Path(folder) / "memory.db", embedder=embedder)
        app.add_agent(AGENT)
        with undurable(app):
            yield app
        app.close()


def based(app: stillso.App, slug: str) -> stillso.Owner:
    """A person with a new base, in which the agent may write."""
    mei = app.owner(PERSON)
    done(mei.create_base(slug))
    assert not isinstance(mei.grant(AGENT, slug, "write"), stillso.Refused)
    return mei


def done(outcome: object) -> stillso.Done:
    """What was done; anything else ends the benchmark."""
    assert isinstance(outcome, stillso.Done), outcome
    return outcome


def said(app: stillso.App, session: stillso.Session, base: str, text: str, before: str, ways: Counter[str]) -> int:
    """Remember what was just said, with these very words; what waits a person approves. Gives the number."""
    session.hear(text, asked=before or None)
    outcome = session.remember(text, quote=text, base=base, beside=0)
    if isinstance(outcome, stillso.Waiting):
        ways[outcome.why.value] += 1
        outcome = app.owner(PERSON).approve(outcome.proposal)
    if isinstance(outcome, stillso.Refused):  # its owner may keep it all the same, without what it was said in
        ways[f"refused: {outcome.code}"] += 1
        outcome = app.owner(PERSON).remember(text, base=base, beside=0)
    else:
        ways["all"] += 1
    return done(outcome).no or 0


def ask(mei: stillso.Owner, base: str, question: str, scope: str | None = None, limit: int = 10) -> list[int]:
    """The numbers of the records that a search returns."""
    found = mei.search(question, base=base, scope=scope, limit=limit)
    assert not isinstance(found, stillso.Refused), found
    assert found.problem is None, found.problem
    return [hit.no for hit in found.hits if hit.no is not None]


def encode(app: stillso.App, base: str) -> None:
    """Encode all texts of a base, where there is an embedder."""
    if app.workspace.embedder:
        app.encode(base)


def mean(values: list[float]) -> float:
    """Their mean."""
    return sum(values) / max(len(values), 1)
