"""Case RV-01 and its kind: a revert is a new version that loses nothing, on each store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stillso import Done, FileChange, Misuse, Refused, Waiting
from stillso.core.records import Status

if TYPE_CHECKING:
    from tests.cases.conftest import House, Shell

SAID = "這陣子 staging 很不穩，e2e 先別跑，跑 unit test 就好"
REPAIRED = "staging 修好了，以後 e2e 都要跑"


def three_versions(house: House) -> None:
    """The case: a.md; then b.md beside it; then a.md changed and b.md gone."""
    house.mei.write(FileChange(path="a.md", mode="create", content="1\n"), base="shop")
    house.mei.write(FileChange(path="b.md", mode="create", content="b\n"), base="shop")
    changed = FileChange(path="a.md", mode="overwrite", content="3\n")
    house.mei.write(changed, FileChange(path="b.md", mode="delete"), base="shop")


def files_at(house: House, version: int) -> dict[str, str]:
    """The file set of a version, by path."""
    listed = house.given(house.mei.files(base="shop", version=version))
    return {each.path: house.given(house.mei.read(each.path, base="shop", version=version)).content for each in listed}


def test_rv_01_the_new_version_has_the_file_set_of_the_old(house: House) -> None:
    """Version 4 is version 1 again, exactly."""
    three_versions(house)
    done = house.mei.revert(1, base="shop")
    assert isinstance(done, Done)
    assert (4, ("a.md",)) == (done.version, done.paths)
    assert {"a.md": "1\n"} == files_at(house, 4) == {path: house.content(path) for path in house.paths()}


def test_rv_01_what_was_taken_back_can_still_be_read_and_put_back(house: House) -> None:
    """Versions 2 and 3 keep their files, and each is one revert away."""
    three_versions(house)
    house.mei.revert(1, base="shop")
    assert {"a.md": "1\n", "b.md": "b\n"} == files_at(house, 2)
    assert {"a.md": "3\n"} == files_at(house, 3)
    for version in (2, 3):
        house.mei.revert(version, base="shop")
        assert files_at(house, version) == files_at(house, house.version())
    assert 6 == house.version()


def test_rv_01_the_version_says_who_went_back_and_is_no_agents(house: House) -> None:
    """A person's revert has her name and no mark of an agent, whoever wrote what it undid."""
    house.session().write(FileChange(path="a.md", mode="create", content="1\n"))
    house.session().write(FileChange(path="a.md", mode="append", content="2\n"))
    house.mei.revert(1, base="shop", reason="the second line is wrong")
    newest, *_ = house.given(house.mei.versions(base="shop"))
    assert newest.actor is not None
    assert ("revert", "mei", "person", "to version 1; the second line is wrong", ("a.md",)) == (
        newest.operation.verb,
        newest.actor.name,
        newest.actor.kind,
        newest.operation.reason,
        newest.paths,
    )


def test_a_version_that_is_not_there_is_refused(house: House) -> None:
    """Neither one to come, nor the nothing before the first."""
    three_versions(house)
    for version in (0, 4, -1):
        assert "unknown" == house.refused(house.mei.revert(version, base="shop"))
    assert 3 == house.version()


def test_the_newest_version_is_there_already(house: House) -> None:
    """To go back to what is there changes nothing and makes no version."""
    three_versions(house)
    done = house.mei.revert(3, base="shop")
    assert isinstance(done, Done)
    assert (True, 3) == (done.unchanged, house.version())


def test_one_path_goes_back_alone(house: House) -> None:
    """With a path the rest stays as it is."""
    three_versions(house)
    house.mei.revert(2, paths=["b.md"], base="shop")
    assert {"a.md": "3\n", "b.md": "b\n"} == files_at(house, 4)
    assert "missing" == house.refused(house.mei.revert(2, paths=["c.md"], base="shop"))


def test_a_record_does_not_go_back_alone(house: House) -> None:
    """One of a chain is in force; a path of a record is refused, and so never two of them are."""
    replaced(house)
    path = house.record(1).path
    assert "record-path" == house.refused(house.mei.revert(1, 1, paths=[path], base="shop"))
    assert [2] == house.active()


