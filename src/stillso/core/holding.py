"""Whether a memory has ended or is still so, by an answer: what a plain yes to the question says, and what was said.

"Yes" ends a memory where the question was whether staging is fixed by now, and renews it where the question was
whether staging is still down. Constructions are read, nothing is understood: what is in doubt holds no verb back.
Source: "Answers" in ``docs/model.md``.
"""

from __future__ import annotations

from collections.abc import Iterable

from stillso.core import late, replies
from stillso.core.assertions import is_marked, questions
from stillso.core.clauses import clauses, sentences
from stillso.core.folding import words
from stillso.core.questions import Yes
from stillso.core.values import dataclass
from stillso.core.vocabulary import answering, holding, plain

#: How many sentences of an answer are read, and how much of each and of a question, in characters. Our choice.
_SENTENCES = 3
_READ_CHARS = 2_000

_QUOTED = late.pattern(r"“[^“”]*”|「[^「」]*」|『[^『』]*』|\"[^\"]*\"|（[^（）]*）|\([^()]*\)")
_PIECE_END = late.pattern(r"[，,；;。.？?！!\n]+\s*|[:：](?=\s|[^\x00-\x7f])\s*|\s[–—-]+\s|—+")
_AROUND = " \t\r\n\u3000。！!…~～.，,；;、：:（）()?？-–—"
_BOTH = frozenset(Yes)


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """What was asked about a record: whether it has ended, whether it is still so (both where a plain yes is in doubt).

    ``leave`` says that it was asked whether the agent may do something about it.
    """

    yes: frozenset[Yes]
    text: str
    leave: bool


def asked_about(asked: str, no: int | str, content: str = "", condition: str | None = None) -> Asked:
    """What the sentences ask that name this record or, where none does, that have a word of it."""
    several = [(each, replies.names_in(each)) for each in replies.asked_about(asked).sentences]
    naming = [each for each, named in several if no in named]
    unnamed = [each for each, named in several if not named]
    theirs = set(words(f"{content}\n{condition or ''}"))
    near = naming or [each for each in unnamed if theirs & set(words(each))]
    yes = _all(near, condition) or _all(unnamed, condition)
    leave = any(answering.LEAVE.pattern.search(plain(each)) for each in near)
    return Asked(yes=yes, text=" ".join(map(_bare, near)), leave=leave)


def _all(asking: Iterable[str], condition: str | None) -> frozenset[Yes]:
    return frozenset(yes for each in asking for yes in _yes_to(each, condition))


def _yes_to(sentence: str, condition: str | None) -> frozenset[Yes]:
    """What a plain yes to this sentence says: what its last clause asks, else the one before it."""
    said = _bare(sentence)
    pieces = [piece.strip() for piece in _PIECE_END.split(said) if piece and piece.strip(_AROUND)]
    found = [_asks(piece, condition) for piece in pieces]
    if said in holding.EITHER and len({yes for each in found for yes in each}) > 1:
        return _BOTH
    if len(pieces) > 1 and pieces[-1] in holding.IS_RIGHT:
        stated = _of_clause(pieces[-2], frozenset(), "")
        return frozenset([stated]) if stated else frozenset()
    return next((each for each in reversed(found) if each), frozenset())


def _bare(sentence: str) -> str:
    """A sentence without what it cites and without what stands in brackets."""
    return " ".join(_QUOTED.sub(" ", plain(sentence[-_READ_CHARS:])).lower().split())


def _asks(piece: str, condition: str | None) -> frozenset[Yes]:
    kept = holding.NOT_STILL.blank(piece)
    denied = holding.NOT_DENIED.blank(kept) in holding.DENIED
    if kept in holding.NO_LONGER:
        return frozenset([Yes.ENDED])
    if kept in holding.STILL_ASKED:
        either = kept in holding.EITHER and _is_ended_asked(kept, condition)
        # "Does it not hold any more?": a yes may agree with either.
        return _BOTH if either or (denied and "any" in kept and "still" not in kept) else frozenset([Yes.STILL_SO])
    if not _is_ended_asked(kept, condition):
        event = holding.EVENT_ASKED.pattern.search(kept)
        return frozenset([Yes.STILL_SO]) if event else frozenset()
    return _BOTH if denied or kept in holding.WORSE else frozenset([Yes.ENDED])


