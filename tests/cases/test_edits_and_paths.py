"""Cases ED-01 to ED-10, PA-01, PA-03 and PA-05 through the base, and what can be said today of SE-04 and PI-03."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from stillso import Done, FileChange, Misuse, Outcome, Refused, Waiting

if TYPE_CHECKING:
    from tests.cases.conftest import House, Shell


def start(house: House, content: str, path: str = "a.md") -> None:
    """A file of the base as a case begins; version 1."""
    house.mei.write(FileChange(path=path, mode="create", content=content), base="shop")


def edit(house: House, old: str, new: str, path: str = "a.md") -> Outcome:
    """What an agent is answered when it edits."""
    return house.session().write(FileChange(path=path, mode="edit", old=old, new=new))


# --- ED-01: old text absent, twice, empty, equal ----------------------------------------------------------------

TWO_LINES = "週五不要部署\n部署前先備份\n"


@pytest.mark.parametrize(
    ("old", "new", "code", "facts"),
    [
        ("週六不要部署", "x", "no-match", {"count": 0}),
        ("部署", "上線", "not-unique", {"count": 2, "lines": [1, 2]}),
        ("", "x", "no-match", {"count": 0}),
    ],
)
def test_ed_01_an_edit_that_names_not_one_place_is_refused_with_the_count(
    house: House, old: str, new: str, code: str, facts: dict[str, object]
) -> None:
    """Nought, two and an empty old text are refused with the number of places and their lines; nothing changes."""
    start(house, TWO_LINES)
    outcome = edit(house, old, new)
    assert isinstance(outcome, Refused)
    assert (code, facts) == (outcome.code.value, {name: outcome.facts[name] for name in facts})
    assert (TWO_LINES, 1) == (house.content("a.md"), house.version())


def test_ed_01_equal_texts_are_answered_as_unchanged(house: House) -> None:
    """Old equal to new is done without a version (the design's word for it)."""
    start(house, TWO_LINES)
    outcome = edit(house, "週五不要部署", "週五不要部署")
    assert isinstance(outcome, Done)
    assert (True, TWO_LINES, 1) == (outcome.unchanged, house.content("a.md"), house.version())


def test_ed_01_on_the_command_line(on_disk: House, shell: Shell) -> None:
    """The message of the command line says how many places there are and on which lines."""
    start(on_disk, TWO_LINES)
    request = {"files": [{"path": "a.md", "mode": "edit", "old": "部署", "new": "上線"}]}
    found = shell("files", "write", "shop", stdin=json.dumps(request)).json
    assert ("not-unique", "The old text was found 2 times in a.md, on lines 1, 2.") == (
        found["refused"],
        found["message"].partition(" Give")[0],
    )


# --- ED-03: several lines, and a missing new text ---------------------------------------------------------------

ROSTER = "# 值班表\n週一：待定\n\n# 備註\n"


def test_ed_03_old_text_over_several_lines_is_found(house: House) -> None:
    """A two-line old text is one text."""
    start(house, ROSTER)
    edit(house, "# 值班表\n週一：待定", "# 值班表\n週一：陳工")
    assert "# 值班表\n週一：陳工\n\n# 備註\n" == house.content("a.md")


def test_ed_03_a_missing_new_text_is_refused_by_name(house: House) -> None:
    """Without a new text the call is misuse that names the field, and the file is as it was."""
    start(house, ROSTER)
    with pytest.raises(Misuse, match="needs new"):
        house.session().write(FileChange(path="a.md", mode="edit", old="\n# 備註\n"))
    assert ROSTER == house.content("a.md")


def test_an_empty_new_text_deletes_the_old(house: House) -> None:
    """An edit to nothing takes the text out, and writes no word for nothing."""
    start(house, ROSTER)
    edit(house, "\n# 備註\n", "")
    assert "# 值班表\n週一：待定\n" == house.content("a.md")


# --- ED-04, ED-05: line ends and the byte order mark -------------------------------------------------------------


def test_ed_04_a_file_with_crlf_keeps_it_in_the_new_lines(house: House) -> None:
    """Old and new text with LF adapt to the file, and the answer says so."""
    start(house, "第一行\r\n第二行\r\n第三行\r\n")
    outcome = edit(house, "第二行\n第三行", "二\n三")
    assert isinstance(outcome, Done)
    assert ("第一行\r\n二\r\n三\r\n", ("line-ends-kept",)) == (house.content("a.md"), outcome.notices)


def test_ed_04_in_a_mixed_file_only_the_named_bytes_change(house: House) -> None:
    """Line ends that are mixed stay mixed as they were."""
    start(house, "甲\r\n乙\n丙\r\n")
    edit(house, "乙", "二")
    assert "甲\r\n二\n丙\r\n" == house.content("a.md")


def test_ed_05_a_byte_order_mark_stays_once_where_it_was(house: House) -> None:
    """Edits elsewhere and on the first line leave the mark at the beginning, once."""
    start(house, "\ufeff標題\n內文：改我\n")
    edit(house, "改我", "改好")
    edit(house, "標題", "新標題")
    assert "\ufeff新標題\n內文：改好\n" == house.content("a.md")


def test_ed_05_the_hash_of_a_reading_works_for_the_next_write(house: House) -> None:
    """The hash is that of the bytes as stored, with the mark."""
    start(house, "\ufeff標題\n內文：改我\n")
    read = house.given(house.mei.read("a.md", base="shop"))
    change = FileChange(path="a.md", mode="overwrite", content="新\n", expected_sha256=read.sha256)
    assert isinstance(house.session().write(change), Done)


# --- ED-10: modes on the wrong state ----------------------------------------------------------------------------

WRONG = {
    "create over an existing file": (FileChange(path="a.md", mode="create", content="2\n"), "exists"),
    "append to a missing file": (FileChange(path="missing.md", mode="append", content="2\n"), "missing"),
    "edit of a missing file": (FileChange(path="missing.md", mode="edit", old="1", new="2"), "missing"),
    "overwrite of a missing file": (FileChange(path="missing.md", mode="overwrite", content="2\n"), "missing"),
    "delete of a missing file": (FileChange(path="missing.md", mode="delete"), "missing"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_ed_10_a_mode_on_the_wrong_state_is_refused_and_leaves_nothing(house: House, wrong: str) -> None:
    """No refused call leaves a version, an empty file or a changed one."""
    start(house, "1\n")
    change, expected = WRONG[wrong]
    assert expected == house.refused(house.session().write(change))
    assert (["a.md"], "1\n", 1) == (house.paths(), house.content("a.md"), house.version())


def test_ed_10_an_unknown_mode_is_misuse_by_name(house: House) -> None:
    """A mode that there is not is named, with the ones that there are."""
    start(house, "1\n")
    with pytest.raises(Misuse, match="'move' is no mode; use one of create, append, edit, overwrite, delete"):
        house.session().write(FileChange(path="a.md", mode="move"))


@pytest.mark.parametrize(
    "change",
    [FileChange(path="a.md", mode="overwrite", content="1\n"), FileChange(path="a.md", mode="append", content="")],
    ids=["overwrite with equal bytes", "append of nothing"],
)
def test_ed_10_what_changes_nothing_makes_no_version(house: House, change: FileChange) -> None:
    """Equal bytes and nothing appended are answered as unchanged."""
    start(house, "1\n")
    session = house.session()
    session.read("a.md")
    outcome = session.write(change)
    assert isinstance(outcome, Done)
    assert (True, 1) == (outcome.unchanged, house.version())


def test_ed_10_a_hash_for_a_file_that_is_to_be_made_does_not_write_over_anything(house: House) -> None:
    """A create takes no hash, whether there is a file or none: the call is mistaken, and nothing is written."""
    start(house, "1\n")
    for path in ("a.md", "new.md"):
        change = FileChange(path=path, mode="create", content="x", expected_sha256="00")
        with pytest.raises(Misuse, match=r"mode create of .* does not take expected_sha256; it takes: content"):
            house.session().write(change)
    assert ("1\n", 1) == (house.content("a.md"), house.version())


# --- PA-01, PA-05: names ----------------------------------------------------------------------------------------

TRAVERSAL = [
    "../x.md", "a/../../x.md", "..\\x.md", "/etc/x.md", "C:\\x.md", "\\\\host\\share\\x.md", "%2e%2e%2fx.md",
    "%2e%2e/x.md", "a/%2e%2e/%2e%2e/x.md", "a\0b.md", "~/x.md", "", ".", " ", "a//../..//x.md", "．．/x.md",
    "／etc/x.md", "a∕b.md", "a⁄b.md", "..＼x.md", "～/x.md", "%252e%252e/x.md", "%c0%ae/x.md", "%5Cx.md", "Ｃ：＼x.md",
    "c:x.md", "․․/x.md", "a/…/x.md", ".git/config", "a/.GIT/hooks/x", "git~1/config", "~root", "%7e/x.md",
]  # fmt: skip
RESERVED = [
    "nul", "NUL.md", "con", "aux.md", "com1 .txt", "LPT9.tar.gz", "a/prn", "clock$", "name.", "name ", "dir./x.md",
    "a:b.md", "a?.md", "a*.md", "a|b.md", "a<b>.md", 'a"b.md', "a\tb.md", "字" * 90 + ".md", "a" * 255 + ".md",
    "/".join(["d"] * 200) + "/x.md", "COM¹", "lpt³.txt", "conin$", "CONOUT$.md", "nul .md", "a/con.tar.gz", "a\u3000",
    "\xa0a.md", "a/ b.md", "a\u200b.md", "a\u202eb.md", "a\ufeff.md", "a\ue000.md", "a\u0378.md", "a\ud800.md",
    "a\u2028b.md", "a\u3164.md", "a\ufe0f.md", "e\u0301.md", "a\x7f.md", "name．",
]  # fmt: skip
GOOD = [
    "a/b.md", "筆記/部署.md", "a..b.md", "..a.md", "console.md", "nullable.md", "auxiliary.md", "com10.md",
    "a" * 252 + ".md",
]  # fmt: skip


@pytest.mark.parametrize("path", TRAVERSAL + RESERVED)
def test_pa_01_pa_05_no_mode_of_writing_takes_a_bad_name(house: House, path: str) -> None:
    """A name that leads outside, or that some platform cannot keep, is refused in every mode."""
    session = house.session()
    for mode in ("create", "append", "edit", "overwrite", "delete"):
        change = FileChange(path=path, mode=mode, content="x", old="x", new="y")
        assert "bad-path" == house.refused(session.write(change))
    assert ([], 0) == (house.paths(), house.version())


@pytest.mark.parametrize("path", TRAVERSAL + RESERVED)
def test_pa_01_no_reading_finds_anything_under_a_bad_name(house: House, path: str) -> None:
    """Reading under such a name is refused and reads nothing outside."""
    assert "bad-path" == house.refused(house.session().read(path))


@pytest.mark.parametrize("path", ["../", "/etc", "..\\", "%2e%2e/", "~/", "a\0", "a//", "．．/", "C:\\", ".git/", " a"])
def test_pa_01_no_listing_begins_at_a_bad_name(house: House, path: str) -> None:
    """What no path can begin with is refused; the beginning of a good one is not."""
    assert "bad-path" == house.refused(house.session().files(path))
    start(house, "1\n", "console/a.md")
    for prefix in ("", "con", "console/", "console/a."):
        assert ["console/a.md"] == [each.path for each in house.given(house.session().files(prefix))]


FIELDS = {
    "create": {"content": "x"},
    "append": {"content": "x"},
    "edit": {"old": "x", "new": "y"},
    "overwrite": {"content": "x"},
    "delete": {},
}


@pytest.mark.parametrize("path", [*TRAVERSAL, "readme.md", "absent.md", "records/0001-x.md"])
def test_pa_01_no_answer_tells_where_the_store_is(on_disk: House, path: str) -> None:
    """Whatever is asked for, what is said about it names no folder of this machine."""
    start(on_disk, "1\n", "README.md")
    session = on_disk.session()
    session.read("README.md")
    asked: list[Outcome] = [session.read(path), session.files(path)]  # type: ignore[list-item]
    for mode, texts in FIELDS.items():
        asked.append(session.write(FileChange(path=path, mode=mode, **texts)))
    place = on_disk.app.path
    assert place is not None
    for outcome in asked:
        told = f"{outcome} {on_disk.app.sentence(outcome) if isinstance(outcome, Refused) else ''}"
        assert not [name for name in (str(place), str(place.parent), place.name) if name in told]


# --- PA-03: names that differ in case ------------------------------------------------------------------------------

CLASHES = {
    "README.md": ["readme.md", "ReadMe.MD", "README.md/a.md", "readme.MD/a.md"],
    "Docs/a.md": ["docs/b.md", "DOCS/A.md", "docs", "Docs", "docs/x/y.md", "Docs/a.md/x.md"],
    "straße.md": ["STRASSE.md", "strasse.md"],
    "Ä/b.md": ["ä/c.md"],
}


@pytest.mark.parametrize(("there", "path"), [(there, path) for there, paths in CLASHES.items() for path in paths])
def test_pa_03_a_name_that_would_be_another_one_somewhere_is_refused_with_that_one(
    house: House, there: str, path: str
) -> None:
    """A file or a folder that differs in case only, a file where there is a folder: one of the two would be lost."""
    start(house, "1\n", there)
    session = house.session()
    session.read("README.md")
    outcome = session.write(FileChange(path=path, mode="create", content="2\n"))
    assert isinstance(outcome, Refused)
    assert ("bad-path", "clash", there) == (outcome.code.value, outcome.facts["reason"], outcome.facts["existing"])
    assert there in house.app.sentence(outcome)
    assert ([there], 1) == (house.paths(), house.version())


def test_pa_03_what_differs_in_more_than_case_stands_beside_it(house: House) -> None:
    """Another folder, another name, another width, and what was deleted before."""
    start(house, "1\n", "Docs/a.md")
    start(house, "1\n", "old.md")
    house.mei.write(FileChange(path="old.md", mode="delete"), base="shop")
    for path in ("Docs/b.md", "docs-new/a.md", "Docs2", "ｄｏｃｓ/a.md", "OLD.md"):
        start(house, "2\n", path)
    assert 6 == len(house.paths())


def test_pa_03_a_name_is_written_otherwise_in_one_call(house: House) -> None:
    """Deleting the one and creating the other is a change of name, of a file and of a folder."""
    start(house, "1\n", "Plan.md")
    session = house.session()
    session.read("Plan.md")
    moved = session.write(
        FileChange(path="Plan.md", mode="delete"), FileChange(path="PLAN.md/a.md", mode="create", content="1\n")
    )
    assert isinstance(moved, Done)
    again = session.write(
        FileChange(path="PLAN.md/a.md", mode="delete"), FileChange(path="plan.md/a.md", mode="create", content="1\n")
    )
    assert isinstance(again, Done)
    assert ["plan.md/a.md"] == house.paths()


def test_pa_03_a_folder_that_stays_keeps_its_spelling(house: House) -> None:
    """Where one file of a folder moves and another stays, the folder is still there as it was spelt."""
    start(house, "1\n", "docs/a.md")
    start(house, "1\n", "docs/b.md")
    session = house.session()
    session.read("docs/a.md")
    outcome = session.write(
        FileChange(path="docs/a.md", mode="delete"), FileChange(path="Docs/a.md", mode="create", content="1\n")
    )
    assert isinstance(outcome, Refused)
    assert ("clash", "docs/b.md") == (outcome.facts["reason"], outcome.facts["existing"])


@pytest.mark.parametrize(
    ("one", "two"), [("notes", "notes/a.md"), ("Notes/a.md", "notes/b.md"), ("x/Y/a.md", "x/y/b.md")]
)
def test_pa_03_two_new_names_in_one_call_clash_as_well(house: House, one: str, two: str) -> None:
    """The later one is refused with the earlier one, and neither is made."""
    changes = [FileChange(path=path, mode="create", content="1\n") for path in (one, two)]
    outcome = house.session().write(*changes)
    assert isinstance(outcome, Refused)
    assert ("clash", one, two) == (outcome.facts["reason"], outcome.facts["existing"], outcome.facts["path"])
    assert [] == house.paths()


@pytest.mark.parametrize("path", ["records", "Records/x.md", "RECORDS/0001-a.md", "recordſ/a.md"])
def test_the_folder_of_records_is_theirs_in_any_letters(house: House, path: str) -> None:
    """Also before there is any record, and as a file."""
    assert "record-path" == house.refused(house.session().write(FileChange(path=path, mode="create", content="x")))


def test_pa_03_what_came_between_is_seen_at_approving(house: House) -> None:
    """A candidate that would clash by now is refused, and stays open."""
    house.mei.grant("claude-code", "shop", "ask")
    waiting = house.session().write(FileChange(path="Docs/a.md", mode="create", content="1\n"))
    assert isinstance(waiting, Waiting)
    start(house, "2\n", "docs/b.md")
    assert "bad-path" == house.refused(house.mei.approve(waiting.proposal))
    assert ["docs/b.md"] == house.paths()


@pytest.mark.parametrize("path", GOOD)
def test_pa_01_pa_05_good_names_can_be_made_read_edited_and_deleted(house: House, path: str) -> None:
    """Every good name works, in every operation."""
    session = house.session()
    session.write(FileChange(path=path, mode="create", content="一\n"))
    session.write(FileChange(path=path, mode="edit", old="一", new="二"))
    read = house.given(session.read(path))
    session.write(FileChange(path=path, mode="delete"))
    assert ("二\n", 3, []) == (read.content, house.version(), house.paths())


def test_pa_05_the_refusal_says_why(house: House) -> None:
    """A reserved name, a bad character and an over-long part are each told as what they are."""
    reasons = {}
    for path in ("nul", "a?.md", "字" * 90 + ".md", "name.", "../x.md", "%2e%2e/x.md"):
        outcome = house.session().write(FileChange(path=path, mode="create", content="x"))
        assert isinstance(outcome, Refused)
        reasons[path[:5]] = outcome.facts["reason"]
    assert {
        "nul": "device-name",
        "a?.md": "characters",
        "字" * 5: "too-long",
        "name.": "dots-or-blanks",
        "../x.": "dots-or-nothing",
        "%2e%2": "encoded",
    } == reasons


# --- SE-04: harmless lines --------------------------------------------------------------------------------------

HARMLESS = [
    "commit 3f786850e387550fdab836ed7e6dc881de23001b 修好了登入",
    "sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "工作單 550e8400-e29b-41d4-a716-446655440000",
    "token 預算 25000",
    "the token bucket has 12 permits",
    "密碼欄位要加上顯示切換",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_se_04_harmless_lines_are_kept_as_they_are(house: House, text: str) -> None:
    """Hashes, ticket numbers and sentences about tokens are no secrets: said, written and kept unchanged."""
    no = house.said(text)
    house.session().write(FileChange(path="notes/a.md", mode="create", content=text + "\n"))
    assert (text, text, text + "\n") == (
        house.record(no).content,
        house.record(no).quote,
        house.content("notes/a.md"),
    )


# --- PI-03: what an agent wrote says so -------------------------------------------------------------------------


def test_pi_03_another_agent_is_told_who_wrote_a_file(house: House) -> None:
    """Reading a file says that an agent wrote it, and which."""
    house.session().write(FileChange(path="tooling.md", mode="create", content="這裡用 pnpm\n"))
    house.add_agent("codex")
    read = house.given(house.session(agent="codex").read("tooling.md", base="shop"))
    assert ("claude-code", "agent") == (read.written_by, read.kind)


def test_pi_03_on_the_command_line(on_disk: House, shell: Shell) -> None:
    """The command line says it in files read and in the log, with the time."""
    on_disk.session().write(FileChange(path="tooling.md", mode="create", content="這裡用 pnpm\n"))
    read = shell("files", "read", "shop", "tooling.md").json
    (version,) = shell("log", "--base", "shop").json["versions"]
    assert ("claude-code", "agent") == (read["written_by"], read["kind"])
    assert ("claude-code", "agent", "2026-06-22T03:10:00.000Z") == (version["actor"], version["kind"], version["at"])
