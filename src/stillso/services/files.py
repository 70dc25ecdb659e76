"""The plain files of a base: list, read, write. One call of a write is one version, all or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache

from stillso.core import authority, names, policy, readmes, sights, verbs
from stillso.core.authority import Authority, Basis, Level
from stillso.core.items import Item, Listed, Space
from stillso.core.operations import Outcome, Refused
from stillso.core.sights import How
from stillso.core.values import dataclass
from stillso.core.verbs import FileNow, Plan, Write
from stillso.errors import Code, Why
from stillso.services import access, commits, guarding, proposals, sessions, targets
from stillso.services.access import Caller, Place
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, View, Written

#: The same few paths are read again and again; one that is too long for a path is not kept.
_known_problem = lru_cache(maxsize=1024)(names.path_problem)


@dataclass(frozen=True, kw_only=True, slots=True)
class FileRead:
    """A file as it stands, or stood at a version, and who wrote it."""

    path: str
    content: str
    sha256: str
    version: int
    written_by: str
    kind: str


@dataclass(frozen=True, kw_only=True, slots=True)
class FileShown:
    """A file as it is now, for whoever gives it piece by piece: in which base, as which revision of its item, and when
    it was written."""

    file: FileRead
    space: Space
    item: Item
    at: datetime


def listed(ws: Workspace, caller: Caller, base: str | None, prefix: str = "") -> list[Listed] | Refused:
    """The living files of a base, records included, by path. Listing is no sight."""
    refused = access.bad_prefix(prefix)
    if refused:
        return refused
    with ws.view() as view:
        place = access.place(view, caller, base)
        return place if isinstance(place, Refused) else view.files(place.space.id, prefix)


def read(ws: Workspace, caller: Caller, base: str | None, path: str) -> FileRead | Refused:
    """A file as it is now, the caller's own writes included; the session has then seen it."""
    with ws.view() as view:
        found = _found(view, caller, base, path)
    if isinstance(found, Refused):
        return found
    space, head = found
    if caller.session:
        sessions.note_shown(ws, caller.session, How.READ, {space.id: {head.key: head.n}})
    return as_read(path, head)


def one(ws: Workspace, caller: Caller, base: str | None, path: str) -> FileShown | Refused:
    """The same, for whoever may give only some of it; once all of it was given, it goes to ``note_read``."""
    with ws.view() as view:
        found = _found(view, caller, base, path)
        if isinstance(found, Refused):
            return found
        space, head = found
        item = view.item_of(space.id, head.key)
        wrote = view.operations(space.id, before=head.version + 1, limit=1)[0]
    assert item is not None
    return FileShown(file=as_read(path, head), space=space, item=item, at=wrote.at)


def note_read(ws: Workspace, caller: Caller, shown: FileShown) -> None:
    """Note that the session was given this file whole."""
    if caller.session:
        sessions.note_shown(ws, caller.session, How.READ, {shown.space.id: {shown.item.key: shown.item.head}})


def _found(view: View, caller: Caller, base: str | None, path: str) -> tuple[Space, Written] | Refused:
    """The base that a call is about, and what stands there at a path."""
    reason = (_known_problem if len(path) <= policy.PATH_BYTES else names.path_problem)(path)
    if reason:
        return Refused(code=Code.BAD_PATH, facts={"path": path, "reason": reason})
    place = access.place(view, caller, base)
    if isinstance(place, Refused):
        return place
    head = view.head(place.space.id, path)
    return missing(path) if head is None else (place.space, head)


def missing(path: str) -> Refused:
    """Refused: there is no file at this path."""
    return Refused(code=Code.MISSING, facts={"path": path})


def as_read(path: str, head: Written) -> FileRead:
    """What stands at a path, as it is told."""
    return FileRead(
        path=path,
        content=head.text,
        sha256=head.sha256,
        version=head.version,
        written_by=head.actor,
        kind=head.kind.value if head.kind else "system",
    )


def write(ws: Workspace, caller: Caller, base: str | None, asked: Write) -> Outcome:
    """Change plain files, all or nothing: one version, a proposal where a person is asked first, or a refusal."""
    ws = ws.stopped()
    with ws.view() as view:
        place = access.place(view, caller, base)
    if isinstance(place, Refused):
        return place
    refused = guarding.refuse_reason(asked.reason)
    if refused:
        return refused
    space = place.space.id
    return ws.run(space, lambda tx: _write(ws, tx, caller, space, asked))


