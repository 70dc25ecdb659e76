"""Differences of texts: they lead from the old text to the new one, and take no long time whatever the texts are."""

from __future__ import annotations

import random
import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core import differences, escapes

HEAD = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")

lines = st.lists(st.sampled_from(["a", "b", "", "測試", "-x", "+y", "@@ -1 +1 @@", "--- a"]), max_size=14)


def applied(old: list[str], text: str) -> list[str]:
    """The lines that a difference leads to from these, by the numbers of its hunks."""
    made: list[str] = []
    at = 0
    for row in text.split("\n")[2:-1]:
        if head := HEAD.fullmatch(row):
            begins = int(head[1]) - (head[2] != "0")
            made += old[at:begins]
            at = begins
        elif row.startswith("+"):
            made.append(row[1:])
        else:
            assert old[at] == row[1:]
            made += [row[1:]] if row.startswith(" ") else []
            at += 1
    return made + old[at:]


@given(before=lines, after=lines)
def test_a_difference_leads_from_one_text_to_the_other(before: list[str], after: list[str]) -> None:
    """Applied to the old text it gives the new one; of equal texts there is none."""
    old, new = ("".join(f"{line}\n" for line in rows) for rows in (before, after))
    text = differences.unified(old, new, "a.md")
    assert (old == new) == (text == "")
    assert after == (applied(before, text) if text else before)


@given(shared=lines, before=lines, after=lines, times=st.integers(5, 30))
def test_what_stands_around_a_change_does_not_move_it(
    shared: list[str], before: list[str], after: list[str], times: int
) -> None:
    """Long equal parts before and after are left out, and the numbers still fit."""
    old, new = ([*shared * times, *rows, *shared * times] for rows in (before, after))
    before_text, after_text = ("".join(f"{line}\n" for line in rows) for rows in (old, new))
    text = differences.unified(before_text, after_text, "a.md")
    assert new == (applied(old, text) if text else old)


@pytest.mark.parametrize(("values", "count"), [(150, 30_000), (3, 120_000), (25_000, 25_000)])
def test_texts_that_are_hard_to_compare_are_given_whole(values: int, count: int) -> None:
    """A few lines everywhere would take minutes to match; the difference is longer then, and as true."""
    chance = random.Random(1)
    named = [f"{n}" for n in range(values)]
    old, new = ([chance.choice(named) for _ in range(count)] for _ in range(2))
    text = differences.unified("\n".join(old) + "\n", "\n".join(new) + "\n", "a.md")
    assert new == applied(old, text)


def numbered(count: int, extra: str = "") -> list[str]:
    """Lines of which each stands once."""
    return [f"line {n}{extra}" for n in range(count)]


def shuffled(rows: list[str]) -> list[str]:
    """The same lines in another order."""
    return random.Random(1).sample(rows, len(rows))


#: Texts of up to 256 KB of which each takes minutes where the time grows with the square of the lines.
HARD = {
    "every second line": (
        numbered(24_000),
        [f"{row} b" if n % 2 else row for n, row in enumerate(numbered(24_000))],
    ),
    "shuffled": (numbered(24_000), shuffled(numbered(24_000))),
    "turned round": (numbered(24_000), numbered(24_000)[::-1]),
    "all different": (numbered(24_000), numbered(24_000, " b")),
    "two lines": (["a", "b"] * 64_000, ["b", "a", "b"] * 43_000),
    "blank lines between": (
        [line for row in numbered(20_000) for line in (row, "")],
        [line for row in numbered(20_000, " b") for line in (row, "")],
    ),
    "blocks": (
        [line for n in range(300) for line in shuffled([f"{n % 3} {m}" for m in range(80)])],
        [line for n in range(300) for line in shuffled([f"{n % 3} {m}" for m in range(81)])],
    ),
    "one line": (["x" * 2**18], ["x" * 2**18 + "y"]),
    "much that is not seen": (["a\u200b" * 2**16], ["\\u200b" * 2**15]),
}


