"""What the files of a memory folder hold, and which lines of its index are loaded."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from stillso.adapters.claude_code.memory_folder import MemoryFile, Oddity, index_lines, read_folder


def put(path: Path, text: str) -> Path:
    """A file with this text, and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def only(folder: Path) -> MemoryFile:
    """The one memory of a folder."""
    (found,) = read_folder(folder).files
    return found


# --- files ---------------------------------------------------------------------------------------------------

WHOLE = """---
name: testing-unit-only
description: Run unit tests only after a change
metadata:
  node_type: memory
  type: feedback
  originSessionId: s1
  modified: 2026-06-22T03:10:00.000Z
---

Run the unit tests only.
"""


def test_a_memory_has_what_its_file_says(tmp_path: Path):
    """Name, description, type, session, date and text."""
    put(tmp_path / "testing-unit-only.md", WHOLE)
    found = only(tmp_path)
    assert (
        "testing-unit-only",
        "Run unit tests only after a change",
        "feedback",
        "s1",
        "Run the unit tests only.",
    ) == (
        found.name,
        found.description,
        found.type,
        found.session,
        found.body,
    )
    assert datetime(2026, 6, 22, 3, 10, tzinfo=UTC) == found.modified_at == found.dated_at
    assert () == found.oddities


def test_without_a_date_the_file_has_one(tmp_path: Path):
    """A date that does not read is noted."""
    path = put(tmp_path / "m.md", WHOLE.replace("2026-06-22T03:10:00.000Z", "last week"))
    os.utime(path, (1_780_000_000, 1_780_000_000))
    found = only(tmp_path)
    assert (None, datetime.fromtimestamp(1_780_000_000, UTC)) == (found.modified_at, found.dated_at)
    assert (Oddity.BAD_DATE,) == found.oddities


def test_a_memory_without_front_matter_has_its_text(tmp_path: Path):
    """The client never gives it any."""
    put(tmp_path / "plain.md", "# Deploys\n\nOnly on Mondays.\n")
    found = only(tmp_path)
    assert ("plain", "Deploys", (Oddity.NO_FRONT_MATTER,)) == (found.name, found.rule, found.oddities)


def test_what_is_no_text_or_too_long_is_noted_and_read_as_far_as_it_goes(tmp_path: Path):
    """Nothing is dropped."""
    (tmp_path / "a.md").write_bytes(b"caf\xe9 only\n")
    put(tmp_path / "b.md", "x" * 300_000)
    latin, long = read_folder(tmp_path).files
    assert ("caf\ufffd only", Oddity.NOT_UTF8) == (latin.rule, latin.oddities[0])
    assert (Oddity.CUT, 256 * 1024) == (long.oddities[0], len(long.body))


def test_links_are_noted_and_folders_that_are_links_are_not_entered(tmp_path: Path):
    """A link to a folder above would never end; one to a file may lead elsewhere."""
    elsewhere = put(tmp_path / "elsewhere/m.md", WHOLE)
    folder = tmp_path / "memory"
    folder.mkdir()
    (folder / "linked.md").symlink_to(elsewhere)
    (folder / "round").symlink_to(folder)
    assert [("linked.md", (Oddity.LINK,))] == [(each.file, each.oddities) for each in read_folder(folder).files]


def test_what_cannot_be_read_is_named(tmp_path: Path):
    """A pipe, which would wait for ever, and a link to nothing."""
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere")
    found = read_folder(tmp_path)
    assert ((), ("gone.md", "pipe.md")) == (found.files, found.unread)


def test_memories_in_folders_below_count(tmp_path: Path):
    """Each has its path below the folder; other files do not count."""
    put(tmp_path / "team/deploys.md", "Only on Mondays.\n")
    put(tmp_path / "notes.txt", "no memory\n")
    assert ["team/deploys.md"] == [each.file for each in read_folder(tmp_path).files]


def test_a_folder_that_is_none_is_lost_and_an_empty_one_is_empty(tmp_path: Path):
    """Only the folder itself may stop the reading."""
    assert () == read_folder(tmp_path).files
    with pytest.raises(FileNotFoundError):
        read_folder(tmp_path / "nowhere")


AM_03 = {
    "colon": ("deploy-rule", "部署規則: 週五不部署 (例外: 安全修補)", "內文一"),
    "re": ("mail", "Re: 報價 # 第三版", "內文二"),
    "quotes": ("q", "'level' 要寫大寫 (不要縮寫)", "內文三"),
    "dash": ("d", "- 先備份", "內文四"),
}


@pytest.mark.parametrize("case", AM_03)
def test_am_03_a_description_that_is_no_strict_yaml_is_a_note_and_no_loss(case: str, tmp_path: Path):
    """Name, description as written, and body are all there."""
    name, description, body = AM_03[case]
    put(tmp_path / f"{case}.md", f"---\nname: {name}\ndescription: {description}\n---\n{body}\n")
    found = only(tmp_path)
    assert (name, description, body) == (found.name, found.description, found.body)
    assert Oddity.FRONT_MATTER in found.oddities


# --- the index -----------------------------------------------------------------------------------------------

AM_01 = "# 記憶索引\n" + "".join(f"- [條目 {n}](m{n:03d}.md) — 說明 {n}\n" for n in range(1, 221))


def test_am_01_the_lines_after_the_two_hundredth_are_named():
    """With a heading above them the entries 200 to 220 are cut off; all 220 are read."""
    found = index_lines(AM_01)
    assert 220 == len(found)
    assert [f"條目 {n}" for n in range(200, 221)] == [each.title for each in found if not each.loaded]


def test_lines_that_do_not_fit_into_25000_characters_are_not_loaded():
    """Whole lines that fit are loaded; after the first that does not, none is."""
    lines = [f"- [entry {n}](m{n}.md) — {'x' * 480}" for n in range(60)]
    room = 25_000 // (len(lines[59]) + 1)
    assert room == sum(each.loaded for each in index_lines("\n".join(lines)))


def test_comments_and_front_matter_of_the_index_do_not_count():
    """The client strips them before it counts; line numbers are those of the file."""
    text = "---\ntitle: x\n---\n<!-- " + "\n" * 300 + " -->\n- [one](one.md) — first\n"
    (found,) = index_lines(text)
    assert (True, 305) == (found.loaded, found.no)


@pytest.mark.parametrize(
    ("line", "title", "file"),
    [
        ("- [Unit tests](unit-tests.md) - no e2e", "Unit tests", "unit-tests.md"),
        ("- [規則 [舊]](./rules.md) — 說明", "規則 [舊]", "rules.md"),
        ("* [a](<with blank.md>)", "a", "with blank.md"),
        ("- [b](with%20blank.md)", "b", "with blank.md"),
        ("- [[deploys]]: only on Mondays", "deploys", "deploys.md"),
    ],
)
def test_a_line_names_its_file_in_any_form_of_link(line: str, title: str, file: str):
    """As the client and people write them."""
    (found,) = index_lines(line)
    assert (title, file) == (found.title, found.file)


def test_a_folder_without_an_index_has_none(tmp_path: Path):
    """That is not the same as an empty one."""
    assert read_folder(tmp_path).index is None
    put(tmp_path / "MEMORY.md", "")
    assert () == read_folder(tmp_path).index


def test_an_index_made_to_be_slow_is_not():
    """A comment that never ends is looked for once."""
    lines = index_lines("<!-- \n" * 100_000 + "- [one](one.md)\n")
    assert [(100_001, False)] == [(each.no, each.loaded) for each in lines]
