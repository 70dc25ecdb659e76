"""The user's own sentence for a memory, as a suggestion: found again among everything that was typed, or not.

A memory is the agent's paraphrase, often in the other language. What speaks for a sentence: shared meanings, the rarer
the more; the call that wrote the file, right after it; the same session; a directive. What speaks against: a question
or a citation, a task for now, the opposite, other numbers, words typed after the memory was last written. A wrong
sentence is worse than none, so every kind of place has its bar, and two that fit alike are none. Proves nothing: whose
words count is decided when a person says so (``core.proofs``).
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from heapq import nlargest
from pathlib import Path
from typing import NamedTuple

from stillso.adapters.claude_code.memory_folder import MemoryFile
from stillso.adapters.claude_code.transcripts import Typed, Wrote
from stillso.core import assertions, conditions
from stillso.core.clauses import Span, sentences
from stillso.core.meanings import contrast, meanings_of, numbered
from stillso.core.proofs import is_other_script
from stillso.core.values import dataclass
from stillso.core.vocabulary import directing, plain


@dataclass(frozen=True, kw_only=True, slots=True)
class Suggestion:
    """A sentence that a person typed and that a memory probably paraphrases: ``message.text[start:end]``.

    ``message`` has its whole text, when, in which session and where it was found. ``condition`` is what the sentence
    sets, word for word; ``one_off`` says that it speaks of one time only.
    """

    file: str
    sentence: str
    start: int
    end: int
    message: Typed
    condition: str | None
    one_off: bool
    likeness: float


# --- what weighs how much ------------------------------------------------------------------------------------

#: How much must be shared, by where a sentence stands: right before the file was written, in the session that wrote it,
#: within a day before, anywhere. Our choice, set on the half of the set that was not held out.
_BARS = {"write": 0.7, "session": 1.7, "near": 2.2, "far": 2.8}
#: How many typed messages before a write may be what it writes down, and how much each further one loses.
_WRITTEN_DOWN = 3
_NEAR = timedelta(days=1)
#: Where no call that wrote a memory is left, so long before it was dated a message of its session counts as before it.
_BY_TIME = timedelta(hours=1)
#: What is left to a sentence that says nothing of how things are to be. Our choice.
_UNDIRECTED = 0.6
#: How much it counts that a part of a sentence in the other language has no counterpart. Our choice.
_MISSED = 0.3
#: How much later than the last write a message may be dated, for clocks and rounding.
_SLACK = timedelta(seconds=5)
#: How many sentences of an entry are weighed closely.
_CLOSELY = 40

#: Meanings that many sentences have and that say little. Our choice.
_WEAK = frozenset(
    "add change create use run write read check keep call new old right code file name type line list work time day"
    " always before after first only fix make test task user data question answer step tool message page prefer"
    " number language want need thing get give put let go look done something anything everything please really one"
    " wait start end finish open close part all each value result way word".split()
)

_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.:]\d+)*(?![\w.]*[a-z]\d)")


# --- what was typed ------------------------------------------------------------------------------------------


class _Sentence(NamedTuple):
    """A sentence that was typed, in the message with this number, with what it speaks of."""

    message: int
    start: int
    end: int
    meanings: frozenset[str]


class Utterances:
    """Everything that was typed in a project, in an index of its meanings, and the writes of its memory files."""

    def __init__(self, messages: Sequence[Typed], writes: Iterable[Wrote]) -> None:
        self.messages = messages
        self._sentences: list[_Sentence] = []
        self._by_meaning: defaultdict[str, list[int]] = defaultdict(list)
        self._of_message: list[range] = []
        for number, message in enumerate(messages):
            first = len(self._sentences)
            for span in _spoken(message.text):
                self._take(number, span)
            self._of_message.append(range(first, len(self._sentences)))
        self._sessions: defaultdict[str | None, list[int]] = defaultdict(list)
        self._lines: defaultdict[Path, list[tuple[int, int]]] = defaultdict(list)
        for number, message in enumerate(messages):
            self._lines[message.path].append((message.line, number))
            self._sessions[message.session].append(number)
        self._writes: defaultdict[str, list[Wrote]] = defaultdict(list)
        for write in writes:
            self._writes[write.file].append(write)

    def _take(self, message: int, span: Span) -> None:
        meanings = frozenset(meanings_of(self.messages[message].text[span.start : span.end]))
        if meanings:
            for meaning in meanings:
                self._by_meaning[meaning].append(len(self._sentences))
            self._sentences.append(_Sentence(message, span.start, span.end, meanings))

    def weight(self, meaning: str) -> float:
        """How much a meaning tells: 1 for one that stands in a single sentence, less the more have it."""
        count = max(60, len(self._sentences))
        told = math.log(1 + count / max(1, len(self._by_meaning.get(meaning, ())))) / math.log(1 + count)
        return told * (0.35 if meaning in _WEAK else 1)

    def writes_of(self, file: str) -> Sequence[Wrote]:
        """The calls that wrote this file, by its path below the memory folder."""
        return self._writes.get(file, ())

    def suggest(self, file: MemoryFile) -> Suggestion | None:
        """The sentence that a memory most likely paraphrases; None where none is likely, or two are alike."""
        wanted = _Wanted(file, self)
        near = self._right_before(file)
        shared: defaultdict[int, float] = defaultdict(float)
        for meaning, part in wanted.parts.items():
            weight = self.weight(meaning) * part
            if weight > 0.1:
                for number in self._by_meaning.get(meaning, ()):
                    shared[number] += weight
        picked = set(nlargest(_CLOSELY, shared, key=shared.__getitem__))
        picked |= {number for message in near for number in self._of_message[message]}
        judged = [(self._fits(wanted, number, near), number) for number in picked]
        judged = sorted((each for each in judged if each[0] >= 1), reverse=True)
        if not judged or self._is_torn(judged, near):
            return None
        likeness, number = judged[0]
        return self._suggestion(file, self._sentences[number], likeness)

    def _is_torn(self, judged: list[tuple[float, int]], near: dict[int, float]) -> bool:
        """Whether another sentence, of another message and unlike the best one, fits as well."""
        best = self._sentences[judged[0][1]]
        for fit, number in judged[1:]:
            other = self._sentences[number]
            if fit < 0.9 * judged[0][0]:
                return False
            same = other.message == best.message or near.get(best.message, 0) > near.get(other.message, 0)
            alike = len(best.meanings & other.meanings) / len(best.meanings | other.meanings)
            if not same and alike < 0.6:
                return True
        return False

    def _right_before(self, file: MemoryFile) -> dict[int, float]:
        """The messages typed right before a write of this file, by number, each with how near it was."""
        found: dict[int, float] = {}
        for write in self._writes.get(file.file, ()):
            before = [number for line, number in self._lines.get(write.path, ()) if line < write.line]
            _near(found, before)
        if not found and file.session and file.modified_at:
            since = file.modified_at - _BY_TIME
            dated = [(each.at, number) for number, each in self._of_session(file.session) if each.at]
            _near(found, [number for at, number in sorted(dated) if since <= at <= file.modified_at + _SLACK])
        return found

    def _of_session(self, session: str) -> list[tuple[int, Typed]]:
        return [(number, self.messages[number]) for number in self._sessions.get(session, ())]

    def _fits(self, wanted: _Wanted, number: int, near: dict[int, float]) -> float:
        """How well a sentence fits, 1 being just enough."""
        sentence = self._sentences[number]
        message = self.messages[sentence.message]
        if wanted.ends_at and message.at and message.at > wanted.ends_at + _SLACK:
            return 0
        said = message.text[sentence.start : sentence.end]
        shared = [meaning for meaning in sentence.meanings if meaning in wanted.parts]
        points = sum(self.weight(meaning) * wanted.parts[meaning] for meaning in shared)
        missed = _MISSED if wanted.is_other_script(said) else 1
        whole = sum(self.weight(each) * (1 if each in wanted.parts else missed) for each in sentence.meanings)
        points *= 0.4 + 0.6 * min(1, points / whole if whole else 0)
        if points <= 0:
            return 0
        folded = plain(said)
        points += 0.5 * (folded in directing.REMEMBER)
        points *= 1.2 if folded in directing.DIRECTS else _UNDIRECTED
        points *= 0.4 if folded in directing.TASK and folded not in directing.LASTING else 1
        points *= 0.65 if (folded in directing.DENIES) != wanted.denies else 1
        points *= wanted.fits_numbers(said)
        points *= 0.4 if contrast(sentence.meanings, wanted.parts) else 1
        points *= near.get(sentence.message, 1)
        fit = points / _BARS[self._place(wanted, sentence.message, near)]
        stated = fit >= 1 and assertions.asserts(message.text, sentence.start, sentence.end)
        return fit if stated and not assertions.is_cut(message.text, sentence.start, sentence.end) else 0

    def _place(self, wanted: _Wanted, number: int, near: dict[int, float]) -> str:
        message = self.messages[number]
        if number in near:
            return "write"
        if message.session is not None and message.session == wanted.session:
            return "session"
        if message.at and wanted.ends_at and wanted.ends_at - message.at <= _NEAR:
            return "near"
        return "far"

    def _suggestion(self, file: MemoryFile, sentence: _Sentence, likeness: float) -> Suggestion:
        message = self.messages[sentence.message]
        start, end = sentence.start, sentence.end
        return Suggestion(
            file=file.file,
            sentence=message.text[start:end],
            start=start,
            end=end,
            message=message,
            condition=conditions.condition_of(message.text, start, end),
            one_off=conditions.is_one_off(message.text, start, end),
            likeness=round(likeness, 2),
        )


def _near(found: dict[int, float], before: Sequence[int]) -> None:
    """Notes the last of these messages, each with how near it was; a further one loses."""
    for back, number in enumerate(reversed(before[-_WRITTEN_DOWN:])):
        found[number] = max(found.get(number, 0), 1 - 0.15 * back)


class _Wanted:
    """A memory, as what is looked for."""

    def __init__(self, file: MemoryFile, uttered: Utterances) -> None:
        first, _, rest = file.body.partition("\n\n")
        key = f"{file.name.replace('-', ' ').replace('_', ' ')}\n{file.description or ''}\n{first}"
        self._key = f"{file.description or ''}\n{first}"
        self.parts = dict.fromkeys(meanings_of(rest), 0.7) | dict.fromkeys(meanings_of(key), 1.0)
        self.denies = plain(self._key) in directing.DENIES
        self.session = file.session
        writes = [each.at for each in uttered.writes_of(file.file) if each.at]
        known = [*writes, *([file.modified_at] if file.modified_at else [])]
        self.ends_at: datetime | None = max(known, default=file.changed_at)
        self.text = f"{key}\n{rest}"

    def is_other_script(self, said: str) -> bool:
        """Whether a sentence is in the other language: then little of it can be matched."""
        return is_other_script(said, self._key)

    @cached_property
    def _numbers(self) -> set[str]:
        return set(_NUMBER.findall(numbered(self.text)))

    def fits_numbers(self, said: str) -> float:
        """1, or less where a sentence names other numbers than the memory."""
        theirs = set(_NUMBER.findall(numbered(said)))
        return 0.2 if theirs and self._numbers and not theirs & self._numbers else 1


def _spoken(text: str) -> list[Span]:
    """The sentences of a message in which a person speaks; of a long one only the short first and last part."""
    if len(text) <= assertions.LONG_MESSAGE_CHARS:
        return sentences(text)
    reach = assertions.PARAGRAPH_CHARS + 1
    tail = len(text) - reach
    last = [Span(span.start + tail, span.end + tail) for span in sentences(text[tail:])]
    return [*sentences(text[:reach]), *last]
