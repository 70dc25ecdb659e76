"""What a log accounts for beside its texts: items, records and their index, the words behind them, rejections.

A record's file says again what its operation and its item say; the index says again what the file says. The quote in a
new record is the span of the heard message that the evidence names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from stillso.core import policy, records
from stillso.core.authority import Basis
from stillso.core.chains import Entry, Written
from stillso.core.findings import Fault, Finding, found
from stillso.core.items import ItemKind, SpaceKind
from stillso.core.operations import Operation, Tombstone, Verb
from stillso.core.records import Indexed, Record, Source, Status
from stillso.core.values import dataclass, names_of
from stillso.core.verbs.write import note_summary
from stillso.errors import BrokenData

#: What the source of a record can be by the authority of the operation that made it (``core.authority``).
_SOURCES: Mapping[Basis, tuple[Source, ...]] = {
    Basis.QUOTED: (Source.STATED, Source.CONFIRMED),
    Basis.APPROVED: (Source.CONFIRMED,),
    Basis.OWNER: (Source.OWNER,),
}

#: Nobody spoke for these: they rest on no words.
_WORDLESS = (Basis.OWNER, Basis.GRANTED)

#: How a note of ``once`` ends when it names words.
_WORDS = "\nwords: "


@dataclass(frozen=True, kw_only=True, slots=True)
class Filed:
    """A revision of a record with what its file says."""

    written: Written
    record: Record


# --- items and records ---------------------------------------------------------------------------------------


def read(written: Written) -> Record | Finding:
    """What the file of a record says, or that it does not read. Others, which it names by id, have no numbers here."""
    place = {"path": written.path, "revision": written.revision.n, "version": written.revision.version}
    try:
        record = records.parse(written.revision.text or "", lambda id: None)
    except (BrokenData, UnicodeDecodeError) as problem:
        return found(Fault.RECORD_UNREADABLE, **place, reason=str(problem))
    if not record.content.strip():
        return found(Fault.RECORD_UNREADABLE, **place, reason="it says nothing")
    return record


def is_record(written: Written) -> bool:
    """Whether a living text stands where the files of records do."""
    return written.path.startswith(policy.RECORDS_FOLDER) and written.revision.data is not None


def item_faults(kind: SpaceKind, written: Written, record: Record | None) -> Iterator[Finding]:
    """What an item says otherwise than its newest revision; ``record`` is what that says where it is one's file."""
    item, revision = written.item, written.revision
    assert item is not None
    in_base = ItemKind.RECORD if item.path.startswith(policy.RECORDS_FOLDER) else ItemKind.FILE
    due: dict[str, object] = {
        "kind": in_base if kind is SpaceKind.BASE else ItemKind.BLOCK,
        "deleted": revision.data is None,
    }
    if record:
        due |= {"no": record.no, "id": record.id, "path": record.path, "summary": record.description}
    else:
        due |= {"no": None, "summary": _summary(kind, written)}
    wrong = [name for name, value in due.items() if getattr(item, name) != value]
    if wrong:
        yield found(Fault.ITEM_DIFFERS, path=item.path, fields=wrong)


def _summary(kind: SpaceKind, written: Written) -> str | None:
    """The line that stands for a file in listings, and for a note of ``once`` the record that it names."""
    data = written.revision.data
    text = (data or b"").decode("utf-8", "replace")
    if kind is SpaceKind.BASE:
        return None if data is None else note_summary(written.path, text)
    return next((line.removeprefix("record: ") for line in text.splitlines() if line.startswith("record: ")), None)


def record_faults(operation: Operation, filed: Filed, people: Mapping[str, str] | None) -> Iterator[Finding]:
    """What the file of a record says otherwise than its operation; ``people`` are names by id, None for not known."""
    written, record = filed.written, filed.record
    due: dict[str, object] = {"version": operation.n, "modified_at": operation.at}
    if written.revision.n == 1:
        due["created_at"] = operation.at
    if written.revision.n == 1 and people is not None:
        due |= {"written_by": people.get(operation.actor), "said_by": people.get(operation.person or "")}
    wrong = [name for name, value in due.items() if getattr(record, name) != value]
    if written.revision.n == 1 and record.source not in _SOURCES.get(operation.authority, ()):
        wrong.append("source")
    if wrong:
        place = {"path": written.path, "revision": written.revision.n}
        yield found(Fault.RECORD_DIFFERS, **place, version=operation.n, fields=wrong)


