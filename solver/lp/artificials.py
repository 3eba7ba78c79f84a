"""Artificial columns (big-M method): they keep the restricted master feasible while pairs are still missing."""

from __future__ import annotations

import numpy as np

from ..formulation.arrays import Floats, Ints
from ..parameters import Parameters
from .glop import IncrementalLp


class Artificials:
    """The artificial columns of an LP, one for each vertex row and more on request, all at the cost `big_m`.

    Those of vertices cost less by the shift of the vertex, like the costs of pairs (`objective.py`).
    """

    def __init__(self, lp: IncrementalLp, max_cost: float, shift: Floats, parameters: Parameters) -> None:
        self._lp, self._shift, self._growth = lp, shift, parameters.dearer_artificials
        self.big_m = parameters.artificial_price * max_cost + 1
        self._max_big_m = parameters.artificial_price * max_cost * len(shift)
        each = np.arange(len(shift), dtype=np.int64)
        self.columns = lp.add_columns(self.big_m - shift, (each, each, np.ones(len(shift))))

    def add(self, rows: Ints, coefficient: float) -> None:
        """Add an artificial column for each of these rows."""
        entries = (rows, np.arange(len(rows), dtype=np.int64), np.full(len(rows), coefficient))
        new = self._lp.add_columns(np.full(len(rows), self.big_m), entries)
        self.columns = np.concatenate([self.columns, new])

    def raise_big_m(self) -> bool:
        """Raise big-M; False when it already exceeds the cost of any pairing, so that the LP is infeasible."""
        if self.big_m > self._max_big_m:
            return False
        self.big_m = min(self.big_m * self._growth, 2 * self._max_big_m)
        big_m = np.full(len(self.columns), self.big_m)
        big_m[: len(self._shift)] -= self._shift
        self._lp.set_costs(self.columns, big_m)
        return True
