"""Questions and their answers: what an agent's message asked about, and what the person's next message says to it.

Words of any length suffice to answer a recorded question, so this module is strict about what was asked: only a
sentence that asks counts, and only what it names or shares words with. Whether the session had seen the record, and
that an answer counts for one message only, is decided where messages are kept. Source: "Answers" in ``docs/model.md``.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise
from typing import Literal, TypeAlias

from stillso.core import late
from stillso.core.assertions import is_marked, questions
from stillso.core.clauses import Span, clauses, sentences
from stillso.core.folding import words
from stillso.core.values import dataclass
from stillso.core.vocabulary import Words, answering, holding, plain

Stance: TypeAlias = Literal["yes", "no", "statement", "unclear"]

#: How many content words a question and a record must have in common. Source: "Answers" in ``docs/model.md``.
SHARED_WORDS = 2
#: A bare yes or no is short: what is longer says something of its own. In characters; our choice.
_BARE_CHARS = 40
#: How much of an answer, and of one sentence of a question, is read, in characters. Our choice.
_READ_CHARS = 2_000

# "#3" of an issue or a pull request is no record.
_NAMED = Words(
    r"(?<![\w#&/])(?<!issue )(?<!pr )(?<!mr )(?<!request )(?<!ticket )(?<!bug )(?<!commit )(?<!票 )(?<!票)"
    r"#\s?(?P<no>\d{1,9})(?![\w-])",
    r"(?<![\w#/.-])(?P<proposal>p[0-9a-hjkmnp-tv-z]{8})(?![\w-])",
    r"\brecord\s+(?P<no2>\d{1,9})(?![\w.-])|記錄\s*(?P<no3>\d{1,9})(?![\w.])",
)
_AROUND = " \t\r\n\u3000。！!…~～.，,；;、：:()（）[]「」“”\"'*_-—–>"
_SOFTENED = late.pattern(
    r"[啊呀啦喔哦囉嘍唷呢吧了的哈欸耶]+$"
    r"|(?:[\s，,]+(?:please|pls|thanks|thank you|thx|then|bro|謝謝|感謝|謝啦|拜託))+$",
    re.I,
)
_JOINED = late.pattern(r"^(?:and|for|on|but|also|so|well|oh|um|then)\s+|\s+(?:for|to|on|are|is|with|too|both)$", re.I)
_JOINS = late.pattern(r"\b(?:and|for|on|to|with|are|is|both|the)\b|[和跟與及是都,，、&:：]|\s", re.I)


_STANCES: tuple[tuple[Words, Stance], ...] = (
    (answering.YES, "yes"),
    (answering.NO, "no"),
    (answering.PUT_OFF, "unclear"),
)
#: What says something however short it is: 「還在」「沒停」.
_SAID = (holding.STILL_SAID, holding.NOT_YET_SAID, holding.NO_MORE, holding.ENDED_SAID, holding.NO_FIRST)


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """What a message asks: records by number, proposals by id, and the sentences that ask, in order."""

    numbers: frozenset[int]
    proposals: frozenset[str]
    sentences: tuple[str, ...]


def asked_about(asked: str) -> Asked:
    """What the sentences of an agent's message that ask are about; nothing when none asks.

    A sentence asks by its mark, its form ("shall I …", 「…嗎」「要不要 …」) or by "tell me whether …".
    """
    asking = [asked[each.start : each.end] for each in sentences(asked) if _asks(asked, each)]
    named = [name for sentence in asking for name in names_in(sentence)]
    return Asked(
        numbers=frozenset(name for name in named if isinstance(name, int)),
        proposals=frozenset(name for name in named if isinstance(name, str)),
        sentences=tuple(asking),
    )


def asks_to_approve(asked: str) -> bool:
    """Whether what a message asks is to carry something out, and not to turn it down."""
    said = [plain(sentence).replace("要不要", "") for sentence in asked_about(asked).sentences]
    approves = any(answering.APPROVES.pattern.search(sentence) for sentence in said)
    return approves and not any(answering.REFUSES.pattern.search(sentence) for sentence in said)


def asks_leave(asked: str) -> bool:
    """Whether a message asks whether the agent may do something: "shall I …?", 「要我…嗎」."""
    return any(answering.LEAVE.pattern.search(plain(sentence)) for sentence in asked_about(asked).sentences)


def _asks(text: str, sentence: Span) -> bool:
    near = Span(max(sentence.start, sentence.end - _READ_CHARS), sentence.end)
    said = plain(text[near.start : near.end])
    return is_marked(text, near) or said in answering.TELL_ME or bool(questions(text, near))


def names_in(text: str) -> list[int | str]:
    """Records (numbers) and proposals (ids) that a text names, in order."""
    found = _NAMED.pattern.finditer(plain(text))
    return [each["proposal"].lower() if each["proposal"] else int(each[each.lastgroup or 0]) for each in found]


def names(asked: Asked, name: int | str) -> bool:
    """Whether the question names this record (by number) or this proposal (by id)."""
    return name in asked.numbers or name in asked.proposals


def shares_words(asked: Asked, content: str, condition: str | None = None) -> bool:
    """Whether the sentences that ask share two content words with a record's content or condition."""
    theirs = {word for sentence in asked.sentences for word in words(sentence)}
    return len(theirs & set(words(f"{content}\n{condition or ''}"))) >= SHARED_WORDS


