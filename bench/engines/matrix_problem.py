"""A round whose pairs and byes cost what a matrix says, so that the engine finds the proven optimum of any function."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from hashlib import sha256

import numpy as np
from mcmahon.model.pairing.field import Ints
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.pairing.round_problem import RoundProblem

TIER = 1
NAME = "matrix"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MatrixProblem(RoundProblem):
    """A round with the rules of another one and costs of its own; made by `matrix_problem`.

    `pair_costs` is n × n and `bye_costs` has length n, both in the order of `field.ids`; `least_by_gap` is the least
    cost of a pair by the difference of the pairing scores. Rules over sets of pairs keep their prices.
    """

    pair_costs: Ints
    bye_costs: Ints
    least_by_gap: Ints

    @property
    def tiers(self) -> tuple[int, ...]:
        """The matrix's tier and those of priced rules."""
        priced = {count.rule.tier for count in self.counts if count.rule.price is not None}
        return tuple(sorted({TIER} | priced))

    def cost(self, i: Ints, j: Ints, tier: int | None = None) -> Ints:
        """The matrix's cost of each pair."""
        cost = self.pair_costs[i, j]
        return cost if tier in (None, TIER) else np.zeros_like(cost)

    def bye_cost(self, tier: int | None = None) -> Ints:
        """What giving the bye to each entrant costs."""
        return self.bye_costs if tier in (None, TIER) else np.zeros_like(self.bye_costs)

    def listed_costs(self, tier: int) -> tuple[Ints, Ints] | None:
        """The matrix, and what the byes cost."""
        return (self.pair_costs, self.bye_costs) if tier == TIER else None

    def gap_bound(self, gap: Ints, tier: int | None = None) -> Ints:
        """The least cost of the pairs whose scores differ by `gap` points; 0 where there are none."""
        if tier not in (None, TIER):
            return np.zeros_like(gap)
        last = len(self.least_by_gap) - 1
        return np.where(gap <= last, self.least_by_gap[np.minimum(gap, last)], 0)

    def costs_by_criterion(self, pairs: Sequence[tuple[int, int]], byes: Sequence[int]) -> dict[str, int]:
        """The cost of a whole pairing: `matrix`, and by rule that has a price."""
        i, j = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        own = int(self.pair_costs[i, j].sum() + self.bye_costs[np.array(byes, dtype=np.int64)].sum())
        return {NAME: own} | RoundProblem.costs_by_criterion(self, pairs, byes)

    def tier_of(self, name: str) -> int:
        """The tier of `matrix` or of a rule that has a price."""
        return TIER if name == NAME else RoundProblem.tier_of(self, name)

    def priced_by(self) -> list[tuple[object, ...]]:
        """A hash of the costs, in place of criteria."""
        return [(NAME, sha256(self.pair_costs.tobytes() + self.bye_costs.tobytes()).hexdigest())]


def matrix_problem(problem: RoundProblem, pair_costs: Ints, bye_costs: Ints | None = None) -> MatrixProblem:
    """The round with these costs in place of its profile's weights; byes cost nothing unless given.

    `pair_costs` is n × n and symmetric, its diagonal is not looked at; costs are whole, 0 to 2^50. Raises ValueError.
    """
    n = len(problem)
    byes = np.zeros(n, dtype=np.int64) if bye_costs is None else np.array(bye_costs)
    costs = np.array(pair_costs)
    if costs.shape != (n, n) or byes.shape != (n,) or costs.dtype != np.int64 or byes.dtype != np.int64:
        raise ValueError(f"{n} entrants need {n} × {n} costs of pairs and {n} costs of byes, all int64")
    np.fill_diagonal(costs, 0)
    if (costs != costs.T).any() or costs.min(initial=0) < 0 or byes.min(initial=0) < 0:
        raise ValueError("expected symmetric costs of pairs and no negative cost")
    own = {field.name: getattr(problem, field.name) for field in fields(RoundProblem)}
    own["profile"] = Profile(NAME, "costs from a matrix", ())
    return MatrixProblem(**own, pair_costs=costs, bye_costs=byes, least_by_gap=_least_by_gap(problem, costs))


def _least_by_gap(problem: RoundProblem, costs: Ints) -> Ints:
    """The least cost of a pair for each difference of score that there is, 0 for others."""
    score = problem.field.score
    gap = np.abs(score[:, None] - score[None, :])
    other = ~np.eye(len(score), dtype=bool)
    least = np.full(int(gap.max(initial=0)) + 1, np.iinfo(np.int64).max)
    np.minimum.at(least, gap[other], costs[other])
    return np.where(least == np.iinfo(np.int64).max, 0, least)
