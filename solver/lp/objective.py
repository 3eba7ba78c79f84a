"""What the pairs of a tier cost in its linear programme: shifted by a dual ascent, perturbed at the start, scaled."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..formulation.arrays import Floats, Ints
from ..formulation.costs import lots
from ..formulation.tiers import Tier
from ..formulation.vertices import Vertices

PRECISE_BITS = 17  # of the greatest cost in the programme


@dataclass(slots=True, eq=False)
class Objective:
    """(cost + perturbation·lottery - shift of the two vertices) / unit, with lottery numbers from 0 to 1.

    `shift` are the prices of the vertices after a dual ascent, `dearest` is the greatest cost or price, in units.
    """

    vertices: Vertices
    shift: Floats
    unit: float
    max_cost: float
    perturbation: float

    @classmethod
    def of_tier(cls, tier: Tier, a: Ints, b: Ints, cost: Ints) -> Objective:
        """The objective of a tier that begins with these pairs."""
        most = max(int(cost.max(initial=1)), int(tier.state.price.max(initial=0)))
        unit = 2.0 ** max(0, most.bit_length() - PRECISE_BITS)
        shift = dual_ascent(len(tier.vertices), a, b, cost, tier.parameters.ascents)
        perturbation = tier.parameters.perturbation if tier.name != "tie" else 0.0
        return cls(tier.vertices, shift, unit, most / unit, perturbation)

    def coefficients(self, a: Ints, b: Ints, cost: Ints) -> Floats:
        """The coefficients of pairs."""
        perturbed = self.perturbation * lots(self.vertices, a, b) if self.perturbation else 0.0
        return np.asarray((cost + perturbed - self.shift[a] - self.shift[b]) / self.unit)

    def cost(self, value: float) -> float:
        """What a value of the programme is in units of the tier's cost."""
        return float(value * self.unit + self.shift.sum())


def dual_ascent(size: int, a: Ints, b: Ints, cost: Ints, sweeps: int) -> Floats:
    """Prices of the vertices, of which no pair is worth less than the sum of its two, raised as long as it is quick.

    With costs less these prices, the simplex method needs a fraction of its steps.
    """
    one, other = np.concatenate([a, b]), np.concatenate([b, a])
    order = np.argsort(one, kind="stable")
    one, other, each = one[order], other[order], np.concatenate([cost, cost])[order].astype(np.float64)
    vertices, first = np.unique(one, return_index=True)
    price = np.zeros(size)
    for _ in range(sweeps):
        left = np.minimum.reduceat(each - price[one] - price[other], first) if len(first) else np.zeros(0)
        price[vertices] += left / 2
    return np.floor(price)
