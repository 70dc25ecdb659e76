"""Prints the ten longest modules and functions of the package.

It never fails: a long file is a question to a reader, not an error (size habits: CONTRIBUTING.md).
"""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "src" / "stillso"
SHOWN = 10  # our choice


def modules() -> list[tuple[int, str]]:
    """Each module with its number of lines, longest first."""
    sizes = [
        (len(path.read_text("utf-8").splitlines()), str(path.relative_to(PACKAGE))) for path in PACKAGE.rglob("*.py")
    ]
    return sorted(sizes, reverse=True)


def functions() -> list[tuple[int, str]]:
    """Each function with its number of lines (docstring included), longest first."""
    sizes = [
        (
            (node.end_lineno or node.lineno) - node.lineno + 1,
            f"{path.relative_to(PACKAGE)}:{node.lineno} {node.name}",
        )
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return sorted(sizes, reverse=True)


if __name__ == "__main__":
    for title, sizes in (("modules (aim 300)", modules()), ("functions (aim 30)", functions())):
        print(f"Longest {title}, in lines:")
        for lines, name in sizes[:SHOWN]:
            print(f"{lines:6}  {name}")