def index_faults(row: Indexed | None, due: Indexed) -> Iterator[Finding]:
    """What the index says otherwise than the newest file of a record."""
    if row is None:
        yield found(Fault.INDEX_MISSING, no=due.record.no)
    if row is None or row == due:
        return
    wrong = [name for name in names_of(Record) if getattr(row.record, name) != getattr(due.record, name)]
    wrong += [name for name in names_of(Indexed) if name != "record" and getattr(row, name) != getattr(due, name)]
    yield found(Fault.INDEX_DIFFERS, no=due.record.no, fields=wrong)


# --- words ---------------------------------------------------------------------------------------------------


def word_faults(entry: Entry, filed: Sequence[Filed]) -> Iterator[Finding]:
    """What is wrong with the words that an operation rests on; ``filed`` are the records that it wrote."""
    operation, evidence = entry.operation, entry.evidence
    assert operation is not None
    claims = _claims(entry, filed)
    if evidence is None:
        if operation.authority is Basis.QUOTED or any(claim is not None for claim in claims):
            yield found(Fault.EVIDENCE_MISSING, version=entry.version)
        return
    place = {"version": entry.version, "heard_in": evidence.session, "message": evidence.message}
    if operation.authority in _WORDLESS or (claims and all(claim is None for claim in claims)):
        yield found(Fault.EVIDENCE_STRAYS, version=entry.version)
    elif entry.message is None:
        yield found(Fault.MESSAGE_MISSING, **place)
    else:
        text, begins, ends = entry.message.text, evidence.begins, evidence.ends
        if not 0 <= begins < ends <= len(text) or any(text[begins:ends] != claim for claim in claims):
            yield found(Fault.QUOTE_DIFFERS, **place)


def _claims(entry: Entry, filed: Sequence[Filed]) -> list[str | None]:
    """What the texts of an operation say was said: the quote of a new record, the words in a note of ``once``."""
    claims = [each.record.quote for each in filed if each.written.revision.n == 1]
    if entry.operation and entry.operation.verb is Verb.ONCE:
        texts = ((each.revision.data or b"").decode("utf-8", "replace") for each in entry.written if each.sound)
        claims += [text.partition(_WORDS)[2].removesuffix("\n") if _WORDS in text else None for text in texts]
    return claims


# --- rejections ----------------------------------------------------------------------------------------------


def rejection_faults(
    entry: Entry, head: int, filed: Sequence[Filed], mark_of: Callable[[str], bytes | None]
) -> Iterator[Finding]:
    """What is wrong with the contents rejected at a version; ``mark_of`` gives a fingerprint, None without the key."""
    for stone in entry.rejected:
        ended = next((each.record for each in filed if each.record.no == stone.no), None)
        if not 0 <= stone.version <= head or (stone.no is not None and ended is None):
            yield found(Fault.REJECTION_STRAYS, version=stone.version, no=stone.no)
            continue
        wrong = _wrongly_rejected(stone, ended, mark_of)
        if wrong:
            yield found(Fault.REJECTION_DIFFERS, version=stone.version, no=stone.no, fields=wrong)


def _wrongly_rejected(stone: Tombstone, ended: Record | None, mark_of: Callable[[str], bytes | None]) -> list[str]:
    if ended is None:
        return [] if stone.decision == "refused" else ["decision"]
    wrong = ["decision"] if ended.status is Status.ACTIVE or stone.decision != ended.status.value else []
    mark = mark_of(ended.content)
    return wrong + (["fingerprint"] if mark is not None and mark != stone.fingerprint else [])
