"""The SDK's own tool runner against an API on loopback: all that is sent, field by field, and what the ledger has."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from anthropic import Anthropic, AsyncAnthropic
from tests.adapters.anthropic.conftest import BASE, House
from tests.adapters.anthropic.messages_server import Api, Json, call, result, text

from stillso import Misuse
from stillso.adapters.anthropic import compaction, runner
from stillso.adapters.anthropic import context_editing as editing
from stillso.adapters.anthropic.memory_tool import AsyncMemoryTool
from stillso.core.windows.receipts import Way

A, B = "/memories/a.md", "/memories/b.md"
ASKED: Json = {"role": "user", "content": "e2e is flaky this week, unit tests only"}
MANAGEMENT = editing.context_management(
    clear_tool_uses=editing.tool_uses(trigger_tokens=30_000, keep=1, exclude_tools=["ask"]),
    compact=compaction.threshold(trigger_tokens=50_000, instructions="keep four kinds"),
)
#: What each request carries beside its messages.
FIELDS: Json = {
    "model": "claude-test",
    "max_tokens": 1000,
    "tools": [{"type": "memory_20250818", "name": "memory"}],
    "context_management": {
        "edits": [
            {
                "type": "clear_tool_uses_20250919",
                "trigger": {"type": "input_tokens", "value": 30_000},
                "keep": {"type": "tool_uses", "value": 1},
                "exclude_tools": ["ask"],
            },
            {
                "type": "compact_20260112",
                "trigger": {"type": "input_tokens", "value": 50_000},
                "instructions": "keep four kinds",
            },
        ]
    },
}
BETAS = ["context-management-2025-06-27", "compact-2026-01-12"]

CLEARED = {
    "applied_edits": [{"type": "clear_tool_uses_20250919", "cleared_tool_uses": 2, "cleared_input_tokens": 9000}]
}
SUMMARY = {"type": "compaction", "content": "SUMMARY by the server", "encrypted_content": "opaque=="}

#: What the model does in each turn, and what each of its calls gives.
TURNS: list[tuple[list[Json], list[Json]]] = [
    (
        [text("Checking memory."), call("t1", command="view", path="/memories")],
        [
            result(
                "t1",
                "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items:\n"
                "0B\t/memories",
            )
        ],
    ),
    (
        [
            call("t2", command="create", path=A, file_text="unit tests only\n"),
            call("t3", command="view", path="/memories/none.md", view_range=[1, 5]),
        ],
        [
            result("t2", "File created successfully at: /memories/a.md"),
            result("t3", "The path /memories/none.md does not exist. Please provide a valid path.", is_error=True),
        ],
    ),
    (
        [
            call("t4", command="str_replace", path=A, old_str="unit", new_str="UNIT"),
            call("t5", command="insert", path=A, insert_line=1, insert_text="until staging is fixed\n"),
            call("t6", command="rename", old_path=A, new_path=B),
        ],
        [
            result(
                "t4",
                "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n"
                "     1\tUNIT tests only\n     2\t",
            ),
            result("t5", "The file /memories/a.md has been edited."),
            result("t6", "Successfully renamed /memories/a.md to /memories/b.md"),
        ],
    ),
    (
        [SUMMARY, call("t7", command="delete", path=B), call("t8", command="polish", path=B)],
        [
            result("t7", "Successfully deleted /memories/b.md"),
            result(
                "t8",
                "Unknown command: polish. The commands are: view, create, str_replace, insert, delete, rename.",
                is_error=True,
            ),
        ],
    ),
    ([text("Done.")], []),
]


def script(api: Api) -> None:
    """The model's turns; in the fourth the provider has cleared and summarized."""
    for content, _ in TURNS[:3]:
        api.reply(*content)
    api.reply(*TURNS[3][0], context_management=CLEARED)
    api.reply(*TURNS[4][0])


