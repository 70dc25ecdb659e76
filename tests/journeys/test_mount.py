"""A base as a folder of files: mounted once, kept up to date by a process of its own, taken away."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from stillso import FileChange
from stillso.testing.mishaps import like_anybody

if TYPE_CHECKING:
    from tests.journeys.conftest import House, Shell


def write(house: House, path: str, content: str = "一\n") -> None:
    """A new file in the base."""
    house.mei.write(FileChange(path=path, mode="create", content=content), base="shop")


@contextmanager
def watching(shell: Shell) -> Iterator[subprocess.Popen[bytes]]:
    """A process that keeps the base shop mounted, once it has begun to."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests in the background ignores it
    process = shell.begin("mount", "shop", "kb", "--watch")
    assert process.stdout is not None
    assert b"shows version" in process.stdout.readline()
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=60)


def told(process: subprocess.Popen[bytes]) -> str:
    """The next line that it says on standard error."""
    assert process.stderr is not None
    return process.stderr.readline().decode().strip()


def test_mount_and_unmount(house: House, shell: Shell) -> None:
    """What is shown where, whether that is new, and that it is gone."""
    write(house, "notes/更新.md")
    path = str(shell.home / "kb")
    first, again = shell("mount", "shop", "kb"), shell("mount", "shop", "kb/")
    shown = {"base": "shop", "version": 1, "path": path, "files": 1}
    assert [{"mounted": {**shown, "changed": True}}, {"mounted": {**shown, "changed": False}}] == [
        first.json,
        again.json,
    ]
    assert "一\n" == (shell.home / "kb" / "notes" / "更新.md").read_text("utf-8")
    assert {"unmounted": {"path": path}} == shell("unmount", "kb").json
    assert (3, "missing") == ((gone := shell("unmount", "kb")).code, gone.json["refused"])


def test_the_help_says_what_confirms_a_write(shell: Shell) -> None:
    """Whoever reads files must not take the mount for the answer."""
    help = " ".join(shell.plain("mount", "--help").out.split())
    assert "told by the answer to the write, and not by the mount" in help


def test_watch_follows_the_base_until_it_is_interrupted(house: House, shell: Shell) -> None:
    """Each switch is said on standard error; Ctrl-C ends with 130, and what is shown stays."""
    write(house, "a.md")
    with watching(shell) as process:
        for version, name in enumerate(("b.md", "c.md"), start=2):
            write(house, name)
            assert f"shows version {version} of shop now" in told(process)
            assert (shell.home / "kb" / name).exists()
        process.send_signal(signal.SIGINT)
        assert 130 == process.wait(timeout=60)
    assert ["a.md", "b.md", "c.md"] == sorted(os.listdir(shell.home / "kb"))
    assert 3 == json.loads((shell.home / "kb" / ".." / "version").read_bytes())["version"]


def test_watch_ends_where_it_was_unmounted(house: House, shell: Shell) -> None:
    """It does not make anew what somebody took away."""
    write(house, "a.md")
    with watching(shell) as process:
        assert 0 == shell("unmount", "kb").code
        assert "Nothing is mounted" in told(process)
        assert 3 == process.wait(timeout=60)
    assert [] == list(shell.home.glob("*kb*"))


def test_watch_goes_on_after_another_was_killed(house: House, shell: Shell) -> None:
    """Kill -9 leaves what was shown, and the next one takes it up."""
    write(house, "a.md")
    with watching(shell) as process:
        process.kill()
        process.wait(timeout=60)
    write(house, "b.md")
    with watching(shell):
        assert ["a.md", "b.md"] == sorted(os.listdir(shell.home / "kb"))


def test_an_agent_mounts_what_it_may_read(house: House, shell: Shell) -> None:
    """In its shell and in a session alike; without a grant it is refused, and nothing is made."""
    write(house, "a.md")
    house.mei.create_base("docs")
    shell.environment |= {"CLAUDECODE": "1"}
    assert 0 == shell.plain("mount", "shop", "kb", "--session", house.session().id).code
    assert 0 == shell.plain("mount", "shop", "kb").code
    refused = shell.plain("mount", "docs", "other", "--json")
    assert (3, "no-grant") == (refused.code, refused.json["refused"])
    assert [] == list(shell.home.glob("*other*"))


def test_without_room_what_was_shown_stays(house: House, shell: Shell) -> None:
    """A disk that is full, as a limit on the size of files is: the reason, and that nothing changed."""
    write(house, "a.md")
    assert 0 == shell("mount", "shop", "kb").code
    write(house, "b.md", "x" * 200_000)
    house.app.close()
    command = 'ulimit -f 100; exec "$0" -m stillso mount shop kb'
    ended = subprocess.run(
        ["sh", "-c", command, sys.executable],
        cwd=shell.folder,
        env=shell.environment,
        capture_output=True,
        text=True,
    )
    assert (1, ["a.md"]) == (ended.returncode, os.listdir(shell.home / "kb"))
    assert "it stays as it was" in ended.stderr
    assert 2 == shell("mount", "shop", "kb").json["mounted"]["version"]


def test_what_stands_there_already_is_not_touched(house: House, shell: Shell) -> None:
    """Refused in the language of the terminal, and nothing on standard output."""
    (shell.home / "kb").write_text("mine")
    found = shell.plain("mount", "shop", "kb", "--lang", "zh-Hant")
    assert (3, "", "mine") == (found.code, found.out, (shell.home / "kb").read_text())
    assert "不是 mount 建立的" in found.err


def as_anybody(shell: Shell, *words: str) -> tuple[int, str]:
    """What a command ends with and says whom permissions bind, as they do not bind root."""
    command = [sys.executable, "-m", "stillso", *words]
    ended = subprocess.run(
        command, cwd=shell.folder, env=shell.environment, preexec_fn=like_anybody, capture_output=True, text=True
    )
    return ended.returncode, ended.stdout + ended.stderr


def test_a_mount_is_switched_and_taken_away_by_whom_its_modes_bind(house: House, shell: Shell) -> None:
    """Read-only folders do not stand in the way of the next version, nor of their removal."""
    write(house, "notes/a.md")
    assert 0 == as_anybody(shell, "mount", "shop", "kb")[0]
    write(house, "notes/b.md")
    assert 0 == as_anybody(shell, "mount", "shop", "kb")[0]
    assert ["a.md", "b.md"] == sorted(os.listdir(shell.home / "kb" / "notes"))
    assert 0 == as_anybody(shell, "unmount", "kb")[0]
    assert [] == list(shell.home.glob("*kb*"))


def test_without_permission_it_says_so(house: House, shell: Shell) -> None:
    """The folder that it would have to write to, in plain words, and exit code 1."""
    write(house, "a.md")
    (shell.home / "closed").mkdir(mode=0o555)
    code, said = as_anybody(shell, "mount", "shop", "closed/kb")
    assert 1 == code
    assert "Permission denied" in said
    assert "it stays as it was" in said
