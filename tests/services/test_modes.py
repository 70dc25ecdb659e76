"""The five modes of a write as the source's table has them: each right and wrong, and the hash that goes with four."""

from __future__ import annotations

from hashlib import sha256

import pytest

import stillso
from stillso import Done, FileChange, Misuse, Outcome, Refused, Session

PATH = "accounts/acme.md"
TEXT = "甲\n乙\n"
HASH = sha256(TEXT.encode()).hexdigest()
OTHER = "0" * 64


@pytest.fixture
def session() -> Session:
    """A session that has read the one file of a base."""
    app = stillso.open("memory:")
    mei = app.owner("mei")
    mei.create_base("shop")
    app.add_agent("claude-code")
    mei.grant("claude-code", "shop", "write")
    mei.write(FileChange(path=PATH, mode="create", content=TEXT), base="shop")
    found = app.session("claude-code", ["shop"], person="mei")
    assert isinstance(found, Session)
    found.read(PATH)
    return found


def seen(session: Session, path: str = PATH) -> str | None:
    """The text of a file, None where there is none."""
    found = session.read(path)
    return None if isinstance(found, Refused) else found.content


def code(outcome: Outcome) -> str:
    """What came of it: done, unchanged, or the code of a refusal."""
    if isinstance(outcome, Refused):
        return outcome.code.value
    assert isinstance(outcome, Done)
    return "unchanged" if outcome.unchanged else "done"


#: Mode, path, its texts, what comes of it, and the file afterwards.
TABLE = [
    ("create", "new.md", {"content": "新\n"}, "done", "新\n"),
    ("create", "new.md", {"content": ""}, "done", ""),
    ("create", PATH, {"content": "新\n"}, "exists", TEXT),
    ("append", PATH, {"content": "丙\n"}, "done", "甲\n乙\n丙\n"),
    ("append", PATH, {"content": ""}, "unchanged", TEXT),
    ("append", "new.md", {"content": "丙\n"}, "missing", None),
    ("edit", PATH, {"old": "乙", "new": "丙"}, "done", "甲\n丙\n"),
    ("edit", PATH, {"old": "乙\n", "new": ""}, "done", "甲\n"),
    ("edit", PATH, {"old": "乙", "new": "乙"}, "unchanged", TEXT),
    ("edit", PATH, {"old": "丁", "new": "丙"}, "no-match", TEXT),
    ("edit", PATH, {"old": "", "new": "丙"}, "no-match", TEXT),
    ("edit", PATH, {"old": "\n", "new": "丙"}, "not-unique", TEXT),
    ("edit", "new.md", {"old": "乙", "new": "丙"}, "missing", None),
    ("overwrite", PATH, {"content": "丙\n"}, "done", "丙\n"),
    ("overwrite", PATH, {"content": TEXT}, "unchanged", TEXT),
    ("overwrite", "new.md", {"content": "丙\n"}, "missing", None),
    ("delete", PATH, {}, "done", None),
    ("delete", "new.md", {}, "missing", None),
]


@pytest.mark.parametrize(("mode", "path", "fields", "outcome", "after"), TABLE)
def test_each_mode_gives_what_the_table_says(session, mode, path, fields, outcome, after):
    """Right and wrong."""
    assert outcome == code(session.write(FileChange(path=path, mode=mode, **fields)))
    assert after == seen(session, path)


FIELDS = {
    "append": {"content": "丙\n"},
    "edit": {"old": "乙", "new": "丙"},
    "overwrite": {"content": "丙\n"},
    "delete": {},
}


@pytest.mark.parametrize("mode", FIELDS)
def test_each_mode_but_create_takes_the_hash_that_was_read(session, mode):
    """The one that fits is done, in small letters or capitals; another is stale and changes nothing."""
    change = {"path": PATH, "mode": mode, **FIELDS[mode]}
    assert "stale" == code(session.write(FileChange(**change, expected_sha256=OTHER)))
    assert TEXT == seen(session)
    assert "done" == code(session.write(FileChange(**change, expected_sha256=HASH.upper())))


@pytest.mark.parametrize(
    ("mode", "field", "takes"),
    [
        ("create", "old", "content"),
        ("create", "expected_sha256", "content"),
        ("append", "new", "content, expected_sha256"),
        ("edit", "content", "old, new, expected_sha256"),
        ("overwrite", "old", "content, expected_sha256"),
        ("delete", "content", "expected_sha256"),
    ],
)
def test_what_a_mode_does_not_take_is_misuse(session, mode, field, takes):
    """Named with the mode and what it takes, and nothing is written; an empty text was given as well."""
    fields = FIELDS.get(mode, {"content": "新\n"})
    for text in ("x", ""):
        change = FileChange(path=PATH, mode=mode, **{**fields, field: text})
        with pytest.raises(Misuse, match=f"mode {mode} of {PATH} does not take {field}; it takes: {takes}$"):
            session.write(change)
    assert TEXT == seen(session)


def test_a_session_reads_what_it_wrote(session):
    """Each write is there for the next reading, with its hash and its author."""
    session.write(FileChange(path=PATH, mode="append", content="丙\n"))
    read = session.read(PATH)
    assert not isinstance(read, Refused)
    assert ("甲\n乙\n丙\n", sha256(read.content.encode()).hexdigest(), "claude-code", 2) == (
        read.content,
        read.sha256,
        read.written_by,
        read.version,
    )


def test_one_path_stands_once_in_a_call(session):
    """Also where two spellings of it would be one somewhere; deleting one to make the other is a change of its name."""
    twice = [
        FileChange(path="new.md", mode="create", content="1\n"),
        FileChange(path="New.md", mode="create", content="2\n"),
    ]
    assert "same-path-twice" == code(session.write(*twice))
    assert "same-path-twice" == code(session.write(twice[0], twice[0]))
    session.write(twice[0])
    renamed = session.write(FileChange(path="new.md", mode="delete"), twice[1])
    assert ("done", None, "2\n") == (code(renamed), seen(session, "new.md"), seen(session, "New.md"))
