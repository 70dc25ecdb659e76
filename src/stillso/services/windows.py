"""The window of a session as its harness keeps it: operations with receipts, and the ledger that is all of them.

Everything that leaves a window goes through ``record``: one operation of the window's space, whose text are the
receipts. What is kept of a text beside them are items of the same operation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from stillso.core.authority import Authority, Basis
from stillso.core.items import ItemKind, Revision
from stillso.core.operations import Operation, Refused, Verb
from stillso.core.values import dataclass
from stillso.core.verbs import Draft, Plan
from stillso.core.windows import receipts as form
from stillso.core.windows.placeholders import RECALL
from stillso.core.windows.receipts import Receipt
from stillso.services import access, commits
from stillso.services.access import Caller, unknown
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, View

#: Where the receipts of an operation stand in a window, and the texts that were kept of what was cleared.
LEDGER = "ledger/"
KEPT = "cleared/"

_PAGE = 500


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One line of a ledger: the receipt, the operation that it belongs to, and when that was."""

    version: int
    verb: Verb
    at: datetime
    receipt: Receipt


@dataclass(frozen=True, kw_only=True, slots=True)
class Recorded:
    """What was written down: the operation, None where others had written all of it, and what these wrote meanwhile."""

    operation: Operation | None
    others: tuple[Entry, ...] = ()


def record(
    ws: Workspace,
    caller: Caller,
    verb: Verb,
    receipts: Sequence[Receipt],
    texts: Mapping[str, str] | None = None,
    *,
    since: int | None = None,
) -> Recorded | Refused:
    """Write down what leaves the window of the caller's session, with ``texts`` to keep by their path; one operation.

    ``since`` is the version of the window that the caller knows: what others wrote down after it is not written again.
    Unknown without a session, and for one that ended.
    """
    session = caller.session
    if session is None:
        return unknown("session", "–")
    ws = ws.stopped()
    # Packed before the lock is taken: the receipts of many results take a while.
    packed = _packed(receipts)

    def work(tx: Transaction) -> Recorded | Refused:
        refused = access.ended(tx, caller)
        if refused:
            return refused
        others = entries(tx, session.window_id, since) if since is not None else []
        text = packed
        if others:
            there = {entry.receipt.key for entry in others}
            left = [receipt for receipt in receipts if receipt.key not in there]
            text = _packed(left)
        operation = put(ws, tx, caller, verb, text, texts or {}) if text else None
        return Recorded(operation=operation, others=tuple(others))

    return ws.run(session.window_id, work)


def _packed(receipts: Sequence[Receipt]) -> bytes:
    # Half of a pair of surrogates, which is in no encoding, is written out.
    return form.render(receipts).encode("utf-8", "backslashreplace")


def put(
    ws: Workspace, tx: Transaction, caller: Caller, verb: Verb, receipts: bytes, texts: Mapping[str, str]
) -> Operation:
    """The same under the lock of the window, with the receipts rendered (b"" for none), for whoever has more to do
    under it."""
    session = caller.session
    assert session is not None
    window = tx.space(session.window_id)
    assert window is not None
    kept = {path: each.encode("utf-8", "replace") for path, each in texts.items()}
    if receipts:
        kept[f"{LEDGER}{window.head + 1:06d}"] = receipts
    there = {path: tx.item(window.id, path) for path in kept}
    drafts = [Draft(kind=ItemKind.BLOCK, path=path, item=there[path], data=data) for path, data in kept.items()]
    ground = Authority(basis=Basis.HARNESS, at=ws.now())
    return commits.commit(ws, tx, window, Plan(verb=verb, drafts=tuple(drafts)), caller, ground)


# --- reading -------------------------------------------------------------------------------------------------


def ledger(ws: Workspace, caller: Caller) -> list[Entry] | Refused:
    """What left the window of the caller's session, oldest first. Unknown without a session."""
    session = caller.session
    if session is None:
        return unknown("session", "–")
    with ws.view() as view:
        return entries(view, session.window_id)


def entries(view: View, window: str, since: int = 0) -> list[Entry]:
    """The ledger of a window after a version of it, oldest first."""
    space = view.space(window)
    if space is None or space.head <= since:
        return []
    ledgers = {item.key for item in view.items(window) if item.path.startswith(LEDGER)}
    operations = {op.n: op for op in view.operations(window, limit=space.head - since)}
    return [
        Entry(version=operation.n, verb=operation.verb, at=operation.at, receipt=receipt)
        for revision in _revisions(view, window)
        if revision.key in ledgers and revision.text is not None and (operation := operations.get(revision.version))
        for receipt in form.parse(revision.text)
    ]


def _revisions(view: View, window: str) -> Iterator[Revision]:
    """All revisions of a window, by the version that wrote them."""
    after: Revision | None = None
    while page := view.page(Revision, window, after, _PAGE):
        yield from page
        after = page[-1]


def recalled(ws: Workspace, caller: Caller, ref: str) -> str | Refused:
    """The text of a result that was cleared with its text kept, by what its placeholder says or the id of its call.

    Where a placeholder names none of that id, the newest of it. Unknown where nothing of it was kept.
    """
    found = ledger(ws, caller)
    if isinstance(found, Refused):
        return found
    assert caller.session is not None
    receipts = [entry.receipt for entry in reversed(found)]
    named = [each for each in receipts if each.held in (f"{RECALL}{ref}", f"{RECALL}{form.named(ref)}")]
    for receipt in (*named, *(each for each in receipts if each.ref == form.named(ref))):
        if receipt.digest:
            with ws.view() as view:
                kept = view.head(caller.session.window_id, f"{KEPT}{receipt.digest}")
            if kept is not None:
                return kept.text
    return unknown("result", ref, reason="kept-result")
