"""How far a long command is, for somebody who watches: a line of standard error that is written over."""

from __future__ import annotations

import sys

import click


def shown(text: str) -> None:
    """Put this text in the place of what stood on the line, where somebody watches."""
    if is_watched():
        click.echo(f"\r\x1b[K{text}", err=True, nl=False)


def is_watched() -> bool:
    """Whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()
