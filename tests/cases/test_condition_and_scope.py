"""Cases CW-03 and SC-01 (its lines): nobody but the user softens a rule, and a rule holds where it was said to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stillso import FileChange, Misuse, Session

if TYPE_CHECKING:
    from tests.cases.conftest import House, Shell

# --- CW-03: a tidy-up without words of the user -----------------------------------------------------------------

WORDS = "資料庫還在搬，搬完之前都不要動 migration"


def tidying(house: House) -> Session:
    """An agent that has seen the record about migration, in a session in which the user said something else."""
    house.said(WORDS, "不要動 migration 目錄", condition="資料庫搬完之前")
    session = house.session("幫我整理一下記憶")
    session.lines()
    return session


def bytes_of(house: House, no: int) -> str:
    """The whole file of a record."""
    return house.content(house.record(no).path)


def test_cw_03_a_rewrite_without_words_is_at_most_a_candidate(house: House) -> None:
    """Replacing a stated record without new words waits for a person."""
    assert "no-quote" == house.waiting(tidying(house).supersede(1, "migration 要小心"))
    assert [1] == house.active()


def test_cw_03_condition_and_words_stay_byte_for_byte(house: House) -> None:
    """The record's file, with its condition and words, and the lines are what they were."""
    session = tidying(house)
    file, lines = bytes_of(house, 1), house.lines()
    session.supersede(1, "migration 要小心")
    assert (file, lines) == (bytes_of(house, 1), house.lines())
    assert ("資料庫搬完之前", WORDS) == (house.record(1).condition, house.record(1).quote)


def test_cw_03_on_the_command_line(on_disk: House, shell: Shell) -> None:
    """The command line keeps the rewrite as a candidate and the record as it is."""
    session = tidying(on_disk)
    before = shell("show", "#1", "--base", "shop").json
    found = shell("supersede", "#1", "migration 要小心", "--session", session.id).json
    assert "no-quote" == found["waiting"]["why"]
    assert before == shell("show", "#1", "--base", "shop").json


def test_words_that_were_not_said_do_not_rewrite(house: House) -> None:
    """A quote that the user did not say leaves the record alone."""
    outcome = tidying(house).supersede(1, "migration 要小心", quote="以後 migration 小心就好")
    assert "quote-not-found" == house.waiting(outcome)


def test_old_words_do_not_rewrite_a_record_in_another_session(house: House) -> None:
    """The very words of the record, said in an earlier session, do not count for its rewriting."""
    assert "quote-not-found" == house.waiting(tidying(house).supersede(1, "不要動 migration", quote=WORDS))


def test_an_agent_cannot_drop_a_condition_even_with_words(house: House) -> None:
    """Only a person drops a condition: with words that were heard it still waits."""
    session = tidying(house)
    session.hear("migration 的事照舊，不要動就對了")
    outcome = session.amend(1, condition="", quote="migration 的事照舊，不要動就對了")
    assert "beyond-quote" == house.waiting(outcome)
    assert "資料庫搬完之前" == house.record(1).condition


@pytest.mark.parametrize(
    "change",
    [
        {"condition": ""},
        {"condition": "資料庫忙的時候"},
        {"scope": "docs"},
        {"type": "reference"},
        {"audience": "anyone"},
    ],
)
def test_an_agent_cannot_amend_without_words(house: House, change: dict[str, str]) -> None:
    """Where, for whom, until when and as what a record holds is not the agent's to change."""
    session = tidying(house)
    before = bytes_of(house, 1)
    assert house.waiting(session.amend(1, **change))  # type: ignore[arg-type]
    assert before == bytes_of(house, 1)


def test_an_agent_cannot_retract_without_words(house: House) -> None:
    """Taking a rule away needs words of the user or a person."""
    assert "no-quote" == house.waiting(tidying(house).retract(1))
    assert [1] == house.active()


def test_words_heard_before_the_record_was_seen_do_not_retract_it(house: House) -> None:
    """Words are about a record only when the session had seen it before they were said."""
    house.said(WORDS, "不要動 migration 目錄", condition="資料庫搬完之前")
    session = house.session("migration 可以動了")
    session.lines()
    assert "old-words" == house.waiting(session.retract(1, quote="migration 可以動了"))


@pytest.mark.parametrize("mode", ["overwrite", "append", "edit", "delete", "create"])
def test_the_file_of_a_record_is_not_a_way_around(house: House, mode: str) -> None:
    """No plain write reaches a record's file, neither the agent's nor the owner's."""
    session = tidying(house)
    path = house.record(1).path
    session.read(path)
    change = FileChange(path=path, mode=mode, content="migration 要小心\n", old="不要", new="可以")
    assert "record-path" == house.refused(session.write(change, base="shop"))
    assert "record-path" == house.refused(house.mei.write(change, base="shop"))


