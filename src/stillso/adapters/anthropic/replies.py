"""What a reply of the provider says, as the SDK's objects or as JSON: its counts, its blocks, and its summaries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from stillso.adapters.messages.fields import field

#: The kind of block that holds a summary.
COMPACTION = "compaction"


def number(value: Any, name: str) -> int:
    """A field that counts something, 0 where it is no whole number."""
    found = field(value, name)
    return found if isinstance(found, int) and not isinstance(found, bool) else 0


def plain(value: Any) -> Any:
    """A block as JSON, with the fields that came and no others: what the provider did not send may be refused."""
    return value.to_dict(mode="json") if isinstance(value, BaseModel) and hasattr(value, "to_dict") else value


def content(value: Any) -> list[Any]:
    """The blocks of a message or a reply, or these themselves; none where the content is a text."""
    found = value if isinstance(value, list) else field(value, "content")
    return list(found) if isinstance(found, list | tuple) else []


def compactions(value: Any) -> Iterator[dict[str, Any]]:
    """The compaction blocks of a message or a reply, as JSON."""
    return (plain(block) for block in content(value) if field(block, "type") == COMPACTION)
