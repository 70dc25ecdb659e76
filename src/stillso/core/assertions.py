"""Does the user say this, and is it all of what they say?

Words may be found in a message and yet state nothing: as a question, as somebody else's speech, as pasted text, or
torn out of a sentence that says the opposite. Whether they were found is decided in ``quotes``. The rules are those of
"Whose words" in ``docs/model.md``; every offset is one of the original message. When in doubt the answer leaves a
proposal for a person, which harms nobody.
"""

from __future__ import annotations

import re

from stillso.core import late
from stillso.core.clauses import Span, clauses, paragraph_at, sentences, sentences_at
from stillso.core.folding import is_cjk_letter
from stillso.core.vocabulary import asking, denying, plain

#: Of a longer message only the first and the last paragraph speak, if they are short: the rest is pasted. In
#: characters; our choice.
LONG_MESSAGE_CHARS = 4_000
PARAGRAPH_CHARS = 1_000

#: How far behind a quote a reversal may stand, in characters and in sentences. Our choice.
_REVERSAL_CHARS = 400
_REVERSAL_SENTENCES = 2
#: How far before and behind a span its clause is read, in characters: a line of code has no end marks.
_REACH_CHARS = 600


def asserts(text: str, start: int, end: int) -> bool:
    """Whether the span of this message states something in the speaker's own voice.

    Not when a clause of it is a question, nor inside quotation marks, code, a ``>`` line or a file wrapper, nor in
    the middle of a message of over ``LONG_MESSAGE_CHARS``.
    """
    if _buried(text, start, end) or _pasted(text, start, end) or _cited(text, start, end):
        return False
    asking = [span for each in sentences_at(text, start, end) for span in questions(text, each)]
    return not any(span.start < end and start < span.end for span in asking)


def is_cut(text: str, start: int, end: int) -> bool:
    """Whether the span says the opposite of its sentence, or was taken back right after."""
    return _denied(text, start, end) or _taken_back(text, start, end)


# --- questions -----------------------------------------------------------------------------------------------


def questions(text: str, sentence: Span) -> list[Span]:
    """The clauses of a sentence that ask, in order; a tag ("okay?", 「好嗎？」) is none. May be empty."""
    spans = clauses(text, sentence)
    said = [plain(text[span.start : span.end]).strip() for span in spans]
    asks = [_asks(clause) for clause in said]
    tag = bool(asking.TAG.pattern.search(said[-1])) if said else False
    if said and is_marked(text, sentence):
        asks[-1] = True
        if len(said) > 1 and said[-1] in asking.OR_ELSE:
            asks[-2] = True
    if tag:
        asks[-1] = False
    return [span for span, does in zip(spans, asks, strict=True) if does]


def is_marked(text: str, sentence: Span) -> bool:
    """Whether a sentence ends with a question mark."""
    tail = text[max(sentence.start, sentence.end - 12) : sentence.end]
    return bool(
        re.search(r"[?？⁇⁈⁉﹖؟❓❔]", tail[len(tail.rstrip("?？⁇⁈⁉﹖؟❓❔\ufe0f!！.。…~～」』”’\"')）]】*_` \n")) :])
    )


def _asks(clause: str) -> bool:
    if clause in asking.ASKS:
        return True
    return asking.LOOKED_INTO.blank(clause) in asking.ALTERNATIVE


# --- other people's words ------------------------------------------------------------------------------------

_BLANK_LINE = late.pattern(r"\n[^\S\n]*\n")
_FENCE = late.pattern(r"^[ \t]{0,8}(`{3,}|~{3,})([^\n]*)", re.MULTILINE)
_TAG = late.pattern(r"<(/?)([A-Za-z][\w:.-]{0,60})(?:\s[^<>]{0,400})?>")
_MARK = late.pattern("[“”„\"「」『』«»‘’'`]+")
_OPENS = {"“": "”", "„": "”", "「": "」", "『": "』", "«": "»"}
_EDGES = " \t\r\n\u3000“”„\"「」『』«»‘’'`"


