"""Bases and their plain files: make a base, list, read and write files, rebuild the index of records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from stillso.core import authority, late, names, policy, records, sights, verbs
from stillso.core.authority import Authority, Basis, Level
from stillso.core.items import ItemKind, Listed, Space, SpaceKind
from stillso.core.operations import Done, Outcome, Refused, Verb
from stillso.core.sights import How
from stillso.core.values import dataclass, replace
from stillso.core.verbs import FileChange, FileNow, Plan, Write
from stillso.errors import BrokenData, Code, Misuse, Why
from stillso.services import access, commits, guarding, proposals, sessions, targets, wording
from stillso.services.access import Caller, Place, unknown
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, View

T = TypeVar("T")

#: As a limit: the type's own one is taken out, and the usual one counts again.
DEFAULT = "default"

#: A type is one word of any script. 40 characters: our choice.
_TYPE = late.pattern(r"[^\W_][\w-]{0,39}")


@dataclass(frozen=True, kw_only=True, slots=True)
class FileRead:
    """A file as it is now, and who wrote it."""

    path: str
    content: str
    sha256: str
    version: int
    written_by: str
    kind: str


# --- bases ---------------------------------------------------------------------------------------------------


def create(
    ws: Workspace,
    by: Caller,
    slug: str,
    *,
    name: str,
    description: str,
    readme: str | None = None,
    settings: Mapping[str, object] | None = None,
) -> Done | Refused:
    """Make a base; with a README it begins at version 1. Refused when the slug is taken. Only a person may."""
    _check_settings(settings or {})
    refused = _unfit_base(by, {"name": name, "description": description, policy.README: readme})
    if refused:
        return refused
    ws = ws.stopped()
    space = Space(
        id=ws.new_id(),
        kind=SpaceKind.BASE,
        slug=names.check_slug(slug),
        name=name,
        description=description,
        created_at=ws.now(),
        settings=_merged({}, settings or {}),
    )

    def work(tx: Transaction) -> Done | Refused:
        if tx.space(slug):
            return Refused(code=Code.EXISTS, facts={"what": "base", "name": slug})
        tx.save(space)
        return Done(verb=Verb.CREATE, base=slug, version=0) if readme is None else _begin(ws, tx, by, space, readme)

    return ws.run(None, work)


def _unfit_base(by: Caller, texts: Mapping[str, str | None]) -> Refused | None:
    """Refused to who is no person, and for texts that cannot be kept or must not be."""
    if not by.is_person:
        return Refused(code=Code.NOT_A_PERSON, facts={"name": by.principal.name})
    bad = next((name for name, text in texts.items() if not verbs.is_text(text)), None)
    return Refused(code=Code.NOT_TEXT, facts={"path": bad}) if bad else guarding.refuse(texts)


def _begin(ws: Workspace, tx: Transaction, by: Caller, space: Space, readme: str) -> Done | Refused:
    """The first version of a base: its README."""
    file = FileChange(path=policy.README, mode="create", content=readme)
    plan = verbs.write(Write(files=(file,)), {policy.README: FileNow(item=None, revision=None, seen=None)})
    if isinstance(plan, Refused):
        return plan
    ground = Authority(basis=Basis.OWNER, at=ws.now(), person=by.principal.name)
    return replace(commits.finish(ws, tx, space, plan, by, ground), verb=Verb.CREATE)


def settle(ws: Workspace, by: Caller, slug: str, settings: Mapping[str, object]) -> Space | Refused:
    """Set settings of a base; a value of None removes one. New limits count at once. Only a person may.

    ``limits`` are merged into those that are there: whole days, None for no limit, ``"default"`` to take a type's own
    limit out. ``kept`` is merged as well: the digest of a note by its path, None to take one out. Raises Misuse for an
    unknown setting and for a limit that is none.
    """
    if not by.is_person:
        return Refused(code=Code.NOT_A_PERSON, facts={"name": by.principal.name})
    _check_settings(settings)

    def work(tx: Transaction, space: Space) -> Space:
        settled = replace(space, settings=_merged(space.settings, settings))
        tx.save(settled)
        if "limits" in settings:
            _reindex(tx, settled)
        return settled

    return _under_lock(ws, slug, work)


def _merged(there: Mapping[str, object], given: Mapping[str, object]) -> dict[str, object]:
    """Settings with what was given laid over them; an empty one is not kept."""
    merged = {**there, **given}
    changed = given.get("limits")
    if isinstance(changed, Mapping):
        before = there.get("limits")
        limits = {**(before if isinstance(before, Mapping) else {}), **changed}
        merged["limits"] = {kind: days for kind, days in limits.items() if days != DEFAULT}
    decided = given.get("kept")
    if isinstance(decided, Mapping):
        before = there.get("kept")
        kept = {**(before if isinstance(before, Mapping) else {}), **decided}
        merged["kept"] = {path: digest for path, digest in kept.items() if digest is not None}
    return {key: value for key, value in merged.items() if value not in (None, {})}


def reindex(ws: Workspace, slug: str) -> int | Refused:
    """Rebuild the index of a base's records from their files, and what all is found by; the number of records."""

    def work(tx: Transaction, space: Space) -> int:
        count = _reindex(tx, space)
        tx.reword(space.id, wording.all_of(ws, tx, space))
        return count

    return _under_lock(ws, slug, work)


