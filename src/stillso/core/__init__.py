"""The model, pure: it decides, others do. Standard library only; time, ids and texts come in as arguments.

What the command line needs is loaded when it is first asked for as ``core.names``: its help needs none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stillso.core import late

if TYPE_CHECKING:
    from stillso.core import escapes, heads, names, operations

__all__ = ["escapes", "heads", "names", "operations"]

if not TYPE_CHECKING:  # a type checker would take every misspelt name for a module
    __getattr__ = late.modules(__name__, *__all__)
