"""Pricing: finds pairs of negative reduced cost among all pairs of a tier."""

from __future__ import annotations

import numpy as np

from ..formulation.arrays import EMPTY, Floats, Ints
from ..formulation.candidates import least_per_vertex
from ..formulation.duals import Duals
from ..formulation.tiers import Tier


class Pricing:
    """The pricing problem of a tier, solved by enumeration of blocks; it remembers the margin between rounds."""

    def __init__(self, tier: Tier) -> None:
        self._tier, self._parameters = tier, tier.parameters
        self._margin = 0.0  # above the threshold, from the last round: pairs likely to be priced in soon

    def improving_pairs(self, duals: Duals, threshold: float) -> tuple[Ints, Ints, Ints]:
        """Pairs to add (a, b, cost), a few for each vertex; none when no reduced cost is below the threshold."""
        a, b, cost, reduced = self._below(duals, threshold + self._margin)
        if reduced.min(initial=np.inf) >= threshold:
            return EMPTY, EMPTY, EMPTY
        self._margin = self._parameters.pricing_margin * -reduced.min()
        keep = least_per_vertex(a, b, reduced, self._parameters.columns_a_vertex)
        return a[keep], b[keep], cost[keep]

    def _below(self, duals: Duals, limit: float) -> tuple[Ints, Ints, Ints, Floats]:
        """All pairs of reduced cost below the limit: a, b, cost, reduced cost."""
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
