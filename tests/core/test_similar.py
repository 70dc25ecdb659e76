"""What says something else about the same thing, what says the same, and above all what does neither."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core.similar import Kind, compare, gist_of, marks


def corpus(name: str) -> ModuleType:
    """A set of pairs beside this file."""
    path = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"stillso_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SETS = {name: corpus(name) for name in ("similar_pairs", "similar_held_out")}
PARTS = [(name, language) for name in SETS for language in ("EN", "ZH")]
Pair = tuple[str, str]


def pairs(name: str, language: str, kind: str) -> list[Pair]:
    """The pairs of one kind in one language."""
    found: list[Pair] = getattr(SETS[name], f"{language}_{kind}")
    return found


def judged(old: str, new: str) -> Kind | None:
    """What the new text is to the old one."""
    likeness = compare(gist_of(new), gist_of(old))
    return likeness.kind if likeness else None


@pytest.mark.parametrize(("name", "language"), PARTS)
def test_of_what_is_replaced_80_of_100_are_found(name: str, language: str) -> None:
    """Another value of the same thing is offered as something else."""
    replaced = pairs(name, language, "REPLACED")
    missed = [pair for pair in replaced if judged(*pair) != Kind.OTHER]
    assert len(replaced) >= 22
    assert len(missed) <= 0.2 * len(replaced), missed


@pytest.mark.parametrize(("name", "language"), PARTS)
def test_what_stands_side_by_side_is_not_offered(name: str, language: str) -> None:
    """At most 2 of 100 pairs that both hold are taken for one thing."""
    beside = pairs(name, language, "BESIDE")
    wrong = [pair for pair in beside if judged(*pair)]
    assert len(beside) >= 34
    assert len(wrong) <= 0.02 * len(beside), wrong


@pytest.mark.parametrize(("name", "language"), PARTS)
def test_the_same_in_other_order_or_more_politely_is_the_same(name: str, language: str) -> None:
    """Articles, politeness and the order of clauses make no other statement, at least in three of four."""
    same = pairs(name, language, "SAME")
    missed = [pair for pair in same if judged(*pair) != Kind.SAME]
    assert len(same) >= 4
    assert len(missed) <= 0.25 * len(same), missed


@given(st.text(max_size=120), st.text(max_size=120))
def test_what_is_alike_shares_a_mark(old: str, new: str) -> None:
    """Whatever is compared with something can be found by its marks."""
    mine, theirs = gist_of(new), gist_of(old)
    assert compare(mine, theirs) is None or set(marks(mine)) & set(marks(theirs))
