"""Files are read by the index of terms after they were written: a write of one does not wait for that.

Whoever searches has them read first, some at a time: the words are made in no lock, and are kept in transactions of
their own, between which others write. What a power cut takes back of that is read again.
"""

from __future__ import annotations

from functools import partial

from stillso.core import policy
from stillso.core.findable import Part, Worded
from stillso.errors import BrokenData, LostStorage
from stillso.services import wording
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, Unread, View

#: As a limit: more than there can be.
EVERY = 2**62


def catch_up(ws: Workspace, space: str, *, slices: int | None = None) -> int:
    """Read the files of a base that are not read yet, all or so many slices; how many are left, where it ends early.

    What is written meanwhile is not waited for. Where nothing can be written all are left.
    """
    with ws.view() as view:
        goal = view.unread(space, EVERY)
    done = 0
    while slices is None or done < slices:
        with ws.view() as view:
            unread, worded = _slice(ws, view, space)
        if unread.since >= goal.until:
            return 0
        try:
            ws.run(space, partial(_keep, space, unread, worded), durable=False)
        except LostStorage:  # a disk that is full or read-only keeps nobody from searching
            break
        done += 1
    with ws.view() as view:
        return sum(text[:2] <= goal.until for text in view.unread(space, EVERY).texts)


def _keep(space: str, unread: Unread, worded: list[Worded], tx: Transaction) -> None:
    tx.word(space, unread, worded)


def _slice(ws: Workspace, view: View, space: str) -> tuple[Unread, list[Worded]]:
    """The first files that are to be read, and their words."""
    unread = view.unread(space, policy.FILES_READ)
    worded: list[Worded] = []
    last = unread.since
    left = policy.BYTES_READ
    for version, key, n in unread.texts:
        if left <= 0:
            return unread._replace(until=last), worded
        text = _text(view, space, key, n)
        left -= len(text or "")
        worded.append(_worded(ws, view, space, key, text))
        last = (version, key)
    return unread, worded


def _worded(ws: Workspace, view: View, space: str, key: int, text: str | None) -> Worded:
    item = view.item_of(space, key)
    return wording.of_file(ws, item, text) if item and text is not None else Worded(part=Part.FILE, n=key, terms=None)


def _text(view: View, space: str, key: int, n: int) -> str | None:
    """What a file says; nothing finds one that cannot be read, and verifying tells of it."""
    try:
        head = view.revision(space, key, n)
        return head.text if head else None
    except (BrokenData, UnicodeDecodeError):
        return None
