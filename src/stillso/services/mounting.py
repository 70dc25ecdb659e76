"""What a mount shows of a base: its newest version, whole, as one view of the store has it; others write it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TypeVar

from stillso.core.items import Listed, Space
from stillso.core.names import written
from stillso.core.operations import Refused
from stillso.core.values import dataclass
from stillso.errors import BrokenData, Code
from stillso.services import access
from stillso.services.access import Caller, Place
from stillso.services.workspace import Workspace
from stillso.storage.contract import View

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class Mounted:
    """A base as it is shown at a path. ``changed`` is False where it was shown like that already."""

    base: str
    version: int
    path: str
    files: int
    changed: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Newest:
    """The newest version of a base. ``files`` gives all its files by path, ``text`` the bytes of one of them.

    Both work only as long as the view is open that this was read in.
    """

    space: Space
    hash: str
    at: datetime
    files: Callable[[], list[Listed]]
    text: Callable[[Listed], bytes]

    def described(self, count: int) -> dict[str, object]:
        """What stands beside a tree of so many files.

        ``space`` and ``hash`` tell this version from that of another base or store.
        """
        return {
            "base": self.space.slug,
            "version": self.space.head,
            "at": written(self.at),
            "files": count,
            "space": self.space.id,
            "hash": self.hash,
        }

    def mounted(self, path: str, count: object, *, changed: bool) -> Mounted:
        """That this version is shown at a path; ``count`` is what stands beside the tree."""
        files = count if isinstance(count, int) else 0
        return Mounted(base=self.space.slug, version=self.space.head, path=path, files=files, changed=changed)

    def is_described_by(self, there: Mapping[str, object]) -> bool:
        """Whether what stands beside a tree says that it is this version."""
        return (there.get("space"), there.get("hash")) == (self.space.id, self.hash)

    def refused(self, there: Mapping[str, object], path: str) -> Refused | None:
        """Refused where a tree of another base is shown, or of a newer version than the store has."""
        facts = {"path": path, "base": self.space.slug, "version": self.space.head}
        if there.get("space") != self.space.id:
            return Refused(code=Code.EXISTS, facts={**facts, "name": there.get("base"), "reason": "mount-other"})
        shown = there.get("version")
        if isinstance(shown, int) and shown > self.space.head:
            return Refused(code=Code.EXISTS, facts={**facts, "shown": shown, "reason": "mount-newer"})
        return None


def readable(ws: Workspace, caller: Caller | None, base: str) -> Place | Refused:
    """The base, if the caller may read it; with no caller it is whoever holds the store."""
    with ws.view() as view:
        return _place(view, caller, base)


def newest(ws: Workspace, caller: Caller | None, base: str, use: Callable[[Newest], T]) -> T | Refused:
    """What ``use`` makes of the newest version, all of it read in one view. Refused to who may not read the base."""
    with ws.view() as view:
        place = _place(view, caller, base)
        if isinstance(place, Refused):
            return place
        space = place.space
        last = view.operations(space.id, limit=1)
        found = Newest(
            space=space,
            hash=(view.tip(space.id) or b"").hex(),
            at=last[0].at if last else space.created_at,
            files=lambda: view.files(space.id, ""),
            text=lambda listed: _text(view, space, listed),
        )
        return use(found)


def _text(view: View, space: Space, listed: Listed) -> bytes:
    revision = view.revision(space.id, listed.key, listed.head)
    if revision is None or revision.data is None:
        raise BrokenData(f"{space.slug}: {listed.path} has no revision {listed.head}")
    return revision.data


def _place(view: View, caller: Caller | None, base: str) -> Place | Refused:
    if caller is not None:
        return access.place(view, caller, base)
    space = access.base_of(view, base)
    return Place(space=space, level=None) if space else access.unknown("base", base)
