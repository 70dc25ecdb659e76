"""What an answer did, told without a model: by how its first line begins, against the patterns of its scenario.

An answer that fits the patterns of no verdict, or of several, is unsure: a person reads it, and it never counts as
right.
"""

from __future__ import annotations

import re

from evals.forgetting.scenarios import Scenario

#: What an answer can have done: what holds, what is over, asked the user, looked again, made something up.
VERDICTS = ("holds", "outdated", "asked", "fetched", "invented")
UNSURE = "unsure"

#: What models put around the words with which they begin.
_AROUND = " \t*_#>`\"'“”「」[](){}-:："


def verdict(scenario: Scenario, answer: str) -> str:
    """One of ``VERDICTS``, or ``UNSURE``."""
    first = next((line for line in map(_bare, answer.splitlines()) if line), "")
    fitting = [
        name
        for name in VERDICTS
        if any(re.search(each, first, re.IGNORECASE) for each in scenario.answers.get(name, ()))
    ]
    return fitting[0] if len(fitting) == 1 else UNSURE


def _bare(line: str) -> str:
    return line.strip(_AROUND)
