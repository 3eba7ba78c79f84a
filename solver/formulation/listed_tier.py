"""A later tier: costs over the pairs that earlier tiers leave open."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..parameters import DEFAULTS, Parameters
from .arrays import Ints
from .candidates import least_per_vertex
from .costs import TierName, pair_costs, tier_prices
from .duals import Duals, PairBlock
from .remaining import Remaining
from .side_rows import SideRows
from .vertices import Vertices


class ListedTier:
    """A tier over a list of `pairs`, the optimal face of the tier before; `chosen` are positions of the incumbent."""

    likely_infeasible = False
    raises_big_m = True

    def __init__(
        self,
        name: TierName,
        vertices: Vertices,
        rows: SideRows,
        remaining: Remaining,
        parameters: Parameters = DEFAULTS,
    ) -> None:
        self.parameters = parameters
        self.name, self.vertices, self.rows = name, vertices, rows
        self.state = remaining.state.with_price(tier_prices(rows, name))
        self.initial_sets, self.tight_sets = remaining.initial_sets, remaining.tight_sets
        self.levels, self.chosen = remaining.levels, remaining.chosen
        cost = pair_costs(vertices, remaining.a, remaining.b, name)
        self.pairs = PairBlock(remaining.a, remaining.b, cost, levels=[level.cost for level in remaining.levels])

    def blocks_below(self, duals: Duals, limit: float, scale: int = 1) -> Iterator[PairBlock]:
        """All pairs of the tier, as one block."""
        yield self.pairs

    def start(self) -> tuple[Ints, Ints, Ints]:
        """The first candidates (a, b, cost): all pairs when they are few, else the incumbent's and the cheapest."""
        a, b, cost = self.pairs.a, self.pairs.b, self.pairs.cost
        if len(cost) <= self.parameters.all_pairs_below * len(self.vertices):
            return a, b, cost
        keep = np.union1d(self.chosen, least_per_vertex(a, b, cost, self.parameters.later_candidates))
        return a[keep], b[keep], cost[keep]

    def costs(self, a: Ints, b: Ints) -> Ints:
        """The costs of pairs a, b of the list in this tier."""
        return self.pairs.cost[self._places(a, b)]

    def level_costs(self, a: Ints, b: Ints) -> list[Ints]:
        """The costs of pairs a, b of the list in each earlier tier with a gap."""
        if not self.levels:
            return []
        at = self._places(a, b)
        return [level.cost[at] for level in self.levels]

    def _places(self, a: Ints, b: Ints) -> Ints:
        """The positions of pairs in the tier's list, which is sorted by a, then b."""
        size = len(self.vertices) + 1
        return np.searchsorted(self.pairs.a * size + self.pairs.b, a * size + b)