def _buried(text: str, start: int, end: int) -> bool:
    """Whether the span lies outside the short first and last paragraph of a long message."""
    if len(text) <= LONG_MESSAGE_CHARS:
        return False
    body = Span(len(text) - len(text.lstrip()), len(text.rstrip()))
    breaks = [found.span() for found in _BLANK_LINE.finditer(text, body.start, body.end)]
    first = Span(body.start, breaks[0][0] if breaks else body.end)
    last = Span(breaks[-1][1] if breaks else body.start, body.end)
    short = (each for each in (first, last) if each.end - each.start <= PARAGRAPH_CHARS)
    return not any(each.start <= start and end <= each.end for each in short)


def _pasted(text: str, start: int, end: int) -> bool:
    """Whether the span touches a code fence, indented code, a quoted line or a file wrapper."""
    first = text.rfind("\n", 0, start) + 1
    lines = text[first:end].split("\n")
    if any(line.lstrip(" \t").startswith((">", "＞")) for line in [text[first : _line_end(text, first)], *lines[1:]]):
        return True
    return _fenced(text, start, end) or _indented(text, first) or _wrapped(text, start, end)


def _line_end(text: str, at: int) -> int:
    stop = text.find("\n", at)
    return len(text) if stop < 0 else stop


def _fenced(text: str, start: int, end: int) -> bool:
    fence = ""
    for mark in _FENCE.finditer(text, 0, end):
        if mark.start() >= start:
            return True
        if not fence:
            fence = mark[1]
        elif mark[1].startswith(fence) and not mark[2].strip():
            fence = ""
    return bool(fence)


def _indented(text: str, line: int) -> bool:
    """Whether the line that starts here is indented code: after a blank line, and not part of a list."""
    if not text.startswith(("    ", "\t"), line):
        return False
    above = text[max(0, line - 400) : line]
    if not _BLANK_LINE.search(above[len(above.rstrip()) :]):
        return False
    former = above.rstrip().rpartition("\n")[2]
    return re.match(rf"\s*(?:{asking.LIST_MARK})", former) is None and not former.startswith((" ", "\t"))


def _wrapped(text: str, start: int, end: int) -> bool:
    """Whether the span touches an element such as ``<file>…</file>`` that is a block of its own.

    One that is named as a wrapper reaches to the end where its closing tag is missing.
    """
    if "<" not in text[:end]:
        return False
    opened: dict[str, tuple[int, int]] = {}
    for tag in _TAG.finditer(text):
        name = tag[2].lower()
        first, depth = opened.get(name, (tag.start(), 0))
        if not tag[1]:
            opened[name] = (first, depth + 1)
        elif depth > 1:
            opened[name] = (first, depth - 1)
        elif depth == 1:
            del opened[name]
            if first < end and start < tag.end() and _is_wrapper(text, name, first, tag.end()):
                return True
    return any(first < end and name in asking.WRAPPERS for name, (first, _) in opened.items())


def _is_wrapper(text: str, name: str, start: int, end: int) -> bool:
    if name in asking.WRAPPERS:
        return True
    alone = not text[text.rfind("\n", 0, start) + 1 : start].strip() and not text[end : _line_end(text, end)].strip()
    return alone and name not in asking.OWN_TAGS


def _cited(text: str, start: int, end: int) -> bool:
    """Whether the span lies inside quotation marks or backticks of its paragraph."""
    while start < end and text[start] in _EDGES:
        start += 1
    while start < end and text[end - 1] in _EDGES:
        end -= 1
    paragraph = paragraph_at(text, start, end)
    opened: dict[str, list[int]] = {}
    for mark in _MARK.finditer(text, paragraph.start, paragraph.end):
        signs = [(mark[0], mark.start())] if mark[0][0] == "`" else list(zip(mark[0], range(*mark.span()), strict=True))
        for sign, at in signs:
            first = _closed(text, sign, at, opened)
            if first is not None and first < start and end <= at:
                return True
    return False


