"""compact at the command line: what to ask for, what it costs, and what a summary lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.journeys.conftest import House, Shell

MESSAGES = [
    {"role": "user", "content": "Never push to main. 文件一律用正體中文。"},
    {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "a", "name": "read_file", "input": {"path": "src/a.py"}}],
    },
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "x"}]},
]
POOR = "Be careful with main. 文件一律用正體中文。 Ran `git push --force`."


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with messages."""
    path = tmp_path / "messages.json"
    path.write_text(json.dumps(MESSAGES), "utf-8")
    return path


@pytest.mark.parametrize("place", ["command", "section", "api"])
@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_the_instruction_asks_for_four_kinds(shell: Shell, place: str, language: str) -> None:
    """For each place and in each language, short enough for an API."""
    told = shell.plain("compact", "instructions", "--for", place, "--lang", language).out

    assert ["1. ", "2. ", "3. ", "4. "] == [line[:3] for line in told.splitlines() if line[:1].isdigit()]
    assert 16_384 >= len(told)
    assert (place == "command", place == "section") == (
        told.startswith("/compact "),
        told.startswith("# Compact instructions\n"),
    )


def test_the_instruction_names_what_must_not_come_back(house: House, shell: Shell) -> None:
    """Of what a session was shown: what was replaced, with what holds now, and what was retracted; newest first."""
    house.mei.remember("what nobody in the session saw", base="shop")
    house.mei.retract(1, base="shop")
    house.mei.remember("npm for the frontend", base="shop")
    house.mei.remember("Skip e2e", base="shop")
    session = house.session()
    session.lines()
    house.mei.supersede(2, "pnpm for the frontend", base="shop")
    house.clock.advance(days=1)
    house.mei.retract(3, base="shop")

    told = shell.plain("compact", "instructions", "--for", "api", "--session", session.id).out.splitlines()

    assert ["- “Skip e2e”", "- “npm for the frontend” was replaced by “pnpm for the frontend”"] == [
        line for line in told if line.startswith("- ")
    ]


def test_a_check_tells_what_is_lost_softened_and_made_up(shell: Shell, file: Path) -> None:
    """As an answer: the exit code is 0, and the text to put back stands in it."""
    (file.parent / "summary.txt").write_text(POOR, "utf-8")

    found = shell("compact", "check", str(file), str(file.parent / "summary.txt")).json

    assert [("constraint", "Never push to main."), ("lead", "src/a.py")] == [
        (each["sort"], each["text"]) for each in found["missing"]
    ]
    assert ["Be careful with main."] == [each["instead"] for each in found["softened"]]
    assert ["git push --force"] == found["invented"]
    assert "\n- Never push to main.\n" in found["put_back"]
    assert 3 == found["kept"]


@pytest.mark.parametrize(("language", "says"), [("en", "a larger --budget"), ("zh-Hant", "把 --budget 調大")])
def test_a_budget_for_no_line_says_so_and_gives_no_text(shell: Shell, file: Path, language: str, says: str) -> None:
    """No frame without a line; the values name what was left."""
    (file.parent / "summary.txt").write_text(POOR, "utf-8")
    asked = ("compact", "check", str(file), str(file.parent / "summary.txt"), "--budget", "30")

    found, told = shell(*asked).json, shell.plain(*asked, "--lang", language).out

    assert "" == found["put_back"]
    assert {"Never push to main.", "src/a.py"} == {each["text"] for each in found["left_out"]}
    assert says in told
    assert "stillso-kept" not in told


def test_a_summary_may_stand_in_the_messages(shell: Shell, file: Path) -> None:
    """As a compaction block behind what it is a summary of, or beside the messages."""
    block = {"role": "assistant", "content": [{"type": "compaction", "content": POOR}]}
    file.write_text(json.dumps([*MESSAGES, block]), "utf-8")
    within = shell("compact", "check", str(file)).json
    file.write_text(json.dumps({"messages": MESSAGES, "summary": POOR}), "utf-8")

    assert within == shell("compact", "check", str(file)).json


