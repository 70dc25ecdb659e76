"""What stillso does at each hook of Claude Code: give lines and news, hear what was typed, tell whose call it is.

Each event is a function in ``_EVENTS``; it gives what the client is told, or nothing. Words are heard from the prompt
that was typed and from answers to the agent's own questions; what the client wrote itself is nobody's word. Facts
about the events: Claude Code 2.1.332, seen 2026-12-01.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from stillso import services
from stillso.adapters import claude_code
from stillso.adapters.claude_code import menu_answers, slash_commands, transcript_end
from stillso.adapters.claude_code.shown import as_text
from stillso.core import late, names, records
from stillso.core.authority import Principal
from stillso.core.lines import Budget
from stillso.core.operations import Refused
from stillso.core.sights import Session
from stillso.core.values import dataclass
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.texts import Texts

if TYPE_CHECKING:
    from stillso.services.reading import Opening

#: The name of the agent in a store, and of the client in the names of its conversations.
AGENT = "claude-code"

#: The client takes so many characters whole and cuts a longer text to a preview. Some are left for the news.
TAKEN_CHARS = 10_000
LINES_CHARS = 9_000

#: Prompts that the client makes itself, such as <task-notification>: the text of a subagent stands in it.
_MADE_BY_CLIENT = late.pattern(r"\s*<(?:[a-z]+(?:-[a-z]+)+|channel|system)[\s>]", re.IGNORECASE)

#: Our own tools, by the names that they have in a plugin and in settings.
_OUR_TOOL = late.pattern(r"mcp__(?:plugin_stillso_)?stillso__")

Event: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Here:
    """Where a hook runs: the store, the person at the client, whether somebody can answer, and the repository.

    ``base`` gives the slug of the repository's base; None when it has none, unless it is to be ``made``.
    """

    workspace: Workspace
    texts: Texts
    person: Principal
    channel: str
    base: Callable[[bool], str | Refused | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """What the client is told: ``context`` for the model, ``notice`` for the person; why nothing was, if so.

    ``allowed``: the call of a tool needs no leave of the person's. ``plain`` is printed as it is, in the place of all
    this: some events take no other answer.
    """

    event: str
    context: str = ""
    notice: str = ""
    allowed: bool = False
    plain: str = ""
    refused: Refused | None = None

    def given(self) -> dict[str, Any] | None:
        """The answer as the client reads it, None when there is nothing to say."""
        inner = {"additionalContext": self.context, "permissionDecision": "allow" if self.allowed else ""}
        said = {name: value for name, value in inner.items() if value}
        specific = {"hookEventName": self.event, **said} if said else None
        values = {"hookSpecificOutput": specific, "systemMessage": self.notice}
        return {name: value for name, value in values.items() if value} or None


def answer(here: Here, event: Event) -> Told | None:
    """What a hook has to say to an event; nothing for one that it does not know, or that lacks what it should have."""
    name, conversation = event.get("hook_event_name"), event.get("session_id")
    act = _EVENTS.get(name) if isinstance(name, str) else None
    if act is None or not isinstance(conversation, str) or not conversation:
        return None
    return act(here, event)


# --- the conversation ----------------------------------------------------------------------------------------


def conversation_of(client: str) -> str:
    """The name under which a store knows a conversation of Claude Code."""
    return f"{AGENT}:{client}"


def _join(here: Here, event: Event, *, made: bool = False, afresh: bool = False) -> Session | Refused | None:
    """The session of the conversation; None where the repository has no base and none is to be made."""
    base = here.base(made)
    if base is None or isinstance(base, Refused):
        return base
    client = conversation_of(event["session_id"])
    return services.conversations.join(
        here.workspace, AGENT, client, [base], channel=here.channel, person=here.person, afresh=afresh
    )


def _known(here: Here, event: Event) -> Session | None:
    """The session of a conversation that was joined before."""
    with here.workspace.view() as view:
        session = view.conversation(conversation_of(event["session_id"]))
    return session if session and session.person == here.person.id else None


# --- events --------------------------------------------------------------------------------------------------


def _session_start(here: Here, event: Event) -> Told | None:
    session = _join(here, event, afresh=True)
    if session is None or isinstance(session, Refused):
        return _refused(event, session)
    opening = _lines(here, session)
    if isinstance(opening, Refused):
        return _refused(event, opening)
    text = opening.assembled.text
    if event.get("source") != "compact":
        return Told(event=event["hook_event_name"], context=text, notice=_notice(here, session, opening))
    room = TAKEN_CHARS - 1 - len(text)
    over = claude_code.compactions.corrections(here.workspace, here.texts, _caller(here, session), room)
    return Told(event=event["hook_event_name"], context="\n".join(filter(None, [text, over])))


def _lines(here: Here, session: Session) -> Opening | Refused:
    """The lines of a session, which has then seen them."""
    return services.reading.open_lines(
        here.workspace,
        _caller(here, session),
        (),
        services.answers.labels(here.texts),
        list_command=here.texts["hooks.list"],
        budget=Budget(chars=LINES_CHARS),
    )


def _notice(here: Here, session: Session, opening: Opening) -> str:
    """The one line for the person: how much is due and how much waits; empty when nothing is.

    Of what is due it counts what the lines show, since marked ones come first.
    """
    now, read_at = names.micros(opening.now), names.micros(opening.read_at)
    shown = opening.assembled.entries
    marked = sum(records.is_marked(entry, now, read_at) for entry in shown)
    due = f"{marked}+" if marked == len(shown) and opening.assembled.left_out else marked
    with here.workspace.view() as view:
        open_ones = [each for base in session.bases for each in view.proposals(base)]
    waiting = sum(services.proposals.is_waiting(here.workspace, each) for each in open_ones)
    kinds = [("due", due if marked else 0), ("waiting", waiting)]
    counted = [here.texts.say(f"hooks.{kind}", count=count) for kind, count in kinds if count]
    return here.texts.say("hooks.notice", counted=here.texts["hooks.and"].join(counted)) if counted else ""


def _prompt(here: Here, event: Event) -> Told | None:
    prompt = event.get("prompt")
    if not isinstance(prompt, str) or not prompt.strip() or _MADE_BY_CLIENT.match(prompt):
        return None
    session = _join(here, event, made=True)
    if session is None or isinstance(session, Refused):
        return _refused(event, session)
    asked = session.asking or _said_before(event, prompt)
    speaker = AGENT if _is_scheduled(event, prompt) else None
    said = as_text(prompt)
    heard = services.sessions.hear(here.workspace, session.id, said, by="hook", said_by=speaker, asked=asked)
    if isinstance(heard, Refused):
        return _refused(event, heard)
    caller = _caller(here, session)
    beside = slash_commands.beside(here.workspace, here.texts, caller, prompt, LINES_CHARS)
    room = TAKEN_CHARS - 1 - len(beside)
    owed = services.owing.owed(here.workspace, caller)
    is_owed = owed.missing or owed.invented
    lost = services.owing.put_back(here.workspace, here.texts, caller, room) if is_owed else ""
    told = "\n".join(filter(None, [beside, lost, _news(here, session, room - 1 - len(lost))]))
    return Told(event=event["hook_event_name"], context=told) if told else None


def _said_before(event: Event, prompt: str) -> str | None:
    path = event.get("transcript_path")
    said = transcript_end.last_said(Path(path), prompt) if isinstance(path, str) and path else None
    return as_text(said[-services.conversations.ASKING_CHARS :]) if said else None


def _is_scheduled(event: Event, prompt: str) -> bool:
    path = event.get("transcript_path")
    return isinstance(path, str) and path != "" and transcript_end.is_scheduled(Path(path), prompt)


def _news(here: Here, session: Session, room: int) -> str:
    """What changed since this session was shown it, as much as there is room for; empty when nothing did.

    What was not told yet is told at the next prompts.
    """
    caller = _caller(here, session)
    news = services.news.changed(here.workspace, caller)
    if isinstance(news, Refused) or not news:
        return ""
    texts = [each["text"] for each in services.answers.news(news, here.texts)["news"]]
    sizes = itertools.accumulate((len(text) + 1 for text in texts), initial=len(here.texts.say("hooks.news", news="")))
    fitting = max(sum(size <= room for size in sizes) - 1, int(room >= LINES_CHARS), 0)  # one that is too long is cut
    services.news.note_told(here.workspace, caller, news[:fitting])
    return here.texts.say("hooks.news", news="\n".join(texts[:fitting])) if fitting else ""


def _before_tool(here: Here, event: Event) -> Told | None:
    """One of our tools is called: by which conversation, its server cannot know.

    It needs no leave: whoever installed it was told, and what it changes rests on the person's own words.
    """
    name, call = event.get("tool_name"), event.get("tool_use_id")
    if not isinstance(name, str) or not isinstance(call, str) or not _OUR_TOOL.match(name):
        return None
    session = _join(here, event, made=True)
    if isinstance(session, Session) and isinstance(event.get("agent_id"), str):
        session = services.conversations.join_subagent(here.workspace, session, event["agent_id"])
    if session is None or isinstance(session, Refused):
        return _refused(event, session)
    services.sessions.disown(here.workspace, session, _made_by_client(event))
    services.conversations.note_call(here.workspace, session, call)
    return Told(event=event["hook_event_name"], allowed=True)


def _made_by_client(event: Event) -> set[str]:
    """The prompts of the conversation that nobody typed, such as one that the agent had scheduled: a hook is not told
    so, but the transcript is."""
    path = event.get("transcript_path")
    return set(map(as_text, transcript_end.made_by_client(Path(path)))) if isinstance(path, str) and path else set()


def _after_tool(here: Here, event: Event) -> Told | None:
    """The person answered the agent's questions: what they chose or typed is heard, as an answer to each."""
    if event.get("tool_name") != "AskUserQuestion":
        return None
    session = _join(here, event, made=True)
    if session is None or isinstance(session, Refused):
        return _refused(event, session)
    for question, said in menu_answers.answered(event.get("tool_response")):
        heard = services.sessions.hear(
            here.workspace, session.id, as_text(said), by="hook", said_by=None, asked=as_text(question)
        )
        if isinstance(heard, Refused):
            return _refused(event, heard)
    return None


