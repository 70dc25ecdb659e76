"""Paths through every operation on files: a bad one is refused by each, and nothing is read or made outside."""

from __future__ import annotations

from pathlib import Path

import pytest

import stillso
from stillso import Code, FileChange, Refused

OUTSIDE = [
    "../x.md", "a/../../x.md", "..\\x.md", "/etc/x.md", "C:\\x.md", "\\\\host\\share\\x.md", "%2e%2e%2fx.md",
    "%2e%2e/x.md", "a/%2e%2e/%2e%2e/x.md", "a\0b.md", "~/x.md", "", ".", " ", "a//../..//x.md", "．．/x.md", "nul",
    "name.", "a:b.md", "字" * 90 + ".md",
]  # fmt: skip
GOOD = ["a/b.md", "筆記/部署.md", "a..b.md", "..a.md", "console.md"]


@pytest.fixture
def mei(tmp_path: Path):
    """The owner of the base shop in a store of its own folder."""
    app = stillso.open(tmp_path / "store" / "memory.db")
    mei = app.owner("mei")
    mei.create_base("shop")
    yield mei
    app.close()


def changes(path: str) -> list[FileChange]:
    """Every mode on a path, in an order in which all succeed on a good one."""
    return [
        FileChange(path=path, mode="create", content="one\n"),
        FileChange(path=path, mode="append", content="two\n"),
        FileChange(path=path, mode="edit", old="two", new="2"),
        FileChange(path=path, mode="overwrite", content="three\n"),
        FileChange(path=path, mode="delete"),
    ]


@pytest.mark.parametrize("path", OUTSIDE)
def test_pa_01_pa_05_a_bad_path_is_refused_by_every_operation(mei, path, tmp_path):
    """PA-01, PA-05: each mode says bad-path, reading finds nothing, and no file comes to be anywhere."""
    outcomes = [mei.write(change, base="shop") for change in changes(path)]
    assert [Code.BAD_PATH] * 5 == [outcome.code for outcome in outcomes]
    assert isinstance(mei.read(path, base="shop"), Refused)
    assert [] == mei.files(base="shop")
    assert {"store"} == {found.name for found in tmp_path.iterdir()}


@pytest.mark.parametrize("path", GOOD)
def test_pa_01_pa_05_a_good_path_works_in_every_operation(mei, path):
    """PA-01, PA-05: each mode is one version, and the file is read back under its name."""
    *before, last = changes(path)
    assert [1, 2, 3, 4] == [mei.write(change, base="shop").version for change in before]
    assert "three\n" == mei.read(path, base="shop").content
    assert 5 == mei.write(last, base="shop").version
