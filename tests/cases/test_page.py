"""docs/cases.md lists every case once, and the files that it names hold tests of that case."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINE = re.compile(r"^- (?P<id>[A-Z]{2}-\d\d) – (?:(?:covered|in part): `(?P<file>[^`]+)`)?(?:; )?(?:waits for .+)?$")

LISTED = [line for line in (ROOT / "docs" / "cases.md").read_text("utf-8").splitlines() if line.startswith("- ")]
FOUND = {found["id"]: found["file"] for line in LISTED if (found := LINE.match(line))}


def test_every_case_has_one_line_of_the_right_form() -> None:
    """There are 74 cases, each with its file, or what it waits for, or both."""
    assert [] == [line for line in LISTED if not LINE.match(line)]
    assert (74, 74) == (len(LISTED), len(FOUND))


@pytest.mark.parametrize("id", [id for id, file in FOUND.items() if file])
def test_a_named_file_holds_tests_of_the_case(id: str) -> None:
    """The id of the case stands in a name or a docstring of a test there."""
    text = (ROOT / FOUND[id]).read_text("utf-8")
    assert re.search(rf"{id}\b|def test_\w*{id.lower().replace('-', '_')}_", text)
