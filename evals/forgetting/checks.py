"""What of an assembled input is wrong, without a model: outdated and unanswered, kept and missing, scope lost, misled.

Words are compared after folding, as quotes are. What is said last holds: an outdated statement is answered where the
last line that says it, or one behind it, says what holds now.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from evals.forgetting.scenarios import Scenario

from stillso.core.folding import fold


class Wrong(NamedTuple):
    """What is wrong with an input, each as the words that a scenario gives for it."""

    unanswered: list[str]
    missing: list[str]
    unscoped: list[str]
    misled: list[str]


def wrong(scenario: Scenario, text: str) -> Wrong:
    """What of a scenario's input is wrong; four empty lists for one in which nothing is."""
    lines = _lines(text)
    return Wrong(
        unanswered=[each.says for each in scenario.forget if not _is_answered(lines, each.says, each.answered_by)],
        missing=[each for each in scenario.keep if not _standing(lines, each)],
        unscoped=[each.says for each in scenario.scope if not _is_scoped(lines, each.says, each.only_in)],
        misled=[each for each in scenario.never if _standing(lines, each)],
    )


def _lines(text: str) -> list[str]:
    """The lines, folded; one that is indented goes on with the line before, as where a summary is quoted beside it."""
    return [fold(line).text for line in text.replace("\n  ", " ").split("\n")]


def _standing(lines: list[str], words: str) -> list[int]:
    wanted = fold(words).text
    return [at for at, line in enumerate(lines) if wanted in line]


def _is_answered(lines: list[str], says: str, answers: Sequence[str]) -> bool:
    last = max(_standing(lines, says), default=-1)
    return last < 0 or any(at >= last for answer in answers for at in _standing(lines, answer))


def _is_scoped(lines: list[str], says: str, place: str) -> bool:
    standing = _standing(lines, says)
    return not standing or any(at in _standing(lines, place) for at in standing)
