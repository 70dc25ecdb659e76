"""Writers of one store take turns: in the order they came, and whatever becomes of one of them."""

from __future__ import annotations

import json
import os
import select
import signal
import stat
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

import pytest

import stillso
from stillso import Done, Refused
from stillso.core.records import Record, Status
from stillso.storage.disk import turns
from stillso.testing import faults

QUEUER = Path(__file__).with_name("queuer.py")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(stillso.__file__).parents[1])}
LONG, SHORT = 600.0, 0.05

pytestmark = pytest.mark.skipif(not turns.CAN_QUEUE, reason="no record locks on this system")


class Queuers:
    """Processes on one store, and what they tell, in order."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self._hear, self._say = os.pipe()
        self._heard = b""
        self._started: dict[str, subprocess.Popen[str]] = {}

    def start(self, *names: str, patience: float = LONG, busy: int = 60_000) -> None:
        """Start processes of these names; they have opened the store when this returns."""
        for name in names:
            self._started[name] = subprocess.Popen(
                [sys.executable, str(QUEUER), str(self.store), name, str(patience), str(busy)],
                stdin=subprocess.PIPE,
                stdout=self._say,
                text=True,
                env=ENVIRONMENT,
            )
        assert {f"{name} ready" for name in names} == {self.next() for _ in names}

    def tell(self, name: str, command: str = "") -> None:
        """Have a process do something; without a command, let go."""
        stdin = self._started[name].stdin
        assert stdin is not None
        stdin.write(command + "\n")
        stdin.flush()

    def interrupt(self, name: str) -> str:
        """Press Ctrl-C, again where Python lost it: it ignores what is raised in a finalizer. What was told then."""
        for _ in range(6):
            self.send(name, signal.SIGINT)
            if b"\n" in self._heard or select.select([self._hear], [], [], 10)[0]:
                break
        return self.next()

    def next(self) -> str:
        """What was told next, by any of them."""
        while b"\n" not in self._heard:
            assert select.select([self._hear], [], [], 60)[0], "nobody tells anything"
            self._heard += os.read(self._hear, 1 << 16)
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode()

    def after(self, name: str, command: str = "") -> str:
        """What is told next, after a process was told something."""
        self.tell(name, command)
        return self.next()

    def send(self, name: str, number: signal.Signals) -> None:
        """Send a signal; one that stops or kills has done so when this returns."""
        process = self._started[name]
        process.send_signal(number)
        if number == signal.SIGKILL:
            process.wait(timeout=60)
        if number == signal.SIGSTOP:
            assert os.WIFSTOPPED(os.waitpid(process.pid, os.WUNTRACED)[1])

    def versions(self, *names: str) -> list[int]:
        """The version that each of these tells to have written, in the order of the names."""
        told = dict(self.next().split(" wrote ") for _ in names)
        return [int(told[name]) for name in names]

    def end(self) -> None:
        """End them all, wherever they are."""
        for process in self._started.values():
            process.kill()
            process.communicate()
        os.close(self._hear)
        os.close(self._say)


@pytest.fixture
def queuers(tmp_path: Path) -> Iterator[Queuers]:
    """No process yet, on a store with the empty base shop."""
    app = stillso.open(tmp_path / "memory.db")
    app.owner("mei").create_base("shop")
    app.close()
    queuers = Queuers(tmp_path / "memory.db")
    yield queuers
    queuers.end()


def test_processes_write_in_the_order_they_came(queuers: Queuers):
    """Six that came one after the other while a seventh held a transaction open get versions in that order."""
    queuers.start(*"abcdefg")
    assert "a holds" == queuers.after("a", "hold")
    for name in "gbfced":
        assert f"{name} queues" == queuers.after(name, "write")
    queuers.tell("a")
    assert [1, 2, 3, 4, 5, 6] == queuers.versions(*"gbfced")


def test_threads_write_in_the_order_they_came(tmp_path: Path):
    """Of one process too, also on two stores that were opened on the same file."""
    stores = [stillso.open(tmp_path / "memory.db") for _ in "ab"]
    mei = [app.owner("mei") for app in stores]
    mei[0].create_base("shop")
    line = turns.beside(tmp_path / "memory.db")
    assert line is not None
    came: SimpleQueue[None] = SimpleQueue()

    class Line(deque[Any]):
        def append(self, place: Any) -> None:
            super().append(place)
            came.put(None)

    line._behind = Line()
    threads = [Thread(target=mei[n % 2].remember, args=(f"rule {n}",), kwargs={"base": "shop"}) for n in range(8)]
    with line.turn():
        for thread in threads:
            thread.start()
            came.get(timeout=60)
    for thread in threads:
        thread.join(timeout=60)
    shown = mei[0].list(base="shop")
    assert not isinstance(shown, Refused)
    assert [f"rule {n}" for n in range(8)] == [row.record.content for row in shown.rows]
    for app in stores:
        app.close()


def test_a_thread_that_lost_patience_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """It went on without a turn, so none is kept for it."""
    line = turns.beside(tmp_path / "memory.db")
    assert line is not None

    def take() -> None:
        with line.turn():
            pass

    early, late = Thread(target=take), Thread(target=take, daemon=True)
    with line.turn():
        monkeypatch.setattr(turns, "PATIENCE_SECONDS", SHORT)
        early.start()
        early.join(timeout=60)
        monkeypatch.setattr(turns, "PATIENCE_SECONDS", LONG)
    late.start()
    late.join(timeout=60)
    assert not late.is_alive()


def test_one_that_is_killed_while_it_waits_holds_up_nobody(queuers: Queuers):
    """Those behind it move up, and wait for those before it all the same."""
    queuers.start(*"abcd")
    assert "a has" == queuers.after("a", "turn")
    assert ["b queues", "c queues"] == [queuers.after(name, "turn") for name in "bc"]
    queuers.send("b", signal.SIGKILL)
    assert "d queues" == queuers.after("d", "turn")
    assert ["a leaves", "c has"] == [queuers.after("a"), queuers.next()]
    assert ["c leaves", "d has"] == [queuers.after("c"), queuers.next()]


def test_one_that_is_killed_in_its_turn_holds_up_nobody(queuers: Queuers):
    """What it had not committed is gone, and those behind it write in their order."""
    queuers.start(*"abc")
    assert "a holds" == queuers.after("a", "hold")
    assert ["b queues", "c queues"] == [queuers.after(name, "write") for name in "bc"]
    queuers.send("a", signal.SIGKILL)
    assert [1, 2] == queuers.versions("b", "c")


def test_one_that_is_interrupted_while_it_waits_leaves_the_queue(queuers: Queuers):
    """Ctrl-C ends the wait; when the process comes again, it is behind those who came meanwhile."""
    queuers.start(*"abc")
    assert "a has" == queuers.after("a", "turn")
    assert ["b queues", "c queues"] == [queuers.after(name, "turn") for name in "bc"]
    assert "b interrupted" == queuers.interrupt("b")
    assert "b queues" == queuers.after("b", "turn")
    assert ["a leaves", "c has"] == [queuers.after("a"), queuers.next()]
    assert ["c leaves", "b has"] == [queuers.after("c"), queuers.next()]


def test_one_that_is_stopped_is_waited_for_in_vain_once(queuers: Queuers):
    """Whoever lost patience goes on and notes it: the next one queues no more for those before."""
    queuers.start("a", "c")
    queuers.start("b", patience=SHORT)
    assert "a has" == queuers.after("a", "turn")
    queuers.send("a", signal.SIGSTOP)
    assert ["b queues", "b has"] == [queuers.after("b", "turn"), queuers.next()]
    assert "c queues" == queuers.after("c", "turn")
    assert ["b leaves", "c has"] == [queuers.after("b"), queuers.next()]
    assert ["c leaves", "c wrote 1"] == [queuers.after("c"), queuers.after("c", "write")]
    assert "b has" == queuers.after("b", "turn")
    queuers.send("a", signal.SIGCONT)
    assert ["a leaves", "a queues"] == [queuers.after("a"), queuers.after("a", "turn")]
    assert ["b leaves", "a has"] == [queuers.after("b"), queuers.next()]


def test_one_that_keeps_writing_is_told_of_in_plain_words(queuers: Queuers):
    """Whoever waited for the lock as long as one may hears that another process writes, and nothing of locks."""
    queuers.start("a")
    queuers.start("b", patience=SHORT, busy=100)
    assert "a holds" == queuers.after("a", "hold")
    assert "b queues" == queuers.after("b", "write")
    said = f"the store {queuers.store} failed: another process has been writing for too long; if it hangs, end it"
    assert f"b lost: {said}" == queuers.next()
    queuers.tell("a")
    assert ["a wrote 1", "b wrote 2"] == [queuers.after(name, "write") for name in "ab"]


DAMAGED = {"empty": b"", "garbled": b"\xff" * 99, "far ahead": (1 << 40).to_bytes(8, "little")}


@pytest.mark.parametrize("damaged", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_holds_up_nobody(queuers: Queuers, damaged: bytes):
    """Whatever the file holds, those who come later write; at worst not in order."""
    queuers.start(*"abc")
    assert "a has" == queuers.after("a", "turn")
    assert "b queues" == queuers.after("b", "write")
    queuers.store.with_name("memory.db-turns").write_bytes(damaged)
    queuers.tell("c", "write")
    queuers.tell("a")
    told = iter(queuers.next, None)
    assert {"b", "c"} == {next(each for each in told if "wrote" in each)[0] for _ in "bc"}


def a_folder(path: Path) -> None:
    """Something that is no file."""
    path.mkdir()


def a_link(path: Path) -> None:
    """A link that somebody put there."""
    path.symlink_to(path.with_name("elsewhere"))


@pytest.mark.parametrize("make", [a_folder, a_link, os.mkfifo])
def test_where_there_can_be_no_file_writers_wait_as_sqlite_does(tmp_path: Path, make: Callable[[Path], None]):
    """Nothing is refused, and nothing else is put in the place."""
    make(tmp_path / "memory.db-turns")
    app = stillso.open(tmp_path / "memory.db")
    mei = app.owner("mei")
    mei.create_base("shop")
    assert isinstance(mei.remember("a rule", base="shop"), Done)
    app.close()
    assert not (tmp_path / "elsewhere").exists()


def test_a_process_that_is_forked_off_takes_turns_of_its_own(queuers: Queuers):
    """It waits for its parent, whose turn is none of its own."""
    queuers.start("a")
    assert ["a has", "a queues"] == [queuers.after("a", "fork"), queuers.next()]
    assert ["a leaves", "a has in the child"] == [queuers.after("a"), queuers.next()]


def test_reading_waits_for_nobody(queuers: Queuers):
    """While another process keeps a transaction open, a store is opened and read."""
    queuers.start(*"ab")
    assert "b wrote 1" == queuers.after("b", "write")
    assert "a holds" == queuers.after("a", "hold")
    assert "b read 1" == queuers.after("b", "read")


@pytest.mark.parametrize("mode", [0o600, 0o660])
def test_the_file_is_for_those_whom_the_store_is_for(tmp_path: Path, mode: int):
    """It is made with the first write after it was missing, not by reading."""
    file = tmp_path / "memory.db-turns"
    stillso.open(tmp_path / "memory.db").close()
    file.unlink(missing_ok=True)
    (tmp_path / "memory.db").chmod(mode)
    app = stillso.open(tmp_path / "memory.db")
    app.bases()
    assert not file.exists()
    app.owner("mei")
    assert mode == stat.S_IMODE(file.stat().st_mode)
    app.close()


def test_a_process_has_one_place_for_each_store(tmp_path: Path):
    """By whatever name it is opened; closing one descriptor would let go of the locks of all."""
    (tmp_path / "memory.db").touch()
    (tmp_path / "link").symlink_to("memory.db")
    found = turns.beside(tmp_path / "memory.db")
    assert found is not None
    assert found is turns.beside(tmp_path / "link")
    assert [tmp_path / "memory.db-turns"] == list(tmp_path.glob("*-turns"))


@pytest.mark.parametrize("count", [60, pytest.param(500, marks=pytest.mark.nightly)])
def test_eight_processes_lose_nothing(queuers: Queuers, count: int):
    """They add, and replace 16 hot records as just read: a loser is stale, and one record of each chain is active."""
    app = stillso.open(queuers.store)
    mei = app.owner("mei")
    first = [f"hot {number}" for number in range(16)]
    assert list(range(1, 17)) == [_version(mei.remember(content, base="shop", beside=0)) for content in first]
    queuers.start(*"abcdefgh")
    for name in "abcdefgh":
        queuers.tell(name, f"work {count}")
    told = [each for _ in "abcdefgh" for each in json.loads(_said(queuers))]
    done = {content: version for what, version, content in told if what == "done"}
    assert {"stale"} >= {code for what, code, _ in told if what != "done"}
    assert 8 * count == len(told)
    assert list(range(17, 17 + len(done))) == sorted(done.values())
    shown = mei.list(*Status, base="shop")
    assert not isinstance(shown, Refused)
    records = [row.record for row in shown.rows]
    assert sorted([*first, *done]) == sorted(record.content for record in records)
    assert Counter(range(1, 17)) == _active_of_hot(records)
    with app.workspace.view() as view:
        (base,) = view.bases()
        assert (16 + len(done), len(records)) == (base.head, base.records)
        assert [] == (faults(view, base) if count < 100 else [])
    app.close()


def _version(outcome: Any) -> int:
    assert isinstance(outcome, Done)
    return outcome.version


def _said(queuers: Queuers) -> str:
    """What one of them tells when it has done its work; that it queues in between is passed over."""
    while (said := queuers.next()).endswith(" queues"):
        pass
    return said.partition(" ")[2]


def _active_of_hot(records: list[Record]) -> Counter[int]:
    """How many records are active of each chain that begins with one of the first 16."""
    begins: dict[int, int] = {}
    for record in records:
        begins[record.no] = begins.get(record.supersedes or 0, record.no)
    active = Counter(begins[record.no] for record in records if record.status is Status.ACTIVE)
    return Counter({no: active[no] for no in range(1, 17)})
