"""What the next turn would see: the messages of a scenario without stillso, and with it through the real library.

``Bare`` is a harness that clears and compacts and keeps nothing beside; ``WithStillso`` is the same harness with a
session. Both play the same steps. A window is the opening text and messages as Anthropic's API takes them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TypeVar

from evals.forgetting.scenarios import Scenario, Step

import stillso
from stillso import Done, Refused, Session
from stillso.adapters import messages as shapes
from stillso.core import names
from stillso.core.windows.blocks import Block, Kind
from stillso.services import answers
from stillso.testing import FixedClock

T = TypeVar("T")

BEGINS = "2026-06-22T03:10:00Z"
BASE = "shop"
_CLEARED = "[cleared]"


class Bare:
    """The bare harness: a summary takes the place of messages, old results are taken out, and no more is known."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.opening = ""
        self.messages: list[Any] = []
        self._calls = 0

    def play(self) -> Bare:
        """Play all steps, and ask."""
        for step in self.scenario.steps:
            self.take(step)
        self.take({"user": self.scenario.ask})
        return self

    def take(self, step: Step) -> None:
        """Play one step. A verb is nothing here: only stillso knows it."""
        match step:
            case {"user": said}:
                self.hear(said)
            case {"assistant": said}:
                self.messages.append({"role": "assistant", "content": said})
            case {"call": name}:
                self.called(name, step["input"], step["result"])
            case {"compact": summary}:
                self.compact(summary)
            case {"clear": keep_last}:
                self.clear(keep_last)
            case {"session": place}:
                self.begin(place, step.get("notes", ""))

    def hear(self, said: str) -> None:
        self.messages.append({"role": "user", "content": said})

    def called(self, name: str, given: object, result: str) -> None:
        self._calls += 1
        call = {"type": "tool_use", "id": f"toolu_{self._calls}", "name": name, "input": given}
        answer = {"type": "tool_result", "tool_use_id": f"toolu_{self._calls}", "content": result}
        self.messages += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [answer]}]

    def compact(self, summary: str) -> None:
        self.messages = [{"role": "assistant", "content": [{"type": "compaction", "content": summary}]}]

    def clear(self, keep_last: int) -> None:
        results = [block for block in self.blocks() if block.kind is Kind.RESULT]
        for block in results[: len(results) - keep_last]:
            self.messages[block.at]["content"][block.part]["content"] = _CLEARED

    def begin(self, place: str, notes: str) -> None:
        """A new session begins, with what a plain memory file would say."""
        self.opening, self.messages = notes, []

    def blocks(self) -> list[Block]:
        shape = shapes.reader("anthropic")(self.messages)
        return [block for at, message in enumerate(self.messages) for block in shape.blocks(message, at)]

    def text(self) -> str:
        """The window as one text: the opening, then block by block who says what."""
        return "\n\n".join(filter(None, map(str.strip, [self.opening, *_told(self.blocks())])))


class WithStillso(Bare):
    """The same harness with stillso beside it: a person, an agent, a base, a session."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        self.clock = FixedClock(names.moment(BEGINS))
        self.app = stillso.open("memory:", clock=self.clock, language=scenario.language)
        self.texts = self.app.texts
        self.mei = self.app.owner("mei")
        self.mei.create_base(BASE)
        self.app.add_agent("my-agent")
        self.mei.grant("my-agent", BASE, "write")
        self.session: Session = self._joined()

    def _joined(self) -> Session:
        return _given(self.app.session("my-agent", [BASE], channel="web-chat", person="mei"))

    def take(self, step: Step) -> None:
        match step:
            case {"day": days}:
                self.clock.advance(days=days)
            case {"call": name, "said": said}:
                _given(self.session.hear(said, asked=step["input"]["question"]))
                self.called(name, step["input"], step["result"])
            case {"remember": _} | {"replace": _} | {"retract": _} | {"confirm": _} | {"once": _}:
                self._act(dict(step))
            case _:
                super().take(step)

    def _act(self, step: dict[str, Any]) -> None:
        """One verb, by the agent with the user's words, or by the person elsewhere, where the window sees nothing."""
        who: Any = self.mei if step.pop("by", "agent") == "owner" else self.session
        verb = next(each for each in ("remember", "replace", "retract", "confirm", "once") if each in step)
        first = step.pop(verb)
        rest = {"base": BASE, **step} if who is self.mei else step
        outcome = getattr(who, {"replace": "supersede"}.get(verb, verb))(first, **rest)
        assert isinstance(outcome, Done), (self.scenario.id, outcome)
        if who is self.session:
            self.called(verb, {verb: first, **step}, self.app.sentence(outcome))

    def hear(self, said: str) -> None:
        """The words of the person, then what changed since the session saw it."""
        _given(self.session.hear(said))
        news = answers.news(_given(self.session.news()), self.texts)["news"]
        told = self.texts.say("hooks.news", news="\n".join(each["text"] for each in news)) if news else ""
        super().hear("\n\n".join(filter(None, [said, told])))

    def compact(self, summary: str) -> None:
        """The summary is checked, what it lost is put back behind it, and the lines are given again."""
        _given(self.session.compacted(summary, self.messages, provider="anthropic"))
        super().compact(summary)
        back = self.session.put_back()
        if back:
            self.messages.append({"role": "user", "content": back})
        self.opening = _given(self.session.lines())

    def clear(self, keep_last: int) -> None:
        self.messages = _given(self.session.window("anthropic", keep_last=keep_last).clear(self.messages)).messages

    def begin(self, place: str, notes: str) -> None:
        super().begin(place, "")
        self.session = self._joined()
        self.opening = _given(self.session.lines(scope=place))


#: Both sides, by the name under which they are counted.
SIDES: dict[str, type[Bare]] = {"without": Bare, "with": WithStillso}


def assembled(scenario: Scenario, side: str) -> str:
    """The input of the turn in which the scenario's question is asked, as one text; the same each time."""
    return SIDES[side](scenario).play().text()


_ROLES = {
    Kind.USER: "user",
    Kind.ASSISTANT: "assistant",
    Kind.SUMMARY: "summary of what came before",
    Kind.RESULT: "result",
}


def _told(blocks: Iterable[Block]) -> Iterable[str]:
    for block in blocks:
        if block.kind is Kind.CALL:
            yield f"[call] {block.name} {json.dumps(block.input, ensure_ascii=False)}"
        else:
            yield f"[{_ROLES[block.kind]}] {block.text}"


def _given(answer: T | Refused) -> T:
    """An answer that was not refused: a scenario in which something is refused tells another story than it says."""
    assert not isinstance(answer, Refused), answer
    return answer
