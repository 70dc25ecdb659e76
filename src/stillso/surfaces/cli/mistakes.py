"""Mistakes in how a command was called, in the language of the terminal: the parser's own errors, by their kind."""

from __future__ import annotations

import click

from stillso.surfaces.cli.values import Number, NumberOrCandidate, NumberOrFile
from stillso.texts import Texts


def sentence(mistake: click.ClickException, texts: Texts) -> str:
    """What a person is told; a mistake that a command raised itself is in the language already."""
    match mistake:
        case click.MissingParameter():
            numbered = mistake.param is not None and isinstance(
                mistake.param.type, Number | NumberOrCandidate | NumberOrFile
            )
            return texts.say(f"cli.mistake.{'no-number' if numbered else 'missing'}", name=_name(mistake.param))
        case click.BadParameter():
            return texts.say("cli.mistake.value", name=_name(mistake.param), told=mistake.message)
        case click.NoSuchOption():
            perhaps = texts.say("cli.mistake.perhaps", names=", ".join(mistake.possibilities or ()))
            return texts.say("cli.mistake.option", name=mistake.option_name) + (
                perhaps if mistake.possibilities else ""
            )
        case click.BadOptionUsage():
            flag = any(mistake.option_name in each.opts and each.is_flag for each in _options(mistake))
            return texts.say(f"cli.mistake.{'no-value' if flag else 'needs-value'}", name=mistake.option_name)
        case _:
            return mistake.format_message()


def _options(mistake: click.UsageError) -> list[click.Option]:
    found = mistake.ctx.command.get_params(mistake.ctx) if mistake.ctx else []
    return [each for each in found if isinstance(each, click.Option)]


def _name(param: click.Parameter | None) -> str:
    """A parameter as its command's usage has it."""
    if param is None:
        return ""
    return param.opts[-1] if isinstance(param, click.Option) else param.human_readable_name
