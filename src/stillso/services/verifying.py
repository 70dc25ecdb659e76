"""Verifying: every log of a store walked from its first version on, and all that it accounts for compared with it.

One snapshot a space, so writers are never held up; a page of rows at a time, so memory does not grow with the log. What
is wrong comes back as findings, with all that could be checked around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass as mutable
from dataclasses import field
from enum import StrEnum

from stillso.core.findings import Fault, Finding, found
from stillso.core.heads import Head
from stillso.core.items import SpaceKind
from stillso.core.operations import Refused
from stillso.core.values import dataclass, replace
from stillso.errors import BrokenData
from stillso.services import access
from stillso.services.walks import ROWS, Progress, Walk
from stillso.services.workspace import Workspace
from stillso.storage.contract import View

#: So many findings are told, the rest is counted. Our choice: enough to see the pattern.
TOLD = 1_000


class Anchored(StrEnum):
    """What became of the file that remembers where the logs ended."""

    WRITTEN = "written"
    MOVED = "moved"


@dataclass(frozen=True, kw_only=True, slots=True)
class Verified:
    """What was looked at, and what was found. ``heads`` are where the logs end; ``left_out`` counts the findings that
    are not told; ``anchored`` is None where no anchor was given, and where one stays as it was."""

    bases: int
    sessions: int
    operations: int
    revisions: int
    findings: tuple[Finding, ...]
    left_out: int
    heads: tuple[Head, ...]
    anchored: Anchored | None = None


@mutable
class _Tally:
    """What has been counted and found so far."""

    counts: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    heads: list[Head] = field(default_factory=list)

    def note(self, findings: Iterable[Finding], **where: object) -> None:
        """Keep these findings, with where they are."""
        for each in findings:
            self.counts["findings"] += 1
            if len(self.findings) < TOLD:
                self.findings.append(replace(each, facts={**where, **each.facts}))


def verify(
    ws: Workspace, base: str | None = None, anchor: Sequence[Head] = (), progress: Progress | None = None
) -> Verified | Refused:
    """Check the log of a base, or all there are, and hold them against these heads; refused for an unknown base."""
    tally = _Tally()
    known = {head.space: head for head in anchor}
    ids: Iterable[str] = _ids(ws, tally)
    if base is not None:
        with ws.view() as view:
            space = access.base_of(view, base)
        if space is None:
            return access.unknown("base", base)
        ids, known = [space.id], {id: head for id, head in known.items() if id == space.id}
    for id in ids:
        with ws.view() as view:
            _verify_space(ws, view, tally, id, known.pop(id, None), progress or _silent)
    tally.note(found(Fault.ANCHOR_GONE, name=head.name, version=head.version) for head in known.values())
    if base is None:
        _verify_places(ws, tally)
    return Verified(
        bases=tally.counts[SpaceKind.BASE],
        sessions=tally.counts[SpaceKind.WINDOW],
        operations=tally.counts["operations"],
        revisions=tally.counts["revisions"],
        findings=tuple(tally.findings),
        left_out=tally.counts["findings"] - len(tally.findings),
        heads=tuple(tally.heads),
    )


def anchored(verified: Verified, *, written: bool) -> Verified:
    """The same, with what became of the anchor: it was written, or moved forward."""
    return replace(verified, anchored=Anchored.WRITTEN if written else Anchored.MOVED)


def knows(ws: Workspace, anchor: Sequence[Head]) -> bool:
    """Whether one of these heads, if there are any, is of a space of this store."""
    with ws.view() as view:
        return not anchor or any(_is_there(view, head.space) for head in anchor)


def _is_there(view: View, id: str) -> bool:
    try:
        space = view.space(id)
    except BrokenData:
        return True
    return space is not None and space.id == id


def _silent(name: str, version: int, head: int) -> None:
    """Tell nobody how far it is."""


def _ids(ws: Workspace, tally: _Tally) -> Iterator[str]:
    """The spaces there are, also those that are made meanwhile."""
    page = [""]
    while page:
        near = page[-1]
        try:
            with ws.view() as view:
                page = view.space_ids(near, ROWS)
        except BrokenData as problem:
            tally.note([_unread(near, problem)])
            return
        yield from page


def _verify_space(ws: Workspace, view: View, tally: _Tally, id: str, anchor: Head | None, progress: Progress) -> None:
    try:
        space = view.space(id)
    except BrokenData as problem:
        tally.note([_unread(id, problem)])
        return
    if space is None or space.id != id:  # the slug of a base is the id of another
        tally.note([found(Fault.BASE_MISSING, id=id)])
        return
    walk = Walk(ws, view, space, tally.counts)
    where = {"base" if space.kind is SpaceKind.BASE else "session": walk.name}
    tally.counts[space.kind] += 1
    before = tally.counts["findings"]
    tally.note(walk.log(anchor, progress), **where)
    tally.note(walk.items(), **where)
    if tally.counts["findings"] == before:
        tally.note(walk.misfiled(), **where)
    if walk.last.version:
        tally.heads.append(walk.head)


def _verify_places(ws: Workspace, tally: _Tally) -> None:
    """Rows of a base or session that there is not belong to no log that was walked."""
    try:
        with ws.view() as view:
            tally.note(found(Fault.BASE_MISSING, id=id) for id in view.unplaced())
    except BrokenData as problem:
        tally.note([_unread(None, problem)])


def _unread(near: str | None, problem: BrokenData) -> Finding:
    return found(Fault.UNREADABLE, what="space", near=near, reason=str(problem))
