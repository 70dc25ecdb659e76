"""What a person answered in the agent's own menu, told apart: what they typed is theirs, an option is the agent's.

Facts of the client (2.1.332, seen 2026-12-01): it shows an option without what it takes for hidden, and gives back what
it showed; several options are joined by commas, each as JSON where it needs to be.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from stillso.adapters.claude_code.shown import bare

#: What the client puts in the place of words, or behind them.
_CLIENTS_OWN = re.compile(r"\s*\((?:notes only|Image attached)\)\s*\Z")


def answered(response: object) -> Iterator[tuple[str, str]]:
    """What was asked, with what was offered, and what the person said to it, in order; may be nothing.

    What they chose stands in what was asked. Of a menu that ended by its countdown nothing was said.
    """
    if not isinstance(response, Mapping) or response.get("afkTimeoutMs"):
        return
    asked, answers, notes = (response.get(name) for name in ("questions", "answers", "annotations"))
    questions = [each for each in asked if isinstance(each, Mapping)] if isinstance(asked, list) else []
    offered = {bare(label) for each in questions for label in _labels(each)}
    for each in questions:
        question = each.get("question")
        if not isinstance(question, str):
            continue
        given = "\n".join([question, *_labels(each)])
        noted = notes.get(question) if isinstance(notes, Mapping) else None
        typed, chosen = _told_apart(
            answers.get(question) if isinstance(answers, Mapping) else None,
            offered,
            several=bool(each.get("multiSelect")),
        )
        for said in (*_text(noted.get("notes") if isinstance(noted, Mapping) else None), *typed):
            yield given, said
        if chosen:
            said = ", ".join(chosen)
            yield f"{given}\n{said}", said
    for said in _text(response.get("response")):
        yield "\n".join(each["question"] for each in questions if isinstance(each.get("question"), str)), said


def _labels(question: Mapping[str, Any]) -> list[str]:
    options = question.get("options")
    labels = [each.get("label") for each in options if isinstance(each, Mapping)] if isinstance(options, list) else []
    return [label for label in labels if isinstance(label, str)]


def _told_apart(answer: object, offered: set[str], *, several: bool) -> tuple[list[str], list[str]]:
    """What was typed, and what was chosen."""
    parts = answer if isinstance(answer, list) else _split(answer) if several and isinstance(answer, str) else [answer]
    said = [text for each in parts or [] for text in _text(each)]
    chosen = [text for text in said if _is_offered(text, offered, part=several)]
    if parts is None:  # who wrote what of it cannot be told
        return [], _text(answer)
    return [text for text in said if text not in chosen], chosen


def _text(answer: object) -> list[str]:
    """The words of an answer, without what the client adds; none where it has none."""
    said = _CLIENTS_OWN.sub("", answer) if isinstance(answer, str) else ""
    return [said] if said.strip() else []


def _split(joined: str) -> list[str] | None:
    """What the client joined; None where it did not join it like this."""
    parts: list[str] = []
    rest = joined
    while True:
        if rest.startswith('"'):
            try:
                part, end = json.JSONDecoder().raw_decode(rest)
            except (ValueError, RecursionError):
                return None
        else:
            end = len(rest) if rest.find(", ") < 0 else rest.find(", ")
            part = rest[:end]
            if '"' in part:
                return None
        parts.append(part)
        if not rest[end:]:
            return parts
        if not rest[end:].startswith(", "):
            return None
        rest = rest[end + 2 :]


def _is_offered(said: str, offered: set[str], *, part: bool) -> bool:
    """Whether these words are an option, however the client showed it, or a part of one where it joined several."""
    letters = bare(said)
    return letters in offered or (part and any(letters in each for each in offered))