def history(turns: int) -> list[Json]:
    """All messages before a turn."""
    found = [ASKED]
    for content, results in TURNS[:turns]:
        found += [{"role": "assistant", "content": content}, {"role": "user", "content": results}]
    return found


def asked(**settings: Any) -> Json:
    """What a runner is given beside the settings."""
    return {"model": "claude-test", "max_tokens": 1000, "messages": [ASKED], **settings}


def run(house: House, client: Anthropic, *, stream: bool, edits_messages: bool) -> list[Any]:
    """A run of the runner of ``Anthropic``, followed into the ledger."""
    settings = runner.settings(house.memory, management=MANAGEMENT, edits_messages=edits_messages)
    running: Any = client.beta.messages.tool_runner(**settings, **asked(stream=stream))
    return list(runner.follow(running, house.session, [ASKED], MANAGEMENT))


def run_async(house: House, client: Anthropic, *, stream: bool, edits_messages: bool) -> list[Any]:
    """The same of ``AsyncAnthropic``."""
    tool = AsyncMemoryTool(house.session, base=BASE)
    settings = runner.settings(tool, management=MANAGEMENT, edits_messages=edits_messages)

    async def all_of_it() -> list[Any]:
        async with AsyncAnthropic(api_key="none", base_url=str(client.base_url), max_retries=0) as made:
            running: Any = made.beta.messages.tool_runner(**settings, **asked(stream=stream))
            return [item async for item in runner.follow_async(running, house.session, [ASKED], MANAGEMENT)]

    return asyncio.run(all_of_it())


RUNS = pytest.mark.parametrize("run", [run, run_async])
STREAMED = pytest.mark.parametrize("stream", [False, True])


@RUNS
@STREAMED
def test_each_request_has_the_whole_history_and_every_field(
    house: House, api: Api, client: Anthropic, run: Any, stream: bool
):
    """Tools by type and name, the edits, the betas, results with their flags, and the reply's whole content."""
    script(api)
    run(house, client, stream=stream, edits_messages=True)
    assert ["/v1/messages"] * 5 == [request.path for request in api.requests]
    assert [BETAS] * 5 == [request.betas for request in api.requests]
    streamed = {"stream": True} if stream else {}
    expected = [{**FIELDS, **streamed, "messages": history(turn)} for turn in range(5)]
    assert expected == [request.body for request in api.requests]


@RUNS
@STREAMED
def test_by_default_the_provider_keeps_the_history(house: House, api: Api, client: Anthropic, run: Any, stream: bool):
    """Of the SDK's threads each request but the first holds only what is new."""
    script(api)
    run(house, client, stream=stream, edits_messages=False)
    assert [[ASKED], *([{"role": "user", "content": results}] for _, results in TURNS[:4])] == [
        request.body["messages"] for request in api.requests
    ]
    threads = [{"type": "create"}, *({"type": "continue", "previous_message_id": f"msg_{n}"} for n in range(1, 5))]
    assert threads == [request.body["thread"] for request in api.requests]
    assert [MANAGEMENT] * 5 == [request.body["context_management"] for request in api.requests]


@RUNS
@STREAMED
@pytest.mark.parametrize("edits_messages", [False, True])
def test_the_ledger_has_what_the_provider_took(
    house: House, api: Api, client: Anthropic, run: Any, stream: bool, edits_messages: bool
):
    """What was switched on, each use that was cleared, and the summary; and the base each change as a version."""
    script(api)
    items = run(house, client, stream=stream, edits_messages=edits_messages)
    assert 5 == len(items)
    lines = [(line.receipt.way, line.receipt.ref or line.receipt.what) for line in house.ledger()]
    assert [
        (Way.SWITCHED_ON, "clear_tool_uses_20250919"),
        (Way.SWITCHED_ON, "compact_20260112"),
        (Way.BY_PROVIDER, "t1"),
        (Way.BY_PROVIDER, "t2"),
        (Way.COMPACTED, "7 messages, for a summary of 21 characters (by the provider, at its threshold)"),
    ] == lines
    did = ["delete", "rename", "insert", "str_replace", "create"]
    assert [f"memory tool: {each}" for each in did] == house.reasons()


