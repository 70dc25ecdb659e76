"""due, tidy: what needs confirming, with the question to ask; what would keep a base in order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from stillso.core import escapes
from stillso.core.lines import Voice
from stillso.core.records import entry
from stillso.services import answers
from stillso.surfaces.cli.frame import command, option
from stillso.surfaces.cli.terminal import Terminal

if TYPE_CHECKING:
    from stillso.services.reading import Shown
    from stillso.services.tidying import Tidied

_BASE = option("--base", metavar="SLUG")
_SESSION = option("--session", metavar="ID")
#: How many findings of a kind, and records and commands of one, are printed; JSON has all. Our choice.
_PRINTED = 10
#: How much of a record's line is printed, in characters. Our choice.
_LINE_CHARS = 200


@command("due")
@_BASE
@_SESSION
def due_command(terminal: Terminal, base: str | None, session: str | None) -> None:
    who = terminal.acting(session)
    if terminal.is_nowhere(base, session):
        return terminal.give({"lines": []}, terminal.no_base())
    shown = terminal.need(who.due(base=terminal.base(base, session)))
    terminal.give(answers.tidying.due(shown), _due(terminal, shown, base, session))


def _due(terminal: Terminal, shown: Shown, base: str | None, session: str | None) -> str:
    """Each record with its question; at the end what to do with the answers, or where nobody gives any."""
    texts = terminal.texts
    if not shown.rows:
        return texts["cli.say.nothing-due"]
    voice = Voice(answers.labels(texts), shown.now)
    rows = [
        (voice.line(entry(row)), texts.say("tidy.question", question=each.text), each.told(texts))
        for row, each in zip(shown.rows, shown.questions, strict=True)
    ]
    if not shown.attended:
        return "\n".join([*(f"{line}\n{asked}" for line, asked, _ in rows), texts["tidy.due.nobody"]])
    told = [f"{line}\n{asked}" for line, _, asked in rows]
    more = (f" --base {base}" if base else "") + (f' --session {session} --quote "…"' if session else "")
    if not all(each.ended for each in shown.questions):
        told.append(texts.say("tidy.due.answers", more=more))
    if any(each.ended for each in shown.questions):
        told.append(texts.say("tidy.due.answers-until", more=more))
    return "\n".join(told)


@command("tidy")
@_BASE
@_SESSION
@option("--propose", is_flag=True)
def tidy_command(terminal: Terminal, base: str | None, session: str | None, propose: bool) -> None:
    who = terminal.acting(session)
    if terminal.is_nowhere(base, session):
        return terminal.give({"findings": []}, terminal.no_base())
    found = terminal.need(who.tidy(base=terminal.base(base, session), propose=propose))
    more = (f" --base {base}" if base else "") + (f" --session {session}" if session else "")
    terminal.give(answers.tidying.tidied(found, terminal.texts, more), "\n".join(_tidied(terminal, found, more)))


def _tidied(terminal: Terminal, found: Tidied, more: str) -> Iterator[str]:
    """What was found, kind by kind: the reason, the records, what to ask, and what would carry it out."""
    texts = terminal.texts
    voice = Voice(answers.labels(texts), found.now)
    told = zip(found.found, answers.tidying.tidied(found, texts, more)["findings"], strict=True)
    for kind, group in groupby(told, key=lambda each: each[0].kind):
        several = list(group)
        yield texts[f"tidy.title.{kind}"]
        for advice, values in several[:_PRINTED]:
            yield values["reason"]
            yield from (escapes.cut(f"  {voice.line(entry(row))}", _LINE_CHARS) for row in advice.rows[:_PRINTED])
            if len(advice.rows) > _PRINTED:
                yield texts.say("tidy.more", count=len(advice.rows) - _PRINTED)
            yield from [advice.question.told(texts)] if advice.question else []
            yield from [texts.say("tidy.proposed", proposal=advice.proposal)] if advice.proposal else []
            yield from (texts.say("tidy.do", command=each) for each in values["commands"][:_PRINTED])
        if len(several) > _PRINTED:
            yield texts.say("tidy.more-of", count=len(several) - _PRINTED)
        yield ""
    if found.full:
        yield texts["tidy.full"]
    if not found.found:
        yield texts["tidy.tidy"]
