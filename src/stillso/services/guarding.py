"""What must not be written: secrets and pasted transcripts are refused, on every field of every write.

Names the field, the kind and the place, never the text. Also what only makes a write wait: orders to other readers and
characters that a reader does not see.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

from stillso.core import frontmatter, guards, late, policy
from stillso.core.operations import Refused
from stillso.core.verbs import Plan, is_text
from stillso.errors import Code, Why
from stillso.services.scanning import extra_scanner

#: Words of our own that stand in most requests.
_OWN_WORDS = frozenset({*policy.TYPES, *policy.AUDIENCES})
#: From how many characters on a field is looked at by itself. Our choice.
_LONG_CHARS = 500
_EXTENSION = late.pattern(r"\.\w{1,8}\Z")
_SEPARATORS = late.pattern(r"[\W_]+")


def refuse(fields: Mapping[str, str | None], documents: Mapping[str, str | None] | None = None) -> Refused | None:
    """Refused when a field holds a secret, or a document (a whole text that would be kept) is a pasted transcript."""
    extra = extra_scanner()
    given = {name: text for name, text in fields.items() if text and text not in _OWN_WORDS}
    # Short ones are asked about together; to ask first about a long one would double the work.
    short = [text for text in given.values() if len(text) < _LONG_CHARS]
    suspect = extra is not None or guards.may_hold_secret("\n".join(short))
    for name, text in given.items():
        secrets = guards.secrets_in(text, extra=extra) if suspect or len(text) >= _LONG_CHARS else []
        if secrets:
            facts = {"what": name, "kind": secrets[0].kind, "at": secrets[0].start}
            return Refused(code=Code.SECRET_FOUND, facts=facts)
    for name, whole in (documents or {}).items():
        if whole and guards.looks_like_transcript(whole):
            return Refused(code=Code.TRANSCRIPT_PASTED, facts={"what": name})
    return None


def refuse_reason(reason: str | None) -> Refused | None:
    """Refused for a reason that is no text, is too long for a list of versions, or holds a secret."""
    if not is_text(reason):
        return Refused(code=Code.NOT_TEXT, facts={"path": "reason"})
    if len(reason or "") > policy.REASON_CHARS:
        facts = {"what": "reason", "size": len(reason or ""), "limit": policy.REASON_CHARS}
        return Refused(code=Code.TOO_LARGE, facts=facts)
    return refuse({"reason": reason})


def refuse_plan(plan: Plan) -> Refused | None:
    """Refused when what listings would tell of a file holds a secret: it is decoded, and its text need not show it."""
    told = ((draft.path, _told(draft.path, _text(draft.data))) for draft in plan.drafts)
    return refuse({f"{path} (description)": said for path, said in told})


def masked(text: str) -> str:
    """The text with its secrets replaced by marks: how heard messages are kept."""
    return guards.mask(text, guards.secrets_in(text, extra=extra_scanner()))


def doubts_of(plan: Plan, before: Mapping[str, str | None]) -> list[Why]:
    """Why an agent's change of files waits for a person: by their texts, what listings would tell of them, the paths
    that are new, and the reason. ``before`` are the texts that the files have now, None for those that are not there.
    """
    changes: list[tuple[str | None, str]] = [(None, plan.reason or "")]
    for draft in plan.drafts:
        text, was = _text(draft.data), before.get(draft.path)
        if text is not None:
            changes += [(was, text), (_told(draft.path, was), _told(draft.path, text) or "")]
            changes += [(None, _as_words(draft.path))] if was is None else []
    return _doubts(changes)


def _doubts(changes: Sequence[tuple[str | None, str]]) -> list[Why]:
    """What a file held before, sentence for sentence and line for line, was answered for by whoever wrote it."""
    reasons = [Why.ORDERS] if any(_new(guards.orders_in, *each) for each in changes) else []
    hidden = any(_new(_hiding, *each) for each in changes)
    return reasons + ([Why.HIDDEN_CHARACTERS] if hidden else [])


def _text(data: bytes | None) -> str | None:
    return None if data is None else data.decode()


def _told(path: str, text: str | None) -> str | None:
    """What the description of a note says, whole and decoded; listings show its beginning. Without one they show a line
    of the text itself."""
    if text is None or not path.startswith(policy.NOTES_FOLDER):
        return None
    described = frontmatter.parse(text).keys.get("description")
    return described if isinstance(described, str) else None


def _as_words(path: str) -> str:
    """What a path says, as a whole and by its parts: whoever reads it takes separators for blanks."""
    plain = _EXTENSION.sub("", path)
    said = [_SEPARATORS.sub(" ", each) for each in (path, plain, *plain.split("/"))]
    return "\n\n".join(said)


def _new(found_in: Callable[[str], list[str]], before: str | None, after: str) -> bool:
    """Whether something is found in a text that was not in it before, or not as often."""
    found = Counter(found_in(after))
    return bool(found and found - Counter(found_in(before or "")))


def _hiding(text: str) -> list[str]:
    """The lines that hold hidden characters."""
    at = [place for place, _ in guards.hidden_characters(text)]
    lines = text.splitlines(keepends=True) if at else []
    ends = list(accumulate(map(len, lines)))
    return [lines[nth] for nth in sorted({bisect_right(ends, place) for place in at})]


def doubts(texts: Mapping[str, str | None], *, orders: bool) -> list[Why]:
    """Why an agent's text waits for a person: it holds hidden characters, or (when asked for) orders to its readers."""
    given = [text for text in texts.values() if text]
    reasons = [Why.ORDERS] if orders and any(guards.orders_in(text) for text in given) else []
    return reasons + ([Why.HIDDEN_CHARACTERS] if any(guards.hidden_characters(text) for text in given) else [])
