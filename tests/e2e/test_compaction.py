"""What stands around a compaction of the real client: in its request for a summary, and after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e.fake_api import Request, say
from tests.e2e.story import CONTENT, SAID, remember, tool

if TYPE_CHECKING:
    from tests.e2e.client import Client
    from tests.e2e.conftest import Memory
    from tests.e2e.fake_api import FakeApi

#: What Mei types besides, and what the summary loses.
FORBIDDEN = "never touch the migrations folder"

#: What she says and nobody keeps.
UNKEPT = "always answer in English"

#: What the model writes as the summary: one of the two rules.
WRITTEN = f"<analysis>\nhm\n</analysis>\n\n<summary>\n1. Primary Request and Intent:\n   {CONTENT}\n</summary>"


def asks_for_a_summary(request: Request) -> bool:
    """Whether the client wants its conversation summarised."""
    return "<summary>" in request.said and "Additional Instructions:" in request.said


def test_a_summary_is_asked_for_with_what_it_must_keep_and_then_corrected(
    client: Client, api: FakeApi, memory: Memory
) -> None:
    """The request holds the four kinds; what the summary lost stands there again, and what it carries wrongly is told
    with the prompt."""
    api.rule(asks_for_a_summary, say(WRITTEN))
    kept = tool("remember", content=FORBIDDEN.capitalize(), type="feedback", quote=FORBIDDEN)
    api.script(remember(), say("Noted."), kept, say("Noted as well."))
    with client.open() as terminal:
        terminal.say(SAID)
        terminal.say(f"and {FORBIDDEN}, please")
        terminal.say(f"{UNKEPT}, please")
        terminal.begin("/compact")
        terminal.wait_for("Compacted")
        terminal.wait_for("stillso: the summary lost")
        memory.app.owner("mei").supersede(1, "Run the e2e tests after every change", base="shop")
        terminal.say("go on, please")
    asked = api.asked(asks_for_a_summary).said
    assert [] == [kind for kind in ("Constraints", "Decisions", "Lessons", "Leads") if kind not in asked]
    after = api.requests[-1].system
    lines, _, news = after.partition("What changed since these memories were shown")
    assert f"#2 {FORBIDDEN.capitalize()} | " in lines
    assert UNKEPT in lines[lines.index("<stillso-kept>") :]
    assert f"Your summary carries #1 (“{CONTENT}”); replaced by #3" in news
    assert "What holds now: Run the e2e tests after every change" in news
