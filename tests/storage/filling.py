"""One process that writes until its disk is full, and goes on when there is room again.

    python filling.py STORE ROOM OUT

The disk is full either because ROOM, a file on it, takes the place that is then given back, or because this process may
write no file above a size that it then lifts. It prints one JSON object, and copies what is left of the store at the
moment of the failure to OUT/full.db, and at the end to OUT/after.db.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import stillso
from stillso import FileChange, LostStorage
from stillso.storage.disk import files
from stillso.testing import mishaps


def main(store: str, room: str, out: str) -> None:
    """Write, fail, copy, make room, write again."""
    app = stillso.open(store)
    mei = app.owner("mei")
    mei.create_base("shop")
    acknowledged: list[str] = []
    told: dict[str, Any] = {}
    for number in range(10_000):
        try:
            acknowledged.append(act(mei, number))
        except LostStorage as lost:
            told = {"loss": lost.loss, "message": str(lost), "failed": number}
            break
    if not Path(room).exists():
        mishaps.no_file_above(100_000)()  # the store fits in less than its -wal
    told["backup"] = backup(app, Path(store).with_name("backup.db"))
    told["read"] = [item["path"] for item in listed(app)]
    copy(Path(store), Path(out) / "full.db")
    Path(room).unlink(missing_ok=True)
    mishaps.lift_limit()
    for number in range(told["failed"], told["failed"] + 3):
        acknowledged.append(act(mei, number))
    app.close()
    copy(Path(store), Path(out) / "after.db")
    left = sorted(each.name for each in Path(store).parent.iterdir() if not each.name.endswith(files.SIDES))
    sys.stdout.write(json.dumps({**told, "acknowledged": acknowledged, "left": left}))


def act(mei: stillso.Owner, number: int) -> str:
    """A file of many pages, so that the disk is full in the middle of a commit; its path."""
    path = f"notes/{number:04d}.md"
    done = mei.write(FileChange(path=path, mode="create", content=f"{number} " * 8000), base="shop")
    assert isinstance(done, stillso.Done), done
    return path


def backup(app: stillso.App, target: Path) -> str:
    """What a backup says on the full disk."""
    try:
        return type(app.backup(target)).__name__
    except LostStorage as lost:
        return lost.loss


def listed(app: stillso.App) -> list[dict[str, Any]]:
    """What can be read on the full disk."""
    found = app.owner("mei").files(base="shop")
    assert not isinstance(found, stillso.Refused)
    return [{"path": item.path} for item in found]


def copy(store: Path, target: Path) -> None:
    """The files of a store as they lie there, under another name. By another process: closing them here drops locks."""
    for suffix in ("", "-wal", ".key"):
        if files.side(store, suffix).exists():
            command = ["cp", str(files.side(store, suffix)), str(files.side(target, suffix))]
            subprocess.run(command, preexec_fn=mishaps.lift_limit, check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
