"""The index of terms holds nothing of its own: whatever befell it is told, and reindexing makes it anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

import stillso
from stillso import FileChange, LostStorage, Owner
from stillso.care import restore_store
from stillso.core.checks import State
from stillso.core.findings import Fault
from stillso.errors import BrokenData, Loss
from stillso.services.verifying import Verified
from stillso.storage.disk.checks import look

#: What can befall the index; of the first few the engine notices nothing.
LOSSES = (
    "DELETE FROM searched",
    "DELETE FROM searched WHERE number = 2",
    "DELETE FROM term_docsize",
    "DELETE FROM term_docsize WHERE id IN (SELECT max(id) FROM term_docsize)",
    "DROP TABLE searched",
    "DROP TABLE term",
    "DROP TABLE term_data",
    "DROP TABLE term_config",
    "DELETE FROM term_config",
    "DELETE FROM term_data",
    "UPDATE term_data SET block = randomblob(40) WHERE id > 10",
)
WORDS = {"shop": "pnpm", "yard": "crane"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store of two bases, each with a record and a file."""
    path = tmp_path / "memory.db"
    app = stillso.open(path)
    mei = app.owner("mei")
    for slug, word in WORDS.items():
        mei.create_base(slug)
        mei.remember(f"use the {word} here", base=slug)
        mei.write(FileChange(path="notes/a.md", mode="create", content=f"more on {word}"), base=slug)
        mei.search(word, base=slug)  # which has the file read by the index
    app.close()
    return path


@pytest.fixture
def app(path: Path, request: pytest.FixtureRequest) -> Iterator[stillso.App]:
    """The store after this befell its index."""
    connection = apsw.Connection(str(path))
    connection.execute(request.param)
    connection.close()
    app = stillso.open(path)
    yield app
    app.close()


def found(mei: Owner, query: str, base: str) -> set[str]:
    """The paths of what is found."""
    hits = mei.search(query, base=base)
    assert not isinstance(hits, stillso.Refused)
    return {hit.path for hit in hits.hits}


def faults(app: stillso.App) -> set[Fault]:
    """What is wrong."""
    verified = app.verify()
    assert isinstance(verified, Verified)
    return {each.fault for each in verified.findings}


@pytest.mark.parametrize("app", LOSSES, indirect=True)
def test_a_damaged_index_is_told_and_made_anew(app: stillso.App) -> None:
    """Verifying says that words are missing; when each base was reindexed all is found again, and nothing is wrong."""
    assert {Fault.WORDS_DIFFER} == faults(app)
    for slug in WORDS:
        app.reindex(slug)
    mei = app.owner("mei")
    for slug, word in WORDS.items():
        assert {f"records/0001-use-the-{word}-here.md", "notes/a.md"} == found(mei, word, slug)
    assert set() == found(mei, "crane", "shop") | found(mei, "pnpm", "yard")
    assert set() == faults(app)


@pytest.mark.parametrize(
    "app", [each for each in LOSSES if "docsize" not in each and "FROM searched" not in each], indirect=True
)
def test_the_doctor_tells_it_from_a_damaged_file(app: stillso.App, path: Path, tmp_path: Path) -> None:
    """It says what to do, and that is not to restore a backup; a backup of such a store can be put back."""
    assert ["unsearchable"] == [each.case for each in look(path) if each.state is State.PROBLEM]
    app.backup(tmp_path / "copy.db")
    assert not isinstance(restore_store(tmp_path / "copy.db", tmp_path / "again.db"), stillso.Refused)


@pytest.mark.parametrize("app", LOSSES, indirect=True)
def test_nothing_is_remembered_that_is_not_found(app: stillso.App) -> None:
    """Beside a damaged index a new record is found at once, or nothing is kept and the loss is raised."""
    mei = app.owner("mei")
    told = set[Loss]()
    for slug in WORDS:
        try:
            mei.remember("review in pairs", base=slug)
        except LostStorage as lost:
            told.add(lost.loss)
            assert [1] == [row.record.no for row in listed(mei, slug)]
        else:
            assert {"records/0002-review-in-pairs.md"} == found(mei, "review", slug)
    assert told <= {Loss.UNSEARCHABLE}
    for slug, other in (("shop", "crane"), ("yard", "pnpm")):
        app.reindex(slug)
        assert set() == found(mei, other, slug)


@pytest.mark.parametrize(
    "app",
    [
        "DELETE FROM record",
        "DELETE FROM manifest WHERE kind = 'file'",
        "UPDATE manifest SET path = path || 'x' WHERE kind = 'file'",
        "DELETE FROM item WHERE kind = 'file'",
    ],
    indirect=True,
)
def test_what_is_found_and_not_there_is_broken_data(app: stillso.App) -> None:
    """A record is never shown as a file, nor one file as another."""
    with pytest.raises(BrokenData, match="search finds"):
        app.owner("mei").search("pnpm", base="shop")


def listed(mei: Owner, base: str) -> tuple[stillso.core.records.Indexed, ...]:
    """The active records of a base."""
    shown = mei.list(base=base)
    assert not isinstance(shown, stillso.Refused)
    return tuple(shown.rows)
