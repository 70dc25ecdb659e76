"""A window on the command line, in processes of its own: clear files of every provider, and ask the ledger."""

from __future__ import annotations

import json
import resource
from typing import TYPE_CHECKING, Any

import pytest

from stillso.adapters.messages import SHAPES
from stillso.texts import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.journeys.conftest import House, Shell

SEPTEMBER = "2026-09-28T09:00:00Z"
REFUND, PRICING = "def refund(order):\n" * 60, "def price(item):\n" * 50

#: The same conversation as each provider has it: three files read, one after another.
READS = (("t1", "src/refund.py", REFUND), ("t2", "src/pricing.py", PRICING), ("t3", "tests/test_refund.py", "ok"))


def anthropic(ref: str, path: str, text: str) -> list[dict[str, Any]]:
    """A call and its result."""
    used = {"type": "tool_use", "id": ref, "name": "read_file", "input": {"path": path}}
    result = {"type": "tool_result", "tool_use_id": ref, "content": text}
    return [{"role": "assistant", "content": [used]}, {"role": "user", "content": [result]}]


def openai_chat(ref: str, path: str, text: str) -> list[dict[str, Any]]:
    """A call and its result."""
    function = {"name": "read_file", "arguments": json.dumps({"path": path})}
    called = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": ref, "type": "function", "function": function}],
    }
    return [called, {"role": "tool", "tool_call_id": ref, "content": text}]


def openai_responses(ref: str, path: str, text: str) -> list[dict[str, Any]]:
    """A call and its result."""
    called = {"type": "function_call", "call_id": ref, "name": "read_file", "arguments": json.dumps({"path": path})}
    return [called, {"type": "function_call_output", "call_id": ref, "output": text}]


def langchain(ref: str, path: str, text: str) -> list[dict[str, Any]]:
    """A call and its result."""
    calls = [{"id": ref, "name": "read_file", "args": {"path": path}, "type": "tool_call"}]
    called = {"type": "ai", "data": {"content": "", "type": "ai", "tool_calls": calls}}
    return [called, {"type": "tool", "data": {"content": text, "type": "tool", "tool_call_id": ref}}]


def pydantic_ai(ref: str, path: str, text: str) -> list[dict[str, Any]]:
    """A call and its result."""
    call = {"part_kind": "tool-call", "tool_name": "read_file", "args": {"path": path}, "tool_call_id": ref}
    result = {"part_kind": "tool-return", "tool_name": "read_file", "content": text, "tool_call_id": ref}
    return [{"kind": "response", "parts": [call]}, {"kind": "request", "parts": [result]}]


FILES = {
    "anthropic": [{"role": "user", "content": "查退款"}, *(each for read in READS for each in anthropic(*read))],
    "openai-chat": [each for read in READS for each in openai_chat(*read)],
    "openai-responses": [each for read in READS for each in openai_responses(*read)],
    "langchain": [each for read in READS for each in langchain(*read)],
    "pydantic-ai": [each for read in READS for each in pydantic_ai(*read)],
}


def kept(folder: Path, provider: str) -> Path:
    """A file of messages as people have it: indented, as UTF-8."""
    file = folder / "messages.json"
    file.write_text(json.dumps(FILES[provider], ensure_ascii=False, indent=2), encoding="utf-8")
    return file


def session(house: House) -> str:
    """The id of a session of the agent."""
    return house.session().id


@pytest.mark.parametrize("provider", SHAPES)
def test_files_of_every_provider_are_cleared(house: House, shell: Shell, provider: str) -> None:
    """The lines are those of document C's sample, with its length in characters; nothing else of the file changes."""
    file = kept(shell.home, provider)
    found = shell("clear", str(file), "--keep-last", "1", "--lang", "zh-Hant", "--output", "out.json", at=SEPTEMBER)
    assert [
        f'2026-09-28\t清除\tread_file {{"path": "src/refund.py"}}\t原長 {len(REFUND)} 字元',
        f'2026-09-28\t清除\tread_file {{"path": "src/pricing.py"}}\t原長 {len(PRICING)} 字元',
    ] == found.json["ledger"]
    before, after = file.read_text("utf-8"), (shell.home / "out.json").read_text("utf-8")
    for path, text in (("src/refund.py", REFUND), ("src/pricing.py", PRICING)):
        inside = json.dumps(f'[已清除 2026-09-28：read_file {{"path": "{path}"}}，需要時重新呼叫]', ensure_ascii=False)
        before = before.replace(json.dumps(text, ensure_ascii=False), inside)
    assert json.loads(after) == found.json["messages"]
    if provider != "langchain":  # which marks what was cleared
        assert before == after


