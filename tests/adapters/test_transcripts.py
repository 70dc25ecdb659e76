"""What a person typed comes out of a transcript, and nothing else does; what is not understood is counted."""

from __future__ import annotations

import json
import random
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from stillso.adapters.claude_code import transcripts
from stillso.adapters.claude_code.transcripts import Count, Typed, Wrote, read_history, read_transcript

AT = "2026-06-22T03:10:00.000Z"


def user(content: object, **more: object) -> dict[str, Any]:
    """A line of a transcript in the name of the user."""
    message = {"role": "user", "content": content}
    return {"type": "user", "message": message, "timestamp": AT, "sessionId": "s1", "isSidechain": False, **more}


def read(tmp_path: Path, *lines: dict[str, Any] | str | bytes) -> tuple[list[Typed | Wrote], Counter[Count]]:
    """What a transcript of these lines gives, and the counts."""
    path = tmp_path / "s1.jsonl"
    path.write_bytes(b"".join(as_line(each) + b"\n" for each in lines))
    counts: Counter[Count] = Counter()
    return list(read_transcript(path, "memory", counts, lambda _: None)), counts


def as_line(given: dict[str, Any] | str | bytes) -> bytes:
    """A record as JSON, and anything else as it is."""
    text = json.dumps(given, ensure_ascii=False) if isinstance(given, dict) else given
    return text.encode() if isinstance(text, str) else text


def words(tmp_path: Path, *lines: dict[str, Any] | str | bytes) -> list[str]:
    """The typed messages of these lines."""
    return [each.text for each in read(tmp_path, *lines)[0] if isinstance(each, Typed)]


# --- what was typed ------------------------------------------------------------------------------------------


def test_a_prompt_has_its_text_date_session_and_line(tmp_path: Path):
    """Where it stands can be looked up."""
    (found,), _ = read(tmp_path, {"type": "mode"}, user("e2e 先別跑", promptSource="typed"))
    assert isinstance(found, Typed)
    assert ("e2e 先別跑", datetime(2026, 6, 22, 3, 10, tzinfo=UTC), "s1", 2) == (
        found.text,
        found.at,
        found.session,
        found.line,
    )
    assert (False, False) == (found.repaired, found.by_program)


@pytest.mark.parametrize("spaced", [True, False])
def test_both_spacings_of_json_are_read(spaced: bool, tmp_path: Path):
    """Writers differ in the space after a colon."""
    separators = (", ", ": ") if spaced else (",", ":")
    assert ["skip e2e"] == words(tmp_path, json.dumps(user("skip e2e"), separators=separators))


def test_text_blocks_beside_an_image_are_typed(tmp_path: Path):
    """A person pastes a picture and writes beside it."""
    blocks = [{"type": "image", "source": {}}, {"type": "text", "text": "make it look like this"}]
    assert ["make it look like this"] == words(tmp_path, user(blocks))


def test_a_prompt_typed_while_the_agent_worked_counts(tmp_path: Path):
    """It is queued, and stands in the transcript as an attachment, or as a prompt of its own once its turn has come."""
    queued = {"type": "queued_command", "prompt": "use pnpm", "commandMode": "prompt"}
    told = {"type": "queued_command", "prompt": "job 3 is done", "commandMode": "task-notification"}
    lines = [{"type": "attachment", "attachment": each, "isSidechain": False} for each in (queued, told)]
    later = user("never npm", promptSource="queued", turnOrigin="human")
    assert ["use pnpm", "never npm"] == words(tmp_path, *lines, later)


def test_words_that_a_program_handed_over_are_marked(tmp_path: Path):
    """An editor and a script use the same way."""
    (found,), _ = read(tmp_path, user("skip e2e", promptSource="sdk", turnOrigin="sdk"))
    assert isinstance(found, Typed)
    assert found.by_program


def test_what_a_person_handed_over_to_be_remembered_counts(tmp_path: Path):
    """Older versions kept it in an element of its own."""
    assert ["use pnpm"] == words(tmp_path, user("<user-memory-input>use pnpm</user-memory-input>"))


RESULT = [{"type": "tool_result", "tool_use_id": "t", "content": "use pnpm"}]


@pytest.mark.parametrize(
    "line",
    [
        user(RESULT),
        user([*RESULT, {"type": "text", "text": "use pnpm"}]),
        user("use pnpm", toolUseResult={"stdout": "use pnpm"}),
        user("use pnpm", isMeta=True),
        user("use pnpm", isSidechain=True, agentId="a1"),
        user("use pnpm", isCompactSummary=True, isVisibleInTranscriptOnly=True),
        user("use pnpm", isMeta=True, rowSource="hook"),
        user("use pnpm", rowSource="harness"),
        user("use pnpm", turnOrigin="task_notification", promptSource="system", rowSource="recorded"),
        user("use pnpm", origin={"kind": "channel"}),
        user("use pnpm", promptSource="schedule"),
        user("<command-name>/model</command-name>\n<command-args>use pnpm</command-args>"),
        user("<local-command-stdout>use pnpm</local-command-stdout>"),
        user("<bash-input>use pnpm</bash-input><bash-stdout>use pnpm</bash-stdout>"),
        user("<system-reminder>use pnpm"),
        user("This session is being continued from a previous conversation. Use pnpm."),
        user("[Request interrupted by user]"),
        {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "use pnpm"}]}},
        {"type": "progress", "data": {"message": {"type": "user", "message": {"role": "user", "content": "use pnpm"}}}},
        {"type": "summary", "summary": "use pnpm"},
    ],
)
def test_what_nobody_typed_is_not_heard(line: dict[str, Any], tmp_path: Path):
    """Tool results, reminders, commands and their output, prompts of subagents, summaries, answers."""
    found, counts = read(tmp_path, line)
    assert ([], 1) == (found, counts[Count.OTHER])


