"""The set of memories in Traditional Chinese, and what must be so for it to be one.

An entry is what an agent would keep (``content``), the ``condition`` and the ``quote`` in the user's words, and the
``dialogue`` in which they were said; what replaces it months later, an exception to it, and what somebody who looks
for it would ask, in other words.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("records.json")
COUNT = 60

Entry = dict[str, Any]
Turns = Sequence[dict[str, str]]


def load() -> list[Entry]:
    """The entries, in the order in which they were said."""
    entries: list[Entry] = json.loads(FILE.read_text(encoding="utf-8"))["records"]
    return entries


def faults_of(entries: Sequence[Entry]) -> Iterator[str]:
    """What is wrong with the set itself; nothing should be."""
    if len(entries) != COUNT:
        yield f"{len(entries)} records, not {COUNT}"
    yield from (f"{id}: twice" for id, times in Counter(each["id"] for each in entries).items() if times > 1)
    for each in entries:
        yield from (f"{each['id']}: {fault}" for fault in _faults_of(each))


def _faults_of(entry: Entry) -> Iterator[str]:
    new = entry["new_statement"]
    for part in (entry, new):
        if not any(part["quote"] in said for said in _said(part["dialogue"])):
            yield f"nobody says {part['quote']}"
    if entry["condition"] and not any(entry["condition"] in said for said in _said(entry["dialogue"])):
        yield f"nobody says {entry['condition']}"
    if entry["condition"] == "":
        yield "an empty condition"
    known = _runs(entry["content"]) | _runs(entry["quote"])
    yield from (f"the question gives away {run}" for run in sorted(_runs(entry["question"]) & known))


def _said(dialogue: Turns) -> list[str]:
    return [turn["user"] for turn in dialogue if "user" in turn]


def _runs(text: str) -> set[str]:
    """All runs of five Chinese characters."""
    return set(re.findall(r"(?=([\u4e00-\u9fff]{5}))", text))
