"""Commands whose help comes from the texts, in the language of the terminal, and which share the common options.

No help stands in code: ``cli.<command>`` is a command's text (its first line is the short one) and ``cli.opt.<name>``
an option's, in ``texts/<language>/cli.md``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from typing import Any, TypeVar

import click

from stillso.core.names import moment_or_day_end
from stillso.errors import Misuse
from stillso.surfaces.cli.terminal import Terminal
from stillso.texts import LANGUAGES

F = TypeVar("F", bound=Callable[..., Any])

pass_terminal = click.make_pass_decorator(Terminal)


class Option(click.Option):
    """An option whose help is looked up when it is shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        texts = ctx.ensure_object(Terminal).texts
        own = f"cli.opt.{_path(ctx)}.{self.name}"
        self.help = texts[own if own in texts else f"cli.opt.{self.name}"]
        return super().get_help_record(ctx)


class _Explained(click.Command):
    """What commands and groups share: their text, and the common options."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        text = ctx.ensure_object(Terminal).texts[f"cli.{_path(ctx)}"]
        formatter.write_paragraph()
        for line in text.splitlines():
            formatter.write(f"  {line}\n" if line else "\n")

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        prefix = ctx.ensure_object(Terminal).texts["cli.usage"]
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), f"{prefix} ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        texts = ctx.ensure_object(Terminal).texts
        rows = [
            row
            for param in self.get_params(ctx)
            if isinstance(param, click.Option) and (row := param.get_help_record(ctx))
        ]
        with formatter.section(texts["cli.options"]):
            formatter.write_dl(rows)
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = ctx.ensure_object(Terminal).texts["cli.opt.help"]
        return found


class Command(_Explained):
    """One command, with the options that every command takes after its name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += [
            Option(["--store"], metavar="ADDRESS", expose_value=False, callback=_set("store")),
            Option(["--lang"], type=click.Choice(LANGUAGES), expose_value=False),
            Option(["--json"], is_flag=True, expose_value=False),
            Option(["--now"], metavar="ISO", expose_value=False, callback=_set("now")),
        ]
        self.context_settings = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class _Named(_Explained, click.Group):
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        texts = ctx.ensure_object(Terminal).texts
        prefix = "" if ctx.parent is None else f"{_path(ctx)}."
        rows = [(name, str(texts[f"cli.{prefix}{name}"]).splitlines()[0]) for name in self.list_commands(ctx)]
        with formatter.section(texts["cli.commands"]):
            formatter.write_dl(rows)


class Group(_Named):
    """A group of commands in one module, such as ``base``."""

    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


class LazyGroup(_Named):
    """The outermost group: it knows the names of its commands and imports one when it is called."""

    def __init__(self, name: str, modules: dict[str, str]) -> None:
        super().__init__(name, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
        self._modules = modules
        self.params.append(
            Option(["--version"], is_flag=True, is_eager=True, expose_value=False, callback=_print_version)
        )

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._modules:
            return None
        module = import_module(f"stillso.surfaces.cli.{self._modules[cmd_name]}")
        found: click.Command = getattr(module, cmd_name.replace("-", "_") + "_command")
        return found


def command(name: str) -> Callable[[Callable[..., Any]], click.Command]:
    """A top-level command of this name; the terminal comes first."""
    return lambda function: click.command(name, cls=Command)(pass_terminal(function))


def group(name: str) -> Group:
    """A group of this name."""
    return Group(name, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})


def option(*names: str, **settings: Any) -> Callable[[F], F]:
    """An option whose help is in the texts."""
    return click.option(*names, cls=Option, **settings)


def options(*several: Callable[[Any], Any]) -> Callable[[F], F]:
    """Several options as one decorator, in this order."""

    def decorate(function: F) -> F:
        for each in reversed(several):
            function = each(function)
        return function

    return decorate


class Number(click.ParamType[int]):
    """A record's number, with or without its ``#``."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        digits = str(value).removeprefix("#")
        if not (digits.isascii() and digits.isdecimal() and 0 < int(digits) < 2**31):
            self.fail(f"{value!r} is no record number; write '#3'", param, ctx)
        return int(digits)


class When(click.ParamType[datetime]):
    """A moment; a bare date means the end of that day in UTC."""

    name = "moment"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        try:
            return moment_or_day_end(str(value))
        except Misuse as problem:
            self.fail(str(problem), param, ctx)


def _path(ctx: click.Context) -> str:
    """The name under which a command's text stands: ``stillso``, ``remember``, ``base.create``."""
    names = []
    at: click.Context | None = ctx
    while at is not None and at.parent is not None:
        names.append(str(at.info_name))
        at = at.parent
    return ".".join(reversed(names)) or "stillso"


def _set(name: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    def callback(ctx: click.Context, param: click.Parameter, value: Any) -> None:
        if value is not None:
            ctx.ensure_object(Terminal).choose(name, str(value))

    return callback


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        from importlib import metadata  # 10 ms that no other command should pay

        click.echo(f"stillso {metadata.version('stillso')}")
        ctx.exit()
