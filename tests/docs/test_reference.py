"""The reference is what the commands and the texts say now, and it holds everything."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import click
import pytest

from stillso.errors import Code, Why
from stillso.surfaces.cli import COMMANDS
from stillso.surfaces.cli.frame import LazyGroup
from stillso.tools import TOOLS

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
SUFFIXES = pytest.mark.parametrize("suffix", ["", ".zh-Hant"])


def script() -> ModuleType:
    """scripts/reference.py as a module."""
    spec = importlib.util.spec_from_file_location("stillso_reference", ROOT / "scripts" / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def paths(command: click.Command, path: str = "stillso") -> Iterator[str]:
    """The whole name of each command below this one."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield f"{path} {name}"
            yield from paths(found, f"{path} {name}")


def test_the_reference_is_in_step():
    """The generated pages are what `python scripts/reference.py` writes."""
    assert 0 == script().main(["--check"])


@SUFFIXES
def test_every_command_has_its_heading(suffix: str):
    """Each command, groups and what is in them, has a place of its own."""
    page = (REFERENCE / f"cli{suffix}.md").read_text("utf-8")
    titles = [line.lstrip("#").strip() for line in page.splitlines() if line.startswith("#")]

    assert list(paths(LazyGroup("stillso", COMMANDS))) == [title for title in titles if title.startswith("stillso ")]


@SUFFIXES
@pytest.mark.parametrize("code", [*Why, *Code])
def test_every_code_has_its_row(suffix: str, code: Why | Code):
    """Each reason to wait and each refusal stands in the table."""
    page = (REFERENCE / f"outcomes{suffix}.md").read_text("utf-8")

    assert f"\n| `{code}`" in page


@SUFFIXES
def test_every_tool_has_its_heading_and_each_argument_its_row(suffix: str):
    """What a model is offered can be looked up."""
    page = (REFERENCE / f"tools{suffix}.md").read_text("utf-8")
    parts = {part.partition("\n")[0]: part for part in page.split("\n## ")}

    assert [] == [tool.name for tool in TOOLS if tool.name not in parts]
    assert [] == [
        (tool.name, argument.name)
        for tool in TOOLS
        for argument in tool.arguments
        if f"\n| `{argument.name}`" not in parts[tool.name]
    ]
