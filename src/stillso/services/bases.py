"""Bases: make one, set what holds in it, rebuild the index of its records."""

from __future__ import annotations

from collections.abc import Mapping

from stillso import services
from stillso.core import late, names, policy, records, verbs
from stillso.core.authority import Authority, Basis
from stillso.core.items import ItemKind, Space, SpaceKind
from stillso.core.operations import Done, Refused, Verb
from stillso.core.values import replace
from stillso.core.verbs import FileChange, FileNow, Write
from stillso.errors import BrokenData, Code, Misuse
from stillso.services import access, commits, guarding, wording
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction
from stillso.texts import Texts

#: As a limit: the type's own one is taken out, and the usual one counts again.
DEFAULT = "default"

#: What a base may set for its files, from and to.
FILE_BOUNDS = {"file_bytes": policy.FILE_BYTES_BOUNDS, "files_a_call": policy.FILES_A_CALL_BOUNDS}

#: A type is one word of any script. 40 characters: our choice.
_TYPE = late.pattern(r"[^\W_][\w-]{0,39}")


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
    refused = access.only_a_person(by)
    if refused:
        return refused
    bad = next((name for name, text in texts.items() if not verbs.is_text(text)), None)
    return Refused(code=Code.NOT_TEXT, facts={"path": bad}) if bad else guarding.refuse(texts)


def _begin(ws: Workspace, tx: Transaction, by: Caller, space: Space, readme: str) -> Done | Refused:
    """The first version of a base: its README."""
    file = FileChange(path=policy.README, mode="create", content=readme)
    absent = {policy.README: FileNow(item=None, revision=None, seen=None)}
    plan = verbs.write(Write(files=(file,)), absent, limits=verbs.limits_of(space.settings))
    if isinstance(plan, Refused):
        return plan
    ground = Authority(basis=Basis.OWNER, at=ws.now(), person=by.principal.name)
    return replace(commits.finish(ws, tx, space, plan, by, ground), verb=Verb.CREATE)


def readme_template(name: str, purpose: str, texts: Texts) -> str:
    """A README.md as knowledge bases begin: title, purpose, how it is organised, what belongs there, and an index.

    An empty purpose is asked for in its place. Source: document B's sample README.
    """
    title, sentence = (" ".join(each.split()) for each in (name, purpose or texts["readmes.purpose"]))
    parts = [f"# {title}", sentence]
    for section in ("organisation", "belongs"):
        parts.append(f"## {texts[f'readmes.{section}']}\n" + texts[f"readmes.{section}.body"])
    return "\n\n".join([*parts, f"## {texts['readmes.index']}"]) + "\n"


def settle(ws: Workspace, by: Caller, slug: str, settings: Mapping[str, object]) -> Space | Refused:
    """Set settings of a base; a value of None removes one. New limits count at once. Only a person may.

    ``file_bytes`` and ``files_a_call`` are the most that a file and a call may hold.

    ``limits`` are merged into those that are there: whole days, None for no limit, ``"default"`` to take a type's own
    limit out. ``fates`` say of tools what becomes of their results, and are merged as well, as is ``kept``: the digest
    of a note by its path, None to take one out. Raises Misuse for an unknown setting and for a value that is none.
    """
    refused = access.only_a_person(by)
    if refused:
        return refused
    _check_settings(settings)

    def work(tx: Transaction, space: Space) -> Space:
        settled = replace(space, settings=_merged(space.settings, settings))
        tx.save(settled)
        if "limits" in settings:
            _reindex(tx, settled)
        return settled

    return access.under_lock(ws, slug, work)


def _merged(there: Mapping[str, object], given: Mapping[str, object]) -> dict[str, object]:
    """Settings with what was given laid over them; an empty one is not kept."""
    merged = {**there, **given}
    changed = given.get("limits")
    if isinstance(changed, Mapping):
        before = there.get("limits")
        limits = {**(before if isinstance(before, Mapping) else {}), **changed}
        merged["limits"] = {kind: days for kind, days in limits.items() if days != DEFAULT}
    for name in ("kept", "fates"):
        decided = given.get(name)
        if isinstance(decided, Mapping):
            before = there.get(name)
            both = {**(before if isinstance(before, Mapping) else {}), **decided}
            merged[name] = {key: value for key, value in both.items() if value not in (None, DEFAULT)}
    return {key: value for key, value in merged.items() if value not in (None, {})}


def reindex(ws: Workspace, slug: str) -> int | Refused:
    """Rebuild the index of a base's records from their files, and what all is found by; the number of records."""

    def work(tx: Transaction, space: Space) -> int:
        count = _reindex(tx, space)
        tx.reword(space.id, wording.all_of(ws, tx, space))
        return count

    return access.under_lock(ws, slug, work)


def _check_settings(settings: Mapping[str, object]) -> None:
    unknown_keys = set(settings) - {"limits", "fates", "folder", "repository", "kept", *FILE_BOUNDS}
    if unknown_keys:
        known = "folder, repository, limits, fates, kept, file_bytes and files_a_call"
        raise Misuse(f"{', '.join(sorted(unknown_keys))}: no such setting; there are {known}")
    for name, (least, most) in FILE_BOUNDS.items():
        value = settings.get(name)
        whole = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        if not (value is None or whole):
            raise Misuse(f"{value!r} is no {name}; give a whole number from {least} to {most}")
    folder, limits, marks = settings.get("folder"), settings.get("limits"), settings.get("repository")
    told = settings.get("fates") or {}
    if not isinstance(told, Mapping):
        raise Misuse("fates are keep, clear, compact or remember by the name of a tool")
    services.clearing.fates_in({tool: fate for tool, fate in told.items() if fate not in (None, DEFAULT)})
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
