"""The tools of an agent over MCP: ``serve`` on standard input and output, ``server`` for any other transport.

Answers are text alone: a client that is given structured content shows a model only that. Protocol revisions with a
handshake and without one are both served. The core is synchronous, so each call is handed to a thread, one at a time
and in the order they came: a read that was asked for before a write is answered before it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from stillso import __version__, tools
from stillso.app import App
from stillso.core.operations import Refused
from stillso.errors import BrokenData, LostStorage
from stillso.services.access import Caller
from stillso.surfaces import stdio
from stillso.texts import Texts
from stillso.tools import Answer, Tool, calls, prompts

T = TypeVar("T")

#: Who calls: given the id that a client gave this use of a tool, or None where there is none. It is asked in a thread
#: of its own, never twice at a time, for every call and for every list of tools.
Who = Callable[[str | None], Caller | Refused]

#: Where a client names this use of a tool.
TOOL_USE = "claudecode/toolUseId"

#: Clients that load tools only when they are searched for are asked to show these from the start: a memory that has to
#: be thought of first is not asked.
META = {"anthropic/alwaysLoad": True}

Context = ServerRequestContext[Any, Any]


def serve(app: App, who: Who) -> None:
    """Serve MCP on this process's standard streams, until the client closes the input or a signal comes.

    Call it in the main thread. The store stays open, and what ``who`` opened as well; standard output is the client's
    to the end of the process.
    """
    wire = stdio.Wire()
    made = server(app, who)
    wire.run(lambda reads, writes: made.run(reads, writes, made.create_initialization_options()))


def server(app: App, who: Who) -> Server[Any]:
    """The MCP server of an app, for callers that ``who`` knows."""
    offer = _Offer(app, who)
    return Server(
        "stillso",
        version=__version__,
        instructions=app.texts["tools.instructions"],
        on_list_tools=offer.list_tools,
        on_call_tool=offer.call_tool,
        on_list_prompts=offer.list_prompts,
        on_get_prompt=offer.get_prompt,
    )


class _Offer:
    """What the server offers, as its handlers."""

    def __init__(self, app: App, who: Who) -> None:
        self._app = app
        self._who = who
        self._turn = anyio.CapacityLimiter(1)

    async def list_tools(self, ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        offered = await self._in_thread(self._offered)
        return types.ListToolsResult(tools=[described(tool, self._app.texts) for tool in offered])

    async def call_tool(self, ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in {tool.name for tool in tools.TOOLS}:
            raise MCPError(types.INVALID_PARAMS, f"There is no tool {params.name!r}.")
        use = dict(params.meta or {}).get(TOOL_USE)
        work = partial(self._call, use if isinstance(use, str) else None, params.name, params.arguments or {})
        answer = await self._in_thread(work)
        return types.CallToolResult(content=[types.TextContent(text=answer.text)], is_error=answer.failed)

    async def list_prompts(self, ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        texts = self._app.texts
        topic = types.PromptArgument(name="topic", description=texts["tools.prompt.why.topic"], required=True)
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(name="review-due", description=texts["tools.prompt.review-due"], arguments=[]),
                types.Prompt(name="why", description=texts["tools.prompt.why"], arguments=[topic]),
            ]
        )

    async def get_prompt(self, ctx: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        if params.name == "review-due":
            work: Callable[[Caller], Answer] = partial(prompts.review_due, self._app.workspace, self._app.texts)
        elif params.name == "why":
            topic = (params.arguments or {}).get("topic")
            if topic is None:
                raise MCPError(types.INVALID_PARAMS, "The prompt 'why' needs the argument 'topic'.")
            work = lambda caller: prompts.why(self._app.workspace, self._app.texts, caller, topic)  # noqa: E731
        else:
            raise MCPError(types.INVALID_PARAMS, f"There is no prompt {params.name!r}.")
        answer = await self._in_thread(partial(self._as, None, work))
        message = types.PromptMessage(role="user", content=types.TextContent(text=answer.text))
        return types.GetPromptResult(messages=[message])

    # --- in a thread -----------------------------------------------------------------------------------------

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await anyio.to_thread.run_sync(work, limiter=self._turn)

    def _offered(self) -> tuple[Tool, ...]:
        """The tools of whoever calls; all of them where that cannot be said yet, for a call then says why."""
        try:
            caller = self._who(None)
            return tools.TOOLS if isinstance(caller, Refused) else tools.available(self._app.workspace, caller)
        except (LostStorage, BrokenData):
            return tools.TOOLS

    def _call(self, use: str | None, name: str, given: dict[str, Any]) -> Answer:
        return self._as(use, lambda caller: tools.call(self._app.workspace, self._app.texts, caller, name, given))

    def _as(self, use: str | None, work: Callable[[Caller], Answer]) -> Answer:
        """What comes of a call by whoever makes it; a store that is lost is told like any other answer."""
        texts = self._app.texts
        try:
            caller = self._who(use)
            return calls.refused(texts, caller) if isinstance(caller, Refused) else work(caller)
        except LostStorage as lost:
            # Where a store lies on this machine is no business of a model's.
            code, message = lost.loss.value, texts["tools.lost"]
        except BrokenData as broken:
            code, message = "broken-data", f"{broken}."
        return Answer(text=texts.say("tools.failed", code=code, message=message), failed=True)


def described(tool: Tool, texts: Texts) -> types.Tool:
    """A tool as a client lists it. All four hints are given: their defaults are the opposite of what most mean."""
    hints = types.ToolAnnotations(
        read_only_hint=not tool.writes,
        destructive_hint=tool.replaces,
        idempotent_hint=tool.repeats,
        open_world_hint=False,
    )
    return types.Tool(
        name=tool.name,
        description=tool.text(texts),
        input_schema=tool.schema(texts),
        annotations=hints,
        _meta=dict(META),
    )
