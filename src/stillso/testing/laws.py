"""The laws that the log of a space keeps, whatever was done in it."""

from __future__ import annotations

from collections.abc import Sequence

from stillso.core import names, records
from stillso.core.items import Item, ItemKind, Revision, Space
from stillso.core.operations import GENESIS, chain_hash, commit_to, commit_to_grounds
from stillso.core.records import Indexed, Status
from stillso.storage.contract import View


def faults(view: View, space: Space) -> list[str]:
    """What breaks the laws of a space, as sentences; empty when it is whole.

    Versions and revisions without a gap, every hash of the chain made again, the log replayed against the items, and
    the index of records against their files.
    """
    found: list[str] = []
    heads: dict[int, Revision] = {}
    parent = GENESIS
    log = view.operations(space.id)[::-1]
    if [operation.n for operation in log] != list(range(1, space.head + 1)):
        found.append(f"the versions are not 1 to {space.head}")
    for operation in log:
        changes = view.changed_by(space.id, operation.n)
        evidence = view.evidence(space.id, operation.n)
        message = view.message(evidence.session, evidence.message) if evidence else None
        grounds = commit_to_grounds(operation.salt, operation.reason, evidence, message)
        sealed = tuple((revision.key, revision.n, revision.commitment) for _, revision in changes)
        made = (parent, chain_hash(operation, sealed), grounds)
        if (operation.parent, operation.hash, operation.commitment) != made:
            found.append(f"version {operation.n} does not fit the chain")
        parent = operation.hash
        for item, revision in changes:
            before = heads.get(revision.key)
            if revision.n != (before.n if before else 0) + 1 or not _sound(item, revision):
                found.append(f"{item.path}: revision {revision.n} is not what its operation wrote")
            heads[revision.key] = revision
    items = view.items(space.id)
    if [(item.key, item.head, item.deleted) for item in items] != [
        (key, revision.n, revision.data is None) for key, revision in sorted(heads.items())
    ]:
        found.append("the log replayed does not give the items")
    if view.standing_at(space.id, space.head) != [(item, heads[item.key]) for item in items if item.key in heads]:
        found.append("what stands at the head is not what the log gives")
    if (space.items, space.records) != (len(items), sum(item.no is not None for item in items)):
        found.append("the counters do not count what is there")
    if view.records(space.id, list(Status)) != _from_files(space, items, heads):
        found.append("the index is not what the files of the records say")
    found += _contradictions(view, space)
    return found


def _contradictions(view: View, space: Space) -> list[str]:
    """Records in force of which one descends from the other by replacing, or both from a third."""
    first: dict[int, int] = {}
    living: dict[int, int] = {}
    found: list[str] = []
    for row in view.records(space.id, list(Status)):
        record = row.record
        first[record.no] = first.get(record.supersedes or 0, record.no)
        if record.status is Status.ACTIVE:
            other = living.setdefault(first[record.no], record.no)
            found += [f"#{other} and #{record.no} are both in force"] if other != record.no else []
    return found


def _sound(item: Item, revision: Revision) -> bool:
    data = revision.data
    seal = commit_to(revision.salt, item.path.encode(), data)
    named = (len(data or b""), None if data is None else names.digest(data), seal)
    return (revision.size_bytes, revision.sha256, revision.commitment) == named


def _from_files(space: Space, items: Sequence[Item], heads: dict[int, Revision]) -> list[Indexed]:
    numbers = {item.id: item.no for item in items}
    limits = records.limits_of(space.settings)
    rows = [
        records.indexed(space.id, item.key, item.head, records.parse(heads[item.key].text or "", numbers.get), limits)
        for item in items
        if item.kind is ItemKind.RECORD
    ]
    return sorted(rows, key=lambda row: row.record.no)
