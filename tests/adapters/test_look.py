"""What ``look`` finds in a memory folder, and how often the sentence that it suggests is the right one."""

from __future__ import annotations

import importlib.util
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from stillso.adapters.claude_code import memory_folder
from stillso.adapters.claude_code.look import Look, look
from stillso.adapters.claude_code.memory_folder import Client

NOW = datetime(2026, 9, 24, 3, 10, tzinfo=UTC)


def the_set() -> ModuleType:
    """The made-up memories."""
    path = Path(__file__).with_name("look_set.py")
    spec = importlib.util.spec_from_file_location("stillso_look_set", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Its dataclasses look for their module by its name.
    import sys

    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


SET = the_set()


def looked_at(home: Path, cases: list[Any]) -> Look:
    """A folder with these memories, looked at."""
    written = SET.Written(home, cases)
    client = Client(home=home, config=written.config)
    return look([memory_folder.project_at(client, written.root)], client.config, NOW)[0]


def judged(found: Look, cases: list[Any]) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """The suggestions that are right, those that are wrong, and the sentences that were not found, by memory."""
    suggested = {each.file.name: each.suggestion.sentence for each in found.memories if each.suggestion}
    right = {
        case.name: suggested[case.name]
        for case in cases
        if case.name in suggested and suggested[case.name] in (case.said, case.or_said)
    }
    wrong = {name: said for name, said in suggested.items() if name not in right}
    missed = {case.name: case.said for case in cases if case.said and case.name not in suggested}
    return right, wrong, missed
