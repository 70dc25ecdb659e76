"""Case MT-01 as far as files go: the eleven commands of the memory tool, as what an adapter would ask of a base."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stillso import Done, FileChange, Misuse, Outcome, Refused

if TYPE_CHECKING:
    from tests.cases.conftest import House

PATH = "memories/a.md"
TEXT = "1\n2\n3\n"


def start(house: House) -> None:
    """The three lines with which the case begins; version 1."""
    house.mei.write(FileChange(path=PATH, mode="create", content=TEXT), base="shop")


def lines(text: str) -> list[str]:
    """The lines of a text as the tool numbers them, the empty one behind the last line end too."""
    return text.split("\n")


def refused(house: House, *changes: FileChange) -> str:
    """The code that the changes are refused with; nothing of the base has changed."""
    session = house.session()
    session.read(PATH)
    found: Outcome = session.write(*changes)
    assert isinstance(found, Refused)
    assert (TEXT, 1) == (house.content(PATH), house.version())
    return found.code.value


REFUSED = {
    "1 create over a file": ("exists", [FileChange(path=PATH, mode="create", content="x")]),
    "6 insert behind line 99": ("no-match", [FileChange(path=PATH, mode="edit", old="99\n", new="99\nx")]),
    "7 replace what is not there": ("no-match", [FileChange(path=PATH, mode="edit", old="無", new="x")]),
    "8 rename onto itself": (
        "same-path-twice",
        [FileChange(path=PATH, mode="delete"), FileChange(path=PATH, mode="create", content=TEXT)],
    ),
    "9 delete the root": ("bad-path", [FileChange(path="/memories", mode="delete")]),
    "9 delete the folder": ("missing", [FileChange(path="memories", mode="delete")]),
    "10 rename the root": (
        "bad-path",
        [FileChange(path="/memories", mode="delete"), FileChange(path="/memories/x", mode="create", content="")],
    ),
}


@pytest.mark.parametrize("command", REFUSED)
def test_mt_01_what_the_tool_refuses_is_refused_with_a_code(house: House, command: str) -> None:
    """Commands 1 and 6 to 10: each has a code to tell the model, and changes nothing."""
    start(house)
    code, changes = REFUSED[command]
    assert code == refused(house, *changes)


def test_mt_01_viewing_what_is_not_there_is_refused(house: House) -> None:
    """Command 2."""
    start(house)
    assert "missing" == house.refused(house.session().read("memories/none.md"))


@pytest.mark.parametrize(("shown", "first", "last"), [(["2", "3", ""], 2, None), ([], 9, 12)])
def test_mt_01_a_range_of_lines_is_cut_from_a_whole_reading(
    house: House, shown: list[str], first: int, last: int | None
) -> None:
    """Commands 3 and 4: a reading gives every character, so that a range beyond the end is empty and no error."""
    start(house)
    read = house.given(house.session().read(PATH))
    assert shown == lines(read.content)[first - 1 : last]


def test_mt_01_inserting_before_the_first_line_is_one_edit_and_one_version(house: House) -> None:
    """Command 5."""
    start(house)
    done = house.session().write(FileChange(path=PATH, mode="edit", old="1\n", new="零\n1\n"))
    assert isinstance(done, Done)
    assert (f"零\n{TEXT}", 2) == (house.content(PATH), house.version())


def test_mt_01_a_command_that_there_is_not_is_named(house: House) -> None:
    """Command 11: misuse that an adapter tells the model; nothing changes."""
    start(house)
    with pytest.raises(Misuse, match="'polish' is no mode"):
        house.session().write(FileChange(path=PATH, mode="polish"))
    assert (TEXT, 1) == (house.content(PATH), house.version())
