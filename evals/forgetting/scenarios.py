"""The scenarios of the forgetting set: what happened, what is asked, what must be forgotten and what kept.

They stand in ``en.json`` and ``zh-Hant.json``, each written for this set; README.md of ``evals`` describes the fields.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

LANGUAGES = ("en", "zh-Hant")

Step = Mapping[str, Any]


class Outdated(NamedTuple):
    """Words that hold no more, and those of which one must stand behind them wherever they stand."""

    says: str
    answered_by: Sequence[str]


class Scoped(NamedTuple):
    """A rule that holds at one place only: where it stands, a line must name the place."""

    says: str
    only_in: str


class Scenario(NamedTuple):
    """One scenario. ``answers`` are patterns by verdict for how an answer begins; ``right`` the verdicts that are."""

    id: str
    kind: str
    language: str
    steps: Sequence[Step]
    ask: str
    answers: Mapping[str, Sequence[str]]
    right: Sequence[str] = ("holds",)
    forget: Sequence[Outdated] = ()
    keep: Sequence[str] = ()
    scope: Sequence[Scoped] = ()
    never: Sequence[str] = ()


def scenarios() -> list[Scenario]:
    """All of them, language by language."""
    return [_read(language, each) for language in LANGUAGES for each in _written(language)]


def _written(language: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(Path(__file__).with_name(f"{language}.json").read_text("utf-8"))
    return found


def _read(language: str, written: dict[str, Any]) -> Scenario:
    forget = [Outdated(**each) for each in written.pop("forget", ())]
    scope = [Scoped(**each) for each in written.pop("scope", ())]
    return Scenario(language=language, forget=forget, scope=scope, **written)
