"""What to ask about a condition: whether what it waits for has come, whether what it goes on with is still there.

Nothing is understood here: a few constructions become the question that a person would ask, every other condition is
put in quotation marks. What is asked is in the language of the record, whatever that of the screen.
"""

from __future__ import annotations

import re
from enum import StrEnum

from stillso.core import late, replies
from stillso.core.folding import is_cjk_letter
from stillso.core.records import Record
from stillso.core.values import dataclass
from stillso.core.vocabulary import answering, ending, plain


class Form(StrEnum):
    """How a condition is asked about."""

    ENDED = "ended"
    STILL = "still"
    VAGUE = "vague"
    RECURRING = "recurring"
    HOLDS = "holds"


class Yes(StrEnum):
    """What a plain yes to a question says about the record."""

    STILL_SO = "still-so"
    ENDED = "ended"


@dataclass(frozen=True, kw_only=True, slots=True)
class Asking:
    """The form of a question and what it is filled with: the words of the condition that it is made of."""

    form: Form
    event: str = ""
    verb: str = ""
    subject: str = ""

    @property
    def yes(self) -> Yes:
        """What a plain yes says."""
        return Yes.ENDED if self.form is Form.ENDED else Yes.STILL_SO


#: How long the words may be that a question is made of, in characters; our choice.
_PLAIN_CHARS = 40

_ZH_BEFORE = late.pattern(r"(?:直到|等到|等|在|到)?(?P<event>.{2,60}?)(?:之前|以前|前|為止)")
_ZH_UNTIL = late.pattern(r"(?:直到|等到)(?P<event>.{2,60})")
_NOT_YET = late.pattern(r"還沒有?|尚未|仍未")
_EN_UNTIL = late.pattern(
    r"(?:until|till|not before)\s+(?P<subject>\S[^\n]{0,39}?)\s+(?P<verb>is|are|has|have)\s+(?P<event>\S[^\n]{0,39})",
    re.IGNORECASE,
)
_EN_WHILE = late.pattern(
    r"(?:while|as long as|so long as)\s+(?P<subject>\S[^\n]{0,39}?)\s+(?P<verb>is|are)\s+(?:still\s+)?"
    r"(?P<event>\S[^\n]{0,39})",
    re.IGNORECASE,
)
_PARTICIPLE = late.pattern(r"\w+(?:ed|en|wn|ne)\b", re.IGNORECASE)
_MARKS = late.pattern(r"[^\w\s./@'’+&-]")
_LATIN = late.pattern(r"[A-Za-z\u00c0-\u024f][\w.'-]*", re.ASCII)


def asking(condition: str, *, chinese: bool) -> Asking:
    """The question that a condition makes in the language in which it is asked; others are quoted.

    「staging 修好之前」 asks 「staging 修好了嗎」, "until staging is fixed" asks "is staging fixed by now".
    """
    said = condition.strip(" \t\r\n\u3000.。!！")
    return (_before_zh(said) if chinese else _until_en(said)) or Asking(form=_form(plain(said)))


def _form(said: str) -> Form:
    if said in ending.RECURRING:
        return Form.RECURRING
    return Form.VAGUE if said in ending.VAGUE else Form.HOLDS


def _before_zh(said: str) -> Asking | None:
    written = plain(said)
    found = _ZH_BEFORE.fullmatch(written) or _ZH_UNTIL.fullmatch(written)
    if found is None:
        return None
    # What was typed in Simplified characters is repeated as it was typed: ``plain`` keeps every place.
    start, end = found.span("event")
    not_yet = _NOT_YET.search(written, start, end)
    event = said[start : not_yet.start()] + said[not_yet.end() : end] if not_yet else said[start:end]
    event = event.strip().removesuffix("了")
    return Asking(form=Form.ENDED, event=event) if _is_plain(event) and plain(event) in ending.EVENT else None


def _until_en(said: str) -> Asking | None:
    found, form = _EN_UNTIL.fullmatch(said), Form.ENDED
    if found is None:
        found, form = _EN_WHILE.fullmatch(said), Form.STILL
    if found is None or not (_is_plain(found["subject"]) and _is_plain(found["event"])):
        return None
    if found["verb"].lower().startswith("ha") and not _PARTICIPLE.match(found["event"]):
        return None
    return Asking(form=form, subject=found["subject"], verb=found["verb"].capitalize(), event=found["event"])


def _is_plain(words: str) -> bool:
    """Whether words can stand in a question as they are: short, without marks, denials, or somebody who speaks."""
    return 1 < len(words) <= _PLAIN_CHARS and not _MARKS.search(words) and plain(words) not in ending.NOT_PLAIN


def is_chinese(record: Record, otherwise: bool) -> bool:
    """Whether a record is asked about in Chinese: by its condition, else its words, else its content.

    Names and tools are Latin in Chinese as well: a text is Chinese that has at least as many characters of it as it has
    words of letters. ``otherwise`` is for a record that has neither.
    """
    for text in (record.condition, record.quote, record.content):
        han, latin = sum(map(is_cjk_letter, text or "")), len(_LATIN.findall(text or ""))
        if han or latin:
            return han >= latin
    return otherwise


def is_about(no: int, text: str) -> bool:
    """Whether a text asks about this record and about nothing else, and asks no leave.

    What a person wrote may itself ask, name another record, or end a sentence where it stands in a question: an answer
    would then count for something else, or for nothing.
    """
    asked = replies.asked_about(text)
    leave = any(plain(sentence) in answering.LEAVE for sentence in asked.sentences)
    return asked.numbers == {no} and not asked.proposals and not leave
