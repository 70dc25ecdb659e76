"""What the slash commands of the plugin ask for: the hook puts it beside the prompt, so that the model need not call.

What a command tells the model to do with it stands in the plugin (``texts/<language>/claude_code.md``).
"""

from __future__ import annotations

import re
from itertools import accumulate

from stillso import services
from stillso.core import escapes, late
from stillso.core.operations import Refused
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.texts import Texts

#: The commands, as they are typed.
_COMMAND = late.pattern(r"/stillso:(due|why|inbox)(?![\w-])(.*)", re.DOTALL)


def beside(ws: Workspace, texts: Texts, caller: Caller, prompt: str, most: int) -> str:
    """What stands beside a prompt that is a command of ours, in ``most`` characters; empty when there is nothing."""
    wanted = _COMMAND.match(prompt)
    if wanted is None:
        return ""
    command, about = wanted.groups()
    if command == "inbox":
        return _inbox(ws, texts, caller, most)
    from stillso.tools import prompts  # more than all that a hook needs otherwise

    if command == "due":
        return prompts.review_due(ws, texts, caller, limit=most).text
    return prompts.why(ws, texts, caller, about.strip(), limit=most).text


def _inbox(ws: Workspace, texts: Texts, caller: Caller, most: int) -> str:
    """What waits in the bases of a session, a line each, and how many more there are."""
    bases = caller.session.bases if caller.session else ()
    with ws.view() as view:
        slugs = [space.slug for base in bases if (space := view.space(base))]
    found = [services.inbox.waiting(ws, slug) for slug in slugs]
    told: list[str] = []
    for pending in (each for some in found if not isinstance(some, Refused) for each in some):
        asked = pending.proposal.asked
        what = asked.get("content") or (f"#{asked['no']}" if asked.get("no") else ", ".join(pending.paths))
        told.append(
            texts.say(
                "hooks.pending",
                id=pending.proposal.id,
                verb=pending.proposal.verb.value,
                what=escapes.field(str(what)),
                why=texts[f"outcomes.why.{pending.proposal.why}"],
            )
        )
    fitting = sum(size <= most for size in accumulate(len(line) + 1 for line in told))
    more = [texts.say("hooks.more", count=len(told) - fitting)] * (fitting < len(told))
    return "\n".join(told[:fitting] + more)
