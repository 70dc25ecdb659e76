"""due, tidy: what needs confirming, with the question to ask; what would keep a base in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stillso.core.lines import Voice
from stillso.core.records import entry
from stillso.services import answers
from stillso.surfaces.cli.frame import command, option
from stillso.surfaces.cli.terminal import Terminal

if TYPE_CHECKING:
    from stillso.services.reading import Shown

_BASE = option("--base", metavar="SLUG")
_SESSION = option("--session", metavar="ID")


@command("due")
@_BASE
@_SESSION
def due_command(terminal: Terminal, base: str | None, session: str | None) -> None:
    who = terminal.acting(session)
    if terminal.is_nowhere(base, session):
        return terminal.give({"lines": []}, terminal.texts["cli.say.nothing-due"])
    shown = terminal.need(who.due(base=terminal.base(base, session)))
    terminal.give(answers.due(shown), _due(terminal, shown, base, session))


def _due(terminal: Terminal, shown: Shown, base: str | None, session: str | None) -> str:
    """Each record with its question; at the end what to do with the answers, or where nobody gives any."""
    texts = terminal.texts
    if not shown.rows:
        return texts["cli.say.nothing-due"]
    voice = Voice(answers.labels(texts), shown.now)
    told = [
        f"{voice.line(entry(row))}\n{texts.say('tidy.due.question', question=each.text)}"
        for row, each in zip(shown.rows, shown.questions, strict=True)
    ]
    if not shown.attended:
        return "\n".join([*told, texts["tidy.due.nobody"]])
    more = (f" --base {base}" if base else "") + (f' --session {session} --quote "…"' if session else "")
    told.append(texts.say("tidy.due.answers", more=more))
    if any(each.ended for each in shown.questions):
        told.append(texts.say("tidy.due.answers-until", more=more))
    return "\n".join(told)
