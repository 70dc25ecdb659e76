"""Clearing: which results of a window become placeholders now, and which stay, with why.

A ``Walk`` looks at each message once, however often it is asked: what it knows of a window is the calls without a
result, the newest results, and what waits until enough has gathered. It decides; the service writes the receipts, and
the shape of the messages writes the placeholders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from zlib import crc32

from stillso.core import policy
from stillso.core.values import dataclass, field
from stillso.core.windows import fates
from stillso.core.windows.blocks import Other, Result, Seen, Shape
from stillso.core.windows.fates import Fate
from stillso.core.windows.placeholders import Wording, described, first_line
from stillso.core.windows.receipts import Receipt, Way
from stillso.core.windows.tokens import estimate_sent

#: How many messages are read at a time. Our choice.
_SLICE = 1_000

_CLEARED = Way.CLEARED

#: Makes a tuple of a class past its constructor, which takes three times as long.
new = tuple.__new__


@dataclass(frozen=True, kw_only=True, slots=True)
class Rules:
    """What is cleared: all but the last ``keep_last`` results, never those of tools in ``exclude``, and only once at
    least ``clear_at_least`` tokens would be freed, placeholders taken off.

    ``table`` goes before the known fates of tools. With ``keep_text`` what cannot be had again is cleared as well: its
    text is kept outside, to be recalled by its id.
    """

    keep_last: int = policy.KEPT_RESULTS
    exclude: frozenset[str] = frozenset()
    table: Mapping[str, Fate] = field(default_factory=dict)
    clear_at_least: int = 0
    keep_text: bool = False

    @property
    def tools(self) -> Mapping[str, Fate]:
        """The table by the folded names of tools, what is excluded in it."""
        named = {fates.folded(name): fate for name, fate in self.table.items()}
        return named | dict.fromkeys(map(fates.folded, self.exclude), Fate.KEEP)


class Before(NamedTuple):
    """What a ledger knows of a result that was cleared: the digest of its text, and what its placeholder says."""

    digest: str
    date: str
    held: str = ""


class Due(NamedTuple):
    """A result that is to be cleared: where it stands, its text, and the receipt that it leaves.

    ``failure`` is the first line of a failed one.
    """

    at: int
    part: int
    text: str
    failure: str
    receipt: Receipt

    def held_in(self, where: str) -> Due:
        """The same, with where its text stands outside of the window."""
        return self._replace(receipt=self.receipt._replace(held=where))


class Damage(NamedTuple):
    """What was wrong with a history before it was touched: ids of results without a call, of calls without a result
    (but for the newest message), and of calls that use an id again."""

    orphans: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()


class _Way(NamedTuple):
    """What becomes of the results of a tool: whether they stay, or wait until something holds them."""

    fate: Fate
    stays: bool
    waits: bool


_FIXED = _Way(Fate.KEEP, stays=True, waits=False)


class Walk:
    """What was looked at of one window, and what of it waits to be cleared."""

    def __init__(self, shape: Shape, rules: Rules, wording: Wording, known: Mapping[str, Before] | None = None) -> None:
        self.shape, self.rules, self.seen = shape, rules, Seen()
        self.gain = 0  # tokens that clearing now would free, about, placeholders taken off
        self.due: list[Due] = []
        self.is_mixed = False  # whether they are out of the order of the window
        self.waiting: list[Due] = []  # must be remembered first
        self.again: list[Due] = []  # was cleared before, and stands there once more
        self.kept: Counter[Fate] = Counter()
        self._known = known or {}
        self._tools = rules.tools
        self._ways: dict[str, _Way] = {}
        self._orphans: list[str] = []
        self._said: dict[tuple[str, str, str], str] = {}
        self._overhead = len(wording.placeholder("0000-00-00", "", "", ""))

    def read(self, messages: Sequence[Any]) -> None:
        """Look at the messages that came since, and settle what is no longer among the newest results."""
        seen, keep_last = self.seen, self.rules.keep_last
        # In slices: what is known of each message need not be there for all of them at once.
        while seen.length < len(messages):
            self.shape.see(seen, messages, min(seen.length + _SLICE, len(messages)))
            last = max(0, len(seen.results) - keep_last)
            self._settle(seen.results[:last])
            del seen.results[:last]

    def _settle(self, results: Sequence[Result]) -> None:
        """Decide what becomes of results. There may be a hundred thousand: what can be at hand before is."""
        known, ways, overhead, gain = self._known, self._ways, self._overhead, self.gain
        least, take = overhead + policy.LEAST_CLEARED_CHARS, self.due.append
        for at, part, ref, text, size, others, failed, fixed, call in results:
            if call is None:
                self._orphans.append(ref)
                continue
            name, input, _ = call
            way = _FIXED if fixed else ways.get(name) or self._way(name, input)
            came_back = known.get(ref) if known else None
            if way.stays and not came_back:
                self.kept[way.fate] += 1
                continue
            if size < least:
                continue
            what = self._told(name, input, others)
            failure = first_line(text) if failed else ""
            if size < least + len(what) + len(failure):
                continue
            sent = text.encode("utf-8", "surrogatepass")
            tokens = estimate_sent(size, size - len(text) + len(sent))
            receipt = new(Receipt, (_CLEARED, what, ref, size, tokens, f"{crc32(sent):08x}", ""))
            due = new(Due, (at, part, text, failure, receipt))
            if came_back and came_back.digest == receipt.digest:
                self.again.append(due.held_in(came_back.held))
            elif way.stays:
                self.kept[way.fate] += 1
            elif way.waits:
                self.waiting.append(due)
            else:
                take(due)
                gain += tokens - (overhead + len(what)) // 4
        self.gain = gain

    def _told(self, name: str, input: object, others: Sequence[Other]) -> str:
        """A call on one line. Files and pages are asked for again and again: their calls are worded once."""
        if others or input.__class__ is not dict or len(input) != 1:
            return described(name, input, others)
        ((key, value),) = input.items()
        if value.__class__ is not str:
            return described(name, input)
        asked = (name, key, value)
        told = self._said.get(asked)
        if told is None:
            told = self._said[asked] = described(name, input)
        return told

    def _way(self, name: str, input: object) -> _Way:
        fate = fates.fate_of(name, input, self._tools)
        kept = self.rules.keep_text
        stays = fate is Fate.KEEP or (fate is Fate.COMPACT and not kept)
        way = _Way(fate, stays, waits=fate is Fate.REMEMBER and not kept)
        if not fates.depends_on_input(name, self._tools):
            self._ways[name] = way
        return way

    def remembered(self, held: Callable[[str], str]) -> None:
        """Let go of what waited and is held by now; ``held`` says where the text of a result stands, '' for nowhere."""
        found = [(due, held(due.text)) for due in self.waiting]
        self.waiting = [due for due, where in found if not where]
        for due, where in found:
            if where:
                self.is_mixed = True
                self.due.append(due.held_in(where))
                self.gain += due.receipt.tokens - (self._overhead + len(due.receipt.what)) // 4

    def batch(self) -> list[Due]:
        """What is to be cleared now; nothing until enough has gathered."""
        return self.due if self.gain >= self.rules.clear_at_least else []

    def done(self, cleared: Sequence[Due]) -> None:
        """Let go of what was cleared: of this batch, and of what had been cleared before."""
        self.again = []
        if cleared:
            self.due, self.gain, self.is_mixed = [], 0, False

    def damage(self) -> Damage:
        """What is wrong with the history; a call of the newest message may still be answered."""
        seen = self.seen
        late = (ref for ref, (_, _, at) in seen.open.items() if at < seen.length - 1)
        return Damage(tuple(self._orphans), tuple(late), tuple(seen.repeated))


def digest_of(text: str) -> str:
    """What knows the text of a result again among those that one call had: its CRC-32. It proves nothing."""
    return f"{crc32(text.encode('utf-8', 'surrogatepass')):08x}"


def rewritten(messages: Sequence[Any], shape: Shape, due: Sequence[Due], texts: Sequence[str]) -> list[Any]:
    """The messages with these texts in the place of results; all others are the same objects."""
    found, cleared = list(messages), shape.cleared
    for each, text in zip(due, texts, strict=True):
        at = each[0]
        found[at] = cleared(found[at], {each[1]: text})
    return found
