"""base settings: limits are merged, taken out, and refused in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.journeys.conftest import House, Shell


def limits(shell: Shell, *given: str) -> object:
    """The limits of shop after these were set."""
    words = [word for limit in given for word in ("--limit", limit)]
    return shell("base", "settings", "shop", *words).json["settings"].get("limits")


def test_a_limit_leaves_the_others(house: House, shell: Shell) -> None:
    """Only the types that are named change; none means for ever."""
    limits(shell, "feedback=7", "決定=none")
    assert {"feedback": 9, "決定": None, "project": 3} == limits(shell, "feedback=9", "project=3")


def test_default_takes_a_limit_out(house: House, shell: Shell) -> None:
    """The usual limit counts again; without any own limit the setting is gone."""
    limits(shell, "feedback=7", "decision=none")
    assert {"decision": None} == limits(shell, "feedback=default")
    assert None is limits(shell, "decision=default")


def test_two_who_set_limits_keep_both(house: House, shell: Shell) -> None:
    """What is merged is what is there under the lock, not what was read before."""
    house.mei.settle("shop", limits={"feedback": 7})
    house.mei.settle("shop", limits={"project": 3})
    assert {"feedback": 7, "project": 3} == limits(shell)


@pytest.mark.parametrize("given", ["feedback=0", "feedback=-1", "feedback", "a b=3", "=3", f"{'x' * 41}=3", "x=1e3"])
def test_a_limit_that_is_none_is_told_in_words(house: House, shell: Shell, given: str) -> None:
    """Nothing is set, and no Python is shown."""
    found = shell("base", "settings", "shop", "--limit", given)
    assert 2 == found.code
    assert "{" not in found.json["message"]
    assert None is limits(shell)


def test_a_readme_that_is_no_text_makes_no_base(shell: Shell) -> None:
    """What cannot be kept as text is refused before anything is made."""
    readme = shell.home / "rules.md"
    readme.write_bytes(b"# Rules\0\n")
    found = shell("base", "create", "docs", "--readme", str(readme))
    assert (3, "not-text", []) == (found.code, found.json["refused"], shell("base", "list").json["bases"])


def test_a_base_says_how_much_a_file_and_a_call_may_hold(house: House, shell: Shell) -> None:
    """What is usual, what was set, and what is usual again; the JSON has only what was set."""
    usual = "files: at most 262144 bytes each, 20 a call"
    assert usual in shell.plain("base", "settings", "shop").out
    found = shell("base", "settings", "shop", "--file-bytes", "4096", "--files-a-call", "5").json["settings"]
    assert {"file_bytes": 4096, "files_a_call": 5} == {name: found[name] for name in ("file_bytes", "files_a_call")}
    assert "files: at most 4096 bytes each, 5 a call" in shell.plain("base", "show", "shop").out
    left = shell("base", "settings", "shop", "--file-bytes", "default", "--files-a-call", "default").json["settings"]
    assert not {"file_bytes", "files_a_call"} & set(left)
    assert usual in shell.plain("base", "settings", "shop").out


@pytest.mark.parametrize(
    "given", ["--file-bytes=1023", "--file-bytes=16777217", "--files-a-call=0", "--files-a-call=x"]
)
def test_a_limit_of_files_out_of_bounds_is_told_in_words(house: House, shell: Shell, given: str) -> None:
    """With the bounds; nothing is set."""
    found = shell("base", "settings", "shop", given)
    assert (2, True) == (found.code, "or default" in found.json["message"])
    assert not {"file_bytes", "files_a_call"} & set(shell("base", "settings", "shop").json["settings"])


def test_a_base_begins_with_the_template(shell: Shell) -> None:
    """README.md is there with the name and the description, in the language of the terminal; the answer tells it."""
    words = ("--name", "Docs", "--description", "How we write.", "--template")
    assert ["readme-template"] == shell("base", "create", "docs", *words).json["done"]["notices"]
    told = shell.plain("base", "create", "guide", "--template", "--lang", "zh-Hant").out
    assert "範本" in told
    assert shell("files", "read", "docs", "README.md").json["content"].startswith("# Docs\n\nHow we write.\n\n## ")
    assert "## 索引\n" in shell("files", "read", "guide", "README.md").json["content"]


def test_a_readme_and_the_template_are_one_too_many(shell: Shell) -> None:
    """Nothing is made."""
    readme = shell.home / "rules.md"
    readme.write_text("# Rules\n", "utf-8")
    found = shell("base", "create", "docs", "--readme", str(readme), "--template")
    assert (2, []) == (found.code, shell("base", "list").json["bases"])


def test_several_limits_stand_on_one_line(house: House, shell: Shell) -> None:
    """A person reads the settings of a base as one field."""
    limits(shell, "feedback=7", "decision=none")
    printed = shell.plain("base", "show", "shop").out.splitlines()
    assert "settings: feedback: 7 days, decision: no limit" in printed
