"""Cases ST-01, ST-03, ST-06 and ST-07: age is shown, the replaced is gone, the inferred is not said, news arrives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stillso import Refused, Session, Status

if TYPE_CHECKING:
    from tests.cases.conftest import House, Shell

# --- ST-01: old lines say how old they are ----------------------------------------------------------------------

UNSTABLE = "測試機這陣子很不穩，先別跑整套驗收，單元測試過了就好"


def the_two_of_st_01(house: House) -> None:
    """Two records of June, of which one has a condition; it is September."""
    house.at("2026-06-22T11:10:00+08:00")
    house.said(UNSTABLE, "改完只跑單元測試", scope="repo:shop", condition="測試機修好之前")
    house.at("2026-06-22T11:12:00+08:00")
    house.said("我平常都寫 Python", "使用者慣用 Python", type="user", scope="repo:shop")
    house.at("2026-09-24T09:00:00+08:00")


def test_st_01_the_old_conditional_record_is_marked_with_all_that_belongs_to_it(house: House) -> None:
    """Its line has the mark, the condition, the whole quote, the source and the dates with the year."""
    the_two_of_st_01(house)
    assert (
        "[needs confirming] #1 (repo:shop) 改完只跑單元測試 | condition: 測試機修好之前"
        f" | stated 2026-06-22: “{UNSTABLE}” | last confirmed 2026-06-22 (93 days ago)"
    ) == house.line(1, house.lines())


def test_st_01_the_unconditional_record_is_not_marked_and_has_its_date(house: House) -> None:
    """Without a condition age alone is no doubt, but the date is there."""
    the_two_of_st_01(house)
    assert (
        "#2 (repo:shop) 使用者慣用 Python | condition: none"
        " | stated 2026-06-22: “我平常都寫 Python” | last confirmed 2026-06-22 (93 days ago)"
    ) == house.line(2, house.lines())


def test_st_01_assembling_changes_nothing(house: House) -> None:
    """However often lines are given, the base keeps its version and each record its only revision."""
    the_two_of_st_01(house)
    house.lines()
    house.lines()
    assert 2 == house.version()
    assert [1, 1] == [len(house.history(no)) for no in (1, 2)]


def test_st_01_on_the_command_line(on_disk: House, shell: Shell) -> None:
    """The command line gives the mark, condition, quote, source and date as fields too."""
    the_two_of_st_01(on_disk)
    lines = shell("lines", "--base", "shop", "--now", "2026-09-24T09:00:00+08:00").json["lines"]
    expected = {
        "mark": "needs-confirming",
        "condition": "測試機修好之前",
        "quote": UNSTABLE,
        "source": "stated",
        "confirmed_at": "2026-06-22T03:10:00.000Z",
    }
    assert expected == {name: lines[0][name] for name in expected}
    assert (2, None) == (lines[1]["no"], lines[1]["mark"])


def test_marked_lines_come_first(house: House) -> None:
    """What needs confirming stands above what was said yesterday."""
    house.said(UNSTABLE, "改完只跑單元測試", scope="one", condition="測試機修好之前")
    house.clock.advance(days=40)
    house.said("回答用繁體中文", scope="two")
    assert [1, 2] == house.shown(house.lines())


def test_once_does_not_make_a_record_younger(house: House) -> None:
    """An exception for this time leaves the mark, the date and the history of the record alone."""
    no = house.said(UNSTABLE, "改完只跑單元測試", condition="測試機修好之前")
    house.clock.advance(days=40)
    before, version = house.lines(), house.version()
    session = house.session("這次整套驗收也跑一下")
    session.lines()
    session.once(no, quote="這次整套驗收也跑一下")
    assert (before, version) == (house.lines(), house.version())


# --- ST-03: the replaced is not shown beside what replaced it ---------------------------------------------------


def the_two_of_st_03(house: House) -> None:
    """A record of July and the one that took its place in August."""
    house.at("2026-07-01T00:00:00Z")
    house.said("搜尋網頁先用甲工具", "搜尋網頁用甲工具")
    house.at("2026-08-01T00:00:00Z")
    session = house.session("搜尋網頁以後改用乙工具")
    session.lines()
    house.number(session.supersede(1, "搜尋網頁用乙工具", quote="搜尋網頁以後改用乙工具"))


def test_st_03_lines_and_list_hold_the_successor_only(house: House) -> None:
    """Of a record and its successor, lines and the default list show the successor."""
    the_two_of_st_03(house)
    assert [2] == house.shown(house.lines())
    assert [2] == house.active()


def test_st_03_the_history_tells_text_end_successor_and_time(house: House) -> None:
    """The history of the old record has its text, and when and by which record it was superseded."""
    the_two_of_st_03(house)
    first, last = house.revisions(1)
    assert ("搜尋網頁用甲工具", Status.ACTIVE) == (first.content, first.status)
    assert (Status.SUPERSEDED, 2) == (last.status, last.superseded_by)
    assert "2026-08-01T00:00:00+00:00" == house.history(1)[-1].operation.at.isoformat()


def test_st_03_on_the_command_line(on_disk: House, shell: Shell) -> None:
    """The command line shows the successor in lines and list, and the end of the old record in its history."""
    the_two_of_st_03(on_disk)
    history = shell("history", "#1", "--base", "shop").json
    assert [2] == [line["no"] for line in shell("lines", "--base", "shop").json["lines"]]
    assert [2] == [line["no"] for line in shell("list", "--base", "shop").json["lines"]]
    assert (2, "superseded") == (history["superseded_by"], history["revisions"][-1]["status"])
    assert ("搜尋網頁用甲工具", "2026-08-01T00:00:00.000Z") == (
        history["revisions"][0]["content"],
        history["revisions"][-1]["at"],
    )


def chain_of_three(house: House) -> None:
    """甲 was replaced by 乙, and 乙 by 丙, a day apart; each by words in a session of its own."""
    house.said("搜尋網頁用甲工具")
    for no, words in ((1, "搜尋網頁以後改用乙工具"), (2, "搜尋網頁以後改用丙工具")):
        house.clock.advance(days=1)
        session = house.session(words)
        session.lines()
        house.number(session.supersede(no, words, quote=words))


def test_of_a_chain_only_its_end_is_shown(house: House) -> None:
    """Of three records that replaced each other, the last is in lines and list."""
    chain_of_three(house)
    assert [3] == house.shown(house.lines())
    assert [3] == house.active()
    assert [1, 2] == house.of_status(Status.SUPERSEDED)


def test_why_tells_a_chain_from_its_beginning(house: House) -> None:
    """Asked about any record of a chain, why tells all of it, oldest first."""
    chain_of_three(house)
    for no in (1, 2, 3):
        (chain,) = house.given(house.mei.why(f"#{no}", base="shop"))
        assert [1, 1, 2, 2, 3] == [past.record.no for past in chain if past.record]


def test_what_a_session_saw_first_is_stale_and_leads_to_the_end_of_the_chain(house: House) -> None:
    """A session that saw only the first of three is told the last, whatever lies between."""
    house.said("搜尋網頁用甲工具")
    early = house.session()
    early.lines()
    for no, words in ((1, "搜尋網頁以後改用乙工具"), (2, "搜尋網頁以後改用丙工具")):
        house.mei.supersede(no, words, base="shop")
    early.hear("搜尋網頁以後改用丁工具")
    outcome = early.supersede(1, "搜尋網頁改用丁工具", quote="搜尋網頁以後改用丁工具")
    assert "stale" == house.refused(outcome)
    assert isinstance(outcome, Refused)
    assert outcome.now is not None
    assert (3, "搜尋網頁以後改用丙工具") == (outcome.now["no"], outcome.now["content"])


def test_a_restored_record_is_shown_and_its_successor_is_not(house: House) -> None:
    """After a replacement by mistake is undone, lines hold the old record and not the new one."""
    the_two_of_st_03(house)
    house.number(house.mei.restore(1, base="shop"))
    assert [1] == house.shown(house.lines())
    assert [1] == house.active()
    assert [2] == house.of_status(Status.RETRACTED)


def test_the_history_of_a_restored_record_tells_its_end_and_its_return(house: House) -> None:
    """What was superseded and restored shows both, in order, and points to no successor any more."""
    the_two_of_st_03(house)
    house.mei.restore(1, base="shop")
    assert ["remember", "supersede", "restore"] == [each.operation.verb.value for each in house.history(1)]
    assert house.record(1).superseded_by is None


def test_the_middle_of_a_chain_cannot_be_restored_behind_its_end(house: House) -> None:
    """Restoring the first of three is stale and names the one that holds."""
    chain_of_three(house)
    outcome = house.mei.restore(1, base="shop")
    assert "stale" == house.refused(outcome)
    assert isinstance(outcome, Refused)
    assert outcome.now is not None
    assert 3 == outcome.now["no"]
    assert [3] == house.active()


def test_a_retracted_record_is_in_no_line_and_its_history_says_who_and_when(house: House) -> None:
    """What is not to be used any more is out of lines, list and due; who ended it and when is kept."""
    house.said(UNSTABLE, "改完只跑單元測試", condition="測試機修好之前")
    house.clock.advance(days=40)
    house.number(house.mei.retract(1, base="shop", reason="那台測試機退役了"))
    last = house.history(1)[-1]
    assert ("", [], []) == (house.lines(), house.active(), house.due())
    assert ("mei", "retract", house.clock.at, "那台測試機退役了") == (
        last.actor,
        last.operation.verb.value,
        last.operation.at,
        last.operation.reason,
    )


def test_a_chain_whose_end_was_retracted_shows_nothing(house: House) -> None:
    """Retracting the last of a chain does not bring back what it had replaced."""
    chain_of_three(house)
    house.mei.retract(3, base="shop")
    assert ("", []) == (house.lines(), house.active())


@pytest.mark.parametrize("content", ["搜尋網頁用甲工具", "  搜尋網頁用甲工具。 ", "搜尋網頁用\u200b甲工具"])
def test_what_was_superseded_does_not_come_back_as_a_candidate(house: House, content: str) -> None:
    """Without fresh words an agent cannot propose the replaced text again, nor a look-alike of it."""
    the_two_of_st_03(house)
    outcome = house.session().remember(content, beside=2)
    assert "rejected-before" == house.refused(outcome)
    assert isinstance(outcome, Refused)
    assert ("superseded", "#1") == (outcome.facts["decision"], outcome.facts["place"])
    assert [] == house.proposals()


def test_fresh_words_may_say_again_what_was_superseded(house: House) -> None:
    """When the user says it again, it is a new record with the new words."""
    the_two_of_st_03(house)
    session = house.session("還是搜尋網頁用甲工具比較好")
    session.lines()
    no = house.number(session.supersede(2, "搜尋網頁用甲工具", quote="還是搜尋網頁用甲工具比較好"))
    assert (3, [3]) == (no, house.active())


# --- ST-06: what was inferred is not what was said (the design wins: it is never among the lines) ---------------


def inferred(house: House) -> str:
    """A status note that an agent took down by itself; the id of the candidate."""
    house.at("2026-09-01T00:00:00Z")
    house.session("資料集乙測過了嗎").remember("資料集乙已測過、可以上線", type="project")
    house.at("2026-09-24T00:00:00Z")
    return house.proposals()[0].proposal.id


def test_st_06_an_inferred_status_is_in_no_line(house: House) -> None:
    """What an agent concluded by itself is not shown as anything that holds."""
    inferred(house)
    assert ("", [], 0) == (house.lines(), house.active(), house.version())


def test_st_06_the_inbox_says_that_no_words_were_given_and_as_of_when(house: House) -> None:
    """The candidate names the reason, who proposed it and the date."""
    inferred(house)
    (pending,) = house.proposals()
    assert ("no-quote", "2026-09-01T00:00:00+00:00") == (
        pending.proposal.why.value,
        pending.proposal.opened_at.isoformat(),
    )
    assert pending.origin.startswith("claude-code s")


def test_st_06_approved_it_is_still_not_marked_as_what_the_user_stated(house: House) -> None:
    """A candidate that a person approved is dated by the approval and says who agreed, without words."""
    house.mei.approve(inferred(house))
    assert (
        "#1 資料集乙已測過、可以上線 | condition: none | confirmed 2026-09-24 by mei"
        " | last confirmed 2026-09-24 (today)"
    ) == house.line(1, house.lines())


def test_st_06_on_the_command_line(on_disk: House, shell: Shell) -> None:
    """The command line lists it in the inbox with its reason and date, and nowhere else."""
    inferred(on_disk)
    (proposal,) = shell("inbox", "list", "--base", "shop", "--now", "2026-09-24T00:00:00Z").json["proposals"]
    assert [] == shell("lines", "--base", "shop").json["lines"]
    assert [] == shell("list", "--base", "shop", "--status", "all").json["lines"]
    assert ("no-quote", "2026-09-01T00:00:00.000Z") == (proposal["why"], proposal["opened_at"])


# --- ST-07: a thread that goes on does not go on with the old text ----------------------------------------------


def thread_of_st_07(house: House) -> Session:
    """A thread that was shown 甲, while another session put 乙 in its place."""
    house.said("搜尋網頁用甲工具")
    thread = house.session()
    thread.lines()
    other = house.session("搜尋網頁以後用乙工具")
    other.lines()
    house.number(other.supersede(1, "搜尋網頁用乙工具", quote="搜尋網頁以後用乙工具"))
    return thread


def test_st_07_the_next_turn_shows_the_new_record_and_not_the_old(house: House) -> None:
    """Asked again in the resumed thread, the lines hold 乙 and not 甲."""
    lines = house.given(thread_of_st_07(house).lines())
    assert [2] == house.shown(lines)
    assert "甲" not in lines


def test_st_07_the_thread_has_news_of_what_it_was_shown(house: House) -> None:
    """A thread that does not ask for its lines again is told what took the place of what it saw."""
    (news,) = house.given(thread_of_st_07(house).news())
    assert news.living is not None
    assert (1, "superseded", 2) == (news.no, news.how, news.living.no)


def test_st_07_what_was_shown_is_known_for_each_session(house: House) -> None:
    """The thread that saw 甲 cannot replace it; the one that saw 乙 can replace that."""
    old = thread_of_st_07(house)
    new = house.session("搜尋網頁改用丙工具")
    new.lines()
    old.hear("搜尋網頁改用丙工具")
    words = "搜尋網頁改用丙工具"
    assert "stale" == house.refused(old.supersede(1, words, quote=words))
    assert 3 == house.number(new.supersede(2, words, quote=words))


def test_st_07_unchanged_lines_are_the_same_bytes(house: House) -> None:
    """Asked again in a session in which nothing has changed, hours and a day later, the text is the same."""
    house.said(UNSTABLE, "改完只跑單元測試", condition="測試機修好之前")
    house.clock.advance(days=29, hours=23)
    session = house.session()
    first = session.lines()
    house.clock.advance(days=2)
    assert first == session.lines()


def test_st_07_the_command_line_resumes_the_same_session(on_disk: House, shell: Shell) -> None:
    """Through the command line the thread gets the new line and the news as well."""
    thread = thread_of_st_07(on_disk)
    news = shell("session", "news", thread.id).json["news"]
    lines = shell("lines", "--session", thread.id).json["lines"]
    assert [(1, "superseded")] == [(each["no"], each["how"]) for each in news]
    assert [(2, "搜尋網頁用乙工具")] == [(each["no"], each["content"]) for each in lines]


def test_news_is_told_again_until_a_later_turn(house: House) -> None:
    """News that nobody has answered to is told again; once a message was heard, no more."""
    thread = thread_of_st_07(house)
    first, again = house.given(thread.news()), thread.news()
    thread.hear("好，接著做")
    assert [1] == [news.no for news in first]
    assert first == again
    assert [] == thread.news()


def test_news_comes_also_of_a_retraction(house: House) -> None:
    """A record that was shown and is not to be used any more is news, and nothing stands in its place."""
    house.said("搜尋網頁用甲工具")
    thread = house.session()
    thread.lines()
    house.mei.retract(1, base="shop")
    assert [(1, "retracted")] == [(news.no, news.how) for news in house.given(thread.news())]


def test_what_was_never_shown_is_no_news(house: House) -> None:
    """A session that was shown nothing has no news of what changed."""
    house.said("搜尋網頁用甲工具")
    thread = house.session()
    house.mei.retract(1, base="shop")
    assert [] == thread.news()
