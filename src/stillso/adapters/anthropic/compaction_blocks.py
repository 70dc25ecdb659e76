"""Compaction blocks in replies and in histories: the summary, what it cost, and whether a harness kept it.

A block is sent back as it came. One without content is a summary that failed: it may stay or go, and stands for
nothing. Cases CP-03 and CP-10.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from stillso import services
from stillso.adapters.anthropic.actors import Actor
from stillso.adapters.anthropic.replies import compactions, number
from stillso.adapters.messages.anthropic import ANTHROPIC
from stillso.adapters.messages.fields import field
from stillso.core.operations import Refused
from stillso.core.values import dataclass
from stillso.services.surviving import Taken
from stillso.texts import Texts

#: Set by a harness on a block, and none of the provider's.
_OWN = "cache_control"


# --- what a reply holds --------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """What a reply took, in tokens. The totals of a reply leave compactions out, so they are told beside.

    ``window`` is how many the request had as the model last saw it, None where that is not told.
    """

    input: int = 0
    output: int = 0
    compaction_input: int = 0
    compaction_output: int = 0
    window: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Summary:
    """A summary: its text, and its block as it is sent back. ``signed``: it was asked for, and comes first."""

    text: str
    block: dict[str, Any]
    signed: bool
    usage: Usage


@dataclass(frozen=True, kw_only=True, slots=True)
class NoSummary:
    """There is none: ``why`` is the stop reason, or ``failed`` where the provider could not make one.

    The history stays as it is.
    """

    why: str
    usage: Usage


def summary_of(response: Any) -> Summary | NoSummary:
    """The newest summary in a reply. Its stop reason is looked at first: a reply without one is no error."""
    stopped = str(field(response, "stop_reason"))
    usage = usage_of(response)
    found = list(compactions(response))
    if not found:
        return NoSummary(why=stopped, usage=usage)
    text = found[-1].get("content")
    if not isinstance(text, str) or not text:
        return NoSummary(why="failed", usage=usage)
    return Summary(text=text, block=found[-1], signed=bool(found[-1].get("signature")), usage=usage)


def usage_of(response: Any) -> Usage:
    """What a reply took, from its iterations where it tells them."""
    usage = field(response, "usage")
    rounds = field(usage, "iterations")
    if not rounds:
        return Usage(input=_input(usage), output=number(usage, "output_tokens"), window=_input(usage))
    compacting = [each for each in rounds if field(each, "type") == "compaction"]
    others = [each for each in rounds if field(each, "type") != "compaction"]
    messages = [each for each in others if field(each, "type") == "message"]
    return Usage(
        input=sum(map(_input, others)),
        output=sum(number(each, "output_tokens") for each in others),
        compaction_input=sum(map(_input, compacting)),
        compaction_output=sum(number(each, "output_tokens") for each in compacting),
        window=_input(messages[-1]) if messages else None,
    )


def _input(usage: object) -> int:
    """All input: read from the cache, written to it, and neither."""
    names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    return sum(number(usage, name) for name in names)


# --- what a harness keeps ------------------------------------------------------------------------------------


class Lack(StrEnum):
    """What is wrong with a compaction block in a history."""

    MISSING = "missing"
    CHANGED = "changed"
    EMPTY = "empty"


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """One block that is not as it must be sent: ``turn`` is the reply that held it, ``at`` the message that holds it.

    Replies count from 1, messages from 0; None where it is in none.
    """

    lack: Lack
    turn: int | None = None
    at: int | None = None

    def told(self, texts: Texts) -> str:
        """What is wrong, and where, for whoever builds the harness."""
        return texts.say(f"anthropic.compaction.{self.lack}", turn=self.turn, at=self.at)


def missing_blocks(messages: Sequence[Any], responses: Sequence[Any]) -> list[Fault]:
    """What a history that is about to be sent lost or changed of the summaries in the replies so far, oldest first.

    ``responses`` are all replies, in order. What an older summary said is in the newest one, which alone must be there.
    Empty blocks are told whoever made them.
    """
    there = [(at, _kept(block)) for at, message in enumerate(messages) for block in compactions(message)]
    faults = [Fault(lack=Lack.EMPTY, at=at) for at, block in there if block.get("content") == ""]
    for turn, response in reversed(list(enumerate(responses, 1))):
        summary = summary_of(response)
        if isinstance(summary, NoSummary):
            continue
        block = _kept(summary.block)
        if not any(block == held for _, held in there):
            alike = next((at for at, held in there if _is_changed(held, block)), None)
            faults.append(Fault(lack=Lack.MISSING if alike is None else Lack.CHANGED, turn=turn, at=alike))
        break
    return faults


def _kept(block: dict[str, Any]) -> dict[str, Any]:
    """A block without what a harness may set; a field that is null says nothing."""
    return {name: value for name, value in block.items() if name != _OWN and value is not None}


def _is_changed(held: dict[str, Any], block: dict[str, Any]) -> bool:
    """Whether it is this block, with something left out or written anew."""
    same = ("content", "signature", "encrypted_content")
    return any(name in block and held.get(name) == block[name] for name in same)


# --- the ledger ----------------------------------------------------------------------------------------------


def note_compacted(actor: Actor, messages: Sequence[Any], response: Any) -> Taken | Refused | None:
    """Put on record that a summary took the place of messages, and check it; None where a reply holds none.

    ``messages`` are those of the request. What the summary lost is then owed (``services.owing.put_back``), and news
    corrects what it carries. Refused as unknown without a session, and for one that ended.
    """
    summary = summary_of(response)
    if isinstance(summary, NoSummary):
        return None
    key = f"anthropic.ledger.{'on-demand' if summary.signed else 'threshold'}"
    what = actor.texts.say(key, count=len(messages), chars=len(summary.text))
    return services.surviving.taken(
        actor.workspace, actor.caller, summary.text, ANTHROPIC.all_blocks(messages), what=what
    )
