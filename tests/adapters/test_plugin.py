"""The plugin in its folder: it touches nobody else's file, and taking it out leaves what it found."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

import pytest

from stillso.adapters.claude_code import plugin, settings
from stillso.adapters.claude_code.plugin import State
from stillso.texts import LANGUAGES, Texts

PROGRAM = ["/opt/py thon/bin/python", "-P", "-m", "stillso"]
OPTIONS = ["--store", "/home/mei/記憶.db", "--lang", "en"]


def contents(version: str = "1", language: str = "en") -> dict[str, str]:
    """What a release writes."""
    return plugin.contents(PROGRAM, OPTIONS, "mei", version, Texts(language))


def everything(folder: Path) -> dict[str, bytes | None]:
    """Every path below a folder; what a file holds."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A configuration of a client, with skills and settings of somebody's."""
    (tmp_path / "skills" / "theirs").mkdir(parents=True)
    (tmp_path / "skills" / "theirs" / "SKILL.md").write_text("---\nname: theirs\n---\n")
    (tmp_path / "settings.json").write_text('{"hooks": {"Stop": []},\n "model": "opus"}')
    return tmp_path


def test_taking_it_out_leaves_every_byte_as_it_was(config: Path):
    """Installed twice, it is there once; uninstalled, it never was."""
    before = everything(config)
    for version in ("1", "1", "2"):
        plugin.install(config / plugin.PLACE, contents(version))
    assert State.CURRENT is plugin.state(config / plugin.PLACE, contents("2"))
    taken = plugin.uninstall(config / plugin.PLACE)
    assert (before, ()) == (everything(config), taken.left)


@pytest.mark.parametrize("place", ["commands", "hooks"])
def test_a_link_out_of_its_folder_makes_it_somebody_elses(config: Path, place: str):
    """What lies behind the link is neither written nor removed."""
    folder = config / plugin.PLACE
    plugin.install(folder, contents())
    (folder / place).rename(config / "elsewhere")
    (folder / place).symlink_to(config / "elsewhere")
    before = everything(config)
    assert State.FOREIGN is plugin.state(folder, contents("2"))
    plugin.uninstall(folder)
    assert before == everything(config)


def test_notes_that_came_with_a_clone_remove_no_folder_of_others(tmp_path: Path):
    """Whatever they say was made."""
    folder, empty = tmp_path / "shop" / plugin.PLACE, tmp_path / "empty"
    empty.mkdir()
    plugin.install(folder, contents())
    noted = json.loads((folder / "installed.json").read_text())
    (folder / "installed.json").write_text(json.dumps({**noted, "made": [str(empty), *noted["made"]]}))
    plugin.uninstall(folder)
    assert {"empty": None} == everything(tmp_path)


def test_a_draft_that_is_a_link_is_not_written_through(config: Path):
    """It may have come with a clone."""
    folder = config / plugin.PLACE
    plugin.install(folder, contents())
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        for name in (f".{path.name}.draft", f".{path.name}.{os.getpid()}.draft"):
            path.with_name(name).symlink_to(config / "settings.json")
    before = (config / "settings.json").read_bytes()
    with suppress(FileExistsError):
        plugin.install(folder, contents("2"))
    assert before == (config / "settings.json").read_bytes()


def test_folders_that_it_made_go_with_it(tmp_path: Path):
    """Where nobody had skills, there is no such folder afterwards either."""
    folder = tmp_path / "new" / plugin.PLACE
    plugin.install(folder, contents())
    plugin.uninstall(folder)
    assert {} == everything(tmp_path)


def test_what_somebody_changed_or_added_stays(config: Path):
    """It is named, and nothing else of the plugin is left."""
    folder = config / plugin.PLACE
    plugin.install(folder, contents())
    (folder / "commands" / "due.md").write_text("mine\n")
    (folder / "commands" / "mine.md").write_text("mine too\n")
    assert State.CHANGED is plugin.state(folder, contents())
    left = plugin.uninstall(folder).left
    assert [folder / "commands" / name for name in ("due.md", "mine.md")] == list(left)
    assert {"commands", "commands/due.md", "commands/mine.md"} == set(everything(folder))


