"""What is done to a store from outside, while nobody needs it opened: looking at it, and putting a backup in its place.

``App.backup`` makes the copies; here is the way back, and what ``stillso doctor`` tells.
"""

from __future__ import annotations

from pathlib import Path

from stillso.app import LOCAL, file_of, silent, system_clock, workspace_on
from stillso.core.checks import Checked, State
from stillso.core.operations import Refused
from stillso.core.values import dataclass
from stillso.errors import BrokenData, Code, LostStorage
from stillso.services import checkups
from stillso.services.workspace import Clock
from stillso.storage.contract import Store
from stillso.storage.disk import backups, checks, files, keys
from stillso.storage.disk.backups import Progress
from stillso.storage.sql import SqlStore


@dataclass(frozen=True, kw_only=True, slots=True)
class Restored:
    """A backup was put in its place. ``kept`` is where the store that was there lies now, None when there was none."""

    file: Path
    store: Path
    kept: Path | None
    has_key: bool


def restore_store(
    file: str | Path,
    address: str | Path,
    *,
    over: bool = False,
    clock: Clock | None = None,
    progress: Progress | None = None,
) -> Restored | Refused:
    """Put a backup in the place of a store that nobody has open.

    Refused when a store with a base is there, unless ``over`` is given: then it is kept beside it, under its name and
    the moment. Raises Misuse for an address that is no file, and LostStorage when the backup is not sound.
    """
    target = file_of(address)
    at = (clock or system_clock)()
    try:
        kept = backups.restore(Path(file), target, _is_blank, over=over, at=at, progress=progress or silent)
    except FileExistsError as there:
        return Refused(code=Code.EXISTS, facts={"path": str(there.args[0]), "reason": "store"})
    return Restored(file=Path(file), store=target, kept=kept, has_key=files.side(target, backups.KEY).exists())


def _is_blank(store: Store) -> bool:
    with store.view(LOCAL) as view:
        return not view.bases()


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
