"""Anchors: what a log cannot tell of itself is told by who remembers where it ended."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from stillso import Misuse
from stillso.core.names import digest
from stillso.core.operations import GENESIS, chain_hash, commit_to, commit_to_grounds

if TYPE_CHECKING:
    from tests.services.conftest import Kept

# --- the log written anew --------------------------------------------------------------------------------------------


def write_anew(kept: Kept, base: str) -> None:
    """Make every commitment and hash of a base again, as somebody could who knows how."""
    with kept.app() as app, app.workspace.view() as view:
        space = kept.spaces[base]
        parent = GENESIS
        statements: list[tuple[str, str, tuple[Any, ...]]] = []
        for operation in view.operations(space)[::-1]:
            sealed = []
            for item, revision in view.changed_by(space, operation.n):
                commitment = commit_to(revision.salt, item.path.encode(), revision.data)
                sealed.append((item.key, revision.n, commitment))
                sha256 = None if revision.data is None else digest(revision.data)
                noted = (len(revision.data or b""), sha256, commitment, item.key, revision.n)
                statements.append(
                    ("revision SET size_bytes = ?, sha256 = ?, commitment = ?", "key = ? AND n = ?", noted)
                )
            evidence = view.evidence(space, operation.n)
            message = view.message(evidence.session, evidence.message) if evidence else None
            grounds = commit_to_grounds(operation.salt, operation.reason, evidence, message)
            line = replace(operation, parent=parent, commitment=grounds)
            made = (grounds, parent, chain_hash(line, tuple(sealed)), operation.n)
            statements.append(("operation SET commitment = ?, parent = ?, hash = ?", "n = ?", made))
            parent = made[2]
    for what, where, values in statements:
        kept.change(f"UPDATE {what} WHERE space = :base AND {where}", *values, base=base)


def test_a_log_written_anew_is_found_by_an_anchor_only(kept: Kept, anchor: Path):
    """When all hashes were made again they fit; but the version that the anchor knows is another one."""
    kept.change("UPDATE revision SET data = x'2320536c79650a' WHERE space = :base AND key = 2", base="docs")
    write_anew(kept, "docs")
    kept.change(
        "UPDATE manifest SET (size_bytes, sha256) = (SELECT size_bytes, sha256 FROM revision r"
        " WHERE r.space = manifest.space AND r.key = 2) WHERE space = :base AND key = 2",
        base="docs",
    )
    assert [] == kept.found()
    assert ["anchor-differs base=docs version=2"] == kept.found(anchor=anchor)


def test_who_writes_a_log_anew_must_still_keep_the_laws(kept: Kept):
    """A source that the authority does not give, and words that nobody said, are found in any log."""
    kept.change(
        "UPDATE revision SET data = CAST(replace(CAST(data AS TEXT), 'source: owner', 'source: stated') AS BLOB)"
        " WHERE space = :base AND key = 1",
        base="docs",
    )
    kept.change("UPDATE message SET text = replace(text, 'no schema', 'any schema') WHERE text LIKE 'no schema%'")
    write_anew(kept, "docs")
    write_anew(kept, "shop")
    session = kept.rows("SELECT session FROM evidence WHERE version = 10")[0][0]
    docs = "records/0001-docs-are-written-in-british-english.md"
    assert {
        f"record-differs base=docs path={docs} revision=1 version=1 fields=source",
        "index-differs base=docs no=1 fields=source,rank",
        f"quote-differs base=shop version=10 heard_in={session} message=2",
    } == set(kept.found())


def test_a_log_that_was_cut_off_is_found_by_an_anchor_only(kept: Kept, anchor: Path):
    """Without its last version, and all that it wrote, a log looks whole."""
    kept.change("DELETE FROM operation WHERE space = :base AND n = 2", base="docs")
    kept.change("DELETE FROM revision WHERE space = :base AND version = 2", base="docs")
    kept.change("DELETE FROM item WHERE space = :base AND key = 2", base="docs")
    kept.change("DELETE FROM manifest WHERE space = :base AND key = 2", base="docs")
    kept.change("UPDATE space SET head = 1, items = 1 WHERE id = :base", base="docs")
    with kept.app() as app:  # so that search does not find what is gone
        app.reindex("docs")
    assert [] == kept.found()
    assert ["anchor-cut base=docs version=2 there=1"] == kept.found(anchor=anchor)


def test_a_base_that_is_gone_is_found_by_an_anchor_only(kept: Kept, anchor: Path):
    """With all its rows, nothing in the store remembers it."""
    for table in ("operation", "revision", "item", "record"):
        kept.change(f"DELETE FROM {table} WHERE space = :base", base="docs")
    kept.change("DELETE FROM space WHERE id = :base", base="docs")
    assert [] == kept.found()
    assert ["anchor-gone name=docs version=2"] == kept.found(anchor=anchor)


# --- the anchor ------------------------------------------------------------------------------------------------------


def test_an_anchor_moves_forward_with_the_logs(kept: Kept, anchor: Path):
    """After a clean verify it knows the new ends, and what it knew before is passed through."""
    before = anchor.read_text("utf-8")
    with kept.app() as app:
        app.owner("mei").remember("One more", base="docs")
    assert ("moved", ()) == ((found := kept.verify(anchor=anchor)).anchored, found.findings)
    assert ('"name": "docs", "version": 2' in before, True) == (True, '"version": 3' in anchor.read_text("utf-8"))


def test_an_anchor_never_moves_past_a_finding(kept: Kept, anchor: Path):
    """Whatever was found, it stays byte for byte as it was."""
    before = anchor.read_bytes()
    with kept.app() as app:
        app.owner("mei").remember("One more", base="docs")
    kept.change("UPDATE operation SET at = at + 1 WHERE space = :base AND n = 8")
    assert (1, None) == (len((found := kept.verify(anchor=anchor)).findings), found.anchored)
    assert before == anchor.read_bytes()


def test_no_anchor_is_written_after_a_finding(kept: Kept, tmp_path: Path):
    """A broken store is not what anybody wants to hold later ones against."""
    kept.change("UPDATE operation SET at = at + 1 WHERE space = :base AND n = 8")
    kept.verify(anchor=tmp_path / "memory.anchor")
    assert not (tmp_path / "memory.anchor").exists()


def test_an_anchor_is_its_owners_alone_and_leaves_no_draft(anchor: Path):
    """Readable by nobody else, and the only file in its folder."""
    assert 0o600 == anchor.stat().st_mode & 0o777
    assert [anchor] == list(anchor.parent.iterdir())


def test_an_anchor_of_one_base_keeps_what_it_knows_of_others(kept: Kept, anchor: Path):
    """Only that base's end moves."""
    with kept.app() as app:
        app.owner("mei").remember("One more", base="docs")
        app.owner("mei").remember("One more", base="shop")
    kept.verify("docs", anchor)
    told = anchor.read_text("utf-8")
    assert (True, True) == ('"docs", "version": 3' in told, '"shop", "version": 17' in told)
    assert [] == kept.found(anchor=anchor)
    assert '"shop", "version": 18' in anchor.read_text("utf-8")


