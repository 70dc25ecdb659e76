"""inbox list | show | approve | refuse: what waits for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stillso.core import escapes
from stillso.services import answers
from stillso.surfaces.cli.frame import argument, group, option, pass_terminal
from stillso.surfaces.cli.terminal import Terminal

if TYPE_CHECKING:
    from stillso.services.inbox import Pending

inbox_command = group("inbox")


@inbox_command.command("list")
@option("--base", metavar="SLUG")
@pass_terminal
def list_(terminal: Terminal, base: str | None) -> None:
    slug = terminal.slug(base) if base is not None else None
    pending = terminal.need(terminal.administered.inbox(slug))
    values = {"proposals": [answers.pending(each) for each in pending]}
    text = "\n".join(_line(terminal, each) for each in pending)
    terminal.give(values, text or terminal.texts["cli.say.inbox-empty"])


@inbox_command.command("show")
@argument("proposal")
@pass_terminal
def show(terminal: Terminal, proposal: str) -> None:
    pending = terminal.need(terminal.administered.proposal(proposal))
    parts = [_line(terminal, pending), "", pending.diff]
    parts += [terminal.texts["cli.say.changed-since"], "", pending.changed] if pending.changed else []
    terminal.give(answers.pending(pending), "\n".join(parts))


@inbox_command.command("approve")
@argument("proposal")
@option("--content", metavar="TEXT")
@pass_terminal
def approve(terminal: Terminal, proposal: str, content: str | None) -> None:
    worded = terminal.text(content) if content is not None else None
    terminal.answer(terminal.owner.approve(proposal, content=worded))


@inbox_command.command("refuse")
@argument("proposal")
@pass_terminal
def refuse(terminal: Terminal, proposal: str) -> None:
    terminal.answer(terminal.owner.refuse(proposal))


def _line(terminal: Terminal, pending: Pending) -> str:
    """One proposal on one line: what is asked, by whom, why it waits and what else is to know of it."""
    values, texts = answers.pending(pending), terminal.texts
    asked = values["asked"]
    files = [f"{texts['cli.mode.' + file['mode']]} {file['path']}" for file in asked.get("files") or ()]
    what = asked.get("content") or ", ".join(files or pending.paths) or "–"
    if "to" in asked:
        what = texts.say("cli.say.back-to", to=asked["to"], paths=what)
    verb = texts[f"cli.asked.{pending.proposal.verb}"]
    number = f"#{asked['no']} " if asked.get("no") else ""
    why = texts[f"outcomes.why.{pending.proposal.why}"]
    if asked.get("reason"):
        why = texts.say("cli.say.why-with-reason", why=why, reason=escapes.one_line(asked["reason"]))
    flags = texts["outcomes.between"].join(texts[f"outcomes.why.{flag}"] for flag in pending.proposal.flags)
    more = [texts.say("cli.say.also", flags=flags)] * bool(flags)
    more += [texts["cli.say.stale-candidate"]] * bool(pending.changed)
    told = texts.say("cli.say.proposal", **{**values, "verb": verb, "what": number + escapes.field(what), "why": why})
    return texts["outcomes.between"].join([told, *more])
