"""When to separate, and how: cuts are sought as long as they raise the bound; after that CP-SAT closes the gap."""

from __future__ import annotations

import numpy as np

from ..formulation.arrays import Mask
from ..matching.blossom import LARGEST, as_mask, available, match, nothing
from .cuts import FractionalMatching, violated_sets
from .master import Master
from .solution import TOLERANCE, Solution

FIRST, LAST = 3, 6  # rounds of cuts in which a matching is asked for the odd sets that it needs
WHOLE = 2**20  # costs are multiplied by it and rounded for that


class Separation:
    """Separation of blossom inequalities for a master, with a stall count."""

    def __init__(self, master: Master) -> None:
        self._master, self._parameters = master, master.tier.parameters
        self.reset()

    def reset(self) -> None:
        """Reset the best bound and the stall count, because the costs have changed."""
        self._best_bound, self._idle_rounds, self._rounds = -np.inf, 0, 0

    def cuts(self, solution: Solution) -> list[Mask]:
        """Violated odd sets; none for an integral solution, none after `idle_cuts` rounds without a better bound."""
        if solution.integral or self._stalled(solution.objective):
            return []
        self._rounds += 1
        if FIRST <= self._rounds <= LAST and available():
            found = self._of_a_matching(solution)
            if found:
                return found
        columns, sets, least = self._master.columns, self._master.sets.masks, TOLERANCE * self._master.objective.unit
        active = [mask for mask, dual in zip(sets, solution.duals.w, strict=True) if abs(dual) > least]
        values = FractionalMatching(self._master.tier.vertices, columns.a, columns.b, solution.x)
        return violated_sets(values, sets, active, self._parameters)

    def _of_a_matching(self, solution: Solution) -> list[Mask]:
        """New odd sets that a matching needs, by costs less the duals of side rows, earlier tiers and tight sets."""
        master, columns = self._master, self._master.columns
        duals, tier = solution.duals, master.tier
        other = np.zeros(len(columns.a)) + tier.rows.dual_sum(columns.a, columns.b, duals.rows)
        for level, dual in zip(tier.level_costs(columns.a, columns.b), duals.levels, strict=True):
            other += level * dual
        for mask, dual, tight in zip(master.sets.masks, duals.w, master.sets.tight, strict=True):
            if tight and dual:
                other += dual * (mask[columns.a] != mask[columns.b])
        cost = master.objective.coefficients(columns.a, columns.b, columns.cost) - other / master.objective.unit
        size, whole = len(tier.vertices), np.rint(cost * WHOLE).astype(np.int64)
        most = int(np.abs(whole).max(initial=1)) * size
        if most >= LARGEST:
            return []
        found = match(size, columns.a, columns.b, whole[:, None], most, nothing(size, 1))
        return master.sets.missing(as_mask(members, size, tier.vertices.odd) for members in found.sets)

    def _stalled(self, bound: float) -> bool:
        if bound > self._best_bound + TOLERANCE * max(1.0, abs(bound)):
            self._best_bound, self._idle_rounds = bound, 0
        self._idle_rounds += 1
        return self._idle_rounds > self._parameters.idle_cuts
