"""claude-code install | review | uninstall | status: stillso beside Claude Code, and in the place of its own memory."""

from __future__ import annotations

import json
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
from stillso.surfaces.cli import claude_memory, claude_review, taking
from stillso.surfaces.cli.frame import command, group, option, options, pass_terminal
from stillso.surfaces.cli.terminal import Terminal

claude_code_command = group("claude-code")

#: What stands in a folder of the plugin when it is ours.
_OURS = (State.CURRENT, State.OTHER, State.CHANGED)

#: How long the server of the tools may take to start, in seconds. Our choice; the client itself waits five.
_START_SECONDS = 15

_WHERE = options(
    option("--user", "scope", flag_value="user", default="user"),
    option("--project", "scope", flag_value="project"),
)


@claude_code_command.command("install")
@_WHERE
@option("--yes", is_flag=True)
@option("--no-notes", is_flag=True)
@option("--replace", is_flag=True)
@pass_terminal
def install(terminal: Terminal, scope: str, yes: bool, no_notes: bool, replace: bool) -> None:
    terminal.only_a_person()
    folder, wanted = claude_memory.folder_of(terminal, scope), _contents(terminal)
    found = plugin.state(folder, wanted)
    if found is State.FOREIGN:
        raise terminal.mistake("plugin-foreign", folder=escapes.one_line(str(folder)))
    new = [] if no_notes else claude_memory.not_taken_over(terminal)
    if replace:
        claude_memory.may_replace(terminal, scope, len(new), yes=yes)
    if found is not State.CURRENT or new or replace:
        _ask(terminal, _announced(terminal, scope, found, wanted, len(new), replace=replace), yes=yes)
    if found is not State.CURRENT:
        plugin.install(folder, wanted)
    values: dict[str, Any] = {
        "installed": {"scope": scope, "folder": str(folder), "files": sorted(wanted), "was": found.value}
    }
    said = [
        terminal.texts.say(
            f"claude_code.{'already' if found is State.CURRENT else 'installed'}", folder=escapes.one_line(str(folder))
        )
    ]
    if new:
        taken = taking.take_over(terminal, claude_memory.look_here(terminal))
        values["notes"] = taking.values(taken)
        said += taking.told(terminal, taken)
    if replace:
        values["replaced"], told = claude_memory.replace_memory(terminal, scope)
        said.append(told)
    terminal.give(values, "\n".join(said))


def _announced(
    terminal: Terminal, scope: str, found: State, wanted: Mapping[str, str], new: int, *, replace: bool
) -> str:
    """All that will be done, as the question says it."""
    texts, folder = terminal.texts, claude_memory.folder_of(terminal, scope)
    shown = "\n".join(f"  {escapes.one_line(str(folder / name))}" for name in (*wanted, plugin.NOTED))
    said = [texts.say(f"claude_code.install.{scope}", files=shown)] * (found is not State.CURRENT)
    said += [texts.say("claude_code.install.notes", count=new)] * bool(new)
    memory = f"off.{scope}" if replace else "stays"
    said.append(texts.say(f"claude_code.install.memory-{memory}", file=claude_memory.settings_of(terminal, scope)))
    said.append(claude_memory.lost_by_replacing(terminal) if replace else "")
    return "\n".join(filter(None, said))


@claude_code_command.command("uninstall")
@_WHERE
@option("--yes", is_flag=True)
@pass_terminal
def uninstall(terminal: Terminal, scope: str, yes: bool) -> None:
    terminal.only_a_person()
    folder = claude_memory.folder_of(terminal, scope)
    found = plugin.state(folder, {})
    if found is State.FOREIGN:
        raise terminal.mistake("plugin-foreign", folder=escapes.one_line(str(folder)))
    if found is State.ABSENT:
        values: dict[str, Any] = {"removed": [], "left": [], "switched": None}
        return terminal.give({"uninstalled": values}, terminal.texts[f"claude_code.absent.{_absent(terminal, scope)}"])
    _ask(terminal, terminal.texts.say("claude_code.uninstall", folder=escapes.one_line(str(folder))), yes=yes)
    taken = plugin.uninstall(folder)
    left = "\n".join(f"  {escapes.one_line(str(path))}" for path in taken.left)
    said = [terminal.texts["claude_code.uninstalled"]]
    said += [terminal.texts.say("claude_code.switched-on", file=taken.switched)] * bool(taken.switched)
    said += [terminal.texts.say("claude_code.left", files=left)] * bool(left)
    removed, stays = ([str(path) for path in paths] for paths in (taken.removed, taken.left))
    switched = str(taken.switched) if taken.switched else None
    terminal.give({"uninstalled": {"removed": removed, "left": stays, "switched": switched}}, "\n".join(said))


