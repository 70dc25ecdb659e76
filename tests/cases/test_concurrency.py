"""Cases CC-02, CC-05, CC-08 and CC-10: of two who act on one reading one is told, and appended text keeps its line."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING, Any

import pytest

from stillso import Done, FileChange, Outcome, Refused, Session, Status
from stillso.core import edits

if TYPE_CHECKING:
    from tests.cases.conftest import House, Shell


def at_once(calls: Sequence[Callable[[], Outcome]]) -> list[Outcome]:
    """What several calls answer that are let go at the same moment, each in a thread of its own."""
    gate = Barrier(len(calls))

    def run(call: Callable[[], Outcome]) -> Outcome:
        gate.wait(timeout=30)
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [each.result(timeout=60) for each in [pool.submit(run, call) for call in calls]]


# --- CC-02: the second writer on one reading --------------------------------------------------------------------

PATH = "notes.md"


def two_readers(house: House) -> tuple[Session, str]:
    """B, who read the file before A overwrote it, and the hash that B read."""
    house.add_agent("codex")
    a, b = house.session(), house.session(agent="codex")
    house.mei.write(FileChange(path=PATH, mode="create", content="甲\n"), base="shop")
    read_by_a, read_by_b = house.given(a.read(PATH)), house.given(b.read(PATH))
    wrote = a.write(
        FileChange(path=PATH, mode="overwrite", content="甲\nA\n", expected_sha256=read_by_a.sha256), base="shop"
    )
    assert isinstance(wrote, Done)
    return b, read_by_b.sha256


CALLS = {"overwrite": "甲\nB\n", "append": "B\n", "delete": None}
AFTER = {"overwrite": "甲\nB\n", "append": "甲\nA\nB\n"}


@pytest.mark.parametrize("mode", CALLS)
def test_cc_02_what_was_read_before_is_stale_and_changes_nothing(house: House, mode: str) -> None:
    """With the hash of what it read, B may not overwrite, append to or delete what A has changed."""
    b, sha256 = two_readers(house)
    change = FileChange(path=PATH, mode=mode, content=CALLS[mode], expected_sha256=sha256)
    assert "stale" == house.refused(b.write(change, base="shop"))
    assert ("甲\nA\n", 2) == (house.content(PATH), house.version())


@pytest.mark.parametrize("mode", CALLS)
def test_cc_02_the_answer_carries_the_hash_that_is_there_now(house: House, mode: str) -> None:
    """The refusal says what B had seen and what stands there."""
    b, sha256 = two_readers(house)
    change = FileChange(path=PATH, mode=mode, content=CALLS[mode], expected_sha256=sha256)
    outcome = b.write(change, base="shop")
    assert isinstance(outcome, Refused)
    now = house.given(house.mei.read(PATH, base="shop"))
    assert {"sha256": sha256} == outcome.seen
    assert outcome.now is not None
    assert now.sha256 == outcome.now["sha256"]


@pytest.mark.parametrize("mode", AFTER)
def test_cc_02_after_reading_again_the_same_call_works(house: House, mode: str) -> None:
    """With the hash of a new reading B overwrites or appends."""
    b, _ = two_readers(house)
    again = house.given(b.read(PATH))
    change = FileChange(path=PATH, mode=mode, content=CALLS[mode], expected_sha256=again.sha256)
    assert isinstance(b.write(change, base="shop"), Done)
    assert AFTER[mode] == house.content(PATH)


def test_cc_02_after_reading_again_a_delete_works(house: House) -> None:
    """With the hash of a new reading B deletes."""
    b, _ = two_readers(house)
    again = house.given(b.read(PATH))
    b.write(FileChange(path=PATH, mode="delete", expected_sha256=again.sha256), base="shop")
    assert "missing" == house.refused(b.read(PATH))


def test_without_a_hash_an_overwrite_goes_by_what_the_session_read(house: House) -> None:
    """B passes no hash at all and is refused all the same: its session knows what it read."""
    b, _ = two_readers(house)
    outcome = b.write(FileChange(path=PATH, mode="overwrite", content="甲\nB\n"), base="shop")
    assert ("stale", "甲\nA\n") == (house.refused(outcome), house.content(PATH))


def test_what_was_never_read_is_not_overwritten(house: House) -> None:
    """A session that did not read a file may not overwrite or delete it."""
    two_readers(house)
    stranger = house.session()
    overwrite = FileChange(path=PATH, mode="overwrite", content="B\n")
    assert "not-seen" == house.refused(stranger.write(overwrite, base="shop"))
    assert "not-seen" == house.refused(stranger.write(FileChange(path=PATH, mode="delete"), base="shop"))


def test_one_stale_file_keeps_the_whole_call_from_happening(house: House) -> None:
    """A call that changes a stale file and makes another makes neither."""
    b, sha256 = two_readers(house)
    changes = [
        FileChange(path="new.md", mode="create", content="新\n"),
        FileChange(path=PATH, mode="overwrite", content="甲\nB\n", expected_sha256=sha256),
    ]
    assert "stale" == house.refused(b.write(*changes, base="shop"))
    assert "missing" == house.refused(b.read("new.md"))


def test_cc_02_on_the_command_line(on_disk: House, shell: Shell) -> None:
    """The command line answers the same refusal, with the hash that is there now."""
    b, sha256 = two_readers(on_disk)
    change = {"path": PATH, "mode": "append", "content": "B\n", "expected_sha256": sha256}
    found = shell("files", "write", "shop", "--session", b.id, stdin=json.dumps({"files": [change]}))
    now = shell("files", "read", "shop", PATH).json
    assert (3, "stale", now["sha256"]) == (found.code, found.json["refused"], found.json["now"]["sha256"])


# --- CC-05: several calls of one answer at once ------------------------------------------------------------------

FOUR = {
    "a": FileChange(path="log.md", mode="create", content="1\n"),
    "b": FileChange(path="log.md", mode="append", content="2\n"),
    "c": FileChange(path="log.md", mode="append", content="3\n"),
    "d": FileChange(path="log.md", mode="edit", old="2", new="二"),
}


def replayed(order: Sequence[str]) -> str | None:
    """The text that these calls give one after the other."""
    text: str | None = None
    as_edits: dict[str, edits.Edit] = {
        "a": edits.Create(content="1\n"),
        "b": edits.Append(content="2\n"),
        "c": edits.Append(content="3\n"),
        "d": edits.Replace(old="2", new="二"),
    }
    for call in order:
        step = edits.apply(as_edits[call], text)
        assert isinstance(step, edits.Edited)
        text = step.text
    return text


def test_cc_05_the_final_text_is_that_of_the_accepted_calls_in_the_order_of_the_log(house: House) -> None:
    """Twenty times four calls at once: each is applied once or refused, and the log tells the order."""
    for n in range(20):
        house.mei.create_base(f"b{n}")
        house.mei.grant("claude-code", f"b{n}", "write")
        session = house.given(house.app.session("claude-code", [f"b{n}"], person="mei"))

        def call(name: str, session: Session = session) -> Callable[[], Outcome]:
            return lambda: session.write(FOUR[name], reason=name)

        outcomes = dict(zip(FOUR, at_once([call(name) for name in FOUR]), strict=True))
        log = house.given(house.mei.log(base=f"b{n}"))
        order = [str(each.operation.reason) for each in reversed(log)]
        assert sorted(order) == [name for name, outcome in outcomes.items() if isinstance(outcome, Done)]
        assert list(range(1, len(order) + 1)) == [each.operation.n for each in reversed(log)]
        assert replayed(order) == house.given(house.mei.read("log.md", base=f"b{n}")).content


def test_cc_05_what_is_refused_says_why(house: House) -> None:
    """A call that came too early is refused with a reason that fits, and with no other."""
    session = house.session()
    outcomes = at_once([lambda change=change: session.write(change) for change in FOUR.values()])  # type: ignore[misc]
    codes = {outcome.code.value for outcome in outcomes if isinstance(outcome, Refused)}
    assert codes <= {"missing", "no-match"}


# --- CC-08: two replace one record from the same reading ---------------------------------------------------------


def duel(house: House, round_: int) -> tuple[int, list[Outcome]]:
    """A record, and what two sessions are answered that replace it at once from the same reading."""
    scope = f"round-{round_}"
    old = house.number(house.mei.remember(f"舊的做法 {round_}", base="shop", scope=scope))
    version = house.record(old).version
    sessions = {words: house.session(words) for words in (f"以後用新甲 {round_}", f"以後用新乙 {round_}")}

    def call(words: str) -> Callable[[], Outcome]:
        session = sessions[words]
        return lambda: session.supersede(old, words, quote=words, read_version=version)

    for session in sessions.values():
        session.lines()
    return old, at_once([call(words) for words in sessions])


def test_cc_08_exactly_one_is_done_and_the_other_is_stale(house: House) -> None:
    """Fifty times two at once: one is done and one is stale, never both and never an error of the store."""
    for n in range(50):
        _, outcomes = duel(house, n)
        found = sorted(each.code.value if isinstance(each, Refused) else type(each).__name__ for each in outcomes)
        assert ["Done", "stale"] == found


def test_cc_08_exactly_one_record_holds_and_the_old_one_points_to_it(house: House) -> None:
    """Fifty times two at once: of each pair one record is in force, and the old one names it."""
    winners = []
    for n in range(50):
        old, outcomes = duel(house, n)
        (done,) = (each for each in outcomes if isinstance(each, Done))
        assert done.no == house.record(old).superseded_by
        winners.append(done.no)
    assert winners == house.active()


def test_cc_08_the_loser_is_told_what_holds_now(house: House) -> None:
    """The refusal carries the record that won, whole, and what had been seen."""
    _, outcomes = duel(house, 0)
    (done,) = (each for each in outcomes if isinstance(each, Done))
    (lost,) = (each for each in outcomes if isinstance(each, Refused))
    assert lost.now is not None
    assert (done.no, house.record(house.number(done)).content) == (lost.now["no"], lost.now["content"])
    assert lost.seen


def test_the_loser_leaves_no_proposal_and_no_version(house: House) -> None:
    """What was refused as stale is kept nowhere."""
    duel(house, 0)
    assert ([], 2) == (house.proposals(), house.version())


def test_two_different_verbs_on_one_reading_do_not_both_happen(house: House) -> None:
    """Thirty times one retracts while another replaces: the log holds one of the two."""
    for n in range(30):
        no = house.number(house.mei.remember(f"舊的做法 {n}", base="shop", scope=f"round-{n}"))
        version = house.record(no).version
        calls: list[Callable[[], Outcome]] = [
            lambda no=no, version=version: house.mei.retract(no, base="shop", read_version=version),  # type: ignore[misc]
            lambda no=no, version=version: house.mei.supersede(  # type: ignore[misc]
                no, "新的做法", base="shop", read_version=version
            ),
        ]
        outcomes = at_once(calls)
        assert ["Done", "Refused"] == sorted(type(each).__name__ for each in outcomes)
    assert 30 == len(house.of_status(Status.RETRACTED)) + len(house.of_status(Status.SUPERSEDED))


def test_two_approvals_at_once_carry_out_one(house: House) -> None:
    """Twenty times two people press at once: one version is made, and both get the same answer."""
    lee = house.app.owner("lee")
    for n in range(20):
        house.session().remember(f"候選 {n}", scope=f"round-{n}")
        (pending,) = house.proposals()
        id = pending.proposal.id
        before = house.version()
        outcomes = at_once([lambda id=id: house.mei.approve(id), lambda id=id: lee.approve(id)])  # type: ignore[misc]
        versions = {each.version for each in outcomes if isinstance(each, Done)}
        assert ({before + 1}, before + 1) == (versions, house.version())


# --- CC-10: text appended to a file without a last line end ------------------------------------------------------

NO_TAIL = "## 2026-09-01 -- 備份\n完成"
ADDED = "## 2026-09-02 -- 還原\n完成\n"


def appended(house: House, before: str, added: str) -> tuple[Any, str]:
    """The outcome of an append, and the text afterwards."""
    house.mei.write(FileChange(path="log.md", mode="create", content=before), base="shop")
    outcome = house.session().write(FileChange(path="log.md", mode="append", content=added), base="shop")
    return outcome, house.content("log.md")


def test_cc_10_appended_text_begins_on_its_own_line_after_unchanged_bytes(house: House) -> None:
    """The heading stands on a line of its own, and what was there before is there as it was."""
    _, text = appended(house, NO_TAIL, ADDED)
    assert NO_TAIL + "\n" + ADDED == text


def test_cc_10_the_answer_says_that_a_line_end_was_added(house: House) -> None:
    """What was done unasked is said."""
    outcome, _ = appended(house, NO_TAIL, ADDED)
    assert ("line-end-added",) == outcome.notices


@pytest.mark.parametrize(
    ("before", "added", "after"),
    [
        ("a\n", "b\n", "a\nb\n"),
        ("a", "b", "a\nb"),
        ("", "b", "b"),
        ("a\r\nb", "c\n", "a\r\nb\r\nc\r\n"),
        ("a\n\n", "b", "a\n\nb"),
        ("\ufeffa", "b\n", "\ufeffa\nb\n"),
    ],
)
def test_an_append_neither_glues_nor_adds_empty_lines(house: House, before: str, added: str, after: str) -> None:
    """Whatever the end of a file, appended text stands on the next line and brings no empty one."""
    assert after == appended(house, before, added)[1]


def test_cc_10_on_the_command_line(on_disk: House, shell: Shell) -> None:
    """The command line appends in the same way and tells it as a notice."""
    on_disk.mei.write(FileChange(path="log.md", mode="create", content=NO_TAIL), base="shop")
    request = '{"files": [{"path": "log.md", "mode": "append", "content": "## 2026-09-02 -- 還原\\n完成\\n"}]}'
    done = shell("files", "write", "shop", stdin=request).json["done"]
    assert NO_TAIL + "\n" + ADDED == shell("files", "read", "shop", "log.md").json["content"]
    assert ["line-end-added"] == done["notices"]
