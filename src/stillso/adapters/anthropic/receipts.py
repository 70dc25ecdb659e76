"""Receipts of what the provider took out of a window: what they say of a call, and what a ledger holds already."""

from __future__ import annotations

import json
from collections.abc import Sequence

from stillso import services
from stillso.adapters.anthropic.actors import Actor
from stillso.core.operations import Refused, Verb
from stillso.core.windows import placeholders
from stillso.core.windows.receipts import Receipt, Way
from stillso.services.windows import Entry


def described(name: str, input: object) -> str:
    """A call on one line, without secrets: as placeholders and the ledger have it."""
    return services.guarding.masked(placeholders.described(name, input))


def encoded(value: object) -> str:
    """A value as JSON, the same for the same value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)


def entries(actor: Actor) -> list[Entry] | Refused:
    """The ledger of the actor's session, oldest first. Unknown without a session."""
    return services.windows.ledger(actor.workspace, actor.caller)


def recorded(actor: Actor, verb: Verb, receipts: Sequence[Receipt]) -> Refused | None:
    """Write receipts down, where there are any; refused without a session, and for one that ended."""
    written = services.windows.record(actor.workspace, actor.caller, verb, receipts) if receipts else None
    return written if isinstance(written, Refused) else None


def most(found: Sequence[Entry], kind: str) -> tuple[int, int]:
    """The highest count that the ledger holds of a kind of edit that gives counts only, and the tokens told of it."""
    lines = [entry.receipt for entry in found if entry.receipt.ref.startswith(f"{kind}:")]
    return max((int(line.ref.rpartition(":")[2]) for line in lines), default=0), sum(line.tokens for line in lines)


def counted(kind: str, count: int, what: str, tokens: int) -> Receipt:
    """A line for what only was counted; ``ref`` keeps the count, so that the same one is not written again."""
    return Receipt(Way.BY_PROVIDER, what, ref=f"{kind}:{count}", tokens=tokens)
