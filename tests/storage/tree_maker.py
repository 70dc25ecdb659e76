"""One process that makes versions of the base shop, or mounts them as fast as it can, until it is ended.

    python tree_maker.py write STORE           until its input ends
    python tree_maker.py mount STORE FOLDER    until it is killed

In version n every file holds n, and one of them is named after it: see ``expected``. Each says "ready" once it has
begun.
"""

from __future__ import annotations

import sys
import threading

import stillso
from stillso import Done, FileChange
from stillso.services.mounting import Mounted

#: The files that every version has.
STEADY = ("README.md", "notes/tooling.md", "notes/更新/日誌.md")


def expected(version: int) -> dict[str, str]:
    """The files of version n, by path."""
    return dict.fromkeys((*STEADY, f"only/in-{version}.md"), f"{version}\n")


def change(version: int) -> list[FileChange]:
    """What makes version n of the one before."""
    mode = "overwrite" if version > 1 else "create"
    files = [FileChange(path=path, mode=mode, content=f"{version}\n") for path in STEADY]
    files.append(FileChange(path=f"only/in-{version}.md", mode="create", content=f"{version}\n"))
    gone = [FileChange(path=f"only/in-{version - 1}.md", mode="delete")] if version > 1 else []
    return [*files, *gone]


def write(store: str) -> None:
    """Make versions, one after another."""
    app = stillso.open(store)
    mei, ended = app.owner("mei"), threading.Event()
    threading.Thread(target=end_with_input, args=(ended,), daemon=True).start()
    base = app.base("shop")
    assert not isinstance(base, stillso.Refused)
    version = base.head
    while not ended.is_set():
        version += 1
        assert isinstance(mei.write(*change(version), base="shop"), Done)
        if version == base.head + 1:
            say("ready")
    app.close()


def end_with_input(ended: threading.Event) -> None:
    """Wait until whoever started this process closes its input."""
    sys.stdin.read()
    ended.set()


def mount(store: str, folder: str) -> None:
    """Mount the newest version, again and again."""
    app = stillso.open(store)
    assert isinstance(app.mount("shop", folder), Mounted)
    say("ready")
    while isinstance(app.mount("shop", folder), Mounted):
        pass


def say(word: str) -> None:
    """One line for whoever started this process."""
    sys.stdout.write(word + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(sys.argv[2])
    else:
        mount(*sys.argv[2:])
