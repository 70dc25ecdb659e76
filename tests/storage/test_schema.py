"""The SQLite schema: the fields of the values, the workspace first in every key, and nothing that acts by itself."""

from __future__ import annotations

from collections.abc import Iterator

import apsw
import pytest

from stillso.core.authority import Grant, Principal
from stillso.core.items import Item, Listed, Revision, Space
from stillso.core.operations import Evidence, Operation, Proposal, Tombstone
from stillso.core.records import Indexed
from stillso.core.sights import Call, Message, Session, Sight
from stillso.storage import queries
from stillso.storage.rows import column_names
from stillso.storage.shelves import Shelf

TABLES = {
    "principal": Principal,
    "space": Space,
    "grant_": Grant,
    "item": Item,
    "revision": Revision,
    "operation": Operation,
    "record": Indexed,
    "evidence": Evidence,
    "tombstone": Tombstone,
    "session": Session,
    "message": Message,
    "call": Call,
    "sight": Sight,
    "proposal": Proposal,
    "shelf": Shelf,
    "manifest": Listed,
}
#: The index of terms: the engine's own tables, found again from the texts, and the number of each base in it.
TERMS = {"term", "term_data", "term_idx", "term_docsize", "term_config"}
NUMBERS = {"searched": {"workspace", "space", "number", "version", "key"}}
#: What an embedder made of texts, with its name and where each text stands.
VECTORS = {"vector": {"workspace", "space", "part", "n", "embedder", "data"}}
#: What a table holds beside the fields of its value.
BESIDE = {"record": {"lag"}, "revision": {"leans_on"}, "shelf": {"space"}, "manifest": {"space", "fold"}}


@pytest.fixture
def connection() -> Iterator[apsw.Connection]:
    """A new store in memory."""
    connection = apsw.Connection(":memory:")
    connection.execute(queries.schema("sqlite"))
    yield connection
    connection.close()


def test_there_is_a_table_for_each_kind_of_value_and_no_other(connection: apsw.Connection):
    """Tables are the values of the core; triggers, views and sequences there are none."""
    found = set(connection.execute("SELECT type, name FROM sqlite_schema WHERE type <> 'index'"))
    assert {("table", name) for name in {*TABLES, *TERMS, *NUMBERS, *VECTORS}} == found


@pytest.mark.parametrize("table", TABLES)
def test_the_columns_of_a_table_are_the_fields_of_its_value(connection: apsw.Connection, table: str):
    """Each field has a column and each column a field; the workspace comes before them."""
    columns = [name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))]
    assert "workspace" == columns[0]
    fields = Shelf._fields if table == "shelf" else column_names(TABLES[table])
    assert set(fields) | BESIDE.get(table, set()) == set(columns[1:])


@pytest.mark.parametrize(("table", "named"), [*NUMBERS.items(), *VECTORS.items()])
def test_a_table_of_search_has_the_columns_named_here(connection: apsw.Connection, table: str, named: set[str]):
    """Neither more nor fewer."""
    assert named == {name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))}


def test_the_workspace_is_first_in_every_key_and_index(connection: apsw.Connection):
    """No key and no index reaches across workspaces."""
    keys = list(
        connection.execute("SELECT m.name, t.name FROM sqlite_schema m, pragma_table_info(m.name) t WHERE t.pk = 1")
    )
    ours = [key for key in keys if key[0] not in TERMS]
    assert [(table, "workspace") for table in sorted([*TABLES, *NUMBERS, *VECTORS])] == sorted(ours)
    firsts = """
        SELECT m.name, l.name, i.name FROM sqlite_schema m, pragma_index_list(m.name) l, pragma_index_info(l.name) i
        WHERE m.type = 'table' AND i.seqno = 0
    """
    assert {"workspace"} == {column for table, _, column in connection.execute(firsts) if table not in TERMS}


def test_types_are_checked_by_the_engine(connection: apsw.Connection):
    """Every table of ours is strict."""
    found = connection.execute("SELECT name, strict FROM pragma_table_list WHERE name NOT LIKE 'sqlite%'")
    assert {1} == {strict for name, strict in found if name not in TERMS}
