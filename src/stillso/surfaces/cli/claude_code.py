"""claude-code install | uninstall | status: stillso beside Claude Code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

import stillso
from stillso.adapters.claude_code import plugin, settings
from stillso.adapters.claude_code.plugin import State
from stillso.app import file_of
from stillso.core import escapes
from stillso.surfaces import hook_log, places, repositories
from stillso.surfaces.cli.frame import group, option, options, pass_terminal
from stillso.surfaces.cli.terminal import Terminal

claude_code_command = group("claude-code")

#: How long the server of the tools may take to start, in seconds. Our choice; the client itself waits five.
_START_SECONDS = 15

_WHERE = options(
    option("--user", "scope", flag_value="user", default="user"),
    option("--project", "scope", flag_value="project"),
)


@claude_code_command.command("install")
@_WHERE
@option("--yes", is_flag=True)
@pass_terminal
def install(terminal: Terminal, scope: str, yes: bool) -> None:
    terminal.only_a_person()
    folder, wanted = _folder(terminal, scope), _contents(terminal)
    found = plugin.state(folder, wanted)
    if found is State.FOREIGN:
        raise terminal.mistake("plugin-foreign", folder=escapes.one_line(str(folder)))
    if found is not State.CURRENT:
        shown = "\n".join(f"  {escapes.one_line(str(folder / name))}" for name in wanted)
        _ask(terminal, terminal.texts.say(f"claude_code.install.{scope}", files=shown), yes=yes)
        plugin.install(folder, wanted)
    values = {"installed": {"scope": scope, "folder": str(folder), "files": sorted(wanted), "was": found.value}}
    said = "already" if found is State.CURRENT else "installed"
    terminal.give(values, terminal.texts.say(f"claude_code.{said}", folder=escapes.one_line(str(folder))))


@claude_code_command.command("uninstall")
@_WHERE
@option("--yes", is_flag=True)
@pass_terminal
def uninstall(terminal: Terminal, scope: str, yes: bool) -> None:
    terminal.only_a_person()
    folder = _folder(terminal, scope)
    found = plugin.state(folder, {})
    if found is State.FOREIGN:
        raise terminal.mistake("plugin-foreign", folder=escapes.one_line(str(folder)))
    if found is State.ABSENT:
        return terminal.give({"uninstalled": {"removed": [], "left": []}}, terminal.texts["claude_code.absent"])
    _ask(terminal, terminal.texts.say("claude_code.uninstall", folder=escapes.one_line(str(folder))), yes=yes)
    taken = plugin.uninstall(folder)
    values = {"removed": [str(path) for path in taken.removed], "left": [str(path) for path in taken.left]}
    left = "\n".join(f"  {escapes.one_line(path)}" for path in values["left"])
    said = [terminal.texts["claude_code.uninstalled"]] + [terminal.texts.say("claude_code.left", files=left)] * bool(
        left
    )
    terminal.give({"uninstalled": values}, "\n".join(said))


def _ask(terminal: Terminal, told: str, *, yes: bool) -> None:
    """Say what will be done and wait for a yes; ends the command without one."""
    if yes:
        return
    if terminal.wants_json or sys.stdin is None or not sys.stdin.isatty():
        raise terminal.mistake("needs-yes")
    click.echo(told)
    answer = click.prompt(terminal.texts["claude_code.go-on"], default="", show_default=False, prompt_suffix=" ")
    if answer.strip().lower() not in ("y", "yes", "是", "好"):
        raise click.Abort


# --- status --------------------------------------------------------------------------------------------------


@claude_code_command.command("status")
@pass_terminal
def status(terminal: Terminal) -> None:
    terminal.only_a_person()
    wanted = _contents(terminal)
    scopes = {scope: plugin.state(_folder(terminal, scope), wanted) for scope in ("user", "project")}
    active = [scope for scope, found in scopes.items() if found not in (State.ABSENT, State.FOREIGN)]
    checks: list[dict[str, Any]] = [
        _check(
            terminal,
            f"plugin.{found}",
            found in (State.CHANGED, State.FOREIGN),
            scope=terminal.texts[f"claude_code.scope.{scope}"],
        )
        for scope, found in scopes.items()
    ]
    if not active:
        checks.append(_check(terminal, "not-installed", True))
    for obstacle, path in settings.obstacles(settings.files(_config(), _repository())) if active else ():
        checks.append(_check(terminal, obstacle, True, path=path))
    for scope in active:
        # A repository is somebody else's: of it only what we would write ourselves is run.
        if scope == "user" or scopes[scope] is State.CURRENT:
            checks += _starts(terminal, _folder(terminal, scope))
    checks.append(_base(terminal))
    failed = hook_log.last(file_of(terminal.address), 1)
    if failed:
        checks.append(_check(terminal, "hooks-log", False, line=failed[0]))
    problems = sum(each["problem"] for each in checks)
    values = {"installed": {scope: found.value for scope, found in scopes.items()}, "checks": checks}
    rows = [terminal.texts.say(f"claude_code.row.{'problem' if each['problem'] else 'ok'}", **each) for each in checks]
    terminal.give({**values, "problems": problems}, "\n".join(rows))
    if problems:
        raise click.exceptions.Exit(1)


def _check(terminal: Terminal, case: str, problem: bool, **facts: object) -> dict[str, Any]:
    shown = {name: escapes.one_line(str(value)) for name, value in facts.items()}
    return {"check": case, "problem": problem, "message": terminal.texts.say(f"claude_code.status.{case}", **shown)}


def _base(terminal: Terminal) -> dict[str, Any]:
    """Which base serves this repository, and why."""
    found = repositories.find(terminal.app, Path.cwd())
    folder = places.text_of(_repository())
    if found is None:
        return _check(terminal, "base.none", False, folder=folder)
    why = "moved" if found.moved else "folder"
    return _check(
        terminal, f"base.{why}", False, folder=folder, base=found.base.slug, was=found.base.settings["folder"]
    )


def _starts(terminal: Terminal, folder: Path) -> list[dict[str, Any]]:
    """Whether what the plugin runs starts: a hook that has nothing to do, and the server, up to its greeting."""
    hook = _first_hook(settings.read(folder / "hooks" / "hooks.json"))
    server = settings.read(folder / ".mcp.json").get("mcpServers", {}).get("stillso", {})
    greeting = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "stillso status", "version": stillso.__version__},
        },
    }
    return [
        _started(terminal, "hook", hook, "{}"),
        _started(terminal, "server", server, json.dumps(greeting) + "\n", answered='"serverInfo"'),
    ]


def _first_hook(read: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        found = read["hooks"]["SessionStart"][0]["hooks"][0]
    except (KeyError, IndexError, TypeError):
        return {}
    return found if isinstance(found, Mapping) else {}


def _started(terminal: Terminal, what: str, run: Mapping[str, Any], given: str, answered: str = "") -> dict[str, Any]:
    command = [str(run.get("command", "")), *map(str, run.get("args", ()))]
    try:
        ended = subprocess.run(
            command, input=given, capture_output=True, text=True, timeout=_START_SECONDS, check=False
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as problem:
        return _check(terminal, f"{what}-fails", True, reason=problem)
    if ended.returncode or answered not in ended.stdout:
        reason = (ended.stderr.strip().splitlines() or [str(ended.returncode)])[-1]
        return _check(terminal, f"{what}-fails", True, reason=reason)
    return _check(terminal, f"{what}-starts", False)


# --- where ---------------------------------------------------------------------------------------------------


def _contents(terminal: Terminal) -> dict[str, str]:
    """What the plugin holds when it is installed from here: this Python, this store, this person, this language.

    ``-P`` keeps a folder of the repository that is called like a module of ours from being run in its place.
    """
    store, person = file_of(terminal.address).absolute(), terminal.owner.caller.principal.name
    program = [sys.executable, "-P", "-m", "stillso"]
    options = ["--store", str(store), "--lang", terminal.texts.language]
    return plugin.contents(program, options, person, stillso.__version__, terminal.texts)


def _config() -> Path:
    """The folder of Claude Code's configuration."""
    return Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude")


def _repository() -> Path:
    return places.repository_of(Path.cwd())


def _folder(terminal: Terminal, scope: str) -> Path:
    above = _config() if scope == "user" else _repository() / ".claude"
    return above.absolute() / plugin.PLACE
