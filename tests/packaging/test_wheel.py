"""What is installed is what the tree holds, and it runs on a machine that has nothing else of ours."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"


def build_wheel(folder: Path) -> Path:
    """The wheel of this tree, built without the network."""
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT))
    (wheel,) = folder.glob("stillso-*.whl")
    return wheel


def run(*command: str, env: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    """The standard output of a command that must end well; what it said stands in the failure."""
    done = subprocess.run(command, env=env, cwd=cwd, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, f"{command} ended with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_the_wheel_holds_the_whole_package_and_no_tests(tmp_path: Path):
    """The wheel holds every module, query, text and the typing marker of the tree, and nothing beside."""
    kept = {
        path.relative_to(SOURCE).as_posix()
        for path in (SOURCE / "stillso").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }
    held = set(ZipFile(build_wheel(tmp_path)).namelist())

    assert "stillso/py.typed" in held
    assert kept == {name for name in held if ".dist-info/" not in name}
    licences = {Path(name).name for name in held if ".dist-info/licenses/" in name}
    assert {"LICENSE", "NOTICE"} == licences


@pytest.mark.nightly
@pytest.mark.parametrize(
    "install",
    [
        pytest.param(("pipx", "install", "--python"), id="pipx"),
        pytest.param(("uv", "tool", "install", "--python"), id="uv"),
    ],
)
def test_the_wheel_installs_and_remembers_in_an_empty_home(tmp_path: Path, install: tuple[str, ...]):
    """In an empty home, pipx and uv give a command that explains itself and keeps a first memory."""
    bin_folder, home, work = tmp_path / "bin", tmp_path / "home", tmp_path / "work"
    home.mkdir()
    work.mkdir()
    passed_on = ("PATH", "PIP_", "UV_", "SSL_CERT_", "HTTP_PROXY", "HTTPS_PROXY", "https_proxy", "http_proxy")
    env = {name: value for name, value in os.environ.items() if name.startswith(passed_on)} | {
        "HOME": str(home),
        "LANG": "en_US.UTF-8",
        "PIPX_HOME": str(tmp_path / "pipx"),
        "PIPX_BIN_DIR": str(bin_folder),
        "UV_TOOL_DIR": str(tmp_path / "uv"),
        "UV_TOOL_BIN_DIR": str(bin_folder),
        "UV_CACHE_DIR": str(tmp_path / "uv-cache"),
        "STILLSO_STORE": str(tmp_path / "store.sqlite"),
    }
    wheel = str(build_wheel(tmp_path))
    run(sys.executable, "-m", *install, sys.executable, wheel, env=env, cwd=work)

    stillso = str(bin_folder / "stillso")
    assert "remember" in run(stillso, "--help", env=env, cwd=work)
    said = "Run unit tests only until staging is fixed"
    done = json.loads(run(stillso, "remember", said, "--json", env=env, cwd=work))["done"]
    assert ("remember", 1) == (done["verb"], done["no"])
    assert said in run(stillso, "list", "--json", env=env, cwd=work)
