"""What a look at a store comes to: of each check that it is well, something worth knowing, or a problem."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from stillso.core.values import dataclass, field


class State(StrEnum):
    """How it stands with what was looked at. Only a problem needs somebody to act."""

    OK = "ok"
    NOTE = "note"
    PROBLEM = "problem"


@dataclass(frozen=True, kw_only=True, slots=True)
class Checked:
    """What one check came to. Its sentence is ``store.doctor.<check>.<case>`` of the texts, filled with ``facts``."""

    check: str
    case: str
    state: State = State.OK
    facts: Mapping[str, object] = field(default_factory=dict)