def test_clearing_again_writes_no_second_line(house: House, shell: Shell) -> None:
    """In other processes, a day later: the same messages, one line each in the ledger."""
    file, id = kept(shell.home, "anthropic"), session(house)
    first = shell("clear", str(file), "--session", id, "--keep-last", "1", "--output", str(file), at=SEPTEMBER)
    again = shell("clear", str(file), "--session", id, "--keep-last", "1", at="2026-09-29T09:00:00Z")
    assert (first.json["messages"], []) == (again.json["messages"], again.json["ledger"])
    ledger = shell("ledger", id).json["ledger"]
    assert [("t1", len(REFUND)), ("t2", len(PRICING))] == [(each["ref"], each["characters"]) for each in ledger]
    assert first.json["ledger"] == [each["line"] for each in ledger]


def test_line_ends_and_the_mark_of_a_file_stay(shell: Shell) -> None:
    """As Windows writes them: every byte that is not cleared is the file's own."""
    file = kept(shell.home, "anthropic")
    text = "\ufeff" + file.read_text("utf-8").replace("\n", "\r\n")
    file.write_bytes(text.encode())
    shell("clear", str(file), "--keep-last", "2", "--output", str(file), at=SEPTEMBER)
    inside = json.dumps('[cleared 2026-09-28: read_file {"path": "src/refund.py"}; call again if needed]')
    assert text.replace(json.dumps(REFUND), inside).encode() == file.read_bytes()


def test_a_full_disk_leaves_the_messages_as_they_were(shell: Shell) -> None:
    """They may stand nowhere else; a second try clears the same."""
    file = kept(shell.home, "anthropic")
    before = file.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200, hard))
    try:
        failed = shell.plain("clear", str(file), "--keep-last", "2", "--output", str(file))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert 0 != failed.code
    assert before == file.read_bytes()
    assert [file] == list(shell.home.glob("messages.json*"))


def test_a_link_is_written_through_and_keeps_who_may_read_it(shell: Shell) -> None:
    """What the name stands for is the file; its permissions are those that it had."""
    file, link = kept(shell.home, "anthropic"), shell.home / "link.json"
    file.chmod(0o640)
    link.symlink_to(file)
    shell("clear", str(file), "--keep-last", "2", "--output", str(link))
    assert link.is_symlink()
    assert "[cleared " in file.read_text("utf-8")
    assert 0o640 == file.stat().st_mode & 0o777


def test_was_it_never_seen_or_seen_and_cleared(house: House, shell: Shell) -> None:
    """What left, what stands there still, what was shown as a memory, and what was never there."""
    file, id = kept(shell.home, "anthropic"), session(house)
    house.mei.remember("用 pnpm", base="shop")
    shell("lines", "--session", id)
    shell("clear", str(file), "--session", id, "--keep-last", "1", "--output", str(file))
    asked = {"REFUND.py src": "left", "test_refund": "in-window", "#1": "shown", "src/coupon.py": "never"}
    for query, seen in asked.items():
        found = shell("ledger", id, query, "--messages", str(file))
        assert seen == found.json["seen"]
        assert query in shell.plain("ledger", id, query, "--messages", str(file)).out


def test_a_word_stands_where_it_begins(house: House, shell: Shell) -> None:
    """The end of another name is not what is looked for; without the messages only the ledger is spoken of."""
    file, id = kept(shell.home, "anthropic"), session(house)
    shell("clear", str(file), "--session", id, "--keep-last", "1", "--output", str(file))
    found = shell("ledger", id, "fund.py", "--messages", str(file))
    assert ("never", []) == (found.json["seen"], found.json["ledger"])
    nowhere = shell.plain("ledger", id, "coupon.py", "--messages", str(file)).out
    assert "never seen" in nowhere
    assert "never seen" not in shell.plain("ledger", id, "coupon.py").out
    assert 2 == shell("ledger", id, " ").code


def test_a_session_is_not_cleared_where_nobody_gets_the_messages(house: House, shell: Shell) -> None:
    """The ledger would say that something left which still stands there; so also where the file cannot be written."""
    file, id = kept(shell.home, "anthropic"), session(house)
    for more in ([], ["--output", "no/such/folder.json"], ["--output", "no/such/folder.json", "--json"]):
        assert 2 == shell.plain("clear", str(file), "--session", id, "--keep-last", "1", *more).code
    assert {"ledger": []} == shell("ledger", id).json


def test_what_stays_is_told_by_its_tool(shell: Shell) -> None:
    """And a name that is nowhere among the messages may be misspelt."""
    file = kept(shell.home, "anthropic")
    given = ("clear", str(file), "--keep-last", "1", "--fate", "read_file=keep", "--exclude", "raed_file")
    assert [{"tool": "read_file", "fate": "keep", "count": 2}] == shell(*given).json["stays"]
    told = shell.plain(*given).out
    assert "read_file 2 (keep)" in told
    assert "raed_file" in told


