"""Verifying: whatever was changed from outside in a store with a real history is found, at its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import stillso
from stillso import App, Refused
from stillso.core.findings import Fault, Finding
from stillso.core.names import digest
from stillso.services import findings
from stillso.services.verifying import Verified
from stillso.storage.contract import Store, View
from stillso.texts import Texts

if TYPE_CHECKING:
    from tests.services.conftest import Kept

E2E = "records/0001-改完程式只跑-unit-test-不跑-e2e.md"
COMMITS = "records/0003-write-commit-messages-in-english.md"
RELEASES = "records/0004-releases-are-on-thursdays.md"


# --- untouched -------------------------------------------------------------------------------------------------------


def test_a_store_that_nobody_touched_has_no_findings(kept: Kept):
    """All is counted: bases, sessions with and without exceptions, versions, revisions; and told where the logs end."""
    found = kept.verify()
    assert ((), 0, None) == (found.findings, found.left_out, found.anchored)
    assert (2, 3, 21, 25) == (found.bases, found.sessions, found.operations, found.revisions)
    session = kept.rows("SELECT name FROM space WHERE kind = 'window' AND head > 0")[0][0]
    assert {"shop": 17, "docs": 2, session: 2} == {head.name: head.version for head in found.heads}


def test_the_store_in_memory_is_verified_like_one_on_a_file():
    """The same history, the same counts."""
    app = stillso.open("memory:")
    app.owner("mei").create_base("shop", readme="# Shop\n")
    app.owner("mei").remember("Answer in Chinese", base="shop")
    found = app.verify()
    assert isinstance(found, Verified)
    assert ((), 1, 0, 2, 2) == (found.findings, found.bases, found.sessions, found.operations, found.revisions)


def test_an_empty_store_has_no_findings(tmp_path: Path):
    """Nothing is nothing wrong."""
    app = stillso.open(tmp_path / "memory.db")
    found = app.verify()
    app.close()
    assert isinstance(found, Verified)
    assert ((), 0, ()) == (found.findings, found.operations, found.heads)


def test_other_limits_of_a_base_leave_it_clean(kept: Kept):
    """When a record is due is counted by the limits of now."""
    with kept.app() as app:
        app.owner("mei").settle("shop", limits={"feedback": 3, "user": None})
    assert [] == kept.found()


def test_without_its_key_a_store_is_verified_but_for_fingerprints(kept: Kept):
    """What was rejected cannot be named anew, the rest can."""
    kept.path.with_name("memory.db.key").unlink()
    assert [] == kept.found()
    kept.change("UPDATE tombstone SET decision = 'superseded' WHERE no = 4")
    assert ["rejection-differs base=shop version=15 no=4 fields=decision"] == kept.found()


# --- tampered with ---------------------------------------------------------------------------------------------------

#: What was done to the file of the store, and everything that is found then.
TAMPERED: dict[str, tuple[str, list[str]]] = {
    "a byte of a text": (
        "UPDATE revision SET data = CAST(replace(CAST(data AS TEXT), '# Shop', '# Ship') AS BLOB)"
        " WHERE space = :base AND key = 1",
        [
            "revision-differs base=shop path=README.md revision=1 version=1",
            "digest-differs base=shop path=README.md revision=1 version=1 fields=sha256",
        ],
    ),
    "a byte of a text, with its digest": (
        "UPDATE revision SET data = x'2320536869700a', sha256 = '" + digest(b"# Ship\n") + "'"
        " WHERE space = :base AND key = 1",
        ["revision-differs base=shop path=README.md revision=1 version=1"],
    ),
    "a version out of the middle": (
        "DELETE FROM operation WHERE space = :base AND n = 8",
        [
            "revision-strays base=shop path=plan.md revision=2 version=8",
            "version-missing base=shop version=8 until=8",
        ],
    ),
    "several versions": (
        "DELETE FROM operation WHERE space = :base AND n IN (7, 8)",
        [
            "revision-strays base=shop path=notes/tooling.md revision=2 version=7",
            "revision-strays base=shop path=plan.md revision=1 version=7",
            "revision-strays base=shop path=plan.md revision=2 version=8",
            "version-missing base=shop version=7 until=8",
        ],
    ),
    "the last version": (
        "DELETE FROM operation WHERE space = :base AND n = 17",
        [
            "revision-strays base=shop path=records/0006-ask-before-you-deploy.md revision=2 version=17",
            "revision-strays base=shop path=records/0008-ask-twice-before-you-deploy.md revision=1 version=17",
            "counter-differs base=shop field=head kept=17 there=16",
        ],
    ),
    "a stated memory made of a confirmed one, in the file": (
        "UPDATE revision SET data = CAST(replace(CAST(data AS TEXT), 'source: confirmed', 'source: stated') AS BLOB),"
        " size_bytes = size_bytes - 3 WHERE space = :base AND key = 7 AND n = 1",
        [
            f"revision-differs base=shop path={RELEASES} revision=1 version=9",
            f"digest-differs base=shop path={RELEASES} revision=1 version=9 fields=sha256",
        ],
    ),
    "a stated memory made of a confirmed one, in the index": (
        "UPDATE record SET source = 'stated', rank = 0 WHERE space = :base AND no = 5",
        ["index-differs base=shop no=5 fields=source,rank"],
    ),
    "who did it": (
        "UPDATE operation SET actor = person WHERE space = :base AND n = 2",
        [
            "hash-differs base=shop version=2",
            f"record-differs base=shop path={E2E} revision=1 version=2 fields=written_by",
        ],
    ),
    "when it was done": (
        "UPDATE operation SET at = at - 86400000000 WHERE space = :base AND n = 8",
        ["hash-differs base=shop version=8"],
    ),
    "by which authority": (
        "UPDATE operation SET authority = 'quoted' WHERE space = :base AND n = 9",
        ["hash-differs base=shop version=9", "evidence-missing base=shop version=9"],
    ),
    "a revision, taken away": (
        "DELETE FROM revision WHERE space = :base AND key = 2 AND n = 2",
        ["hash-differs base=shop version=3", f"revision-missing base=shop path={E2E} revision=2"],
    ),
    "the newest revision, taken away": (
        "DELETE FROM revision WHERE space = :base AND key = 5 AND n = 2",
        ["hash-differs base=shop version=7", "revision-missing base=shop path=notes/tooling.md revision=2"],
    ),
    "a revision, put in": (
        "INSERT INTO revision SELECT workspace, space, key, 5, 14, data, leans_on, size_bytes, sha256, salt, commitment"
        " FROM revision WHERE space = :base AND key = 2 AND n = 3",
        [
            "hash-differs base=shop version=14",
            f"revision-beyond base=shop path={E2E} revision=5 version=14 head=4",
            f"record-differs base=shop path={E2E} revision=5 version=14 fields=version,modified_at",
        ],
    ),
    "a status in the index": (
        "UPDATE record SET status = 'retracted' WHERE space = :base AND no = 3",
        ["index-differs base=shop no=3 fields=status"],
    ),
    "a content in the index": (
        "UPDATE record SET content = 'Write commit messages in French' WHERE space = :base AND no = 3",
        ["index-differs base=shop no=3 fields=content"],
    ),
    "what a memory replaced, in the index": (
        "UPDATE record SET supersedes = 3 WHERE space = :base AND no = 8",
        ["index-differs base=shop no=8 fields=supersedes"],
    ),
    "a memory, out of the index": (
        "DELETE FROM record WHERE space = :base AND no = 7",
        ["index-missing base=shop no=7"],
    ),
    "a memory, put into the index": (
        "UPDATE record SET no = 70 WHERE space = :base AND no = 7",
        ["index-missing base=shop no=7", "index-strays base=shop no=70"],
    ),
    "a path": (
        "UPDATE item SET path = 'notes/other.md' WHERE space = :base AND key = 5",
        [
            "revision-differs base=shop path=notes/other.md revision=1 version=6",
            "revision-differs base=shop path=notes/other.md revision=2 version=7",
        ],
    ),
    "what an agent reads of a note": (
        "UPDATE item SET summary = 'Always use npm' WHERE space = :base AND key = 5",
        ["item-differs base=shop path=notes/tooling.md fields=summary"],
    ),
    "a deleted file, brought back": (
        "UPDATE item SET deleted = 0 WHERE space = :base AND key = 6",
        ["item-differs base=shop path=plan.md fields=deleted"],
    ),
    "the newest revision of a memory, turned back": (
        "UPDATE item SET head = 1 WHERE space = :base AND key = 7",
        [
            "index-differs base=shop no=4 fields=status,modified_at,version,revision",
            f"revision-beyond base=shop path={RELEASES} revision=2 version=15 head=1",
        ],
    ),
    "a file, out of the list of files": (
        "DELETE FROM item WHERE space = :base AND key = 5",
        ["item-missing base=shop key=5", "counter-differs base=shop field=items kept=11 there=10"],
    ),
    "a heard message under a memory": (
        "UPDATE message SET text = replace(text, '先別跑', '也要跑') WHERE text LIKE '這陣子%'",
        [
            "grounds-differ base=shop version=2",
            "quote-differs base=shop version=2 heard_in={session} message=2",
        ],
    ),
    "a heard message under a confirmation": (
        "UPDATE message SET text = replace(text, '還沒修好', '早修好了') WHERE text LIKE '對%'",
        ["grounds-differ base=shop version=3"],
    ),
    "who said it": (
        "UPDATE message SET said_by = 'lin' WHERE text LIKE '對%'",
        ["grounds-differ base=shop version=3"],
    ),
    "a heard message, taken away": (
        "DELETE FROM message WHERE text LIKE '對%'",
        ["message-missing base=shop version=3 heard_in={session} message=4"],
    ),
    "evidence, pointed at another message": (
        "UPDATE evidence SET message = 10, ends = 20 WHERE space = :base AND version = 4",
        ["grounds-differ base=shop version=4", "quote-differs base=shop version=4 heard_in={session} message=10"],
    ),
    "evidence of a confirmation, pointed at other words": (
        "UPDATE evidence SET begins = 3, ends = 10 WHERE space = :base AND version = 3",
        ["grounds-differ base=shop version=3"],
    ),
    "evidence, taken away": (
        "DELETE FROM evidence WHERE space = :base AND version = 4",
        ["grounds-differ base=shop version=4", "evidence-missing base=shop version=4"],
    ),
    "evidence of an approval, taken away": (
        "DELETE FROM evidence WHERE space = :base AND version = 11",
        ["grounds-differ base=shop version=11"],
    ),
    "evidence, put in": (
        "INSERT INTO evidence SELECT workspace, space, 13, session, message, begins, ends, delivered_by"
        " FROM evidence WHERE space = :base AND version = 3",
        ["grounds-differ base=shop version=13", "evidence-strays base=shop version=13"],
    ),
    "a reason": (
        "UPDATE operation SET reason = 'nobody knows' WHERE space = :base AND n = 15",
        ["grounds-differ base=shop version=15"],
    ),
    "a reason, taken away": (
        "UPDATE operation SET reason = NULL WHERE space = :base AND n = 15",
        ["grounds-differ base=shop version=15"],
    ),
    "the counter of versions, turned back": (
        "UPDATE space SET head = 16 WHERE id = :base",
        ["rejection-strays base=shop version=17 no=6", "counter-differs base=shop field=head kept=16 there=17"],
    ),
    "the counter of memories, turned back": (
        "UPDATE space SET records = 7 WHERE id = :base",
        ["counter-differs base=shop field=records kept=7 there=8"],
    ),
    "a fingerprint of what was rejected": (
        "UPDATE tombstone SET fingerprint = x'00' WHERE no = 4",
        ["rejection-differs base=shop version=15 no=4 fields=fingerprint"],
    ),
    "which version rejected it": (
        "UPDATE tombstone SET version = 14 WHERE no = 4",
        ["rejection-strays base=shop version=14 no=4"],
    ),
    "the words in a note of a session": (
        "UPDATE revision SET data = CAST(replace(CAST(data AS TEXT), '跑一下', '別跑了') AS BLOB)"
        " WHERE CAST(data AS TEXT) LIKE '%words:%'",
        [
            "revision-differs session={session} path=once/0001.md revision=1 version=1",
            "digest-differs session={session} path=once/0001.md revision=1 version=1 fields=sha256",
        ],
    ),
    "a word that is none": (
        "UPDATE operation SET verb = 'forget' WHERE space = :base AND n = 6",
        ["unreadable base=shop what=operation near=5"],
    ),
    "bytes that are no text": (
        "UPDATE item SET summary = CAST(x'ff' AS TEXT) WHERE space = :base AND key = 3",
        ["item-missing base=shop key=3", "unreadable base=shop what=item near=2"],
    ),
    "a name of somebody": (
        "UPDATE principal SET name = 'lin' WHERE name = 'codex'",
        [
            "record-differs base=shop path=records/0005-no-schema-changes-in-release-week.md revision=1 version=10"
            " fields=written_by",
        ],
    ),
    "names that do not read": (
        "UPDATE principal SET name = CAST(x'ff' AS TEXT) WHERE name = 'codex'",
        [f"unreadable {where} what=principal near=None" for where in ("base=shop", "base=docs", "session={session}")]
        + [
            "unreadable session={asking} what=principal near=None",
            "unreadable session={swept} what=principal near=None",
        ],
    ),
    "settings that do not read": (
        "UPDATE space SET settings = '[1]' WHERE id = :base",
        ["unreadable base=shop what=settings near=None"],
    ),
    "settings without end": (
        "UPDATE space SET settings = '" + "[" * 100_000 + "' WHERE id = :base",
        ["unreadable what=space near={shop}"],
    ),
    "a base, under another id": (
        "UPDATE space SET id = 'ELSEWHERE' WHERE id = :base",
        [
            "counter-differs base=shop field=head kept=17 there=0",
            "counter-differs base=shop field=items kept=11 there=0",
            "counter-differs base=shop field=records kept=8 there=0",
            "base-missing id={shop}",
        ],
    ),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_changed_is_found_at_its_place(kept: Kept, what: str):
    """Everything that is found, and nothing besides."""
    sql, expected = TAMPERED[what]
    session, asking, swept = (id for (id,) in kept.rows("SELECT id FROM session ORDER BY opened_at"))
    named = {"session": session, "asking": asking, "swept": swept, "shop": kept.spaces["shop"]}
    kept.change(sql)
    assert [each.format(**named) for each in expected] == kept.found()


def test_two_versions_in_each_others_place_are_found(kept: Kept):
    """A log in another order names other hashes from there on."""
    for here, there in ((6, 60), (7, 6), (60, 7)):
        kept.change("UPDATE operation SET n = ? WHERE space = :base AND n = ?", there, here)
    assert [
        f"{fault} base=shop version={version}"
        for version, fault in [
            (6, "parent-differs"),
            (6, "hash-differs"),
            (7, "parent-differs"),
            (7, "hash-differs"),
            (8, "parent-differs"),
        ]
    ] == kept.found()


def test_one_base_can_be_verified_by_itself(kept: Kept):
    """What is wrong elsewhere is not looked for; a base that there is not is refused."""
    kept.change("UPDATE operation SET at = at + 1 WHERE space = :base AND n = 8")
    assert ([], 2) == (kept.found("docs"), kept.verify("docs").operations)
    assert ["hash-differs base=shop version=8"] == kept.found("shop")
    with kept.app() as app:
        assert isinstance(app.verify("nowhere"), Refused)


def test_many_findings_are_counted_and_the_first_thousand_told(kept: Kept):
    """Memory is not filled by a store in ruins."""
    kept.change(
        "WITH RECURSIVE many (value) AS (SELECT 100 UNION ALL SELECT value + 1 FROM many WHERE value < 1299)"
        " INSERT INTO record SELECT workspace, space, value, key, revision, id, name, type, status, source, content,"
        " condition, quote, scope, audience, said_by, said_at, written_by, session, created_at, modified_at,"
        " confirmed_at, version, until, supersedes, supersedes_id, superseded_by, superseded_by_id, due_at, lag, depth,"
        " rank, plain FROM record, many WHERE space = :base AND no = 1"
    )
    found = kept.verify()
    assert (1000, 200) == (len(found.findings), found.left_out)


# --- while others write ----------------------------------------------------------------------------------------------


class Busy:
    """A store in which somebody else writes as soon as a snapshot was taken."""

    def __init__(self, store: Store, write: Callable[[], object]) -> None:
        self.run, self.settle, self.close = store.run, store.settle, store.close
        self._store, self._write = store, write

    @contextmanager
    def view(self, workspace: str) -> Iterator[View]:
        with self._store.view(workspace) as view:
            self._write()
            yield view


def test_writers_are_not_held_up_and_what_they_write_is_no_finding(kept: Kept):
    """Each space is read as it was at one moment, whatever is written meanwhile."""
    with kept.app() as app, kept.app() as other:
        mei = other.owner("mei")
        store = Busy(app.workspace.store, lambda: mei.remember("Meanwhile", base="shop", beside=0))
        busy = App(replace(app.workspace, store=store), app.texts)
        found = busy.verify()
        assert isinstance(found, Verified)
        assert () == found.findings
        assert found.operations < sum(base.head for base in other.bases()) + 2


# --- sentences -------------------------------------------------------------------------------------------------------


def test_a_sentence_says_where_and_escapes_what_comes_out_of_the_store():
    """A path that somebody wrote into the file cannot pass for another line."""
    facts = {"base": "shop", "path": "a.md\nshop: all is well", "fields": ["kind", "no"]}
    said = findings.sentence(Finding(fault=Fault.ITEM_DIFFERS, facts=facts), Texts("en"))
    assert "shop: The entry of a.md\\nshop: all is well has another kind, no than its newest revision." == said
