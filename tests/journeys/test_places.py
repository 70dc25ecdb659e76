"""Whose base it is: one repository has one, also in linked work trees and after a move; reading never makes one."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stillso.surfaces import places

if TYPE_CHECKING:
    from tests.journeys.conftest import Shell


def git(*words: str) -> None:
    """Run Git as somebody whom it asks nothing."""
    subprocess.run(["git", "-c", "user.name=mei", "-c", "user.email=mei@shop.example", *words], check=True)


def repository(path: Path) -> Path:
    """A repository with one commit, from which work trees can be linked."""
    path.mkdir(parents=True)
    git("init", "--quiet", str(path))
    git("-C", str(path), "commit", "--quiet", "--allow-empty", "-m", "first")
    return path


def linked(main: Path, path: Path) -> Path:
    """A linked work tree of a repository."""
    git("-C", str(main), "worktree", "add", "--quiet", str(path))
    return path


def slugs(shell: Shell) -> list[str]:
    """The bases there are."""
    return [each["base"] for each in shell("base", "list").json["bases"]]


# --- linked work trees ------------------------------------------------------------------------------------------


def test_a_linked_work_tree_has_the_base_of_its_repository(shell: Shell) -> None:
    """What was said in the main work tree is read in a linked one, and no second base is made."""
    main = repository(shell.home / "shop")
    shell.folder = main
    shell("remember", "answer in English")
    shell.folder = linked(main, shell.home / "shop-fix")
    shell("remember", "run unit tests only")
    assert {"answer in English", "run unit tests only"} == {each["content"] for each in shell("lines").json["lines"]}
    assert ["shop"] == slugs(shell)


def test_work_trees_of_a_bare_repository_share_a_base(tmp_path: Path) -> None:
    """Where there is no main work tree, the shared folder stands for the repository."""
    main = repository(tmp_path / "shop")
    git("clone", "--quiet", "--bare", str(main), str(tmp_path / "shop.git"))
    trees = [linked(tmp_path / "shop.git", tmp_path / name) for name in ("one", "two")]
    assert {tmp_path / "shop.git"} == {places.repository_of(tree) for tree in trees}


def test_a_submodule_is_a_repository_of_its_own(tmp_path: Path) -> None:
    """A file that leads to a git folder of its own is no link to another's work tree."""
    inner = repository(tmp_path / "inner")
    outer = repository(tmp_path / "outer")
    add = ("submodule", "--quiet", "add", str(inner), "lib")
    git("-C", str(outer), "-c", "protocol.file.allow=always", *add)
    assert outer / "lib" == places.repository_of(outer / "lib")


@pytest.mark.parametrize("claim", ["gitdir: /elsewhere\n", "gitdir: {shop}/.git\n", "gitdir: fake\n", "", "\udcff"])
def test_a_pointer_without_an_answer_leads_nowhere(tmp_path: Path, claim: str) -> None:
    """A folder that names a repository which knows nothing of it stays a folder of its own."""
    main = repository(tmp_path / "shop")
    folder = tmp_path / "foreign"
    (folder / "fake").mkdir(parents=True)
    (folder / "fake" / "commondir").write_text(f"{main}/.git\n")
    (folder / "fake" / "gitdir").write_text(f"{folder}/.git\n")
    (folder / ".git").write_bytes(os.fsencode(claim.format(shop=main)))
    assert folder == places.repository_of(folder)


# --- moved, renamed, named --------------------------------------------------------------------------------------


def moved_to(shell: Shell, folder: Path) -> list[str]:
    """What is read in a folder, and the bases there are after something was remembered in it."""
    shell.folder = folder
    read = [each["content"] for each in shell("lines").json["lines"]]
    shell("remember", "write short commits")
    return read + slugs(shell)


def test_a_renamed_repository_keeps_its_base(shell: Shell) -> None:
    """Its folder is gone and its commit is here: it was moved, and the base with it."""
    shell.folder = repository(shell.home / "shop")
    shell("remember", "answer in English")
    assert ["answer in English", "shop"] == moved_to(shell, shell.folder.rename(shell.home / "店 &web"))
    assert str(shell.folder) == shell("base", "show", "shop").json["settings"]["folder"]