def _write(ws: Workspace, tx: Transaction, caller: Caller, space: str, asked: Write) -> Outcome:
    place = access.place(tx, caller, space)
    if isinstance(place, Refused):
        return place
    limits = verbs.limits_of(place.space.settings)
    refused = access.writable(tx, place, caller) or verbs.check_files(asked.files, limits)
    refused = refused or _readme_first(tx, caller, place)
    if refused:
        return refused
    refused = guarding.refuse(_texts(asked), {file.path: file.content or file.new for file in asked.files})
    if refused:
        return refused
    files = {file.path: now_of(tx, caller, place.space, file.path) for file in asked.files}
    alike = targets.alike(tx, place.space, *verbs.paths_made(asked, files))
    plan = verbs.write(asked, files, limits=limits, alike=alike)
    if isinstance(plan, Refused):
        return targets.stale_file(tx, place.space, plan)
    refused = guarding.refuse_plan(plan)
    if refused:
        return refused
    doubts = _doubts(tx, place, plan, files)
    if doubts:
        seen = {path: now.item.head if now.item else 0 for path, now in files.items()}
        return proposals.keep(ws, tx, place.space, caller, asked, plan, authority.lacking(doubts, None), seen)
    basis = Basis.OWNER if caller.is_person else Basis.GRANTED
    person = caller.principal.name if caller.is_person else None
    return commits.finish(ws, tx, place.space, plan, caller, Authority(basis=basis, at=ws.now(), person=person))


def _texts(asked: Write) -> dict[str, str]:
    """Every text that a write would leave in files; what it only takes away is not among them."""
    texts = {file.path: f"{file.content or ''}{file.new or ''}" for file in asked.files}
    own = [texts["path"]] if "path" in texts else []  # a file may be called so itself
    # The paths first: a refusal that names one has found no secret in it.
    return {"path": "\n".join([*own, *texts])} | {path: text for path, text in texts.items() if path != "path"}


def _doubts(view: View, place: Place, plan: Plan, files: Mapping[str, FileNow]) -> list[Why]:
    """Why an agent's write waits for a person; nothing for a person, and for an agent that may write what this says."""
    if place.level is None or not plan.drafts:
        return []
    texts = {draft.path: None if draft.data is None else draft.data.decode() for draft in plan.drafts}
    before = {path: now.text for path, now in files.items()}
    asks = [Why.ASK_FIRST] if place.level is Level.ASK else []

    def lives(path: str) -> bool:
        item = None if path in texts else view.item(place.space.id, path)
        return texts.get(path) is not None or (item is not None and not item.deleted)

    rules = [path for path in texts if readmes.is_readme(path)]
    readme = policy.README
    kept = not rules or (rules == [readme] and readmes.is_index_change(before[readme], texts[readme], lives))
    return asks + guarding.doubts_of(plan, before) + ([] if kept else [Why.RULES_CHANGE])


def now_of(view: View, caller: Caller, space: Space, path: str) -> FileNow:
    """A file as it is now, and what the caller was shown of it; a person outside any session knows the head."""
    item = view.item(space.id, path)
    if item is None:
        return FileNow(item=None, revision=None, seen=None)
    if caller.session:
        found = sights.seen(view.sights(caller.session.id, space.id), item.key)
        seen = found.revision if found else None
    else:
        seen = item.head if caller.is_person else None
    return FileNow(item=item, revision=view.revision(space.id, item.key, item.head), seen=seen)


def _readme_first(view: View, caller: Caller, place: Place) -> Refused | None:
    """Refused until the session was shown the base's README once, at any revision; it holds the rules for writers."""
    if caller.session is None or caller.is_person:
        return None
    readme = view.item(place.space.id, policy.README)
    if readme is None or readme.deleted:
        return None
    if sights.seen(view.sights(caller.session.id, place.space.id), readme.key):
        return None
    return Refused(code=Code.READ_README_FIRST, facts={"base": place.space.slug, "path": policy.README})