def _absent(terminal: Terminal, scope: str) -> str:
    """Which sentence says that it is not installed in this scope: where it is in the other, the person meant that."""
    other = "project" if scope == "user" else "user"
    is_there = plugin.state(claude_memory.folder_of(terminal, other), {}) in _OURS
    return f"{scope}-but-{other}" if is_there else scope


def _ask(terminal: Terminal, told: str, *, yes: bool) -> None:
    """Say what will be done and wait for a yes; a no changes nothing and ends the command with 1."""
    if yes:
        return
    if terminal.wants_json or sys.stdin is None or not sys.stdin.isatty():
        raise terminal.mistake("needs-yes")
    click.echo(told)
    if not _agrees(terminal.texts["claude_code.go-on"]):
        click.echo(terminal.texts["claude_code.declined"])
        raise click.exceptions.Exit(1)


def _agrees(question: str) -> bool:
    """Whether the person says yes; anything else is a no."""
    answer = click.prompt(question, default="", show_default=False, prompt_suffix=" ")
    return answer.strip().lower() in ("y", "yes", "是", "好")


# --- the memory that is there --------------------------------------------------------------------------------


@command("review")
def review_command(terminal: Terminal) -> None:
    if claude_review.review(terminal):
        _offer(terminal)


claude_code_command.add_command(review_command)


def _offer(terminal: Terminal) -> None:
    """Nothing is open any more: the client's own memory can go. Only where stillso stands beside it, and it is on."""
    on, _ = claude_memory.memory_state()
    active = [
        scope for scope in ("project", "user") if plugin.state(claude_memory.folder_of(terminal, scope), {}) in _OURS
    ]
    if not on or not active:
        return
    scope = active[0]
    left = claude_memory.undecided(terminal, scope)
    if left:
        where = terminal.texts["look.comma"].join(f"{slug} {count}" for slug, count in left.items())
        return click.echo(terminal.texts.say("claude_code.replace.elsewhere", where=escapes.one_line(where)))
    click.echo()
    click.echo(terminal.texts.say(f"claude_code.replace.{scope}", file=claude_memory.settings_of(terminal, scope)))
    lost = claude_memory.lost_by_replacing(terminal)
    if lost:
        click.echo(lost)
    if _agrees(terminal.texts["claude_code.replace.ask"]):
        click.echo(claude_memory.replace_memory(terminal, scope)[1])


# --- status --------------------------------------------------------------------------------------------------


@claude_code_command.command("status")
@pass_terminal
def status(terminal: Terminal) -> None:
    terminal.only_a_person()
    wanted = _contents(terminal)
    scopes = {scope: plugin.state(claude_memory.folder_of(terminal, scope), wanted) for scope in ("user", "project")}
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
    for obstacle, path in (
        settings.obstacles(settings.files(claude_memory.config(), claude_memory.repository())) if active else ()
    ):
        checks.append(_check(terminal, obstacle, True, path=path))
    for scope in active:
        # A repository is somebody else's: of it only what we would write ourselves is run.
        if scope == "user" or scopes[scope] is State.CURRENT:
            checks += _starts(terminal, claude_memory.folder_of(terminal, scope))
    checks.append(_base(terminal))
    on, by = claude_memory.memory_state()
    said = ("on" if on else "off") + ("" if by else "-itself")
    checks.append(_check(terminal, f"memory.{said}", False, path=by))
    left = claude_memory.undecided(terminal, "project")
    if left:
        checks.append(_check(terminal, "notes-open", False, count=sum(left.values())))
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
    folder = places.text_of(claude_memory.repository())
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
