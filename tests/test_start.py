"""A start loads what it needs and no more: held by what stands in ``sys.modules`` of a fresh process.

How long it takes is measured by ``python -m benchmarks.start``; a test on time would fail on a busy machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import stillso
from stillso.surfaces.cli import COMMANDS

SOURCE = Path(stillso.__file__).parents[1]

#: What took long at some time, or once stood in the way of a start.
HEAVY = "yaml importlib.resources importlib.metadata difflib secrets random mcp mcp_types pydantic anyio asyncio"
#: Services that reading does not need, with the rules on texts below them.
WRITING = "bases commits grounds guarding history memory reviews".split()
RULES = "assertions clauses conditions guards proofs quotes replies vocabulary yaml_blocks".split()

Loaded = Callable[[str], set[str]]


@pytest.fixture
def loaded(tmp_path: Path) -> Loaded:
    """Gives the modules that are loaded once this code has run, in a process of its own beside an existing store."""
    app = stillso.open(tmp_path / "memory.db")
    mei = app.owner("mei")
    mei.create_base("shop")
    mei.remember("Write commit messages in English", base="shop")
    app.close()
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "PYTHONPATH": str(SOURCE),
        "STILLSO_PERSON": "mei",
        "STILLSO_STORE": str(tmp_path / "memory.db"),
    }

    def run(code: str) -> set[str]:
        told = f"{code}\nimport sys\nprint(*sys.modules, file=sys.stderr)"
        done = subprocess.run(
            [sys.executable, "-c", told], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return set(done.stderr.split())

    return run


def command(*words: str) -> str:
    """Code that runs a command."""
    return f"from stillso.surfaces.cli import run\nassert run({list(words)!r}) == 0"


def test_importing_the_package_loads_nothing_of_it(loaded: Loaded):
    """The names of the package are found when they are asked for."""
    assert {"stillso"} == {name for name in loaded("import stillso") if name.partition(".")[0] == "stillso"}


def test_every_public_name_is_found():
    """What the package says it offers, it has; what it does not offer, it has not."""
    assert [] == [name for name in stillso.__all__ if getattr(stillso, name, None) is None]
    assert not hasattr(stillso, "open_store")


def test_opening_a_store_loads_no_service_but_access_and_no_library_of_texts(loaded: Loaded):
    """Who opens an existing store waits for no verb, no rule on texts and no YAML."""
    found = loaded("import os, stillso\nstillso.open(os.environ['STILLSO_STORE'])")
    assert "stillso.storage.sqlite" in found
    assert {"stillso.services.access", "stillso.services.workspace"} == {
        name for name in found if name.startswith("stillso.services.")
    }
    heavy = {*HEAVY.split(), "click", "dataclasses", "inspect", "stillso.storage.memory", "stillso.core.guards"}
    assert set() == found & heavy
    assert set() == found & {f"stillso.core.{name}" for name in RULES}


def test_lines_load_no_verb_that_writes(loaded: Loaded):
    """The command that every session begins with loads reading, and neither the other services nor their libraries."""
    found = loaded(command("lines", "--base", "shop"))
    assert "stillso.services.reading" in found
    assert set() == found & {*HEAVY.split(), "stillso.storage.memory"}
    assert set() == found & {f"stillso.services.{name}" for name in WRITING}
    assert set() == found & {f"stillso.core.{name}" for name in RULES}


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_help_and_version_load_neither_the_store_nor_a_service(loaded: Loaded, option: str):
    """They are answered by the command line alone."""
    found = loaded(command(option))
    assert "click" in found
    assert set() == found & {*HEAVY.split(), "apsw", "stillso.app", "stillso.acting", "stillso.core.records"}
    assert {"stillso.services"} == {name for name in found if name.startswith(("stillso.services", "stillso.storage"))}


def test_no_command_but_mcp_loads_the_library_of_the_protocol(loaded: Loaded):
    """It takes longer than all else; whoever serves nothing waits for none of it."""
    modules = sorted({*COMMANDS.values()} - {"mcp"})
    found = loaded("\n".join(f"import stillso.surfaces.cli.{name}" for name in modules))
    assert {"stillso.surfaces.cli.records"} <= found
    assert set() == found & {"mcp", "mcp_types", "pydantic", "anyio", "asyncio", "stillso.tools"}


def test_a_look_at_a_memory_folder_loads_no_store(loaded: Loaded):
    """It runs before there is one."""
    found = loaded(command("look"))
    assert "stillso.adapters.claude_code.look" in found
    assert set() == found & {"apsw", "stillso.app", "stillso.acting"}
    assert {"stillso.services", "stillso.services.answers"} == {
        name for name in found if name.startswith(("stillso.services", "stillso.storage"))
    }