def test_a_new_clone_of_what_was_deleted_keeps_its_base(shell: Shell) -> None:
    """Cloned from the same place, with the same commit, after the first clone is gone."""
    repository(shell.home / "origin")
    for name in ("shop", "shop-again"):
        git("clone", "--quiet", str(shell.home / "origin"), str(shell.home / name))
    shell.folder = shell.home / "shop"
    shell("remember", "answer in English")
    shutil.rmtree(shell.folder)
    assert ["answer in English", "shop"] == moved_to(shell, shell.home / "shop-again")


def test_a_copy_and_a_fork_have_bases_of_their_own(shell: Shell) -> None:
    """A copy while the first is there; a clone of it, also when the first is gone, since it came from elsewhere."""
    first = shell.folder = repository(shell.home / "shop")
    shell("remember", "answer in English")
    shutil.copytree(first, shell.home / "copy")
    git("clone", "--quiet", str(first), str(shell.home / "fork"))
    assert ["copy", "shop"] == moved_to(shell, shell.home / "copy")
    shutil.rmtree(first)
    assert ["copy", "fork", "shop"] == moved_to(shell, shell.home / "fork")


def test_a_repository_is_asked_for_itself_alone(shell: Shell) -> None:
    """Not another one that the environment names, as in a hook of Git, nor one above a folder that is none."""
    above = repository(shell.home / "above")
    git("-C", str(above), "remote", "add", "origin", "https://shop.example/above.git")
    (above / "broken" / ".git").mkdir(parents=True)
    shell.folder = above / "broken"
    shell("remember", "answer in English")
    shell.folder = repository(shell.home / "shop")
    shell.environment["GIT_DIR"] = str(above / ".git")
    shell("remember", "answer in Chinese")
    marks = [shell("base", "show", slug).json["settings"].get("repository") or {} for slug in ("broken", "shop")]
    assert [False, False] == ["origin" in each for each in marks]


def test_nothing_that_a_repository_says_is_run_to_find_its_base(shell: Shell) -> None:
    """A commit that is missing is not fetched, by whatever command its settings name."""
    main = repository(shell.home / "shop")
    origin = f"ext::touch {shell.home / 'run'}"
    git("-C", str(main), "remote", "add", "origin", origin)
    shell.folder = main
    shell("remember", "answer in English")
    shutil.rmtree(main)
    shell.folder = shell.home / "theirs"
    git("init", "--quiet", str(shell.folder))
    git("-C", str(shell.folder), "commit", "--quiet", "--allow-empty", "-m", "another")
    for name, value in {
        "remote.origin.url": origin,
        "remote.origin.promisor": "true",
        "extensions.partialClone": "origin",
        "core.repositoryFormatVersion": "1",
        "protocol.ext.allow": "always",
    }.items():
        git("-C", str(shell.folder), "config", name, value)
    shell("lines")
    assert not (shell.home / "run").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_in_the_place_of_a_pointer_is_not_waited_for(tmp_path: Path) -> None:
    """It leads nowhere."""
    os.mkfifo(tmp_path / ".git")
    assert tmp_path == places.repository_of(tmp_path)


def test_a_moved_folder_without_git_is_told_its_base(shell: Shell) -> None:
    """There is nothing to know it by; told the new folder, the base is there again."""
    shell.folder = shell.home / "notes"
    shell.folder.mkdir()
    shell("remember", "answer in English")
    shell.folder = shell.folder.rename(shell.home / "notes-old")
    before = shell("lines").json["lines"]
    moved = shell("base", "settings", "notes", "--folder", ".").json["settings"]
    assert ([], str(shell.folder)) == (before, moved["folder"])
    assert ["answer in English"] == [each["content"] for each in shell("lines").json["lines"]]


