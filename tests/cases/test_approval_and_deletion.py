"""Cases AP-03, AP-01 and the first halves of DL-01 and DL-03: who is asked, what is done, what "no more" is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import stillso
from stillso import Done, FileChange, Outcome, Session, Status, Waiting
from stillso.services import answers
from stillso.texts import Texts

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cases.conftest import House, Shell

    from stillso.testing import FixedClock

# --- AP-03: an agent that must ask, where somebody can be asked and where nobody can ----------------------------

NOBODY = ["webhook", "automation", "chat-app"]
WORDS = "改完只跑單元測試"


def asker(house: House, channel: str, *heard: str) -> Session:
    """A session of an agent that must ask before it writes."""
    house.add_agent("asker", level="ask")
    return house.session(*heard, agent="asker", channel=channel)


def a_file(session: Session) -> Outcome:
    """What the agent is answered when it writes a file."""
    return session.write(FileChange(path="a.md", mode="create", content="第一版\n"))


def a_record(session: Session) -> Outcome:
    """What the agent is answered when it remembers what the user said."""
    return session.remember(WORDS, quote=WORDS)


@pytest.mark.parametrize("write", [a_file, a_record])
@pytest.mark.parametrize("channel", NOBODY)
def test_ap_03_where_nobody_can_be_asked_a_write_is_refused_at_once(house: House, channel: str, write: Any) -> None:
    """In a webhook, a scheduled run and a chat app the write is refused, and nothing waits or happens."""
    assert "nobody-to-ask" == house.refused(write(asker(house, channel, WORDS)))
    assert ([], 0) == (house.proposals(), house.version())


@pytest.mark.parametrize("write", [a_file, a_record])
@pytest.mark.parametrize("channel", ["web-chat", "cli"])
def test_ap_03_where_a_person_can_be_asked_a_write_waits_for_them(house: House, channel: str, write: Any) -> None:
    """In the web chat and on a person's command line there is a card, and nothing happens before it."""
    assert "ask-first" == house.waiting(write(asker(house, channel, WORDS)))
    assert (1, 0) == (len(house.proposals()), house.version())


def test_ap_03_the_refusal_says_where_and_what_to_do(house: House) -> None:
    """The sentence names the channel and what the agent may do instead."""
    outcome = a_file(asker(house, "automation"))
    assert answers.sentence(outcome, Texts("en")) == (
        "asker must ask a person before it writes, and on the channel automation nobody can be asked."
        " Say in the report what you would have written."
    )


def test_ap_03_reading_needs_nobody(house: House) -> None:
    """A run without a person reads as before."""
    house.said(WORDS)
    assert [1] == house.shown(house.given(asker(house, "automation").lines()))


@pytest.mark.parametrize(
    ("channel", "key", "code"),
    [("web-chat", "waiting", 0), ("webhook", "refused", 3), ("automation", "refused", 3), ("chat-app", "refused", 3)],
)
def test_ap_03_on_the_command_line(on_disk: House, shell: Shell, channel: str, key: str, code: int) -> None:
    """The command line answers the same four, waiting with 0 and refused with 3."""
    session = asker(on_disk, channel)
    request = '{"files": [{"path": "a.md", "mode": "create", "content": "第一版\\n"}]}'
    found = shell("files", "write", "shop", "--session", session.id, stdin=request)
    assert (code, True) == (found.code, key in found.json)


def test_the_channel_is_the_sessions_and_not_the_calls(house: House) -> None:
    """Approving is a person's: an agent on an attended channel cannot approve what it asked for."""
    session = asker(house, "web-chat", WORDS)
    outcome = a_record(session)
    assert isinstance(outcome, Waiting)
    assert "not-a-person" == house.refused(session.approve(outcome.proposal))


# --- AP-01: what was approved is what is carried out ------------------------------------------------------------


def waiting_file(house: House, content: str = "第一版\n", mode: str = "create") -> tuple[Session, str]:
    """An asking session, and the id of its request to write a.md."""
    session = asker(house, "web-chat")
    outcome = session.write(FileChange(path="a.md", mode=mode, content=content))
    assert isinstance(outcome, Waiting)
    return session, outcome.proposal


def test_ap_01_exactly_the_bytes_that_were_shown_are_written(house: House) -> None:
    """What the approval writes is what the card showed, as one version."""
    _, id = waiting_file(house)
    (pending,) = house.proposals()
    assert "+第一版" in pending.diff
    assert isinstance(house.mei.approve(id), Done)
    assert ("第一版\n", 1) == (house.content("a.md"), house.version())


def test_ap_01_another_content_asks_again(house: House) -> None:
    """A second request with another content is a request of its own; approving the first writes the first."""
    session, first = waiting_file(house)
    second = session.write(FileChange(path="a.md", mode="create", content="第二版\n"))
    assert isinstance(second, Waiting)
    assert first != second.proposal
    house.mei.approve(first)
    assert "第一版\n" == house.content("a.md")


def test_the_same_request_twice_waits_once(house: House) -> None:
    """Asked again for exactly the same, the open request is answered again."""
    session, first = waiting_file(house)
    again = session.write(FileChange(path="a.md", mode="create", content="第一版\n"))
    assert isinstance(again, Waiting)
    assert (first, 1) == (again.proposal, len(house.proposals()))


