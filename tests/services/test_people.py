"""People: who is made when missing, and only once."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

import pytest

import stillso
from stillso.core.terms import same
from stillso.services.workspace import Workspace
from stillso.testing import FixedClock, MemoryStore
from stillso.texts import Texts

AT = datetime(2026, 6, 22, 3, 10, tzinfo=UTC)


def test_two_who_are_first_to_be_the_same_person_are_one_person():
    """A name that somebody else added between looking and adding is the person that was asked for."""
    store, clock, texts = MemoryStore(), FixedClock(AT), Texts("en")

    def workspace(recorder):
        return Workspace(
            id="w",
            store=store,
            key=bytes(32),
            clock=clock,
            recorder=recorder,
            random=secrets.token_bytes,
            variants=same,
        )

    first = stillso.App(workspace(clock), texts)

    def meanwhile():
        first.owner("mei")
        return AT

    second = stillso.App(workspace(meanwhile), texts)
    assert "mei" == second.owner("mei").caller.principal.name


def test_an_agent_is_no_owner():
    """The name of an agent gives no person."""
    app = stillso.open("memory:")
    app.add_agent("codex")
    with pytest.raises(stillso.Misuse, match="codex"):
        app.owner("codex")


def test_an_ended_session_changes_nothing_more():
    """Who holds a session that was closed is told so; nothing is kept."""
    app = stillso.open("memory:")
    mei = app.owner("mei")
    mei.create_base("shop")
    app.add_agent("codex")
    mei.grant("codex", "shop", "write")
    session = app.session("codex", ["shop"], person="mei")
    assert isinstance(session, stillso.Session)
    session.end()
    assert isinstance(session.remember("run unit tests only"), stillso.Refused)
    assert [] == app.inbox("shop")
