"""One call of a tool, and its answer: text for a model, in the language of the texts.

What waits and what is refused begins with its code, so that a model can act on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from stillso.core import policy
from stillso.core.operations import Done, Outcome, Refused, Waiting
from stillso.core.values import dataclass
from stillso.errors import Why
from stillso.services import access, answers
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.texts import Texts

#: Why a request waits when the words it needs were never heard.
_UNHEARD = (Why.NO_QUOTE, Why.QUOTE_NOT_FOUND)


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What a model reads. ``failed``: nothing was kept, or nothing could be read."""

    text: str
    failed: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """Who calls a tool, where, with which checked arguments, and how long the answer may be, in bytes."""

    workspace: Workspace
    texts: Texts
    caller: Caller
    given: Mapping[str, Any]
    limit: int = policy.ANSWER_BYTES

    @property
    def base(self) -> str | None:
        """The base that was named."""
        return self.given.get("base")

    def only(self, *names: str) -> dict[str, Any]:
        """Those of these arguments that were given."""
        return {name: self.given[name] for name in names if name in self.given}

    @property
    def read_base(self) -> str | None:
        """The base to read a file of: the one that was named, else of several the only one that can be written."""
        if self.base is not None:
            return self.base
        with self.workspace.view() as view:
            several = len(access.readable(view, self.caller)) > 1
            found = access.target(view, self.caller, None) if several else None
        return found if isinstance(found, str) else None

    def target(self) -> str | Refused | None:
        """The base that a change is for: the one that was named, else the only one that can be written."""
        with self.workspace.view() as view:
            return access.target(view, self.caller, self.base)

    def told(self, outcome: Outcome, waiting: str = "waiting") -> Answer:
        """An outcome as an answer; ``waiting`` is the text for what waits."""
        return told(self.workspace, self.texts, self.caller, outcome, waiting)


def told(ws: Workspace, texts: Texts, caller: Caller, outcome: Outcome, waiting: str = "waiting") -> Answer:
    """An outcome as an answer: for what waits also who decides, and where."""
    sentence = answers.sentence(outcome, texts)
    match outcome:
        case Done():
            return Answer(text=sentence)
        case Waiting():
            said = texts.say(f"tools.{waiting}", why=outcome.why, sentence=sentence, proposal=outcome.proposal)
            unheard = outcome.why in _UNHEARD and not _has_heard(ws, caller)
            return Answer(text=f"{said}\n{texts['tools.nothing-heard']}" if unheard else said)
        case Refused():
            return refused(texts, outcome)
        case _:
            assert_never(outcome)


def refused(texts: Texts, outcome: Refused) -> Answer:
    """A refusal as an answer; of an endless name that was asked for it tells the beginning."""
    told = texts.say("tools.refused", code=outcome.code, sentence=answers.sentence(outcome, texts)).encode()
    if len(told) <= policy.ANSWER_BYTES:
        return Answer(text=told.decode(), failed=True)
    return Answer(text=told[: policy.ANSWER_BYTES - len("…".encode())].decode("utf-8", "ignore") + "…", failed=True)


def _has_heard(ws: Workspace, caller: Caller) -> bool:
    """Whether the caller's session has heard anything by now."""
    if caller.session is None:
        return False
    with ws.view() as view:
        session = view.session(caller.session.id)
    return session is not None and session.heard > 0
