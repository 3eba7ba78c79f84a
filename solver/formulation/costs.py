"""The costs of pairs and byes in a tier: the profile's weighted criteria, the number of breaches, or the lottery."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...model.errors import InputError
from ...model.pairing.criteria import GREATEST_COST
from ...model.pairing.round_problem import RoundProblem, popcount
from .vertices import Ints, Vertices

#: `breaches`, the number of a tier of the profile, or `tie` (the lottery).
TierName = int | str


def cost_functions(problem: RoundProblem, tier: TierName) -> tuple[Callable[[Ints, Ints], Ints], Ints]:
    """The cost of pairs of entrants in a tier, a function of two index arrays; and the cost of each entrant's bye."""
    if isinstance(tier, int):
        return lambda i, j: problem.cost(i, j, tier), problem.bye_cost(tier)
    if tier == "tie":
        return problem.lottery, problem.bye_lottery()
    return lambda i, j: popcount(problem.breaches(i, j)), popcount(problem.bye_breaches())


def pair_costs(vertices: Vertices, a: Ints, b: Ints, tier: TierName) -> Ints:
    """The costs of pairs of vertices in a tier; the bye is one of the vertices."""
    pair, bye = cost_functions(vertices.problem, tier)
    cost = np.zeros(len(a), dtype=np.int64)
    real = b < len(vertices.who)
    cost[real] = pair(vertices.who[a[real]], vertices.who[b[real]])
    cost[~real] = bye[vertices.who[a[~real]]]
    return checked_costs(cost)


def checked_costs(cost: Ints) -> Ints:
    """The same costs, checked to be small enough for exact 64-bit sums. Raises InputError."""
    if cost.size and not 0 <= cost.min() <= cost.max() <= GREATEST_COST:
        raise InputError(f"a pair costs more than {GREATEST_COST:,}: the weights of the profile are too great")
    return cost
