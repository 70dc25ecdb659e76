"""The examples of the docs run, and print what the docs show.

A block after ``<!-- run … -->`` is run: a ``console`` block command by command in one store a page, a ``python`` block
whole. ``now=`` says when it is (the last one holds for the rest of the page), ``lang=`` in which language. A ``text``
block after ``<!-- prints -->`` is what the block before it prints. Ids and digests differ from run to run: a page names
its own, and the runner takes the real ones for them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import stillso

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

_BLOCK = re.compile(
    r"^<!-- (?P<marker>run|prints)(?P<settings>[^\n]*?) -->\n+```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.M | re.S
)
_COMMAND = re.compile(r"^\$ (?P<command>(?:[^\n]*\\\n)*[^\n]*)\n(?P<shown>(?:(?!\$ )[^\n]*\n)*)", re.M)
_ID = re.compile(r"\b[sp](?=[a-z]*\d)[0-9a-hjkmnp-tv-z]{8}\b")
_LONG = re.compile(r"\b(?:[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{64})\b")

# What the docs leave out: the moment. Help and version take none, and what follows -- is text.
_WRAPPER = """#!/bin/sh
case " $* " in
  *" --now "*|*" --help "*|*" --version "*|*" -- "*|*" tour "*|"  ") exec "{python}" -m stillso "$@" ;;
  *) exec "{python}" -m stillso "$@" --now "$DOCS_NOW" ;;
esac
"""


@dataclass
class Runner:
    """One page being played: its folder, the moment, and the real ids behind those the page shows."""

    folder: Path
    now: str = "2026-06-22T03:10:00Z"
    language: str = "en"
    real: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("bin", "home", "shop"):
            (self.folder / name).mkdir(parents=True)
        wrapper = self.folder / "bin" / "stillso"
        wrapper.write_text(_WRAPPER.format(python=sys.executable), "utf-8")
        wrapper.chmod(0o755)

    @property
    def store(self) -> Path:
        """The one store of the page."""
        return self.folder / "store.db"

    def settle(self, settings: str) -> None:
        """Take ``now=`` and ``lang=`` of a marker."""
        given = dict(part.split("=", 1) for part in settings.split())
        self.now = given.get("now", self.now)
        self.language = given.get("lang", "en")

    def run(self, *command: str) -> str:
        """What a command prints, errors included."""
        environment = {
            "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT / "src"),
            "HOME": str(self.folder / "home"),
            "LANG": "C.UTF-8",
            "PYTHONUTF8": "1",
            "STILLSO_STORE": str(self.store),
            "STILLSO_PERSON": "mei",
            "STILLSO_LANG": self.language,
            "DOCS_NOW": self.now,
        }
        done = subprocess.run(
            command,
            cwd=self.folder / "shop",
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            encoding="utf-8",
        )
        return done.stdout.replace(str(self.folder), "~")

    def shell(self, command: str, shown: str) -> str:
        """What a shown command line prints, with the ids that the page shows for the real ones."""
        for doc, real in self.real.items():
            command = command.replace(doc, real)
        printed = self.run("sh", "-c", command)
        self._learn(shown, printed)
        for doc, real in self.real.items():
            printed = printed.replace(real, doc)
        return printed

    def _learn(self, shown: str, printed: str) -> None:
        """Pair the ids that are new in what a page shows with those that are new in what was printed."""
        documented = [id for id in dict.fromkeys(_ID.findall(shown)) if id not in self.real]
        issued = self._issued().difference(self.real.values())
        found = sorted((id for id in issued if id in printed), key=printed.index)
        self.real.update(zip(documented, found, strict=False))

    def _issued(self) -> set[str]:
        if not self.store.exists():
            return set()
        app = stillso.open(self.store)
        try:
            with app.workspace.view() as view:  # the inbox leaves out what has lapsed by now
                waiting = view.proposals()
            return {each.id for each in app.sessions()} | {each.id for each in waiting}
        finally:
            app.close()


def plain(text: str) -> str:
    """A text without what differs from run to run."""
    return _LONG.sub("…", text)


def play(page: str, runner: Runner) -> tuple[list[str], list[str]]:
    """What a page shows and what was printed, block by block in its order."""
    shown: list[str] = []
    printed: list[str] = []
    for block in _BLOCK.finditer(page):
        if block["marker"] == "prints":
            shown[-1] = plain(block["body"])
            continue
        runner.settle(block["settings"])
        if block["kind"] == "python":
            printed.append(plain(runner.run(sys.executable, "-c", block["body"])))
            shown.append("")
        for line in _COMMAND.finditer(block["body"] if block["kind"] == "console" else ""):
            printed.append(f"$ {line['command']}\n" + plain(runner.shell(line["command"], line["shown"])))
            shown.append(f"$ {line['command']}\n" + plain(line["shown"]))
    return shown, printed


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, id=str(page.relative_to(ROOT))) for page in PAGES if _BLOCK.search(page.read_text("utf-8"))],
)
def test_a_page_shows_what_its_examples_print(page: Path, tmp_path: Path):
    """Whoever copies an example gets what the page says."""
    shown, printed = play(page.read_text("utf-8"), Runner(tmp_path / "run"))

    assert shown == printed
