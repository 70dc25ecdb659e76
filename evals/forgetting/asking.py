"""Asking a model: any command that reads a prompt from its standard input and writes the answer to its output.

Answers are kept in a file, a JSON object a line, so that a run that was cut short goes on where it ended. One belongs
to its command and its prompt: another command, or a scenario that changed, is asked anew.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from evals.forgetting.assembling import SIDES, assembled
from evals.forgetting.scenarios import Scenario

#: How long one answer may take, in seconds. Our choice.
PATIENCE_SECONDS = 300

_ASKED = {
    "en": (
        "You are a coding agent in the middle of a conversation. Below stands all that you see of it: first what you "
        "were given at its beginning, if anything, then what was said, oldest first. Answer the user's last message.\n"
        "Begin with your decision, in one to three words, without any introduction: yes, no, a value or a name; "
        "“ask” where you would ask the user something first, and then the question; or the call that you would make "
        "first, with its input. Then give the reason in one sentence."
    ),
    "zh-Hant": (
        "你是程式代理，對話進行到一半。以下是你看得到的全部內容：先是一開始給你的（可能沒有），"
        "再來是說過的話，舊的在前。請回答使用者的最後一句。\n"
        "開頭直接寫決定，一到幾個字，不要開場白：要、不要、有、沒有，或是值、名稱；"
        "要先問使用者的話，寫「問」再寫問題；要先呼叫工具的話，寫那個呼叫和它的輸入。接著用一句話說明理由。"
    ),
}


class Answered(NamedTuple):
    """An answer to the prompt of a scenario on one side."""

    scenario: Scenario
    side: str
    text: str


class Failed(Exception):
    """The command gave no answer; it says why."""


def prompt(scenario: Scenario, side: str) -> str:
    """What a model is given: what it is to do, and the assembled input. The same instruction on both sides."""
    return f"{_ASKED[scenario.language]}\n\n---\n\n{assembled(scenario, side)}\n"


def answers(
    command: str, scenarios: list[Scenario], times: int, kept: Path | None, tell: Callable[[str], None]
) -> Iterator[Answered]:
    """The answers to each prompt of both sides, so many times each; ``tell`` hears how far it is.

    Raises Failed at the first one that does not come; those before it are in the file.
    """
    known = _known(kept)
    places = [(each, side, run) for run in range(times) for each in scenarios for side in SIDES]
    for at, (scenario, side, run) in enumerate(places, 1):
        asked = prompt(scenario, side)
        key = _key(command, asked, run)
        if key not in known:
            known[key] = ask(command, asked)
            if kept:
                with kept.open("a", encoding="utf-8") as file:
                    line = {"key": key, "scenario": scenario.id, "side": side, "run": run, "answer": known[key]}
                    file.write(f"{json.dumps(line, ensure_ascii=False)}\n")
        tell(f"{at}/{len(places)} {scenario.id}, {side}")
        yield Answered(scenario, side, known[key])


def ask(command: str, asked: str) -> str:
    """The answer of a command to one prompt. Raises Failed where it does not run, fails, or says nothing."""
    try:
        done = subprocess.run(
            _words(command), input=asked.encode(), capture_output=True, timeout=PATIENCE_SECONDS, check=False
        )
    except OSError as problem:
        raise Failed(f"{command}: {problem.strerror}") from problem
    except subprocess.TimeoutExpired as problem:
        raise Failed(f"{command}: no answer within {PATIENCE_SECONDS} seconds") from problem
    said, complaint = (each.decode("utf-8", "replace").strip() for each in (done.stdout, done.stderr))
    if done.returncode or not said:
        why = complaint.splitlines()[-1:] or ["no answer"]
        raise Failed(f"{command}: ended with {done.returncode}: {why[0]}")
    return said


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise Failed(f"{command}: {problem}") from problem
    if not words:
        raise Failed("there is no command")
    return words


def _key(command: str, asked: str, run: int) -> str:
    return hashlib.sha256("\0".join((command, asked, str(run))).encode()).hexdigest()[:32]


def _known(kept: Path | None) -> dict[str, str]:
    if kept is None or not kept.exists():
        return {}
    lines = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    return {line["key"]: line["answer"] for line in lines}
