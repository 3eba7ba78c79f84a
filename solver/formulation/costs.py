"""What pairs and byes cost in a tier: of the profile, of broken rules, of the lottery."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...model.errors import InputError
from ...model.pairing.round_problem import TIE_BITS, RoundProblem, popcount
from .arrays import Floats, Ints
from .side_rows import SideRows
from .vertices import Vertices

GREATEST_COST = 2**50

#: `breaches`, the number of a profile's tier, or `tie`.
TierName = int | str
PairValue = Callable[[Ints, Ints], Ints]


def cost_functions(problem: RoundProblem, which: TierName) -> tuple[PairValue, Ints]:
    """What pairs of players cost in a tier of the profile, in breaches or in the lottery; and what every bye costs."""
    if isinstance(which, int):
        return lambda i, j: problem.cost(i, j, which), problem.bye_cost(which)
    if which == "tie":
        return problem.lottery, problem.bye_lottery()
    return lambda i, j: popcount(problem.breaches(i, j)), popcount(problem.bye_breaches())


def pair_costs(vertices: Vertices, a: Ints, b: Ints, which: TierName) -> Ints:
    """The costs of listed pairs of vertices, byes too."""
    pair, bye = cost_functions(vertices.problem, which)
    cost = np.zeros(len(a), dtype=np.int64)
    real = b < len(vertices.who)
    cost[real] = pair(vertices.who[a[real]], vertices.who[b[real]])
    cost[~real] = bye[vertices.who[a[~real]]]
    return checked_costs(cost)


def tier_prices(rows: SideRows, which: TierName) -> Ints:
    """What an excess of one costs in a tier, for each side row."""
    if isinstance(which, int):
        return rows.prices(which)
    return rows.breach_prices() if which == "breaches" else np.zeros(len(rows), dtype=np.int64)


def lots(vertices: Vertices, a: Ints, b: Ints) -> Floats:
    """The lottery numbers of listed pairs as fractions from 0 to 1."""
    return pair_costs(vertices, a, b, "tie") / 2.0**TIE_BITS


def checked_costs(cost: Ints) -> Ints:
    """The costs, if they are small enough to be added up exactly. Raises InputError."""
    if cost.size and not 0 <= cost.min() <= cost.max() <= GREATEST_COST:
        raise InputError(f"a pair costs more than {GREATEST_COST:,}: the weights of the profile are too great")
    return cost