def _before_compaction(here: Here, event: Event) -> Told | None:
    """What the summary must keep; the client puts it into its request. It may come twice, and changes nothing."""
    session = None if "agent_id" in event else _join(here, event)
    if session is None or isinstance(session, Refused):
        return _refused(event, session)
    caller = _caller(here, session)
    text = claude_code.compactions.instruction(here.workspace, here.texts, caller, TAKEN_CHARS)
    return Told(event=event["hook_event_name"], plain=text)


def _after_compaction(here: Here, event: Event) -> Told | None:
    """The summary is there: it is kept and checked. What it lost is told with the next prompt, and the person is told
    so."""
    session = None if "agent_id" in event else _join(here, event)
    if session is None or isinstance(session, Refused):
        return _refused(event, session)
    told = claude_code.compactions.taken(here.workspace, here.texts, _caller(here, session), event)
    if isinstance(told, Refused):
        return _refused(event, told)
    return Told(event=event["hook_event_name"], plain=told) if told else None


def _subagent(here: Here, event: Event) -> Told | None:
    parent, name = _join(here, event), event.get("agent_id")
    if parent is None or isinstance(parent, Refused) or not isinstance(name, str):
        return _refused(event, parent if isinstance(parent, Refused) else None)
    session = services.conversations.join_subagent(here.workspace, parent, name)
    opening = session if isinstance(session, Refused) else _lines(here, session)
    if isinstance(opening, Refused):
        return _refused(event, opening)
    return Told(event=event["hook_event_name"], context=opening.assembled.text)


def _stop(here: Here, event: Event) -> Told | None:
    session, said = _known(here, event), event.get("last_assistant_message")
    if session and isinstance(said, str):
        services.conversations.note_asking(here.workspace, session, as_text(said))
    return None


def _session_end(here: Here, event: Event) -> Told | None:
    session = _known(here, event)
    if session:
        services.sessions.end(here.workspace, session.id)
    return None


def _refused(event: Event, refused: Refused | None) -> Told | None:
    return None if refused is None else Told(event=event["hook_event_name"], refused=refused)


def _caller(here: Here, session: Session) -> Caller:
    with here.workspace.view() as view:
        agent = view.principal(session.agent)
        now = view.session(session.id)
    assert agent is not None
    return Caller(principal=agent, session=now)


_EVENTS: dict[str, Callable[[Here, Event], Told | None]] = {
    "SessionStart": _session_start,
    "UserPromptSubmit": _prompt,
    "PreToolUse": _before_tool,
    "PostToolUse": _after_tool,
    "PreCompact": _before_compaction,
    "PostCompact": _after_compaction,
    "SubagentStart": _subagent,
    "Stop": _stop,
    "SessionEnd": _session_end,
}
