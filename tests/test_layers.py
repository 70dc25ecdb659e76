"""Imports point down only: the table of CONTRIBUTING.md, checked on the syntax trees."""

from __future__ import annotations

import ast
import sys
from collections.abc import Container, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

MAY_IMPORT = {  # besides itself and other people's packages; "front" is stillso/__init__.py
    "errors": "",
    "texts": "",
    "core": "errors",
    "storage": "core errors",
    "services": "storage.contract core errors texts",
    "tools": "services core errors texts",
    "adapters": "tools services core errors texts",
    "acting": "adapters services core errors texts",
    "embedding": "core errors",
    "app": "acting embedding services storage core errors texts",
    "care": "app services storage core errors texts",
    "surfaces": "front care app embedding acting adapters tools services core errors texts",
    "testing": "storage core errors",
    "front": "app acting embedding core errors",
    "__main__": "surfaces",
}
NOT_IN_CORE = "io logging os pathlib random secrets socket sqlite3 subprocess threading time"
CLOCK_CALLS = {"now", "utcnow", "today"}
MAY_USE_YAML = "core.yaml_blocks"
#: Who may import what inside a function: a start pays for no library that it does not use. None stands for anything.
MAY_IMPORT_WHEN_CALLED = {
    "surfaces.cli": None,
    "surfaces.starting": None,
    "adapters.claude_code.slash_commands": "stillso.tools.prompts",
    "core.frontmatter": "stillso.core.yaml_blocks",
    "core.values": "dataclasses",
    "surfaces.repositories": "subprocess",
}


class Import(NamedTuple):
    """One import of a module by its full name, and where the statement stands."""

    target: str
    in_function: bool
    for_types: bool


def faults(sources: dict[str, str]) -> list[str]:
    """What breaks a rule in these sources (text by path below the package); empty when all is well."""
    trees = {module_at(path): ast.parse(text) for path, text in sources.items()}
    packages = {module_at(path) for path in sources if path.endswith("__init__.py")}
    graph, found = {}, []
    for module, tree in trees.items():
        imports = list(imports_in(tree, module if module in packages else module.rpartition(".")[0], trees))
        graph[module] = {i.target for i in imports if i.target in trees and not i.in_function | i.for_types}
        found += [f"{module} {fault}" for fault in layer_faults(below_package(module), imports)]
        if within(module, "stillso.core"):
            found += [f"{module} asks the clock: .{name}()" for name in methods_called(tree) & CLOCK_CALLS]
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found.append("a cycle: " + " <- ".join(error.args[1]))
    return found


def layer_faults(module: str, imports: list[Import]) -> Iterator[str]:
    """The rules that each import keeps by itself."""
    layer = module.partition(".")[0]
    if layer not in MAY_IMPORT:
        yield "belongs to no layer: give it a row in MAY_IMPORT and in CONTRIBUTING.md"
        return
    for target, in_function, _ in imports:
        top = target.partition(".")[0]
        if top == "stillso" and not within(below_package(target), layer, *MAY_IMPORT[layer].split()):
            yield f"imports upward: {target}"
        if layer == "core" and not fit_for_core(top, module):
            yield f"is pure and may not import {target}"
        if in_function and not may_wait(module, target):
            yield f"imports inside a function: {target}"


def fit_for_core(top: str, module: str) -> bool:
    """Whether the core may import from here: our own package (by layer), or the standard library."""
    if top == "yaml":
        return module == MAY_USE_YAML
    return top == "stillso" or (top in sys.stdlib_module_names and top not in NOT_IN_CORE.split())


def may_wait(module: str, target: str) -> bool:
    """Whether a module may import this inside a function."""
    return any(within(module, place) and allowed in (None, target) for place, allowed in MAY_IMPORT_WHEN_CALLED.items())


