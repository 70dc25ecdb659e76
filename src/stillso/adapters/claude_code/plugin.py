"""The plugin that puts stillso beside Claude Code: one folder of its own, so that nobody else's file is touched.

A folder with a manifest below ``skills/`` of the client's configuration, or of a repository, is loaded as a plugin
(seen with 2.1.332; its documentation of 2026-08-22 says so). Hooks, the server of the tools and three commands stand in
it. What was written is noted in it with digests, so that taking it out leaves what a person changed or added.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from stillso.adapters.claude_code import switching
from stillso.adapters.claude_code.switching import Switch
from stillso.core.values import dataclass, fields_of, replace
from stillso.texts import Texts

#: Where the folder of the plugin lies, below the client's configuration or the ``.claude`` of a repository.
PLACE = Path("skills") / "stillso"

#: By what the client calls the plugin in its settings.
NAME = "stillso@skills-dir"

#: Where it is noted what was written.
NOTED = "installed.json"

_COMMANDS = ("due", "why", "inbox")

#: At which events the client runs a hook, and for which tools. 10 seconds: our choice; a hook gives up before.
HOOKS: Mapping[str, str | None] = {
    "SessionStart": None,
    "UserPromptSubmit": None,
    "PreToolUse": "mcp__(plugin_stillso_)?stillso__.*",
    "PostToolUse": "AskUserQuestion",
    "PreCompact": None,
    "PostCompact": None,
    "SubagentStart": None,
    "Stop": None,
    "SessionEnd": None,
}
_HOOK_SECONDS = 10


class State(StrEnum):
    """What stands where the plugin would: nothing, this release's, another one's, a changed one, somebody else's."""

    ABSENT = "absent"
    CURRENT = "current"
    OTHER = "other"
    CHANGED = "changed"
    FOREIGN = "foreign"


@dataclass(frozen=True, kw_only=True, slots=True)
class Taken:
    """What taking the plugin out removed, and what it left because somebody had changed or added it.

    ``switched`` is the settings file in which the client's own memory was switched on again.
    """

    removed: tuple[Path, ...]
    left: tuple[Path, ...]
    switched: Path | None = None


def contents(program: Sequence[str], options: Sequence[str], person: str, version: str, texts: Texts) -> dict[str, str]:
    """The files of the plugin: text by path. ``program`` starts stillso, ``options`` say which store and language.

    Only hooks name the ``person``: the server of the tools is the agent's.
    """
    run, *words = program
    hooks = {
        event: [
            {
                **({"matcher": tools} if tools else {}),
                "hooks": [_hook(run, [*words, "hook", event, *options, "--person", person])],
            }
        ]
        for event, tools in HOOKS.items()
    }
    server = {"command": run, "args": [*words, "mcp", "--client", "claude-code", *options], "alwaysLoad": True}
    manifest = {"name": "stillso", "version": version, "description": texts["claude_code.description"]}
    files = {
        ".claude-plugin/plugin.json": _json(manifest),
        "hooks/hooks.json": _json({"hooks": hooks}),
        ".mcp.json": _json({"mcpServers": {"stillso": server}}),
        ".gitignore": "*\n",  # paths of one machine: nothing to share in a repository
    }
    for name in _COMMANDS:
        files[f"commands/{name}.md"] = texts[f"claude_code.command.{name}"] + "\n"
    return files


def _hook(run: str, words: list[str]) -> dict[str, object]:
    return {"type": "command", "command": run, "args": words, "timeout": _HOOK_SECONDS}


def _json(values: object) -> str:
    return json.dumps(values, ensure_ascii=False, indent=2) + "\n"


def state(folder: Path, wanted: Mapping[str, str]) -> State:
    """What stands in the folder of the plugin."""
    if not os.path.lexists(folder):
        return State.ABSENT
    noted = _noted(folder)
    if noted is None:
        return State.FOREIGN
    there = {name: _digest_in(folder / name) for name in noted.files}
    if any(there[name] != digest for name, digest in noted.files.items()):
        return State.CHANGED
    return State.CURRENT if noted.files == {name: _digest(text) for name, text in wanted.items()} else State.OTHER


