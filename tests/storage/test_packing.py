"""Packing: every revision comes back byte for byte, small, and a damaged one is told."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import stillso
from stillso.core.names import digest
from stillso.core.verbs import FileChange
from stillso.errors import BrokenData
from stillso.storage import packing

PIECES = st.lists(st.sampled_from(["a line of text\n", "改完只跑 unit test\n", "x" * 50 + "\n", "{}\n"]), max_size=40)


@given(st.binary(max_size=5_000), st.none() | st.binary(max_size=5_000))
def test_what_was_packed_comes_back(data, base):
    """Any bytes, against any base."""
    assert data == packing.unpacked(packing.packed(data, base), base)


@given(st.binary(min_size=1, max_size=200), st.integers(0, 199), st.integers(1, 255))
def test_cut_bytes_are_told(data, at, change):
    """What does not unpack is no revision; bytes that end early are never taken for a shorter text."""
    packed = packing.packed(data)
    with pytest.raises(BrokenData):
        packing.unpacked(packed[: at % len(packed)])
    with pytest.raises(BrokenData):
        packing.unpacked(packed + bytes([change]))


@given(st.lists(st.tuples(PIECES, st.booleans()), min_size=1, max_size=12))
@example([(["a line of text\n"], False), ([], False), ([], False)])
def test_every_revision_of_a_file_reads_as_it_was_written(tmp_path_factory, steps):
    """However the file changes, shrinks, moves away from its base, or is deleted and made again."""
    app = stillso.open(tmp_path_factory.mktemp("packing") / "store.db")
    mei = app.owner("mei")
    mei.create_base("shop")
    written: list[str | None] = []
    sha256 = None
    for n, (pieces, deleted) in enumerate(steps):
        text = "".join(pieces).replace("{}", str(n))
        if written and text == written[-1]:
            continue
        there = bool(written) and written[-1] is not None
        if there and deleted:
            mei.write(FileChange(path="a.md", mode="delete", expected_sha256=sha256), base="shop")
            written.append(None)
        else:
            mode, known = ("overwrite", sha256) if there else ("create", None)
            mei.write(FileChange(path="a.md", mode=mode, content=text, expected_sha256=known), base="shop")
            written.append(text)
            sha256 = digest(text.encode())
    with app.workspace.view() as view:
        space = view.space("shop")
        assert space is not None
        found = view.revisions(space.id, 1)
        assert written == [revision.text for revision in found]
        assert found == [view.revision(space.id, 1, n) for n in range(1, len(found) + 1)]
    app.close()


def test_revisions_are_small_on_the_disk(tmp_path: Path):
    """200 versions of a file of 4 KB take less room than ten of them unpacked; 200 records less than half of theirs."""
    path = tmp_path / "store.db"
    app = stillso.open(path)
    mei = app.owner("mei")
    mei.create_base("shop")
    text = "".join(f"line {n} of the runbook: restart service {n * 7919 % 1000}\n" for n in range(90))
    mei.write(FileChange(path="a.md", mode="create", content=text), base="shop")
    for n in range(200):
        mei.write(FileChange(path="a.md", mode="append", content=f"- entry {n}\n"), base="shop")
        mei.remember(f"rule {n} about the checkout", base="shop")
    app.close()
    connection = apsw.Connection(str(path))
    sizes = (
        "SELECT sum(length(data)), sum(size_bytes) FROM revision JOIN item USING (workspace, space, key) WHERE kind = ?"
    )
    ((files, unpacked),) = connection.execute(sizes, ("file",))
    ((records, plain),) = connection.execute(sizes, ("record",))
    assert files * 20 < unpacked
    assert records * 2 < plain


def test_a_damaged_revision_is_told_by_its_reading(tmp_path: Path):
    """A byte turned over in the packed data is no other text."""
    path = tmp_path / "store.db"
    app = stillso.open(path)
    mei = app.owner("mei")
    mei.create_base("shop")
    mei.write(FileChange(path="a.md", mode="create", content="run the unit tests " * 40), base="shop")
    apsw.Connection(str(path)).execute("UPDATE revision SET data = substr(data, 1, 9)")
    with pytest.raises(BrokenData, match="unpacked"):
        mei.read("a.md", base="shop")
    app.close()
