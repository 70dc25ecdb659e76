"""Answered: what a person said to a tool that asks them, told apart from what the agent asked and offered.

A result is the answer itself, JSON in which answers have their places, or the sentence in which a client repeats each
question with its answer. Where it cannot be told who wrote what, nobody said anything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from stillso.core import late

#: Where answers stand in JSON, and what of it a person has added to them.
_ANSWERS = frozenset(("answer", "answers", "response", "notes"))
_ADDED = "annotations"
#: A menu that ended by its countdown: nobody answered.
_NOBODY = "afkTimeoutMs"

_IS_OBJECT = late.pattern(r"\s*(?:\[\s*)?\{")
#: Between a question and its answer, and behind an answer. Source: Claude Code's sentence for the model.
_BETWEEN = '"="'
_BEHIND = late.pattern(r'"(?=[,.\s]|$)')
_TAGGED = late.pattern(r"\s*<answer>(.*)</answer>\s*", re.DOTALL)


def answers_in(result: str) -> list[str]:
    """The answers in a result of a tool that asks a person, in order; may be empty."""
    try:
        return list(_in_json(json.loads(result)))
    except (ValueError, RecursionError):
        pass
    if _IS_OBJECT.match(result):  # cut off, or of another language
        return []
    if _BETWEEN in result:
        pieces = result.split(_BETWEEN)[1:]
        return [piece[: end.start()] for piece in pieces if (end := _BEHIND.search(piece))]
    tagged = _TAGGED.fullmatch(result)
    return [tagged[1] if tagged else result]


def _in_json(value: object) -> Iterator[str]:
    """The texts that stand where answers do; a text alone is one."""
    stack = [(value, isinstance(value, str))]
    while stack:
        each, counts = stack.pop()
        if isinstance(each, str) and counts:
            yield each
        elif isinstance(each, list):
            stack += [(one, counts) for one in reversed(each)]
        elif isinstance(each, dict) and _NOBODY not in each:
            has_places = not _ANSWERS.isdisjoint(each)
            stack += [
                (one, name in _ANSWERS or (counts and not has_places))
                for name, one in reversed(list(each.items()))
                if name in _ANSWERS or name == _ADDED or not has_places
            ]
