"""Paths by the thousand: what is accepted can be made on this machine and comes back, what is refused says why."""

from __future__ import annotations

import os
import unicodedata
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stillso.core.names import clashing, folded, path_problem, prefix_problem, ways

NIGHTLY = os.environ.get("STILLSO_TESTS") == "nightly"
MANY = 100_000 if NIGHTLY else 2_000
FEWER = 20_000 if NIGHTLY else 500

#: Every reason there is; each has its text.
REASONS = {
    "empty-or-padded", "not-relative", "encoded", "too-long", "not-composed", "look-alike", "dots-or-nothing",
    "dots-or-blanks", "characters", "device-name", "git-folder",
}  # fmt: skip

PIECES = [
    "a", "B", "é", "e\u0301", "筆記", ".md", "/", "//", ".", "..", "．", "…", "\\", "＼", "∕", "⁄", "~", "～", "%2e",
    "％2f", " ", "\u3000", "\xa0", "\u200b", "\u202e", "\ufeff", "\0", "\x7f", "\ud800", "\ue000", "\u0378",
    "con", "COM¹",
    "nul.txt", "CONIN$", ".git", "C:", ":", "?", "*", "x" * 100, "字" * 40, "ß", "ẞ", "İ", "ſ", "K", "Σ", "ς",
    "\ufe0f", "👍", "#",
]  # fmt: skip
drawn = st.lists(st.sampled_from(PIECES) | st.characters(), max_size=8).map("".join)
plain = st.lists(
    st.sampled_from(["a", "A", "ä", "Ä", "ß", "ss", "SS", "notes", "Notes", "筆記", "a.md", "A.MD", "σ", "ς", "Σ"]),
    min_size=1,
    max_size=3,
).map("/".join)


@settings(max_examples=MANY)
@given(drawn)
def test_a_path_is_good_or_has_one_of_the_reasons(path: str) -> None:
    """The same one each time, and a good one is one that can be told apart from every other by eye and by machine."""
    problem = path_problem(path)
    assert problem is None or problem in REASONS
    assert problem == path_problem(path)
    if problem is None:
        parts = path.split("/")
        assert path == unicodedata.normalize("NFC", path)
        assert len(path.encode()) <= 512
        assert all(0 < len(part.encode()) <= 255 and part == part.strip() and part.strip(".") for part in parts)
        wide = unicodedata.normalize("NFKC", path)
        assert [part.strip(".") != "" for part in wide.split("/")] == [True] * len(parts)
        assert not (set(wide) & set("\\\0\r\n\t\u200b\u202e"))


@settings(max_examples=FEWER)
@given(drawn, st.integers(0, 40))
def test_the_beginning_of_a_good_path_is_a_good_prefix(path: str, at: int) -> None:
    """Wherever it is cut, but for a cut after a blank or between a letter and what is set upon it."""
    prefix = path[:at]
    if path_problem(path) is None and prefix_problem(prefix) is not None:
        assert path_problem(f"{prefix}x") is not None
        assert path_problem(prefix) is not None or unicodedata.normalize("NFC", f"{prefix}x") != f"{prefix}x"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this machine."""
    return tmp_path_factory.mktemp("made")


numbers = count()


# Most drawn texts are no path, which is what they are drawn for.
@settings(max_examples=1000 if NIGHTLY else 200, suppress_health_check=list(HealthCheck))
@given(path=drawn.filter(lambda path: path_problem(path) is None))
def test_a_good_path_can_be_made_here_and_comes_back_as_it_was(folder: Path, path: str) -> None:
    """Byte for byte, and inside the folder in which it was made."""
    root = folder / str(next(numbers))
    made = root / path
    made.parent.mkdir(parents=True)
    made.write_text("x")
    assert made.resolve().is_relative_to(root.resolve())
    found = [each.relative_to(root).as_posix() for each in root.rglob("*") if each.is_file()]
    assert [path] == found


# --- what is one name somewhere ------------------------------------------------------------------------------


def clash_by_hand(path: str, other: str) -> bool:
    """Whether two paths cannot both be in one folder of a system that does not tell case apart."""
    made: dict[tuple[str, ...], tuple[str, str]] = {}
    for each in (other, path):
        parts = each.split("/")
        for n in range(1, len(parts) + 1):
            where = tuple(unicodedata.normalize("NFC", part.casefold()) for part in parts[:n])
            kind = "file" if n == len(parts) else "folder"
            if made.setdefault(where, (parts[n - 1], kind)) != (parts[n - 1], kind):
                return True
    return False


@settings(max_examples=FEWER)
@given(plain, plain)
def test_two_paths_clash_where_they_would_be_one(path: str, other: str) -> None:
    """In whichever order they come; a path clashes with no other spelling of itself only."""
    by_hand = clash_by_hand(path, other)
    assert by_hand == (clashing([path], [other]) is not None) == (clashing([other], [path]) is not None)
    assert by_hand == (clashing([other, path], []) is not None)
    assert None is clashing([path], [path])


@settings(max_examples=FEWER)
@given(plain, st.lists(plain, max_size=5))
def test_whatever_clashes_stands_on_the_way(path: str, living: list[str]) -> None:
    """The paths with the folded form of the new one or of a folder of it, or below it, are all that need a look."""
    near = [each for each in living if any(f"{folded(each)}/".startswith(f"{way}/") for way in ways(path))]
    assert clashing([path], living) == clashing([path], near)


@given(st.lists(plain, max_size=6, unique=True))
def test_what_clashes_with_nothing_can_stand_together(paths: list[str]) -> None:
    """Taken one by one and only where none clashes, no two of them do."""
    taken: list[str] = []
    for path in paths:
        taken += [path] if clashing([path], taken) is None else []
    assert not any(clash_by_hand(one, two) for one in taken for two in taken if one != two)