def test_an_anchor_is_followed_where_it_leads(kept: Kept, anchor: Path, tmp_path: Path):
    """A link stays a link; the file behind it is moved forward."""
    link = tmp_path / "link.anchor"
    link.symlink_to(anchor)
    with kept.app() as app:
        app.owner("mei").remember("One more", base="docs")
    assert "moved" == kept.verify(anchor=link).anchored
    assert (True, True) == (link.is_symlink(), '"version": 3' in anchor.read_text("utf-8"))


HASH = "ab" * 32
FOREIGN = {
    "no JSON": b"# Notes\n",
    "other JSON": b'{"heads": []}',
    "JSON that is no object": b"[1]",
    "no text": b"\xff\xfe\x00",
    "nothing": b"",
    "a newer form": b'{"stillso_anchor": 2, "heads": []}',
    "no heads": b'{"stillso_anchor": 1, "heads": null}',
    "a head without a hash": b'{"stillso_anchor": 1, "heads": [{"space": "A", "name": "a", "version": 1}]}',
    "a short hash": b'{"stillso_anchor": 1, "heads": [{"space": "A", "name": "a", "version": 1, "hash": "ab"}]}',
    "a version that is none": (
        f'{{"stillso_anchor": 1, "heads": [{{"space": "A", "name": "a", "version": true, "hash": "{HASH}"}}]}}'.encode()
    ),
    "another store's": (
        f'{{"stillso_anchor": 1, "heads": [{{"space": "A", "name": "a", "version": 1, "hash": "{HASH}"}}]}}'.encode()
    ),
}


@pytest.mark.parametrize("what", FOREIGN)
def test_a_file_that_is_no_anchor_of_this_store_is_a_mistake_and_left_alone(kept: Kept, tmp_path: Path, what: str):
    """It is not verified against, and not one byte of it changes."""
    path = tmp_path / "some.file"
    path.write_bytes(FOREIGN[what])
    with kept.app() as app, pytest.raises(Misuse):
        app.verify(anchor=path)
    assert FOREIGN[what] == path.read_bytes()


def test_an_anchor_in_a_folder_that_is_not_there_is_a_mistake(kept: Kept, tmp_path: Path):
    """A disk that is not plugged in is not made up."""
    with kept.app() as app:
        for path in (tmp_path / "gone" / "memory.anchor", tmp_path):
            with pytest.raises(Misuse):
                app.verify(anchor=path)
    assert not (tmp_path / "gone").exists()
