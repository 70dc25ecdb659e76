"""What the memory tool tells a model of outcomes: the SDK's words where it did as asked, and why where it did not.

Paths stand as the tool knows them (``/memories/…``). What waits for a person is told as failed: nothing has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from stillso import services
from stillso.adapters.anthropic import memory_wording as wording
from stillso.adapters.anthropic.actors import Actor
from stillso.adapters.anthropic.memory_commands import ROOT, failed
from stillso.core import policy
from stillso.core.operations import Done, Outcome, Refused, Waiting
from stillso.core.values import replace
from stillso.errors import Code
from stillso.tools.calls import Answer

#: How many paths a sentence names. Our choice.
_NAMED = 10


class Answers:
    """The answers to one actor."""

    def __init__(self, actor: Actor, base: str | None) -> None:
        self._actor, self._base = actor, base

    def told(self, outcome: Outcome, done: str, path: str) -> Answer:
        """What came of a change: ``done`` where it was made."""
        match outcome:
            case Done():
                return Answer(text=done)
            case Waiting():
                sentence = services.answers.sentence(outcome, self._actor.texts)
                return failed(self._actor.texts.say("anthropic.memory.waiting", path=path, sentence=sentence))
            case Refused():
                return self.refused(outcome, path)
            case _:
                assert_never(outcome)

    def refused(self, refused: Refused, path: str) -> Answer:
        """Why a command was not carried out."""
        texts = self._actor.texts
        facts = {name: _as_known(value) for name, value in refused.facts.items()}
        match refused.code:
            case Code.EXISTS:
                return failed(wording.EXISTS.format(path=path))
            case Code.STALE if "by" in facts:
                return self.stale(str(facts["path"]), facts)
            case Code.READ_README_FIRST:
                return self._readme_first(refused)
            case Code.BAD_PATH if refused.facts.get("reason") != "clash":
                reason = texts[f"outcomes.path.{refused.facts['reason']}"]
                return failed(texts.say("anthropic.memory.bad-path", path=path, reason=reason))
            case _:
                return failed(services.answers.sentence(replace(refused, facts=facts), texts))

    def stale(self, path: str, facts: Mapping[str, object]) -> Answer:
        """That a file has changed since it was viewed: ``facts`` say by whom and when."""
        return failed(self._actor.texts.say("anthropic.memory.stale", **{**facts, "path": path}))

    def unseen(self, paths: Sequence[str]) -> Answer:
        """That files were not viewed in this session."""
        more = ", …" if len(paths) > _NAMED else ""
        return failed(self._actor.texts.say("anthropic.memory.unseen", paths=", ".join(paths[:_NAMED]) + more))

    def lost(self, loss: str) -> Answer:
        """That the store cannot be reached: in a word, without where it lies."""
        return failed(self._actor.texts.say("anthropic.memory.lost", loss=loss))

    def within_limit(self, answer: Answer) -> Answer:
        """An answer that fits: of a text that was given back too long, its beginning."""
        told = answer.text.encode("utf-8", "replace")
        if len(told) <= policy.ANSWER_BYTES:
            return answer
        room = policy.ANSWER_BYTES - len("…".encode())
        return replace(answer, text=told[:room].decode("utf-8", "ignore") + "…")

    def _readme_first(self, refused: Refused) -> Answer:
        """The rules of the base, which no path of this tool leads to; whoever was given them may write."""
        ws, caller, texts = self._actor.workspace, self._actor.caller, self._actor.texts
        found = services.files.one(ws, caller, self._base, policy.README)
        if isinstance(found, Refused):
            return failed(services.answers.sentence(refused, texts))
        told = texts.say("anthropic.memory.rules", base=found.space.slug, text=found.file.content)
        if len(told.encode()) > policy.ANSWER_BYTES:
            return failed(services.answers.sentence(refused, texts))
        services.files.note_read(ws, caller, found)
        return failed(told)


def _as_known(value: object) -> object:
    """A path of the base as the tool knows it; anything else as it is."""
    folder = f"{ROOT[1:]}/"
    return f"/{value}" if isinstance(value, str) and value.startswith(folder) else value
