"""Commands whose help and mistakes come from the texts, in the language of the terminal, and which share options.

No help stands in code: ``cli.<command>`` is a command's text (its first line is the short one) and ``cli.opt.<name>``
an option's, in ``texts/<language>/cli.md``. What kinds of values there are stands in ``values``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, TypeVar

import click

from stillso import __version__
from stillso.surfaces.cli import values, wrapping
from stillso.surfaces.cli.terminal import Terminal
from stillso.texts import LANGUAGES

F = TypeVar("F", bound=Callable[..., Any])

pass_terminal = click.make_pass_decorator(Terminal)

#: How wide the left column of a help page grows; a longer name stands on a line of its own. As click has it.
_COLUMN = 30

_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class _Checked(click.Parameter):
    """A parameter whose mistakes are told in the language of the terminal."""

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        try:
            return super().type_cast_value(ctx, value)
        except click.BadParameter as problem:
            told = values.told(self.type, value, ctx.ensure_object(Terminal).texts)
            raise click.BadParameter(told, ctx, self) from problem


class Argument(_Checked, click.Argument):
    """An argument."""


class Option(_Checked, click.Option):
    """An option whose help is looked up when it is shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        texts = ctx.ensure_object(Terminal).texts
        named = self.is_flag and isinstance(self.flag_value, str)
        name = f"{self.name}.{self.flag_value}" if named else self.name
        own = f"cli.opt.{_path(ctx)}.{name}"
        self.help = texts[own if own in texts else f"cli.opt.{name}"]
        return super().get_help_record(ctx)

    def get_help_extra(self, ctx: click.Context) -> Any:
        extra = super().get_help_extra(ctx)
        if "required" in extra:
            extra["required"] = ctx.ensure_object(Terminal).texts["cli.required"]
        return extra


def _common(*, hidden: bool) -> list[click.Parameter]:
    """The options that every command takes; hidden where they may stand as well, before a command."""
    return [
        Option(["--store"], metavar="ADDRESS", expose_value=False, callback=_set("store"), hidden=hidden),
        Option(["--lang"], type=click.Choice(LANGUAGES), expose_value=False, hidden=hidden),
        Option(["--json"], is_flag=True, expose_value=False, hidden=hidden),
        Option(["--now"], metavar="ISO", expose_value=False, callback=_set("now"), hidden=hidden),
    ]


class _Explained(click.Command):
    """What commands and groups share: their text, and the common options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.BadOptionUsage as mistake:
            mistake.ctx = mistake.ctx or ctx  # the parser leaves it out
            raise

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        text = ctx.ensure_object(Terminal).texts[f"cli.{_path(ctx)}"]
        formatter.write_paragraph()
        for line in _paragraphs(text):
            for piece in wrapping.wrapped(f"  {line}", None if line.startswith(" ") else formatter.width, 2):
                formatter.write(f"{piece}\n" if piece.strip() else "\n")

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        prefix = ctx.ensure_object(Terminal).texts["cli.usage"]
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        records = [each.get_help_record(ctx) for each in self.get_params(ctx) if isinstance(each, click.Option)]
        _section(ctx, formatter, "options", [record for record in records if record])
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = ctx.ensure_object(Terminal).texts["cli.opt.help"]
        return found


def _paragraphs(text: str) -> list[str]:
    """A text with the lines of a paragraph put together, so that the terminal decides where they break.

    Examples (indented) and empty lines stay as they are; Chinese sentences need no space between them.
    """
    found: list[str] = []
    for line in text.splitlines():
        if found and found[-1] and line and not line.startswith(" ") and not found[-1].startswith(" "):
            found[-1] += f"{' ' * found[-1][-1].isascii()}{line}"
        else:
            found.append(line)
    return found


def _section(ctx: click.Context, formatter: click.HelpFormatter, title: str, rows: Sequence[tuple[str, str]]) -> None:
    """A part of a help page; its title has the colon of the language."""
    formatter.write_paragraph()
    formatter.write(f"{ctx.ensure_object(Terminal).texts[f'cli.{title}']}\n")
    if not rows:
        return
    column = min(max(len(name) for name, _ in rows), _COLUMN) + 4
    for name, told in rows:
        lead = f"  {name}"
        if len(lead) + 2 > column:
            formatter.write(f"{lead}\n")
            lead = ""
        pieces = wrapping.wrapped(f"{' ' * column}{told}", formatter.width, column)
        for number, piece in enumerate(pieces):
            formatter.write(f"{lead if not number else '':<{column}}{piece[column:]}\n")


class Command(_Explained):
    """One command, with the options that every command takes after its name."""

    allow_extra_args = True  # so that ``parse_args`` can say in the language which are too many

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += _common(hidden=False)
        self.context_settings = dict(_SETTINGS)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise ctx.ensure_object(Terminal).mistake("extra", words=" ".join(rest))
        return rest


class _Named(_Explained, click.Group):
    def __init__(self, name: str) -> None:
        super().__init__(
            name,
            invoke_without_command=True,
            no_args_is_help=True,
            callback=_help_without_command,
            subcommand_metavar="COMMAND [ARGS]...",
        )
        self.params += _common(hidden=True)
        self.context_settings = dict(_SETTINGS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        texts = ctx.ensure_object(Terminal).texts
        prefix = "" if ctx.parent is None else f"{_path(ctx)}."
        rows = [(name, str(texts[f"cli.{prefix}{name}"]).splitlines()[0]) for name in self.list_commands(ctx)]
        _section(ctx, formatter, "commands", rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing:
            help = f"{ctx.command_path} --help"
            raise ctx.ensure_object(Terminal).mistake("command", name=args[0], help=help)
        return super().resolve_command(ctx, args)


def _help_without_command() -> None:
    """Options without a command behind them are answered with the help, like no words at all."""
    ctx = click.get_current_context()
    if ctx.invoked_subcommand is None:
        raise click.exceptions.NoArgsIsHelpError(ctx)


class Group(_Named):
    """A group of commands in one module, such as ``base``."""

    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


class LazyGroup(_Named):
    """The outermost group: it knows the names of its commands and imports one when it is called."""

    def __init__(self, name: str, modules: dict[str, str]) -> None:
        super().__init__(name)
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
    return Group(name)


def argument(name: str, **settings: Any) -> Callable[[F], F]:
    """An argument."""
    return click.argument(name, cls=Argument, **settings)


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
        click.echo(f"stillso {__version__}")
        ctx.exit()
