"""JSON-RPC over standard input and output, one message a line, until the client closes the input or a signal comes.

Both streams are taken from everything else in the process, to its end: what is printed there goes to standard error,
so that no stray line breaks the client's stream. The input is read by a thread that nobody waits for, since one that
waits for a line cannot be called back; so a signal ends the server at once. Whatever had been asked before is answered
first.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage

Reads = MemoryObjectReceiveStream[SessionMessage | Exception]
Writes = MemoryObjectSendStream[SessionMessage]

#: How long the end waits for answers that are under way. Our choice: a write waits that long for no other writer.
LEAVE_SECONDS = 10.0

READ_BYTES = 1 << 16


class Wire:
    """The lines of a client, and the answers to it; from the first moment on nothing else of this process is either."""

    def __init__(self) -> None:
        sys.stdout.flush()
        self._source, self._target = os.dup(0), os.dup(1)
        with open(os.devnull, "r+b", buffering=0) as nothing:
            os.dup2(nothing.fileno(), 0)
            os.dup2(nothing.fileno() if sys.stderr is None else 2, 1)
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._asked: set[types.RequestId] = set()
        self._answered = asyncio.Event()

    def run(self, serve: Callable[[Reads, Writes], Awaitable[None]]) -> None:
        """Run a server until the client leaves, or a signal comes. Call it in the main thread."""
        asyncio.run(self._run(serve))

    async def _run(self, serve: Callable[[Reads, Writes], Awaitable[None]]) -> None:
        to_server, reads = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        writes, from_server = anyio.create_memory_object_stream[SessionMessage](0)
        loop = asyncio.get_running_loop()
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(each, self._lines.put_nowait, None)
        threading.Thread(target=self._read, args=(loop,), name="stillso-stdin", daemon=True).start()
        async with anyio.create_task_group() as group:
            group.start_soon(self._pass_on, to_server, writes.clone())
            group.start_soon(self._answer, from_server)
            await serve(reads, writes)

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hand over line by line; None is the end."""
        with suppress(RuntimeError):  # the loop has ended
            held = bytearray()
            while data := self._more():
                held += data
                if b"\n" in data:
                    *lines, rest = held.split(b"\n")
                    for line in lines:
                        loop.call_soon_threadsafe(self._lines.put_nowait, bytes(line))
                    held = rest
            for last in (bytes(held), None):
                loop.call_soon_threadsafe(self._lines.put_nowait, last)

    def _more(self) -> bytes:
        try:
            return os.read(self._source, READ_BYTES)
        except OSError:  # a terminal that was closed, for one: the client is gone
            return b""

    async def _pass_on(self, to_server: MemoryObjectSendStream[SessionMessage | Exception], answers: Writes) -> None:
        """Give each message to the server, and at the end wait for its answers."""
        async with to_server, answers:
            while (line := await self._lines.get()) is not None:
                if not line.strip():
                    continue
                try:
                    message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
                except ValueError:
                    await answers.send(SessionMessage(_no_message(line)))
                    continue
                self._note(message)
                await to_server.send(SessionMessage(message))
            with anyio.move_on_after(LEAVE_SECONDS):
                while self._asked:
                    self._answered.clear()
                    await self._answered.wait()

    def _note(self, message: types.JSONRPCMessage) -> None:
        """Remember what was asked, until it is answered or nobody waits for it any more."""
        if isinstance(message, types.JSONRPCRequest):
            self._asked.add(message.id)
        elif isinstance(message, types.JSONRPCNotification) and message.method == "notifications/cancelled":
            self._settle((message.params or {}).get("requestId"))

    def _settle(self, id: object) -> None:
        self._asked = {each for each in self._asked if each != id}
        self._answered.set()

    async def _answer(self, from_server: MemoryObjectReceiveStream[SessionMessage]) -> None:
        """Write each answer, until nobody has any more to give."""
        async with from_server:
            async for each in from_server:
                text = each.message.model_dump_json(by_alias=True, exclude_unset=True)
                try:
                    await anyio.to_thread.run_sync(self._write, text.encode() + b"\n")
                except OSError:  # the client is gone
                    self._lines.put_nowait(None)
                if isinstance(each.message, types.JSONRPCResponse | types.JSONRPCError):
                    self._settle(each.message.id)

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._target, data) :]


def _no_message(line: bytes) -> types.JSONRPCError:
    """The answer to a line that is no message, with its id where it has one."""
    try:
        read = json.loads(line)
    except (ValueError, RecursionError):
        read, code = None, types.PARSE_ERROR
    else:
        code = types.INVALID_REQUEST
    id = read.get("id") if isinstance(read, dict) else None
    usable = id if isinstance(id, str | int) and not isinstance(id, bool) else None
    error = types.ErrorData(code=code, message="This line is no JSON-RPC 2.0 message.")
    return types.JSONRPCError(jsonrpc="2.0", id=usable, error=error)
