"""The log of a space, checked from its first version on: numbers, parents, hashes, and the bytes they stand for.

Everything here compares what a store holds of one version with the version before; nothing is loaded or kept. What the
log stands for beside its texts (item rows, the index, words, rejections) is checked in ``accounts``.
"""

from __future__ import annotations

from collections.abc import Iterator

from stillso.core.findings import Fault, Finding, found
from stillso.core.heads import Head
from stillso.core.items import Item, Revision
from stillso.core.names import digest
from stillso.core.operations import GENESIS, Evidence, Operation, Tombstone, chain_hash, commit_to, commit_to_grounds
from stillso.core.sights import Message
from stillso.core.values import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Written:
    """A revision, the item it belongs to (None for none), and the version that wrote the revision before it.

    ``sound`` says that its path and its bytes are those that its operation committed to.
    """

    revision: Revision
    item: Item | None
    before: int | None
    sound: bool

    @property
    def path(self) -> str:
        """Where the text stands, as findings name it."""
        return self.item.path if self.item else f"key {self.revision.key}"

    @property
    def is_newest(self) -> bool:
        """Whether the item says that this is its newest revision."""
        return self.item is not None and self.item.head == self.revision.n


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """What a store holds of one version of a space. ``message`` is the one that the evidence names."""

    version: int
    operation: Operation | None
    written: tuple[Written, ...] = ()
    evidence: Evidence | None = None
    message: Message | None = None
    rejected: tuple[Tombstone, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Last:
    """The operation that was read before: its version, and its hash as it is stored."""

    version: int = 0
    hash: bytes = GENESIS


def log_faults(last: Last, entry: Entry, anchor: Head | None) -> Iterator[Finding]:
    """What is wrong with an operation itself, after the one before; its texts are looked at one by one.

    ``anchor`` is the head that this space had at some time.
    """
    operation, version = entry.operation, entry.version
    if operation is None:
        yield from _strays(entry)
        return
    if version < 1:
        yield found(Fault.VERSION_STRAYS, version=version)
        return
    if version != last.version + 1:
        yield found(Fault.VERSION_MISSING, version=last.version + 1, until=version - 1)
    elif operation.parent != last.hash:
        yield found(Fault.PARENT_DIFFERS, version=version)
    sealed = tuple((each.revision.key, each.revision.n, each.revision.commitment) for each in entry.written)
    if operation.hash != chain_hash(operation, sealed):
        yield found(Fault.HASH_DIFFERS, version=version)
    grounds = commit_to_grounds(operation.salt, operation.reason, entry.evidence, entry.message)
    if operation.commitment != grounds and (entry.message or not entry.evidence):
        yield found(Fault.GROUNDS_DIFFER, version=version)
    if anchor is not None and anchor.version == version and anchor.hash != operation.hash:
        yield found(Fault.ANCHOR_DIFFERS, version=version)


def following(last: Last, entry: Entry) -> Last:
    """What the next operation is to follow: this one, if there is one."""
    operation = entry.operation
    return last if operation is None or operation.n < 1 else Last(version=operation.n, hash=operation.hash)


def _strays(entry: Entry) -> Iterator[Finding]:
    """Everything that names a version which is not there; rejections have rules of their own."""
    for each in entry.written:
        place = {"path": each.path, "revision": each.revision.n}
        yield found(Fault.REVISION_STRAYS, **place, version=entry.version)
    if entry.evidence:
        yield found(Fault.EVIDENCE_STRAYS, version=entry.version)


def text_faults(each: Written) -> Iterator[Finding]:
    """What is wrong with one revision: its number among those of its item, its bytes, what is noted about them."""
    revision, item = each.revision, each.item
    place = {"path": each.path, "revision": revision.n, "version": revision.version}
    if revision.n > 1 and each.before is None:
        yield found(Fault.REVISION_MISSING, path=each.path, revision=revision.n - 1)
    if item is None:
        if revision.n == 1:
            yield found(Fault.ITEM_MISSING, key=revision.key)
        return
    out_of_order = revision.n < 1 or (each.before is not None and each.before >= revision.version)
    if out_of_order or revision.n > item.head:
        yield found(Fault.REVISION_BEYOND, **place, head=item.head)
    if not each.sound:
        yield found(Fault.REVISION_DIFFERS, **place)
    data = revision.data
    noted = {"size_bytes": len(data or b""), "sha256": None if data is None else digest(data)}
    wrong = [name for name, value in noted.items() if getattr(revision, name) != value]
    if wrong:
        yield found(Fault.DIGEST_DIFFERS, **place, fields=wrong)


def written(revision: Revision, item: Item | None, before: int | None) -> Written:
    """A revision with what stands around it, its bytes held against its commitment."""
    sound = item is not None and revision.commitment == commit_to(revision.salt, item.path.encode(), revision.data)
    return Written(revision=revision, item=item, before=before, sound=sound)


def end_faults(last: Last, head: int, anchor: Head | None) -> Iterator[Finding]:
    """What is wrong with where a log ends: its counter, and the version that an anchor knows."""
    if head != last.version:
        yield found(Fault.COUNTER_DIFFERS, field="head", kept=head, there=last.version)
    if anchor is not None and anchor.version > last.version:
        yield found(Fault.ANCHOR_CUT, version=anchor.version, there=last.version)
