"""The SDK's tool runner with stillso: what to build it with, and its replies followed into the ledger.

    settings = runner.settings(MemoryTool(session), management=management)
    running = client.beta.messages.tool_runner(**settings, model=…, max_tokens=…, messages=messages)
    for message in runner.follow(running, session, messages, management): …

What a conversation holds is counted along here, from what goes by: a message that a harness appends by itself is not
seen. Facts: anthropic 2.15, lib/tools/_beta_runner.py, read 2026-12-01.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

import anyio.to_thread

from stillso import services
from stillso.adapters.anthropic.actors import Actor
from stillso.adapters.anthropic.applied_edits import note_applied, note_switched_on
from stillso.adapters.anthropic.compaction import carried_back
from stillso.adapters.anthropic.compaction_blocks import NoSummary, note_compacted, summary_of
from stillso.adapters.anthropic.context_editing import betas
from stillso.adapters.messages.fields import field
from stillso.core.operations import Refused
from stillso.errors import Misuse

#: How many replies one run asks for at most. Our choice: far above what a task takes; the runner itself has no limit,
#: and goes on for ever where each reply pauses behind a summary (12,000 requests were seen before it was stopped).
MOST_REPLIES = 100


def settings(
    *tools: Any,
    management: Mapping[str, Any] | None = None,
    other_betas: Sequence[str] = (),
    edits_messages: bool = False,
    max_iterations: int = MOST_REPLIES,
) -> dict[str, Any]:
    """What ``client.beta.messages.tool_runner`` is given beside model, messages and length.

    ``management`` is the field of context editing; its betas go along. With ``edits_messages`` the whole history is
    sent each time: by default the provider keeps it, and what a harness changes in its own never arrives. Raises Misuse
    without any limit to the replies.
    """
    if max_iterations < 1:
        raise Misuse(f"max_iterations is {max_iterations!r}; give a number from 1 on")
    found: dict[str, Any] = {"tools": list(tools), "max_iterations": max_iterations}
    needed = list(dict.fromkeys([*other_betas, *betas(management or {})]))
    found |= {"betas": needed} if needed else {}
    found |= {"context_management": dict(management)} if management else {}
    return found | ({"thread": False} if edits_messages else {})


def follow(
    running: Any, actor: Actor, messages: Sequence[Any], management: Mapping[str, Any] | None = None
) -> Iterator[Any]:
    """The messages of a runner, each once the ledger has what left by it; of a streaming one the streams, before.

    ``messages`` are those that the runner was given. Of a stream that was not read to its end the rest is read. Raises
    Misuse for an actor without a session, and once the session has ended.
    """
    run = _Run(actor, messages, management)
    for item in running:
        if not _is_stream(item):
            run.note(item)
        yield item
        message = item.get_final_message() if _is_stream(item) else item
        if _is_stream(item):
            run.note(message)
        run.goes_on(message, running.generate_tool_call_response() if run.asks(message) else None)


async def follow_async(
    running: Any, actor: Actor, messages: Sequence[Any], management: Mapping[str, Any] | None = None
) -> AsyncIterator[Any]:
    """The same of a runner of ``AsyncAnthropic``."""
    run = await anyio.to_thread.run_sync(_Run, actor, messages, management)
    async for item in running:
        if not _is_stream(item):
            await anyio.to_thread.run_sync(run.note, item)
        yield item
        message = await item.get_final_message() if _is_stream(item) else item
        if _is_stream(item):
            await anyio.to_thread.run_sync(run.note, message)
        run.goes_on(message, await running.generate_tool_call_response() if run.asks(message) else None)


def _is_stream(item: Any) -> bool:
    return hasattr(item, "get_final_message")


class _Run:
    """One run: the conversation as the provider knows it, and what is written down of it."""

    def __init__(self, actor: Actor, messages: Sequence[Any], management: Mapping[str, Any] | None) -> None:
        self._actor, self._messages, self._management = actor, list(messages), management
        self._written(note_switched_on(actor, management or {}))

    def note(self, message: Any) -> None:
        """Write down what left by a reply."""
        self._written(note_applied(self._actor, self._messages, message, self._management))
        self._written(note_compacted(self._actor, self._messages, message))

    def _written(self, found: object) -> None:
        """Raises Misuse where nothing could be written: whoever follows a run wants its ledger."""
        if isinstance(found, Refused):
            raise Misuse(services.answers.sentence(found, self._actor.texts))

    @staticmethod
    def asks(message: Any) -> bool:
        """Whether the runner is about to run tools; it keeps what they give, so nothing is run twice."""
        return bool(field(message, "stop_reason") == "tool_use")

    def goes_on(self, message: Any, results: Any) -> None:
        """A reply, and what its tools gave, are part of the conversation; a signed summary is all of it."""
        summary = summary_of(message)
        if not isinstance(summary, NoSummary) and summary.signed:
            self._messages = []
        self._messages += [carried_back(message), *([results] if results else [])]
