"""Claude Code: its hooks, its transcripts, its own memory folder, and how stillso is put beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stillso.core import late

if TYPE_CHECKING:
    from stillso.adapters.claude_code import compactions as compactions
else:  # loaded when it is first asked for: a hook at every prompt needs none of it
    __getattr__ = late.modules(__name__, "compactions")