def imports_in(
    node: ast.AST, package: str, modules: Container[str], in_function: bool = False, for_types: bool = False
) -> Iterator[Import]:
    """Every import below the node; `from x import y` is an import of x.y when that is a module of ours."""
    if isinstance(node, ast.Import):
        yield from (Import(alias.name, in_function, for_types) for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        parts = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        source = ".".join([*parts, *([node.module] if node.module else [])])
        names = {f"{source}.{alias.name}" for alias in node.names}
        yield from (Import(n if n in modules else source, in_function, for_types) for n in sorted(names))
    in_function = in_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    for_types = for_types or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
    for child in ast.iter_child_nodes(node):
        yield from imports_in(child, package, modules, in_function, for_types)


def methods_called(tree: ast.Module) -> set[str]:
    """The names of the methods that are called."""
    called = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {func.attr for func in called if isinstance(func, ast.Attribute)}


def module_at(path: str) -> str:
    """`core/names.py` -> `stillso.core.names`; an `__init__.py` bears its package's name."""
    return f"stillso/{path}".removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def below_package(module: str) -> str:
    """`stillso.core.names` -> `core.names`; the package itself is the front."""
    return module.removeprefix("stillso").lstrip(".") or "front"


def within(module: str, *places: str) -> bool:
    """Whether the module is one of these places or lies below one."""
    return any(module == place or module.startswith(f"{place}.") for place in places)


def test_package_keeps_the_layers():
    """The package imports downward, in no circle, at the top of its modules, and its core is pure."""
    package = Path(__file__).parent.parent / "src" / "stillso"
    sources = {path.relative_to(package).as_posix(): path.read_text("utf-8") for path in package.rglob("*.py")}
    assert sources
    assert [] == faults(sources)


SOUND = {
    "__init__.py": "from stillso.app import App",
    "app.py": "from stillso.services import memory\nfrom stillso.storage import sqlite",
    "errors.py": "class Misuse(Exception): ...",
    "core/__init__.py": "",
    "core/names.py": "import re\nfrom datetime import UTC, datetime\nfrom stillso.errors import Misuse",
    "core/items.py": "from . import names\nfrom .names import Path",
    "core/frontmatter.py": "def parse(text):\n    from stillso.core import yaml_blocks",
    "core/yaml_blocks.py": "import yaml",
    "storage/contract.py": "from stillso.core.names import Path",
    "storage/sqlite.py": "import apsw\nfrom stillso.storage import contract",
    "services/memory.py": "import time\nfrom stillso.storage.contract import Store",
    "surfaces/cli/__init__.py": "import stillso\ndef main():\n    import click\n    from stillso.app import App",
}


def test_sound_sources_have_no_faults():
    """Imports downward, relative or absolute, and late ones of the command line, are fine."""
    assert [] == faults(SOUND)


@pytest.mark.parametrize(
    ("path", "source", "fault"),
    [
        (
            "core/new.py",
            "from stillso.storage.sqlite import Sqlite",
            "imports upward: stillso.storage.sqlite",
        ),
        ("core/new.py", "from ..services import memory", "imports upward: stillso.services.memory"),
        ("services/new.py", "from stillso.storage import sqlite", "imports upward: stillso.storage.sqlite"),
        ("storage/new.py", "if TYPE_CHECKING:\n    import stillso.app", "imports upward: stillso.app"),
        ("services/new.py", "import stillso.surfaces.cli", "imports upward: stillso.surfaces.cli"),
        ("texts/__init__.py", "from stillso import App", "imports upward: stillso"),
        ("helpers.py", "", "belongs to no layer: give it a row in MAY_IMPORT and in CONTRIBUTING.md"),
        ("core/items.py", "import yaml", "is pure and may not import yaml"),
        ("core/items.py", "import os.path", "is pure and may not import os.path"),
        ("core/items.py", "from time import monotonic", "is pure and may not import time"),
        ("core/frontmatter.py", "import yaml", "is pure and may not import yaml"),
        ("core/yaml_blocks.py", "import click", "is pure and may not import click"),
        ("core/items.py", "x = datetime.now(UTC)", "asks the clock: .now()"),
        ("services/memory.py", "def f():\n    import json", "imports inside a function: json"),
        ("core/frontmatter.py", "def f():\n    import json", "imports inside a function: json"),
    ],
)
def test_each_broken_rule_is_reported(path: str, source: str, fault: str):
    """One bad module among sound ones gives exactly its own fault."""
    assert [f"{module_at(path)} {fault}"] == faults(SOUND | {path: source})


def test_a_cycle_is_reported():
    """Two modules that import each other are a fault, whatever their layer."""
    (fault,) = faults(SOUND | {"core/names.py": "from stillso.core.items import Item"})
    assert {"stillso.core.names", "stillso.core.items"} == set(fault.removeprefix("a cycle: ").split(" <- "))


def test_an_import_for_types_makes_no_cycle():
    """What only the type checker reads is left out of the circle."""
    source = "if TYPE_CHECKING:\n    from stillso.core.items import Item"
    assert [] == faults(SOUND | {"core/names.py": source})
