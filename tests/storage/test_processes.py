"""Real processes on one SQLite store: nothing is lost, nothing is half done, and nobody hears that it is locked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

import stillso
from stillso import Done, FileChange, Refused, Session
from stillso.core import edits
from stillso.core.verbs.write import edit_of
from stillso.testing import faults

WRITER = Path(__file__).with_name("writer.py")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(stillso.__file__).parents[1])}


class Hand:
    """A process that acts on a store of its own."""

    def __init__(self, store: Path, name: str, *session: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(WRITER), str(store), name, *session],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        )
        assert "ready" == self.answer()

    def begin(self) -> None:
        """Let it open the store."""
        self._write("")

    def ask(self, verb: str, **given: Any) -> None:
        """Have something done, without waiting for it."""
        self._write(json.dumps([verb, given]))

    def answer(self) -> Any:
        """What came of the first thing that was not yet answered."""
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def do(self, verb: str, **given: Any) -> Any:
        """Have something done and wait for it."""
        self.ask(verb, **given)
        return self.answer()

    def end(self) -> None:
        """No more calls; wait until it has closed the store."""
        self.process.communicate(timeout=60)

    def _write(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()


@contextmanager
def hands(store: Path, *whom: tuple[str, ...]) -> Iterator[list[Hand]]:
    """Processes that began at the same moment, each with the store open."""
    with ExitStack() as stack:
        started = [Hand(store, *who) for who in whom]
        for hand in started:
            stack.callback(hand.end)
        for hand in started:
            hand.begin()
        assert ["open"] * len(started) == [hand.answer() for hand in started]
        yield started


@pytest.fixture
def app(tmp_path: Path) -> Iterator[stillso.App]:
    """A store with the base shop of mei, which the agent codex may write to."""
    app = stillso.open(tmp_path / "memory.db")
    mei = app.owner("mei")
    mei.create_base("shop")
    app.add_agent("codex")
    mei.grant("codex", "shop", "write")
    yield app
    app.close()


def opened(app: stillso.App) -> Session:
    """A new session of codex."""
    session = app.session("codex", ["shop"], person="mei")
    assert isinstance(session, Session)
    return session


def wrong(app: stillso.App) -> list[str]:
    """What breaks the laws in the base shop."""
    with app.workspace.view() as view:
        space = view.space("shop")
        assert space is not None
        return faults(view, space)


def active(app: stillso.App) -> list[str]:
    """The contents in force."""
    shown = app.owner("mei").list(base="shop")
    assert not isinstance(shown, Refused)
    return [row.record.content for row in shown.rows]


def test_eight_processes_open_a_new_store_at_the_same_moment(tmp_path: Path):
    """All succeed, on one schema, with one key; each then writes."""
    store = tmp_path / "new" / "memory.db"
    with hands(store, *((f"p{number}",) for number in range(8))) as eight:
        for number, hand in enumerate(eight):
            hand.ask("create_base", slug=f"base-{number}")
        assert [0] * 8 == [hand.answer()["done"]["version"] for hand in eight]
    app = stillso.open(store)
    assert [f"base-{number}" for number in range(8)] == [base.slug for base in app.bases()]
    app.close()
    left = {path.name for path in store.parent.iterdir()}
    assert {"memory.db", "memory.db.key"} == left - {"memory.db-turns"}


@pytest.mark.parametrize("run", range(3))
def test_cc_01_two_processes_lose_nothing(app: stillso.App, tmp_path: Path, run: int):
    """CC-01: of two writers with twenty records and twenty files each, all eighty are there, in gapless versions."""
    with hands(tmp_path / "memory.db", ("mei",), ("bob",)) as two:
        for name, hand in zip("ab", two, strict=True):
            for number in range(20):
                hand.ask("remember", content=f"{name} {number}", base="shop")
                file = {"path": f"{name}/{number}.md", "mode": "create", "content": name}
                hand.ask("write", files=[file], base="shop")
        answers = [hand.answer() for hand in two for _ in range(40)]
    assert list(range(1, 81)) == sorted(answer["done"]["version"] for answer in answers)
    assert sorted(f"{name} {number}" for name in "ab" for number in range(20)) == sorted(active(app))
    files = app.owner("mei").files(base="shop")
    assert not isinstance(files, Refused)
    created = {file.path for file in files if not file.path.startswith("records/")}
    assert {f"{name}/{number}.md" for name in "ab" for number in range(20)} == created
    assert [] == wrong(app)


def test_cc_02_a_change_is_not_overwritten_unseen(app: stillso.App, tmp_path: Path):
    """CC-02: whoever writes on an old reading hears stale with what is there now, until they have read again."""
    app.owner("mei").write(FileChange(path="notes.md", mode="create", content="甲\n"), base="shop")
    sessions = [("codex", opened(app).id) for _ in "ab"]
    with hands(tmp_path / "memory.db", *sessions) as (a, b):
        read_by_a, read_by_b = a.do("read", path="notes.md"), b.do("read", path="notes.md")
        over = {"path": "notes.md", "mode": "overwrite", "content": "甲\nA\n", "expected_sha256": read_by_a["sha256"]}
        assert "done" in a.do("write", files=[over])
        now = a.do("read", path="notes.md")
        old = {"path": "notes.md", "expected_sha256": read_by_b["sha256"]}
        late = [
            {**old, "mode": "overwrite", "content": "甲\nB\n"},
            {**old, "mode": "append", "content": "B\n"},
            {**old, "mode": "delete"},
        ]
        refused = [b.do("write", files=[file]) for file in late]
        assert [("stale", now["sha256"])] * 3 == [(each["refused"], each["now"]["sha256"]) for each in refused]
        assert now == a.do("read", path="notes.md")
        again = b.do("read", path="notes.md")
        assert "甲\nA\n" == again["content"]
        assert "done" in b.do("write", files=[{**late[0], "expected_sha256": again["sha256"]}])
        assert "甲\nB\n" == a.do("read", path="notes.md")["content"]
    assert [] == wrong(app)


CALLS = [
    FileChange(path="log.md", mode="create", content="1\n"),
    FileChange(path="log.md", mode="append", content="2\n"),
    FileChange(path="log.md", mode="append", content="3\n"),
    FileChange(path="log.md", mode="edit", old="2", new="二"),
]


@pytest.mark.parametrize("run", range(10))
def test_cc_05_calls_in_parallel_come_in_some_order(app: stillso.App, run: int):
    """CC-05: of four calls at once each is applied or refused with a reason; the text is that of the log."""
    session, together = opened(app), Barrier(4)

    def call(file: FileChange) -> Any:
        together.wait(timeout=60)
        return session.write(file)

    with ThreadPoolExecutor(4) as pool:
        outcomes = list(pool.map(call, CALLS))
    done = {outcome.version: file for file, outcome in zip(CALLS, outcomes, strict=True) if isinstance(outcome, Done)}
    codes = {outcome.code.value for outcome in outcomes if isinstance(outcome, Refused)}
    assert codes <= {"missing", "no-match"}
    assert 4 == len(done) + sum(isinstance(outcome, Refused) for outcome in outcomes)
    assert list(range(1, len(done) + 1)) == sorted(done)
    expected: str | None = None
    for version in sorted(done):
        step = edits.apply(edit_of(done[version]), expected)
        assert isinstance(step, edits.Edited)
        expected = step.text
    found = session.read("log.md")
    assert not isinstance(found, Refused)
    assert expected == found.content
    assert [] == wrong(app)


def test_cc_08_of_two_who_replace_the_same_record_one_wins(app: stillso.App, tmp_path: Path):
    """CC-08: fifty times, of two sessions with the same reading one is done and one stale; one record is in force."""
    mei = app.owner("mei")
    sessions = [("codex", opened(app).id) for _ in "ab"]
    with hands(tmp_path / "memory.db", *sessions) as two:
        for number in range(50):
            first = mei.remember(f"舊 {number}", base="shop")
            assert isinstance(first, Done)
            for name, hand in zip("甲乙", two, strict=True):
                assert "Message" == hand.do("hear", text=f"以後用新{name} {number}")
                assert "Shown" == hand.do("show", no=first.no)
            for name, hand in zip("甲乙", two, strict=True):
                words = {"content": f"新{name} {number}", "quote": f"以後用新{name} {number}"}
                hand.ask("supersede", no=first.no, read_version=first.version, **words)
            won, lost = sorted((hand.answer() for hand in two), key=lambda answer: "refused" in answer)
            assert ("stale", first.version + 1) == (lost["refused"], won["done"]["version"])
            assert "locked" not in lost["message"]
            new = won["done"]["no"]
            assert (new, "active") == (lost["now"]["no"], lost["now"]["status"])
            assert (first.no, number + 1) == (won["done"]["replaces"], len(active(app)))
            shown = mei.show(first.no or 0, base="shop")
            assert not isinstance(shown, Refused)
            assert ("superseded", new) == (shown.rows[0].record.status, shown.rows[0].record.superseded_by)
    assert [] == wrong(app)


def test_a_killed_writer_leaves_a_whole_store(app: stillso.App, tmp_path: Path):
    """After kill -9 in the middle of its work, what it was told is done is there, in order, and the next one writes."""
    writer = Hand(tmp_path / "memory.db", "mei")
    writer.begin()
    for number in range(1, 501):
        writer.ask("remember", content=f"rule {number}", base="shop")
    assert "open" == writer.answer()
    acknowledged = [writer.answer()["done"]["no"] for _ in range(20)]
    writer.process.kill()
    writer.process.communicate(timeout=60)
    again = stillso.open(tmp_path / "memory.db")
    kept = active(again)
    assert list(range(1, 21)) == acknowledged
    assert [f"rule {number}" for number in range(1, len(kept) + 1)] == kept
    assert 20 <= len(kept) < 500
    assert [] == wrong(again)
    assert isinstance(again.owner("mei").remember("and one more", base="shop"), Done)
    again.close()
