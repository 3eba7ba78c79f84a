"""The LP costs of a tier's pairs: perturbed at the start, shifted by the duals of a dual ascent, scaled."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..formulation.arrays import Floats, Ints
from ..formulation.costs import lots
from ..formulation.tiers import Tier
from ..formulation.vertices import Vertices

PRECISE_BITS = 17  # of the greatest cost in the LP


@dataclass(slots=True, eq=False)
class Objective:
    """LP cost of a pair: (cost + perturbation × lottery number - shift of its two vertices) / unit.

    Lottery numbers are between 0 and 1. `shift` are the vertex duals of a dual ascent; `unit` is a power of two;
    `max_cost` is the greatest cost of a pair or price of an excess, in units.
    """

    vertices: Vertices
    shift: Floats
    unit: float
    max_cost: float
    perturbation: float

    @classmethod
    def of_tier(cls, tier: Tier, a: Ints, b: Ints, cost: Ints) -> Objective:
        """The objective of a tier whose first candidates are these pairs."""
        most = max(int(cost.max(initial=1)), int(tier.state.price.max(initial=0)))
        unit = 2.0 ** max(0, most.bit_length() - PRECISE_BITS)
        shift = dual_ascent(len(tier.vertices), a, b, cost, tier.parameters.ascents)
        perturbation = tier.parameters.perturbation if tier.name != "tie" else 0.0
        return cls(tier.vertices, shift, unit, most / unit, perturbation)

    def coefficients(self, a: Ints, b: Ints, cost: Ints) -> Floats:
        """The objective coefficients of pairs."""
        perturbed = self.perturbation * lots(self.vertices, a, b) if self.perturbation else 0.0
        return np.asarray((cost + perturbed - self.shift[a] - self.shift[b]) / self.unit)

    def true_cost(self, value: float) -> float:
        """An objective value of the LP in the tier's own unit of cost."""
        return float(value * self.unit + self.shift.sum())


def dual_ascent(size: int, a: Ints, b: Ints, cost: Ints, sweeps: int) -> Floats:
    """A feasible dual solution, a whole number (as a float) for each vertex, by so many sweeps of dual ascent.

    No pair costs less than the sum of its two vertices. With costs reduced by these duals, the simplex method needs
    only a fraction of its pivots.
    """
    tail, head = np.concatenate([a, b]), np.concatenate([b, a])
    order = np.argsort(tail, kind="stable")
    tail, head, arc_cost = tail[order], head[order], np.concatenate([cost, cost])[order].astype(np.float64)
    vertices, first = np.unique(tail, return_index=True)
    dual = np.zeros(size)
    for _ in range(sweeps):
        least = np.minimum.reduceat(arc_cost - dual[tail] - dual[head], first) if len(first) else np.zeros(0)
        dual[vertices] += least / 2  # half the least reduced cost at each vertex
    return np.floor(dual)
