"""Operations: the chain says which texts were there, in which order, and forgets none without a trace."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core.authority import Basis
from stillso.core.operations import GENESIS, Evidence, Operation, Verb, chain_hash, commit_to, commit_to_grounds
from stillso.core.sights import Message

AT = datetime(2026, 6, 22, 3, 10, tzinfo=UTC)
OPERATION = Operation(
    space="B", n=2, id="O", verb=Verb.REMEMBER, actor="a", session="s", authority=Basis.QUOTED, person="p", at=AT,
    recorded_at=AT, reason="so", salt=b"salt", commitment=b"c" * 32, parent=GENESIS, hash=b"",
)  # fmt: skip
CHANGES = ((1, 1, b"x" * 32), (2, 5, b"y" * 32))
OTHER: dict[str, Any] = {
    "space": "C", "n": 3, "id": "P", "verb": Verb.CONFIRM, "actor": "b", "session": None, "authority": "owner",
    "person": None, "at": AT + timedelta(microseconds=1), "recorded_at": AT - timedelta(microseconds=1),
    "commitment": b"d" * 32, "parent": b"q" * 32,
}  # fmt: skip
texts = st.lists(st.none() | st.binary(max_size=4), max_size=3)


@pytest.mark.parametrize("name", OTHER)
def test_every_field_of_the_line_is_in_its_hash(name):
    """Another value of any of them gives another hash."""
    assert chain_hash(OPERATION, CHANGES) != chain_hash(replace(OPERATION, **{name: OTHER[name]}), CHANGES)


def test_texts_are_in_the_hash_through_their_commitments_only():
    """The reason, its salt and the hash itself are not read: what is erased later leaves the chain as it was."""
    erased = replace(OPERATION, reason=None, salt=b"", hash=b"h")
    assert chain_hash(OPERATION, CHANGES) == chain_hash(erased, CHANGES)
    assert {"reason", "salt", "hash"} == {field.name for field in fields(Operation)} - set(OTHER)


@pytest.mark.parametrize(
    "changes", [(), CHANGES[:1], ((1, 1, b"x" * 32), (2, 6, b"y" * 32)), ((1, 1, b"z" * 32), CHANGES[1])]
)
def test_every_change_is_in_the_hash(changes):
    """An item less, another revision, another text: another hash."""
    assert chain_hash(OPERATION, CHANGES) != chain_hash(OPERATION, changes)


def test_the_order_in_which_changes_are_read_does_not_matter():
    """A store may give them in any order."""
    assert chain_hash(OPERATION, CHANGES) == chain_hash(OPERATION, CHANGES[::-1])


@given(st.binary(), texts, texts)
def test_other_texts_make_another_commitment(salt, one, other):
    """Absent, empty and moved boundaries differ."""
    assert (one == other) == (commit_to(salt, *one) == commit_to(salt, *other))


@given(st.binary(min_size=1), texts)
def test_another_salt_makes_another_commitment(salt, given_texts):
    """Equal texts cannot be told by their commitments."""
    assert commit_to(salt, *given_texts) != commit_to(salt[:-1] + bytes([salt[-1] ^ 1]), *given_texts)


EVIDENCE = Evidence(space="B", version=2, session="s", message=3, begins=0, ends=2, delivered_by="h")
MESSAGE = Message(session="s", n=3, delivered_by="h", said_by="mei", known=True, text="so it is", at=AT)
OTHER_WORDS: dict[str, dict[str, Any]] = {
    "evidence": {"session": "t", "message": 4, "begins": 1, "ends": 3, "delivered_by": "i"},
    "message": {"delivered_by": "i", "said_by": "lin", "known": False, "text": "so it was", "at": AT + timedelta(1)},
    "answered": {"asked": ""},
}  # fmt: skip


@pytest.mark.parametrize(("what", "name"), [(what, name) for what, given in OTHER_WORDS.items() for name in given])
def test_every_field_of_the_words_is_in_the_commitment_to_the_grounds(what, name):
    """Which message, where in it, who said it and when, what it answered, and every character of it."""
    change = {name: OTHER_WORDS[what][name]}
    evidence = replace(EVIDENCE, **change) if what == "evidence" else EVIDENCE
    message = MESSAGE if what == "evidence" else replace(MESSAGE, **change)
    assert commit_to_grounds(b"salt", "so", EVIDENCE, MESSAGE) != commit_to_grounds(b"salt", "so", evidence, message)


def test_an_operation_without_words_commits_to_its_reason():
    """Words that are taken away, and words that are put in, make another commitment."""
    assert commit_to(b"salt", b"so") == commit_to_grounds(b"salt", "so", None, None)
    assert commit_to(b"salt", None) == commit_to_grounds(b"salt", None, None, None)
    assert commit_to(b"salt", b"so") != commit_to_grounds(b"salt", "so", EVIDENCE, MESSAGE)
