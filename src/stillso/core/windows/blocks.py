"""Blocks: what a window holds, the same for the messages of every provider.

A ``Shape`` reads messages as blocks and writes results anew; it alone knows what a provider's messages look like. A
message that nothing changes stays the very object that it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

#: The part of a message whose content is one text.
WHOLE = -1


class Kind(StrEnum):
    """What a block is."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    THINKING = "thinking"
    CALL = "call"
    RESULT = "result"
    SUMMARY = "summary"
    OTHER = "other"


class Other(NamedTuple):
    """What a result holds besides text: its kind, such as ``image``, and its size in characters as it is sent."""

    kind: str
    size: int


class Block(NamedTuple):
    """One block of a message.

    ``at`` is the place of the message, ``part`` that of the block in it. ``ref`` is the provider's id of the call that
    a call or a result belongs to; ``name`` and ``input`` are the call's own. ``failed``: the result says so itself.
    ``binds``: thinking that the provider has signed, together with all that stands before it. ``fixed``: it is sent
    back as it came, whatever its kind.
    """

    at: int
    part: int
    kind: Kind
    text: str = ""
    ref: str = ""
    name: str = ""
    input: object = None
    failed: bool = False
    binds: bool = False
    fixed: bool = False
    others: tuple[Other, ...] = ()

    @property
    def size(self) -> int:
        """How long it is as it is sent, in characters."""
        return len(self.text) + sum(other.size for other in self.others)


class Shape(Protocol):
    """How the messages of one provider are read and written anew."""

    name: str

    def blocks(self, message: Any, at: int) -> Sequence[Block]:
        """The blocks of a message, in order; what is not understood is of the kind OTHER, never an error."""

    def cleared(self, message: Any, texts: Mapping[int, str]) -> Any:
        """A message like this one whose results at these parts say these texts instead; all else is as it was.

        The message itself is not changed. Ids, flags and marks of the provider (``is_error``, ``cache_control``) stay.
        """
