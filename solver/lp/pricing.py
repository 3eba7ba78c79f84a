"""Pricing: pairs without a column that would lower the cost of the programme."""

from __future__ import annotations

import numpy as np

from ..formulation.arrays import EMPTY, Floats, Ints
from ..formulation.candidates import least_per_vertex
from ..formulation.duals import Duals
from ..formulation.tiers import Tier


class Pricing:
    """Looks through all pairs of a tier, block by block, for those of negative reduced cost."""

    def __init__(self, tier: Tier) -> None:
        self._tier, self._parameters = tier, tier.parameters
        self._margin = 0.0  # pairs that are nearly as good come in with the worst, seen from the round before

    def improving_pairs(self, duals: Duals, least: float) -> tuple[Ints, Ints, Ints]:
        """Some pairs and their costs, a few for every vertex, if there is any of reduced cost below `least`."""
        a, b, cost, reduced = self._below(duals, least + self._margin)
        if reduced.min(initial=np.inf) >= least:
            return EMPTY, EMPTY, EMPTY
        self._margin = self._parameters.pricing_margin * -reduced.min()
        keep = least_per_vertex(a, b, reduced, self._parameters.columns_a_vertex)
        return a[keep], b[keep], cost[keep]

    def _below(self, duals: Duals, limit: float) -> tuple[Ints, Ints, Ints, Floats]:
        """All pairs of reduced cost below the limit, with their costs and reduced costs."""
        found: list[tuple[Ints, Ints, Ints, Floats]] = [(EMPTY, EMPTY, EMPTY, np.zeros(0))]
        for block in self._tier.blocks_below(duals, limit):
            reduced = duals.reduced_costs(block)
            mask = reduced < limit
            if block.allowed is not None:
                mask &= block.allowed
            if mask.any():
                found.append((*block.select(mask), reduced[mask]))
        a, b, cost, reduced = (np.concatenate(column) for column in zip(*found, strict=True))
        return a, b, cost, reduced
