"""What the settings of Claude Code say about us: read defensively, each file a JSON object or nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from stillso.adapters.claude_code.plugin import NAME


def read(path: Path) -> Mapping[str, Any]:
    """The settings in a file; empty where there is none, or none that can be read."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, Mapping) else {}


def files(config: Path, repository: Path) -> list[Path]:
    """The files of settings that count in a repository, the weakest first."""
    return [config / "settings.json", *(repository / ".claude" / f"settings{part}.json" for part in ("", ".local"))]


def obstacles(paths: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """What keeps the plugin from working, with the file that says so: all hooks are off, or the plugin is."""
    for path in paths:
        found = read(path)
        if found.get("disableAllHooks") is True:
            yield "hooks-off", path
        plugins = found.get("enabledPlugins")
        if isinstance(plugins, Mapping) and plugins.get(NAME) is False:
            yield "plugin-off", path