def test_another_release_replaces_its_files(config: Path):
    """Also those that it no longer has; what a person added stays."""
    folder = config / plugin.PLACE
    plugin.install(folder, {**contents(), "commands/old.md": "old"})
    (folder / "notes.md").write_text("mine\n")
    assert State.OTHER is plugin.state(folder, contents())
    plugin.install(folder, contents())
    assert (State.CURRENT, False) == (plugin.state(folder, contents()), (folder / "commands/old.md").exists())
    assert "mine\n" == (folder / "notes.md").read_text()


def test_a_folder_of_somebody_elses_is_known(config: Path):
    """Nothing is written there, and nothing taken out."""
    folder = config / plugin.PLACE
    folder.mkdir()
    (folder / "SKILL.md").write_text("theirs")
    before = everything(config)
    assert State.FOREIGN is plugin.state(folder, contents())
    assert ((), ()) == (plugin.uninstall(folder).removed, plugin.uninstall(folder).left)
    assert before == everything(config)


@pytest.mark.parametrize(
    "noted", ["{}", "[]", "", '{"files": {"../../settings.json": "x"}, "made": []}', '{"files": 7}']
)
def test_a_note_of_what_was_written_that_is_none_takes_nothing_out(config: Path, noted: str):
    """Nor does one that names files elsewhere."""
    folder = config / plugin.PLACE
    folder.mkdir()
    (folder / "installed.json").write_text(noted)
    before = everything(config)
    plugin.uninstall(folder)
    assert before == everything(config)


def test_a_draft_that_broke_off_is_replaced(config: Path):
    """After a crash the next try brings it in order."""
    folder = config / plugin.PLACE
    plugin.install(folder, contents())
    (folder / "hooks" / "hooks.json").unlink()
    assert State.CHANGED is plugin.state(folder, contents())
    plugin.install(folder, contents())
    assert State.CURRENT is plugin.state(folder, contents())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_are_what_the_client_reads(language: str):
    """Hooks in the form without a shell, a server that is loaded at once, commands with a description."""
    files = contents(language=language)
    hooks = json.loads(files["hooks/hooks.json"])["hooks"]
    runs = [each["hooks"][0] for groups in hooks.values() for each in groups]
    assert [[PROGRAM[0], *PROGRAM[1:], "hook", event, *OPTIONS, "--person", "mei"] for event in hooks] == [
        [run["command"], *run["args"]] for run in runs
    ]
    server = json.loads(files[".mcp.json"])["mcpServers"]["stillso"]
    assert (PROGRAM[0], True) == (server["command"], server["alwaysLoad"])
    commands = [text for name, text in files.items() if name.startswith("commands/")]
    assert [True] * 3 == [text.startswith("---\ndescription: ") for text in commands]
    assert "stillso" == json.loads(files[".claude-plugin/plugin.json"])["name"]


def test_a_linked_skills_folder_is_followed(config: Path):
    """People keep their configuration elsewhere and link it."""
    os.rename(config / "skills", config / "elsewhere")
    os.symlink(config / "elsewhere", config / "skills")
    before = everything(config)
    plugin.install(config / plugin.PLACE, contents())
    assert (config / "elsewhere" / "stillso" / ".mcp.json").exists()
    plugin.uninstall(config / plugin.PLACE)
    assert before == everything(config)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"disableAllHooks": "yes"}', '{"enabledPlugins": []}'])
def test_settings_that_say_nothing_of_us_are_no_obstacle(tmp_path: Path, text: str):
    """Also when they cannot be read at all."""
    (tmp_path / "settings.json").write_text(text)
    assert [] == list(settings.obstacles(settings.files(tmp_path, tmp_path)))
