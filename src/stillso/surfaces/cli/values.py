"""Kinds of values on a command line: a record's number, a moment; and what is said about a value that is none."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import click

from stillso import core
from stillso.core.windows.fates import Fate
from stillso.errors import Misuse
from stillso.texts import Texts


class Number(click.ParamType[int]):
    """A record's number, with or without its ``#``."""

    name = "number"
    #: What an option has that was given without one.
    ANY = "any"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if value == self.ANY:
            return core.policy.ANY_RECORD
        digits = str(value).removeprefix("#")
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 10 and int(digits)):
            self.fail(f"{value!r} is no record number", param, ctx)
        return int(digits)


class NumberOrCandidate(click.ParamType[int | str]):
    """A record's number, or the id of a candidate."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        return str(value) if str(value).startswith("p") else Number().convert(value, param, ctx)


class NumberOrFile(click.ParamType[int | Path]):
    """A record's number, or a file that is there."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | Path:
        try:
            return Number().convert(value, param, ctx)
        except click.BadParameter:
            if not Path(str(value)).is_file():
                raise
        return Path(str(value))


class When(click.ParamType[datetime]):
    """A moment; a bare date means the end of that day in UTC."""

    name = "moment"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        try:
            return core.names.moment_or_day_end(str(value))
        except Misuse as problem:
            self.fail(str(problem), param, ctx)


def fate(texts: Texts, given: str, *more: str) -> tuple[str, str]:
    """A tool and what becomes of its results, as ``TOOL=FATE``; ``more`` may stand in the place of a fate."""
    tool, _, wanted = given.rpartition("=")
    known = [*Fate, *more]
    if not tool or wanted not in known:
        raise click.UsageError(texts.say("cli.mistake.fate", value=given, choices=", ".join(known)))
    return tool, wanted


#: A limit that nobody reaches is not told.
_ENDLESS = 10**9


def told(kind: click.ParamType[Any], value: Any, texts: Texts) -> str:
    """What is said about a value that is none of its kind."""
    shown = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    match kind:
        case click.Choice():
            return texts.say("cli.mistake.choice", value=shown, choices=", ".join(map(str, kind.choices)))
        case NumberOrFile():
            return texts.say("cli.mistake.number-or-file", value=shown)
        case Number() | NumberOrCandidate():
            return texts.say("cli.mistake.number", value=shown)
        case When():
            return texts.say("cli.mistake.moment", value=shown)
        case click.Path(file_okay=False):
            return texts.say("cli.mistake.no-folder", value=shown)
        case click.Path():
            return texts.say("cli.mistake.file", value=shown)
        case click.IntRange(max=int(most)) if most < _ENDLESS:
            return texts.say("cli.mistake.number-between", value=shown, least=kind.min, most=most)
        case click.IntRange(min=least):
            return texts.say("cli.mistake.whole-number", value=shown, least=least)
        case _:
            return texts.say("cli.mistake.whole-number", value=shown, least=1)
