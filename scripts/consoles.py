"""Writes what the examples of the docs print into the pages: ``python scripts/consoles.py [PAGE …]``.

After a change of texts or answers. The examples are run by the same code that ``tests/docs`` checks them with.
"""

from __future__ import annotations

import re
import runpy
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
#: The ids that pages show, of sessions and of proposals, in the order in which they come up.
SESSIONS = ("s9f2k7m3x", "s4b8w1c6d", "s2h5j9n0q", "s6t3v8r1e", "s7y4z2a5g")
PROPOSALS = ("p41d7k03b", "p7c2x9f5m", "p0r8t3v6w", "p5n1q4h2j", "p3g6e8y9a")


def filled(page: str, tests: dict[str, Any], folder: Path) -> str:
    """The page with what its examples print now."""
    runner = tests["Runner"](folder)
    names = {"s": iter(SESSIONS), "p": iter(PROPOSALS)}
    parts: list[str] = []
    at, printed = 0, ""
    for block in tests["_BLOCK"].finditer(page):
        parts.append(page[at : block.start("body")])
        at = block.end("body")
        if block["marker"] == "prints":
            parts.append(printed)
            continue
        runner.settle(block["settings"])
        if block["kind"] == "python":
            printed = runner.run(sys.executable, "-c", block["body"])
            parts.append(block["body"])
            continue
        printed = "".join(_shown(runner, line["command"], names) for line in tests["_COMMAND"].finditer(block["body"]))
        parts.append(printed)
    return "".join([*parts, page[at:]])


def _shown(runner: Any, command: str, names: dict[str, Any]) -> str:
    """A command line and what it prints, under the ids of the page."""
    real = command
    for shown, issued in runner.real.items():
        real = real.replace(shown, issued)
    printed = runner.run("sh", "-c", real)
    new = runner._issued().difference(runner.real.values())
    for id in sorted((each for each in new if each in printed), key=printed.index):
        runner.real[next(names[id[0]])] = id
    for shown, issued in runner.real.items():
        printed = printed.replace(issued, shown)
    return re.sub(r"(?<=[^\n])\Z", "\n", f"$ {command}\n{printed}")


def main(pages: list[Path]) -> None:
    """Fill every page that has examples."""
    tests = runpy.run_path(str(ROOT / "tests" / "docs" / "test_consoles.py"))
    for path in pages or tests["PAGES"]:
        before = path.read_text("utf-8")
        with tempfile.TemporaryDirectory(prefix="stillso-docs-") as folder:
            after = filled(before, tests, Path(folder) / "run")
        if after != before:
            path.write_text(after, "utf-8")
            print(f"filled {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main([Path(argument).resolve() for argument in sys.argv[1:]])
