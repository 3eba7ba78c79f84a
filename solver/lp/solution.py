"""What the linear programme of a tier says: its optimum over the pairs that it has, and in the end over all pairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..formulation.arrays import Floats, Ints, Mask
from ..formulation.duals import Duals

TOLERANCE = 1e-6  # GLOP's own: what is nearer to a whole number is that number


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """An optimum over the columns so far: values `x` of the pairs, duals in units of the tier's cost, the objective.

    `artificial` is the greatest value of an artificial column: above 0 somebody has no partner, or a row fails.
    """

    x: Floats
    duals: Duals
    objective: float
    max_artificial: float

    @property
    def feasible(self) -> bool:
        """Whether every row holds by pairs."""
        return self.max_artificial <= TOLERANCE

    @property
    def integral(self) -> bool:
        """Whether the values are those of a pairing."""
        return is_integral(self.x)

    def pairing(self) -> Ints | None:
        """Positions of the pairs made, where it is a pairing."""
        return np.flatnonzero(self.x > 0.5) if self.integral else None


@dataclass(frozen=True, slots=True, eq=False)
class LinearOptimum:
    """The relaxation at its optimum: columns a, b, cost with values x; duals y, w, rows, levels as in `Duals`.

    `tight` marks the sets that hold as equations. `feasible` is False when some vertex stays without a partner.
    When not `finished`, the duals are those at hand: their bound is lower, but holds.
    """

    a: Ints
    b: Ints
    cost: Ints
    x: Floats
    y: Floats
    w: Floats
    rows: Floats
    levels: Floats
    sets: list[Mask]
    tight: list[bool]
    feasible: bool
    finished: bool = True

    @property
    def integral(self) -> bool:
        """Whether the optimum is a pairing."""
        return self.feasible and is_integral(self.x)

    def chosen(self) -> Ints:
        """Column numbers of the pairs of an integral optimum."""
        return np.flatnonzero(self.x > 0.5)


def is_integral(x: Floats) -> bool:
    """Whether all values are 0 or 1."""
    return bool(np.all((x < TOLERANCE) | (x > 1 - TOLERANCE)))
