"""Blocks: what a window holds, the same for the messages of every provider.

A ``Shape`` reads messages as blocks and writes results anew; it alone knows what a provider's messages look like. A
message that nothing changes stays the very object that it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from stillso.core.windows.tokens import estimate, of_other

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

    @property
    def tokens(self) -> int:
        """About how many tokens it takes, by the estimate: its text, its input, and what it holds besides."""
        given = 0 if self.input is None else estimate(str(self.input))
        return estimate(self.text) + given + sum(of_other(*other) for other in self.others)


#: A call: its name and its input, and the place of its message.
Call = tuple[str, object, int]
#: A result with its call, None where there is none: place of the message and part in it, ref, text, size in characters,
#: what it holds besides text, whether it failed, whether it is fixed. A plain tuple: there may be a hundred thousand.
Result = tuple[int, int, str, str, int, tuple[Other, ...], bool, bool, Call | None]


class Seen:
    """What was read of a window, message after message: results with their calls, and calls that wait for one.

    ``bound`` is the place of the last message with thinking that is bound to what stands before it, -1 for none;
    ``repeated`` are ids that a second call has.
    """

    def __init__(self) -> None:
        self.length = 0
        self.results: list[Result] = []
        self.open: dict[str, Call] = {}
        self.refs: set[str] = set()
        self.repeated: list[str] = []
        self.bound = -1

    def call(self, ref: str, name: str, input: object, at: int) -> None:
        """Note a call; its result is the next one with its id."""
        if ref in self.refs:
            self.repeated.append(ref)
        self.refs.add(ref)
        self.open[ref] = (name, input, at)


def take(seen: Seen, blocks: Sequence[Block]) -> None:
    """Read the blocks of one message, or of a part of one."""
    for block in blocks:
        if block.kind is Kind.RESULT:
            call = seen.open.pop(block.ref, None)
            at, part, _, text, ref, *_, others = block
            seen.results.append((at, part, ref, text, block.size, others, block.failed, block.fixed, call))
        elif block.kind is Kind.CALL:
            seen.call(block.ref, block.name, block.input, block.at)
        elif block.binds:
            seen.bound = block.at


class Shape:
    """How the messages of one provider are read and written anew."""

    name: str

    def blocks(self, message: Any, at: int) -> Sequence[Block]:
        """The blocks of a message, in order; what is not understood is of the kind OTHER, never an error."""
        raise NotImplementedError

    def all_blocks(self, messages: Sequence[Any]) -> list[Block]:
        """The blocks of a window, in order."""
        return [block for at, message in enumerate(messages) for block in self.blocks(message, at)]

    def cleared(self, message: Any, texts: Mapping[int, str]) -> Any:
        """A message like this one whose results at these parts say these texts instead; all else is as it was.

        The message itself is not changed. Ids, flags and marks of the provider (``is_error``, ``cache_control``) stay.
        """
        raise NotImplementedError

    def see(self, seen: Seen, messages: Sequence[Any], until: int) -> None:
        """Read what came since, up to a place, into ``seen``: the results and calls of ``blocks``, nothing else."""
        for at in range(seen.length, until):
            take(seen, self.blocks(messages[at], at))
        seen.length = until
