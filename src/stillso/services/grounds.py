"""What a record verb rests on: the person's own act, the user's words, or nothing yet.

Also what the words themselves add to the request: the condition, when the caller gives none, and what a caller should
notice. Source: "Whose words" in ``docs/model.md``.
"""

from __future__ import annotations

from stillso.core import authority, conditions, proofs, verbs
from stillso.core.authority import Authority, Lacking
from stillso.core.operations import Refused
from stillso.core.proofs import Proof, Question
from stillso.core.sights import Message
from stillso.core.values import dataclass, replace
from stillso.core.verbs import Amend, Confirm, Remember, Restore, Retract, Supersede
from stillso.core.verbs.amend import drops_condition
from stillso.core.verbs.plans import day, says_no_condition
from stillso.errors import Code, Misuse, Notice, Why
from stillso.services import guarding
from stillso.services.access import Caller, Place
from stillso.services.targets import Aim
from stillso.services.workspace import Workspace
from stillso.storage.contract import View


@dataclass(frozen=True, kw_only=True, slots=True)
class Ground:
    """The authority, or why it is lacking; the request with what the words add to it; what the caller should notice."""

    basis: Authority | Lacking
    asked: verbs.RecordRequest
    notices: tuple[str, ...] = ()


def ground(
    ws: Workspace, view: View, caller: Caller, place: Place, asked: verbs.RecordRequest, aim: Aim
) -> Ground | Refused:
    """The ground of a request; refused for an empty or endless quote, and for an end date that nobody said."""
    if caller.is_person:
        return of_person(ws, caller, asked)
    assert place.level is not None
    heard = view.messages(caller.session.hearing) if caller.session else []
    about = question(aim, place.space.slug if caller.session and len(caller.session.bases) > 1 else None)
    proof = proofs.prove(asked.quote, heard, about)
    if isinstance(proof, Refused):
        return proof
    refused = _unsaid_date(asked, proof if isinstance(proof, Proof) else None)
    if refused:
        return refused
    if not isinstance(proof, Proof):
        missing = Why.AGENT_SHELL if caller.shell and asked.quote is None else proof
        doubts = [missing, *_doubts_of_text(asked, "")]
        return Ground(basis=authority.of_agent(place.level, None, doubts), asked=asked)
    doubts = [*proofs.doubts(proof), *_doubts(proof, asked, aim, heard, about)]
    doubts += _doubts_of_text(asked, "" if doubts else proof.words.slice)
    content = _content(asked)
    assent = content is not None and proofs.needs_question(proof, content)
    basis = authority.of_agent(place.level, proof.words, doubts, assent=assent)
    completed, notices = _completed(
        view, place, asked, *proofs.near(proof.message.text, proof.words.begins, proof.words.ends)
    )
    said = proof.words.slice
    if content is not None and proofs.is_other_script(said, content) and proofs.is_unshared(said, content):
        notices = (*notices, Notice.OTHER_SCRIPT)
    return Ground(basis=basis, asked=completed, notices=notices)


def question(aim: Aim, base: str | None) -> Question | None:
    """What an answer would have to be about to count for this request; ``base`` where there are several."""
    if aim.target is None:
        return None
    record = aim.target.record
    return Question(name=record.no, content=record.content, condition=record.condition, turn=aim.turn, base=base)


def of_person(ws: Workspace, caller: Caller, asked: verbs.RecordRequest) -> Ground:
    """A person's own act: the content is the words, and the condition is taken from it.

    Raises Misuse for a quote: whoever acts on their own authority needs none, and nobody would look for it.
    """
    if asked.quote is not None:
        raise Misuse("a person's own act takes no quote; a quote is for the agent of a session")
    basis = authority.of_owner(caller.principal, ws.now())
    content = _content(asked)
    if content is None or not isinstance(asked, Remember | Supersede):
        return Ground(basis=basis, asked=asked)
    completed, notices = _with_condition(asked, content, 0, len(content))
    if conditions.is_one_off(content, 0, len(content)):
        notices = (*notices, Notice.ONE_OFF)
    if guarding.doubts({"content": content}, orders=False):
        notices = (*notices, Notice.HIDDEN_CHARACTERS)
    return Ground(basis=basis, asked=completed, notices=notices)