def test_the_memories_of_a_session_must_survive_too(house: House, shell: Shell, file: Path) -> None:
    """By their numbers: those that it was shown."""
    house.mei.remember("Run unit tests only", base="shop")
    session = house.session()
    session.lines()
    house.mei.remember("Deploys are on Tuesdays", base="shop")
    (file.parent / "summary.txt").write_text("前情。", "utf-8")

    found = shell("compact", "check", str(file), str(file.parent / "summary.txt"), "--session", session.id).json

    assert [{"sort": "constraint", "text": "Run unit tests only", "no": 1}] == [
        each for each in found["missing"] if "no" in each
    ]


def test_a_preview_tells_what_must_survive_and_what_it_costs(shell: Shell, file: Path) -> None:
    """Warm, expired and without a cache; and where it may be cut."""
    found = shell("compact", "preview", str(file)).json

    assert ["constraint", "constraint", "lead"] == [each["sort"] for each in found["kept"]]
    assert (3, [], []) == (found["cut"], found["open_calls"], found["unanswered"])
    assert found["cost"]["warm"] < found["cost"]["plain"] < found["cost"]["expired"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "cannot be read as JSON"),
        ("{}", "No messages were found"),
        ("[]", "There is no summary"),
    ],
)
def test_what_is_no_file_of_messages_is_a_mistake(shell: Shell, file: Path, content: str, message: str) -> None:
    """Said as what is wrong with it."""
    file.write_text(content, "utf-8")

    done = shell.plain("compact", "check", str(file))

    assert 2 == done.code
    assert message in done.err


#: The same window as each provider's files have it: a rule, a file that is read, an attempt that failed.
RULE, FAILED = (
    "不要動 migration 目錄，資料庫還在搬。",
    "Tried the cache in the request layer; it fails because requests overlap.",
)
ARGUMENTS = json.dumps({"path": "src/refund.py"})
OF_PROVIDERS = {
    "anthropic": [
        {"role": "user", "content": RULE},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "a", "name": "read_file", "input": {"path": "src/refund.py"}}],
        },
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "x"}]},
        {"role": "assistant", "content": FAILED},
    ],
    "openai-chat": [
        {"role": "developer", "content": "You are helpful."},
        {"role": "user", "content": RULE},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "a", "type": "function", "function": {"name": "read_file", "arguments": ARGUMENTS}}],
        },
        {"role": "tool", "tool_call_id": "a", "content": "x"},
        {"role": "assistant", "content": FAILED},
    ],
    "openai-responses": [
        {"role": "user", "content": RULE},
        {"type": "function_call", "call_id": "a", "name": "read_file", "arguments": ARGUMENTS},
        {"type": "function_call_output", "call_id": "a", "output": "x"},
        {"role": "assistant", "content": FAILED},
    ],
    "langchain": [
        {"type": "human", "data": {"content": RULE, "type": "human"}},
        {
            "type": "ai",
            "data": {
                "content": "",
                "type": "ai",
                "tool_calls": [
                    {"id": "a", "name": "read_file", "args": {"path": "src/refund.py"}, "type": "tool_call"}
                ],
            },
        },
        {"type": "tool", "data": {"content": "x", "type": "tool", "tool_call_id": "a"}},
        {"type": "ai", "data": {"content": FAILED, "type": "ai"}},
    ],
    "pydantic-ai": [
        {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": RULE}]},
        {
            "kind": "response",
            "parts": [
                {
                    "part_kind": "tool-call",
                    "tool_name": "read_file",
                    "args": {"path": "src/refund.py"},
                    "tool_call_id": "a",
                }
            ],
        },
        {
            "kind": "request",
            "parts": [{"part_kind": "tool-return", "tool_name": "read_file", "content": "x", "tool_call_id": "a"}],
        },
        {"kind": "response", "parts": [{"part_kind": "text", "content": FAILED}]},
    ],
}


@pytest.mark.parametrize("provider", OF_PROVIDERS)
def test_files_of_every_provider_are_checked(shell: Shell, provider: str) -> None:
    """The rule, the attempt that failed and the path are missed, each word for word, whoever's messages they are in."""
    file = shell.home / "messages.json"
    file.write_text(json.dumps(OF_PROVIDERS[provider], ensure_ascii=False), "utf-8")
    found = shell("compact", "check", str(file), "-", stdin="migration 要小心。").json
    assert [("constraint", RULE), ("lesson", FAILED), ("lead", "src/refund.py")] == [
        (each["sort"], each["text"]) for each in found["missing"]
    ]
    assert [RULE] == [each["text"] for each in found["softened"]]
