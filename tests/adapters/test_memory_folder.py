"""Where the memory folder of Claude Code is, what its files hold, and which lines of its index are loaded."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from stillso.adapters.claude_code.memory_folder import (
    Client,
    MemoryFile,
    Oddity,
    every_project,
    index_lines,
    is_memory_folder,
    key_of,
    linked_trees,
    project_at,
    project_of,
    read_folder,
)


@pytest.fixture
def client(tmp_path: Path) -> Client:
    """A home without any settings."""
    return Client(home=tmp_path, config=tmp_path / ".claude")


def put(path: Path, text: str) -> Path:
    """A file with this text, and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def only(folder: Path) -> MemoryFile:
    """The one memory of a folder."""
    (found,) = read_folder(folder).files
    return found


# --- where it is ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("/home/mei/code/shop", "-home-mei-code-shop"),
        ("/a/my proj_é.x", "-a-my-proj---x"),
        ("/a/商店", "-a---"),
        ("/a/🛒", "-a---"),
        ("C:\\code\\shop", "C--code-shop"),
    ],
)
def test_a_key_has_a_hyphen_for_whatever_is_no_ascii_letter_or_digit(path: str, key: str):
    """A character outside the basic plane counts two, as in the client."""
    assert key == key_of(path)


def test_a_long_key_is_found_by_its_beginning(client: Client, tmp_path: Path):
    """The client ends a key of over 200 characters with a hash that only it can make."""
    root = tmp_path / ("long" * 60)
    own = client.config / "projects" / (key_of(str(root)) + "1x2y3z")
    own.mkdir(parents=True)
    assert own / "memory" == project_at(client, root).folder


def test_the_folder_is_that_of_the_main_work_tree(client: Client, tmp_path: Path):
    """The root decides, wherever in the repository somebody stands."""
    found = project_at(client, tmp_path / "shop")
    assert (tmp_path / ".claude/projects" / key_of(str(tmp_path / "shop")) / "memory", None) == (
        found.folder,
        found.set_by,
    )


def test_a_setting_of_the_person_moves_the_folder(client: Client, tmp_path: Path):
    """``~/`` is the home; a path that is neither absolute nor there counts for nothing."""
    settings = put(client.config / "settings.json", json.dumps({"autoMemoryDirectory": "~/notes"}))
    put(tmp_path / "shop/.claude/settings.json", json.dumps({"autoMemoryDirectory": "relative"}))
    found = project_at(client, tmp_path / "shop")
    assert (tmp_path / "notes", settings) == (found.folder, found.set_by)


def test_settings_nearer_to_the_project_go_first(client: Client, tmp_path: Path):
    """The administrator, then the local file, then the shared one, then the person's."""
    managed = put(tmp_path / "managed.json", json.dumps({"autoMemoryDirectory": "/m"}))
    put(tmp_path / "shop/.claude/settings.local.json", json.dumps({"autoMemoryDirectory": "/l"}))
    put(tmp_path / "shop/.claude/settings.json", json.dumps({"autoMemoryDirectory": "/s"}))
    put(client.config / "settings.json", "not json {")
    named = Client(home=client.home, config=client.config, managed=managed)
    assert (Path("/l"), Path("/m")) == (
        project_at(client, tmp_path / "shop").folder,
        project_at(named, tmp_path / "shop").folder,
    )


def test_the_override_of_the_client_goes_before_every_setting(client: Client, tmp_path: Path):
    """It is given as an argument: nothing here reads the environment."""
    put(client.config / "settings.json", json.dumps({"autoMemoryDirectory": "/notes"}))
    found = project_at(Client(home=tmp_path, config=client.config, memory=Path("/mine")), tmp_path / "shop")
    assert Path("/mine") == found.folder


def test_a_remote_folder_and_a_name_of_its_own_move_the_default(client: Client, tmp_path: Path):
    """``remote`` holds ``projects`` for memory, ``key`` is the name of the project's folder in it."""
    found = project_at(Client(home=tmp_path, config=client.config, remote=Path("/r"), key="shop"), tmp_path / "shop")
    assert Path("/r/projects/shop/memory") == found.folder


def test_transcripts_of_folders_below_and_of_linked_trees_belong_to_the_project(client: Client, tmp_path: Path):
    """``shop-web`` has a key that begins like one of a folder below ``shop``, and does not."""
    root, tree = tmp_path / "shop", tmp_path / "elsewhere" / "fix"
    places = [root, root / "packages", tmp_path / "shop-web", tree]
    folders = [client.config / "projects" / key_of(str(place)) for place in places]
    for place, folder in zip(places, folders, strict=True):
        put(folder / "s1.jsonl", json.dumps({"type": "user", "cwd": str(place)}) + "\n")
    found = project_at(client, root, (tree,))
    assert {folders[0], folders[1], folders[3]} == set(found.transcripts)


def test_linked_trees_are_read_from_the_repository(tmp_path: Path):
    """Git notes where each of them is."""
    put(tmp_path / ".git/worktrees/fix/gitdir", "/elsewhere/fix/.git\n")
    assert (Path("/elsewhere/fix"),) == linked_trees(tmp_path)


def test_every_project_with_a_memory_folder_is_found(client: Client):
    """Others have transcripts only."""
    for name in ("-a-shop/memory", "-a-blog/memory", "-a-empty"):
        (client.config / "projects" / name).mkdir(parents=True)
    put(client.config / "projects/-a-shop/s1.jsonl", json.dumps({"cwd": "/a/shop"}) + "\n")
    assert [("-a-blog", None), ("-a-shop", "/a/shop")] == [
        (each.folder.parent.name, each.root) for each in every_project(client)
    ]


def test_a_home_without_projects_has_none(client: Client):
    """Nothing was ever written there."""
    assert [] == every_project(client)


def test_a_copied_folder_has_no_transcripts_beside_it(client: Client, tmp_path: Path):
    """What lies beside it is not known."""
    assert ((), None) == (project_of(client, tmp_path / "memory").transcripts, None)


@pytest.mark.parametrize(
    ("files", "is_one"),
    [(["MEMORY.md"], True), (["MEMORY.md", ".git/HEAD"], False), (["README.md"], False)],
)
def test_a_folder_with_an_index_and_no_repository_is_a_memory_folder(files: list[str], is_one: bool, tmp_path: Path):
    """A repository may have a file of that name for itself."""
    for name in files:
        put(tmp_path / "here" / name, "")
    assert is_one == is_memory_folder(tmp_path / "here")


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
