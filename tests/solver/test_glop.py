"""A linear program that grows, small enough to be solved on paper."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from mcmahon.solver.formulation.vertices import EMPTY
from mcmahon.solver.lp.glop import IncrementalLp


def floats(*numbers: float) -> Any:
    return np.array(numbers, dtype=np.float64)


def ints(*numbers: int) -> Any:
    return np.array(numbers, dtype=np.int64)


def solved(lp: IncrementalLp, values: list[float], duals: list[float], cost: float) -> None:
    """The LP has this optimum."""
    found = lp.solve()
    assert found[0].tolist() == pytest.approx(values)
    assert found[1].tolist() == pytest.approx(duals)
    assert found[2] == pytest.approx(cost)


@pytest.mark.parametrize("careful", [False, True])
def test_columns_and_rows_come_in_by_number_and_the_optimum_follows(careful: bool) -> None:
    """At least 4 of x + y at 3 and 5; then z too, at 2, but three at most; then y at 1; then one of x + y at most."""
    lp = IncrementalLp(careful)
    assert lp.add_rows(floats(4), floats(np.inf), (EMPTY, EMPTY, floats())).tolist() == [0]
    assert lp.add_columns(floats(3, 5), (ints(0, 0), ints(0, 1), floats(1, 1))).tolist() == [0, 1]
    solved(lp, [4, 0], [3], 12)
    assert lp.add_rows(floats(-np.inf), floats(3), (EMPTY, EMPTY, floats())).tolist() == [1]
    assert lp.add_columns(floats(2), (ints(0, 1), ints(0, 0), floats(1, 1))).tolist() == [2]
    solved(lp, [1, 0, 3], [3, -1], 9)
    lp.set_costs(ints(1), floats(1))
    solved(lp, [0, 4, 0], [1, 0], 4)
    assert lp.add_rows(floats(0), floats(1), (ints(0, 0), ints(0, 1), floats(1, 1))).tolist() == [2]
    solved(lp, [0, 1, 3], [2, 0, -1], 7)
    assert (lp.columns, lp.rows) == (3, 3)


@pytest.mark.parametrize("careful", [False, True])
@pytest.mark.parametrize(("lower", "cost"), [(4.0, 1.0), (1.0, -1.0)], ids=["infeasible", "unbounded"])
def test_a_programme_without_an_optimum_is_told_even_where_glop_returns_duals(
    careful: bool, lower: float, cost: float
) -> None:
    """Infeasible: x at least 4 and at most 3. Unbounded: x at least 1, and the more the cheaper."""
    lp = IncrementalLp(careful)
    upper = 3.0 if lower > 3 else np.inf
    lp.add_rows(floats(lower, -np.inf), floats(np.inf, upper), (EMPTY, EMPTY, floats()))
    lp.add_columns(floats(cost), (ints(0, 1), ints(0, 0), floats(1, 1)))
    with pytest.raises(ArithmeticError, match="was not solved"):
        lp.solve()