def test_what_others_put_into_a_prompt_is_left_out(tmp_path: Path):
    """The typed words around it stay."""
    text = (
        "<system-reminder>use npm</system-reminder>use pnpm [Pasted text #1 +12 lines]<ide_selection>x</ide_selection>"
    )
    assert ["use pnpm"] == words(tmp_path, user(text))


def test_a_very_long_message_is_kept_without_its_middle(tmp_path: Path):
    """Nobody types so much; what was typed around a paste stands first or last."""
    (found,) = words(tmp_path, user("first " + "x" * 100_000 + " last"))
    assert (True, True, True) == (found.startswith("first"), found.endswith("last"), len(found) < 21_000)


# --- writes --------------------------------------------------------------------------------------------------


def test_the_call_that_writes_a_memory_is_found(tmp_path: Path):
    """With its session and line; other tools, and other files, are none."""

    def call(name: str, path: str) -> dict[str, Any]:
        block = {"type": "tool_use", "id": "t", "name": name, "input": {"file_path": path}}
        return {"type": "assistant", "message": {"role": "assistant", "content": [block]}, "timestamp": AT}

    calls = [call("Read", "/p/memory/a.md"), call("Edit", "/p/memory/b.md"), call("Write", "/src/c.py")]
    writes = [each for each in read(tmp_path, *calls)[0] if isinstance(each, Wrote)]
    assert [("/p/memory/b.md", "s1", 2)] == [(each.file, each.session, each.line) for each in writes]


# --- damage --------------------------------------------------------------------------------------------------

HK_06 = [
    '{"type": "file-history-snapshot", "messageId": "m", "snapshot": {}}',
    "",
    '{"type": "user", "uuid": "u1", "timestamp": "2026-09-01T00:00:00Z", "message": '
    '{"role": "user", "content": "部署前先備份"}}',
    '{"type":"attachment","attachment":{"type":"queued_command","prompt":"abc',
    "null",
    "[]",
    '"text"',
    '{"type":"assistant","message":{"role":"assistant","content":"半{"type": "user", "uuid": "u2", "message": '
    '{"role": "user", "content": "改完跑驗收"}}',
    '{"type": "user", "message": {"role": "user", "content": null}}',
    '{"type": "summary", "summary": "x", "leafUuid": "y"}',
    '{"type": "user", "uuid": "u3", "message": '
    '{"role": "user", "content": [{"type": "text", "text": "最後一句要算"}]}}',
]


def test_hk_06_reading_goes_on_to_the_end(tmp_path: Path):
    """Both sentences on whole lines are found; the one on the glued line is marked as repaired."""
    found, _ = read(tmp_path, *HK_06)
    assert [("部署前先備份", False), ("改完跑驗收", True), ("最後一句要算", False)] == [
        (each.text, each.repaired) for each in found if isinstance(each, Typed)
    ]


def test_hk_06_every_line_is_counted(tmp_path: Path):
    """Nothing is skipped without a number."""
    _, counts = read(tmp_path, *HK_06)
    expected = {Count.LINES: 10, Count.BLANK: 1, Count.TYPED: 3, Count.OTHER: 3, Count.BROKEN: 4, Count.REPAIRED: 1}
    assert expected == {kind: count for kind, count in counts.items() if count}


def test_two_records_on_one_line_are_both_read(tmp_path: Path):
    """A line end was lost."""
    both = as_line(user("first")) + as_line(user("second"))
    assert ["first", "second"] == words(tmp_path, both)


def test_a_record_within_a_damaged_one_is_not_taken_for_a_line(tmp_path: Path):
    """The prompt of a subagent stands within another record."""
    inner = json.dumps(user("told to a subagent"))
    assert [] == words(tmp_path, '{"type":"progress","data":{"message":' + inner)


def test_null_bytes_are_left_out_and_the_line_is_repaired(tmp_path: Path):
    """A power failure leaves them."""
    (found,), counts = read(tmp_path, b"\0" * 300 + as_line(user("use pnpm")))
    assert isinstance(found, Typed)
    assert ("use pnpm", True, 1) == (found.text, found.repaired, counts[Count.REPAIRED])


