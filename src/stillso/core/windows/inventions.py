"""Inventions: rules, paths and commands of a summary that stand nowhere in what was said, called or given.

A summary's model writes what is likely; a path or a rule that nobody had named then is the only version there is. What
is found is flagged, never removed. The texts are looked through with ``in``, so that a long window costs little.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from stillso.core import late
from stillso.core.clauses import sentences
from stillso.core.folding import INVISIBLE, NARROWED, words
from stillso.core.windows import sayings
from stillso.core.windows.kept import on_one_line

#: A path or an address: with an extension, two slashes, or a sign at its head; not "and/or", "24/7".
_PATH = late.pattern(
    r"(?<![\w/.@~%-])(?:https?://[\w.:-]+(?:/[\w.@%+~#?=&/-]*)?"
    r"|(?:~|\.{1,2})?/?(?:[A-Za-z0-9_.@+-]+/)*[A-Za-z0-9_@+-][A-Za-z0-9_.@+-]*\.[A-Za-z][A-Za-z0-9]{0,7}(?![\w/])"
    r"|(?:~|\.{1,2})?/?(?:[A-Za-z0-9_.@+-]+/){2,}[A-Za-z0-9_.@+-]*)",
    re.ASCII,
)
#: Ends of names of files; "e.g" and "3.11" are none.
_EXTENSIONS = frozenset(
    """
    py pyi ipynb js jsx mjs cjs ts tsx json jsonl yaml yml toml ini cfg conf env lock md mdx rst txt csv tsv sql db html
    htm css scss sass less vue svelte go rs java kt kts swift c h cc cpp hpp cs rb php pl lua r jl sh bash zsh fish ps1
    bat xml svg png jpg jpeg gif webp pdf log ex exs erl hs ml scala clj dart tf proto graphql gradle make mk dockerfile
    """.split()
)
_CODE = late.pattern(r"`([^`\n]{2,400})`|^[ \t]*\$ ([^\n]{2,400})$", re.MULTILINE)
#: What a command line begins with. Our choice: what coding agents run.
_PROGRAMS = frozenset(
    """
    git gh npm npx pnpm yarn bun deno node python python3 pip pip3 pipx uv poetry pytest tox ruff mypy make cmake cargo
    rustc go gofmt docker docker-compose podman kubectl helm terraform ansible aws gcloud az psql mysql sqlite3
    redis-cli curl wget ssh scp rsync ls cd cat cp mv rm mkdir touch chmod chown grep rg sed awk find tail head
    sudo bash sh zsh java javac mvn gradle dotnet php composer ruby gem bundle rake rails mix brew apt apt-get
    systemctl stillso claude
    """.split()
)
#: How much of what a rule speaks of must stand together somewhere, how near, and at how many places it is looked for.
#: Our choice.
_SHARE = 0.5
_NEAR_CHARS = 200
_PLACES = 200

#: What has more parts than this is no path; our choice.
_PARTS = 40

_UNSEEN = late.pattern(f"[{INVISIBLE}]")


def invented(summary: str, said: Iterable[str]) -> tuple[str, ...]:
    """The paths, commands and rule sentences of a summary that stand nowhere in these texts, each once, in order."""
    known = _Known(said)
    found = [
        *(path for path in dict.fromkeys(_paths(summary)) if not known.names(path)),
        *(command for command in dict.fromkeys(_commands(summary)) if not known.runs(command)),
        *(rule for rule in dict.fromkeys(_rules(summary)) if not known.speaks_of(rule)),
    ]
    return tuple(found)


def _paths(summary: str) -> Iterator[str]:
    for match in _PATH.finditer(summary):
        path = match[0].rstrip(".-")
        if path.count("/") > _PARTS:
            continue
        extension = path.rpartition(".")[2].lower()
        if path.startswith(("http", "/", "~", "./", "../")) or path.count("/") >= 2 or extension in _EXTENSIONS:
            yield path


def _commands(summary: str) -> Iterator[str]:
    for code, line in _CODE.findall(summary):
        command = on_one_line(line or code.removeprefix("$ "))
        first, _, rest = command.partition(" ")
        if line or (rest and (first in _PROGRAMS or first.startswith("./"))):
            yield command


def _rules(summary: str) -> Iterator[str]:
    for start, end in sentences(summary):
        if end - start <= sayings.SENTENCE_CHARS and sayings.is_rule(summary, start, end):
            yield sayings.without_mark(on_one_line(summary[start:end]))


class _Known:
    """All that was said, as it is looked through."""

    def __init__(self, said: Iterable[str]) -> None:
        self._text = _even("\n".join(said))
        self._low = self._text.casefold()

    def names(self, path: str) -> bool:
        """Whether a path was named, alone, as the end of a longer one, or in two parts that meet at a slash."""
        if self._has(path):
            return True
        cuts = [at for at, char in enumerate(path) if char == "/" and 0 < at < len(path) - 1]
        return any(self._has(path[:at]) and self._has(path[at + 1 :]) and "/" in path[at + 1 :] for at in cuts)

    def _has(self, path: str) -> bool:
        wanted = path.removeprefix("./").rstrip("/")
        at = self._text.find(wanted)
        while at >= 0:
            before, after = self._text[at - 1 : at], self._text[at + len(wanted) : at + len(wanted) + 1]
            if not _joins(before, ".-_") and not _joins(after, "-_"):
                return True
            at = self._text.find(wanted, at + 1)
        return False

    def runs(self, command: str) -> bool:
        """Whether a command stands somewhere, whatever its white space."""
        return _even(command) in self._text

    def speaks_of(self, rule: str) -> bool:
        """Whether at least half of what a rule speaks of stands together somewhere."""
        if _even(rule).rstrip(" .。!") in self._text:
            return True
        wanted = list(dict.fromkeys(words(rule)))
        if not wanted:
            return True
        for word in sorted(wanted, key=len, reverse=True)[: max(1, len(wanted) - int(len(wanted) * _SHARE))]:
            if any(self._share(at, wanted) >= _SHARE for at in self._places(word)):
                return True
        return False

    def _places(self, word: str) -> Iterator[int]:
        at = self._low.find(word)
        for _ in range(_PLACES):
            if at < 0:
                return
            yield at
            at = self._low.find(word, at + _NEAR_CHARS)

    def _share(self, at: int, wanted: list[str]) -> float:
        near = self._low[max(0, at - _NEAR_CHARS) : at + _NEAR_CHARS]
        return sum(word in near for word in wanted) / len(wanted)


def _joins(char: str, signs: str) -> bool:
    return bool(char) and char.isascii() and (char.isalnum() or char in signs)


def _even(text: str) -> str:
    """The text with width, quote marks and white space as folding has them, but for white space beside Chinese."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", _UNSEEN.sub("", text)).translate(NARROWED)
    return " ".join(text.split())
