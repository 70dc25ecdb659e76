"""A store with a past, and what must hold of any store, whatever befell it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

import stillso
from stillso import FileChange, Session
from stillso.core.authority import Basis
from stillso.core.records import Status
from stillso.services.verifying import Verified
from stillso.testing import faults


@pytest.fixture(scope="session")
def assert_whole() -> Callable[[Path], None]:
    """The store opens, its structure and its chain are sound, and its index is what its files say."""
    return _assert_whole


def _assert_whole(path: Path) -> None:
    app = stillso.open(path)
    verified = app.verify()
    assert isinstance(verified, Verified)
    assert () == verified.findings
    with app.workspace.view() as view:
        windows = [view.space(session.window_id) for session in view.sessions()]
        spaces = [*view.bases(), *(each for each in windows if each)]
        assert {} == {space.name: found for space in spaces if (found := faults(view, space))}
        before = {base.slug: view.records(base.id, list(Status)) for base in view.bases()}
        quoted = [each for space in spaces for each in view.operations(space.id) if each.authority is Basis.QUOTED]
        evidence = [view.evidence(each.space, each.n) for each in quoted]
        assert [] == [each for each in evidence if each is None or view.message(each.session, each.message) is None]
    for slug in before:
        app.reindex(slug)
    with app.workspace.view() as view:
        assert before == {base.slug: view.records(base.id, list(Status)) for base in view.bases()}
    app.close()
    connection = apsw.Connection(str(path))
    assert [("ok",)] == list(connection.execute("PRAGMA integrity_check"))
    connection.close()


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A closed store with a base, an agent, a session, records of several kinds, a file and an open candidate."""
    path = tmp_path / "memory.db"
    app = stillso.open(path)
    fill(app)
    app.close()
    return path


def fill(app: stillso.App) -> None:
    """A small past: five versions of the base shop."""
    mei = app.owner("mei")
    mei.create_base("shop")
    app.add_agent("codex")
    mei.grant("codex", "shop", "write")
    mei.remember("run unit tests only", base="shop", condition="until staging is stable")
    mei.remember("用英文寫 commit 訊息", base="shop")
    mei.retract(2, base="shop")
    mei.write(FileChange(path="notes/a.md", mode="create", content="pnpm\n" * 2000), base="shop")
    session = app.session("codex", ["shop"], person="mei")
    assert isinstance(session, Session)
    session.hear("from now on always run e2e")
    session.show(1)
    session.supersede(1, "always run e2e", quote="from now on always run e2e")
    session.remember("Deploy on Fridays")


@pytest.fixture
def contents() -> Callable[[Path], list[str]]:
    """The contents in force in the base shop."""

    def read(path: Path) -> list[str]:
        app = stillso.open(path)
        try:
            with app.workspace.view() as view:
                return [row.record.content for base in view.bases() for row in view.records(base.id, [Status.ACTIVE])]
        finally:
            app.close()

    return read
