"""Anthropic's memory tool (``memory_20250818``) with a base behind it, for the SDK's tool runner.

    runner = client.beta.messages.tool_runner(tools=[MemoryTool(session, base="shop")], …)

What a command does stands in ``memory_files``; here it only meets the SDK, which wants a class for each of its clients.
"""

from __future__ import annotations

import anyio.to_thread
from anthropic.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
from anthropic.types.beta import BetaCacheControlEphemeralParam, BetaMemoryTool20250818Command
from pydantic import BaseModel

from stillso.adapters.anthropic.actors import Actor
from stillso.adapters.anthropic.memory_files import MemoryFiles
from stillso.tools.calls import Answer


class MemoryTool(BetaAbstractMemoryTool):
    """The memory tool of an actor, for ``Anthropic``. ``base`` may be left out where there is only one.

    Raises ToolError, whose text the runner gives to the model as a failed result, and nothing else.
    """

    def __init__(
        self,
        actor: Actor,
        *,
        base: str | None = None,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._files = MemoryFiles(actor, base)

    def call(self, input: object) -> str:
        """Carry out what a model sent."""
        return _given(self._files.carry_out(input))

    def execute(self, command: BetaMemoryTool20250818Command) -> str:
        """Carry out a command of the SDK's types."""
        return self.call(_fields(command))

    view = create = str_replace = insert = delete = rename = execute


class AsyncMemoryTool(BetaAsyncAbstractMemoryTool):
    """The same for ``AsyncAnthropic``: each command runs in a thread."""

    def __init__(
        self,
        actor: Actor,
        *,
        base: str | None = None,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._files = MemoryFiles(actor, base)

    async def call(self, input: object) -> str:
        """Carry out what a model sent."""
        return _given(await anyio.to_thread.run_sync(self._files.carry_out, input))

    async def execute(self, command: BetaMemoryTool20250818Command) -> str:
        """Carry out a command of the SDK's types."""
        return await self.call(_fields(command))

    view = create = str_replace = insert = delete = rename = execute


def _fields(command: object) -> object:
    """The fields that a command was given; the SDK makes its objects of whatever came."""
    return command.model_dump(exclude_unset=True) if isinstance(command, BaseModel) else command


def _given(answer: Answer) -> str:
    if answer.failed:
        raise ToolError(answer.text)
    return answer.text
