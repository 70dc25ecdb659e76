"""One process that takes its turn on a store step by step, and tells of each step in a pipe that all of them share.

    python queuer.py STORE NAME PATIENCE BUSY

It reads commands, one a line. An empty line lets go of what it holds. PATIENCE (seconds) is how long it queues, BUSY
(milliseconds) how long it then waits for SQLite's lock.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import stillso
from stillso import Done, Refused
from stillso.errors import LostStorage
from stillso.storage import sqlite
from stillso.storage.disk import turns

HOT = 16


class Told(turns.Turns):
    """Turns that tell when somebody has to wait for other processes: then its ticket is drawn."""

    def _wait(self, writer: Any) -> None:
        say("queues")
        super()._wait(writer)


class Queuer:
    """What this process can be told to do."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.app = stillso.open(address)
        self.mei = self.app.owner("mei")
        found = turns.beside(Path(address))
        assert found is not None
        self.turns = found

    def turn(self) -> None:
        """Take a turn, without a transaction."""
        with self.turns.turn():
            say("has")
            sys.stdin.readline()
            say("leaves")

    def hold(self) -> None:
        """Keep a transaction open that writes."""
        with self.app.workspace.view() as view:
            (base,) = view.bases()

        def work(tx: Any) -> None:
            tx.save(base)
            say("holds")
            sys.stdin.readline()

        self.app.workspace.run(None, work)

    def write(self) -> None:
        """Remember something; tells the version."""
        outcome = self.mei.remember(f"said in {os.getpid()}", base="shop", beside=0)
        assert isinstance(outcome, Done)
        say(f"wrote {outcome.version}")

    def read(self) -> None:
        """Open the store anew and list its records."""
        app = stillso.open(self.address)
        shown = app.owner("mei").list(base="shop")
        assert not isinstance(shown, Refused)
        app.close()
        say(f"read {len(shown.rows)}")

    def fork(self) -> None:
        """Have the turn, and let a process that is forked off meanwhile take one."""
        with self.turns.turn():
            say("has")
            child = os.fork()
            if child == 0:
                again = turns.beside(Path(self.address))
                assert again is not None
                with again.turn():
                    say("has in the child")
                os._exit(0)
            sys.stdin.readline()
            say("leaves")
        os.waitpid(child, 0)

    def work(self, count: str) -> None:
        """Add records and replace hot ones, as they were just read; tells what came of each as JSON."""
        chance = random.Random(NAME)
        newest = list(range(1, HOT + 1))
        told: list[tuple[str, int | str, str]] = []
        for number in range(int(count)):
            content, hot = f"{NAME} says in {number}", chance.randrange(HOT)
            if chance.random() < 0.5:
                outcome = self.mei.remember(content, base="shop", beside=0)
            else:
                newest[hot], version = self._living(newest[hot])
                outcome = self.mei.supersede(newest[hot], content, base="shop", read_version=version)
            match outcome:
                case Done():
                    told.append(("done", outcome.version, content))
                case Refused():
                    told.append(("refused", outcome.code.value, content))
                case _:
                    told.append(("waiting", outcome.why.value, content))
        say(json.dumps(told))

    def _living(self, no: int) -> tuple[int, int]:
        shown = self.mei.show(no, base="shop")
        assert not isinstance(shown, Refused)
        record = shown.rows[0].record
        return (no, record.version) if record.superseded_by is None else self._living(record.superseded_by)


def say(something: str) -> None:
    """One line for whoever started these processes; short ones come whole, in the order they were said."""
    os.write(1, f"{NAME} {something}\n".encode())


def main(address: str, patience: str, busy: str) -> None:
    """Do what is told, until there is no more."""
    turns.PATIENCE_SECONDS = float(patience)
    sqlite.BUSY_MILLISECONDS = int(busy)
    turns.Turns = Told  # type: ignore[misc]
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs this in the background ignores it
    queuer = Queuer(address)
    say("ready")
    while line := sys.stdin.readline().split():
        do: Callable[..., None] = getattr(queuer, line[0])
        try:
            do(*line[1:])
        except KeyboardInterrupt:
            say("interrupted")
        except LostStorage as problem:
            say(f"lost: {problem}")
    queuer.app.close()


if __name__ == "__main__":
    NAME = sys.argv[2]
    main(sys.argv[1], *sys.argv[3:])
