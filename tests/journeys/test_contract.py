"""The JSON of every command has the fields that other programs rely on; fields may be added, never renamed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

import stillso
from stillso import FileChange, Session
from stillso.core import names
from stillso.testing import FixedClock

if TYPE_CHECKING:
    from tests.journeys.conftest import House, Shell

JUNE = "2026-06-22T03:10:00Z"

LINE = "no version mark type scope content condition quote source confirmed_at age_days".split()
FULL = [*LINE, "status", "supersedes", "superseded_by", "path"]
REVISION = "n version verb at actor authority status content condition quote".split()
PROPOSAL = "proposal verb base why origin opened_at flags".split()
VERSION = "version verb actor kind at paths reason".split()


@pytest.fixture(scope="module")
def settled(shell_of: Callable[..., Shell]) -> tuple[Shell, str]:
    """A terminal whose store holds one of everything, and a session that has news."""
    shell = shell_of()
    clock = FixedClock(names.moment(JUNE))
    app = stillso.open(shell.store, clock=clock)
    mei = app.owner("mei")
    mei.create_base("shop", name="Shop")
    app.add_agent("claude-code")
    mei.grant("claude-code", "shop", "write")
    session = app.session("claude-code", ["shop"], person="mei")
    assert isinstance(session, Session)
    mei.remember("舊的做法", base="shop", condition="修好之前")
    session.lines()
    session.write(FileChange(path="notes/a.md", mode="create", content="用 pnpm\n"))
    mei.supersede(1, "新的做法", base="shop", condition="修好之前")
    clock.advance(days=94)  # a candidate lapses; this one is fresh when it is read
    session.remember("候選")
    app.close()
    return shell, session.id


#: The words of a reading, and the fields of its object ("") and of the members of its lists.
READINGS: dict[tuple[str, ...], dict[str, list[str]]] = {
    ("lines", "--base", "shop"): {
        "": ["text", "lines", "notes", "left_out"],
        "lines": LINE,
        "notes": ["path", "summary", "by", "at"],
    },
    ("list", "--base", "shop", "--status", "all"): {"lines": LINE},
    ("due", "--base", "shop"): {"lines": LINE},
    ("as-of", "2026-06-22", "--base", "shop"): {"lines": LINE},
    ("show", "#1", "--base", "shop"): {"": FULL},
    ("history", "#1", "--base", "shop"): {"": ["no", "revisions", "superseded_by"], "revisions": REVISION},
    ("inbox", "list", "--base", "shop"): {"proposals": [*PROPOSAL, "paths", "diff"]},
    ("log", "--base", "shop"): {"versions": VERSION},
    ("files", "list", "shop"): {"files": ["path", "size", "sha256", "version"]},
    ("files", "read", "shop", "notes/a.md"): {"": ["path", "content", "sha256", "version"]},
    ("base", "list"): {"bases": ["base", "name"]},
    ("session", "list"): {"sessions": ["session"]},
}


@pytest.mark.parametrize("words", READINGS, ids=lambda words: " ".join(words[:2]))
def test_a_reading_has_its_fields(settled: tuple[Shell, str], words: tuple[str, ...]) -> None:
    """Each field of the contract is there, in the object itself and in every member of its lists."""
    found = settled[0](*words, at="2026-09-24T03:10:00Z").json
    members = {"": [found], **{name: value for name, value in found.items() if isinstance(value, list)}}
    missing = [
        (part, name)
        for part, names in READINGS[words].items()
        for each in members[part]
        for name in set(names) - each.keys()
    ]
    assert [] == missing
    assert [] == [part for part in READINGS[words] if not members[part]]


def test_news_has_its_fields(settled: tuple[Shell, str]) -> None:
    """News says which item, what was seen, what there is, how it came and the sentence to pass on."""
    (news,) = settled[0]("session", "news", settled[1]).json["news"]
    assert {"no": 1, "seen": 1, "now": 2, "how": "superseded"} == {
        name: news[name] for name in ("no", "seen", "now", "how")
    }
    assert news["path"].startswith("records/0001-")
    assert news["text"]


def test_numbers_are_integers_and_links_are_numbers(settled: tuple[Shell, str]) -> None:
    """A record and what took its place name each other by number."""
    old, new = (settled[0]("show", f"#{no}", "--base", "shop").json for no in (1, 2))
    assert (1, None, 2, "superseded") == (old["no"], old["supersedes"], old["superseded_by"], old["status"])
    assert (2, 1, None, "active") == (new["no"], new["supersedes"], new["superseded_by"], new["status"])
    assert {int} == {type(each["version"]) for each in (old, new)}


# --- verbs ------------------------------------------------------------------------------------------------------


def done(shell: Shell, *words: str, **given: Any) -> dict[str, Any]:
    """What a verb has done."""
    found: dict[str, Any] = shell(*words, **given).json["done"]
    return found


VERBS: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "remember": (("remember", "第二條"), {"no": 2, "version": 2}),
    "supersede": (("supersede", "#1", "新的做法"), {"no": 2, "replaces": 1, "version": 2}),
    "confirm": (("confirm", "#1"), {"no": 1, "version": 2}),
    "retract": (("retract", "#1"), {"no": 1, "version": 2}),
    "amend": (("amend", "#1", "--scope", "docs"), {"no": 1, "version": 2}),
    "restore": (("restore", "#1"), {"no": 1, "version": 1, "unchanged": True}),
}


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_answers_with_its_fields(house: House, shell: Shell, verb: str) -> None:
    """Verb, base, version, number, what was replaced, whether nothing changed, and notices."""
    house.mei.remember("舊的做法", base="shop", scope="checkout")
    words, expected = VERBS[verb]
    found = done(shell, *words, "--base", "shop", at="2026-06-23T00:00:00Z")
    assert {"verb": verb, "base": "shop", **expected} == {name: found[name] for name in found if name != "notices"}
    assert [] == found["notices"]


def test_a_write_answers_with_its_paths(house: House, shell: Shell) -> None:
    """A write of files has paths in the place of a number."""
    request = '{"files": [{"path": "a.md", "mode": "create", "content": "x"}]}'
    expected = {"verb": "write", "base": "shop", "version": 1, "paths": ["a.md"], "notices": []}
    assert expected == done(shell, "files", "write", "shop", stdin=request)


def test_setting_up_answers_with_done(shell: Shell) -> None:
    """Base, person, agent and grant are answered like verbs."""
    commands = {
        "base create": ("base", "create", "shop", "--name", "Shop"),
        "person add": ("person", "add", "lee"),
        "agent add": ("agent", "add", "claude-code"),
        "grant": ("grant", "claude-code", "shop", "write"),
        "settings": ("base", "settings", "shop", "--limit", "feedback=7"),
    }
    found = {name: shell(*words).json for name, words in commands.items()}
    assert ["base create", "person add", "agent add", "grant"] == [name for name in found if "done" in found[name]]
    assert {"limits": {"feedback": 7}} == found["settings"]["settings"]


def test_a_session_answers_with_its_id_what_was_heard_and_when_it_ended(house: House, shell: Shell) -> None:
    """Start gives the id, hear the number of the message and whose it is, end the moment."""
    id = shell("session", "start", "--agent", "claude-code", "--base", "shop").json["session"]
    heard = shell("session", "hear", id, "好").json["heard"]
    ended = shell("session", "end", id).json
    moment = "2026-06-22T03:10:00.000Z"
    assert (1, "mei", moment) == (heard["message"], heard["by"], heard["at"])
    assert (id, moment) == (ended["session"], ended["closed_at"])


def test_waiting_has_its_fields(house: House, shell: Shell) -> None:
    """A candidate: its id, why it waits, what it needs."""
    waiting = shell("remember", "候選", "--session", house.session().id).json["waiting"]
    assert ("no-quote", []) == (waiting["why"], waiting["flags"])
    assert waiting["proposal"] in waiting["needs"]


def test_a_refusal_has_its_fields(house: House, shell: Shell) -> None:
    """A refusal: its code, what was seen, what is there, what to do next, and all of it in a sentence."""
    house.mei.remember("舊的做法", base="shop")
    house.mei.supersede(1, "新的做法", base="shop")
    refused = shell("retract", "#1", "--base", "shop", "--read-version", "1").json
    assert ("stale", {"version": 1}, 2) == (refused["refused"], refused["seen"], refused["now"]["no"])
    assert refused["message"].endswith(refused["next"])


def test_every_answer_is_one_json_object_on_one_line(settled: tuple[Shell, str]) -> None:
    """Also with texts of several lines, standard output holds one line."""
    assert 1 == len(settled[0]("lines", "--base", "shop").out.splitlines())
