"""The versions of a base: which there are, how files stood at one, and what differs between any two.

Putting a base back to one stands in ``services.reverting``.
"""

from __future__ import annotations

from collections.abc import Callable

from stillso.core import differences, names, records
from stillso.core.differences import FieldChange
from stillso.core.items import Item, ItemKind, Listed, Revision, Space
from stillso.core.operations import Operation, Refused
from stillso.core.records import Record
from stillso.core.sights import How
from stillso.core.values import dataclass
from stillso.core.verbs import Stood
from stillso.errors import Code, Misuse
from stillso.services import access, files, history, sessions
from stillso.services.access import Caller, unknown
from stillso.services.files import FileRead
from stillso.services.history import Logged
from stillso.services.workspace import Workspace
from stillso.storage.contract import View


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """What became of one item: its texts' difference in the unified format, and of a record its fields'."""

    path: str
    kind: ItemKind
    no: int | None
    change: str
    text: str
    fields: tuple[FieldChange, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Differences:
    """What became of a base between two versions, by path."""

    base: str
    since: int
    until: int
    changes: tuple[Difference, ...]


# --- reading what was ----------------------------------------------------------------------------------------


def listed(
    ws: Workspace, caller: Caller, base: str | None, *, path: str | None = None, limit: int | None = None
) -> list[Logged] | Refused:
    """The versions of a base, or those that changed one path, newest first. Refused as missing for an unknown path.

    Raises Misuse for a limit below 1.
    """
    if limit is not None and limit < 1:
        raise Misuse(f"{limit} is no limit; give a whole number from 1 on")
    with ws.view() as view:
        place = access.place(view, caller, base)
        if isinstance(place, Refused):
            return place
        space = place.space
        if path is None:
            return history.logged(view, space, view.operations(space.id, limit=limit))
        item = view.item(space.id, path)
        if item is None:
            return files.missing(path)
        changed = [version for version, each in view.paths(space.id, 1, space.head) if each == path]
        newest = changed[::-1][:limit]
        return history.logged(view, space, [view.operations(space.id, before=n + 1, limit=1)[0] for n in newest])


def read(ws: Workspace, caller: Caller, base: str | None, path: str, version: int) -> FileRead | Refused:
    """A file as it stood at a version; the session has then seen that revision."""
    with ws.view() as view:
        place = access.place(view, caller, base)
        if isinstance(place, Refused):
            return place
        space = place.space
        refused = unknown_version(space, version)
        if refused:
            return refused
        reason = names.path_problem(path)
        if reason:
            return Refused(code=Code.BAD_PATH, facts={"path": path, "reason": reason})
        item = view.item(space.id, path)
        found = view.written(space.id, item.key, revision_at(view, space, item, version)) if item else None
    if found is None:
        return files.missing(path)
    if caller.session:
        sessions.note_shown(ws, caller.session, How.READ, {space.id: {found.key: found.n}})
    return files.as_read(path, found)


def listed_at(
    ws: Workspace, caller: Caller, base: str | None, version: int, prefix: str = ""
) -> list[Listed] | Refused:
    """The files of a base as they stood at a version, by path."""
    with ws.view() as view:
        place = access.place(view, caller, base)
        if isinstance(place, Refused):
            return place
        space = place.space
        refused = access.bad_prefix(prefix) or unknown_version(space, version)
        if refused:
            return refused
        standing = view.standing_at(space.id, version)
        there = [(item, each) for item, each in standing if each.data is not None and item.path.startswith(prefix)]
        wrote = {each.n: each for each in view.operations(space.id, before=version + 1)} if there else {}
    found = [_listed(item, each, wrote[each.version]) for item, each in there]
    return sorted(found, key=lambda each: each.path)


def diff(
    ws: Workspace,
    caller: Caller,
    base: str | None,
    since: int | None = None,
    until: int | None = None,
    path: str | None = None,
) -> Differences | Refused:
    """What differs between two versions, of all paths or of one; by default what the newest version changed.

    The two may come in any order: what came later is taken back then.
    """
    with ws.view() as view:
        place = access.place(view, caller, base)
        if isinstance(place, Refused):
            return place
        space = place.space
        end = space.head if until is None else until
        begin = max(end - 1, 0) if since is None else since
        refused = unknown_version(space, begin) or unknown_version(space, end)
        if refused:
            return refused
        stood = changed(view, space, min(begin, end), max(begin, end))
    sides = [each for each in stood if each.then != each.now and path in (None, each.item.path)]
    changes = [_difference(each, backwards=begin > end) for each in sides]
    ordered = tuple(sorted(changes, key=lambda each: each.path))
    return Differences(base=space.slug, since=begin, until=end, changes=ordered)


def _difference(stood: Stood, *, backwards: bool) -> Difference:
    before, after = (None if data is None else data.decode() for data in (stood.then, stood.now))
    old, new = stood.record_then, stood.record_now
    if backwards:
        before, after, old, new = after, before, new, old
    return Difference(
        path=stood.item.path,
        kind=stood.item.kind,
        no=stood.item.no,
        change="added" if before is None else "removed" if after is None else "changed",
        text=differences.unified(before, after, stood.item.path),
        fields=differences.of_fields(old, new),
    )


# --- items as they stood -------------------------------------------------------------------------------------


def changed(view: View, space: Space, since: int, until: int) -> list[Stood]:
    """The items that versions after ``since`` wrote, up to ``until``, each as it stood at both, by key."""
    later = dict(view.changed_since(space.id, until)) if until < space.head else {}
    number_of = _numbers(view, space)
    found = []
    for key, n in view.changed_since(space.id, since):
        item = view.item_of(space.id, key)
        assert item is not None
        then, now = (_revision(view, item, each) for each in (n, later.get(key, item.head)))
        is_record = item.kind is ItemKind.RECORD
        found.append(
            Stood(
                item=item,
                then=then.data if then else None,
                now=now.data if now else None,
                record_then=_record(then, number_of) if is_record else None,
                record_now=_record(now, number_of) if is_record else None,
            )
        )
    return found


def _revision(view: View, item: Item, n: int) -> Revision | None:
    return view.revision(item.space, item.key, n) if n else None


def _record(revision: Revision | None, number_of: Callable[[str], int | None]) -> Record | None:
    return records.parse(revision.text, number_of) if revision and revision.text is not None else None


def _numbers(view: View, space: Space) -> Callable[[str], int | None]:
    """The number of a record by its id; all of them are read when the first is asked for."""
    known: dict[str, int | None] = {}

    def number_of(id: str) -> int | None:
        if not known:
            known.update({item.id: item.no for item in view.items(space.id)})
        return known.get(id)

    return number_of


def revision_at(view: View, space: Space, item: Item, version: int | None) -> int:
    """The number of the revision of an item that stood at a version (default: now), 0 where there was none."""
    changed = view.changed_since(space.id, version) if version is not None else []
    return dict(changed).get(item.key, item.head)


def _listed(item: Item, revision: Revision, wrote: Operation) -> Listed:
    return Listed(
        path=item.path,
        kind=item.kind,
        key=item.key,
        head=revision.n,
        version=revision.version,
        size_bytes=revision.size_bytes,
        sha256=revision.sha256,
        summary=None,
        actor=wrote.actor,
        authority=wrote.authority,
        at=wrote.at,
    )


def unknown_version(space: Space, version: int, least: int = 0) -> Refused | None:
    """Refused for a version that a base does not have."""
    known = least <= version <= space.head
    return None if known else unknown("version", str(version), base=space.slug, newest=space.head)
