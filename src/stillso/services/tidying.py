"""Tidying: what would keep a base in order, with reasons. Nothing is carried out; what has one verb can be proposed.

What waits in the inbox for it is a retraction like any that was asked for: a person decides, and approving checks again
that neither record has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from stillso.core import authority, policy, records, sights, tidiness, verbs
from stillso.core.authority import Authority, Basis
from stillso.core.items import Space
from stillso.core.lines import Voice
from stillso.core.operations import Refused, Verb
from stillso.core.records import Indexed, Status, entry
from stillso.core.sights import WHOLE
from stillso.core.similar import Kind as Alike
from stillso.core.tidiness import Pair
from stillso.core.values import dataclass, field, replace
from stillso.core.verbs import Retract
from stillso.core.verbs.remember import stands_beside
from stillso.errors import Code, Why
from stillso.services import access, answers, commits, proposals, questions, reading, targets
from stillso.services.access import Caller
from stillso.services.questions import Question
from stillso.services.workspace import Workspace
from stillso.storage.contract import Transaction, View
from stillso.texts import Texts

#: How many of the records, and of the scopes, that take the most room are named. Our choice.
_LARGEST = 5
_SCOPES = 3


class Kind(StrEnum):
    """What is not in order."""

    NEAR_LIMIT = "near-limit"
    UNREAD = "unread"
    OVERDUE = "overdue"
    DUPLICATE = "duplicate"
    CONTRADICTION = "contradiction"


@dataclass(frozen=True, kw_only=True, slots=True)
class Advice:
    """One thing that would keep a base in order: the records it is about, and the figures and dates of its reason.

    ``variant`` tells apart reasons of one kind. ``pair`` is set where one retraction settles it, ``question`` where
    somebody has to be asked, ``proposal`` where it waits in the inbox.
    """

    kind: Kind
    rows: tuple[Indexed, ...]
    facts: Mapping[str, object] = field(default_factory=dict)
    variant: str = ""
    question: Question | None = None
    pair: Pair | None = None
    proposal: str | None = None

    def reason(self, texts: Texts) -> str:
        """Why, in one or two sentences."""
        key = f"tidy.reason.{self.kind}{'-' if self.variant else ''}{self.variant}"
        return texts.say(key, **self.facts)


@dataclass(frozen=True, kw_only=True, slots=True)
class Tidied:
    """What was found in a base, the moment it was judged from, and whether not all could be proposed at once."""

    base: str
    found: tuple[Advice, ...]
    now: datetime
    full: bool = False


def tidy(ws: Workspace, caller: Caller, base: str | None, texts: Texts, *, propose: bool = False) -> Tidied | Refused:
    """What would keep a base in order: lines that fill up, what nobody reads, is overdue, said twice or contradicted.

    With ``propose`` what one retraction settles is put into the inbox, unless it waits there or was refused.
    """
    ws = ws.stopped()
    now = ws.now()
    with ws.view() as view:
        place = access.place(view, caller, base)
        if isinstance(place, Refused):
            return place
        space = place.space
        refused = access.writable(view, place, caller) if propose else None
        if refused:
            return refused
        rows = view.records(space.id, [Status.ACTIVE])
        asker = questions.asker(view, caller, now, space.id, texts.language)
        late = tidiness.overdue(rows, records.limits_of(space.settings), now)
        found = [
            *_unread(view, space, rows, now, texts),
            *(_overdue(space, row, now, questions.question(row.record, asker), texts) for row in late),
            *(_of_pair(pair, texts) for pair in _pairs(view, rows) if not _was_refused(ws, view, pair)),
        ]
    found = [*_near_limit(ws, caller, space, rows, texts), *found]
    tidied = Tidied(base=space.slug, found=tuple(found), now=now)
    return _propose(ws, caller, space, tidied, texts) if propose else tidied


# --- how full the lines are ----------------------------------------------------------------------------------


def _near_limit(ws: Workspace, caller: Caller, space: Space, rows: Sequence[Indexed], texts: Texts) -> Iterator[Advice]:
    """That the lines of a session over the whole base near their limits, with what takes the most room in them."""
    opened = reading.open_lines(ws, replace(caller, session=None), [space.id], answers.labels(texts))
    assert not isinstance(opened, Refused)
    text, left_out = opened.assembled.text, opened.assembled.left_out
    used = {"lines": text.count("\n"), "chars": len(text)}
    part = max(used["lines"] / policy.LINES, used["chars"] / policy.LINES_CHARS)
    if part < policy.NEAR_LIMIT and not left_out:
        return
    voice = Voice(answers.labels(texts), opened.now)
    sizes = {row.record.no: len(voice.line(entry(row))) + 1 for row in rows}
    scopes: Counter[str] = Counter()
    for row in rows:
        scopes[row.record.scope or texts["tidy.everywhere"]] += sizes[row.record.no]
    largest = sorted(rows, key=lambda row: (-sizes[row.record.no], row.record.no))[:_LARGEST]
    taking = (texts.say("tidy.taking", name=name, chars=chars) for name, chars in scopes.most_common(_SCOPES))
    facts: dict[str, object] = {
        **used,
        "percent": round(part * 100),
        "most_lines": policy.LINES,
        "most_chars": policy.LINES_CHARS,
        "left_out": left_out,
        "scopes": texts["tidy.comma"].join(taking),
    }
    yield Advice(kind=Kind.NEAR_LIMIT, rows=tuple(largest), facts=facts, variant="over" if left_out else "")


# --- what nobody reads ---------------------------------------------------------------------------------------


def _unread(view: View, space: Space, rows: Sequence[Indexed], now: datetime, texts: Texts) -> Iterator[Advice]:
    """The records that no session was shown for as long as showings are kept, and nobody confirmed since.

    A base that hardly any session was opened on tells nothing about its records.
    """
    since = now - policy.KEPT_AFTER_END
    shown: set[int] = set()
    telling = 0
    for session in view.sessions():
        if space.id not in session.bases or (session.closed_at is not None and session.closed_at < since):
            continue
        shows = view.sights(session.id, space.id)
        whole = [sight for sight in shows if sight.how in WHOLE and sight.at >= since]
        telling += bool(whole)
        for sight in whole:
            shown.update(sights.unpack(sight.packed))
    unread = [row for row in rows if row.key not in shown and _changed_at(row) < since]
    if unread and telling >= policy.TELLING_SESSIONS:
        unread.sort(key=lambda row: (row.record.confirmed_at, row.record.no))
        facts = {"days": policy.KEPT_AFTER_END.days, "sessions": telling, "day": _day(since), "count": len(unread)}
        yield Advice(kind=Kind.UNREAD, rows=tuple(unread), facts=facts)


def _changed_at(row: Indexed) -> datetime:
    return max(row.record.confirmed_at, row.record.modified_at)


# --- what waits for an answer --------------------------------------------------------------------------------


def _overdue(space: Space, row: Indexed, now: datetime, question: Question, texts: Texts) -> Advice:
    assert row.due_at is not None
    limit: timedelta = tidiness.limit_of(row.record, records.limits_of(space.settings))
    facts = {"no": row.record.no, "day": _day(row.due_at), "days": (now - row.due_at).days, "limit": limit.days}
    return Advice(kind=Kind.OVERDUE, rows=(row,), facts=facts, question=question)


# --- what stands beside each other ---------------------------------------------------------------------------


def _pairs(view: View, rows: Sequence[Indexed]) -> list[Pair]:
    """The pairs of records but those of which a person said, when the newer one was made, that both hold."""

    def decided(first: Indexed, second: Indexed) -> bool:
        made = view.written_by(second.space, second.key, 1)
        assert made is not None
        operation = view.operations(second.space, before=made + 1, limit=1)[0]
        by_person = operation.authority in (Basis.OWNER, Basis.APPROVED)
        return by_person and stands_beside(operation.reason, first.record.no)

    return tidiness.pairs(rows, decided)


def _of_pair(pair: Pair, texts: Texts) -> Advice:
    facts: dict[str, object] = {
        "older": pair.older.record.no,
        "newer": pair.newer.record.no,
        "older_day": _day(pair.older.record.confirmed_at),
        "newer_day": _day(pair.newer.record.confirmed_at),
        "apart": texts[f"tidy.apart.{pair.apart}"] if pair.apart else "",
    }
    return Advice(
        kind=Kind.DUPLICATE if pair.kind is Alike.SAME else Kind.CONTRADICTION,
        rows=(pair.older, pair.newer),
        facts=facts,
        variant=_variant(pair, one_day=facts["older_day"] == facts["newer_day"]),
        pair=pair if pair.settles else None,
    )


def _variant(pair: Pair, *, one_day: bool) -> str:
    """Where dates do not tell which record is the newer one, the reason says it."""
    kept = "partly" if pair.partly else "apart" if pair.apart else ""
    named = one_day and not pair.partly and (pair.kind is Alike.OTHER or not kept)
    return "-".join(filter(None, (kept, "one-day" if named else "")))


def _was_refused(ws: Workspace, view: View, pair: Pair) -> bool:
    """Whether a person refused to retract the older one as it is: then both are to stand."""
    if not pair.settles or not view.has_tombstones():
        return False
    mark = ws.fingerprint(proposals.mark_of(Verb.RETRACT, f"#{pair.older.record.no}", pair.older.revision))
    return mark is not None and view.tombstone(mark) is not None


# --- proposing -----------------------------------------------------------------------------------------------


def _propose(ws: Workspace, caller: Caller, space: Space, tidied: Tidied, texts: Texts) -> Tidied | Refused:
    def work(tx: Transaction) -> Tidied | Refused:
        waiting = [each for each in tx.proposals(space.id) if proposals.is_waiting(ws, each)]
        retracting = {each.asked.get("no"): each.id for each in waiting if each.verb is Verb.RETRACT}
        room = min(
            policy.TIDYING_PROPOSALS - sum(each.why is Why.TIDYING for each in waiting),
            policy.OPEN_PROPOSALS - len(waiting),
        )
        found: list[Advice] = []
        full = False
        for advice in tidied.found:
            kept = retracting.get(advice.pair.older.record.no) if advice.pair else None
            if advice.pair and kept is None and room > 0:
                proposed = _kept(ws, tx, space, caller, advice.pair, advice.reason(texts))
                if isinstance(proposed, Refused):
                    return proposed
                kept = proposed
                room -= proposed is not None
            elif advice.pair and kept is None:
                full = True
            found.append(replace(advice, proposal=kept))
        return replace(tidied, found=tuple(found), full=full)

    return ws.run(space.id, work)


def _kept(
    ws: Workspace, tx: Transaction, space: Space, caller: Caller, pair: Pair, reason: str
) -> str | Refused | None:
    """The proposal to retract the older of a pair while the newer is as it is.

    None when one of them has changed meanwhile, or that was refused; refused itself only as ``key-missing``.
    """
    no = pair.older.record.no
    target, other = (targets.of(tx, space, each.record.no) for each in (pair.older, pair.newer))
    if isinstance(target, Refused) or isinstance(other, Refused):
        return None
    if (target.item.head, other.item.head) != (pair.older.revision, pair.newer.revision):
        return None
    asked = Retract(no=no, reason=reason)
    # Planned as if a person had said yes, as whatever waits is.
    scene = commits.scene(ws, space, caller, Authority(basis=Basis.APPROVED, at=ws.now()))
    plan = verbs.plan(asked, scene, target)
    if isinstance(plan, Refused):
        return plan
    lacking = authority.lacking([Why.TIDYING], None)
    seen, beside = {f"#{no}": target.item.head}, {f"#{other.record.no}": other.item.head}
    kept = proposals.keep(ws, tx, space, caller, asked, plan, lacking, seen, beside=beside)
    if isinstance(kept, Refused):
        return kept if kept.code is Code.KEY_MISSING else None
    return kept.proposal


def _day(at: datetime) -> str:
    return at.date().isoformat()
