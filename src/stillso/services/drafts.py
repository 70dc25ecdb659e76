"""Drafts: what a person edits in a base before it counts, and publishing it.

A draft is a proposal of the person's own that is still being written: it shows the same differences, and publishing is
checked like an approval against what changed meanwhile. Each person has one draft in a base; nobody else decides it.
"""

from __future__ import annotations

from collections.abc import Callable

from stillso.core import authority, names, verbs
from stillso.core.items import Space
from stillso.core.operations import Decision, Done, Outcome, Proposal, Refused, Verb, Waiting
from stillso.core.values import replace
from stillso.core.verbs import FileChange, Write
from stillso.errors import Code, Why
from stillso.services import access, commits, guarding, inbox, proposals, reviews, versions
from stillso.services.access import Caller, unknown
from stillso.services.inbox import Pending
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, View


def edit(
    ws: Workspace, by: Caller, base: str, path: str, content: str | None, *, read_version: int | None = None
) -> Outcome:
    """Put a text for one path (None: its deletion) into the person's draft; nothing of the base changes.

    It is held against the file as it was when the draft first named it, or with ``read_version`` as it stood at that
    version of the base, for who has put together both texts. A text that is the same as the file's takes the path out.
    """
    ws = ws.stopped()
    refused = access.only_a_person(by) or _unfit(path, content)
    return refused or _in_draft(ws, by, base, lambda tx, space: _edit(ws, tx, by, space, path, content, read_version))


def _unfit(path: str, content: str | None) -> Refused | None:
    """Refused for a path that is none, and for a text that must not be kept."""
    reason = names.path_problem(path)
    if reason:
        return Refused(code=Code.BAD_PATH, facts={"path": path, "reason": reason})
    if names.in_records(path):
        return Refused(code=Code.RECORD_PATH, facts={"path": path})
    if not verbs.is_text(content):
        return Refused(code=Code.NOT_TEXT, facts={"path": path})
    return guarding.refuse({"path": path, path: content}, {path: content})


def _edit(
    ws: Workspace, tx: Transaction, by: Caller, space: Space, path: str, content: str | None, read_version: int | None
) -> Outcome:
    item = tx.item(space.id, path)
    head = tx.revision(space.id, item.key, item.head) if item else None
    there = head.text if head else None
    if content is None and there is None:
        return Refused(code=Code.MISSING, facts={"path": path, "reason": "delete"})
    refused = None if read_version is None else versions.unknown_version(space, read_version, least=1)
    if refused:
        return refused
    size, most = len((content or "").encode()), verbs.limits_of(space.settings).file_bytes
    if size > most:
        return Refused(code=Code.TOO_LARGE, facts={"path": path, "size": size, "limit": most})
    draft = _mine(tx, by, space)
    texts = _texts(draft) | {path: content}
    seen = dict(draft.seen) if draft else {}
    if read_version is not None or path not in seen:
        seen[path] = versions.revision_at(tx, space, item, read_version) if item else 0
    if content == there:
        del texts[path], seen[path]
    return _kept(ws, tx, by, space, draft, texts, seen)


def _kept(
    ws: Workspace,
    tx: Transaction,
    by: Caller,
    space: Space,
    draft: Proposal | None,
    texts: dict[str, str | None],
    seen: dict[str, int],
) -> Done | Waiting:
    """The draft with these texts; without any there is none."""
    if not texts:
        if draft:
            tx.save(reviews.decided(ws, by, replace(draft, seen=seen), Decision.REFUSED, None))
        return Done(verb=Verb.PUBLISH, base=space.slug, version=space.head, unchanged=True)
    begun = draft or Proposal(
        id=proposals.free_id(ws, tx),
        space=space.id,
        verb=Verb.PUBLISH,
        asked={},
        seen={},
        shown={},
        why=Why.DRAFT,
        flags=(),
        actor=by.principal.id,
        session=None,
        opened_at=ws.now(),
    )
    changes = tuple(_change(tx, space, path, text, seen[path]) for path, text in texts.items())
    shown = {"no": None, "marks": [], "files": [{"path": path, "content": text} for path, text in texts.items()]}
    tx.save(replace(begun, asked=verbs.as_given(Write(files=changes)), seen=seen, shown=shown))
    return Waiting(proposal=begun.id, why=Why.DRAFT, base=space.slug)


