"""What other people's harnesses and APIs need: one package each, none of which knows another.

``messages`` is what they share: how messages of any shape are read. It is loaded when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stillso.core import late

if TYPE_CHECKING:
    from stillso.adapters import messages

__all__ = ["messages"]

if not TYPE_CHECKING:  # a type checker would take every misspelt name for a module
    __getattr__ = late.modules(__name__, *__all__)