@pytest.mark.parametrize("actor", ["person", "agent"])
def test_the_reason_is_looked_at_like_any_text(house: House, actor: str) -> None:
    """A secret, what is no text and what is endless are refused, whoever asks, and nothing is kept."""
    three_versions(house)
    who = house.mei if actor == "person" else house.session()
    secret = "the token is ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    cases = [(secret, "secret-found"), ("a\ud800", "not-text"), ("a\0", "not-text"), ("x" * 1001, "too-large")]
    for reason, code in cases:
        assert code == house.refused(who.revert(1, base="shop", reason=reason))
        change = FileChange(path="c.md", mode="create", content="c\n")
        assert code == house.refused(who.write(change, base="shop", reason=reason))
    assert ([], 3) == (house.proposals(), house.version())


def test_the_preview_refuses_what_the_revert_would(house: House) -> None:
    """Names that clash are told before."""
    house.mei.write(FileChange(path="Plan.md", mode="create", content="1\n"), base="shop")
    renamed = FileChange(path="plan.md", mode="create", content="2\n")
    house.mei.write(FileChange(path="Plan.md", mode="delete"), renamed, base="shop")
    assert "bad-path" == house.refused(house.mei.would_revert(1, paths=["Plan.md"], base="shop"))


def test_a_base_that_moved_on_is_stale(house: House) -> None:
    """Who says which version they know is refused when there is a newer one, and told who wrote it."""
    three_versions(house)
    refused = house.mei.revert(1, base="shop", read_version=2)
    assert isinstance(refused, Refused)
    assert ("stale", {"version": 2}, {"version": 3}) == (refused.code, refused.seen, refused.now)
    assert "mei" in house.app.sentence(refused)


def test_sessions_that_saw_the_file_have_news(house: House) -> None:
    """What a session read and was put back is told to it, and its next overwrite is stale."""
    three_versions(house)
    session = house.session()
    session.read("a.md")
    house.mei.revert(1, base="shop")
    (news,) = house.given(session.news())
    assert ("a.md", "revert") == (news.path, news.how)
    assert "stale" == house.refused(session.write(FileChange(path="a.md", mode="overwrite", content="x\n")))


def test_a_path_that_comes_back_beside_its_other_spelling_is_refused(house: House) -> None:
    """Where case does not count in names the two would be one; with both paths named it works."""
    house.mei.write(FileChange(path="Plan.md", mode="create", content="1\n"), base="shop")
    renamed = FileChange(path="plan.md", mode="create", content="2\n")
    house.mei.write(FileChange(path="Plan.md", mode="delete"), renamed, base="shop")
    assert "bad-path" == house.refused(house.mei.revert(1, paths=["Plan.md"], base="shop"))
    assert isinstance(house.mei.revert(1, paths=["Plan.md", "plan.md"], base="shop"), Done)
    assert ["Plan.md"] == house.paths()


# --- records ----------------------------------------------------------------------------------------------------


def replaced(house: House) -> None:
    """#1 is said at version 1; #2 takes its place at version 2."""
    house.said(SAID, "改完只跑 unit test，不跑 e2e")
    session = house.session()
    session.lines()
    session.hear(REPAIRED)
    house.number(session.supersede(1, "改完 e2e 都要跑", quote=REPAIRED))


def test_a_replaced_record_comes_back_by_name_only(house: House) -> None:
    """Without its name the revert is refused with the numbers; with it, it counts and its successor does not."""
    replaced(house)
    refused = house.mei.revert(1, base="shop")
    assert isinstance(refused, Refused)
    assert ("rejected-before", ["#1"], 2) == (refused.code, refused.facts["records"], house.version())
    done = house.mei.revert(1, 1, base="shop")
    assert isinstance(done, Done)
    assert ((1,), (2,), [1]) == (done.again, done.ended, house.active())
    assert (Status.RETRACTED, None) == (house.record(2).status, house.record(1).superseded_by)


def test_the_preview_tells_which_records_and_changes_nothing(house: House) -> None:
    """Before anything is done a person sees what would count again and what no more."""
    replaced(house)
    found = house.given(house.mei.would_revert(1, base="shop"))
    again, ended = ([record.no for record in some] for some in (found.again, found.ended))
    assert ([1], [2], 2) == (again, ended, house.version())