def _under_lock(ws: Workspace, slug: str, work: Callable[[Transaction, Space], T]) -> T | Refused:
    """Do ``work`` with a base as it is under its lock."""
    with ws.view() as view:
        found = access.base_of(view, slug)
    if found is None:
        return unknown("base", slug)

    def locked(tx: Transaction) -> T:
        space = tx.space(slug)
        assert space is not None
        return work(tx, space)

    return ws.run(found.id, locked)


def _check_settings(settings: Mapping[str, object]) -> None:
    unknown_keys = set(settings) - {"limits", "folder", "repository", "kept"}
    if unknown_keys:
        raise Misuse(
            f"{', '.join(sorted(unknown_keys))}: no such setting; there are folder, repository, limits and kept"
        )
    folder, limits, marks = settings.get("folder"), settings.get("limits"), settings.get("repository")
    kept = settings.get("kept")
    if kept is not None and not (
        isinstance(kept, Mapping) and all(isinstance(each, str | None) for each in kept.values())
    ):
        raise Misuse("kept holds digests by path, as texts")
    named = folder is None or (isinstance(folder, str) and verbs.is_text(folder))
    if marks is not None and not (isinstance(marks, Mapping) and all(isinstance(each, str) for each in marks.values())):
        raise Misuse("repository holds what Git knows of it, as texts")
    if not named or not (limits is None or isinstance(limits, Mapping)):
        raise Misuse("folder is a text, and limits are days by type")
    for kind, days in (limits or {}).items():
        if not isinstance(kind, str) or not _TYPE.fullmatch(kind):
            raise Misuse(f"{kind!r} is no type; use 1 to 40 letters, digits, hyphens and underscores")
        whole = isinstance(days, int) and not isinstance(days, bool) and 0 < days < 10**6
        if not (whole or days is None or days == DEFAULT):
            raise Misuse(f"{days!r} is no limit for {kind}; give whole days from 1 to 999999, none, or default")


def _reindex(tx: Transaction, space: Space) -> int:
    items = [item for item in tx.items(space.id) if item.kind is ItemKind.RECORD]
    numbers = {item.id: item.no for item in items}
    limits = records.limits_of(space.settings)
    rows = []
    for item in items:
        head = tx.revision(space.id, item.key, item.head)
        if head is None or head.text is None:
            raise BrokenData(f"{space.slug}: {item.path} has no revision {item.head}")
        record = records.parse(head.text, numbers.get)
        rows.append(records.indexed(space.id, item.key, item.head, record, limits))
    tx.reindex(space.id, rows)
    return len(rows)


# --- files ---------------------------------------------------------------------------------------------------