def _closed(text: str, sign: str, at: int, opened: dict[str, list[int]]) -> int | None:
    """The place of the mark that this one closes, None when it opens or is an apostrophe."""
    before, after = text[at - 1 : at], text[at + len(sign) : at + len(sign) + 1]
    if sign in _OPENS:
        opened.setdefault(_OPENS[sign], []).append(at)
        return None
    key = "'" if sign in "‘’" else sign
    stack = opened.setdefault(key, [])
    if key == "'":
        joins_left, joins_right = _in_word(before), _in_word(after)
        if (sign == "’" and not stack) or (joins_left and joins_right):
            return None
        if sign == "‘" or (sign == "'" and not joins_left and after.strip() and not stack):
            stack.append(at)
            return None
        return stack.pop() if stack and not joins_right else None
    if stack:
        return stack.pop()
    if key in '"`' or key.startswith("`"):
        stack.append(at)
    return None


def _in_word(char: str) -> bool:
    return bool(char) and char.isalnum() and not is_cjk_letter(char)


# --- cut and taken back --------------------------------------------------------------------------------------


def _denied(text: str, start: int, end: int) -> bool:
    """Whether a denial outside the span, in its clause, reaches it."""
    near = sentences_at(text, start, end)
    sentence = Span(near[0].start, near[-1].end)
    spans = clauses(text, sentence, joining="、：:")
    at = max((place for place, each in enumerate(spans) if each.start <= start), default=0)
    high = min((each.end for each in spans if each.end >= end), default=sentence.end)
    low = max(spans[_reached_from(text, spans, at)].start if spans else start, start - _REACH_CHARS)
    own = denying.NO_DENIAL_AROUND.blank(plain(text[low : min(max(high, end), end + _REACH_CHARS)]))
    own = denying.NO_DENIAL.blank(own, across=start - low)
    before, span, after = own[: start - low], own[start - low : end - low], own[end - low :]
    return _denied_before(before, span) or _denied_after(span, after)


def _reached_from(text: str, spans: list[Span], at: int) -> int:
    """The number of the clause from which a denial may reach the clause with the number ``at``.

    It is carried on by "or", over a short list, and over a parenthesis: "don't, under any circumstances, deploy".
    """
    said = [plain(text[each.start : each.end]) for each in spans[max(0, at - 6) : at + 1]]
    here = len(said) - 1
    if here > 0 and said[here] in denying.CARRIES_ON:
        while here > 0 and (said[here] in denying.CARRIES_ON or len(said[here].split()) <= 4):
            here -= 1
    elif here > 1 and said[here - 2] in denying.HANGING:
        here -= 2
    return at - (len(said) - 1 - here)


def _denied_before(before: str, span: str) -> bool:
    turn = max((found.end() for found in denying.TURNS.pattern.finditer(before)), default=0)
    aside = before[:turn].strip() in denying.ASIDE
    before = before[turn:]
    if before in denying.DENIES_NEXT:
        return True
    for found in denying.DENIES.pattern.finditer(before):
        gap = before[found.end() :]
        if gap in denying.BETWEEN:
            return True
        anew = denying.ANEW.pattern.search(gap + span[:8])
        restarted = anew is not None and gap[: anew.start()] not in denying.BETWEEN
        if not (aside or restarted or span.rstrip() in denying.ENOUGH):
            return True
    return False


def _denied_after(span: str, after: str) -> bool:
    turn = denying.TURNS.pattern.search(after)
    rest = (after[: turn.start()] if turn else after).rstrip(" \n，,；;。.!！…")
    if span.rstrip() in denying.ENOUGH or rest.lstrip() in denying.RELATIVE:
        return False
    found = denying.DENIED_AFTER.pattern.search(rest)
    if found:
        words, follow = len(rest[: found.start()].split()), len(rest[found.end() :].split())
        return words <= 3 and (follow <= 1 or not found[0].lower().startswith("do"))
    return rest in denying.DENIED_AT_END


def _taken_back(text: str, start: int, end: int) -> bool:
    """Whether the speaker reverses the span, in the rest of its sentence or at the head of one right behind it.

    Not across a question: what is taken back then is the question.
    """
    own = sentences_at(text, start, end)[-1]
    if plain(text[end : min(own.end, end + _REVERSAL_CHARS)]) in denying.REVERSED:
        return True
    tail = text[own.end : own.end + _REVERSAL_CHARS]
    for each in sentences(tail)[:_REVERSAL_SENTENCES]:
        if denying.REVERSED.pattern.match(plain(tail[each.start : each.end])):
            return True
        if is_marked(tail, each):
            return False
    return False
