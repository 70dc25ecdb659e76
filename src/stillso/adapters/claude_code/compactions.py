"""What stillso does around a compaction of Claude Code: say what a summary must keep, keep it, check it, correct it.

The summary itself belongs to the client. What stands here is text for it, for the agent and for the person. Facts:
2.1.332, seen 2026-12-01. The events come as PreCompact (twice, when a first try fails), SessionStart and PostCompact.
What PreCompact prints plainly is put into the request for the summary; what PostCompact prints, the person sees. After
a compaction that the person asked for, both stay in the window as output of the command.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stillso import services
from stillso.adapters.claude_code import window
from stillso.core import escapes, late, policy
from stillso.core.operations import Refused
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
    what = services.answers.windows.messages(len({block.at for block in blocks}), texts)
    given = services.surviving.given_again(ws, caller)
    found_out = services.surviving.taken(ws, caller, summary, blocks, what=what, given=given)
    if isinstance(found_out, Refused):
        return found_out
    lost = 0 if found_out.compacted.unchanged else len(found_out.checked.missing)
    return texts.say(f"hooks.lost.{'one' if lost == 1 else 'several'}", count=lost) if lost else ""


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
