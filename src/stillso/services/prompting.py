"""The part of an agent's system prompt that tells it what it may write, how, and whether it is asked to record.

Rules come from the texts alone. What people call their bases is told within quotation marks on one line each, so that
no name or description can pass for a rule. Source: document B, what an agent is always told and the default policy.
"""

from __future__ import annotations

from collections.abc import Sequence

from stillso.core import authority, escapes, policy
from stillso.core.authority import Level, Principal
from stillso.core.items import Space
from stillso.core.operations import Refused
from stillso.core.values import dataclass
from stillso.errors import Misuse
from stillso.services import access
from stillso.services.access import Caller, Place
from stillso.services.workspace import Workspace
from stillso.storage.contract import View
from stillso.texts import Texts


@dataclass(frozen=True, kw_only=True, slots=True)
class Prompt:
    """The text, '' where the agent reaches no base; the slugs of the bases that it may write, of these the ones where a
    person is asked first, and of those that it may only read. ``records``: it is asked to record what it learns."""

    text: str
    writable: tuple[str, ...]
    asking: tuple[str, ...]
    readable: tuple[str, ...]
    records: bool


def prompt(
    ws: Workspace, texts: Texts, agent: str, *, channel: str = "cli", bases: Sequence[str] = ()
) -> Prompt | Refused:
    """What an agent is told on a channel about these bases (default: all that it is linked to).

    Refused for an agent or a base that is not there, and for a base that the agent is not linked to. Raises Misuse for
    an unknown channel.
    """
    if channel not in policy.CHANNELS:
        raise Misuse(f"{channel!r} is no channel; use one of {', '.join(policy.CHANNELS)}")
    with ws.view() as view:
        principal = access.agent_of(view, agent)
        if isinstance(principal, Refused):
            return principal
        places = _places(view, principal, bases)
    if isinstance(places, Refused):
        return places
    mine = [each for each in places if authority.may_write(each.level, channel) is None]
    others = [each for each in places if each not in mine]
    asking = tuple(each.space.slug for each in mine if each.level is Level.ASK)
    records = principal.auto_record and bool(mine)
    parts = [texts.say("prompt.head", h="##")]
    parts += _listed(texts, "write-to", mine, "asks", channel)
    parts += _listed(texts, "read-only" if mine else "read", others, "nobody-to-ask", channel)
    parts += [texts["prompt.data"]]
    parts += _rules(texts, asking) if mine else []
    parts += [_learn(texts, channel)] if records else []
    return Prompt(
        text="\n\n".join(parts) + "\n" if places else "",
        writable=tuple(each.space.slug for each in mine),
        asking=asking,
        readable=tuple(each.space.slug for each in others),
        records=records,
    )


def template(ws: Workspace, texts: Texts, agent: str | None = None) -> str | Refused:
    """A policy of the designer's own to begin with; it names the base that the agent may write, where it is one."""
    slug = "<slug>"
    if agent is not None:
        found = prompt(ws, texts, agent)
        if isinstance(found, Refused):
            return found
        slug = found.writable[0] if len(found.writable) == 1 else slug
    return texts.say("prompt.template", h="##", slug=slug) + "\n"


def _places(view: View, agent: Principal, bases: Sequence[str]) -> list[Place] | Refused:
    """The bases that are told of, by slug, each once."""
    caller = Caller(principal=agent)
    if not bases:
        return access.readable(view, caller)
    named = [access.place(view, caller, base) for base in bases]
    refused = next((each for each in named if isinstance(each, Refused)), None)
    found = {each.space.slug: each for each in named if isinstance(each, Place)}
    return refused or [found[slug] for slug in sorted(found)]


def _listed(texts: Texts, key: str, places: Sequence[Place], asking: str, channel: str) -> list[str]:
    """Bases under their heading; ``asking`` says what it means here that a person is asked first."""
    if not places:
        return []
    how = {Level.ASK: texts.say(f"prompt.base.{asking}", channel=channel)}
    lines = [_base(texts, each.space, how.get(each.level, "") if each.level else "") for each in places]
    return ["\n".join([texts[f"prompt.{key}"], *lines])]


def _base(texts: Texts, space: Space, how: str) -> str:
    """One base on one line, whatever its name and description hold."""
    name = _told(texts, space.name) if space.name != space.slug else ""
    description = _told(texts, space.description)
    key = "both" if name and description else "named" if name else "described"
    told = texts.say(f"prompt.base.{key}", name=name, description=description) if name or description else ""
    return texts.say("prompt.base", slug=space.slug, told=told, how=how)


def _told(texts: Texts, text: str) -> str:
    """What a person wrote about a base, as it stands between quotation marks."""
    shown = escapes.seen(escapes.quoted(text.strip(), texts["lines.closing"]))
    return escapes.cut(shown, policy.PROMPT_DESCRIPTION_CHARS)


def _rules(texts: Texts, asking: Sequence[str]) -> list[str]:
    """How to write, and what a write is where a person is asked first."""
    named = ", ".join(f"`{slug}`" for slug in asking)
    asks = [texts.say("prompt.asks", bases=named)] if asking else []
    return [texts.say("prompt.rules", h="###"), *asks, texts["prompt.records"]]


def _learn(texts: Texts, channel: str) -> str:
    """The default policy. Where a person cannot be asked a run counts as unattended, as in its source."""
    key = "attended" if channel in policy.ASKABLE else "last"
    return texts.say("prompt.learn", h="###", last=texts.say(f"prompt.learn.{key}", channel=channel))
