"""What is told of the past of a base."""

from __future__ import annotations

from contextlib import closing

import pytest

import stillso
from stillso import Embedder, FileChange, Refused
from stillso.core import policy
from stillso.testing import HashedWords

RULE = "Deploy on Thursdays, after the tests and a long review of all that is new"


@pytest.mark.parametrize("embedder", [None, HashedWords()], ids=["words", "meaning"])
@pytest.mark.parametrize("query", ["deploy tests", "why do we deploy after tests?"])
def test_why_finds_a_record_beside_many_files(query: str, embedder: Embedder | None) -> None:
    """A file is part of no chain: however well many of them fit, they take no record's place."""
    files = [FileChange(path=f"n{n}.md", mode="create", content="deploy tests") for n in range(policy.RECALLED + 5)]
    with closing(stillso.open("memory:", embedder=embedder)) as app:
        mei = app.owner("mei")
        mei.create_base("shop")
        mei.remember(RULE, base="shop")
        for each in files:
            mei.write(each, base="shop")
        chains = mei.why(query, base="shop")
    assert not isinstance(chains, Refused)
    assert [[1]] == [[past.record.no for past in chain if past.record] for chain in chains]