def narrowed(message: str, among: Collection[int | str]) -> set[int | str]:
    """Which of several records and proposals asked about the answer names itself ("#3 yes").

    Empty when it names none, which means none of them: "the first" is not understood.
    """
    return {name for name in names_in(message) if name in among}


# --- yes or no -----------------------------------------------------------------------------------------------


def stance(message: str, about: int | str | None = None) -> Stance:
    """What the first sentence of an answer says: bare assent, bare denial, something of its own, or nothing clear.

    With ``about`` what is said beside the name of that record or proposal: "#3 yes, #5 no" denies #5. A question, "not
    sure" and "later" are unclear.
    """
    head = message[:_READ_CHARS]
    said = head if about is None else beside(head, about)
    first = next(iter(sentences(said)), None)
    if first is None:
        return "unclear"
    stances = {clause_stance(said[each.start : each.end]) for each in clauses(said, first)} - {None}
    if questions(said, first) or is_marked(said, first):
        return "unclear"
    return _joined({each for each in stances if each})


def is_bare_assent(text: str) -> bool:
    """Whether a message says yes and nothing else. Long ones do not."""
    return 0 < len(text.strip()) <= _BARE_CHARS and all(
        stance(text[each.start : each.end]) == "yes" for each in sentences(text)
    )


def _joined(stances: set[Stance]) -> Stance:
    if len(stances) == 1:
        return stances.pop()
    return "statement" if "statement" in stances else "unclear"


def clause_stance(clause: str) -> Stance | None:
    """The stance of one clause; None for a name or a filler alone, which says nothing either way."""
    said = plain(_NAMED.pattern.sub(" ", plain(clause))).strip(_AROUND).lower()
    said = " ".join(said.split())
    # 「是」 joins names, and alone it is a plain yes.
    if (said != "是" and not _JOINS.sub("", said)) or answering.COURTESY.fits(said):
        return None
    if len(said) > _BARE_CHARS:
        return "statement"
    forms = (said, _JOINED.sub("", said), _SOFTENED.sub("", said).strip(_AROUND))
    for known, means in _STANCES:
        if any(known.fits(form) for form in forms):
            return means
    is_said = any(said in each for each in _SAID)
    return "statement" if is_said or words(said) or len(said) > 2 else "unclear"


def beside(message: str, name: int | str) -> str:
    """What an answer says about one of several names: the clauses that name it, on to the next other name.

    The message itself when it does not name it.
    """
    kept: list[str] = []
    for sentence in sentences(message):
        pieces = [piece for each in clauses(message, sentence, joining="、：:") for piece in _pieces(message, each)]
        for piece in pieces:
            inside = names_in(piece)
            if name in inside:
                kept.append(piece)
            elif kept and inside:
                return " ".join(kept)
            elif kept:
                kept.append(piece)
        if any(clause_stance(piece) for piece in kept):
            return " ".join(kept)
    return " ".join(kept) or message


def _pieces(message: str, clause: Span) -> list[str]:
    """A clause in pieces of one name each, unless its names stand together: "#3 and #5 yes"."""
    said = message[clause.start : clause.end]
    found = [each.span() for each in _NAMED.pattern.finditer(plain(said))]
    gaps = [_JOINS.sub("", said[former[1] : later[0]]) for former, later in pairwise(found)]
    if not any(gaps):
        return [said]
    leads = bool(_JOINS.sub("", said[: found[0][0]]))
    cuts = [0, *((end if leads else start) for start, end in (found[:-1] if leads else found[1:])), len(said)]
    return [said[start:end] for start, end in pairwise(cuts)]
