"""Fusion and vectors: one rank of two measures, and a direction as bytes."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core import fusion
from stillso.core.vectors import packed

cosines = st.dictionaries(st.integers(), st.floats(-1, 1), max_size=20)


@given(cosines)
def test_standings_keep_the_order(found: dict[int, float]):
    """Whoever lies nearer stands no lower."""
    standing = fusion.standings(found)
    assert all(standing[one] <= standing[other] for one in found for other in found if found[one] < found[other])


@given(cosines, st.floats(-5, 5))
def test_standings_do_not_depend_on_where_the_cosines_lie(found: dict[int, float], shift: float):
    """An embedder that gives 0.8 to everything is judged by what is above that."""
    rounded = {key: round(cosine, 2) for key, cosine in found.items()}
    moved = fusion.standings({key: cosine + shift for key, cosine in rounded.items()})
    spread = len(set(rounded.values())) > 1
    assert not spread or all(
        math.isclose(moved[key], standing, abs_tol=1e-6) for key, standing in fusion.standings(rounded).items()
    )


@pytest.mark.parametrize("found", [{}, {"a": 0.8}, {"a": 0.5, "b": 0.5}])
def test_where_all_are_alike_none_stands_out(found: dict[str, float]):
    """Nothing, one text, and texts that say the same."""
    assert dict.fromkeys(found, 0.0) == fusion.standings(found)


def test_the_nearest_are_the_first_fifty():
    """Best first."""
    assert list(range(99, 49, -1)) == fusion.nearest({n: n / 100 for n in range(100)})


def test_a_deviation_counts_one_and_a_half_points():
    """Added to what the words give."""
    assert 5.0 == fusion.fused(2.0, 2.0)


@given(st.lists(st.floats(-1, 1), min_size=8, max_size=8).filter(lambda numbers: max(map(abs, numbers)) > 0.01))
def test_a_packed_vector_points_the_same_way(numbers: list[float]):
    """To one part in 127 of its longest number."""
    data = [byte - 256 if byte > 127 else byte for byte in packed(numbers, 8)]
    longest = max(map(abs, numbers))
    assert all(
        abs(byte / 127 - number / longest) <= 0.5 / 127 + 1e-9 for byte, number in zip(data, numbers, strict=True)
    )


@pytest.mark.parametrize("numbers", [[], [1.0], [0.0, 0.0], [math.nan, 1.0], [math.inf, 1.0]])
def test_what_is_no_direction_is_refused(numbers: list[float]):
    """Too short, without length, or no number."""
    with pytest.raises(ValueError, match="where 2 were to make a direction"):
        packed(numbers, 2)
