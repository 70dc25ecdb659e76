"""Everything that a model or a person reads, in the languages of the house.

``<language>/<room>.md`` holds texts under ``## key`` headings; ``Texts`` gives them as ``room.key``. A text whose first
and last characters are backticks keeps its spaces. ``{name}`` is filled in by ``say``. Both languages hold the same
keys.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

LANGUAGES = ("en", "zh-Hant")

#: A plain folder: the engine of the store is compiled, so the package never runs from inside an archive.
_FOLDER = os.path.dirname(__file__)


class Texts:
    """The texts of one language."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"{language!r} is no language of the texts; there are {', '.join(LANGUAGES)}")
        self.language = language

    def __getitem__(self, key: str) -> str:
        room, _, name = key.partition(".")
        return _room(self.language, room)[name]

    def __contains__(self, key: str) -> bool:
        room, _, name = key.partition(".")
        return name in _room(self.language, room)

    def room(self, name: str) -> dict[str, str]:
        """All texts of one room, by key."""
        return dict(_room(self.language, name))

    def say(self, key: str, **values: Any) -> str:
        """A text with its places filled; a place that nobody fills shows a dash."""
        return self[key].format_map(_Filled(values))


class _Filled(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "–"


@cache
def _room(language: str, room: str) -> dict[str, str]:
    with open(os.path.join(_FOLDER, language, f"{room}.md"), encoding="utf-8") as file:
        _, *sections = f"\n{file.read()}".split("\n## ")
    return {key: _plain(body) for key, _, body in (section.partition("\n") for section in sections)}


def _plain(body: str) -> str:
    text = body.strip()
    spaced = len(text) > 1 and text[0] == text[-1] == "`" and "\n" not in text and "`" not in text[1:-1]
    return text[1:-1] if spaced else text


def language_of(wanted: str | None, locale: str) -> str:
    """The language that is asked for, else the one that fits a locale such as ``zh_TW.UTF-8``; English otherwise."""
    for name in (wanted or "", locale):
        tag = name.replace("_", "-").lower()
        if tag.startswith("zh"):
            return "zh-Hant"
        if tag.startswith("en"):
            return "en"
    return "en"
