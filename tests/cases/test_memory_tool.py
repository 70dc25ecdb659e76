"""Case MT-01: the eleven commands of the memory tool on a file of three lines, through the class for the SDK."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from anthropic.tools import ToolError

from stillso import FileChange
from stillso.adapters.anthropic.memory_tool import AsyncMemoryTool, MemoryTool

if TYPE_CHECKING:
    from tests.cases.conftest import House

PATH = "/memories/a.md"
TEXT = "1\n2\n3\n"

#: The commands of the case, and what each is answered with. The fifth is carried out and is the one version.
COMMANDS: list[tuple[dict[str, Any], str]] = [
    ({"command": "create", "path": PATH, "file_text": "x"}, "File /memories/a.md already exists"),
    (
        {"command": "view", "path": "/memories/none.md"},
        "The path /memories/none.md does not exist. Please provide a valid path.",
    ),
    (
        {"command": "view", "path": PATH, "view_range": [2, -1]},
        "Here's the content of /memories/a.md with line numbers:\n     2\t2\n     3\t3\n     4\t",
    ),
    (
        {"command": "view", "path": PATH, "view_range": [9, 12]},
        "Here's the content of /memories/a.md with line numbers:\n",
    ),
    (
        {"command": "insert", "path": PATH, "insert_line": 0, "insert_text": "零\n"},
        "The file /memories/a.md has been edited.",
    ),
    (
        {"command": "insert", "path": PATH, "insert_line": 99, "insert_text": "x"},
        "Invalid `insert_line` parameter: 99. It should be within the range [0, 4].",
    ),
    (
        {"command": "str_replace", "path": PATH, "old_str": "無", "new_str": "x"},
        "No replacement was performed, old_str `無` did not appear verbatim in /memories/a.md.",
    ),
    ({"command": "rename", "old_path": PATH, "new_path": PATH}, "The destination /memories/a.md already exists"),
    ({"command": "delete", "path": "/memories"}, "Cannot delete the /memories directory itself"),
    (
        {"command": "rename", "old_path": "/memories", "new_path": "/memories/x"},
        "Cannot rename the /memories directory itself",
    ),
    (
        {"command": "polish", "path": PATH},
        "Unknown command: polish. The commands are: view, create, str_replace, insert, delete, rename.",
    ),
]
CARRIED_OUT = [3, 4, 5]


def start(house: House) -> None:
    """The three lines with which the case begins; version 1."""
    house.mei.write(FileChange(path=PATH[1:], mode="create", content=TEXT), base="shop")


def carried_out(tool: MemoryTool | AsyncMemoryTool, command: dict[str, Any]) -> tuple[bool, str]:
    """Whether a command was carried out, and what it was answered with."""
    try:
        told = tool.call(command)
        return True, str(told if isinstance(told, str) else asyncio.run(told))
    except ToolError as error:
        return False, str(error.content)


@pytest.mark.parametrize("kind", [MemoryTool, AsyncMemoryTool])
def test_mt_01_the_eleven_commands_are_answered_as_the_sdk_does(
    house: House, kind: type[MemoryTool | AsyncMemoryTool]
) -> None:
    """In its words, refusals as failed results, no other exception; only the insert is a version."""
    start(house)
    tool = kind(house.session(), base="shop")
    answers = [carried_out(tool, command) for command, _ in COMMANDS]
    assert [told for _, told in COMMANDS] == [told for _, told in answers]
    assert CARRIED_OUT == [n for n, (done, _) in enumerate(answers, 1) if done]
    assert (f"零\n{TEXT}", 2) == (house.content(PATH[1:]), house.version())