def test_a_name_that_does_not_come_back_is_a_mistake(house: House) -> None:
    """Who names a record that the revert would not bring back is told, and nothing happens."""
    replaced(house)
    with pytest.raises(Misuse, match="#2"):
        house.mei.revert(1, 1, 2, base="shop")
    assert [2] == house.active()


def test_a_record_that_came_later_keeps_its_number(house: House) -> None:
    """It is taken out of use, not out of the history; the next one has a number of its own."""
    house.mei.write(FileChange(path="a.md", mode="create", content="1\n"), base="shop")
    house.mei.remember("用 pnpm", base="shop")
    house.mei.revert(1, base="shop")
    assert ([], Status.RETRACTED) == (house.active(), house.record(1).status)
    assert 2 == house.number(house.mei.remember("寫英文的 commit 訊息", base="shop"))


def test_going_back_never_confirms_and_never_forgets_a_confirmation(house: House) -> None:
    """The day of the last confirmation stays where it is, also when what it confirmed goes back."""
    house.mei.remember("用 pnpm", base="shop", condition="到年底")
    house.clock.advance(days=40)
    house.mei.confirm(1, base="shop")
    house.mei.amend(1, base="shop", scope="checkout")
    confirmed = house.record(1).confirmed_at
    house.clock.advance(days=40)
    house.mei.revert(1, base="shop")
    assert (None, confirmed) == (house.record(1).scope, house.record(1).confirmed_at)


def test_what_a_revert_ended_stays_rejected_for_agents(house: House) -> None:
    """The same statement does not come back as a candidate."""
    house.mei.write(FileChange(path="a.md", mode="create", content="1\n"), base="shop")
    house.mei.remember("用 pnpm", base="shop")
    house.mei.revert(1, base="shop")
    assert "rejected-before" == house.refused(house.session().remember("用 pnpm"))


# --- who may ----------------------------------------------------------------------------------------------------


def test_an_agents_revert_waits_for_a_person(house: House) -> None:
    """It is a request with its differences; approved, it is done as it was shown."""
    three_versions(house)
    outcome = house.session().revert(1)
    assert isinstance(outcome, Waiting)
    (pending,) = house.proposals()
    assert (("a.md",), 3) == (pending.paths, house.version())
    assert "-3\n+1\n" in pending.diff
    assert isinstance(house.mei.approve(outcome.proposal), Done)
    assert ({"a.md": "1\n"}, 4) == (files_at(house, 4), house.version())


def test_why_an_agents_revert_waits_is_true(house: House) -> None:
    """It is a person's act, whatever the agent may write; only an ask grant says that it always asks."""
    three_versions(house)
    house.add_agent("asker", "ask")
    whys = [
        house.waiting(house.session(agent=agent, channel="web-chat").revert(1)) for agent in ("claude-code", "asker")
    ]
    assert ["owner-only", "ask-first"] == whys


def test_an_agents_revert_is_stale_when_the_base_moved_on(house: House) -> None:
    """What a person approves is what was shown: a change of any of its files asks again."""
    three_versions(house)
    outcome = house.session().revert(1)
    assert isinstance(outcome, Waiting)
    house.mei.write(FileChange(path="a.md", mode="append", content="4\n"), base="shop")
    assert "stale" == house.refused(house.mei.approve(outcome.proposal))
    assert "3\n4\n" == house.content("a.md")


def test_rv_01_on_the_command_line(on_disk: House, shell: Shell) -> None:
    """The command asks for the version, tells first, and prints the new one."""
    three_versions(on_disk)
    would = shell("files", "revert", "shop", "--to", "1", "--preview").json["would"]
    assert (["a.md"], [], 3) == (would["paths"], would["again"], on_disk.version())
    done = shell("files", "revert", "shop", "--to", "1").json["done"]
    assert ("revert", 4, ["a.md"]) == (done["verb"], done["version"], done["paths"])
    newest, *older = shell("files", "versions", "shop").json["versions"]
    assert (4, "revert", "mei", "person", ["a.md"]) == tuple(
        newest[name] for name in ("version", "verb", "actor", "kind", "paths")
    )
    assert [3, 2, 1] == [each["version"] for each in older]
