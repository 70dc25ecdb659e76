"""What a compaction must keep as plain values and texts: the instruction, what a check found, what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any

from stillso.core import policy
from stillso.core.values import names_of
from stillso.core.windows import requests
from stillso.core.windows.kept import on_one_line
from stillso.core.windows.requests import Costs, Cut, SummaryRequest
from stillso.core.windows.summaries import Checked, Kept, Labels, PutBack
from stillso.core.windows.survivors import Survivors
from stillso.services.answers import Json
from stillso.texts import Texts

if TYPE_CHECKING:
    from stillso.core.windows.blocks import Shape
    from stillso.services.compacting import Over


class Place(StrEnum):
    """Where an instruction for a compaction is put."""

    COMMAND = "command"
    SECTION = "section"
    API = "api"


def labels(texts: Texts) -> Labels:
    """The labels of what is put back, in a language."""
    return _labels(texts.language)


@cache
def _labels(language: str) -> Labels:
    room = Texts(language).room("compact")
    return Labels(**{name: room[name] for name in names_of(Labels)})


def instruction(place: Place, texts: Texts, over: Sequence[Over] = ()) -> str:
    """What a summary is asked to keep, for a place; ``over`` is what it must not bring back.

    At most ``policy.COMPACTION_INSTRUCTIONS_CHARS``: of many such rules the first, and how many more there are.
    """
    text = texts.say(f"compact.{place}", kinds=texts["compact.kinds"])
    if not over:
        return text
    lines = [_ended(each, texts) for each in over]
    more = texts.say("compact.superseded.more", count=len(lines))
    room = policy.COMPACTION_INSTRUCTIONS_CHARS - len(text) - len(texts["compact.superseded"]) - len(more) - 4
    kept: list[str] = []
    for line in lines:
        if len(line) + 1 <= room:
            kept.append(line)
            room -= len(line) + 1
    left = len(lines) - len(kept)
    told = [*kept, *([texts.say("compact.superseded.more", count=left)] if left else [])]
    return "\n".join([text, "", texts["compact.superseded"], *told])


def summary_request(messages: Sequence[Any], shape: Shape, texts: Texts, over: Sequence[Over] = ()) -> SummaryRequest:
    """A request that asks a model for a summary of these messages, through its provider's API."""
    return requests.summary_request(messages, instruction(Place.API, texts, over), shape)


def _ended(each: Over, texts: Texts) -> str:
    key = "compact.superseded.replaced" if each.living else "compact.superseded.ended"
    living = on_one_line(each.living.content) if each.living else ""
    return texts.say(key, content=on_one_line(each.record.content), living=living)


def checked(found: Checked, back: PutBack, kept: Sequence[Kept]) -> Json:
    """What is wrong with a summary, and the text to put behind it."""
    return {
        "kept": len(kept),
        "missing": [_line(each) for each in found.missing],
        "softened": [{**_line(each.kept), "instead": each.instead} for each in found.softened],
        "invented": list(found.invented),
        "put_back": back.text,
        "left_out": [_line(each) for each in back.left_out],
        "too_large": [_line(each) for each in back.too_large],
    }


def check_text(found: Checked, back: PutBack, kept: Sequence[Kept], texts: Texts) -> str:
    """The same for a person."""
    missing, made_up = len(found.missing), len(found.invented)
    if (missing or made_up) and not back.text:
        said = texts.say("compact.check.no_room", count=len(kept), missing=missing, invented=made_up)
    elif found.missing:
        said = texts.say("compact.check.lost", count=len(kept), missing=missing)
    elif found.invented:
        said = texts.say("compact.check.invented", count=len(kept))
    else:
        said = texts.say("compact.check.kept" if kept else "compact.check.nothing", count=len(kept))
    return f"{said}\n\n{back.text}" if back.text else said


def preview(found: Survivors, costs: Costs, cut: Cut, *, messages: int, tokens: int) -> Json:
    """A window before it is compacted: its size, what must survive, what asking costs, where it may be cut."""
    return {
        "messages": messages,
        "tokens": tokens,
        "estimated": True,
        "kept": [_line(each) for each in found.kept],
        "left_out": found.left_out,
        "cost": {"warm": round(costs.warm, 1), "expired": round(costs.expired, 1), "plain": round(costs.plain, 1)},
        "cut": cut.at,
        "open_calls": list(cut.waiting),
        "unanswered": list(cut.unanswered),
    }


def preview_text(found: Survivors, costs: Costs, cut: Cut, texts: Texts, *, messages: int, tokens: int) -> str:
    """The same for a person."""
    parts = [
        texts.say("compact.preview.tokens", messages=messages, tokens=tokens),
        texts.say("compact.preview.kept", count=len(found.kept)),
        *_by_kind(found.kept, texts),
        *([texts.say("compact.preview.left_out", count=found.left_out)] if found.left_out else []),
        texts.say(
            "compact.preview.cost", warm=round(costs.warm), expired=round(costs.expired), plain=round(costs.plain)
        ),
        texts["compact.preview.prefix"],
        *([texts.say("compact.preview.waiting", at=cut.at)] if cut.waiting else []),
        *([texts.say("compact.preview.unanswered", refs=", ".join(cut.unanswered))] if cut.unanswered else []),
    ]
    return "\n".join(parts)


def _by_kind(kept: Iterable[Kept], texts: Texts) -> Iterable[str]:
    last = None
    for each in kept:
        if each.sort is not last:
            yield labels(texts).of(each.sort)
            last = each.sort
        mark = f"[#{each.no} {labels(texts).condition}] " if each.condition else ""
        yield f"  {mark}{on_one_line(each.text)}"


def _line(kept: Kept) -> Json:
    line: Json = {"sort": kept.sort.value, "text": kept.text}
    line |= {"no": kept.no} if kept.no is not None else {}
    return line | ({"condition": True} if kept.condition else {})
