"""Commands of a shell: does one only look, so that it can be run again for the same answer?

When in doubt it does not: then its output stays until the window is compacted. Our choice of commands; checks that run
again by design (tests, linters, builds) count among those that look.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from itertools import pairwise

from stillso.core import late

_LOOKS = frozenset(
    "ls cat head tail less more wc grep egrep fgrep rg ag find fd tree stat file du df pwd which type whoami date uname"
    " diff cmp sort uniq cut tr column nl od xxd strings md5sum sha1sum sha256sum cksum basename dirname realpath"
    " readlink printf echo true test ps top free uptime id jq yq cd pytest ruff mypy flake8 pylint eslint tsc jest"
    " vitest tox nox man help".split()
)
#: Programs of which some subcommands only look.
_SUBCOMMANDS: Mapping[str, frozenset[str]] = {
    "git": frozenset("status log diff show blame grep ls-files ls-tree rev-parse describe shortlog cat-file".split()),
    "npm": frozenset("test t ls list view outdated".split()),
    "pnpm": frozenset("test ls list view outdated why".split()),
    "yarn": frozenset("test list why info".split()),
    "cargo": frozenset("test check clippy tree metadata build".split()),
    "go": frozenset("test vet list doc version build".split()),
    "make": frozenset("test tests check lint".split()),
    "docker": frozenset("ps images logs inspect".split()),
    "kubectl": frozenset("get describe logs top".split()),
    "pip": frozenset("list show freeze check".split()),
    "uv": frozenset("tree".split()),
}
#: What starts another program, which decides.
_STARTERS: Mapping[str, tuple[str, ...]] = {
    "uv": ("run",),
    "poetry": ("run",),
    "pdm": ("run",),
    "pipenv": ("run",),
    "hatch": ("run",),
    "bundle": ("exec",),
    "npx": (),
    "time": (),
    "sudo": (),
}
_GH_LOOKS = frozenset("view list status diff checks".split())
#: Shells, and the options by which they run the text that follows.
_SHELLS = frozenset("sh bash zsh dash ksh".split())
_SCRIPTED = frozenset("-c -lc -ic -ec".split())
#: Options that come before a subcommand and have a value.
_VALUED = frozenset("-C -n --namespace --context".split())
#: Options that make a command that looks one that changes.
_CHANGING = late.pattern(r"\s(?:-i\b|-delete\b|-exec\b|-execdir\b|-ok\b|-fprint|--fix\b|--write\b|-o\b|--output\b)")
#: Texts in quotes, where nothing in them is run.
_QUOTED = late.pattern(r"'[^']*'|\"(?:[^\"\\`$]|\\.)*\"")
#: Where an output may go without changing anything.
_NOWHERE = late.pattern(r"(?:[12]|&)?>>?\s*/dev/null|2>&1")
#: What a shell does besides running one command after another: writes files, runs what another prints, or behind.
_BEYOND = late.pattern(r"[`<>(]|(?<!&)&(?!&)")
_BETWEEN = late.pattern(r"&&|\|\||[;|\n]")
_SET_BEFORE = late.pattern(r"^(?:[A-Za-z_]\w*=\S*\s+)+")


def only_looks(input: object) -> bool:
    """Whether the call of a shell, by its input, runs nothing but commands that look."""
    command = _NOWHERE.sub("", _QUOTED.sub("…", command_of(input)))
    pieces = [piece.strip() for piece in _BETWEEN.split(command)]
    return any(pieces) and not _BEYOND.search(command) and all(map(_looks, filter(None, pieces)))


def command_of(input: object) -> str:
    """The command in the input of a call: the mapping itself, or the JSON text of one."""
    if isinstance(input, str):
        try:
            input = json.loads(input)
        except ValueError:
            return ""
    if not isinstance(input, Mapping):
        return ""
    given = next((input[name] for name in ("command", "cmd", "script") if name in input), "")
    if isinstance(given, list):
        words = list(map(str, given))
        is_script = len(words) == 3 and words[0].rpartition("/")[2] in _SHELLS and words[1] in _SCRIPTED
        return words[2] if is_script else shlex.join(words)
    return given if isinstance(given, str) else ""


def _looks(piece: str) -> bool:
    words = _SET_BEFORE.sub("", piece).split()
    if not words or _CHANGING.search(piece):
        return False
    while (starter := _STARTERS.get(words[0])) is not None and words[1 : 1 + len(starter)] == list(starter):
        words = words[1 + len(starter) :]
        if not words:
            return False
    program = words[0].rpartition("/")[2]
    if program == "sed":
        return "-n" in words[1:2]
    if program in ("python", "python3") and words[1:3] in (["-m", "pytest"], ["-m", "mypy"], ["-m", "unittest"]):
        return True
    if program == "gh":  # a thing, and what is done with it
        return words[2:3] != [] and words[2] in _GH_LOOKS
    if program in _SUBCOMMANDS:
        rest = [word for before, word in pairwise(words) if before not in _VALUED and not word.startswith("-")]
        return rest[:1] != [] and rest[0] in _SUBCOMMANDS[program]
    return program in _LOOKS
