"""claude-code install | uninstall | status, as a person types them."""

from __future__ import annotations

import hashlib
import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.adapters.test_plugin import everything

if TYPE_CHECKING:
    from tests.journeys.conftest import Printed, Shell


@pytest.fixture
def claude(shell: Shell) -> Shell:
    """A terminal in a repository, with a client's configuration."""
    (shell.home / ".claude").mkdir()
    (shell.home / ".claude" / "settings.json").write_text('{"model": "opus"}\n')
    shell.folder = shell.home / "shop"
    (shell.folder / ".git").mkdir(parents=True)
    return shell


def status(shell: Shell, **environment: str) -> tuple[int, dict[str, Any]]:
    """The exit code of status, and its checks by name."""
    found: Printed = shell.plain("claude-code", "status", "--json", environment=environment)
    values = json.loads(found.out)
    return found.code, {"installed": values["installed"], **{each["check"]: each for each in values["checks"]}}


def test_installed_and_taken_out_the_configuration_is_as_before(claude: Shell):
    """Twice is as once; no other file is touched."""
    config = claude.home / ".claude"
    before = everything(config)
    codes = [claude.plain("claude-code", "install", "--yes").code for _ in range(2)]
    assert (config / "skills" / "stillso" / "hooks" / "hooks.json").is_file()
    assert before.items() <= everything(config).items()
    codes.append(claude.plain("claude-code", "uninstall", "--yes").code)
    assert ([0, 0, 0], before) == (codes, everything(config))


def test_a_project_alone_has_it_in_its_own_folder(claude: Shell):
    """And keeps it out of what is shared."""
    claude.plain("claude-code", "install", "--project", "--yes")
    folder = claude.folder / ".claude" / "skills" / "stillso"
    assert "*\n" == (folder / ".gitignore").read_text()
    assert {"user": "absent", "project": "current"} == status(claude)[1]["installed"]
    claude.plain("claude-code", "uninstall", "--project", "--yes")
    assert not (claude.folder / ".claude").exists()


def test_the_configuration_may_lie_elsewhere(claude: Shell):
    """As the client itself takes it."""
    elsewhere = claude.home / "config"
    claude.plain("claude-code", "install", "--yes", environment={"CLAUDE_CONFIG_DIR": str(elsewhere)})
    assert (elsewhere / "skills" / "stillso" / ".mcp.json").is_file()
    assert not (claude.home / ".claude" / "skills").exists()


def test_status_says_what_is_active_and_whose_base_serves(claude: Shell):
    """All is well: it starts, and says why this base."""
    claude("remember", "--", "answer in English")
    claude.plain("claude-code", "install", "--yes")
    code, found = status(claude)
    assert (0, {"user": "current", "project": "absent"}) == (code, found["installed"])
    assert {"hook-starts", "server-starts", "base.folder"} <= set(found)
    assert "served by the knowledge base shop, whose folder it is" in found["base.folder"]["message"]


def test_status_fails_where_nothing_is_installed(claude: Shell):
    """And says how to change that."""
    code, found = status(claude)
    assert (1, True) == (code, found["not-installed"]["problem"])


def test_status_fails_loudly_when_what_is_run_does_not_start(claude: Shell):
    """The Python that it was installed with is gone, say."""
    claude.plain("claude-code", "install", "--yes")
    folder = claude.home / ".claude" / "skills" / "stillso"
    for name in ("hooks/hooks.json", ".mcp.json"):
        path = folder / name
        path.write_text(path.read_text().replace('"command": "/', '"command": "/gone/'))
    code, found = status(claude)
    assert (1, "changed") == (code, found["installed"]["user"])
    assert {"hook-fails", "server-fails", "plugin.changed"} <= set(found)


def test_status_runs_nothing_that_a_repository_brings_along(claude: Shell):
    """A plugin that came with it may name any program; what is there is told."""
    claude.plain("claude-code", "install", "--project", "--yes")
    folder, run = claude.folder / ".claude" / "skills" / "stillso", claude.home / "run"
    noted = json.loads((folder / "installed.json").read_text())
    hooks = {"hooks": {"SessionStart": [{"hooks": [{"command": "touch", "args": [str(run)]}]}]}}
    theirs = {
        "hooks/hooks.json": hooks,
        ".mcp.json": {"mcpServers": {"stillso": {"command": "touch", "args": [str(run)]}}},
    }
    for name, values in theirs.items():
        (folder / name).write_text(json.dumps(values))
        noted["files"][name] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    (folder / "installed.json").write_text(json.dumps(noted))
    assert "other" == status(claude)[1]["installed"]["project"]
    assert not run.exists()


