"""Two sessions write one file hundreds of times, each again when the other was faster: nothing is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import stillso
from stillso import App, Done, FileChange, Refused, Session

PATH = "log.md"
AGENTS = ("claude-code", "codex")


def session_of(app: App, agent: str) -> Session:
    """A session of an agent on the base."""
    found = app.session(agent, ["shop"], person="mei")
    assert isinstance(found, Session)
    return found


def by_hash(session: Session, line: str) -> bool:
    """Read, and write all of it with one line more, if it is still so; whether it was."""
    read = session.read(PATH)
    assert not isinstance(read, Refused)
    change = FileChange(path=PATH, mode="overwrite", content=f"{read.content}{line}\n", expected_sha256=read.sha256)
    return written(session, change)


def by_sight(session: Session, line: str) -> bool:
    """The same, by what the session read."""
    read = session.read(PATH)
    assert not isinstance(read, Refused)
    return written(session, FileChange(path=PATH, mode="overwrite", content=f"{read.content}{line}\n"))


def by_append(session: Session, line: str) -> bool:
    """A line more, whatever is there."""
    return written(session, FileChange(path=PATH, mode="append", content=f"{line}\n"))


def written(session: Session, change: FileChange) -> bool:
    """Whether it was done; else it was stale."""
    outcome = session.write(change)
    assert isinstance(outcome, Done) or (isinstance(outcome, Refused) and outcome.code.value == "stale"), outcome
    return isinstance(outcome, Done)


def keep_writing(
    path: Path, agent: str, times: int, way: Callable[[Session, str], bool], problems: list[object]
) -> None:
    """Write so many lines, each until it is there, through a store of its own."""
    app = stillso.open(path)
    try:
        session = session_of(app, agent)
        for n in range(times):
            while not way(session, f"{agent} {n}"):
                pass
    except BaseException as problem:  # told by the test, on its own thread
        problems.append(problem)
        raise
    finally:
        app.close()


def prepare(path: Path) -> None:
    """A base with an empty log that both agents may write."""
    app = stillso.open(path)
    mei = app.owner("mei")
    mei.create_base("shop")
    for agent in AGENTS:
        app.add_agent(agent)
        mei.grant(agent, "shop", "write")
    mei.write(FileChange(path=PATH, mode="create", content=""), base="shop")
    app.close()


@pytest.mark.parametrize("way", [by_hash, by_sight, by_append])
@pytest.mark.parametrize("times", [60, pytest.param(500, marks=pytest.mark.nightly)])
def test_two_sessions_that_write_one_file_lose_nothing(
    tmp_path: Path, way: Callable[[Session, str], bool], times: int
) -> None:
    """Every line of both is there once, in the order of each, and no version is left out."""
    path = tmp_path / "memory.db"
    prepare(path)
    problems: list[object] = []
    threads = [threading.Thread(target=keep_writing, args=(path, agent, times, way, problems)) for agent in AGENTS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [] == problems
    app = stillso.open(path)
    mei = app.owner("mei")
    read, log = mei.read(PATH, base="shop"), mei.log(base="shop")
    assert not isinstance(read, Refused)
    assert not isinstance(log, Refused)
    lines = read.content.splitlines()
    assert 2 * times == len(lines)
    for agent in AGENTS:
        assert [f"{agent} {n}" for n in range(times)] == [line for line in lines if line.startswith(f"{agent} ")]
    assert list(range(2 * times + 1, 0, -1)) == [each.operation.n for each in log]
    app.close()
