"""What becomes of a window as plain values and lines: what was cleared, what it costs, and the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stillso.core.names import written
from stillso.core.windows.receipts import Way
from stillso.services import answers
from stillso.services.answers import Json
from stillso.texts import Texts

if TYPE_CHECKING:
    from datetime import datetime

    from stillso.core.windows.costs import Cost
    from stillso.core.windows.receipts import Receipt
    from stillso.services.clearing import Cleared
    from stillso.services.seeking import Sought
    from stillso.services.windows import Entry


def line(receipt: Receipt, at: datetime, texts: Texts) -> str:
    """One line of a ledger: the day, what happened, to what, and how long that was; tabs stand between them."""
    parts = [at.date().isoformat(), texts[f"window.way.{receipt.way}"], receipt.what]
    if receipt.way is not Way.SWITCHED_ON:
        parts.append(texts.say("window.length", chars=receipt.chars))
    return "\t".join(parts)


def messages(count: int, texts: Texts) -> str:
    """How many messages a summary took the place of, as the ledger says it."""
    return texts.say(f"window.messages.{'one' if count == 1 else 'several'}", count=count)


def turns(count: int | None, texts: Texts) -> str:
    """After how many turns what a clearing costs is saved again."""
    return texts.say(f"window.turns.{'one' if count == 1 else 'several'}", count=count or 0)


def cleared(found: Cleared, costs: Cost, texts: Texts) -> Json:
    """The messages, the lines of what left them, what that frees and costs, and what stayed although it is old."""
    told: Json = {
        "messages": found.messages,
        "ledger": [line(receipt, found.at, texts) for receipt in found.receipts],
        "freed": {
            "characters": found.freed.characters,
            "tokens": found.freed.tokens,
            "estimated": not found.freed.counted,
        },
        "tokens": {"before": costs.before, "after": costs.after},
        "cost": cost(costs),
        "remember_first": [{"ref": each.receipt.ref, "what": each.receipt.what} for each in found.waiting],
        "kept": sum(found.kept.values()),
        "stays": [{"tool": tool, "fate": fate.value, "count": count} for (tool, fate), count in found.kept.items()],
        "damage": {name: list(refs) for name, refs in found.damage._asdict().items() if refs},
    }
    return told | ({"held_back": answers.outcome(found.held_back, texts)} if found.held_back else {})


def cost(costs: Cost) -> Json:
    """What a clearing costs in tokens at the price of a plain one."""
    return {
        "rewritten_tokens": costs.rewritten,
        "price": round(costs.price, 1),
        "saved_a_turn": round(costs.saved_a_turn, 1),
        "pays_after": costs.pays_after,
    }


def ledger(found: Sequence[Entry], texts: Texts, sought: Sought | None = None) -> Json:
    """What left a window, oldest first; of what was looked for, where it was seen."""
    told: Json = {"ledger": [_entry(each, texts) for each in found]}
    return told | ({"seen": sought.value} if sought else {})


def _entry(each: Entry, texts: Texts) -> Json:
    receipt = each.receipt
    return {
        "at": written(each.at),
        "version": each.version,
        "way": receipt.way.value,
        "what": receipt.what,
        "ref": receipt.ref,
        "characters": receipt.chars,
        "tokens": receipt.tokens,
        "held": receipt.held,
        "line": line(receipt, each.at, texts),
    }
