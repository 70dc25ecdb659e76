"""Stores: where a workspace is kept. ``contract.py`` says in prose what each must do; read ``memory.py`` first.

Each is loaded when it is first asked for: a process seldom needs two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stillso.core import late

if TYPE_CHECKING:
    from stillso.storage import disk, memory

__all__ = ["disk", "memory"]

if not TYPE_CHECKING:  # a type checker would take every misspelt name for a module
    __getattr__ = late.modules(__name__, *__all__)
