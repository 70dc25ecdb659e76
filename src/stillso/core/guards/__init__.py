"""Guards at the write: secrets and pasted transcripts are refused, orders and hidden characters wait for a person.

Each guard reads a text and says what it saw; which verb asks which guard, and who is exempt, is not decided here. All
read the text as a person sees it, without hidden characters and with signs and letters in their narrow form, so that
neither hides a secret. Places are those of the text as given. Rule: "Orders" and "Order of checks" in
``docs/model.md``; the ban on secrets, transcripts and orders is document B's.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate

from stillso.core import unseen
from stillso.core.guards.order_patterns import is_order
from stillso.core.guards.order_readings import decoded, joined, sentences, shown
from stillso.core.guards.secret_names import found_by_name, may_hold_name, name_begins
from stillso.core.guards.secret_patterns import found_by_shape, may_hold_shape, shape_begins
from stillso.core.guards.secret_values import is_filler
from stillso.core.values import dataclass

Scan = Callable[[str], Iterable[tuple[int, int, str]]]


@cache
def _compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    return re.compile(pattern, flags)


# --- as a person sees it ------------------------------------------------------------------------------------

_WIDE = r"[\u3000\uff01-\uff5e]"


def _as_seen(text: str) -> tuple[str, Sequence[int]]:
    """The text in narrow form without hidden characters, and where each character of it stands in the original."""
    places: Sequence[int] = range(len(text))
    if '\\"' in text:  # JSON in JSON: its quotes are quotes
        skipped = {at for quote in _compiled(r'(\\+)"').finditer(text) for at in range(*quote.span(1))}
        places = [at for at in places if at not in skipped]
        text = "".join([text[at] for at in places])
    hidden = _compiled(unseen.UNSEEN)
    if hidden.search(text):
        places = [at for at, char in zip(places, text, strict=True) if not hidden.match(char)]
        text = hidden.sub("", text)
    if not text.isascii():
        text = _compiled(_WIDE).sub(lambda wide: " " if wide[0] == "\u3000" else chr(ord(wide[0]) - 0xFEE0), text)
    return text, places


# --- secrets ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class Secret:
    """What kind of secret stands at ``text[start:end]``. The text itself is never part of it."""

    kind: str
    start: int
    end: int


#: What ``mask`` leaves is no value, whatever words it is made of.
_MARK = r"\[secret: [a-z-]{1,20}\]"


def may_hold_secret(text: str) -> bool:
    """Whether there is anything to look at for our own patterns: most sentences hold no name and no sign of a secret.

    It is so for a text when it is for a part of it: many short ones can be asked about together.
    """
    seen, _ = _as_seen(text)
    return may_hold_name(seen) or may_hold_shape(seen)


def suspects(texts: Sequence[str]) -> set[str]:
    """Those of many short texts, each on one line, that may hold a secret: asked about together, as most hold none."""
    each = list(dict.fromkeys(texts))
    seen, places = _as_seen("\n".join(each))
    begins = [*name_begins(seen), *shape_begins(seen)]
    if not begins:
        return set()
    ends = list(accumulate(len(text) + 1 for text in each))
    return {each[bisect_right(ends, places[at])] for at in begins}


def secrets_in(text: str, *, extra: Scan | None = None) -> list[Secret]:
    """The secrets of a text from left to right, none overlapping; empty when there are none.

    Own patterns always count; ``extra`` adds findings as (start, end, kind), which must pass the same rules about
    what is no secret.
    """
    spans = _own(text)
    spans += [each for each in (extra(text) if extra else ()) if not _is_no_secret(text[each[0] : each[1]])]
    merged: list[Secret] = []
    # Of those that overlap, the one that starts first names the kind; of those, the longest.
    for start, end, kind in sorted(spans, key=lambda span: (span[0], -span[1])):
        if merged and start < merged[-1].end:
            last = merged[-1]
            merged[-1] = Secret(kind=last.kind, start=last.start, end=max(end, last.end))
        else:
            merged.append(Secret(kind=kind, start=start, end=end))
    return merged


def _own(text: str) -> list[tuple[int, int, str]]:
    """What our own patterns find, in no order; may overlap."""
    seen, places = _as_seen(text)
    if "[secret: " in seen:
        seen = _compiled(_MARK).sub(lambda mark: "<" + "." * (len(mark.group()) - 2) + ">", seen)
    found = (*found_by_shape(seen), *found_by_name(seen))
    return [(places[start], places[end - 1] + 1, kind) for kind, start, end in found]


def _is_no_secret(value: str) -> bool:
    """Whether a value that somebody else's rules found is a hash, an id, a path, a mask or a plain word."""
    plain = value.strip("\"'` ")
    shape = (
        r"(?i:[0-9a-f]{7,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|sha\d+[-:].*)|[0-9A-HJKMNP-TV-Z]{26}"
        r"|[\w.]*/[\w./-]*\.\w{1,4}|[A-Za-z]{1,12}"
    )
    return not plain or is_filler(plain) or _compiled(shape).fullmatch(plain) is not None


