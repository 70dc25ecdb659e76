"""Where Claude Code keeps the memory folder and the transcripts of a project."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stillso.adapters.claude_code.projects import (
    Client,
    every_project,
    key_of,
    linked_trees,
    memory_folder_at,
    project_at,
    project_of,
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
    put(tmp_path / "shop/.claude/settings.local.json", json.dumps({"autoMemoryDirectory": "/a\0b"}))
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
    ("files", "path", "folder"),
    [
        (["here/MEMORY.md"], "here", "here"),
        (["here/memory/a.md"], "here/memory", "here/memory"),
        (["projects/-a-shop/memory/a.md"], "projects/-a-shop", "projects/-a-shop/memory"),
        (["here/MEMORY.md", "here/.git/HEAD"], "here", None),
        (["here/README.md", "here/memory/a.md"], "here", None),
    ],
)
def test_a_path_names_a_memory_folder_or_a_project(files: list[str], path: str, folder: str | None, tmp_path: Path):
    """A repository may have an index of that name for itself."""
    for name in files:
        put(tmp_path / name, "")
    assert (tmp_path / folder if folder else None) == memory_folder_at(tmp_path / path)
