"""The restricted master problem: the relaxation of a tier over the columns and odd-set rows generated so far."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..formulation.arrays import Floats, Ints, Mask
from ..formulation.tiers import Tier
from .artificials import Artificials
from .glop import IncrementalLp, joined
from .objective import Objective
from .pair_columns import PairColumns
from .rows import CoreRows, OddSetRows, duals_of
from .solution import TOLERANCE, LinearOptimum, Solution


class Master:
    """The restricted master of a tier, an LP that grows by `add_pairs` and `add_cuts`.

    Rows, in order: vertices (Σ x = 1), side rows, cost rows of earlier tiers, odd sets. Columns: artificials, excess of
    elastic side rows, pairs (`columns`).
    """

    def __init__(self, tier: Tier, careful: bool = False) -> None:
        self.tier = tier
        self.lp = IncrementalLp(careful, tier.parameters.refactorisation)
        self.rows = CoreRows(tier)
        self.sets = OddSetRows(self.rows.count)
        self.columns = PairColumns()
        a, b, cost = tier.start()
        self.objective = Objective.of_tier(tier, a, b, cost)
        self.rows.add_to(self.lp)
        shift = self.objective.shift / self.objective.unit
        self.artificials = Artificials(self.lp, self.objective.max_cost, shift, tier.parameters)
        self.artificials.add(self.rows.rows_needing_artificials(), -1.0)
        elastic, entries = self.rows.excess_columns()
        self.lp.add_columns(tier.state.price[elastic] / self.objective.unit, entries)
        self._add_columns(a, b, cost)
        self._add_sets(tier.tight_sets, tight=True)
        self._add_sets(self.sets.missing(tier.initial_sets))

    @property
    def perturbed(self) -> bool:
        """Whether the costs still contain the perturbation."""
        return self.objective.perturbation > 0

    def pricing_threshold(self) -> float:
        """Pairs with a reduced cost below this enter the master; slightly negative, by tolerance and perturbation."""
        return -TOLERANCE * self.objective.unit - self.objective.perturbation

    def zero_solution(self) -> Solution:
        """The solution x = 0 with the duals of the dual ascent and objective -∞, for use before the first solve."""
        return self._solution(np.zeros(len(self.columns.a)), np.zeros(self.lp.rows), -np.inf, 0.0)

    def solve(self) -> Solution:
        """The optimum of the restricted master. Raises ArithmeticError where GLOP finds none."""
        values, row_duals, cost = self.lp.solve()
        artificial = float(values[self.artificials.columns].max(initial=0.0))
        return self._solution(values[self.columns.number], row_duals, cost, artificial)

    def _solution(self, x: Floats, row_duals: Floats, cost: float, artificial: float) -> Solution:
        duals = duals_of(self.rows, self.sets, row_duals * self.objective.unit, self.objective.shift)
        return Solution(x, duals, cost, artificial)

    def add_pairs(self, a: Ints, b: Ints, cost: Ints) -> bool:
        """Add columns for the pairs that have none yet; whether there were any."""
        new = self.columns.missing(a, b)
        if new.any():
            self._add_columns(a[new], b[new], cost[new])
        return bool(new.any())

    def _add_columns(self, a: Ints, b: Ints, cost: Ints) -> None:
        entries = joined(self.rows.pair_entries(a, b) + self.sets.pair_entries(a, b))
        self.columns.add(a, b, cost, self.lp.add_columns(self.objective.coefficients(a, b, cost), entries))

    def add_cuts(self, masks: list[Mask]) -> None:
        """Add blossom inequalities for odd sets that the last solution violates."""
        self._add_sets(masks, cut=True)

    def _add_sets(self, masks: list[Mask], tight: bool = False, cut: bool = False) -> None:
        if masks:
            self.artificials.add(self.sets.add_to(self.lp, masks, self.columns, tight, cut), 1.0)

    def remove_perturbation(self) -> None:
        """Set the true costs, without the perturbation."""
        self.objective.perturbation = 0.0
        columns = self.columns
        self.lp.set_costs(columns.number, self.objective.coefficients(columns.a, columns.b, columns.cost))

    def prefer_pairing(self, solution: Solution, pairing: Ints) -> Solution:
        """The given pairing (positions of columns) with the duals of the solution, if it is optimal; else the solution.

        An integral solution is kept. The pairing is optimal if it costs less than the LP objective plus 1, because
        costs are whole.
        """
        columns = self.columns
        value = int(columns.cost[pairing].sum())
        value += self.tier.rows.excess_cost(columns.a[pairing], columns.b[pairing], self.tier.state)
        if solution.integral or value >= self.objective.true_cost(solution.objective) + 1 - 1e-3:
            return solution
        x = np.zeros(len(solution.x))
        x[pairing] = 1.0
        return replace(solution, x=x)

    def optimum(self, solution: Solution, finished: bool = True) -> LinearOptimum:
        """The last solution as a `LinearOptimum`; columns and sets added after that solve are left out."""
        d, pairs, sets = solution.duals, len(solution.x), len(solution.duals.w)
        a, b, cost = (column[:pairs] for column in (self.columns.a, self.columns.b, self.columns.cost))
        masks, tight = self.sets.masks[:sets], self.sets.tight[:sets]
        feasible = solution.feasible
        return LinearOptimum(a, b, cost, solution.x, d.y, d.w, d.rows, d.levels, masks, tight, feasible, finished)
