"""Named queries: each is used, each fits the schema, each asks for a workspace."""

from __future__ import annotations

import ast
import inspect
import re
from importlib.resources import files

import apsw
import pytest

from stillso.storage import queries, searching, sql, views
from stillso.storage.sqlite import in_order

CALLS = {"_rows", "_all", "_one", "_number", "_write", "_texts", "_revisions", "_in_parts"}
QUERIES = queries.load("sqlite")


def names_in_source() -> set[str]:
    """The names under which the store calls its queries."""
    trees = [ast.parse(inspect.getsource(module)) for module in (sql, searching, views)]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    ours = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in CALLS]
    said = {arg.value for call in ours for arg in call.args if isinstance(arg, ast.Constant)}
    return {str(name) for name in said} | set(sql._SAVE.values()) | set(views._PAGES.values())


def test_the_store_calls_every_query_by_its_name_and_no_other():
    """No statement lies about unused, and none is called that is not there."""
    assert names_in_source() == set(QUERIES)


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_fits_the_schema(name: str):
    """The engine prepares it against the tables of a new store."""
    connection = apsw.Connection(":memory:")
    connection.execute(queries.schema("sqlite"))
    values = dict.fromkeys(re.findall(r":(\w+)", QUERIES[name]))
    assert list(connection.execute(f"EXPLAIN {QUERIES[name]}", values))
    connection.close()


@pytest.mark.parametrize("name", QUERIES)
def test_values_are_given_in_the_order_in_which_the_engine_counts_parameters(name: str):
    """What is put in by place stands where the name would have put it."""
    connection = apsw.Connection(":memory:")
    connection.execute(queries.schema("sqlite"))
    cursor = connection.execute(f"EXPLAIN {QUERIES[name]}", dict.fromkeys(re.findall(r":(\w+)", QUERIES[name])))
    counted = [str(each) for each in cursor.bindings_names]
    assert counted == list(in_order(QUERIES[name])({each: each for each in counted}))
    connection.close()


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_asks_for_the_workspace(name: str):
    """The workspace is always one of its parameters."""
    assert ":workspace" in QUERIES[name]


@pytest.mark.parametrize(("name", "steps"), [("space", ["id", "slug"]), ("principal", ["id", "name"])])
def test_what_every_call_looks_for_is_found_by_one_key(name: str, steps: list[str]):
    """Among many windows a base is found as fast as among few."""
    connection = apsw.Connection(":memory:")
    connection.execute(queries.schema("sqlite"))
    plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {QUERIES[name]}", {"workspace": "", "key": ""})]
    assert steps == [key for step in plan for key in re.findall(r"\(workspace=\? AND (\w+)=\?\)", step)]
    connection.close()


INDEXED = {"successors": "record_supersedes", "changed_by": "revision_version", "changed_since": "revision_version"}


@pytest.mark.parametrize(("name", "index"), INDEXED.items())
def test_what_an_index_is_for_is_found_by_it(name: str, index: str):
    """An index that does not give the wanted order is passed over, for one that goes through all of a base."""
    connection = apsw.Connection(":memory:")
    connection.execute(queries.schema("sqlite"))
    values = dict.fromkeys(re.findall(r":(\w+)", QUERIES[name]))
    plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {QUERIES[name]}", values)]
    assert f" INDEX {index} " in plan[0]
    connection.close()


def test_names_are_not_used_twice():
    """The files hold as many names as there are queries, so that none hides another."""
    folder = files(queries.__name__)
    paths = [*folder.iterdir(), folder / "sqlite" / "search.sql"]
    texts = [path.read_text("utf-8") for path in paths if path.name.endswith(".sql")]
    assert sorted(QUERIES) == sorted(
        name for text in texts for name in re.findall(r"^-- name: (\w+)$", text, re.MULTILINE)
    )
