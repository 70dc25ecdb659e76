"""The window of a session as its harness keeps it: operations with receipts, and the ledger that is all of them.

Everything that leaves a window goes through ``record``: one operation of the window's space, whose text are the
receipts. What is kept of a text beside them are items of the same operation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import count

from stillso.core.authority import Authority, Basis
from stillso.core.items import ItemKind, Revision
from stillso.core.operations import Operation, Refused, Verb
from stillso.core.values import dataclass
from stillso.core.verbs import Draft, Plan
from stillso.core.windows import receipts as form
from stillso.core.windows.receipts import Receipt
from stillso.services import access, commits
from stillso.services.access import Caller, unknown
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, View

#: Where the receipts of an operation stand in a window.
LEDGER = "ledger/"

_PAGE = 500


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One line of a ledger: the receipt, the operation that it belongs to, and when that was."""

    version: int
    verb: Verb
    at: datetime
    receipt: Receipt


def record(
    ws: Workspace,
    caller: Caller,
    verb: Verb,
    receipts: Sequence[Receipt],
    texts: Mapping[str, str] | None = None,
) -> Operation | Refused:
    """Write down what leaves the window of the caller's session, with ``texts`` to keep by their path; one operation.

    Unknown without a session, and for one that ended.
    """
    session = caller.session
    if session is None:
        return unknown("session", "–")
    ws = ws.stopped()
    # Packed before the lock is taken: the receipts of many results take a while.
    text = form.render(receipts).encode()

    def work(tx: Transaction) -> Operation | Refused:
        return access.ended(tx, caller) or put(ws, tx, caller, verb, text, texts or {})

    return ws.run(session.window_id, work)


def put(
    ws: Workspace, tx: Transaction, caller: Caller, verb: Verb, receipts: bytes, texts: Mapping[str, str]
) -> Operation:
    """The same under the lock of the window, with the receipts rendered, for whoever has more to do under it."""
    session = caller.session
    assert session is not None
    window = tx.space(session.window_id)
    assert window is not None
    kept = {path: each.encode() for path, each in texts.items()}
    kept[f"{LEDGER}{window.head + 1:06d}"] = receipts
    there = {path: tx.item(window.id, path) for path in kept}
    drafts = [Draft(kind=ItemKind.BLOCK, path=path, item=there[path], data=data) for path, data in kept.items()]
    ground = Authority(basis=Basis.HARNESS, at=ws.now())
    return commits.commit(ws, tx, window, Plan(verb=verb, drafts=tuple(drafts)), caller, ground)


def ledger(ws: Workspace, caller: Caller) -> list[Entry] | Refused:
    """What left the window of the caller's session, oldest first. Unknown without a session."""
    session = caller.session
    if session is None:
        return unknown("session", "–")
    with ws.view() as view:
        return entries(view, session.window_id)


def entries(view: View, window: str) -> list[Entry]:
    """The ledger of a window, oldest first."""
    ledgers = {item.key for item in view.items(window) if item.path.startswith(LEDGER)}
    operations = {operation.n: operation for operation in view.operations(window)}
    found: list[Entry] = []
    after: Revision | None = None
    for _ in count():
        page = view.page(Revision, window, after, _PAGE)
        for revision in page:
            if revision.key in ledgers and revision.text is not None:
                operation = operations[revision.version]
                found += [
                    Entry(version=operation.n, verb=operation.verb, at=operation.at, receipt=receipt)
                    for receipt in form.parse(revision.text)
                ]
        if len(page) < _PAGE:
            return found
        after = page[-1]
    return found