#: From here on a secret may be longer than what its pattern takes.
_LONG_SECRET = 60


def mask(text: str, secrets: Iterable[Secret]) -> str:
    """The text with each secret replaced by a mark that names its kind; how long it was can't be told from it."""
    for secret in sorted(secrets, key=lambda each: each.start, reverse=True):
        # Patterns take so many characters and no more: what goes on behind them belongs to it.
        goes_on = _compiled(r"[A-Za-z0-9+/=_~-]*").match(text, secret.end)
        end = goes_on.end() if goes_on and secret.end - secret.start >= _LONG_SECRET else secret.end
        text = f"{text[: secret.start]}[secret: {secret.kind}]{text[end:]}"
    return text


# --- transcripts --------------------------------------------------------------------------------------------

#: Source: our choices. Three turns are a conversation and two are an FAQ; fewer lines of a log are an example.
_TURNS = 3
_LOG_LINES = 15
_CHAT_LINES = 8

_ASKS = r"user|human|使用者|用戶|用户|人類|人类|me|客戶"
_ANSWERS = r"assistant|ai|claude|chatgpt|gpt|bot|agent|model|copilot|gemini|助理|助手|代理|機器人|机器人|模型"
#: The same in a text in small letters, wherever they may be a label; it may follow a moment (``T12:00Z``).
_ASKING = r"(?<![a-su-y])(?:user|human|me)(?![a-z])|使用者|用戶|用户|人類|人类|客戶"
_ANSWERING = (
    r"(?<![a-su-y])(?:assistant|ai|claude|chatgpt|gpt|bot|agent|model|copilot|gemini)(?![a-z])"
    r"|助理|助手|代理|機器人|机器人|模型"
)
_ROLE = (
    rf"^[ \t]*(?:[>*_#\[【-]{{1,4}}[ \t]?)?(?:\[?\d[\d:T.Z/ -]{{3,24}}\]?[ \t]*)?(?:(?P<asks>{_ASKS})|(?:{_ANSWERS}))"
    r"[ \t]{0,2}(?:\([^)\n]{1,30}\))?[\]】]?[*_]{0,2}[ \t]*(?:[:：][*_]{0,2}|(?<=[*_\]】])$|>(?=[ \t]))"
)
_ROLE_INSIDE = r"(?<![\w.\"'{-])(?:(?P<asks>user|human|使用者|用戶)|(?:assistant|ai|助理)) ?[:：](?= ?\w)"
_ROLE_HEADING = rf"^#{{1,6}}[ \t]+\W?(?:(?P<asks>{_ASKS})|(?:{_ANSWERS}))[ \t]*:?[ \t]*$"
_ROLE_JSON = (
    r"[\"'](?:role|from|type|speaker)[\"']\s{0,4}:\s{0,4}[\"'](?:(?P<asks>user|human)|(?:assistant|ai|gpt|model))[\"']"
)
#: Each label has one of these signs of its own.
_LABELLED = ":：>*_]】#"
#: One of these stands in every output of a tool.
_TOOLS = ("tool", "<function_", "⎿")
_TOOL_OUTPUT = (
    r"\btoolu_[A-Za-z0-9]{10,}|[\"']tool_(?:use|call)_id[\"']\s{0,4}:\s{0,4}[\"']\w"
    r"|[\"']type[\"']\s{0,4}:\s{0,4}[\"']tool_(?:use|result)[\"']"
    r"\s{0,4},\s{0,4}[\"'](?:id|tool_use_id|content|name)[\"']|<(?:function_calls|function_results|tool_result"
    r"|tool_use)>"
    r"|^[ \t]*[⏺●][ \t][^\n]*\n(?:[^\n]*\n){0,3}?[ \t]*⎿"
)
_STAMPED = (
    r"[ \t]*[\[(<]?(?:\d{4}[-/.]\d\d[-/.]\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d"
    r"|\d\d/[A-Z][a-z]{2}/\d{4}:\d\d)|\S{1,40} \S{1,20} \S{1,40} \[\d\d/[A-Z][a-z]{2}/\d{4}:\d\d"
)
_CHAT = r"(?:[上下]午|\[)?\d{1,2}:\d\d(?:[\t\]]|[ ][AP]M)[ \t]{0,2}\S[^\n\t]{0,30}[\t:]"