def install(folder: Path, wanted: Mapping[str, str]) -> None:
    """Write the files of the plugin, instead of those of another release; what a person added beside them stays."""
    known = _noted(folder)
    made = known.made if known else tuple(_missing(folder))
    switch = known.switch if known else None
    for name in known.files if known else ():
        if name not in wanted:
            (folder / name).unlink(missing_ok=True)
    noted = _Noted(files={name: _digest(text) for name, text in wanted.items()}, made=made, switch=switch)
    folder.mkdir(parents=True, exist_ok=True)
    _note(folder, noted)  # first: what follows is then ours, also when it breaks off
    for name, text in wanted.items():
        _write(folder / name, text)


def replace_memory(folder: Path, file: Path) -> bool:
    """Switch the client's own memory off in a settings file; whether that changed it. The plugin must be there.

    Raises NoObject for a file that holds no JSON object.
    """
    noted, switch = _noted(folder), switching.planned(file)
    if noted is None or switch is None:
        return False
    _note(folder, replace(noted, switch=switch))  # first, as when installing
    switching.switch_off(switch)
    return True


def uninstall(folder: Path) -> Taken:
    """Take the plugin out: the files that were written, where nobody changed them, and the folders made for them.

    Where it had switched the client's own memory off, that is on again.
    """
    noted = _noted(folder)
    if noted is None:
        return Taken(removed=(), left=())
    switched = switching.switch_on(noted.switch) if noted.switch else False
    removed = [folder / name for name, digest in noted.files.items() if _digest_in(folder / name) == digest]
    for path in (*removed, folder / NOTED):
        path.unlink(missing_ok=True)
    for path in sorted({path.parent for path in removed} - {folder}, key=lambda path: len(path.parts), reverse=True):
        _remove_empty(path)
    _remove_empty(folder)
    left = sorted(path for path in folder.rglob("*") if not path.is_dir()) if folder.is_dir() else []
    for path in noted.made:
        _remove_empty(path)
    return Taken(
        removed=tuple(removed), left=tuple(left), switched=noted.switch.file if switched and noted.switch else None
    )


# --- what was written ----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class _Noted:
    """The files that were written, with digests, and the folders that were made, the innermost first.

    ``switch`` is what was put into a settings file.
    """

    files: Mapping[str, str]
    made: tuple[Path, ...]
    switch: Switch | None = None


def _noted(folder: Path) -> _Noted | None:
    try:
        read = json.loads((folder / NOTED).read_text("utf-8"))
        files, made, put = read["files"], read["made"], read.get("switch")
        if not all(isinstance(digest, str) and _is_inside(folder, name) for name, digest in files.items()):
            return None
        switch = Switch(file=Path(put["file"]), piece=str(put["piece"]), created=bool(put["created"])) if put else None
        # Whoever wrote the notes, as in a clone: settings elsewhere, and folders that are not above, are not ours.
        if switch and switch.file.parent != folder.parents[1]:
            return None
        above = tuple(path for path in map(Path, made) if path in folder.parents)
        return _Noted(files=files, made=above, switch=switch)
    except (OSError, ValueError, RuntimeError, KeyError, TypeError, AttributeError):
        return None


def _note(folder: Path, noted: _Noted) -> None:
    values: dict[str, object] = {"files": noted.files, "made": [str(each) for each in noted.made]}
    if noted.switch:
        values["switch"] = {**fields_of(noted.switch), "file": str(noted.switch.file)}
    _write(folder / NOTED, _json(values))


def _is_inside(folder: Path, name: str) -> bool:
    """Whether a name leads to a place in the folder, and by no link out of it."""
    if os.path.isabs(name) or ".." in Path(name).parts or not Path(name).parts:
        return False
    return (folder / name).parent.resolve().is_relative_to(folder.resolve())


def _missing(folder: Path) -> Iterator[Path]:
    """The folders above that are not there yet, the innermost first."""
    for above in folder.parents:
        if above.exists():
            return
        yield above


def _write(path: Path, text: str) -> None:
    """Write a whole file: a client that reads it meanwhile sees the old one or the new one.

    The draft is a new file: a link of its name, which may come with a clone, is not followed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _remove_empty(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError:
        return  # something else is in it, or it is gone


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _digest_in(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None
