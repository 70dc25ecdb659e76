"""Clearing a window: placeholders in the messages, receipts in the ledger, and what it costs.

A ``Window`` looks at each message once and is asked before each turn. It never changes the messages that it is given:
it gives a new list, in which all that was not cleared is the same.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from stillso.core import escapes, guards, policy
from stillso.core.operations import Refused, Verb
from stillso.core.values import dataclass, field, names_of, replace
from stillso.core.windows import clearing
from stillso.core.windows.blocks import Shape
from stillso.core.windows.clearing import Before, Damage, Due, Rules, Walk
from stillso.core.windows.fates import Fate
from stillso.core.windows.placeholders import RECALL, Wording
from stillso.core.windows.receipts import Receipt, Way, named
from stillso.core.windows.tokens import estimate
from stillso.errors import Code, Misuse
from stillso.services import guarding, holding, windows
from stillso.services.access import Caller
from stillso.services.scanning import extra_scanner
from stillso.services.workspace import Workspace
from stillso.storage.contract import View
from stillso.texts import Texts


@dataclass(frozen=True, kw_only=True, slots=True)
class Freed:
    """How much less a window takes, placeholders taken off; ``counted`` by the provider's counter, else estimated."""

    characters: int = 0
    tokens: int = 0
    counted: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Cleared:
    """What came of clearing: the messages, the receipts of what left them (none where nothing did), and when.

    ``waiting`` are results that must be remembered first, and ``kept`` counts what stays although it is old, by tool
    and fate. ``held_back`` says why nothing was cleared although something could be. ``damage`` was there before.
    """

    messages: list[Any]
    at: datetime
    cleared: tuple[Due, ...] = ()
    freed: Freed = Freed()
    waiting: tuple[Due, ...] = ()
    kept: Mapping[tuple[str, Fate], int] = field(default_factory=dict)
    damage: Damage = Damage()
    held_back: Refused | None = None

    @property
    def receipts(self) -> list[Receipt]:
        """What the ledger keeps of what left the window now."""
        return [each.receipt for each in self.cleared]


def rules(
    *, keep_last: int, exclude: Sequence[str], table: Mapping[str, str], clear_at_least: int, keep_text: bool
) -> Rules:
    """Rules as a caller gives them. Raises Misuse for a number below 0 and a fate that is none."""
    if isinstance(exclude, str):
        raise Misuse(f"exclude is a list of names; give [{exclude!r}]")
    for name, number in (("keep_last", keep_last), ("clear_at_least", clear_at_least)):
        if number < 0:
            raise Misuse(f"{number} is no {name}; give a whole number from 0")
    return Rules(
        keep_last=keep_last,
        exclude=frozenset(exclude),
        table=fates_in(table),
        clear_at_least=clear_at_least,
        keep_text=keep_text,
    )


def fates_in(table: Mapping[str, object]) -> dict[str, Fate]:
    """The fates of tools by name. Raises Misuse for one that is none."""
    bad = next((fate for fate in table.values() if fate not in list(Fate)), None)
    if bad is not None:
        raise Misuse(f"{bad!r} is no fate; use one of {', '.join(Fate)}")
    return {tool: Fate(str(fate)) for tool, fate in table.items()}


def wording(texts: Texts) -> Wording:
    """What placeholders say in a language."""
    return Wording(**{name: texts[f"window.placeholder.{name}"] for name in names_of(Wording)})