def test_tools_that_run_before_a_reply_ends_run_once(house: House, api: Api, client: Anthropic):
    """With ``run_tools_eagerly`` as well: what a tool gave is taken, and nothing is asked of it again."""
    script(api)
    settings = runner.settings(house.memory, edits_messages=True)
    running: Any = client.beta.messages.tool_runner(**settings, **asked(stream=True), run_tools_eagerly=True)
    assert 5 == len(list(runner.follow(running, house.session, [ASKED])))
    assert history(4) == api.requests[4].body["messages"]
    assert 5 == house.version()


def test_a_summary_between_turns_takes_the_place_of_the_history(house: House, api: Api, client: Anthropic):
    """The runner's own compaction on demand: the signed block comes first, and a later clear counts from there."""
    signed = {"type": "compaction", "content": "so far", "signature": "c2ln"}
    api.reply(call("t1", command="create", path=A, file_text="x"))
    api.reply(signed, stop_reason="compaction")
    api.reply(call("t2", command="view", path=A))
    api.reply(
        text("Done."), context_management={"applied_edits": [{**CLEARED["applied_edits"][0], "cleared_tool_uses": 1}]}
    )
    management = editing.context_management(clear_tool_uses=editing.tool_uses(keep=0, exclude_tools=None))
    settings = runner.settings(
        house.memory, management=management, edits_messages=True, other_betas=[compaction.BETA_ON_DEMAND]
    )
    running = client.beta.messages.tool_runner(**settings, **asked())
    following = runner.follow(running, house.session, [ASKED], management)
    next(following)
    running.compact_before_next_turn({"type": "summarize", "instructions": "keep four kinds"})
    assert 3 == len(list(following))
    sent = [request.body for request in api.requests]
    assert {"type": "summarize", "instructions": "keep four kinds"} == sent[1]["compaction"]
    assert "context_management" not in sent[1]
    assert [{"role": "assistant", "content": [signed]}] == sent[2]["messages"]
    assert ["compact-2026-09-04", "context-management-2025-06-27"] == api.requests[2].betas
    assert ["clear_tool_uses_20250919", "", "t2"] == [line.receipt.ref for line in house.ledger()]


def test_a_server_that_pauses_for_ever_is_left(house: House, api: Api, client: Anthropic):
    """The runner itself would go on: each reply stops behind a summary."""
    for _ in range(5):
        api.reply(SUMMARY, stop_reason="compaction")
    settings = runner.settings(house.memory, management=MANAGEMENT, max_iterations=4)
    running = client.beta.messages.tool_runner(**settings, **asked())
    assert 4 == len(list(runner.follow(running, house.session, [ASKED], MANAGEMENT)))
    assert 4 == len(api.requests)


def test_settings_hold_only_what_was_asked_for(house: House):
    """A bound always, betas and edits where there are some, and the whole history only where it is edited."""
    assert {"tools": [house.memory], "max_iterations": 100} == runner.settings(house.memory)
    full = runner.settings(house.memory, management=MANAGEMENT, other_betas=["x"], edits_messages=True)
    assert (["x", *BETAS], MANAGEMENT, False) == (full["betas"], full["context_management"], full["thread"])


def test_a_run_without_a_bound_is_misuse(house: House):
    """It could go on for ever."""
    with pytest.raises(Misuse, match="from 1 on"):
        runner.settings(house.memory, max_iterations=0)


def test_a_run_without_a_ledger_is_misuse(house: House, api: Api, client: Anthropic):
    """Nobody would know what left: told before anything is sent."""
    running = client.beta.messages.tool_runner(**runner.settings(house.memory), **asked())
    with pytest.raises(Misuse, match="There is no session"):
        list(runner.follow(running, house.mei, [ASKED]))
    assert [] == api.requests
