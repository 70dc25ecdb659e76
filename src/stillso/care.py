"""What is done to a store from outside, while nobody needs it opened: looking at it, and putting a backup back.

``App.backup`` makes the copies; here is the way back, and what ``stillso doctor`` tells.
"""

from __future__ import annotations

from pathlib import Path

from stillso.app import file_of, silent, workspace_on
from stillso.core.checks import Checked, State
from stillso.core.operations import Refused
from stillso.core.values import dataclass
from stillso.errors import BrokenData, Code, LostStorage
from stillso.services import checkups
from stillso.services.workspace import Clock
from stillso.storage.disk import backups, checks, files, keys
from stillso.storage.disk.backups import Progress
from stillso.storage.sql import SqlStore


@dataclass(frozen=True, kw_only=True, slots=True)
class Restored:
    """A backup was put where no store was. Without ``has_key`` what was turned down is not known again."""

    file: Path
    store: Path
    has_key: bool


def restore_store(file: str | Path, address: str | Path, *, progress: Progress | None = None) -> Restored | Refused:
    """Put a backup where no store is. Refused when any file of one is there: nothing is ever replaced.

    Raises Misuse for an address that is no file, and LostStorage when the backup is not sound.
    """
    target = file_of(address)
    try:
        has_key = backups.restore(Path(file), target, progress=progress or silent)
    except FileExistsError as there:
        return Refused(code=Code.EXISTS, facts={"path": str(there.args[0]), "reason": "store"})
    return Restored(file=Path(file), store=target, has_key=has_key)


def diagnose(address: str | Path, *, clock: Clock | None = None) -> list[Checked]:
    """A look at a store, check by check; nothing is written, and a missing store is not made.

    Never raises for a store that cannot be opened: that is a problem, which says why. Raises Misuse for an address
    that is no file.
    """
    path = file_of(address)
    found = checks.look(path)
    if found[0].state is State.PROBLEM or not path.exists():
        return found
    key = checks.key(path)
    try:
        workspace = workspace_on(SqlStore(checks.opened(path)), None if key else keys.of(path), clock)
        inside = checks.again(lambda: checkups.look(workspace, files.side(path, ".key")))
    except (LostStorage, BrokenData, ValueError) as problem:  # a value that is none is a ValueError
        facts = {"words": str(problem)}
        inside = [Checked(check="contents", case="unreadable", state=State.PROBLEM, facts=facts)]
    return found + [key if key and each.check == "key" else each for each in inside]