def test_bytes_that_are_no_utf_8_are_read_with_a_mark(tmp_path: Path):
    """Words that did not read letter for letter are marked as repaired."""
    (found,), _ = read(tmp_path, as_line(user("use @ pnpm")).replace(b"@", b"\xff"))
    assert isinstance(found, Typed)
    assert ("use \ufffd pnpm", True) == (found.text, found.repaired)


def test_a_line_that_is_too_long_is_skipped_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """What stands after it is read."""
    monkeypatch.setattr(transcripts, "LINE_BYTES", 1_000)
    found, counts = read(tmp_path, user("x" * 5_000), user("use pnpm"))
    assert (["use pnpm"], 1, 2) == (
        [each.text for each in found if isinstance(each, Typed)],
        counts[Count.TOO_LONG],
        counts[Count.LINES],
    )


def test_dates_that_are_none_are_left_out(tmp_path: Path):
    """The words stay."""
    found, _ = read(tmp_path, user("a b", timestamp="yesterday"), user("c d", timestamp=17))
    assert [None, datetime(1970, 1, 1, 0, 0, 0, 17_000, UTC)] == [each.at for each in found]


# --- other forms ---------------------------------------------------------------------------------------------

HK_09 = {"role": "user", "message": {"content": [{"type": "text", "text": "改設定檔前先問我"}]}}


@pytest.mark.parametrize("indent", [None, 1])
def test_hk_09_a_transcript_in_another_form_is_found_and_counted(indent: int | None, tmp_path: Path):
    """With ``role`` and no ``type``, on one line or over several."""
    found, counts = read(tmp_path, json.dumps(HK_09, ensure_ascii=False, indent=indent))
    assert ["改設定檔前先問我"] == [each.text for each in found if isinstance(each, Typed)]
    assert (1, 1, 1) == (counts[Count.LINES], counts[Count.TYPED], counts[Count.FOREIGN])


def test_hk_09_a_form_that_is_not_understood_is_counted_as_such(tmp_path: Path):
    """Never a silent zero."""
    found, counts = read(tmp_path, {"speaker": "human", "said": "use pnpm"})
    assert ([], 1, 1) == (found, counts[Count.LINES], counts[Count.UNKNOWN])


def test_qp_16_a_flat_transcript_gives_no_words(tmp_path: Path):
    """Where a label may be part of what was said, nobody's words are taken for the user's; the line is counted."""
    found, counts = read(tmp_path, "user: 記下來：值班找小陳 assistant: 已記下「值班找小陳」。 user: 謝謝")
    assert ([], 1) == (found, counts[Count.BROKEN])


# --- the history ---------------------------------------------------------------------------------------------


def history(tmp_path: Path, *lines: dict[str, Any] | str) -> tuple[list[Typed], Counter[Count]]:
    """What a prompt history of these lines gives, and the counts."""
    path = tmp_path / "history.jsonl"
    path.write_bytes(b"".join(as_line(each) + b"\n" for each in lines))
    counts: Counter[Count] = Counter()
    return list(read_history(path, counts, lambda _: None)), counts


def test_the_history_has_what_was_typed_and_where(tmp_path: Path):
    """Its dates are milliseconds."""
    line = {"display": "e2e 先別跑", "timestamp": 1_782_097_800_000, "project": "/shop", "sessionId": "s1"}
    (found,), _ = history(tmp_path, line)
    assert ("e2e 先別跑", datetime(2026, 6, 22, 3, 10, tzinfo=UTC), "/shop", "s1", "history") == (
        found.text,
        found.at,
        found.project,
        found.session,
        found.where,
    )


def test_commands_and_shell_lines_of_the_history_are_no_words(tmp_path: Path):
    """A path at the head of a sentence is one; a pasted text is left out."""
    shown = ["/compact keep it", "!ls", "/tmp/a.log is empty", "[Pasted text #1 +3 lines]", "#use pnpm"]
    found, counts = history(tmp_path, *({"display": each} for each in shown), "{half")
    assert (["/tmp/a.log is empty", "use pnpm"], 1) == ([each.text for each in found], counts[Count.BROKEN])


@pytest.mark.parametrize("seed", range(20))
def test_damage_anywhere_stops_nothing(seed: int, tmp_path: Path):
    """Bytes lost, doubled and exchanged at random: reading ends, and every line is counted."""
    chance = random.Random(seed)
    whole: list[dict[str, Any] | str | bytes] = [*HK_06, user("use pnpm"), HK_09]
    lines = bytearray(b"\n".join(map(as_line, whole * 20)))
    for _ in range(60):
        at = chance.randrange(len(lines))
        lines[at : at + chance.randrange(9)] = chance.choice([b"", b"\n", b"\0", b"\xff", b"{", lines[at : at + 30]])
    _, counts = read(tmp_path, bytes(lines))
    read_kinds = (Count.TYPED, Count.OTHER, Count.BROKEN, Count.UNKNOWN, Count.TOO_LONG)
    assert 0 < counts[Count.LINES] <= sum(counts[kind] for kind in read_kinds)
