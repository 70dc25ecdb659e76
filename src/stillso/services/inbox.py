"""The inbox: what waits for a person, as it is shown to them. What comes of it stands in ``services.reviews``."""

from __future__ import annotations

from typing import Any

from stillso.core import differences
from stillso.core.operations import Proposal, Refused
from stillso.core.values import dataclass
from stillso.errors import Why
from stillso.services import access, proposals
from stillso.services.access import unknown
from stillso.services.workspace import Workspace
from stillso.storage.contract import View


@dataclass(frozen=True, kw_only=True, slots=True)
class Pending:
    """A proposal as a person is shown it: its base, who made it where, and the difference it would make.

    ``changed`` is what became of its files since it was made; it is empty while it can be carried out.
    """

    proposal: Proposal
    base: str
    origin: str
    paths: tuple[str, ...]
    diff: str
    changed: str


def waiting(ws: Workspace, base: str | None = None) -> list[Pending] | Refused:
    """The open proposals of a base, or of all, oldest first; a draft that somebody still writes is none of them."""
    with ws.view() as view:
        space = access.base_of(view, base) if base else None
        if base and space is None:
            return unknown("base", base)
        found = view.proposals(space.id if space else None)
        return [pending(view, each) for each in found if proposals.is_waiting(ws, each)]


def show(ws: Workspace, id: str) -> Pending | Refused:
    """One proposal, also a decided one."""
    with ws.view() as view:
        proposal = view.proposal(id)
        if proposal is None or proposal.why is Why.DRAFT:
            return unknown("proposal", id)
        return pending(view, proposal)


def pending(view: View, proposal: Proposal) -> Pending:
    """A proposal with what a person has to know of it."""
    space, actor = view.space(proposal.space), view.principal(proposal.actor)
    origin = " ".join(part for part in (actor.name if actor else proposal.actor, proposal.session) if part)
    found = [sides(view, proposal, path) for path in paths_of(proposal)]
    return Pending(
        proposal=proposal,
        base=space.slug if space else "–",
        origin=origin,
        paths=paths_of(proposal),
        diff="".join(difference for difference, _ in found),
        changed="" if proposal.outcome else "".join(changed for _, changed in found),
    )


def sides(view: View, proposal: Proposal, path: str) -> tuple[str, str]:
    """The difference that a proposal makes to the text it was made against, and what became of that text since.

    Both in the unified format, a row a line, and empty for none.
    """
    item = view.item(proposal.space, path)
    head = view.revision(proposal.space, item.key, item.head) if item else None
    name = path if item is None or item.no is None else f"#{item.no}"
    known = proposal.seen.get(path, proposal.seen.get(name, 0))
    before = head if item is None or known == item.head else view.revision(proposal.space, item.key, known)
    seen, now = (revision.text if revision else None for revision in (before, head))
    proposed = next((file["content"] for file in _files(proposal) if file["path"] == path), seen)
    return differences.unified(seen, proposed, path), differences.unified(seen, now, path)


def _files(proposal: Proposal) -> list[dict[str, Any]]:
    """What a person was shown: each text as it would be, with its path."""
    files = proposal.shown["files"]
    assert isinstance(files, list)
    return files


def paths_of(proposal: Proposal) -> tuple[str, ...]:
    """The paths of a proposal, in the order of its request."""
    return tuple(str(file["path"]) for file in _files(proposal))
