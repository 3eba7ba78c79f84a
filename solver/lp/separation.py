"""When to separate: cuts are sought as long as they raise the bound; after that CP-SAT closes the gap."""

from __future__ import annotations

import numpy as np

from ..formulation.arrays import Mask
from .cuts import FractionalMatching, violated_sets
from .master import Master
from .solution import TOLERANCE, Solution


class Separation:
    """Separation of blossom inequalities for a master, with a stall count."""

    def __init__(self, master: Master) -> None:
        self._master, self._parameters = master, master.tier.parameters
        self.reset()

    def reset(self) -> None:
        """Reset the best bound and the stall count, because the costs have changed."""
        self._best_bound, self._idle_rounds = -np.inf, 0

    def cuts(self, solution: Solution) -> list[Mask]:
        """Violated odd sets; none for an integral solution, none after `idle_cuts` rounds without a better bound."""
        if solution.integral or self._stalled(solution.objective):
            return []
        columns, sets, least = self._master.columns, self._master.sets.masks, TOLERANCE * self._master.objective.unit
        active = [mask for mask, dual in zip(sets, solution.duals.w, strict=True) if abs(dual) > least]
        values = FractionalMatching(self._master.tier.vertices, columns.a, columns.b, solution.x)
        return violated_sets(values, sets, active, self._parameters)

    def _stalled(self, bound: float) -> bool:
        if bound > self._best_bound + TOLERANCE * max(1.0, abs(bound)):
            self._best_bound, self._idle_rounds = bound, 0
        self._idle_rounds += 1
        return self._idle_rounds > self._parameters.idle_cuts
