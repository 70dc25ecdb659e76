"""The tools over MCP through the library's own client, which speaks each era."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from mcp import Client, MCPError
from tests.surfaces.conftest import RULE, WORDS, House, content_of, said, using

import stillso
from stillso import FileChange, Session
from stillso.core import policy
from stillso.errors import Code
from stillso.services.access import Caller
from stillso.surfaces import mcp
from stillso.texts import LANGUAGES, Texts
from stillso.tools import TOOLS

#: How a client may speak: by probing, with a handshake, and in the newest revision at once.
ERAS = pytest.mark.parametrize("era", ["auto", "legacy", "2026-07-28"])


# --- what is offered -----------------------------------------------------------------------------------------


@ERAS
def test_every_era_gets_instructions_tools_and_prompts(house: House, era: str):
    """The same offer whether the client shakes hands or not; instructions where it asks for them."""

    async def work(client: Client) -> Any:
        offered, prompts = await client.list_tools(), await client.list_prompts()
        return client.protocol_version, client.instructions, offered.tools, [each.name for each in prompts.prompts]

    version, instructions, offered, prompts = using(house.command("--base", "shop"), era, work)
    assert {"auto": "2026-07-28", "legacy": "2025-11-25"}.get(era, era) == version
    assert (None if era == "2026-07-28" else Texts("en")["tools.instructions"]) == instructions
    assert [tool.name for tool in TOOLS] == [tool.name for tool in offered]
    assert ["review-due", "why"] == prompts


def test_every_tool_is_shown_at_once_with_all_hints_and_no_output_schema(house: House):
    """Its answers are text; nothing is left to a default that says the opposite."""

    async def work(client: Client) -> Any:
        return (await client.list_tools()).tools

    offered = {tool.name: tool for tool in using(house.command(), "auto", work)}
    assert all(tool.output_schema is None for tool in offered.values())
    assert all({"anthropic/alwaysLoad": True} == tool.meta for tool in offered.values())
    hints = {
        name: (hint.read_only_hint, hint.destructive_hint, hint.idempotent_hint, hint.open_world_hint)
        for name, tool in offered.items()
        if (hint := tool.annotations)
    }
    assert {
        "remember": (False, False, False, False),
        "supersede": (False, True, False, False),
        "amend": (False, True, True, False),
        "confirm": (False, False, True, False),
        "retract": (False, True, True, False),
        "recall": (True, False, True, False),
        "why": (True, False, True, False),
        "news": (True, False, True, False),
        "list_context_files": (True, False, True, False),
        "read_context_file": (True, False, True, False),
        "write_context": (False, True, False, False),
    } == hints


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_instructions_fit_into_what_a_client_reads(language: str):
    """A client cuts what is longer; the essential must not depend on where."""
    assert policy.INSTRUCTIONS_CHARS >= len(Texts(language)["tools.instructions"])


def test_an_agent_that_may_only_read_is_offered_what_reads(house: House):
    """A client shows its model no tool that could only be refused."""
    house.mei.grant("agent", "shop", "read")

    async def work(client: Client) -> Any:
        return [tool.name for tool in (await client.list_tools()).tools]

    reading = ["recall", "why", "news", "list_context_files", "read_context_file"]
    assert reading == using(house.command(), "auto", work)


@ERAS
def test_prompts_give_what_is_due_and_why(house: House, era: str):
    """As a message of the user, who chose it."""
    house.mei.remember("Skip e2e", base="shop", condition="until staging is stable", until=None)

    async def work(client: Client) -> Any:
        due, why = await client.get_prompt("review-due"), await client.get_prompt("why", {"topic": "skip"})
        return [(each.messages[0].role, content_of(each.messages[0].content)) for each in (due, why)]

    (role, due), (_, why) = using(house.command(), era, work)
    assert ("user", "No memory needs confirming. Tell me so.") == (role, due)
    assert "#1 Skip e2e (condition: until staging is stable) – by mei" in why


@ERAS
@pytest.mark.parametrize(("kind", "name"), [("tool", "approve"), ("prompt", "other")])
def test_what_is_not_offered_is_an_error_of_the_protocol(house: House, era: str, kind: str, name: str):
    """A client that asks for it is told so, and goes on."""

    async def work(client: Client) -> Any:
        with pytest.raises(MCPError, match=f"There is no {kind} '{name}'"):
            await (client.call_tool(name, {}) if kind == "tool" else client.get_prompt(name))
        return await said(client, "recall")

    assert "There are no memories here yet." == using(house.command(), era, work)


# --- asking --------------------------------------------------------------------------------------------------


@ERAS
def test_mc_06_from_a_client_that_asks_nobody_a_write_waits(house: House, era: str):
    """Nothing is written; the answer has an id and where a person decides, and that nobody was heard; an approval
    writes exactly that, as one version, which the same client then reads."""

    async def work(client: Client) -> Any:
        told = await said(client, "remember", RULE)
        (pending,) = house.waiting()
        before = await said(client, "recall")
        house.mei.approve(pending.proposal.id)
        return told, pending.proposal.id, before, await said(client, "recall")

    told, id, before, after = using(house.command("--base", "shop"), era, work)
    assert told.startswith("waiting quote-not-found: NOT remembered")
    assert f"stillso inbox approve {id}" in told
    assert "This session has heard nothing" in told
    assert "There are no memories here yet." == before
    assert f"#1 {RULE['content']} | condition: none | confirmed" in after
    assert 1 == len(list(house.mei.log(base="shop")))  # type: ignore[arg-type]


@ERAS
def test_mc_06_an_ask_first_write_of_files_waits_and_is_then_written_exactly(house: House, era: str):
    """Nothing is there before a person approves; then exactly these bytes are, as one version that the client reads."""
    house.mei.grant("agent", "shop", "ask")
    change = {"path": "notes/a.md", "mode": "create", "content": "pnpm\r\nis used"}

    async def work(client: Client) -> Any:
        told = await said(client, "write_context", {"files": [change]})
        before = await said(client, "list_context_files")
        (pending,) = house.waiting()
        house.mei.approve(pending.proposal.id)
        return told, pending.proposal.id, before, await said(client, "read_context_file", {"path": "notes/a.md"})

    told, id, before, after = using(house.command("--base", "shop"), era, work)
    assert told.startswith("waiting ask-first: NOT written, nothing has changed.")
    assert f"stillso inbox approve {id}" in told
    assert "No files." in before
    assert "begins =====\npnpm\r\nis used\n=====" in after
    assert 1 == len(list(house.mei.log(base="shop")))  # type: ignore[arg-type]


@ERAS
def test_files_are_listed_read_and_written(house: House, era: str):
    """README first; what was written is read at once, and what changed meanwhile is stale."""
    house.mei.write(FileChange(path="README.md", mode="create", content="# Shop\n"), base="shop")
    new = {"path": "notes/a.md", "mode": "create", "content": "a\n"}

    async def work(client: Client) -> Any:
        unread = await said(client, "write_context", {"files": [new]})
        await said(client, "read_context_file", {"path": "README.md"})
        written = await said(client, "write_context", {"files": [new], "reason": "how it is built"})
        listed = await said(client, "list_context_files", {"prefix": "notes/"})
        house.mei.write(FileChange(path="notes/a.md", mode="append", content="b\n"), base="shop")
        over = {"path": "notes/a.md", "mode": "overwrite", "content": "c\n"}
        return unread, written, listed, await said(client, "write_context", {"files": [over]})

    unread, written, listed, stale = using(house.command("--base", "shop"), era, work)
    assert unread.startswith("refused read-readme-first: ")
    assert "Written: notes/a.md (version 2 of shop)." == written
    assert "notes/a.md – 2 bytes, version 2, agent, " in listed
    assert stale.startswith("refused stale: notes/a.md is not as it was when you read it: mei wrote version 3")


@ERAS
def test_a_link_that_is_taken_away_is_gone_at_the_next_call(house: House, era: str):
    """An open session loses it at once: no tool is offered, and each one that is called says why."""

    async def work(client: Client) -> Any:
        await said(client, "recall")
        house.mei.revoke("agent", "shop")
        names = [tool.name for tool in (await client.list_tools()).tools]
        return names, await said(client, "recall"), await said(client, "list_context_files")

    names, recalled, listed = using(house.command("--base", "shop"), era, work)
    assert [] == names
    assert ["refused no-grant: "] * 2 == [each[:18] for each in (recalled, listed)]


@ERAS
def test_words_handed_over_for_the_servers_session_count(house: House, era: str):
    """The session of the process is a session like any other: what its person hands over is heard."""

    async def work(client: Client) -> Any:
        await said(client, "recall")
        house.sessions()[0].hear(WORDS)
        return await said(client, "remember", RULE)

    assert "Remembered as #1 (version 1 of shop)." == using(house.command(), era, work)


def test_tm_07_a_record_made_over_mcp_has_its_dates_and_keeps_them(house: House):
    """It is found by a time range; a change of its scope keeps id, created and confirmed times, and adds a version."""

    async def work(client: Client) -> Any:
        await said(client, "recall")
        session = house.sessions()[0]
        session.hear(WORDS)
        await said(client, "remember", RULE)
        before = house.mei.show(1, base="shop")
        session.hear("the English commit messages are for the checkout repository only")
        quote = "English commit messages are for the checkout repository only"
        await said(client, "amend", {"no": 1, "scope": "checkout", "quote": quote})
        return before, house.mei.show(1, base="shop")

    before, after = (shown.rows[0].record for shown in using(house.command(), "auto", work))
    found = house.mei.as_of(before.created_at, base="shop")
    assert not isinstance(found, stillso.Refused)
    assert [1] == [row.record.no for row in found.rows]
    assert (None, "checkout") == (before.scope, after.scope)
    assert (before.id, before.created_at, before.confirmed_at) == (after.id, after.created_at, after.confirmed_at)
    assert 1 == after.version - before.version


@ERAS
def test_st_07_a_long_session_reads_what_holds_at_its_next_call(house: House, era: str):
    """Another process replaced the record meanwhile: recall shows 乙 and not 甲, news says so, and the version that
    was shown is remembered, so that the old one is not changed unseen."""
    house.mei.remember("用甲工具", base="shop")

    async def work(client: Client) -> Any:
        first = await said(client, "recall", {"query": "工具"})
        house.mei.supersede(1, "以後用乙工具", base="shop")
        names: tuple[tuple[str, dict[str, Any]], ...] = (
            ("recall", {"query": "工具"}),
            ("news", {}),
            ("confirm", {"no": 1}),
            ("recall", {"query": "工具"}),
        )
        return first, *[await said(client, name, given) for name, given in names]

    first, second, news, confirmed, again = using(house.command(), era, work)
    assert "甲" in first
    assert ("乙" in second, "甲" in second, second) == (True, False, again)
    assert "#1 was replaced by #2" in news
    assert confirmed.startswith("refused stale: ")


# --- who calls -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said_first"),
    [
        (("--agent", "stranger"), "refused unknown: There is no agent stranger here. A person can add it"),
        (("--agent", "mei"), "refused unknown: There is no agent mei here."),
        (("--base", "other"), "refused unknown: There is no base other here"),
        (("--agent", "helper"), "refused no-grant: helper is linked to no knowledge base. A person can link"),
        (("--agent", "helper", "--base", "shop"), "refused no-grant: helper may not do this in shop"),
    ],
)  # fmt: skip
def test_a_server_that_may_do_nothing_says_so_in_every_answer(house: House, words: tuple[str, ...], said_first: str):
    """It starts all the same, so that the model and its user read what a person has to set up."""
    house.app.add_agent("helper")

    async def work(client: Client) -> Any:
        return [tool.name for tool in (await client.list_tools()).tools], await said(client, "recall")

    offered, told = using(house.command(*words), "auto", work)
    assert [tool.name for tool in TOOLS] == offered
    assert told.startswith(said_first)
    assert [] == house.app.sessions()


def test_what_a_person_sets_up_counts_at_the_next_call(house: House):
    """No restart is needed after the agent was added and linked."""

    async def work(client: Client) -> Any:
        first = await said(client, "recall")
        house.app.add_agent("new")
        house.mei.grant("new", "shop", "write")
        return first, await said(client, "recall")

    first, second = using(house.command("--agent", "new"), "auto", work)
    assert first.startswith("refused unknown: ")
    assert "There are no memories here yet." == second


@pytest.mark.parametrize(("mark", "agent"), [("CLAUDECODE", "claude-code"), ("GEMINI_CLI", "gemini-cli")])
def test_started_by_an_agents_client_it_acts_as_that_agent_and_makes_nothing(house: House, mark: str, agent: str):
    """It speaks for no person, and neither adds nor links the agent."""
    with house.app.workspace.view() as view:
        before = view.principals()

    async def work(client: Client) -> Any:
        return await said(client, "remember", RULE)

    told = using(house.command("--base", "shop", **{mark: "1"}), "auto", work)
    with house.app.workspace.view() as view:
        assert before == view.principals()
        sessions = view.sessions()
        known = [view.principal(each.agent) for each in sessions]
    expected = {"claude-code": ("waiting", ["claude-code"]), "gemini-cli": ("refused", [])}
    assert expected[agent] == (told.partition(" ")[0], [each.name for each in known if each])
    assert [None] * len(sessions) == [each.person for each in sessions]


def test_an_agents_client_cannot_start_it_as_another_agent(house: House):
    """Whose shell it is decides; naming another agent is refused before anything is served."""
    process = house.begin("-m", "stillso", "mcp", "--agent", "agent", CLAUDECODE="1")
    out, err = process.communicate(timeout=30)
    assert (3, b"") == (process.returncode, out)
    assert b"Only a person may do this" in err


def test_the_base_of_the_repository_goes_before_others(house: House):
    """An agent that is linked to several bases works in the one where its client stands, else in all of them."""
    house.mei.create_base("web")
    house.mei.grant("agent", "web", "write")

    async def work(client: Client) -> Any:
        return await said(client, "recall")

    everywhere = using(house.command(), "auto", work)
    house.mei.settle("web", folder=str(house.folder))
    here = using(house.command(), "auto", work)
    assert everywhere.startswith("refused unknown: Say which base: shop, web.")
    assert "There are no memories here yet." == here


def test_a_session_that_was_ended_is_followed_by_another(house: House):
    """A server that lives longer than its session goes on in a new one."""

    async def work(client: Client) -> Any:
        await said(client, "recall")
        house.sessions()[0].end()
        return await said(client, "remember", {"content": "x y", "type": "feedback"})

    assert using(house.command(), "auto", work).startswith("waiting no-quote: ")
    assert 2 == len(house.app.sessions())


@ERAS
def test_who_is_told_what_the_client_calls_this_use_of_a_tool(house: House, era: str):
    """None where the client does not say, as for a list."""
    uses: list[str | None] = []
    session = house.app.session("agent", ["shop"], person="mei")
    assert isinstance(session, Session)

    def who(use: str | None) -> Caller:
        uses.append(use)
        assert isinstance(session, Session)
        return session.caller

    async def work(client: Client) -> None:
        await client.list_tools()
        named: list[Any] = [{"claudecode/toolUseId": "toolu_01"}, {"claudecode/toolUseId": 7}]
        for meta in named:
            await client.call_tool("recall", {}, meta=meta)
        await client.call_tool("recall", {})

    using(mcp.server(house.app, who), era, work)
    assert [None, "toolu_01", None, None] == uses


@ERAS
def test_a_caller_that_is_refused_reads_why(house: House, era: str):
    """Whoever wires the server may refuse; the model is told the code and the sentence."""
    refused = stillso.Refused(code=Code.NO_GRANT, facts={"agent": "agent", "base": "shop", "level": "–"})

    async def work(client: Client) -> Any:
        result = await client.call_tool("recall", {})
        return result.is_error, await said(client, "news")

    failed, told = using(mcp.server(house.app, lambda use: refused), era, work)
    assert failed
    assert told.startswith("refused no-grant: agent may not do this in shop")


def test_a_store_that_is_lost_is_told_and_the_server_goes_on(house: House):
    """With its code, and not where it lies on this machine; what is put back is read again."""
    aside = house.store.with_name("aside.db")

    async def work(client: Client) -> Any:
        await said(client, "recall")
        house.store.rename(aside)
        lost = await client.call_tool("recall", {})
        aside.rename(house.store)
        return lost.is_error, content_of(lost.content[0]), await said(client, "recall")

    failed, lost, back = using(house.command(), "auto", work)
    assert failed
    assert lost.startswith("failed moved: ")
    assert str(house.store) not in lost
    assert "stillso doctor" in lost
    assert "There are no memories here yet." == back


# --- several -------------------------------------------------------------------------------------------------


def test_mc_05_several_servers_on_one_store_keep_every_write(house: House):
    """Four at once: all reads answer, all writes are kept, and what one wrote the others
    read at their next call."""
    words = [f"rule number {n} says to check the build of part {n} first" for n in range(4)]

    async def one(n: int, ready: asyncio.Barrier) -> list[str]:
        async with Client(house.command("--base", "shop"), mode=("auto", "legacy")[n % 2]) as client:
            await said(client, "recall")
            await ready.wait()
            if n == 0:
                for session in house.sessions():
                    session.hear(". ".join(words))
            await ready.wait()
            told = []
            for turn in range(20):
                given = {"content": f"Check the build of part {n} first, turn {turn}", "type": "project", "beside": 0}
                told.append(await said(client, "remember", given | {"quote": words[n]}))
                read = [await said(client, "recall", {"query": f"part {n} first, turn {turn}"}) for _ in range(2)]
                assert all(f"part {n} first, turn {turn}" in each for each in read)
            await ready.wait()
            everything = await said(client, "recall")
            return [*told, everything.splitlines()[-1]]

    async def all_four() -> list[list[str]]:
        ready = asyncio.Barrier(4)
        return await asyncio.gather(*(one(n, ready) for n in range(4)))

    found = asyncio.run(asyncio.wait_for(all_four(), 600))
    assert {"Remembered"} == {each.split()[0] for told in found for each in told[:-1]}
    assert 80 == len(list(house.mei.log(base="shop")))  # type: ignore[arg-type]
    assert ["Shown: 1 to 25 of 80."] * 4 == [told[-1].partition(" To go on")[0] for told in found]
