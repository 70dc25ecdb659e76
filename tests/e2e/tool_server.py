"""Stands in for ``stillso mcp`` until that is there: our verbs as tools over standard input and output.

    python tool_server.py STORE [--now ISO]

It does what the server will have to do with a call from Claude Code: the call's id says which conversation it comes
from, the environment's conversation is only the first one of the client's process.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import stillso
from stillso import App, Refused, Session, core
from stillso.adapters.claude_code import hooks
from stillso.services import conversations

VERBS = ("remember", "supersede", "amend", "confirm", "retract")


def act(app: App, params: dict[str, Any]) -> dict[str, Any]:
    """What a call of a tool comes to."""
    use = params.get("_meta", {}).get("claudecode/toolUseId")
    client = hooks.conversation_of(os.environ["CLAUDE_CODE_SESSION_ID"])
    caller = conversations.caller(app.workspace, call=use, client=client)
    if isinstance(caller, Refused):
        outcome: Any = caller
    else:
        verb = getattr(Session(app.workspace, app.texts, caller), params["name"])
        given = dict(params["arguments"])
        outcome = verb(*[given.pop(name) for name in ("no", "content") if name in given], **given)
    text = f"{type(outcome).__name__.lower()}: {app.sentence(outcome)}"
    return {"content": [{"type": "text", "text": text}], "isError": isinstance(outcome, Refused)}


def main() -> None:
    """Answer each line of standard input that asks something."""
    store, *options = sys.argv[1:]
    moments = [core.names.moment(each) for each in options[1::2]]
    app = stillso.open(store, clock=(lambda: moments[-1]) if moments else None)
    tools = [{"name": verb, "description": verb, "inputSchema": {"type": "object"}} for verb in VERBS]
    for line in sys.stdin:
        asked = json.loads(line)
        match asked["method"]:
            case "initialize":
                about = {"serverInfo": {"name": "stillso", "version": "0"}, "capabilities": {"tools": {}}}
                given: dict[str, Any] = {"result": {"protocolVersion": "2025-06-18", **about}}
            case "tools/list":
                given = {"result": {"tools": tools}}
            case "tools/call":
                given = {"result": act(app, asked["params"])}
            case _:
                given = {"error": {"code": -32601, "message": "not here"}}
        if "id" in asked:
            sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **given}) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