@pytest.mark.parametrize(
    ("place", "text", "check"),
    [
        (".claude/settings.json", '{"disableAllHooks": true}', "hooks-off"),
        ("shop/.claude/settings.local.json", '{"enabledPlugins": {"stillso@skills-dir": false}}', "plugin-off"),
    ],
)
def test_status_names_the_setting_that_keeps_it_from_working(claude: Shell, place: str, text: str, check: str):
    """With the file it stands in."""
    claude.plain("claude-code", "install", "--yes")
    path = claude.home / place
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    code, found = status(claude)
    assert (1, True) == (code, str(path) in found[check]["message"])


def test_status_tells_of_another_store(claude: Shell):
    """What was installed for one store is not what this terminal uses."""
    claude.plain("claude-code", "install", "--yes")
    claude.store = claude.home / "other.db"
    claude.environment["STILLSO_STORE"] = str(claude.store)
    assert "other" == status(claude)[1]["installed"]["user"]


def test_a_folder_of_somebody_elses_is_left_alone(claude: Shell):
    """Nothing is written, and it is said where."""
    folder = claude.home / ".claude" / "skills" / "stillso"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text("theirs")
    before = everything(claude.home / ".claude")
    answers = [claude.plain("claude-code", each, "--yes") for each in ("install", "uninstall")]
    assert [2, 2] == [each.code for each in answers]
    assert str(folder) in answers[0].err
    assert before == everything(claude.home / ".claude")


def test_nothing_is_done_where_nobody_can_be_asked(claude: Shell):
    """A script says --yes."""
    found = claude.plain("claude-code", "install")
    assert (2, True) == (found.code, "--yes" in found.err)
    assert not (claude.home / ".claude" / "skills").exists()


@pytest.mark.parametrize(("answer", "there"), [(b"y\n", True), (b"n\n", False), (b"\n", False)])
def test_a_person_is_shown_every_file_and_asked(claude: Shell, answer: bytes, there: bool):
    """On a terminal; anything but a yes changes nothing."""
    shown = typed(claude, answer, "claude-code", "install")
    assert "hooks.json" in shown
    assert "no other file is touched" in shown
    assert there == ("Nothing was changed." not in shown) == (claude.home / ".claude" / "skills").exists()


def test_every_file_that_is_written_was_named_before(claude: Shell):
    """The question says that no other file is touched."""
    shown = typed(claude, b"y\n", "claude-code", "install")
    folder = claude.home / ".claude" / "skills" / "stillso"
    assert [] == [str(path) for path in folder.rglob("*") if path.is_file() and str(path) not in shown]


def test_taking_it_out_names_the_other_place_where_it_is(claude: Shell):
    """Who says uninstall where only the other one is installed, meant that one."""
    claude.plain("claude-code", "install", "--project", "--yes")
    assert "claude-code uninstall --project" in claude.plain("claude-code", "uninstall").out
    claude.plain("claude-code", "uninstall", "--project", "--yes")
    assert "uninstall --project" not in claude.plain("claude-code", "uninstall").out


def typed(shell: Shell, answer: bytes, *words: str) -> str:
    """What a command shows on a real terminal, when this is typed there."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "stillso", *words],
        cwd=shell.folder,
        env=shell.environment,
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    os.close(theirs)
    os.write(ours, answer)
    out, _ = process.communicate(timeout=30)
    os.close(ours)
    return out.decode()


def test_an_agent_does_not_install_anything(claude: Shell):
    """Only a person may: in an agent's shell it is refused."""
    codes = [
        claude.plain("claude-code", each, environment={"CLAUDECODE": "1"}).code
        for each in ("install", "uninstall", "status")
    ]
    assert [3, 3, 3] == codes
    assert not Path(claude.home / ".claude" / "skills").exists()
