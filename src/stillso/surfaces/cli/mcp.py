"""mcp: the tools of an agent for a client that speaks MCP, on standard input and output."""

from __future__ import annotations

import gc
import os
import sys

import click

import stillso
from stillso import services
from stillso.adapters.claude_code import hooks
from stillso.core import policy
from stillso.core.operations import Refused
from stillso.errors import Code
from stillso.services.access import Caller
from stillso.surfaces import mcp
from stillso.surfaces.cli.frame import command, option
from stillso.surfaces.cli.terminal import Terminal


@command("mcp")
@option("--agent", metavar="NAME")
@option("--base", "bases", metavar="SLUG", multiple=True)
@option("--channel", type=click.Choice(policy.CHANNELS), default="cli")
@option("--client", type=click.Choice([hooks.AGENT]))
def mcp_command(
    terminal: Terminal, agent: str | None, bases: tuple[str, ...], channel: str, client: str | None
) -> None:
    if sys.stdin is None or sys.stdout is None:
        raise terminal.mistake("no-input")
    if terminal.agent and agent not in (None, terminal.agent):
        terminal.only_a_person()  # an agent's client cannot choose to be another agent
    person = None if terminal.agent else terminal.owner.caller.principal.name
    alone = _Process(terminal, terminal.agent or agent or client or "agent", bases, channel, person)
    who = _Client(terminal, alone) if client else alone
    if terminal.embedder_problem:
        print(f"stillso: STILLSO_EMBED: {terminal.embedder_problem}", file=sys.stderr)
    gc.freeze()
    gc.enable()  # this process lives longer than a command
    try:
        mcp.serve(terminal.app, who)
    finally:
        alone.end()


class _Client:
    """Who calls from a client whose hooks run: the session of the conversation, which hears what is said there.

    The client says in which conversation it started this process, and its hook which one each call comes from. A call
    that no hook knows of is made by the process, in whose session nobody speaks.
    """

    def __init__(self, terminal: Terminal, alone: _Process) -> None:
        self._workspace = terminal.app.workspace
        self._alone = alone
        started_in = os.environ.get("CLAUDE_CODE_SESSION_ID")
        self._conversation = hooks.conversation_of(started_in) if started_in else None

    def __call__(self, use: str | None) -> Caller | Refused:
        found = services.conversations.caller(self._workspace, call=use, client=self._conversation)
        return self._alone(use) if isinstance(found, Refused) and use is not None else found


class _Process:
    """Who calls, for the life of a process: the agent, in one session that nobody speaks in.

    The session is opened by the first call that can have one, so that what a person sets up meanwhile counts at once.
    Nothing is made or granted here: a client starts this process, and clients are not people.
    """

    def __init__(
        self, terminal: Terminal, agent: str, bases: tuple[str, ...], channel: str, person: str | None
    ) -> None:
        self._terminal = terminal
        self._app = terminal.app
        self._agent = agent
        self._bases = bases
        self._channel = channel
        self._person = person
        self._session: stillso.Session | None = None

    def __call__(self, use: str | None) -> Caller | Refused:
        if self._session is not None and not self._is_over(self._session):
            return self._session.caller
        opened = self._open()
        if isinstance(opened, Refused):
            return opened
        self._session = opened
        return opened.caller

    def _open(self) -> stillso.Session | Refused:
        known = self._app.agent(self._agent)
        if isinstance(known, Refused):
            return Refused(code=Code.UNKNOWN, facts={"what": "agent", "name": self._agent, "reason": "new-agent"})
        bases = self._bases_of(known.caller)
        if not bases:
            return Refused(code=Code.NO_GRANT, facts={"agent": self._agent, "reason": "nowhere"})
        return self._app.session(self._agent, bases, channel=self._channel, person=self._person)

    def _bases_of(self, caller: Caller) -> list[str]:
        """The bases that were named; else the one of the repository here; else all that the agent is linked to."""
        if self._bases:
            return [self._terminal.slug(base) for base in self._bases]
        here = self._terminal.repository_base()
        if here is not None:
            return [here]
        with self._app.workspace.view() as view:
            return [base.slug for base in view.bases() if services.access.level_of(view, caller.principal, base)]

    def _is_over(self, session: stillso.Session) -> bool:
        with self._app.workspace.view() as view:
            row = view.session(session.id)
        return row is None or row.closed_at is not None

    def end(self) -> None:
        """Close the session, if one was opened."""
        if self._session is not None:
            self._session.end()
