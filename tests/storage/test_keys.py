"""The key beside an embedded store: made once, for its owner's eyes, and never made anew."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

import stillso
from stillso.errors import BrokenData, LostStorage
from stillso.storage.disk import keys


def numbered(count: int) -> bytes:
    """Bytes that are no secret."""
    return bytes(range(count))


def test_the_key_is_made_with_the_store_and_only_its_owner_reads_it(tmp_path: Path):
    """A file beside the store, of 32 bytes, with mode 0600; drafts of it do not stay."""
    stillso.open(tmp_path / "memory.db").close()
    key = tmp_path / "memory.db.key"
    assert (32, 0o600) == (key.stat().st_size, stat.S_IMODE(key.stat().st_mode))
    assert [key] == list(tmp_path.glob("*.key*"))


def test_the_key_is_made_once(tmp_path: Path):
    """Whoever opens the store later uses the same key."""
    first = keys.beside(tmp_path / "new" / "memory.db", numbered)
    assert numbered(32) == first
    assert first == keys.beside(tmp_path / "new" / "memory.db", lambda count: b"x" * count)


def test_a_store_without_its_key_stays_without(tmp_path: Path):
    """A key made anew would know no fingerprint: there is none, and what needs it says so."""
    stillso.open(tmp_path / "memory.db").close()
    (tmp_path / "memory.db.key").unlink()
    assert None is keys.beside(tmp_path / "memory.db", numbered)
    app = stillso.open(tmp_path / "memory.db")
    assert None is app.workspace.key
    app.close()
    assert not (tmp_path / "memory.db.key").exists()


def test_a_proposal_needs_the_key(tmp_path: Path):
    """Without it nobody can tell what was rejected before: refused, and nothing is kept."""
    stillso.open(tmp_path / "memory.db").close()
    (tmp_path / "memory.db.key").unlink()
    app = stillso.open(tmp_path / "memory.db")
    mei = app.owner("mei")
    mei.create_base("shop")
    app.add_agent("codex")
    mei.grant("codex", "shop", "write")
    session = app.session("codex", ["shop"], person="mei")
    assert isinstance(session, stillso.Session)
    refused = session.remember("run unit tests only")
    assert isinstance(refused, stillso.Refused)
    assert stillso.Code.KEY_MISSING is refused.code
    assert [] == app.inbox()
    app.close()


def test_a_key_of_another_length_is_broken(tmp_path: Path):
    """The message names the file and both lengths."""
    (tmp_path / "memory.db.key").write_bytes(b"short")
    with pytest.raises(BrokenData, match=r"memory\.db\.key has 5 bytes, not 32"):
        keys.beside(tmp_path / "memory.db", numbered)


def test_a_key_that_cannot_be_read_is_lost_storage(tmp_path: Path):
    """The message names the file and gives the system's words."""
    (tmp_path / "memory.db.key").mkdir()
    with pytest.raises(LostStorage, match=r"memory\.db\.key cannot be read or made: .*[Dd]irectory"):
        keys.beside(tmp_path / "memory.db", numbered)