def test_ap_01_an_approval_against_a_changed_base_is_stale(house: House) -> None:
    """When the file has changed since the card was shown, approving carries out nothing and says so."""
    house.mei.write(FileChange(path="a.md", mode="create", content="舊\n"), base="shop")
    session = asker(house, "web-chat")
    session.read("a.md")
    outcome = session.write(FileChange(path="a.md", mode="overwrite", content="第一版\n"))
    assert isinstance(outcome, Waiting)
    house.mei.write(FileChange(path="a.md", mode="overwrite", content="又改了\n"), base="shop")
    assert "stale" == house.refused(house.mei.approve(outcome.proposal))
    assert "又改了\n" == house.content("a.md")


def test_an_approval_twice_is_answered_with_the_first(house: House) -> None:
    """A second press gives the answer of the first and changes nothing."""
    _, id = waiting_file(house)
    first, second = house.mei.approve(id), house.mei.approve(id)
    assert isinstance(first, Done)
    assert isinstance(second, Done)
    assert (first.verb, first.version, first.paths) == (second.verb, second.version, second.paths)
    assert 1 == house.version()


def test_what_was_refused_cannot_be_approved(house: House) -> None:
    """A decision stands: after a refusal an approval is answered with it."""
    _, id = waiting_file(house)
    house.mei.refuse(id)
    assert "exists" == house.refused(house.mei.approve(id))
    assert 0 == house.version()


def test_a_grant_taken_to_reading_stops_the_next_write(house: House) -> None:
    """A grant that a person lowered counts from the next call."""
    session = asker(house, "web-chat")
    house.mei.grant("asker", "shop", "read")
    assert "no-grant" == house.refused(a_file(session))


# --- DL-03, first half: "not to be used any more" is not "gone" --------------------------------------------------

RULE = "發版前先跑資料比對"


def no_longer(house: House) -> Outcome:
    """What the agent is answered when the user says that a rule is not to be used any more."""
    house.said(RULE)
    session = house.session()
    session.lines()
    session.hear("不要再用資料比對這條了")
    return session.retract(1, quote="不要再用資料比對這條了")


def test_dl_03_the_text_stays_in_the_history(house: House) -> None:
    """After "do not use it any more" no line has it, and the history still does."""
    assert isinstance(no_longer(house), Done)
    last = house.revisions(1)[-1]
    assert ("", []) == (house.lines(), house.active())
    assert (RULE, Status.RETRACTED) == (last.content, last.status)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Its text stays in the history; erasing it is another action."),
        ("zh-Hant", "內容留在歷史裡；徹底刪除是另一個動作。"),
    ],
)
def test_dl_03_the_answer_says_in_plain_words_that_the_text_stays(house: House, language: str, said: str) -> None:
    """Nobody is left to believe that the data are gone."""
    assert answers.sentence(no_longer(house), Texts(language)).endswith(said)


def test_dl_03_on_the_command_line(on_disk: House, shell: Shell) -> None:
    """The command line keeps the text in history and why, with the status retracted."""
    no_longer(on_disk)
    revisions = shell("history", "#1", "--base", "shop").json["revisions"]
    assert [("active", RULE), ("retracted", RULE)] == [(each["status"], each["content"]) for each in revisions]
    assert [] == shell("list", "--base", "shop").json["lines"]


# --- DL-01, without search: what was changed is nowhere served as it was ----------------------------------------


def edited(house: House) -> None:
    """A record of mark-north that was replaced by mark-south."""
    house.mei.remember("標記甲一二三 mark-north", base="shop")
    house.mei.supersede(1, "標記乙 mark-south", base="shop")


def test_dl_01_after_the_edit_the_old_mark_is_in_no_line(house: House) -> None:
    """Lines serve the new text and not the old."""
    edited(house)
    assert "mark-south" in house.lines()
    assert "mark-north" not in house.lines()


def test_dl_01_after_stop_using_the_mark_is_gone_also_after_a_restart(
    on_disk: House, tmp_path: Path, clock: FixedClock
) -> None:
    """What is not to be used any more is in no list and no line, before and after the store was opened again."""
    edited(on_disk)
    on_disk.mei.retract(2, base="shop")
    before = (on_disk.lines(), on_disk.active())
    on_disk.app.close()
    again = stillso.open(tmp_path / "memory.db", clock=clock)
    owner = again.owner("mei")
    after = (owner.lines("shop"), [row.record.no for row in on_disk.given(owner.list(base="shop")).rows])
    again.close()
    assert (("", []), ("", [])) == (before, after)


def test_dl_01_an_index_that_is_built_again_serves_the_same(house: House) -> None:
    """Rebuilding the index brings back neither what was replaced nor what was retracted."""
    edited(house)
    house.mei.remember("標記丙 mark-east", base="shop")
    house.mei.retract(3, base="shop")
    before = (house.lines(), house.active(), house.of_status(Status.RETRACTED), house.of_status(Status.SUPERSEDED))
    house.app.reindex("shop")
    after = (house.lines(), house.active(), house.of_status(Status.RETRACTED), house.of_status(Status.SUPERSEDED))
    assert before == after
