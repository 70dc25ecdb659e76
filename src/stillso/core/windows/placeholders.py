"""Placeholders: the line that stands in a window where a result was, so that it can be had again.

It names the call, whole or shortened, never holds a secret, breaks no line, and is never longer than what it replaces.
The date is that of the clearing, so that it stays the same, byte for byte, whenever it is written again. Source:
document C's sample, character for character.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from stillso.core import escapes, guards, policy
from stillso.core.values import dataclass
from stillso.core.windows.blocks import Other

_encode = json.JSONEncoder(ensure_ascii=False, default=repr).encode
#: How a text that was kept is had back: by this tool, with the id of its call.
RECALL = "recall "

#: How far behind a cut a secret is looked for that begins before it, in characters. Our choice.
_BEHIND = 300

#: What stands for a value that no JSON holds.
_UNTOLD = "…"

_quote = json.encoder.encode_basestring


def _encoded(input: object) -> str:
    """A value as JSON. Most calls have one or two texts: written by hand they take a third of the time."""
    if input.__class__ is dict and len(input) < 4:
        fields = input.items()
        if all(key.__class__ is value.__class__ is str for key, value in fields):
            return "{" + ", ".join([f"{_quote(key)}: {_quote(value)}" for key, value in fields]) + "}"
    try:
        return _encode(input)
    except (TypeError, ValueError, RecursionError):  # it holds itself, nests without end, or has keys that are no text
        return _UNTOLD


@dataclass(frozen=True, kw_only=True, slots=True)
class Wording:
    """What placeholders say, with places for what is filled in: a result that can be had again by the same call, one
    that failed, one whose text a memory or a file holds, and one whose text was kept."""

    again: str
    failed: str
    held: str
    kept: str

    def placeholder(self, date: str, what: str, failure: str = "", held: str = "") -> str:
        """The line for a call that was cleared on a day; ``failure`` and ``held`` are '' for neither."""
        form = self.failed if failure else self.again
        if held:
            form = self.kept if held.startswith(RECALL) else self.held
        return form.format(date=date, what=what, failure=failure, where=held)

    def around(self, date: str) -> tuple[str, str]:
        """What stands before and behind a call that was cleared on a day and can be made again: most were."""
        before, _, after = self.again.partition("{what}")
        return before.format(date=date), after.format(date=date)


def described(name: str, input: object, others: Sequence[Other] = ()) -> str:
    """A call on one line: the tool and its input as JSON, shortened to ``policy.CALL_CHARS``, and what its result held
    besides text. Whoever keeps it or sends it masks the secrets in it."""
    what = f"{name} {input if input.__class__ is str else _encoded({} if input is None else input)}"
    if len(what) > policy.CALL_CHARS:
        what = _shortened(name, input, what)
    if others:
        what += f" ({', '.join(f'{kind} {size}' for kind, size in others)})"
    return what if what.isprintable() else _one_line(what)


def first_line(text: str) -> str:
    """The first line of what a failed result says, shortened to ``policy.FAILURE_CHARS``."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return _encodable(escapes.visible(_cut_to(line, policy.FAILURE_CHARS)))


def _shortened(name: str, input: object, what: str) -> str:
    """The call with its long values cut, so that which file or page it was about still stands there."""
    if isinstance(input, Mapping):
        what = f"{name} {_encoded({str(key): _cut(str(key), value) for key, value in input.items()})}"
    return _cut_to(what, policy.CALL_CHARS)


def _cut(key: str, value: object) -> object:
    if isinstance(value, int | float | None):
        return value
    said = value if isinstance(value, str) else _encoded(value)
    # Many a secret is known by its name only: what is cut is looked at beside it.
    return _cut_to(said, policy.CALL_VALUE_CHARS, before=f'"{key}": "')


def _cut_to(text: str, most: int, before: str = "") -> str:
    """A text of at most so many characters. Secrets are masked first: nobody would know half of one again. ``before``
    is what stands before it."""
    if len(text) > most:
        text = f"{before}{text[: most + _BEHIND]}"
        found = [each for each in guards.secrets_in(text) if each.start >= len(before)]
        text = guards.mask(text, found)[len(before) :]
    return escapes.cut(text, most)


def _one_line(what: str) -> str:
    """What may come from a model, without a break of a line and what a reader would not see."""
    return _encodable(escapes.visible(what.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")))


def _encodable(text: str) -> str:
    """The same with each half of a pair of surrogates, which is in no encoding, written out."""
    return text.encode("utf-8", "backslashreplace").decode()