def looks_like_transcript(text: str) -> bool:
    """Whether a text is a pasted conversation, tool output or log rather than somebody's own summary of one.

    A conversation has three turns by two speakers who take turns; a log, 15 lines that open with a time of day.
    """
    if sum(map(text.count, _LABELLED)) >= _TURNS and _is_conversation(text):
        return True
    if any(map(text.__contains__, _TOOLS)) and _compiled(_TOOL_OUTPUT, re.MULTILINE).search(text):
        return True
    if text.count(":") < min(_LOG_LINES, _CHAT_LINES):  # one stands in each time of day
        return False
    return _longest_run(text, _STAMPED) >= _LOG_LINES or _longest_run(text, _CHAT) >= _CHAT_LINES


def _is_conversation(text: str) -> bool:
    low = text.lower()
    if not (_compiled(_ASKING).search(low) and _compiled(_ANSWERING).search(low)):
        return False  # as in most texts: it takes two sides
    flags = re.IGNORECASE | re.MULTILINE
    patterns = (_ROLE, _ROLE_INSIDE, _ROLE_HEADING, _ROLE_JSON)
    return any(_turns(_compiled(pattern, flags).finditer(text)) >= _TURNS for pattern in patterns)


def _turns(labels: Iterable[re.Match[str]]) -> int:
    """How often one side takes over from the other; the first label is a turn too."""
    sides = [label["asks"] is not None for label in labels]
    return sum(at == 0 or side != sides[at - 1] for at, side in enumerate(sides))


def _longest_run(text: str, start_of_line: str) -> int:
    """How many lines begin like this with at most two others between one and the next."""
    longest = run = apart = 0
    begins = _compiled(start_of_line).match
    for line in text.splitlines():
        if begins(line):
            run, apart = run + 1, 0
            longest = max(longest, run)
        elif (apart := apart + 1) > 2:
            run = 0
    return longest


# --- hidden characters --------------------------------------------------------------------------------------


def hidden_characters(text: str) -> list[tuple[int, str]]:
    """Where characters stand that a reader does not see, with their code points ("U+202E"), from left to right.

    A byte order mark that opens the text hides nothing, nor do joiners and selectors where their script needs them.
    """
    if text.isascii() and text.isprintable():
        return []
    found = [at for at in unseen.hidden(text) if at or text[0] != "\ufeff"]
    return [(at, f"U+{ord(text[at]):04X}") for at in found]


# --- orders -------------------------------------------------------------------------------------------------


def orders_in(text: str) -> list[str]:
    """The sentences that give orders to whoever reads them, in their order; empty for facts and practices.

    An order speaks to other agents or readers, or gives leave for everything: to approve, pay, send, delete or skip a
    check. "Refunds over 100 need approval" is a fact. Markup within a sentence and the ends of lines make no
    difference. Source: document B ("facts and practices, never orders").
    """
    seen, _ = _as_seen(decoded(text))
    return [order for pieces in sentences(seen) for order in _orders_among(pieces)]


def _orders_among(pieces: list[str]) -> list[str]:
    """The pieces of a sentence that are orders; where none is, the sentence itself when it is one as it is read."""
    found = [each for each in pieces if is_order(each) or _is_order_as_shown(each)]
    if found or len(pieces) < 2:
        return found
    whole = joined(pieces)
    plain = shown(joined([shown(each) for each in pieces]))
    return [whole] if is_order(whole) or (plain != whole and is_order(plain)) else []


def _is_order_as_shown(said: str) -> bool:
    plain = shown(said)
    return plain != said and is_order(plain)
