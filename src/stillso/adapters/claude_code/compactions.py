"""What stillso does around a compaction of Claude Code: say what a summary must keep, keep it, check it, correct it.

The summary itself belongs to the client. What stands here is text for it, for the agent and for the person. Facts:
2.1.332, seen 2026-12-01. The events come as PreCompact (twice, when a first try fails), SessionStart and PostCompact.
What PreCompact prints plainly is put into the request for the summary; what PostCompact prints, the person sees. After
a compaction that the person asked for, both stay in the window as output of the command.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from stillso import services
from stillso.adapters.claude_code import window
from stillso.core import escapes, late, policy
from stillso.core.operations import Refused
from stillso.core.values import replace
from stillso.core.windows import summaries, tokens
from stillso.core.windows.kept import Checked
from stillso.services.access import Caller
from stillso.services.compacting import Over
from stillso.services.workspace import Workspace
from stillso.texts import Texts

#: Of what the model wrote only this becomes the summary; its analysis is thrown away.
_SUMMARY = late.pattern(r"<summary>(.*?)(?:</summary>|\Z)", re.DOTALL)


def instruction(ws: Workspace, texts: Texts, caller: Caller, most: int) -> str:
    """What a summary must keep, and what is over and must not come back, in ``most`` characters."""
    lines = [_over(each, texts) for each in services.compacting.over(ws, caller)]
    asked = texts.say("hooks.before-compaction", kinds=texts["compact.kinds"])
    return _listed(asked, "hooks.over", lines, texts, most)


def corrections(ws: Workspace, texts: Texts, caller: Caller, most: int) -> str:
    """What is over of all that the session knew, before anybody has seen the summary; empty for nothing."""
    lines = [_over(each, texts) for each in services.compacting.over(ws, caller)]
    return _listed("", "hooks.may-carry", lines, texts, most)


def taken(ws: Workspace, texts: Texts, caller: Caller, event: Mapping[str, Any]) -> str | Refused:
    """Keep a new summary and see what it lost; one line for the person, empty when nothing was lost.

    What it lost of the lines with which the session began anew stands in these.
    """
    written, path = event.get("compact_summary"), event.get("transcript_path")
    if not isinstance(written, str):
        return ""
    found = _SUMMARY.search(written)
    summary = (found[1] if found else written).strip()
    blocks = window.blocks(Path(path)) if isinstance(path, str) and path else []
    kept = services.surviving.kept(ws, caller, blocks)
    checked = services.surviving.check(summary, kept, blocks)
    shown = services.surviving.given_again(ws, caller)
    outcome = services.compacting.compacted(
        ws,
        caller,
        summary,
        kept=kept,
        lost=_but(checked, shown),
        messages=len({block.at for block in blocks}),
        chars=sum(block.size for block in blocks),
        tokens=sum(tokens.estimate(block.text) for block in blocks),
    )
    if isinstance(outcome, Refused):
        return outcome
    lost = 0 if outcome.unchanged else len(checked.missing)
    return texts.say(f"hooks.lost.{'one' if lost == 1 else 'several'}", count=lost) if lost else ""


def _but(checked: Checked, shown: Collection[int]) -> Checked:
    """The same without records that the agent was given again."""
    missing = tuple(each for each in checked.missing if each.no not in shown)
    softened = tuple(each for each in checked.softened if each.kept.no not in shown)
    return replace(checked, missing=missing, softened=softened)


def put_back(ws: Workspace, texts: Texts, caller: Caller, most: int) -> str:
    """What the newest summary lost, as much as ``most`` characters take; empty for nothing. The rest comes with the
    next prompts."""
    lost = services.owing.owed(ws, caller)
    back = summaries.put_back(lost, services.answers.compaction.labels(texts), most)
    if len(back.text) > most or (lost.missing and len(back.left_out) == len(lost.missing)):
        return ""
    services.owing.note_told(ws, caller, back.left_out)
    return back.text


def _over(each: Over, texts: Texts) -> str:
    record, living = each.record, each.living
    facts = {
        "no": record.no,
        "words": escapes.quoted(
            escapes.cut(record.content, policy.DESCRIPTION_CHARS), services.answers.labels(texts).closing
        ),
        "living": living.no if living else None,
        "content": services.answers.holding(living, texts) if living else None,
    }
    return texts.say(f"hooks.over.{'replaced' if living else 'ended'}", **facts)


def _listed(before: str, key: str, lines: Sequence[str], texts: Texts, most: int) -> str:
    """A text, and under its heading as many of these lines as there is room for; how many more there are is said."""
    more = texts.say("hooks.over.more", count=len(lines))
    heading = "\n\n".join(filter(None, [before, texts[key]]))
    sizes = itertools.accumulate((len(line) + 1 for line in lines), initial=len(heading) + 1 + len(more))
    fitting = max(sum(size <= most for size in sizes) - 1, 0)
    if not fitting:
        return before
    left = len(lines) - fitting
    return "\n".join([heading, *lines[:fitting], *([texts.say("hooks.over.more", count=left)] if left else [])])