def _is_ended_asked(piece: str, condition: str | None) -> bool:
    if piece in holding.ENDED_ASKED:
        return True
    if piece not in holding.EVENT_ASKED:
        return False
    # "Is CI green?" asks about a rule "while CI is green" whether it is still so.
    lasting = plain(condition or "").lower()
    events = {each[0].lower() for each in holding.EVENT.pattern.finditer(piece)}
    return not (lasting in holding.WHILE and any(each in lasting for each in events))


# --- the answer ----------------------------------------------------------------------------------------------


def told(message: str, asked: Asked, about: int | str | None = None) -> Yes | None:
    """What an answer says about a record, by its first sentence that says anything about it; None where in doubt.

    So is everything where it is unknown what was asked. With ``about`` what is said beside the name of that record.
    """
    if not asked.yes:
        return None
    text = message[:_READ_CHARS] if about is None else replies.beside(message[:_READ_CHARS], about)
    for each in sentences(text)[:_SENTENCES]:
        if not (questions(text, each) or is_marked(text, each)):
            found = _said([text[span.start : span.end] for span in clauses(text, each)], asked)
            if found:
                return found.pop() if len(found) == 1 else None
    return None


def _said(spoken: Iterable[str], asked: Asked) -> set[Yes]:
    """What the clauses of a sentence say. A yes before words of one's own only agrees: "yes, still broken"."""
    yes: set[Yes] = set()
    found: set[Yes] = set()
    for clause in spoken:
        means = _says(clause, asked)
        if means and replies.clause_stance(clause) == "yes" and _plainly(True, asked.yes) == means:
            yes.add(means)
        elif means:
            found |= {means} | (yes if plain(clause).lower() in holding.BUT else set())
    return found or yes


def _says(clause: str, asked: Asked) -> Yes | None:
    """What a clause says: in its own words, else by a yes or no."""
    said = " ".join(plain(clause).lower().strip(_AROUND).split())
    means = _of_clause(said, asked.yes, asked.text)
    if means or _is_doubtful(said, asked):
        return means
    stance = replies.clause_stance(clause)
    if stance == "statement":
        stance = "yes" if said in holding.YES_FIRST else "no" if said in holding.NO_FIRST else stance
    return _plainly(stance == "yes", asked.yes) if stance in ("yes", "no") else None


def _plainly(yes: bool, asked: frozenset[Yes]) -> Yes | None:
    """What a plain yes or no says to what was asked."""
    if len(asked) != 1:
        return None
    (means,) = asked
    return means if yes else next(iter(_BOTH - asked))


def _is_doubtful(said: str, asked: Asked) -> bool:
    """Whether "no need any more" answers whether something has ended, which is in doubt; to "shall I …?" it is a no."""
    return said in holding.NO_MORE and Yes.ENDED in asked.yes and not asked.leave


def _of_clause(said: str, asked: frozenset[Yes], question: str) -> Yes | None:
    """What a clause says in its own words, None for a plain yes or no and for everything else."""
    if said in holding.IF:
        return None
    if said in holding.NO_MORE and said not in holding.STILL_SAID:
        return None if Yes.ENDED in asked else Yes.ENDED
    denied = holding.NOT_DENIED.blank(said) in holding.DENIED
    repeated = {each[0].lower() for each in holding.EVENT.pattern.finditer(said)}
    if asked == {Yes.STILL_SO} and any(each in question for each in repeated) and question not in holding.DENIED:
        return Yes.ENDED if denied else Yes.STILL_SO
    if said in holding.STILL_SAID:
        return Yes.STILL_SO
    if Yes.ENDED in asked and said in holding.NOT_YET_SAID:
        return Yes.STILL_SO
    if said in holding.STATE:
        return Yes.ENDED if denied else Yes.STILL_SO
    if repeated:
        return Yes.STILL_SO if denied else Yes.ENDED
    return Yes.ENDED if said in holding.ENDED_SAID else None
