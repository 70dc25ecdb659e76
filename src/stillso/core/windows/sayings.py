"""What people and agents said that a compaction must keep: rules, decisions with their reasons, failed attempts.

A unit is what stands in the message from the head of a sentence to its end, with the sentence that gives the reason
where one follows. Of a person all three count, of an agent only what it tried: its words make no rule. Questions,
tasks, pasted text and wrappers are none (``assertions``). A rule for "this PR" is one: the window goes on with it, also
where no memory would be made of it. Source: the four kinds of document C.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from stillso.core import assertions, late
from stillso.core.clauses import Span, sentences
from stillso.core.folding import words
from stillso.core.vocabulary import asking, directing, failing, plain, ruling, settling
from stillso.core.windows.kept import Sort

#: What is longer was pasted: nobody types such a sentence. In characters; our choice.
SENTENCE_CHARS = 2_000

_LIST_MARK = late.pattern(rf"(?:\s*(?:{asking.LIST_MARK}))+\s*")
_FENCED = late.pattern(r"^[ \t]{0,8}(`{3,}|~{3,})[^\n]*\n(?:.*?^[ \t]{0,8}\1[`~]*[ \t]*$|.*\Z)", re.M | re.S)
_SHOWN = late.pattern(r"[^\n]")


class Saying(NamedTuple):
    """One thing that was said, ``text[start:end]`` of its message."""

    sort: Sort
    start: int
    end: int


def of_person(text: str) -> list[Saying]:
    """The rules, decisions and lessons that a typed text states, in its order; may be empty.

    Of a long text only the short first and last part speaks, as everywhere (``assertions``).
    """
    found = []
    spans = _spoken(text)
    for place, span in enumerate(spans):
        sort = _sort(text, span)
        if sort is None or not assertions.asserts(text, *span) or assertions.is_cut(text, *span):
            continue
        found.append(_unit(text, sort, spans, place))
    return found


def of_agent(text: str) -> list[Saying]:
    """The failed attempts that an agent's text tells, in its order; may be empty. Code in it says nothing."""
    whole = plain(text)
    if whole not in failing.DEAD_END and whole not in failing.FAILED:
        return []
    text = _FENCED.sub(lambda fence: _SHOWN.sub(" ", fence[0]), text) if "```" in text or "~~~" in text else text
    spans = sentences(text)
    found = []
    for place, span in enumerate(spans):
        said = plain(text[span.start : span.end])
        if len(said) <= SENTENCE_CHARS and _is_lesson(said) and not assertions.questions(text, span):
            found.append(_unit(text, Sort.LESSON, spans, place))
    return found


def is_rule(text: str, start: int, end: int) -> bool:
    """Whether the sentence ``text[start:end]`` would be a rule or a decision if a person had typed it."""
    return _sort(text, Span(start, end)) in (Sort.CONSTRAINT, Sort.DECISION)


def without_mark(line: str) -> str:
    """A line without the mark of a list that it begins with."""
    mark = _LIST_MARK.match(line)
    return line[mark.end() :] if mark and mark.end() < len(line) else line


def _spoken(text: str) -> list[Span]:
    """The sentences of a text in which a person speaks; of a long one those of the first and the last part."""
    if len(text) <= assertions.LONG_MESSAGE_CHARS:
        return sentences(text)
    reach = assertions.PARAGRAPH_CHARS + 1
    tail = len(text) - reach
    last = [Span(span.start + tail, span.end + tail) for span in sentences(text[tail:])]
    return [*sentences(text[:reach]), *last]


def _unit(text: str, sort: Sort, spans: list[Span], place: int) -> Saying:
    """The sentence without the mark of a list, and with the next one where that gives its reason."""
    start, end = spans[place]
    mark = _LIST_MARK.match(text, start, end)
    start = mark.end() if mark and mark.end() < end else start
    if sort is not Sort.CONSTRAINT and place + 1 < len(spans):
        after = spans[place + 1]
        gives = plain(text[after.start : after.end]) in settling.REASON
        end = after.end if gives and "\n\n" not in text[end : after.start] else end
    return Saying(sort, start, end)


def _sort(text: str, span: Span) -> Sort | None:
    """What a sentence of a person is; None for all else."""
    if span.end - span.start > SENTENCE_CHARS:
        return None
    said = plain(text[span.start : span.end])
    if said.endswith((":", "：")):  # it only announces what follows
        return None
    tests: tuple[tuple[Sort, Callable[[str], bool]], ...] = (
        (Sort.LESSON, _is_lesson),
        (Sort.DECISION, _is_decision),
        (Sort.CONSTRAINT, _is_rule),
    )
    return next((sort for sort, holds in tests if holds(said)), None)


#: What somebody else said, within a sentence: what it orders, they ordered.
_QUOTED = late.pattern('「[^」]*」|『[^』]*』|“[^”]*”|"[^"]*"')


def _is_rule(said: str) -> bool:
    said = _QUOTED.sub(lambda quoted: "·" * len(quoted[0]), said)
    if said in ruling.LIFTS:
        return True
    left = ruling.NO_RULE.blank(said)
    forbids = left in ruling.FORBIDS
    if not forbids and left not in ruling.RULES:
        return False
    if left in directing.TASK and not forbids:
        return left in directing.LASTING and left not in ruling.FAULT
    return forbids or left not in ruling.FAULT


def _is_decision(said: str) -> bool:
    return settling.NO_DECISION.blank(said) in settling.DECIDES


def _is_lesson(said: str) -> bool:
    """A failed attempt, with what it was: an attempt that came to nothing, or a way that leads nowhere."""
    if said in failing.NO_LESSON:
        return False
    dead_end = said in failing.DEAD_END
    if not dead_end and not (said in failing.FAILED and said in failing.TRIED):
        return False
    return len(set(words(said))) >= _LEAST_WORDS and (said in settling.REASONED or said in failing.TRIED)


#: How many words a failed attempt takes at least: one that names nothing teaches nothing. Our choice.
_LEAST_WORDS = 3
