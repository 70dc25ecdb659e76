"""Anthropic's own tools, with a base behind them: the memory tool, context editing, compaction, and the tool runner.

Needs the extra ``anthropic``. Where the provider does what stillso could do itself, the ledger of the session says so
all the same. Facts: anthropic 2.15 and the provider's pages, read 2026-12-01.
"""

from __future__ import annotations

from stillso.adapters.anthropic.memory_tool import AsyncMemoryTool, MemoryTool

__all__ = ["AsyncMemoryTool", "MemoryTool"]
