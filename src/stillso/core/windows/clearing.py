"""Clearing: which results of a window become placeholders now, and which stay, with why.

A ``Walk`` looks at each message once, however often it is asked: what it knows of a window is the calls without a
result, the newest results, and what waits until enough has gathered. It decides; the service writes the receipts, and
the shape of the messages writes the placeholders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from stillso.core import policy
from stillso.core.values import dataclass, field
from stillso.core.windows import fates
from stillso.core.windows.blocks import Kind, Other, Result, Seen, Shape
from stillso.core.windows.fates import Fate
from stillso.core.windows.placeholders import RECALL, Wording, described, first_line
from stillso.core.windows.receipts import Receipt, Way, named
from stillso.core.windows.tokens import estimate, estimate_sent, of_other

#: How many messages are read at a time. Our choice.
_SLICE = 1_000

_CLEARED = Way.CLEARED

#: The size of a result that needs no settling: it was cleared before.
_GONE = -1

#: How much of a SHA-256 knows a text again among those that one call had. Our choice.
DIGEST_DIGITS = 16

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
    """What a ledger knows of a result that was cleared, by which its placeholder is written again."""

    date: str
    what: str = ""
    held: str = ""

    def is_in(self, text: str) -> bool:
        """Whether a text is the placeholder, and nothing besides."""
        most = len(self.what) + len(self.held) + policy.FAILURE_CHARS + policy.LEAST_CLEARED_CHARS
        return len(text) <= most and self.date in text and self.what in text and self.held in text


class Due(NamedTuple):
    """A result that is to be cleared: where it stands, its text, and the receipt that it leaves.

    ``failure`` is the first line of a failed one.
    """

    at: int
    part: int
    text: str
    failure: str
    receipt: Receipt

    def as_before(self, before: Before) -> Due:
        """The same, as it was cleared before."""
        return self._replace(receipt=self.receipt._replace(what=before.what, held=before.held))

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
    """What was looked at of one window, and what of it waits to be cleared.

    ``known`` is what was cleared before, by the id of its call (``receipts.named``) and the digest of its text.
    """

    def __init__(
        self, shape: Shape, rules: Rules, wording: Wording, known: Mapping[str, Mapping[str, Before]] | None = None
    ) -> None:
        self.shape, self.rules, self.seen = shape, rules, Seen()
        self.gain = 0  # tokens that clearing now would free, about, placeholders taken off
        self.due: list[Due] = []
        self.is_mixed = False  # whether they are out of the order of the window
        self.waiting: list[Due] = []  # must be remembered first
        self.again: list[Due] = []  # was cleared before, and stands there once more
        self.kept: Counter[tuple[str, Fate]] = Counter()  # results that stay although they are old, by tool
        self._known = known or {}
        self._tools = rules.tools
        self._ways: dict[str, _Way] = {}
        self._orphans: list[str] = []
        self._said: dict[tuple[str, str, str], str] = {}
        self._overhead = len(wording.placeholder("0000-00-00", "", "", ""))
        self._wording = wording
        # The longest of the forms that a placeholder may take here, without what is filled in.
        longest = max(len(form) for form in (wording.again, wording.failed, wording.kept if rules.keep_text else ""))
        self._least = longest + (len(RECALL) + DIGEST_DIGITS if rules.keep_text else 0)

    def read(self, messages: Sequence[Any]) -> None:
        """Look at the messages that came since, and settle what is no longer among the newest results."""
        seen, keep_last = self.seen, self.rules.keep_last
        # In slices: what is known of each message need not be there for all of them at once.
        while seen.length < len(messages):
            had = len(seen.results)
            self.shape.see(seen, messages, min(seen.length + _SLICE, len(messages)))
            if self._known:
                self._take_again(had)
            last = max(0, len(seen.results) - keep_last)
            self._settle(seen.results[:last])
            del seen.results[:last]

    def _take_again(self, had: int) -> None:
        """What was cleared before is cleared again, also where it is among the newest or would stay by other rules."""
        results = self.seen.results
        for place in range(had, len(results)):
            at, part, ref, text, size, others, failed, fixed, call = results[place]
            before = self._known.get(named(ref)) if call is not None else None
            if before is None:
                continue
            digest = digest_of(text)
            came_back = before.get(digest)
            if came_back is not None:
                tokens = estimate(text) + sum(of_other(*other) for other in others)
                receipt = Receipt(_CLEARED, came_back.what, named(ref), size, tokens, digest, came_back.held)
                self.again.append(Due(at, part, text, first_line(text) if failed else "", receipt))
            if came_back is not None or any(each.is_in(text) for each in before.values()):
                results[place] = (at, part, ref, "", _GONE, others, failed, fixed, call)

    def _settle(self, results: Sequence[Result]) -> None:
        """Decide what becomes of results. There may be a hundred thousand: what can be at hand before is."""
        ways, keep_text, overhead = self._ways, self.rules.keep_text, self._overhead
        least, gain, take = self._least + policy.LEAST_CLEARED_CHARS, self.gain, self.due.append
        for at, part, ref, text, size, others, failed, fixed, call in results:
            if call is None:
                self._orphans.append(ref)
                continue
            if size == _GONE:
                continue
            name, input, _ = call
            way = _FIXED if fixed else ways.get(name) or self._way(name, input)
            if way.stays:
                self.kept[name, way.fate] += 1
                continue
            if size < least:
                continue
            what = self._told(name, input, others)
            failure = first_line(text) if failed else ""
            if size < least + len(what) + len(failure) + (len(named(ref)) if keep_text else 0):
                continue
            sent = text.encode("utf-8", "surrogatepass")
            tokens = estimate_sent(len(text), len(sent))
            if others:
                tokens += sum(of_other(*other) for other in others)
            digest = sha256(sent).hexdigest()[:DIGEST_DIGITS]
            receipt = new(Receipt, (_CLEARED, what, named(ref), size, tokens, digest, ""))
            due = new(Due, (at, part, text, failure, receipt))
            if way.waits:
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
        fate, kept = fates.fate_of(name, input, self._tools), self.rules.keep_text
        stays = fate is Fate.KEEP or (fate is Fate.COMPACT and not kept)
        way = _Way(fate, stays, waits=fate is Fate.REMEMBER and not kept)
        if not fates.depends_on_input(name, self._tools):
            self._ways[name] = way
        return way

    def remembered(self, held: Callable[[str], str]) -> None:
        """Let go of what waited and is held by now; ``held`` says where the text of a result stands, '' for nowhere."""
        found = [(due, self._fitting(due, held(due.text))) for due in self.waiting]
        self.waiting = [due for due, where in found if not where]
        for due, where in found:
            if where:
                self.is_mixed = True
                self.due.append(due.held_in(where))
                self.gain += due.receipt.tokens - (self._overhead + len(due.receipt.what)) // 4

    def _fitting(self, due: Due, where: str) -> str:
        """Where a text stands, '' where that takes more room than the text itself."""
        receipt = due.receipt
        said = self._wording.placeholder("0000-00-00", receipt.what, due.failure, where) if where else ""
        return where if len(said) <= receipt.chars - policy.LEAST_CLEARED_CHARS else ""

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
    """What knows the text of a result again: the beginning of its SHA-256."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGEST_DIGITS]


def all_stand(messages: Sequence[Any], shape: Shape, due: Iterable[Due]) -> bool:
    """Whether each of these results stands where it was seen, and says what it said."""
    before, said = -1, dict[int, str]()
    for at, part, text, *_ in due:
        if at != before:
            blocks = shape.blocks(messages[at], at)
            before, said = at, {block.part: block.text for block in blocks if block.kind is Kind.RESULT}
        if said.get(part) != text:
            return False
    return True


def rewritten(messages: Sequence[Any], shape: Shape, due: Sequence[Due], texts: Sequence[str]) -> list[Any]:
    """The messages with these texts in the place of results; all others are the same objects."""
    found = list(messages)
    cleared = shape.cleared
    before, said = -1, dict[int, str]()
    for (at, part, *_), text in zip(due, texts, strict=True):
        if at != before:  # of a message with many results one is made anew, not one for each
            if said:
                found[before] = cleared(found[before], said)
            before, said = at, {}
        said[part] = text
    if said:
        found[before] = cleared(found[before], said)
    return found
