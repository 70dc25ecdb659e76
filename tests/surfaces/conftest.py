"""A store on the disk, servers on it as real processes, and how clients talk to them."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client, StdioServerParameters

import stillso
from stillso import App, Owner, Session
from stillso.services.inbox import Pending

SOURCE = Path(stillso.__file__).parents[1]
WORDS = "from now on write commit messages in English"
RULE = {"content": "Commit messages are written in English", "type": "feedback", "quote": WORDS}


class House:
    """A store with the base shop, which the agents claude-code and agent may write, and how servers on it start."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = folder / "memory.db"
        self.app: App = stillso.open(self.store)
        self.mei: Owner = self.app.owner("mei")
        self.mei.create_base("shop")
        for agent in ("claude-code", "agent"):
            self.app.add_agent(agent)
            self.mei.grant(agent, "shop", "write")
        self.environment = {
            "HOME": str(folder),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(SOURCE),
            "LANG": "en_US.UTF-8",
            "STILLSO_STORE": str(self.store),
            "STILLSO_PERSON": "mei",
        }

    def command(self, *words: str, **environment: str) -> StdioServerParameters:
        """``stillso mcp`` as a client starts it."""
        return StdioServerParameters(
            command=sys.executable,
            args=["-m", "stillso", "mcp", *words],
            env=self.environment | environment,
            cwd=self.folder,
        )

    def begin(self, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        """A server as a process whose streams the test holds; ``stillso mcp`` unless a script is named."""
        return subprocess.Popen(
            [sys.executable, *(arguments or ("-m", "stillso", "mcp"))],
            cwd=self.folder,
            env=self.environment | environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def sessions(self) -> list[Session]:
        """The sessions of the store, newest first, as mei may speak in them."""
        resumed = [self.app.resume(row.id, "mei") for row in self.app.sessions()]
        return [each for each in resumed if isinstance(each, Session)]

    def waiting(self) -> list[Pending]:
        """What waits for a person."""
        found = self.app.inbox("shop")
        assert isinstance(found, list)
        return found


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A store on the disk."""
    house = House(tmp_path)
    yield house
    house.app.close()


def using(server: Any, era: str, work: Callable[[Client], Awaitable[Any]]) -> Any:
    """What comes of talking to a server through the library's client."""

    async def talk() -> Any:
        async with Client(server, mode=era) as client:
            return await work(client)

    return asyncio.run(asyncio.wait_for(talk(), 60))


async def said(client: Client, name: str, arguments: Mapping[str, Any] | None = None) -> str:
    """The text of an answer, which must be text alone."""
    result = await client.call_tool(name, dict(arguments or {}))
    (content,) = result.content
    assert result.structured_content is None
    return content_of(content)


def content_of(content: object) -> str:
    """The text of what must be text."""
    assert isinstance(content, types.TextContent)
    return content.text


def asked(*requests: tuple[str, Mapping[str, Any]]) -> bytes:
    """Lines of a client of 2025-06-18 that shakes hands and asks these, all at once."""
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "lines", "version": "1"},
    }
    lines: list[dict[str, Any]] = [
        {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ]
    for n, (method, params) in enumerate(requests, 1):
        lines.append({"jsonrpc": "2.0", "id": n, "method": method, "params": dict(params)})
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def called(name: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
    """A call of a tool, as a request."""
    return "tools/call", {"name": name, "arguments": arguments}


def answers(out: bytes) -> dict[Any, dict[str, Any]]:
    """The answers by id: every line is JSON-RPC 2.0."""
    lines = [json.loads(line) for line in out.decode().splitlines()]
    assert {"2.0"} == {line["jsonrpc"] for line in lines}
    return {line["id"]: line for line in lines}


def text_of(answer: dict[str, Any]) -> str:
    """The text of the answer of a tool."""
    (content,) = answer["result"]["content"]
    assert isinstance(content["text"], str)
    return content["text"]
