"""agent list, set and prompt, and revoke: what an agent may do and is told, on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.journeys.conftest import House, Shell


def test_agents_are_listed_with_their_grants_and_whether_they_record(house: House, shell: Shell) -> None:
    """A switch that was set stays, in the values and in the text."""
    house.app.add_agent("helper")
    done = shell("agent", "set", "helper", "--auto-record", "on").json
    assert {"verb": "agent set", "agent": "helper", "auto_record": True, "notices": []} == done["done"]
    shell("grant", "helper", "shop", "read")
    agents = {each["agent"]: each for each in shell("agent", "list").json["agents"]}
    assert {"agent": "helper", "auto_record": True, "grants": [{"base": "shop", "level": "read"}]} == agents["helper"]
    assert (False, "write") == (agents["claude-code"]["auto_record"], agents["claude-code"]["grants"][0]["level"])
    assert "helper  shop (read)  records by itself" in shell.plain("agent", "list").out.splitlines()
    shell("agent", "set", "helper", "--auto-record", "off")
    assert "helper  shop (read)" in shell.plain("agent", "list").out.splitlines()


def test_a_revoked_agent_reads_nothing_in_its_open_session(house: House, shell: Shell) -> None:
    """The link is gone at the next call; taking it away again changes nothing."""
    session = house.session()
    done = shell("revoke", "claude-code", "shop").json["done"]
    assert {"verb": "revoke", "agent": "claude-code", "base": "shop", "notices": []} == done
    assert "no-grant" == shell("files", "list", "shop", "--session", session.id).json["refused"]
    assert shell("revoke", "claude-code", "shop").json["done"]["unchanged"]
    assert "claude-code was not linked to shop; nothing changed.\n" == shell.plain("revoke", "claude-code", "shop").out


def test_the_prompt_is_printed_in_the_language_and_for_the_channel(house: House, shell: Shell) -> None:
    """As a text to put into a system prompt, and as values."""
    house.mei.grant("claude-code", "shop", "ask")
    found = shell("agent", "prompt", "claude-code", "--channel", "webhook", "--base", "shop").json
    assert ([], [], ["shop"], False) == tuple(found[key] for key in ("writable", "asking", "readable", "records"))
    told = shell.plain("agent", "prompt", "claude-code", "--lang", "zh-Hant").out
    assert told.startswith("## 知識庫\n\n你可以寫入：\n- `shop`")
    assert "在 `shop` 寫入只是一個請求。" in told


def test_an_agent_without_a_base_gets_an_empty_prompt(house: House, shell: Shell) -> None:
    """Standard output stays what goes into the prompt; what there is to say is said beside it."""
    house.app.add_agent("helper")
    printed = shell.plain("agent", "prompt", "helper")
    assert (0, "") == (printed.code, printed.out)
    assert "helper is linked to no knowledge base, so there is nothing to tell it.\n" == printed.err


@pytest.mark.parametrize(("words", "slug"), [((), "<slug>"), (("claude-code",), "shop")])
def test_the_template_names_the_base_where_there_is_one(
    house: House, shell: Shell, words: tuple[str, ...], slug: str
) -> None:
    """Without an agent it has a place to fill in."""
    told = shell.plain("agent", "prompt", *words, "--template").out
    assert f"You may write to the knowledge base `{slug}`. Follow its `README.md`." in told.splitlines()
    assert told == shell("agent", "prompt", *words, "--template").json["template"]


def test_a_prompt_needs_an_agent(shell: Shell) -> None:
    """Without one it is misuse."""
    printed = shell.plain("agent", "prompt")
    assert (2, "stillso: NAME is missing. What the command takes: --help\n") == (printed.code, printed.err)


@pytest.mark.parametrize(
    "words", [("agent", "set", "nobody", "--auto-record", "on"), ("agent", "prompt", "nobody"), ("revoke", "x", "shop")]
)
def test_an_agent_that_is_not_there_is_unknown(house: House, shell: Shell, words: tuple[str, ...]) -> None:
    """Nothing is made."""
    printed = shell(*words)
    assert (3, "unknown") == (printed.code, printed.json["refused"])
    assert "stillso agent list" in printed.json["next"]
