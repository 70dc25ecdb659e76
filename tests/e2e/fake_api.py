"""A Messages API on loopback that says what a test has written, and keeps every request.

The model is the test: ``script`` gives its answers to the conversation, one a request and in this order; ``rule``
answers whatever else asks, such as a subagent. An answer may be a function of the request, which may take its time.
What nobody wrote an answer for is answered with "OK.".
"""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

#: How long a test waits for a request. A turn takes less than a second on an idle machine.
PATIENCE_SECONDS = 30


@dataclass(frozen=True)
class Turn:
    """One answer of the model: its text, then its calls of tools."""

    text: str = ""
    calls: tuple[tuple[str, dict[str, Any]], ...] = ()

    def message(self, model: str) -> dict[str, Any]:
        """The answer as the API gives it."""
        content: list[dict[str, Any]] = [{"type": "text", "text": self.text}] if self.text else []
        for name, given in self.calls:
            content.append({"type": "tool_use", "id": f"toolu_{uuid.uuid4().hex[:20]}", "name": name, "input": given})
        return {
            "id": f"msg_{uuid.uuid4().hex[:20]}",
            "type": "message",
            "role": "assistant",
            "model": model,
            "content": content,
            "stop_reason": "tool_use" if self.calls else "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 100, "output_tokens": 20},
        }


def say(text: str) -> Turn:
    """The model says something."""
    return Turn(text=text)


def call(name: str, /, **given: Any) -> Turn:
    """The model calls a tool."""
    return Turn(calls=((name, given),))


@dataclass(frozen=True)
class Request:
    """A request of the client for an answer of the model."""

    sent: bytes

    @cached_property
    def body(self) -> dict[str, Any]:
        """What was sent, read."""
        found: dict[str, Any] = json.loads(self.sent)
        return found

    @property
    def system(self) -> str:
        """The system prompt, and what the client tells the model in the middle of the messages."""
        told = [each for each in self.messages if each["role"] == "system"]
        return _text([self.body.get("system"), *told])

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The messages, as they came."""
        return self.body.get("messages") or []

    @property
    def text(self) -> str:
        """All that the model reads, but the descriptions of tools."""
        return _text([self.body.get("system"), *self.messages])

    @property
    def said(self) -> str:
        """The last message of the role user: a prompt, or the results of tools."""
        return _text([each for each in self.messages if each["role"] == "user"][-1:])

    @property
    def tools(self) -> list[str]:
        """The names of the tools whose descriptions came along."""
        return [each["name"] for each in self.body.get("tools") or []]

    @property
    def is_of_subagent(self) -> bool:
        """Whether a subagent asks: it has tools, but none to ask a person with."""
        return bool(self.tools) and "AskUserQuestion" not in self.tools

    @property
    def results(self) -> list[str]:
        """What each call of a tool gave, oldest first."""
        blocks = [block for each in self.messages if isinstance(each["content"], list) for block in each["content"]]
        return [_text(block.get("content")) for block in blocks if block["type"] == "tool_result"]


def _text(found: object) -> str:
    """All text in a message, a list of blocks or a system prompt."""
    match found:
        case str():
            return found
        case list():
            return "\n".join(filter(None, map(_text, found)))
        case dict():
            return _text([found.get(name) for name in ("text", "content", "input") if name in found])
        case _:
            return ""


#: An answer, or how it is worked out.
Answer = Turn | Callable[[Request], Turn]


@dataclass(repr=False)
class FakeApi:
    """The API: its address, what it is to say, what it was asked, and whom else the client wanted to ask."""

    requests: list[Request] = field(default_factory=list)
    strays: list[str] = field(default_factory=list)
    _script: list[Answer] = field(default_factory=list)
    _rules: list[tuple[Callable[[Request], bool], Answer]] = field(default_factory=list)
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def __post_init__(self) -> None:
        answering = type("Answering", (_Answering,), {"api": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), answering)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()

    def close(self) -> None:
        """Stop answering."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def script(self, *answers: Answer) -> None:
        """Further answers to the conversation, in this order."""
        with self._changed:
            self._script.extend(answers)

    def rule(self, when: Callable[[Request], bool], answer: Answer) -> None:
        """The answer to every request of a kind; the script stands back for it."""
        with self._changed:
            self._rules.append((when, answer))

    def asked(
        self,
        when: Callable[[Request], bool] = lambda request: True,
        *,
        after: int = 0,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> Request:
        """The first request of a kind since request ``after``; waits until it comes."""

        def found() -> Request | None:
            return next((each for each in self.requests[after:] if when(each)), None)

        with self._changed:
            request = self._changed.wait_for(found, patience_seconds)
            assert request is not None, f"no such request among {[each.said[-200:] for each in self.requests]}"
            return request

    def answer(self, sent: bytes) -> dict[str, Any]:
        """Choose the answer to a request, and keep the request."""
        request = Request(sent)
        with self._changed:
            chosen = self._choose(request)
            self.requests.append(request)
            self._changed.notify_all()
        turn = chosen if isinstance(chosen, Turn) else chosen(request)  # may take its time
        return turn.message(request.body["model"])

    def _choose(self, request: Request) -> Answer:
        for when, answer in self._rules:
            if when(request):
                return answer
        return self._script.pop(0) if self._script and request.tools else say("OK.")


class _Answering(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    api: ClassVar[FakeApi]

    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing: the requests are kept."""

    def do_POST(self) -> None:
        path = self.path.partition("?")[0]
        sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if path != "/v1/messages":
            self._give({"input_tokens": 100} if path.endswith("/count_tokens") else {})
        elif json.loads(sent).get("stream"):
            self._stream(self.api.answer(sent))
        else:
            self._give(self.api.answer(sent))

    def do_GET(self) -> None:
        self._give({"data": [], "has_more": False})

    def do_HEAD(self) -> None:
        self._give({})

    def do_CONNECT(self) -> None:
        """Somebody else is asked for, through the proxy that we are told to be."""
        self.api.strays.append(self.path)
        self.send_error(403)

    def _give(self, values: dict[str, Any]) -> None:
        told = json.dumps(values).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(told)

    def _stream(self, message: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for name, values in _events(message):
            told = json.dumps({"type": name, **values}, ensure_ascii=False)
            self.wfile.write(f"event: {name}\ndata: {told}\n\n".encode())
        self.close_connection = True


def _events(message: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A message as the events in which it is streamed."""
    yield "message_start", {"message": {**message, "content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            begun, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            given = json.dumps(block["input"], ensure_ascii=False)
            begun, delta = {**block, "input": {}}, {"type": "input_json_delta", "partial_json": given}
        yield "content_block_start", {"index": index, "content_block": begun}
        yield "content_block_delta", {"index": index, "delta": delta}
        yield "content_block_stop", {"index": index}
    stopped = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield "message_delta", {"delta": stopped, "usage": message["usage"]}
    yield "message_stop", {}
