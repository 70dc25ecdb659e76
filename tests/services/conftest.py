"""A store with a history as a real one has it, on a file: every verb, every authority, files, ended sessions.

``kept`` is a copy of it, to be changed past stillso.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw
import pytest

import stillso
from stillso import App, Done, FileChange, Refused, Session, Waiting
from stillso.core.findings import Finding
from stillso.core.items import Revision
from stillso.services.verifying import Verified
from stillso.testing import FixedClock

AT = datetime(2026, 6, 22, 3, 10, tzinfo=UTC)

#: What mei says, and what is kept of it.
STAGING = "這陣子 staging 很不穩，e2e 先別跑，跑 unit test 就好"
STILL = "對，staging 還沒修好，unit test 就好"
REPAIRED = "staging 修好了，以後 e2e 都要跑"
COMMITS = "write commit messages in English, please"
FREEZE = "no schema changes in release week, that is a rule"


class History:
    """Fills a store step by step; every step must succeed."""

    def __init__(self, app: App, clock: FixedClock) -> None:
        self.app, self.clock = app, clock
        self.mei = app.owner("mei")

    def fill(self) -> None:
        """Make all of it: 17 versions of shop, 2 of docs, 2 in the session that noted exceptions."""
        self._bases()
        session = self._session("claude-code")
        self._quoted(session)
        self._files(session)
        self._approved(session)
        self._owned()
        session.end()
        self.clock.advance(days=40)
        self._session("claude-code")  # opening one sweeps: what nothing rests on is dropped

    def _bases(self) -> None:
        done(self.mei.create_base("shop", readme="# Shop\n"))
        done(self.mei.create_base("docs"))
        for agent, level in (("claude-code", "write"), ("codex", "ask")):
            self.app.add_agent(agent)
            assert not isinstance(self.mei.grant(agent, "shop", level), Refused)

    def _session(self, agent: str) -> Session:
        session = self.app.session(agent, ["shop"], channel="web-chat", person="mei")
        assert isinstance(session, Session)
        session.read("README.md")
        return session

    def _heard(self, session: Session, words: str, **asked: str) -> str:
        self.clock.advance(minutes=5)
        session.hear("早安，先看一下購物車那張單")
        session.hear(words, **asked)
        return words

    def _quoted(self, session: Session) -> None:
        words = self._heard(session, STAGING)
        done(session.remember("改完程式只跑 unit test，不跑 e2e", scope="checkout", quote=words))
        words = self._heard(session, STILL, asked="#1 要改完程式只跑 unit test，現在還是這樣嗎？")
        done(session.confirm(1, quote=words))
        words = self._heard(session, "這次 e2e 也跑一下")
        done(session.once(1, quote=words))
        done(session.once(1, quote="never said"))
        words = self._heard(session, REPAIRED)
        done(session.supersede(1, "改完程式 e2e 都要跑", quote=words))
        words = self._heard(session, COMMITS)
        done(
            session.remember("Write commit messages in English", type="user", quote="write commit messages in English")
        )

    def _files(self, session: Session) -> None:
        note = "---\ndescription: Which package manager\n---\npnpm is used here\n"
        done(session.write(FileChange(path="notes/tooling.md", mode="create", content=note), reason="found out"))
        edit = FileChange(path="notes/tooling.md", mode="edit", old="pnpm", new="pnpm 9")
        done(session.write(edit, FileChange(path="plan.md", mode="create", content="# Plan\n"), reason="版本"))
        session.read("plan.md")
        done(session.write(FileChange(path="plan.md", mode="delete")))

    def _approved(self, session: Session) -> None:
        done(self.mei.approve(waiting(session.remember("Releases are on Thursdays", type="project"))))
        asking = self._session("codex")
        words = self._heard(asking, FREEZE)
        done(self.mei.approve(waiting(asking.remember("No schema changes in release week", quote=words))))
        asking.show(3)
        words = self._heard(asking, "yes, write commit messages in English still", asked="#3 is still so?")
        done(self.mei.approve(waiting(asking.confirm(3, quote=words))))
        assert isinstance(self.mei.refuse(waiting(session.remember("Deploy on Fridays"))), Done)
        id = waiting(session.remember("Ask before you deploy", type="feedback"))
        words = self._heard(session, "yes, keep it", asked=f"Shall I keep {id}, ask before you deploy?")
        done(session.approve(id, quote=words))
        asking.end()

    def _owned(self) -> None:
        self.clock.advance(days=1)
        done(self.mei.remember("Answer in Chinese", base="shop", condition="until the team is larger"))
        done(self.mei.amend(7, base="shop", scope="checkout/e2e"))
        done(self.mei.retract(4, base="shop", reason="the release day moved"))
        done(self.mei.restore(1, base="shop"))
        done(self.mei.supersede(6, "Ask twice before you deploy", base="shop", until="2026-12-31"))
        done(self.mei.remember("Docs are written in British English", base="docs"))
        done(self.mei.write(FileChange(path="style.md", mode="create", content="# Style\n"), base="docs"))


def done(outcome: object) -> Done:
    """An outcome that the history needs."""
    assert isinstance(outcome, Done), outcome
    assert not outcome.unchanged
    return outcome


def waiting(outcome: object) -> str:
    """The id of a candidate."""
    assert isinstance(outcome, Waiting), outcome
    return outcome.proposal


def write_history(path: Path) -> None:
    """A store in this file, closed again."""
    clock = FixedClock(AT)
    app = stillso.open(path, clock=clock)
    History(app, clock).fill()
    _unpack(app, path)
    app.close()


def _unpack(app: App, path: Path) -> None:
    """Keep every text as it was written, so that a change past stillso is a change of the text."""
    connection = apsw.Connection(str(path))
    with app.workspace.view() as view:
        for (space,) in connection.execute("SELECT id FROM space"):
            for revision in view.page(Revision, space, None, 10_000):
                connection.execute(
                    "UPDATE revision SET data = ?, leans_on = NULL WHERE space = ? AND key = ? AND n = ?",
                    (revision.data, space, revision.key, revision.n),
                )
    connection.close()


class Kept:
    """A copy of the history on a file of its own, open to whoever can write the file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.spaces: dict[str, str] = dict(self.rows("SELECT slug, id FROM space"))

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """What a statement gives, past everything that stillso would say to it."""
        connection = apsw.Connection(str(self.path))
        try:
            return list(connection.execute(sql, values))
        finally:
            connection.close()

    def change(self, sql: str, *values: Any, base: str = "shop") -> None:
        """Do something to rows of a base; it must hit some."""
        connection = apsw.Connection(str(self.path))
        connection.execute(sql.replace(":base", f"'{self.spaces[base]}'"), values)
        assert connection.changes()
        connection.close()

    @contextmanager
    def app(self) -> Iterator[App]:
        """The store, opened by stillso."""
        app = stillso.open(self.path, clock=lambda: AT)
        yield app
        app.close()

    def verify(self, base: str | None = None, anchor: Path | None = None) -> Verified:
        """What verifying gives."""
        with self.app() as app:
            found = app.verify(base, anchor=anchor)
        assert isinstance(found, Verified)
        return found

    def found(self, base: str | None = None, anchor: Path | None = None) -> list[str]:
        """The findings, each as its code and its facts."""
        return [brief(each) for each in self.verify(base, anchor).findings]


def brief(finding: Finding) -> str:
    """A finding as its code and its facts, but for the words of some library."""
    facts = {name: value for name, value in finding.facts.items() if name != "reason"}
    told = (",".join(value) if isinstance(value, list) else value for value in facts.values())
    return " ".join([finding.fault, *(f"{name}={value}" for name, value in zip(facts, told, strict=True))])


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The history, written once."""
    path = tmp_path_factory.mktemp("history") / "memory.db"
    write_history(path)
    return path


@pytest.fixture
def kept(written: Path, tmp_path: Path) -> Kept:
    """A copy of it, with its key."""
    path = tmp_path / "memory.db"
    for suffix in ("", ".key"):
        shutil.copy(f"{written}{suffix}", f"{path}{suffix}")
    return Kept(path)


@pytest.fixture
def anchor(kept: Kept, tmp_path: Path) -> Path:
    """The anchor of the untouched store."""
    path = tmp_path / "kept elsewhere" / "memory.anchor"
    path.parent.mkdir()
    assert "written" == kept.verify(anchor=path).anchored
    return path