def test_messages_read_as_another_providers_are_told(shell: Shell) -> None:
    """Nothing would be found in them, and nobody would know why."""
    file = kept(shell.home, "anthropic")
    assert "anthropic" in shell.plain("clear", str(file), "--provider", "openai-chat").out
    assert "anthropic" not in shell.plain("clear", str(file), "--keep-last", "9").out


def test_a_preview_changes_nothing(house: House, shell: Shell) -> None:
    """Neither the file nor the ledger; it says what would be freed, and what that costs in broken cache."""
    file, id = kept(shell.home, "anthropic"), session(house)
    before = file.read_bytes()
    found = shell("clear", str(file), "--session", id, "--keep-last", "1", "--preview", "--output", str(file))
    assert (2, before) == (len(found.json["ledger"]), file.read_bytes())
    assert {"ledger": []} == shell("ledger", id).json
    assert 0 < found.json["freed"]["tokens"]
    assert found.json["freed"]["estimated"]
    assert {"rewritten_tokens", "price", "saved_a_turn", "pays_after"} == found.json["cost"].keys()


def test_nothing_to_clear_is_no_failure(house: House, shell: Shell) -> None:
    """The same messages, an empty ledger, exit 0; also where too little has gathered, which says so."""
    file = kept(shell.home, "anthropic")
    nothing = shell("clear", str(file), "--keep-last", "9")
    little = shell("clear", str(file), "--keep-last", "1", "--clear-at-least", "100000")
    assert (0, FILES["anthropic"], []) == (nothing.code, nothing.json["messages"], nothing.json["ledger"])
    assert (0, FILES["anthropic"], []) == (little.code, little.json["messages"], little.json["ledger"])
    assert "not-worth-it" == little.json["held_back"]["refused"]


def test_signed_thinking_behind_a_change_refuses_it(house: House, shell: Shell) -> None:
    """Nothing is written, also not into the ledger; --force clears nevertheless."""
    thought = {"type": "thinking", "thinking": "", "signature": "c2ln"}
    messages = [*FILES["anthropic"], {"role": "assistant", "content": [thought, {"type": "text", "text": "fine"}]}]
    file, id = shell.home / "messages.json", session(house)
    file.write_text(json.dumps(messages), encoding="utf-8")
    refused = shell("clear", str(file), "--session", id, "--keep-last", "1")
    assert (3, "would-break-thinking") == (refused.code, refused.json["refused"])
    assert {"ledger": []} == shell("ledger", id).json
    forced = shell("clear", str(file), "--session", id, "--keep-last", "1", "--force")
    assert (0, 2, messages[-1]) == (forced.code, len(forced.json["ledger"]), forced.json["messages"][-1])


def test_a_kept_text_is_recalled(house: House, shell: Shell) -> None:
    """By the id of its call, byte for byte; without a session there is nowhere to keep it."""
    file, id = kept(shell.home, "anthropic"), session(house)
    shell("clear", str(file), "--session", id, "--keep-last", "1", "--keep-text")
    assert REFUND == shell.plain("ledger", id, "--recall", "t1").out
    unknown = shell("ledger", id, "--recall", "t3")
    assert (3, "unknown") == (unknown.code, unknown.json["refused"])
    assert 2 == shell("clear", str(file), "--keep-text").code


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_read_what_was_cleared(house: House, shell: Shell, language: str) -> None:
    """The lines, what was freed and what it cost, in either language."""
    file = kept(shell.home, "anthropic")
    told = shell.plain("clear", str(file), "--keep-last", "1", "--lang", language)
    assert 0 == told.code
    assert 'read_file {"path": "src/refund.py"}' in told.out.splitlines()[0]
    assert "{" not in told.out.splitlines()[2]


@pytest.mark.parametrize(
    ("text", "code"),
    [("", 2), ("{", 2), ("[1, 2]", 2), ('{"other": []}', 2), ("null", 2), ("[]", 0), ('{"messages": []}', 0)],
)
def test_what_is_no_file_of_messages_is_a_mistake(house: House, shell: Shell, text: str, code: int) -> None:
    """It is said in one sentence, and an empty conversation is none."""
    found = shell("clear", "-", stdin=text)
    assert (code, "Traceback" in found.err) == (found.code, False)


def test_an_agents_shell_clears_no_session(house: House, shell: Shell) -> None:
    """Only the harness does; a file that belongs to no session is nobody's window."""
    file, id = kept(shell.home, "anthropic"), session(house)
    agent = {"CLAUDECODE": "1"}
    refused = shell.plain("clear", str(file), "--session", id, "--json", environment=agent)
    assert (3, "not-a-person") == (refused.code, refused.json["refused"])
    assert 0 == shell.plain("clear", str(file), "--json", environment=agent).code
