"""Files are read by the index after they were written: whoever searches finds what an index kept at once would give."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import stillso
from stillso import FileChange, LostStorage, Owner
from stillso.app import App, workspace_on
from stillso.core import policy
from stillso.errors import Loss
from stillso.services import answers
from stillso.services.verifying import Verified
from stillso.storage.memory import MemoryStore
from stillso.testing import HashedWords
from stillso.texts import Texts

T = TypeVar("T")

WORDS = ("pnpm", "部署", "crane", "Rust")
BASES = ("shop", "yard")

#: A change of a file: its base, its number, and the words it then holds, None to delete it; or a search, or a record.
STEP = st.one_of(
    st.tuples(st.sampled_from(BASES), st.integers(1, 4), st.none() | st.sets(st.sampled_from(WORDS))),
    st.tuples(st.sampled_from(BASES), st.just("search"), st.sampled_from(WORDS)),
    st.tuples(st.sampled_from(BASES), st.just("record"), st.sampled_from(WORDS)),
)


def made(app: stillso.App) -> Owner:
    """A person, with both bases."""
    mei = app.owner("mei")
    for slug in BASES:
        mei.create_base(slug)
    return mei


def written(mei: Owner, slug: str, number: int, words: set[str] | None) -> None:
    """A file that holds these words and its number, or is deleted."""
    path = f"notes/{number}.md"
    if words is None:
        outcome = mei.write(FileChange(path=path, mode="delete"), base=slug)
        assert isinstance(outcome, stillso.Done | stillso.Refused)
        return
    text = f"{' '.join(sorted(words))} {number}"
    there = mei.read(path, base=slug)
    mode = "create" if isinstance(there, stillso.Refused) else "overwrite"
    assert isinstance(mei.write(FileChange(path=path, mode=mode, content=text), base=slug), stillso.Done)


def found(mei: Owner, slug: str, query: str) -> set[str]:
    """The paths of the files that are found."""
    hits = mei.search(query, base=slug, limit=policy.MOST_HITS)
    assert not isinstance(hits, stillso.Refused)
    assert 0 == hits.unsearched
    return {hit.path for hit in hits.hits if hit.file}


@contextmanager
def opened(*paths: Path | str) -> Iterator[list[stillso.App]]:
    """These stores, each by a connection of its own."""
    apps = [stillso.open(path) for path in paths]
    yield apps
    for app in apps:
        app.close()


@pytest.mark.parametrize("kind", ["file", "memory"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=40)
@given(steps=st.lists(st.tuples(st.integers(0, 1), STEP), max_size=25))
def test_searches_find_what_the_files_hold(
    tmp_path_factory: pytest.TempPathFactory, kind: str, steps: list[tuple[int, tuple[str, int | str, object]]]
) -> None:
    """Whatever two connections write, delete and search, in any order; and nothing is wrong with the index."""
    path = tmp_path_factory.mktemp("s") / "memory.db" if kind == "file" else "memory:"
    with opened(path, path) as apps:
        mei = made(apps[0])
        owners = [mei, apps[1].owner("mei") if kind == "file" else mei]
        files: dict[tuple[str, int], set[str]] = {}
        for who, (slug, what, given_) in steps:
            if what == "search":
                holding = {f"notes/{n}.md" for (base, n), words in files.items() if base == slug and given_ in words}
                assert holding == found(owners[who], slug, str(given_))
            elif what == "record":
                assert isinstance(owners[who].remember(f"{given_} it is", base=slug, beside=0), stillso.Done)
            else:
                assert isinstance(what, int)
                assert given_ is None or isinstance(given_, set)
                written(owners[who], slug, what, given_)
                files.pop((slug, what), None)
                files.update({} if given_ is None else {(slug, what): given_})
        verified = apps[0].verify()
        assert isinstance(verified, Verified)
        assert () == verified.findings
        for slug in BASES:
            late = {word: found(mei, slug, word) for word in WORDS}
            apps[0].reindex(slug)
            assert late == {word: found(mei, slug, word) for word in WORDS}


def test_a_file_that_was_written_before_a_kill_is_found(tmp_path: Path) -> None:
    """The process that wrote it ends at once and searched for nothing; another one finds it."""
    path = tmp_path / "memory.db"
    with opened(path) as (app,):
        written(made(app), "shop", 1, {"crane"})
    code = (
        "import os, sys, stillso\n"
        "mei = stillso.open(sys.argv[1]).owner('mei')\n"
        "for n, mode, text in ((1, 'overwrite', 'pnpm'), (2, 'create', 'crane')):\n"
        "    mei.write(stillso.FileChange(path=f'notes/{n}.md', mode=mode, content=text), base='shop')\n"
        "os._exit(9)\n"
    )
    source = str(Path(stillso.__file__).parents[1])
    assert 9 == subprocess.run([sys.executable, "-c", code, path], env=os.environ | {"PYTHONPATH": source}).returncode
    with opened(path) as (app,):
        mei = app.owner("mei")
        assert ({"notes/2.md"}, {"notes/1.md"}) == (found(mei, "shop", "crane"), found(mei, "shop", "pnpm"))


class Watched(MemoryStore):
    """Counts its transactions, and can refuse them."""

    def __init__(self) -> None:
        super().__init__()
        self.runs = 0
        self.is_shut = False

    def run(self, workspace: str, space: str | None, work: Callable[[Any], T], *, durable: bool = True) -> T:
        if self.is_shut:
            raise LostStorage("it is read-only", Loss.READ_ONLY)
        self.runs += 1
        return super().run(workspace, space, work, durable=durable)


def watched(embedder: HashedWords | None = None) -> tuple[Watched, stillso.App]:
    """A store that is watched, and its app."""
    store = Watched()
    return store, App(workspace_on(store, b"key", None, embedder), Texts("en"))


def runs_of(store: Watched, work: Callable[[], object]) -> int:
    """How many transactions this takes."""
    before = store.runs
    work()
    return store.runs - before


def test_many_files_are_read_in_several_transactions() -> None:
    """Of many files some are read at a time, of long ones fewer; then there is nothing left to read."""
    store, app = watched()
    mei = made(app)
    for n in range(policy.FILES_READ + 1):
        written(mei, "shop", n, {"crane"})
    for n in (1, 2, 3):
        mei.write(FileChange(path=f"{n}.md", mode="create", content="crane " * (policy.BYTES_READ // 6)), base="yard")
    assert [2, 0] == [runs_of(store, lambda: found(mei, "shop", "crane")) for _ in range(2)]
    assert [2, 0] == [runs_of(store, lambda: found(mei, "yard", "crane")) for _ in range(2)]


def test_opening_a_session_has_some_files_read() -> None:
    """A little at a time, so that the first search does not wait for all of it."""
    store, app = watched()
    mei = made(app)
    app.add_agent("claude-code")
    mei.grant("claude-code", "shop", "read")
    written(mei, "shop", 1, {"crane"})
    assert isinstance(app.session("claude-code", ["shop"]), stillso.Session)
    assert 0 == runs_of(store, lambda: found(mei, "shop", "crane"))


def test_versions_without_files_are_noted_as_read_at_times() -> None:
    """They are not gone through at each search for ever."""
    store, app = watched()
    mei = made(app)
    for _ in range(policy.VERSIONS_UNREAD // 2):
        done = mei.remember("pnpm", base="shop", beside=0)
        assert isinstance(done, stillso.Done)
        mei.retract(done.no or 0, base="shop")
    assert [1, 0] == [runs_of(store, lambda: found(mei, "shop", "crane")) for _ in range(2)]


@pytest.mark.parametrize("embedder", [None, HashedWords()])
def test_what_cannot_be_read_is_told(embedder: HashedWords | None) -> None:
    """Where nothing can be written: how many files were not searched, and none is found by what it said before."""
    store, app = watched(embedder)
    mei = made(app)
    written(mei, "shop", 1, {"crane"})
    written(mei, "shop", 2, {"crane"})
    found(mei, "shop", "crane")
    written(mei, "shop", 1, {"Rust"})
    store.is_shut = True
    for query, paths in (("crane", ["notes/2.md"]), ("Rust", [])):
        hits = mei.search(query, base="shop")
        assert not isinstance(hits, stillso.Refused)
        assert (paths, 1) == ([hit.path for hit in hits.hits if hit.score], hits.unsearched)
        assert 1 == answers.search.hits(hits)["unsearched"]
        assert any("1 files that were changed last" in told for told in answers.search.shortfalls(hits, Texts("en")))