def list_files(ws: Workspace, caller: Caller, base: str | None, prefix: str = "") -> list[Listed] | Refused:
    """The living files of a base, records included, by path. Listing is no sight."""
    with ws.view() as view:
        place = access.place(view, caller, base)
        return place if isinstance(place, Refused) else view.files(place.space.id, prefix)


def read_file(ws: Workspace, caller: Caller, base: str | None, path: str) -> FileRead | Refused:
    """A file as it is now, the caller's own writes included; the session has then seen it."""
    reason = names.path_problem(path)
    if reason:
        return Refused(code=Code.BAD_PATH, facts={"path": path, "reason": reason})
    with ws.view() as view:
        place = access.place(view, caller, base)
        if isinstance(place, Refused):
            return place
        now = file_now(view, caller, place.space, path)
        if now.revision is None or now.item is None or now.revision.text is None:
            return Refused(code=Code.MISSING, facts={"path": path})
        wrote = view.operations(place.space.id, before=now.revision.version + 1, limit=1)[0]
        actor = view.principal(wrote.actor)
    if caller.session:
        sessions.note_shown(ws, caller.session, How.READ, {place.space.id: {now.item.key: now.item.head}})
    return FileRead(
        path=path,
        content=now.revision.text,
        sha256=now.revision.sha256 or "",
        version=now.revision.version,
        written_by=actor.name if actor else wrote.actor,
        kind=actor.kind.value if actor else "system",
    )


def write_files(ws: Workspace, caller: Caller, base: str | None, asked: Write) -> Outcome:
    """Change plain files, all or nothing: one version, a proposal where a person is asked first, or a refusal."""
    ws = ws.stopped()
    with ws.view() as view:
        place = access.place(view, caller, base)
    if isinstance(place, Refused):
        return place
    space = place.space.id
    return ws.run(space, lambda tx: _write(ws, tx, caller, space, asked))


def _write(ws: Workspace, tx: Transaction, caller: Caller, space: str, asked: Write) -> Outcome:
    place = access.place(tx, caller, space)
    if isinstance(place, Refused):
        return place
    refused = access.writable(tx, place, caller) or verbs.check_files(asked.files) or _readme_first(tx, caller, place)
    if refused:
        return refused
    refused = guarding.refuse(_texts(asked), {file.path: file.content or file.new for file in asked.files})
    if refused:
        return refused
    files = {file.path: file_now(tx, caller, place.space, file.path) for file in asked.files}
    plan = verbs.write(asked, files)
    if isinstance(plan, Refused):
        return targets.stale_file(tx, place.space, plan)
    doubts = _doubts(place, plan)
    if doubts:
        seen = {path: now.item.head if now.item else 0 for path, now in files.items()}
        return proposals.keep(ws, tx, place.space, caller, asked, plan, authority.lacking(doubts, None), seen)
    basis = Basis.OWNER if caller.is_person else Basis.GRANTED
    person = caller.principal.name if caller.is_person else None
    return commits.finish(ws, tx, place.space, plan, caller, Authority(basis=basis, at=ws.now(), person=person))


def _texts(asked: Write) -> dict[str, str | None]:
    """Every text that a write would leave somewhere; what it only takes away is not among them."""
    texts: dict[str, str | None] = {"reason": asked.reason, "path": "\n".join(file.path for file in asked.files)}
    return texts | {file.path: f"{file.content or ''}{file.new or ''}" for file in asked.files}


def _doubts(place: Place, plan: Plan) -> list[Why]:
    """Why an agent's write waits for a person; nothing for a person, and for an agent that may write what this says."""
    if place.level is None or not plan.drafts:
        return []
    texts = {draft.path: draft.data.decode() for draft in plan.drafts if draft.data is not None}
    asks = [Why.ASK_FIRST] if place.level is Level.ASK else []
    return asks + guarding.doubts(texts, orders=True)


def file_now(view: View, caller: Caller, space: Space, path: str) -> FileNow:
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
