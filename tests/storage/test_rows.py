"""Rows: every value comes back from its columns as it was, whatever text, moment or number it holds."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core.authority import Grant, Principal
from stillso.core.items import Item, Listed, Revision, Space
from stillso.core.operations import Evidence, Operation, Proposal, Tombstone
from stillso.core.records import Indexed
from stillso.core.sights import Message, Session, Sight
from stillso.storage import rows
from stillso.storage.contract import Row
from stillso.storage.disk.opening import open_store

text = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
moments = st.datetimes(timezones=st.just(UTC))
numbers = st.integers(0, 2**62)
json = st.recursive(
    st.none() | st.booleans() | st.integers() | text, lambda inner: st.lists(inner) | st.dictionaries(text, inner)
)
st.register_type_strategy(str, text)
st.register_type_strategy(datetime, moments)
st.register_type_strategy(int, numbers)

SAVED = [Principal, Space, Grant, Session, Message, Sight, Proposal, Tombstone]
KINDS = [*SAVED, Item, Listed, Revision, Operation, Evidence, Indexed]
MAPPINGS: dict[type, dict[str, st.SearchStrategy]] = {
    Space: {"settings": st.dictionaries(text, json)},
    Proposal: {
        "asked": st.dictionaries(text, json),
        "seen": st.dictionaries(text, numbers),
        "shown": st.dictionaries(text, json),
        "evidence": st.none() | st.dictionaries(text, json),
    },
}


def values(kinds: list[type]) -> st.SearchStrategy:
    """A value of one of these kinds with any fields."""
    return st.one_of(*(st.builds(kind, **MAPPINGS.get(kind, {})) for kind in kinds))


@given(values(KINDS))
def test_a_value_comes_back_from_its_columns(value):
    """Encoding and decoding give the same value, and the columns are those that the schema names."""
    columns = rows.encode("w", value)
    assert ("workspace", *rows.column_names(type(value))) == tuple(columns)
    assert value == rows.decode(type(value), list(columns), list(columns.values()))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory):
    """One SQLite store for many examples; each is rolled back."""
    store = open_store(tmp_path_factory.mktemp("rows") / "memory.db")
    yield store
    store.close()


class _Stop(Exception):
    pass


@given(row=values(SAVED))
def test_sqlite_keeps_every_field_of_a_row(store, row: Row):
    """What the engine gives back under the row's key is what was saved."""
    found: list[object] = []

    def work(tx):
        tx.save(row)
        found.extend(FIND[type(row)](tx, row))
        raise _Stop

    with pytest.raises(_Stop):
        store.run("w", None, work)
    assert [row] == found


FIND = {
    Principal: lambda tx, row: tx.principals(),
    Space: lambda tx, row: [tx.space(row.id)],
    Grant: lambda tx, row: tx.grants(row.space),
    Session: lambda tx, row: tx.sessions(),
    Message: lambda tx, row: tx.messages(row.session),
    Sight: lambda tx, row: tx.sights(row.session),
    Proposal: lambda tx, row: [tx.proposal(row.id)],
    Tombstone: lambda tx, row: [tx.tombstone(row.fingerprint)],
}
