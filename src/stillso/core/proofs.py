"""Whose words, and what they prove: the user's own slice, and every reason why it may prove nothing.

``quotes`` finds the words, ``assertions`` and ``conditions`` judge the sentence they stand in, ``replies`` says what
they answer; here it all comes together. A true quote must not authorise just any content: content stands beside the
quote as the agent's wording and must share words with it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from stillso.core import assertions, conditions, holding, late, policy, quotes, replies
from stillso.core.authority import Words
from stillso.core.folding import INVISIBLE, NARROWED, fold, is_cjk_letter, words
from stillso.core.operations import Refused
from stillso.core.questions import Yes
from stillso.core.records import Record
from stillso.core.sights import Message
from stillso.core.values import dataclass
from stillso.errors import Code, Why

_ADDRESS = late.pattern(
    r"[a-z][a-z0-9+.-]*://[^\s，。、；）)\]」』>]+|www\.[^\s，。、；）)\]」』>]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b\d{1,3}(?:\.\d{1,3}){3}\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """What an answer may be about: a record (by number, with its text) or a proposal (by id).

    ``turn`` is how many messages had been heard before it was shown: an earlier one cannot be about it. ``base`` is set
    where the session has several, each with its own #1.
    """

    name: int | str
    content: str = ""
    condition: str | None = None
    turn: int = 0
    base: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Proof:
    """The words that were found, in their message; ``answer`` when they answer the question about the target."""

    words: Words
    message: Message
    answer: bool

    @property
    def assent(self) -> bool:
        """Whether the words say yes to the question, or take what it offered, and nothing of their own."""
        text = self.message.text
        chosen = self.offered and replies.stance(text) == "statement"
        return chosen or (self.answer and replies.is_bare_assent(text))

    @property
    def offered(self) -> bool:
        """Whether all that was said stands in what the agent had said: then it is the agent's wording, whatever the
        question was about, and whatever the words say first."""
        asked = self.message.asked or ""
        text = self.message.text
        return isinstance(quotes.find(text, [(1, asked)]), quotes.Found) or _is_line_of(text, asked)

    @property
    def approves(self) -> bool:
        """Whether the answer is a plain yes to a question that asks to carry something out."""
        return self.answer and self.assent and replies.asks_to_approve(self.message.asked or "")

    @property
    def denies(self) -> bool:
        """Whether the answer is a bare no."""
        return self.answer and replies.stance(self.message.text) == "no"

    @property
    def declines(self) -> bool:
        """Whether the answer is a bare no to "shall I …?": then nothing was asked for."""
        return self.denies and replies.asks_leave(self.message.asked or "")


def prove(quote: str | None, heard: Sequence[Message], about: Question | None = None) -> Proof | Why | Refused:
    """The words in what the session heard, or why there are none; an empty quote is refused.

    The newest message, if it answers a question about the target, counts however short it is.
    """
    if quote is None:
        return Why.NO_QUOTE
    newest = heard[-1:] if heard and about and answers(heard[-1], about) else ()
    found = quotes.find(quote, [(message.n, message.text) for message in newest], thick=0)
    answered = isinstance(found, quotes.Found)
    if isinstance(found, quotes.NotProved) and found.code != "quote-empty":
        found = quotes.find(quote, [(message.n, message.text) for message in heard])
    if isinstance(found, quotes.NotProved):
        return Refused(code=Code.QUOTE_EMPTY) if found.code == "quote-empty" else Why(found.code)
    if len(found.slice) > policy.QUOTE_CHARS:
        facts = {"what": "quote", "size": len(found.slice), "limit": policy.QUOTE_CHARS}
        return Refused(code=Code.TOO_LARGE, facts=facts)
    # By its number: of a conversation that goes on after a long time some messages are gone.
    message = next(each for each in heard if each.n == found.message)
    return Proof(words=_words(message, found), message=message, answer=answered)


def _words(message: Message, found: quotes.Found) -> Words:
    return Words(
        slice=found.slice,
        session=message.session,
        message=message.n,
        begins=found.start,
        ends=found.end,
        delivered_by=message.delivered_by,
        said_by=message.said_by,
        heard_at=message.at,
        known=message.known,
    )


def answers(message: Message, about: Question) -> bool:
    """Whether a message answers a question about this record or proposal.

    The question names it, or names nothing and shares two content words with it; of several named only one that the
    answer names itself. "Later" and "not sure" answer nothing.
    """
    if message.asked is None or message.n <= about.turn:
        return False
    asked = replies.asked_about(message.asked)
    named: set[int | str] = {*asked.numbers, *asked.proposals}
    shares = bool(about.content) and replies.shares_words(asked, about.content, about.condition)
    if about.base is not None and not shares and about.base.casefold() not in message.asked.casefold():
        return False
    if replies.names(asked, about.name):
        alone = len(named) == 1
        meant = alone or about.name in replies.narrowed(message.text, named)
        return meant and replies.stance(message.text, None if alone else about.name) != "unclear"
    return not named and shares and replies.stance(message.text) != "unclear"


#: How much around a quote is read for what the sentence says, in characters: of a longer message only a short first or
#: last paragraph counts anyway. Our choice, twice that length.
NEAR = 4_000


def near(text: str, start: int, end: int) -> tuple[str, int, int]:
    """The surroundings of a span in a message, with the span in them."""
    begin = max(0, start - NEAR)
    return text[begin : end + NEAR], start - begin, end - begin


# --- doubts --------------------------------------------------------------------------------------------------


def doubts(proof: Proof) -> list[Why]:
    """What speaks against the words themselves: cut out of their sentence, not asserted, an unknown speaker."""
    text, said = proof.message.text, proof.words
    reasons = [] if assertions.asserts(text, said.begins, said.ends) else [Why.NOT_ASSERTION]
    # "Not yet" as an answer denies what was asked, not a statement around it.
    if not proof.answer and assertions.is_cut(*near(text, said.begins, said.ends)):
        reasons.append(Why.QUOTE_CUT)
    return reasons if said.known else [*reasons, Why.UNKNOWN_SPEAKER]


def doubts_of_content(proof: Proof, content: str, heard: Sequence[Message], about: Question | None) -> list[Why]:
    """What speaks against a new statement beside the words: it goes beyond them, or they speak of this time only."""
    said = proof.words
    reasons: list[Why] = []
    basis = said.slice
    if proof.answer and about:
        # A plain yes says what was asked and nothing else; a statement may leave out what it is about.
        basis = f"{basis}\n{proof.message.asked}" + ("" if proof.assent else f"\n{about.content}")
    if is_beyond(basis, content) or _unsaid_addresses(content, heard):
        reasons.append(Why.BEYOND_QUOTE)
    if conditions.is_one_off(*near(proof.message.text, said.begins, said.ends)):
        reasons.append(Why.ONE_OFF)
    return reasons


def doubts_about_record(proof: Proof, record: Record, turn: int) -> list[Why]:
    """What speaks against words about a record: said before it was shown, or about something else."""
    reasons = [Why.OLD_WORDS] if proof.words.message <= turn else []
    theirs = set(words(f"{record.content}\n{record.condition or ''}"))
    if not proof.answer and not theirs & set(words(proof.words.slice)):
        reasons.append(Why.BEYOND_QUOTE)
    return reasons


def told(proof: Proof, about: Question | None) -> Yes | None:
    """What an answer says about the record that it answers for: that it has ended, that it is still so, or neither."""
    if not proof.answer or about is None:
        return None
    asked = proof.message.asked or ""
    named = replies.asked_about(asked)
    alone = len(named.numbers) + len(named.proposals) <= 1
    found = holding.asked_about(asked, about.name, about.content, about.condition)
    return holding.told(proof.message.text, found, None if alone else about.name)


def doubts_of_ending(proof: Proof, about: Question | None, content: str | None = None) -> list[Why]:
    """What speaks against ending a record by an answer: that it is still so, or a no to "shall I …?".

    Not against a ``content`` that takes its place, where the answer itself says it, or agrees to what the question has
    of it: "not yet, but on Fridays", "still so, but on port 4000?" – "yes".
    """
    says = told(proof, about)
    if says is Yes.STILL_SO:
        return [] if content is not None and _is_said_anew(proof, about, content) else [Why.SAYS_STILL_SO]
    refused = proof.declines if content is None else proof.denies and is_unshared(proof.words.slice, content)
    return [Why.NOT_ASSERTION] if refused and says is None else []


def _is_said_anew(proof: Proof, about: Question | None, content: str) -> bool:
    """Whether a content has something that the record has not: of the answer or, where that is a plain yes, of the
    question."""
    asked = set(words(proof.message.asked or ""))
    old = set(words(f"{about.content}\n{about.condition or ''}")) if about else set()
    agreed = replies.is_bare_assent(proof.message.text)
    said = asked if agreed else set(words(proof.words.slice)) - asked
    return bool((said - old) & set(words(content)))


def doubts_of_confirming(proof: Proof, about: Question | None) -> list[Why]:
    """What speaks against renewing a record by an answer: that it has ended."""
    return [Why.SAYS_ENDED] if told(proof, about) is Yes.ENDED else []


def is_about(proof: Proof, content: str, record: Record) -> bool:
    """Whether a new statement, or the words for it, have something of the record whose place it takes.

    An answer to a question about the record has; so may what is said in another script.
    """
    old = f"{record.content}\n{record.condition or ''}"
    new = f"{proof.words.slice}\n{content}"
    return proof.answer or is_other_script(old, new) or not is_unshared(old, new)


def _is_line_of(text: str, asked: str) -> bool:
    """Whether a text is a line of what was asked, as a short option is."""
    said = fold(text).text
    return any(said == fold(line).text for line in asked.split("\n"))


def needs_question(proof: Proof, content: str) -> bool:
    """Whether a statement stands on the question rather than on the answer: then it is the agent's, agreed to."""
    return proof.assent or proof.offered or (proof.answer and not set(words(proof.words.slice)) & set(words(content)))