@contextmanager
def uncollected() -> Iterator[None]:
    """Keep the collector of cycles from going over all messages again and again, for what makes many values at once.

    There are no cycles among them; for 100,000 messages it would take as long as all the rest.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class Window:
    """The messages of one conversation, from turn to turn; of a session, if there is one, whose ledger it writes.

    ``shape_of`` tells how its messages are read; ``count`` is the provider's own counter of tokens, where there is one.
    """

    def __init__(
        self,
        ws: Workspace,
        caller: Caller | None,
        texts: Texts,
        shape_of: Callable[[Sequence[Any]], Shape],
        *,
        rules: Rules | None = None,
        count: Callable[[Sequence[Any]], int] | None = None,
    ) -> None:
        self._ws, self._caller = ws, caller if caller and caller.session else None
        self._shape_of, self._rules, self._count = shape_of, rules or Rules(), count
        self._wording = wording(texts)
        self._known: dict[str, dict[str, Before]] = {}
        self._version = 0
        self._walk: Walk | None = None
        self._changed = -1  # the last message that was changed
        self._ends: tuple[tuple[int, Any], ...] = ()
        self._asked: tuple[int, ...] = ()

    def _afresh(self, messages: Sequence[Any]) -> Walk:
        """A walk from the first message on, with what the ledger of the session and the settings of its bases say."""
        rules = self._rules
        if self._caller is not None and self._caller.session is not None:
            with self._ws.view() as view:
                window = view.space(self._caller.session.window_id)
                found = windows.entries(view, self._caller.session.window_id)
                rules = replace(rules, table=_tables(view, self._caller.session.bases) | dict(rules.table))
            self._version = window.head if window else 0
            self._known = {}
            for entry in found:
                _, what, ref, _, _, digest, held = entry.receipt
                if entry.receipt.way is Way.CLEARED:
                    # The first counts: its placeholder is the one that was sent.
                    self._known.setdefault(ref, {}).setdefault(digest, Before(_day(entry.at), what, held))
        return Walk(self._shape_of(messages), rules, self._wording, self._known)

    def clear(self, messages: Sequence[Any], *, force: bool = False, preview: bool = False) -> Cleared | Refused:
        """Clear what can be had again, once there is enough of it; with ``preview`` nothing is written down.

        What was looked at before is taken to be as it was; of what is to be cleared that is checked. Refused
        (``would-break-thinking``) where thinking that is bound to what would change follows it, unless ``force`` is
        given; then nothing was changed or written. What was cleared before and comes back is no change: the provider
        knows its placeholder.
        """
        with uncollected():
            return self._clear(messages, force=force, preview=preview)

    def _clear(self, messages: Sequence[Any], *, force: bool, preview: bool) -> Cleared | Refused:
        ws, (walk, batch) = self._ws.stopped(), self._batch(messages)
        due, again = self._checked(walk, batch), _masked(walk.again)
        first = due[0].at if due else len(messages)
        if walk.seen.bound > first and not force:
            return Refused(code=Code.WOULD_BREAK_THINKING, facts={"at": first, "thinking": walk.seen.bound})
        dates = {} if preview else self._recorded(ws, due)
        if isinstance(dates, Refused):
            return dates
        fresh = due
        if dates:
            fresh = [each for each in due if each.receipt.key not in dates]
            # Somebody else was first, perhaps by other rules: their placeholder is the one that was sent.
            due = [each.as_before(dates[each.receipt.key]) if each.receipt.key in dates else each for each in due]
        dates |= {each.receipt.key: self._known[each.receipt.ref][each.receipt.digest] for each in again}
        gone = [*again, *due]
        texts = self._placeholders(gone, dates, _day(ws.now()))
        found = clearing.rewritten(messages, walk.shape, gone, texts)
        result = self._result(walk, ws.now(), fresh, messages, found, _freed(gone, texts))
        if preview:
            self._walk = None
        else:
            walk.done(batch)
            self._changed = max((some[-1].at for some in (due, again) if some), default=self._changed)
            self._ends = tuple((at, found[at]) for at in {self._changed, len(found) - 1} if at >= 0)
        return result

    def _batch(self, messages: Sequence[Any]) -> tuple[Walk, Sequence[Due]]:
        """What is to be cleared, looked for anew where a harness has edited in place what waited to be."""
        had = self._walk.seen.length if self._walk is not None else 0
        walk = self._walk_of(messages)
        self._remember(walk)
        batch = walk.batch()
        if clearing.all_stand(messages, walk.shape, (each for each in batch if each.at < had)):
            return walk, batch
        self._walk = None
        return self._batch(messages)

    def _remember(self, walk: Walk) -> None:
        """Let go of what waited and is held by now; asked again only when a base, or what waits, has changed."""
        caller = self._caller
        if not walk.waiting or caller is None:
            return
        asked = (*holding.heads(self._ws, caller), len(walk.waiting))
        if asked != self._asked:
            walk.remembered(lambda text: holding.where(self._ws, caller, text))
            self._asked = (*asked[:-1], len(walk.waiting))

    def _walk_of(self, messages: Sequence[Any]) -> Walk:
        """Read what came since; anew where it is not what was given back the last time that goes on.

        A harness that keeps its own messages hands over again what was cleared: then all of it is looked at.
        """
        walk = self._walk
        if walk is None or walk.seen.length > len(messages) or any(messages[at] is not end for at, end in self._ends):
            walk, self._changed = self._afresh(messages), -1
            self._walk = walk
        walk.read(messages)
        return walk

    def _checked(self, walk: Walk, batch: Sequence[Due]) -> list[Due]:
        """What is to be cleared, its calls without secrets, in the order of the window."""
        batch = _masked(batch)
        if self._rules.keep_text:
            # An id that several calls have names none of their texts: the digest does.
            repeated = {named(ref) for ref in walk.seen.repeated} | self._known.keys()
            refs = [(each.receipt.digest if each.receipt.ref in repeated else each.receipt.ref) for each in batch]
            batch = [each.held_in(f"{RECALL}{ref}") for each, ref in zip(batch, refs, strict=True)]
        return sorted(batch, key=_place) if walk.is_mixed else list(batch)

    def _recorded(self, ws: Workspace, due: Sequence[Due]) -> dict[tuple[str, str], Before] | Refused:
        """Write the receipts down; what somebody else had cleared meanwhile, by key."""
        if not due or self._caller is None or self._caller.session is None:
            return {}
        receipts = [each.receipt for each in due]
        kept = {
            f"{windows.KEPT}{each.receipt.digest}": guarding.masked(each.text) for each in due if self._rules.keep_text
        }
        written = windows.record(ws, self._caller, Verb.CLEAR, receipts, kept, since=self._version)
        if isinstance(written, Refused):
            return written
        self._version = written.operation.n if written.operation else written.others[-1].version
        return {
            entry.receipt.key: Before(_day(entry.at), entry.receipt.what, entry.receipt.held)
            for entry in reversed(written.others)
        }

    def _placeholders(self, due: Sequence[Due], dates: Mapping[tuple[str, str], Before], today: str) -> list[str]:
        """The placeholders of results: of the day on which each was cleared."""
        if dates or any(each.failure or each.receipt.held for each in due):
            placeholder = self._wording.placeholder
            return [
                placeholder(
                    dates[each.receipt.key].date if each.receipt.key in dates else today,
                    each.receipt.what,
                    each.failure,
                    each.receipt.held,
                )
                for each in due
            ]
        before, after = self._wording.around(today)
        return [f"{before}{each.receipt.what}{after}" for each in due]

    def _result(
        self,
        walk: Walk,
        now: datetime,
        due: Sequence[Due],
        before: Sequence[Any],
        found: list[Any],
        freed: Freed,
    ) -> Cleared:
        held_back = None
        if not due and walk.due:
            facts = {"gain": walk.gain, "least": walk.rules.clear_at_least}
            held_back = Refused(code=Code.NOT_WORTH_IT, facts=facts)
        if self._count is not None and freed.characters:
            freed = replace(freed, tokens=self._count(before) - self._count(found), counted=True)
        return Cleared(
            messages=found,
            at=now,
            cleared=tuple(due),
            freed=freed,
            waiting=tuple(_masked(walk.waiting)),
            kept=dict(walk.kept),
            damage=walk.damage(),
            held_back=held_back,
        )


def _day(at: datetime) -> str:
    """The day of a moment in UTC, as ledgers and placeholders have it."""
    return at.date().isoformat()


def _tables(view: View, bases: Sequence[str]) -> dict[str, Fate]:
    """What the bases of a session say of tools; of two that differ the later one counts."""
    settings = [space.settings.get("fates") for base in bases if (space := view.space(base))]
    return {tool: fate for each in settings if isinstance(each, Mapping) for tool, fate in fates_in(each).items()}


def _freed(gone: Sequence[Due], texts: Sequence[str]) -> Freed:
    there = "".join(texts)
    return Freed(
        characters=sum([each.receipt.chars for each in gone]) - len(there),
        tokens=sum([each.receipt.tokens for each in gone]) - estimate(there),
    )


def _masked(batch: Sequence[Due]) -> Sequence[Due]:
    """What is to be cleared, without secrets in what is told of it."""
    told = {each.receipt.what for each in batch} | {each.failure for each in batch if each.failure}
    suspect = told if extra_scanner() else guards.suspects(list(told))
    if not suspect:
        return batch
    # The mark of a short secret is longer than it, and a placeholder never longer than what it replaces.
    safe = {text: escapes.cut(guarding.masked(text), len(text) + policy.LEAST_CLEARED_CHARS // 2) for text in suspect}
    return [
        each._replace(
            failure=safe.get(each.failure, each.failure),
            receipt=each.receipt._replace(what=safe.get(each.receipt.what, each.receipt.what)),
        )
        for each in batch
    ]


def _place(due: Due) -> tuple[int, int]:
    return due.at, due.part