def test_the_candidate_shows_the_person_what_would_be_lost(house: House) -> None:
    """What a person is shown before approving a rewrite holds the old condition's end and the new text."""
    tidying(house).supersede(1, "migration 要小心")
    (pending,) = house.proposals()
    assert "+migration 要小心" in pending.diff
    assert "+  stillso_condition: null" in pending.diff


def test_a_candidate_goes_stale_when_the_record_changes(house: House) -> None:
    """What was drafted against an older reading cannot be approved any more."""
    tidying(house).supersede(1, "migration 要小心")
    (pending,) = house.proposals()
    house.mei.confirm(1, base="shop")
    house.clock.advance(days=1)
    house.mei.confirm(1, base="shop")
    assert "stale" == house.refused(house.mei.approve(pending.proposal.id))


def test_supersede_never_inherits_the_condition(house: House) -> None:
    """Type, scope and audience go over to the successor, the condition does not."""
    house.mei.remember("只跑單元測試", base="shop", type="project", scope="checkout", audience="anyone", condition="c")
    new = house.record(house.number(house.mei.supersede(1, "都跑整套驗收", base="shop")))
    assert ("project", "checkout", "anyone", None) == (new.type, new.scope, new.audience, new.condition)


# --- SC-01: where a record holds --------------------------------------------------------------------------------


def of_checkout(house: House) -> None:
    """A rule for the module checkout."""
    house.said("checkout 的整套驗收先別跑", "checkout 不跑整套驗收", scope="checkout")


def test_sc_01_at_its_place_a_record_is_shown_with_its_scope(house: House) -> None:
    """Working on checkout, the line is there and says so."""
    of_checkout(house)
    assert house.line(1, house.lines(scope="checkout")).startswith("#1 (checkout) ")


def test_sc_01_at_another_place_it_is_absent(house: House) -> None:
    """Working on billing, there is no such line."""
    of_checkout(house)
    assert "" == house.lines(scope="billing")


def test_sc_01_on_the_command_line(on_disk: House, shell: Shell) -> None:
    """The command line filters by scope in the same way."""
    of_checkout(on_disk)
    places = {
        place: shell("lines", "--base", "shop", "--scope", place).json["lines"] for place in ("checkout", "billing")
    }
    assert {"checkout": ["checkout"], "billing": []} == {
        place: [line["scope"] for line in lines] for place, lines in places.items()
    }


SCOPES = [None, "checkout", "checkout/e2e", "checkout-api", "check", "user", "帳務", "帳務/報表"]


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        (None, SCOPES),
        ("checkout", [None, "checkout"]),
        ("checkout/e2e", [None, "checkout", "checkout/e2e"]),
        ("checkout/e2e/login", [None, "checkout", "checkout/e2e"]),
        ("checkout-api", [None, "checkout-api"]),
        ("checkout-", [None]),
        ("Checkout", [None]),
        ("帳務", [None, "帳務"]),
        ("帳務/報表", [None, "帳務", "帳務/報表"]),
        ("帳", [None]),
        ("other", [None]),
    ],
)
def test_a_scope_is_a_prefix_label_by_label(house: House, place: str | None, shown: list[str | None]) -> None:
    """A record holds at its scope and below it, and nowhere beside; without a scope it holds everywhere."""
    for n, scope in enumerate(SCOPES):
        house.mei.remember(f"規則 {n}", base="shop", scope=scope)
    scopes = [house.record(no).scope for no in house.shown(house.lines(scope=place))]
    assert sorted(map(str, shown)) == sorted(map(str, scopes))


def test_a_place_is_no_pattern(house: House) -> None:
    """A sign that is a wildcard in a database matches itself only."""
    of_checkout(house)
    assert "" == house.lines(scope="check_ut")


@pytest.mark.parametrize("scope", ["%", "check%", "c*", "c?eckout", "checkout/", "/checkout", "a//b", "a b"])
def test_what_is_no_label_path_is_no_scope(house: House, scope: str) -> None:
    """A text that is no path of labels is misuse, for a record and for a place alike."""
    with pytest.raises(Misuse, match="no scope"):
        house.mei.remember("規則", base="shop", scope=scope)
    with pytest.raises(Misuse, match="no scope"):
        house.lines(scope=scope)


def test_the_narrower_scope_stands_first(house: House) -> None:
    """Where several hold, the more particular one comes first."""
    for scope in (None, "checkout", "checkout/e2e"):
        house.mei.remember(f"規則 {scope}", base="shop", scope=scope)
    assert [3, 2, 1] == house.shown(house.lines(scope="checkout/e2e"))
