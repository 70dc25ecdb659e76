"""A Messages API on loopback that gives the replies that a test has written, and keeps every request as it came."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

Json = dict[str, Any]


@dataclass(frozen=True)
class Request:
    """A request: where to, its headers by small names, and its body."""

    path: str
    headers: dict[str, str]
    body: Json

    @property
    def betas(self) -> list[str]:
        """The betas of the header, in order."""
        return [each for each in self.headers.get("anthropic-beta", "").split(",") if each]

    @property
    def results(self) -> list[Json]:
        """The results of tools in the last message."""
        content = self.body["messages"][-1]["content"]
        return [block for block in content if block["type"] == "tool_result"]


@dataclass(repr=False)
class Api:
    """The API: its address, what it is to reply, and what it was asked."""

    requests: list[Request] = field(default_factory=list)
    _replies: list[Json] = field(default_factory=list)

    def __post_init__(self) -> None:
        answering = type("Answering", (_Answering,), {"api": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), answering)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def close(self) -> None:
        """Stop answering."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def reply(self, *content: Json, **fields: Any) -> None:
        """One more reply, with these blocks; it stops for tools where it calls some, unless told otherwise."""
        calls = any(block["type"] == "tool_use" for block in content)
        self._replies.append(
            {
                "id": f"msg_{len(self._replies) + 1}",
                "type": "message",
                "role": "assistant",
                "model": "claude-test",
                "content": list(content),
                "stop_reason": "tool_use" if calls else "end_turn",
                "stop_sequence": None,
                "usage": {"input_tokens": 100, "output_tokens": 20},
                **fields,
            }
        )

    def counts(self, **count: Any) -> None:
        """The next reply is a count of tokens."""
        self._replies.append(count)

    def answer(self, request: Request) -> Json:
        """The next reply, in the order in which they were written."""
        self.requests.append(request)
        return self._replies[len(self.requests) - 1]


class _Answering(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    api: ClassVar[Api]

    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing: the requests are kept."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        reply = self.api.answer(Request(self.path.partition("?")[0], headers, body))
        if body.get("stream"):
            told = "".join(f"event: {name}\ndata: {json.dumps({'type': name, **x})}\n\n" for name, x in events(reply))
            self._give("text/event-stream", told)
        else:
            self._give("application/json", json.dumps(reply))

    def _give(self, kind: str, told: str) -> None:
        sent = told.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)


def events(reply: Json) -> Iterator[tuple[str, Json]]:
    """A reply as the events in which it is streamed; a signed summary comes whole, with its beginning."""
    yield "message_start", {"message": {**_without(reply, "context_management"), "content": [], "stop_reason": None}}
    for index, block in enumerate(reply["content"]):
        begun, delta = _DELTAS[block["type"]](block)
        yield "content_block_start", {"index": index, "content_block": begun}
        if delta:
            yield "content_block_delta", {"index": index, "delta": delta}
        yield "content_block_stop", {"index": index}
    stopped = {"stop_reason": reply["stop_reason"], "stop_sequence": None}
    managed = {name: reply[name] for name in ("context_management",) if name in reply}
    yield "message_delta", {"delta": stopped, "usage": reply["usage"], **managed}
    yield "message_stop", {}


def _without(values: Json, *names: str) -> Json:
    return {name: deepcopy(value) for name, value in values.items() if name not in names}


def _text(block: Json) -> tuple[Json, Json]:
    return {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}


def _call(block: Json) -> tuple[Json, Json]:
    return {**block, "input": {}}, {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}


def _summary(block: Json) -> tuple[Json, Json]:
    if "signature" in block:
        return block, {}
    delta = {"type": "compaction_delta", **_without(block, "type")}
    return {"type": "compaction", "content": None}, delta


_DELTAS = {"text": _text, "tool_use": _call, "compaction": _summary}


def text(said: str) -> Json:
    """A block of text."""
    return {"type": "text", "text": said}


def call(id: str, /, **given: Any) -> Json:
    """A call of the memory tool."""
    return {"type": "tool_use", "id": id, "name": "memory", "input": given}


def result(id: str, content: str, **fields: Any) -> Json:
    """What a call of a tool gave."""
    return {"type": "tool_result", "tool_use_id": id, "content": content, **fields}