def is_beyond(quote: str, content: str) -> bool:
    """Whether a content in the script of its quote shares no content word with it."""
    return is_unshared(quote, content) and not is_other_script(quote, content)


def is_unshared(quote: str, content: str) -> bool:
    """Whether a quote and a content share no content word."""
    return not set(words(quote)) & set(words(content))


def is_other_script(quote: str, content: str) -> bool:
    """Whether most letters of the two are of different scripts: what is said in one and noted in another."""
    return _is_mostly_cjk(quote) != _is_mostly_cjk(content)


def _is_mostly_cjk(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return 2 * sum(map(is_cjk_letter, letters)) > len(letters)


# All that folding changes within an address, but for composition.
_WIDE_OR_HIDDEN = late.pattern(f"[{INVISIBLE}\uff0d-\uff1a\uff20-\uff5a]")


def _unsaid_addresses(content: str, heard: Sequence[Message]) -> bool:
    found = _ADDRESS.findall(content)
    if not found:
        return False
    said = "\n".join(_WIDE_OR_HIDDEN.sub(lambda sign: NARROWED.get(ord(sign[0]), ""), each.text) for each in heard)
    said = unicodedata.normalize("NFC", said).casefold()
    return any(fold(address).text.casefold().rstrip(".,;") not in said for address in found)
