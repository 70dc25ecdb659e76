"""Every tool of an agent, once: its name, the schema and text that a model is shown, and what a call of it does.

Every surface and adapter offers these and adds nothing: ``available`` says which, ``call`` carries one out. A tool asks
for what it wants as the agent of its caller; it approves nothing, hears nothing and administers nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stillso.core import policy
from stillso.core.operations import Refused
from stillso.core.values import dataclass
from stillso.core.verbs.write import MODES
from stillso.errors import Misuse
from stillso.services import access
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.texts import Texts
from stillso.tools import arguments, files, reading, writing
from stillso.tools.arguments import Argument
from stillso.tools.calls import Answer, Call, refused

__all__ = ["TOOLS", "Answer", "Call", "Tool", "available", "call"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Tool:
    """One tool. ``writes``: it asks for a change; ``replaces``: of what is there; ``repeats``: twice is as once."""

    name: str
    arguments: tuple[Argument, ...]
    run: Callable[[Call], Answer]
    writes: bool = False
    replaces: bool = False
    repeats: bool = False

    def text(self, texts: Texts) -> str:
        """What the tool does, as a model is told."""
        return texts.say(f"tools.{self.name}", files=policy.FILES_A_CALL, kilobytes=policy.FILE_BYTES // 1024)

    def schema(self, texts: Texts) -> dict[str, Any]:
        """The JSON schema of its arguments."""
        return arguments.schema(self.name, self.arguments, texts)


_BASE = Argument(name="base")
_NO = Argument(name="no", whole=True)
_THIS = Argument(name="no", whole=True, needed=True)
_CONTENT = Argument(name="content", needed=True)
_QUOTE = Argument(name="quote")
_CONDITION = Argument(name="condition")
_SCOPE = Argument(name="scope")
_AUDIENCE = Argument(name="audience", choices=policy.AUDIENCES)
_UNTIL = Argument(name="until")
_BESIDE = Argument(name="beside", whole=True, least=policy.ANY_RECORD)
_QUERY = Argument(name="query")
_AFTER = Argument(name="after")
_READ_VERSION = Argument(name="read_version", whole=True)

#: A base may have types of its own, so these are told and not enforced.
_TYPE = Argument(name="type")
_NEW_TYPE = Argument(name="type", needed=True)

_FILE = (
    Argument(name="path", needed=True),
    Argument(name="mode", needed=True, choices=MODES),
    Argument(name="content"),
    Argument(name="old"),
    Argument(name="new"),
    Argument(name="expected_sha256"),
)

TOOLS = (
    Tool(
        name="remember",
        arguments=(_BASE, _CONTENT, _NEW_TYPE, _QUOTE, _CONDITION, _SCOPE, _AUDIENCE, _UNTIL, _BESIDE),
        run=writing.remember,
        writes=True,
    ),
    Tool(
        name="supersede",
        arguments=(_BASE, _THIS, _CONTENT, _QUOTE, _CONDITION, _UNTIL, _READ_VERSION),
        run=writing.supersede,
        writes=True,
        replaces=True,
    ),
    Tool(
        name="amend",
        arguments=(_BASE, _THIS, _SCOPE, _TYPE, _AUDIENCE, _QUOTE, _CONDITION, _READ_VERSION),
        run=writing.amend,
        writes=True,
        replaces=True,
        repeats=True,
    ),
    Tool(
        name="confirm",
        arguments=(_BASE, _NO, Argument(name="proposal"), _QUOTE, _READ_VERSION),
        run=writing.confirm,
        writes=True,
        repeats=True,
    ),
    Tool(
        name="retract",
        arguments=(_BASE, _THIS, _QUOTE, _READ_VERSION),
        run=writing.retract,
        writes=True,
        replaces=True,
        repeats=True,
    ),
    Tool(
        name="recall",
        arguments=(_BASE, _QUERY, _NO, Argument(name="cleared"), _AFTER),
        run=reading.recall,
        repeats=True,
    ),
    Tool(name="why", arguments=(_BASE, _QUERY, _NO, _AFTER), run=reading.why, repeats=True),
    Tool(name="news", arguments=(_AFTER,), run=reading.news, repeats=True),
    Tool(
        name="list_context_files",
        arguments=(_BASE, Argument(name="prefix"), _AFTER),
        run=files.list_context_files,
        repeats=True,
    ),
    Tool(
        name="read_context_file",
        arguments=(_BASE, Argument(name="path", needed=True), _AFTER),
        run=files.read_context_file,
        repeats=True,
    ),
    Tool(
        name="write_context",
        arguments=(_BASE, Argument(name="files", needed=True, each=_FILE), Argument(name="reason")),
        run=files.write_context,
        writes=True,
        replaces=True,
    ),
)


def available(ws: Workspace, caller: Caller) -> tuple[Tool, ...]:
    """The tools that a caller is offered: without a base that it may write, only those that read; without any, none."""
    with ws.view() as view:
        places = access.readable(view, caller)
        writes = any(access.writable(view, each, caller) is None for each in places)
    return tuple(tool for tool in TOOLS if places and (writes or not tool.writes))


def call(
    ws: Workspace,
    texts: Texts,
    caller: Caller,
    name: str,
    given: Mapping[str, Any],
    *,
    limit: int = policy.ANSWER_BYTES,
) -> Answer:
    """Call a tool. Raises KeyError when there is none of this name; what a caller does wrong is answered."""
    tool = next((tool for tool in TOOLS if tool.name == name), None)
    if tool is None:
        raise KeyError(name)
    found = arguments.checked(name, tool.arguments, given)
    if isinstance(found, Refused):
        return refused(texts, found)
    try:
        return tool.run(Call(workspace=ws, texts=texts, caller=caller, given=found, limit=limit))
    except Misuse as mistake:
        return refused(texts, arguments.misused(mistake))