def _change(view: View, space: Space, path: str, text: str | None, seen: int) -> FileChange:
    """What it takes for a path to hold a text, given the revision that it is held against."""
    item = view.item(space.id, path)
    before = view.revision(space.id, item.key, seen) if item and seen else None
    if text is None:
        return FileChange(path=path, mode="delete")
    return FileChange(path=path, mode="overwrite" if before and before.data is not None else "create", content=text)


def show(ws: Workspace, by: Caller, base: str) -> Pending | Refused | None:
    """The person's draft with its differences, and what changed since; None when there is none."""
    with ws.view() as view:
        space = access.base_of(view, base)
        if space is None:
            return unknown("base", base)
        draft = _mine(view, by, space)
        return inbox.pending(view, draft) if draft else None


def text_of(draft: Pending, path: str) -> tuple[bool, str | None]:
    """Whether a draft names a path, and the text that it has for it (None: its deletion)."""
    texts = _texts(draft.proposal)
    return path in texts, texts.get(path)


def discard(ws: Workspace, by: Caller, base: str, path: str | None = None) -> Outcome:
    """Drop the person's draft, or one path of it; nothing of the base changes. Refused when there is no such thing."""
    ws = ws.stopped()

    def work(tx: Transaction, space: Space) -> Outcome:
        draft = _mine(tx, by, space)
        if draft is None or (path is not None and path not in draft.seen):
            return unknown("draft", path or base, base=space.slug, **({"reason": "draft-path"} if draft else {}))
        kept = {each: text for each, text in _texts(draft).items() if path is not None and each != path}
        return _kept(ws, tx, by, space, draft, kept, {each: draft.seen[each] for each in kept})

    return _in_draft(ws, by, base, work)


def publish(ws: Workspace, by: Caller, base: str, reason: str | None = None) -> Outcome:
    """Make the person's draft the next version of the base.

    Refused as unknown when there is none, and as stale when one of its files changed meanwhile, with both differences.
    """
    ws = ws.stopped()
    refused = guarding.refuse_reason(reason)
    if refused:
        return refused

    def work(tx: Transaction, space: Space) -> Outcome:
        draft = _mine(tx, by, space)
        if draft is None:
            return unknown("draft", base, base=space.slug)
        asked = verbs.from_given(Verb.PUBLISH, {**draft.asked, "reason": reason})
        ground = authority.of_owner(by.principal, ws.now())
        plan = reviews.planned(ws, tx, draft, space, asked, ground)
        if isinstance(plan, Refused):
            return plan
        refused = guarding.refuse_plan(plan)
        if refused:
            return refused
        done = commits.finish(ws, tx, space, plan, by, ground)
        tx.save(reviews.decided(ws, by, draft, Decision.APPROVED, done))
        return done

    return _in_draft(ws, by, base, work)


def _in_draft(ws: Workspace, by: Caller, base: str, work: Callable[[Transaction, Space], Outcome]) -> Outcome:
    """Do ``work`` under the lock of a base; only a person has drafts."""
    refused = access.only_a_person(by)
    return refused if refused else access.under_lock(ws, base, work)


def _mine(view: View, by: Caller, space: Space) -> Proposal | None:
    """The open draft of a person in a base."""
    own = (each for each in view.proposals(space.id) if each.why is Why.DRAFT and each.actor == by.principal.id)
    return next(own, None)


def _texts(draft: Proposal | None) -> dict[str, str | None]:
    """The texts of a draft by path, None where a file is to be deleted."""
    asked = draft.asked["files"] if draft else []
    assert isinstance(asked, list)
    return {str(file["path"]): None if file["mode"] == "delete" else file["content"] for file in asked}
