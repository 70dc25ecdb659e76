"""The memory tool beside the SDK's own local one: the same commands come to the same, but for what the docs name."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import Any

from anthropic.tools import BetaLocalFilesystemMemoryTool, ToolError
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.adapters.anthropic.conftest import House

import stillso

PATHS = ["/memories/a.md", "/memories/b.md", "/memories/d/a.md", "/memories/d/e/x.txt", "/memories/d/e/f/deep.md"]
PLACES = [*PATHS, "/memories", "/memories/d", "/memories/d/e", "/memories/none", "/memories/.hid/x.md"]
TEXTS = ["", "one", "one\ntwo\nthree\n", "a\n\nb\n", "中文\n第二行", "x\nx\n", "\nx"]
PIECES = ["one", "x", "two\n", "第二", "none of it", "\n"]

place, text = st.sampled_from(PLACES), st.sampled_from(TEXTS)
line = st.integers(min_value=-1, max_value=6)

COMMANDS = st.one_of(
    st.fixed_dictionaries({"command": st.just("view"), "path": place}),
    st.fixed_dictionaries(
        {
            "command": st.just("view"),
            "path": place,
            "view_range": st.tuples(line, st.integers(min_value=-1, max_value=6)).map(list),
        }
    ),
    st.fixed_dictionaries({"command": st.just("create"), "path": place, "file_text": text}),
    st.fixed_dictionaries(
        {"command": st.just("str_replace"), "path": place, "old_str": st.sampled_from(PIECES), "new_str": text}
    ),
    st.fixed_dictionaries({"command": st.just("insert"), "path": place, "insert_line": line, "insert_text": text}),
    st.fixed_dictionaries({"command": st.just("delete"), "path": place}),
    st.fixed_dictionaries({"command": st.just("rename"), "old_path": place, "new_path": place}),
)


class Local:
    """The SDK's own tool, without the empty folders that it leaves behind: a base has none."""

    def __init__(self, folder: str) -> None:
        self.tool = BetaLocalFilesystemMemoryTool(folder)

    def run(self, command: dict[str, Any]) -> tuple[bool, str | None]:
        """Whether a command was carried out, and what was told; nothing where an error of the system came out."""
        try:
            return True, str(self.tool.call(command))
        except ToolError as error:
            return False, str(error)
        except OSError:
            return False, None
        finally:
            for below, _, _ in os.walk(self.tool.memory_root, topdown=False):
                if Path(below) != self.tool.memory_root and not os.listdir(below):
                    os.rmdir(below)

    def files(self) -> dict[str, str]:
        """The text of each file, by its path."""
        root = self.tool.memory_root
        return {f"memories/{each.relative_to(root)}": each.read_text() for each in root.rglob("*") if each.is_file()}


def ours(house: House, command: dict[str, Any]) -> tuple[bool, str | None]:
    """The same of our tool."""
    try:
        return True, house.memory.call(command)
    except ToolError as error:
        return False, str(error)


def sizeless(told: str | None) -> str | None:
    """What was told without the sizes of folders, which are those of the file system in one and of all content here."""
    root = re.sub(r"^[0-9.]+[BKMG](?=\t/memories$)", "*", told or "", flags=re.M)
    below = re.sub(r"^[0-9.]+[BKMG](?=\t.*/$)", "*", root, flags=re.M)
    first = re.sub(r"(excluding hidden items:\n)[0-9.]+[BKMG]\t", r"\1*\t", below)
    return None if told is None else first


def has_blank_end(files: dict[str, str]) -> bool:
    """Whether a file ends with an empty line, which the SDK's insert loses and ours keeps."""
    return any(f"\n{text}".endswith("\n\n") and text for text in files.values())


def viewed(house: House) -> None:
    """The session views every file: what it has not viewed it may not insert into, move or take away."""
    for path in house.files():
        house.memory.call({"command": "view", "path": f"/{path}"})


@given(st.lists(COMMANDS, max_size=12))
def test_the_same_commands_come_to_the_same(commands: list[dict[str, Any]]):
    """Carried out or not, in the same words, and the same files are there afterwards."""
    app = stillso.open("memory:")
    house = House(app)
    with tempfile.TemporaryDirectory() as folder:
        local = Local(folder)
        for command in commands:
            viewed(house)
            done, told = local.run(command)
            ours_done, ours_told = ours(house, command)
            assume(not has_blank_end(house.files()))
            assert (done, command) == (ours_done, command)
            assert sizeless(told) in (sizeless(ours_told), None)
            assert local.files() == house.files()
    app.close()


def test_an_insert_keeps_an_empty_line_at_the_end():
    """The SDK's own tool takes it for the last line end, and loses it."""
    house = House(stillso.open("memory:"))
    house.done(command="create", path="/memories/a.md", file_text="a\n\n")
    house.done(command="insert", path="/memories/a.md", insert_line=0, insert_text="0")
    house.done(command="insert", path="/memories/a.md", insert_line=3, insert_text="")
    assert "0\na\n\n\n" == house.content("memories/a.md")
    house.app.close()
