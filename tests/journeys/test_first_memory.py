"""A person's first memory is one command: the base is that of the folder they stand in, made when missing."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.journeys.conftest import Shell


def repository(path: Path) -> Path:
    """A fresh git repository in a new folder."""
    path.mkdir(parents=True)
    subprocess.run(["git", "init", "--quiet", str(path)], check=True)
    return path


def remembered(shell: Shell, folder: Path, text: str) -> str:
    """The base into which a first memory went from this folder."""
    shell.folder = folder
    base: str = shell("remember", text).json["done"]["base"]
    return base


def test_one_command_in_a_fresh_repository_keeps_a_memory(shell: Shell) -> None:
    """No base, no person, no session beforehand: remember makes what it needs, and lines show it."""
    assert "shop" == remembered(shell, repository(shell.home / "shop"), "answer in English")
    (line,) = shell("lines").json["lines"]
    assert ("answer in English", "owner", 1) == (line["content"], line["source"], line["no"])


def test_the_same_repository_has_the_same_base_in_every_folder_of_it(shell: Shell) -> None:
    """From a folder deep inside, the base is the repository's."""
    root = repository(shell.home / "shop")
    deep = root / "src" / "deep"
    deep.mkdir(parents=True)
    assert ("shop", "shop") == (remembered(shell, root, "eins"), remembered(shell, deep, "zwei drei"))
    assert ["shop"] == [each["base"] for each in shell("base", "list").json["bases"]]


def test_without_a_repository_the_folder_itself_has_a_base(shell: Shell) -> None:
    """A plain folder is enough; its name is made into a slug."""
    folder = shell.home / "My Notes"
    folder.mkdir()
    assert "my-notes" == remembered(shell, folder, "answer in English")


def test_two_folders_of_the_same_name_have_two_bases(shell: Shell) -> None:
    """What was said in one is not shown in the other."""
    one, two = repository(shell.home / "a" / "app"), repository(shell.home / "b" / "app")
    bases = (remembered(shell, one, "eins"), remembered(shell, two, "zwei"))
    assert ("app", "app-2") == bases
    assert ["zwei"] == [line["content"] for line in shell("lines").json["lines"]]


PAIRS = [("code/帳務", "code/物流"), ("code/甲乙/app", "code/丙丁/app"), ("книга", "школа")]


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_sc_04_folders_of_equal_length_in_other_scripts_do_not_share_a_memory(shell: Shell, one: str, two: str) -> None:
    """Case SC-04: a record of the first is neither listed nor among the lines of the second."""
    first = remembered(shell, repository(shell.home / one), "eins")
    shell.folder = repository(shell.home / two)
    assert ([], []) == (shell("list").json["lines"], shell("lines").json["lines"])
    assert first != remembered(shell, shell.folder, "zwei")


def test_a_folder_whose_name_has_no_latin_letters_keeps_its_name_for_people(shell: Shell) -> None:
    """The slug is plain, the name that people see is the folder's."""
    slug = remembered(shell, repository(shell.home / "帳務"), "eins")
    assert "帳務" == shell("base", "show", slug).json["name"]


def test_the_store_is_in_the_data_folder_unless_said_otherwise(shell: Shell) -> None:
    """Without an address the store is a file below XDG_DATA_HOME, with its key beside it for the owner alone."""
    folder = repository(shell.home / "shop")
    shell.environment["XDG_DATA_HOME"] = str(shell.home / "data")
    del shell.environment["STILLSO_STORE"]
    remembered(shell, folder, "answer in English")
    files = {path.name: path for path in (shell.home / "data" / "stillso").iterdir()}
    assert "stillso.db" in files
    assert {0o600} == {path.stat().st_mode & 0o777 for name, path in files.items() if "key" in name}


def test_the_option_beats_the_environment(shell: Shell) -> None:
    """An address given with --store is the one that counts."""
    shell.folder = repository(shell.home / "shop")
    other = shell.home / "other.db"
    shell("remember", "answer in English", "--store", str(other))
    assert (True, False) == (other.exists(), shell.store.exists())