def test_a_password_in_an_address_is_not_kept(shell: Shell) -> None:
    """Where a repository was cloned from is kept as a digest, and without the name and password in it."""
    shell.folder = repository(shell.home / "shop")
    marks = []
    for user in ("", "mei:" + "pass" + "word@"):
        git("-C", str(shell.folder), "config", "remote.origin.url", f"https://{user}git.example/shop.git")
        shell("base", "create", f"shop{len(user)}")
        shell("base", "settings", f"shop{len(user)}", "--folder", ".")
        marks.append(shell("base", "settings", f"shop{len(user)}").json["settings"]["repository"])
        shell("base", "settings", f"shop{len(user)}", "--folder", "")
    assert marks[0] == marks[1]
    assert b"git.example" not in shell.store.read_bytes()


def test_a_folder_has_one_base(shell: Shell) -> None:
    """The folder of another base is not taken from it; an empty text lets go of it."""
    shell.folder = repository(shell.home / "shop")
    shell("remember", "answer in English")
    shell("base", "create", "other")
    taken = shell("base", "settings", "other", "--folder", str(shell.folder))
    shell("base", "settings", "shop", "--folder", "")
    given = shell("base", "settings", "other", "--folder", str(shell.folder))
    assert (2, 0, "shop" in taken.json["message"]) == (taken.code, given.code, True)


def test_a_base_is_found_by_its_name(shell: Shell) -> None:
    """A folder whose name has no Latin letters: its own name is enough, everywhere a base is asked for."""
    shell.folder = repository(shell.home / "我的專案")
    shell("remember", "用英文寫 commit 訊息")
    shell.folder = shell.home
    commands = (
        ("lines", "--base", "我的專案"),
        ("list", "--base", "我的專案"),
        ("base", "show", "我的專案"),
        ("files", "list", "我的專案"),
        ("inbox", "list", "--base", "我的專案"),
        ("reindex", "--base", "我的專案"),
    )
    assert [0] * len(commands) == [shell(*words).code for words in commands]


def test_a_name_that_two_bases_have_names_neither(shell: Shell) -> None:
    """Nothing is guessed: the refusal lists the slugs."""
    for slug in ("one", "two"):
        shell("base", "create", slug, "--name", "Shop")
    refused = shell("list", "--base", "Shop").json
    assert ("unknown", True) == (refused["refused"], "one, two" in refused["message"])


# --- reading makes nothing --------------------------------------------------------------------------------------

EMPTY = {
    ("lines",): {"text": "", "lines": [], "notes": [], "left_out": 0},
    ("list",): {"lines": []},
    ("due",): {"lines": []},
    ("tidy",): {"findings": []},
    ("as-of", "2026-06-22"): {"lines": []},
    ("log",): {"versions": []},
}


@pytest.mark.parametrize("words", EMPTY, ids=lambda words: words[0])
def test_reading_a_folder_without_a_base_is_empty_and_makes_none(shell: Shell, words: tuple[str, ...]) -> None:
    """Looking is no act: there is nothing, and afterwards there is still nothing."""
    found = shell(*words)
    assert (0, EMPTY[words], []) == (found.code, found.json, slugs(shell))


@pytest.mark.parametrize("words", [("show", "1"), ("why", "e2e"), ("history", "1"), ("confirm", "1"), ("retract", "1")])
def test_what_needs_a_memory_is_unknown_without_a_base(shell: Shell, words: tuple[str, ...]) -> None:
    """What is about one memory is refused, and makes no base either."""
    found = shell(*words)
    assert (3, "unknown", []) == (found.code, found.json["refused"], slugs(shell))


def test_a_session_makes_the_base(shell: Shell) -> None:
    """Besides remember, opening a session begins a base; the agent is unknown all the same."""
    shell.folder = repository(shell.home / "shop")
    shell("session", "start", "--agent", "claude-code")
    assert ["shop"] == slugs(shell)


# --- names of folders -------------------------------------------------------------------------------------------


def test_folders_whose_names_are_no_text_keep_apart(shell: Shell) -> None:
    """Bytes that are no UTF-8 are written out, so that two such folders are two."""
    found = []
    for name in (b"caf\xe9", b"caf\xe8"):
        shell.folder = Path(os.fsdecode(os.fsencode(shell.home) + b"/" + name))
        shell.folder.mkdir()
        found.append(shell("remember", "answer in English").json["done"]["base"])
    assert ["caf-xe9", "caf-xe8"] == found
    assert "caf\\xe9" == shell("base", "show", "caf-xe9").json["name"]