def _doubts(
    proof: Proof, asked: verbs.RecordRequest, aim: Aim, heard: list[Message], about: Question | None
) -> list[Why]:
    match asked:
        case Remember():
            return proofs.doubts_of_content(proof, asked.content, heard, about)
        case Supersede():
            content = asked.content
            other = [] if proofs.is_about(proof, content, aim.needed.record) else [Why.BEYOND_QUOTE]
            return (
                proofs.doubts_of_ending(proof, about, content)
                + other
                + proofs.doubts_of_content(proof, content, heard, about)
            )
        case Confirm():
            over = proofs.doubts_of_confirming(proof, about)
            return over + proofs.doubts_about_record(proof, aim.needed.record, aim.turn)
        case Retract():
            return proofs.doubts_of_ending(proof, about) + proofs.doubts_about_record(
                proof, aim.needed.record, aim.turn
            )
        case Restore():
            declined = [Why.NOT_ASSERTION] if proof.declines else []
            return declined + proofs.doubts_about_record(proof, aim.needed.record, aim.turn)
        case Amend():
            # Only a person drops a condition: no words of theirs say "and without any" beyond doubt.
            dropped = [Why.BEYOND_QUOTE] if drops_condition(asked, aim.needed) else []
            declined = [Why.NOT_ASSERTION] if proof.denies else []
            invented = [] if _is_said(proof, asked.condition) else [Why.BEYOND_QUOTE]
            about_it = proofs.doubts_about_record(proof, aim.needed.record, aim.turn)
            return declined + dropped + invented + about_it


def _is_said(proof: Proof, condition: str | None) -> bool:
    """Whether a condition in the agent's words has something of what the user said, or of what they were asked."""
    said = f"{proof.message.text}\n{proof.message.asked or ''}"
    return condition is None or says_no_condition(condition) or not _is_foreign(said, condition)


def _doubts_of_text(asked: verbs.RecordRequest, said: str) -> list[Why]:
    """What the agent's own wording makes wait. An order that stands in the user's proven words is theirs."""
    texts = {"content": _content(asked), "condition": getattr(asked, "condition", None)}
    return guarding.doubts(texts, orders=not guarding.doubts({"said": said}, orders=True))


def _content(asked: verbs.RecordRequest) -> str | None:
    return asked.content if isinstance(asked, Remember | Supersede) else None


# --- what the words add --------------------------------------------------------------------------------------


def _completed(
    view: View, place: Place, asked: verbs.RecordRequest, text: str, start: int, end: int
) -> tuple[verbs.RecordRequest, tuple[str, ...]]:
    """The request with the condition of the user's own clause, and notices about what the sentence says besides."""
    if not isinstance(asked, Remember | Supersede):
        return asked, ()
    completed, notices = _with_condition(asked, text, start, end)
    if conditions.is_one_off(text, start, end):
        notices = (*notices, Notice.ONE_OFF)
    if isinstance(asked, Remember) and not asked.scope:
        named = conditions.scopes_named(text, start, end, view.scopes(place.space.id))
        notices = (*notices, *([Notice.SCOPE_IN_QUOTE] if named else []))
    return completed, notices


def _with_condition(
    asked: Remember | Supersede, text: str, start: int, end: int
) -> tuple[Remember | Supersede, tuple[str, ...]]:
    """The request with the condition of the words: when it has none, or one that has nothing of what was said."""
    given = None if says_no_condition(asked.condition or "") else asked.condition
    found = conditions.condition_of(text, start, end)
    if found is not None and (given is None or _is_foreign(text, given)):
        return replace(asked, condition=found), (Notice.CONDITION_KEPT,)
    maybe = given is None and conditions.is_ambiguous(text, start, end)
    return asked, ((Notice.MAYBE_CONDITIONAL,) if maybe else ())


def _is_foreign(text: str, condition: str) -> bool:
    """Whether a condition, in the script of the words, has none of them."""
    return proofs.is_unshared(text, condition) and not proofs.is_other_script(text, condition)


def _unsaid_date(asked: verbs.RecordRequest, proof: Proof | None) -> Refused | None:
    """Refused when an end date is given that the words do not hold: 「這陣子」 is nobody's date."""
    wanted = day(asked.until) if isinstance(asked, Remember | Supersede) else None
    if wanted is None:
        return None
    said = proof is not None and conditions.holds_date(proof.words.slice, wanted, proof.words.heard_at.date())
    return None if said else Refused(code=Code.END_DATE_NOT_SAID, facts={"until": wanted.isoformat()})