@pytest.mark.parametrize("name", HARD)
def test_a_hard_text_is_compared_as_truly(name: str) -> None:
    """Whatever the texts are, a difference leads from the old one to the new one; what is not told is the same."""
    old, new = HARD[name]
    text = differences.unified("\n".join(old) + "\n", "\n".join(new) + "\n", "a.md")
    shown_old, shown_new = (list(map(escapes.visible, rows)) for rows in (old, new))
    assert shown_new == applied(shown_old, text)


def test_of_every_second_line_only_that_line_is_told() -> None:
    """A line that stayed stands between those that changed, also in long texts."""
    old, new = HARD["every second line"]
    rows = differences.unified("\n".join(old), "\n".join(new), "a.md").split("\n")
    assert (12_000, 12_000) == tuple(sum(row.startswith(f"{sign}line") for row in rows) for sign in "-+")


def test_many_changes_among_the_same_few_lines_are_told_line_by_line() -> None:
    """Blank lines and brackets everywhere do not make a difference whole."""
    old = [line for n in range(2_000) for line in (f"line {n}", "{", "", "}")]
    new = [f"{row} b" if row.endswith("7") else row for row in old]
    rows = differences.unified("\n".join(old), "\n".join(new), "a.md").split("\n")
    assert (200, 200) == tuple(sum(row[:1] == sign and row[:2] != sign * 2 for row in rows) for sign in "-+")


@given(before=lines, after=lines)
def test_the_numbers_are_those_of_diff(before: list[str], after: list[str]) -> None:
    """The head of a hunk says where it begins and how many lines it has, on both sides."""
    old, new = ("".join(f"{line}\n" for line in rows) for rows in (before, after))
    text = differences.unified(old, new, "a.md")
    counted: list[list[int]] = []
    for row in text.split("\n")[2:-1]:
        if head := HEAD.fullmatch(row):
            assert [0, 0] == (counted or [[0, 0]])[-1]
            counted.append([int(head[2] or 1), int(head[4] or 1)])
        else:
            counted[-1][0] -= row[0] in " -"
            counted[-1][1] -= row[0] in " +"
    assert [0, 0] == (counted or [[0, 0]])[-1]


def test_a_line_that_reads_like_the_row_of_a_missing_line_end_is_not_taken_for_it() -> None:
    """It gets a backslash; and a text with that line is not the same as one without a line end."""
    text = differences.unified("a", "a\n\\ no line end\n", "a.md")
    assert ["-\\ no line end", "+\\\\ no line end"] == text.splitlines()[-2:]


def test_a_missing_line_end_is_a_row_of_its_own() -> None:
    """It is told on the side where it is missing."""
    rows = differences.unified("one", "one\n", "a.md").splitlines()
    assert [" one", "-\\ no line end"] == rows[3:]


def test_a_new_and_a_removed_text_come_from_nowhere_and_go_there() -> None:
    """An absent file is named as such, also when the other one is empty."""
    assert "--- /dev/null\n+++ a.md\n@@ -0,0 +1 @@\n+one\n" == differences.unified(None, "one\n", "a.md")
    assert "--- a.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n" == differences.unified("one\n", None, "a.md")
    assert "--- /dev/null\n+++ a.md\n" == differences.unified(None, "", "a.md")
    assert "" == differences.unified(None, None, "a.md")


def test_what_nobody_sees_is_written_out() -> None:
    """A direction mark or a carriage return is told by a backslash."""
    text = differences.unified("a\n", "a\u202eb\r\n", "a.md")
    assert "\u202e" not in text
    assert "\r" not in text


def test_another_program_reads_our_differences(tmp_path: Path) -> None:
    """A difference of ordinary text is one that ``git apply`` takes."""
    old = "".join(f"line {n}\n" for n in range(40))
    new = old.replace("line 20\n", "line 20 b\n").replace("line 33\n", "") + "more\n"
    (tmp_path / "a.md").write_text(old)
    (tmp_path / "a.diff").write_text(differences.unified(old, new, "a.md"))
    subprocess.run(["git", "apply", "-p0", "a.diff"], cwd=tmp_path, check=True, capture_output=True)
    assert new == (tmp_path / "a.md").read_text()
