"""Solutions of a tier's relaxation: of the restricted master, and at the end over all pairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..formulation.duals import Duals
from ..formulation.vertices import Floats, Ints, Mask

TOLERANCE = 1e-6  # GLOP's own; a value nearer than this to 0 or 1 counts as integral


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """An optimum of the restricted master: values `x` of the pairs, duals in units of the tier's cost, LP objective.

    `max_artificial` is the greatest value of an artificial column; above 0, the columns so far admit no feasible x.
    """

    x: Floats
    duals: Duals
    objective: float
    max_artificial: float

    @property
    def feasible(self) -> bool:
        """Whether all artificial columns are 0."""
        return self.max_artificial <= TOLERANCE

    @property
    def integral(self) -> bool:
        """Whether all x are 0 or 1."""
        return is_integral(self.x)

    def pairing(self) -> Ints | None:
        """The positions of the chosen pairs of an integral solution; None for a fractional one."""
        return np.flatnonzero(self.x > 0.5) if self.integral else None


@dataclass(frozen=True, slots=True, eq=False)
class LinearOptimum:
    """The optimum of the relaxation: columns a, b, cost with values x; duals y, w, rows, levels as in `Duals`.

    `tight` marks the odd sets whose rows are equations. `feasible` is False when an artificial column is positive.
    When not `finished`, the duals are those of the last solve: the bound that `certify` makes of them is weaker, but
    valid.
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
        """Whether the optimum is feasible and all x are 0 or 1."""
        return self.feasible and is_integral(self.x)

    def chosen(self) -> Ints:
        """The positions of the chosen pairs of an integral optimum."""
        return np.flatnonzero(self.x > 0.5)


def is_integral(x: Floats) -> bool:
    """Whether all values are 0 or 1, within the tolerance."""
    return bool(np.all((x < TOLERANCE) | (x > 1 - TOLERANCE)))
